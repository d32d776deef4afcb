#include "ptx/machine/undefined.h"
#include <algorithm>

namespace warplaw::ptx {
namespace {
using spec::scalar::onesOf;
using Words = std::array<std::uint64_t, 4>;

/// Operations that bring bits of some sources to other places, as the other sources say: which of them are brought, a
/// bit each.
struct Moves {
  std::string_view symbol;
  unsigned sources;
};
constexpr Moves kMoves[] = {{"mov", 1}, {"cvt", 1}, {"shl", 1},  {"shr", 1},   {"shf", 3},  {"brev", 1},
                            {"bfe", 1}, {"bfi", 3}, {"prmt", 3}, {"szext", 1}, {"selp", 3}, {"slct", 3}};

/// Bit by bit: the result for each of the eight combinations of three bits, as lop3 numbers them.
struct Bitwise {
  std::string_view symbol;
  std::uint8_t table;
};
constexpr Bitwise kBitwise[] = {{"bitAnd", 0xc0}, {"bitOr", 0xfc}, {"bitXor", 0x3c}, {"bitNot", 0x0f}};

/// Bits for which the table gives both 0 and 1.
std::uint64_t tableBits(unsigned table, const Words& words, const Words& undefined) {
  std::uint64_t may[2] = {0, 0};
  for (unsigned row = 0; row < 8; ++row) {
    std::uint64_t here = ~std::uint64_t{0};
    for (unsigned i = 0; i < 3; ++i)
      here &= (row >> (2 - i) & 1 ? words[i] : ~words[i]) | undefined[i];
    may[table >> row & 1] |= here;
  }
  return may[0] & may[1];
}

/// Operations of which each bit depends on bits that are not above it: carries go up. A product's low part.
bool carriesUp(std::string_view symbol, spec::scalar::Modes modes) {
  constexpr std::string_view kAlways[] = {"add", "sub", "neg", "mulWide", "madWide"};
  constexpr std::string_view kLow[] = {"mul", "mad"};
  return std::ranges::count(kAlways, symbol) != 0 ||
         (std::ranges::count(kLow, symbol) != 0 && spec::scalar::modeOf(modes, 0) == 0);
}

/// What a word may be at least and at most, as numbers without a sign that have the same order.
struct Range {
  std::uint64_t least, most;
};
Range rangeOf(std::uint64_t word, std::uint64_t undefined, const spec::scalar::Type& type) {
  const std::uint64_t sign = type.isSigned() ? std::uint64_t{1} << (type.width() - 1) : 0;
  const std::uint64_t number = (word & onesOf(type.width())) ^ sign;
  return {number & ~undefined, number | undefined};
}

/// May a comparison hold, and may it not? How: eq ne lt le gt ge, and lo ls hi hs.
bool isOpen(unsigned how, std::uint64_t differ, Range a, Range b) {
  switch (how) {
  case 0:
  case 1:
    return differ == 0;
  case 2:
  case 5:
  case 6:
  case 9:
    return a.least < b.most && a.most >= b.least;
  default:
    return a.least <= b.most && a.most > b.least;
  }
}

} // namespace

std::uint64_t undefinedBits(const spec::scalar::Spelled& operation, concrete::ScalarFunction function, Words words,
                            Words undefined) {
  const auto& [form, modes] = operation;
  constexpr std::uint64_t kAll = ~std::uint64_t{0};
  std::uint64_t any = 0;
  for (unsigned i = 0; i < form.sources(); ++i) {
    undefined[i] &= onesOf(form.source(i, modes).width());
    any |= undefined[i];
  }
  if (any == 0)
    return 0;
  const std::string_view symbol = form.operation->symbol;
  const std::uint64_t ones = onesOf(form.result(modes).width());
  if (symbol == "selp" || symbol == "slct") {
    if (undefined[2] >> (form.source(2, modes).width() - 1) != 0) // either: only where they are alike it says nothing
      return ((words[0] ^ words[1]) | undefined[0] | undefined[1]) & ones;
    undefined[2] = 0; // the lower bits of a number choose nothing
  }
  const auto called = [&](const auto& one) { return one.symbol == symbol; };
  if (const auto* const moves = std::ranges::find_if(kMoves, called); moves != std::end(kMoves)) {
    if (symbol == "cvt" && spec::scalar::modeOf(modes, 0) != 0) // .sat looks at the whole number
      return kAll;
    Words brought = words;
    for (unsigned i = 0; i < form.sources(); ++i)
      if (moves->sources >> i & 1)
        brought[i] = undefined[i];
      else if (undefined[i] != 0)
        return kAll;
    return function(modes, brought[0], brought[1], brought[2], brought[3]) & ones;
  }
  if (symbol == "lop3")
    return undefined[3] != 0 ? kAll : tableBits(words[3] & 0xff, words, undefined) & ones;
  if (const auto* const bitwise = std::ranges::find_if(kBitwise, called); bitwise != std::end(kBitwise))
    return tableBits(bitwise->table, words, undefined) & ones;
  if (carriesUp(symbol, modes))
    return ~((any & -any) - 1) & ones;
  const spec::scalar::Type type = form.typeOfT();
  const Range a = rangeOf(words[0], undefined[0], type), b = rangeOf(words[1], undefined[1], type);
  if (symbol.starts_with("setp"))
    return isOpen(spec::scalar::modeOf(modes, 0), (words[0] ^ words[1]) & ~any & onesOf(type.width()), a, b) ? ones : 0;
  if ((symbol == "min" || symbol == "max") && type.parts == 1) { // one word, if it is plain which
    if (a.most <= b.least)
      return undefined[symbol == "min" ? 0 : 1];
    if (b.most <= a.least)
      return undefined[symbol == "min" ? 1 : 0];
  }
  return kAll;
}

} // namespace warplaw::ptx
