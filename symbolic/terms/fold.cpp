// Folding rules: the table, put together from its chapters and grouped by operation; and what instances are
// made of.
#include "symbolic/terms/fold.h"
#include <algorithm>
#include <array>
#include <iterator>

namespace warplaw::symbolic::fold {
namespace {

constexpr std::size_t kOps = static_cast<std::size_t>(Op::Apply) + 1;

struct Table {
  std::vector<Rule> rules;
  std::array<std::span<const Rule>, kOps> byOp;

  Table() {
    for (std::size_t op = 0; op < kOps; ++op)
      for (const auto chapter : {constantRules(), orderRules(), bitwiseRules(), arithmeticRules(), equalityRules(),
                                 comparisonRules(), shapeRules(), choiceRules()})
        std::copy_if(chapter.begin(), chapter.end(), std::back_inserter(rules),
                     [op](const Rule& rule) { return static_cast<std::size_t>(rule.op) == op; });
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

bool isComparison(Op op) { return op >= Op::Eq && op <= Op::Sle; }

} // namespace

std::span<const Rule> rules() { return table().rules; }
std::span<const Rule> rulesOf(Op op) { return table().byOp[static_cast<std::size_t>(op)]; }

void Instances::emit(std::initializer_list<Term> args) {
  emitWide(isComparison(op) ? 1 : std::data(args)[args.size() - 1].width(), args);
}

void Instances::offer(std::initializer_list<Term> args) {
  emitWide(isComparison(op) ? 1 : std::data(args)[args.size() - 1].width(), args, 0, false);
}

void Instances::emitWide(unsigned resultWidth, std::vector<Term> args, Bits value, bool mustFire) {
  list.push_back({op, resultWidth, std::move(args), value, mustFire});
}

std::vector<Bits> Instances::values(unsigned bits) {
  std::vector<Bits> found;
  if (bits <= 4) {
    for (Bits v = 0; v < Bits{1} << bits; ++v)
      found.push_back(v);
    return found;
  }
  found = {onesOf(bits), onesOf(bits) - 1};
  for (unsigned i = 0; i < bits; ++i) {
    found.push_back(Bits{1} << i);
    found.push_back(onesOf(i));
  }
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

} // namespace warplaw::symbolic::fold
