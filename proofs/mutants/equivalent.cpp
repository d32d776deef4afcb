#include "proofs/mutants/equivalent.h"
#include <boost/algorithm/string/replace.hpp>
#include <fnmatch.h>

namespace warplaw::proofs {

namespace {
/// `*` alone stands for something.
bool matches(const std::string& pattern, const std::string& text) {
  const std::string escaped = boost::replace_all_copy(pattern, "[", "\\["); // of source[1]
  return fnmatch(escaped.c_str(), text.c_str(), 0) == 0;
}
} // namespace

bool EquivalentMutant::isIn(const std::string& place) const { return matches(where, place); }
bool EquivalentMutant::isAbout(const std::string& place, const std::string& change) const {
  return matches(text, change) && isIn(place);
}

std::vector<EquivalentMutant> equivalentMutants() {
  return {
#define WARPLAW_EQUIVALENT(where, text, why) {where, text, why, false},
#define WARPLAW_SOME_EQUIVALENT(where, text, why) {where, text, why, true},
#include "proofs/mutants/equivalent.def"
#undef WARPLAW_EQUIVALENT
#undef WARPLAW_SOME_EQUIVALENT
  };
}

} // namespace warplaw::proofs
