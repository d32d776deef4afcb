// Folding rules: the chapters put together, and what instances are made of. (Which rules are at work is said in
// fold.cpp alone, so that a measurement can put another table in its place: bench/folding.cpp.)
#include "symbolic/terms/fold.h"
#include <algorithm>
#include <iterator>

namespace warplaw::symbolic::fold {
namespace {

bool isComparison(Op op) { return op >= Op::Eq && op <= Op::Sle; }

} // namespace

std::vector<Rule> allChapters() {
  std::vector<Rule> all;
  for (std::size_t op = 0; op < kOps; ++op)
    for (const auto chapter : {constantRules(), orderRules(), bitwiseRules(), arithmeticRules(), equalityRules(),
                               comparisonRules(), shapeRules(), choiceRules()})
      std::copy_if(chapter.begin(), chapter.end(), std::back_inserter(all),
                   [op](const Rule& rule) { return static_cast<std::size_t>(rule.op) == op; });
  return all;
}

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
