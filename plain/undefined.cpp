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
    {"bfi", 3},    {"prmt", 3},  {"szext", 1},  {"selp", 3},   {"slct", 3},
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
  if (symbol == "add" || symbol == "sub") { // a carry goes from the lowest one to all that are above
    Word below = 1;
    while ((all & below) == 0)
      below *= 2;
    return ones - (below - 1);
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
