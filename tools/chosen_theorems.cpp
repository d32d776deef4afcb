#include "tools/chosen_theorems.h"
#include "proofs/engine/hash.h"
#include "proofs/statements/subject.h"
#include "tools/nearest.h"
#include <algorithm>
#include <fmt/format.h>
#include <fnmatch.h>
#include <set>

namespace warplaw::tools {
namespace {
using proofs::Theorem;

bool passes(const Theorem& t, const TheoremFilter& filter) {
  const auto any = [](const std::vector<std::string>& wanted, auto&& fits) {
    return wanted.empty() || std::any_of(wanted.begin(), wanted.end(), fits);
  };
  return any(filter.instructions, [&](const std::string& i) { return sameIgnoringCase(t.instruction, i); }) &&
         any(filter.names, [&](const std::string& n) { return fnmatch(n.c_str(), t.name.c_str(), 0) == 0; }) &&
         (filter.path.empty() || t.path == filter.path) && (!filter.laneLevelOnly || t.laneLevel);
}

} // namespace

std::vector<Theorem> chosen(std::vector<Theorem> theorems, const TheoremFilter& filter) {
  std::erase_if(theorems, [&](const Theorem& t) { return !passes(t, filter); });
  return theorems;
}

spec::Result<std::vector<Theorem>> chosenOrRejected(std::vector<Theorem> theorems, const TheoremFilter& filter) {
  std::set<std::string> known;
  for (const Theorem& t : theorems)
    known.insert(t.instruction);
  for (const std::string& wanted : filter.instructions) {
    if (known.empty())
      break;
    const std::vector<std::string> names(known.begin(), known.end());
    if (std::ranges::none_of(names, [&](const std::string& name) { return sameIgnoringCase(name, wanted); }))
      return spec::Rejection{
          "usage", fmt::format("no theorem is about an instruction '{}'{}", wanted, nearestSaid(names, wanted)),
          fmt::format("{}", fmt::join(known, ", ")), 0};
  }
  theorems = chosen(std::move(theorems), filter);
  if (theorems.empty())
    return spec::Rejection{"usage", "no theorem fits what was asked for", "`warplaw verify --list` shows them all", 0};
  return theorems;
}

std::string bitcodeHashOf(const proofs::Subject& subject, const Theorem& theorem) {
  std::string hashes;
  for (const std::string& symbol : theorem.code)
    hashes += subject.bitcodeHash(symbol);
  return theorem.code.size() == 1 ? hashes : proofs::sha256(hashes);
}

std::function<std::string(const Theorem&)> shippedBitcodeHash() {
  return [shipped = Subject::shipped()](const Theorem& theorem) { return bitcodeHashOf(shipped, theorem); };
}

} // namespace warplaw::tools
