// Names of a scope.
#include "ptx/text/scope.h"
#include "ptx/text/lexer.h"
#include <algorithm>
#include <charconv>
#include <fmt/format.h>
#include <iterator>

namespace warplaw::ptx {
namespace {

constexpr std::size_t kMostDigits = 10; ///< of the number of a register: a count has 32 bits

[[noreturn]] void rejectTwice(std::string_view what, const std::string& name, const Place& place) {
  reject(place, "PTX-1", fmt::format("{} '{:.40}' is declared twice in its scope", what, name), "another name");
}

} // namespace

/// "%r12" may be the 12th of "%r<..>", or the second of "%r1<..>".
bool Scope::isInRange(const std::string& name) const {
  if (counts.empty())
    return false;
  for (std::size_t digits = 1; digits <= kMostDigits && digits < name.size(); ++digits) {
    const std::size_t begin = name.size() - digits;
    if (name[begin] < '0' || name[begin] > '9')
      return false;
    if (name[begin] == '0' && digits > 1)
      continue;
    const auto range = counts.find(name.substr(0, begin));
    std::uint64_t index = 0;
    std::from_chars(name.data() + begin, name.data() + name.size(), index);
    if (range != counts.end() && index < range->second)
      return true;
  }
  return false;
}

void Scope::declare(const Variable& variable) {
  if (variable.name.empty())
    return;
  // of two ranges that share a name, the first of one lies in the other: the first stands for all
  const std::string first = variable.count ? variable.name + '0' : variable.name;
  const auto [there, isNew] = names.try_emplace(first, Declared{variable.isExtern});
  if ((!isNew && !there->second.isExtern && !variable.isExtern) || isInRange(first))
    rejectTwice("the variable", variable.name, variable.place);
  there->second.isExtern &= variable.isExtern;
  if (variable.count)
    counts[variable.name] = std::max(counts[variable.name], *variable.count);
}

void Scope::declareLabel(const std::string& name, Targets::Kind kind, const Place& place, bool isPlace) {
  if (!labels.try_emplace(name, Marked{isPlace, kind}).second)
    rejectTwice("the label", name, place);
}

void Scope::refer(std::vector<Reference> all) {
  if (references.empty())
    references = std::move(all);
  else
    std::ranges::move(all, std::back_inserter(references));
}

std::vector<Scope::Reference> Scope::unanswered() && {
  if (labels.empty()) // as most blocks are: what branches out of many is not looked at once a block
    return std::move(references);
  std::erase_if(references, [&](const Reference& reference) {
    const auto found = labels.find(reference.label);
    if (found == labels.end())
      return false;
    const Marked& mark = found->second;
    if (reference.isList ? mark.isPlace || mark.kind != Targets::Kind::Branch : !mark.isPlace)
      reject(reference.place, "PTX-1", fmt::format("'{:.40}' is another kind of label", reference.label),
             reference.isList ? "the label of a .branchtargets" : "a label before an instruction");
    return true;
  });
  return std::move(references);
}

} // namespace warplaw::ptx
