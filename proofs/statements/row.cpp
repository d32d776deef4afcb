// Rows as parameters: see row.h.
#include "proofs/statements/row.h"
#include <fmt/format.h>

namespace warplaw::proofs {
namespace {

std::vector<Group> rowGroups(unsigned object, const lift::Table& after) {
  std::vector<Group> groups;
  for (unsigned lane = 0; lane < spec::kLanes; ++lane) {
    const Term word = after.field("row").cells[lane].bits;
    groups.push_back({laneGroup(lane), {{fmt::format("{}[{}]", after.name, lane), Place{object, "row", lane}, word}}});
  }
  return groups;
}

} // namespace

Parameter row(const std::string& name, bool writable, unsigned wordBits) {
  const auto object = [=](Terms& terms) {
    std::vector<Term> words;
    for (unsigned lane = 0; lane < spec::kLanes; ++lane)
      words.push_back(terms.variable(wordBits, fmt::format("{}{}[{}]", writable ? "before." : "", name, lane)));
    return lift::Table{name, wordBits / 8 * spec::kLanes, writable, {field("row", 0, words)}};
  };
  return {name, writable, object, 0, rowGroups};
}

} // namespace warplaw::proofs
