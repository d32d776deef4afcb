// The families of an executor, as the text of its domain restricts them.
#include "check/family.h"
#include "check/ptx.h"
#include "fuzz/oracle.h"
#include <boost/json/value.hpp>
#include <fmt/format.h>

namespace warplaw::check {

fuzz::Oracle& sharedOracle() {
  static thread_local auto* const shared = new fuzz::Oracle; // never destroyed, as LLVM's own state may be gone by then
  return *shared;
}

std::vector<std::unique_ptr<Family>> allFamilies(Profile profile) {
  std::vector<std::unique_ptr<Family>> all(kWarpFamilies);
#define WARPLAW_FAMILY(Name, member, of) all[static_cast<unsigned>(FamilyId::Name)] = make##Name##Family(profile);
#include "linked_families.def" // generated
#undef WARPLAW_FAMILY
  return all;
}

const RunsPtx kRunPtx = WARPLAW_RUN_PTX; // by CMakeLists.txt

bool areLinked(const Table& table) {
  constexpr unsigned kOfWarps = 0
#define WARPLAW_FAMILY(Name, member, of) | 1u << static_cast<unsigned>(FamilyId::Name)
#include "linked_families.def" // generated
#undef WARPLAW_FAMILY
      ;
  for (unsigned k = 0; k < kFamilies; ++k) {
    const bool isLinked = k == kPtxFamily ? kRunPtx != nullptr : kOfWarps >> k & 1;
    const bool isNamed = table.domain.find(fmt::format("\"{}\"", kFamilyNames[k])) != std::string::npos;
    if (!isLinked && (table.bytes[k] || isNamed))
      return false;
  }
  return true;
}

spec::Result<std::vector<std::unique_ptr<Family>>> familiesIn(std::string_view domain) {
  if (domain.empty())
    return allFamilies(Profile::Sass);
  spec::JsonReader reader(domain);
  const auto rejected = [&] {
    spec::Rejection rejection = reader.rejection();
    rejection.rule = "domain";
    return rejection;
  };
  if (reader.failed())
    return rejected();
  spec::JsonFields fields(reader, reader.root());
  auto families = allFamilies(takeProfile(reader, fields));
  for (unsigned k = 0; k < kWarpFamilies && !reader.failed(); ++k)
    if (const auto value = families[k] ? fields.take(kFamilyNames[k]) : std::nullopt) {
      spec::JsonFields ofFamily(reader, *value);
      families[k]->restrict(reader, ofFamily);
      ofFamily.finish();
    }
  fields.finish();
  if (reader.failed())
    return rejected();
  return families;
}

spec::Result<std::vector<std::unique_ptr<Family>>> familiesFor(std::string_view domain,
                                                               const std::array<std::uint64_t, kFamilies>& structures) {
  auto families = familiesIn(domain);
  if (families)
    for (unsigned k = 0; k < kWarpFamilies; ++k)
      if (structures[k] && (*families)[k])
        (*families)[k]->setStructure(structures[k]);
  return families;
}

} // namespace warplaw::check
