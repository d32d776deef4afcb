// The families of an executor, as the text of its domain restricts them.
#include "check/family.h"
#include "fuzz/oracle.h"
#include <boost/json/value.hpp>

namespace warplaw::check {

fuzz::Oracle& sharedOracle() {
  static thread_local auto* const shared = new fuzz::Oracle; // never destroyed, as LLVM's own state may be gone by then
  return *shared;
}

std::vector<std::unique_ptr<Family>> allFamilies(Profile profile) {
  std::vector<std::unique_ptr<Family>> all;
#define WARPLAW_OF_WARPS
#define WARPLAW_FAMILY(Name, member) all.push_back(make##Name##Family(profile));
#include "check/families.def"
#undef WARPLAW_OF_WARPS
#undef WARPLAW_FAMILY
  return all;
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
    if (const auto value = fields.take(kFamilyNames[k])) {
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
      if (structures[k])
        (*families)[k]->setStructure(structures[k]);
  return families;
}

} // namespace warplaw::check
