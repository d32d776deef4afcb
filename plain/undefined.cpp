// What of an operation's result may be anything, found by trying (PTX-16).
#include "plain/scalar.h"
#include <algorithm>

namespace warplaw::plain {
namespace {
using spec::scalar::onesOf;

/// Operations each of whose result's bits depends on one bit at most of each of these sources, once the other sources
/// are known. A source is a bit here.
struct BitByBit {
  std::string_view symbol;
  unsigned sources;
};
constexpr BitByBit kBitByBit[] = {
    {"bitAnd", 3}, {"bitOr", 3}, {"bitXor", 3}, {"bitNot", 1}, {"lop3", 7}, {"mov", 1},
    {"cvt", 1},    {"shl", 1},   {"shr", 1},    {"shf", 3},    {"brev", 1}, {"bfe", 1},
    {"bfi", 3},    {"prmt", 3},  {"szext", 1},  {"selp", 7},   {"slct", 7},
};

/// A sum of products modulo a power of two: what is above a bit does not change it.
constexpr std::string_view kSums[] = {"add", "sub", "neg", "mul", "mulWide", "mad", "madWide"};

/// An operation of two numbers, of which bits may be anything.
struct OfTwo {
  const spec::scalar::Form& form;
  spec::scalar::Modes modes;
  std::array<Word, 2> words, may;

  Word with(Word a, Word b) const {
    const Word both[] = {a, b};
    return scalar(form, modes, both);
  }
  /// A number that is as small, or as great, as it can be.
  Word extreme(unsigned of, bool isGreatest) const {
    const spec::scalar::Type type = form.source(of, modes);
    const Word sign = type.isSigned() ? (onesOf(type.width()) >> 1) + 1 : 0;
    const Word set = isGreatest ? may[of] & ~sign : may[of] & sign;
    return (words[of] & ~may[of]) | set;
  }
  bool changesWithOrder() const {
    return with(extreme(0, false), extreme(1, true)) != with(extreme(0, true), extreme(1, false));
  }
  /// As equal as they can be, and with one bit of them changed.
  bool changesWithEquality() const {
    const Word a = (words[0] & ~may[0]) | (words[1] & may[0] & ~may[1]);
    const Word b = (words[1] & ~may[1]) | (a & may[1]);
    const Word other = may[0] != 0 ? with(a ^ (may[0] & -may[0]), b) : with(a, b ^ (may[1] & -may[1]));
    return with(a, b) != other;
  }
  /// For min and max: the undefined bits of the source that is always chosen; all bits, if either may be chosen.
  Word undefinedOfChosen() const {
    for (const bool isGreatest : {false, true}) {
      const Word first = extreme(0, isGreatest), second = extreme(1, !isGreatest), chosen = with(first, second);
      const bool isMin = form.operation->symbol == "min";
      if (isMin == isGreatest && chosen == first) // at its worst it is still the one
        return may[0];
      if (isMin != isGreatest && chosen == second)
        return may[1];
    }
    return onesOf(64);
  }
};

} // namespace

Word undefinedBits(const spec::scalar::Form& form, spec::scalar::Modes modes, std::span<const Word> sources,
                   std::span<const Word> undefined) {
  std::array<Word, spec::scalar::kMostSources> may{};
  Word all = 0;
  unsigned which = 0; // sources that have such a bit
  for (unsigned i = 0; i < sources.size(); ++i) {
    may[i] = undefined[i] & onesOf(form.source(i, modes).width());
    all |= may[i];
    which |= may[i] != 0 ? 1u << i : 0;
  }
  if (all == 0)
    return 0;
  const std::string_view symbol = form.operation->symbol;
  const Word ones = onesOf(form.result(modes).width());
  const bool isHigh = (symbol == "mul" || symbol == "mad") && spec::scalar::modeOf(modes, 0) != 0;
  if (std::ranges::count(kSums, symbol) != 0 && !isHigh) { // a carry goes from the lowest one to all that are above
    Word below = 1;
    while ((all & below) == 0)
      below *= 2;
    return ones - (below - 1);
  }
  if (sources.size() == 2) {
    const OfTwo both{form, modes, {sources[0], sources[1]}, {may[0], may[1]}};
    if (symbol.starts_with("setp"))
      return (spec::scalar::modeOf(modes, 0) < 2 ? both.changesWithEquality() : both.changesWithOrder()) ? ones : 0;
    if ((symbol == "min" || symbol == "max") && form.source(0, modes).parts == 1)
      return both.undefinedOfChosen();
  }
  const auto* const known = std::ranges::find(kBitByBit, symbol, &BitByBit::symbol);
  const bool isSaturating = symbol == "cvt" && spec::scalar::modeOf(modes, 0) != 0;
  if (known == std::end(kBitByBit) || isSaturating || (which & ~known->sources) != 0)
    return onesOf(64);
  Word differs = 0, first = 0;
  for (unsigned taken = 0; taken <= known->sources; ++taken) {
    if ((taken & ~known->sources) != 0)
      continue;
    std::array<Word, spec::scalar::kMostSources> tried{};
    for (unsigned i = 0; i < sources.size(); ++i)
      tried[i] = (sources[i] & ~may[i]) | (taken >> i & 1 ? may[i] : 0);
    const Word result = scalar(form, modes, std::span(tried).first(sources.size()));
    first = taken == 0 ? result : first;
    differs |= result ^ first;
  }
  return differs;
}

} // namespace warplaw::plain
