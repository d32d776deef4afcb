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
  if (symbol == "add" || symbol == "sub") // carries go up
    return ~((any & -any) - 1) & ones;
  return kAll;
}

} // namespace warplaw::ptx
