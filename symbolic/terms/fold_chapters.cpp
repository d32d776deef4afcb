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
  std::vector<unsigned> powers = places(bits);
  powers.insert(powers.begin(), 0);
  for (const unsigned i : powers) {
    found.push_back(Bits{1} << i);
    found.push_back(onesOf(i));
  }
  if (bits > kAll)
    for (const Bits pattern : {Bits{0x5555555555555555u}, Bits{0x9e3779b97f4a7c15u}, Bits{0x00ff00ff00ff00ffu}})
      found.push_back((pattern << 64 | pattern) & onesOf(bits));
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

std::vector<unsigned> Instances::places(unsigned width) {
  std::vector<unsigned> found;
  const auto isTelling = [&](unsigned place) {
    if (width <= kAll)
      return true;
    for (const unsigned word : {8u, 16u, 32u, 64u})
      if (place == word || place + word == width)
        return true;
    return place == 1 || place + 1 == width || place == width / 2 || place == 5;
  };
  for (unsigned place = 1; place < width; ++place)
    if (isTelling(place))
      found.push_back(place);
  return found;
}

} // namespace warplaw::symbolic::fold
