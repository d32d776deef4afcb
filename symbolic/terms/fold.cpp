// Folding rules: the table, by operation.
#include "symbolic/terms/fold.h"
#include <array>

namespace warplaw::symbolic::fold {
namespace {

struct Table {
  std::vector<Rule> rules = allChapters();
  std::array<std::span<const Rule>, kOps> byOp;

  Table() {
    for (std::size_t first = 0, last; first < rules.size(); first = last) {
      for (last = first; last < rules.size() && rules[last].op == rules[first].op; ++last) {
      }
      byOp[static_cast<std::size_t>(rules[first].op)] = {&rules[first], last - first};
    }
  }
};

const Table& table() {
  static const Table theTable;
  return theTable;
}

} // namespace

std::span<const Rule> rules() { return table().rules; }
std::span<const Rule> rulesOf(Op op) { return table().byOp[static_cast<std::size_t>(op)]; }

} // namespace warplaw::symbolic::fold
