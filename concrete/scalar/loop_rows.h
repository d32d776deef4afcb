// The loops of loops.h, for the processor that the including file is compiled for; it says their name:
// WARPLAW_LOOPS. Everything is inlined into the loops, so that no function of this file is shared with another one.
#pragma clang diagnostic ignored "-Wpass-failed" // a loop that holds a loop stays one
#include "concrete/scalar/loops.h"
#include "concrete/scalar/types.h"
#include <array>
#include <boost/preprocessor/stringize.hpp>

// The rows' functions alone; the loops follow.
#undef WARPLAW_SCALAR
#define WARPLAW_SCALAR(symbol, types, opcode, operands, rules)
// NOLINTBEGIN(bugprone-suspicious-include): the very text that is proved
#include "concrete/scalar/scalar_arithmetic.cpp"
#include "concrete/scalar/scalar_bits.cpp"
#include "concrete/scalar/scalar_carry.cpp"
#include "concrete/scalar/scalar_fields.cpp"
#include "concrete/scalar/scalar_selection.cpp"
// NOLINTEND(bugprone-suspicious-include)
#undef WARPLAW_SCALAR

namespace warplaw::concrete {
namespace {
using scalar::Modes;
using scalar::Word;

/// How many choices each group of an opcode's modifiers has; 1 where there is no such group.
consteval std::array<unsigned, 4> choicesOf(std::string_view opcode) {
  std::array<unsigned, 4> choices{1, 1, 1, 1};
  std::size_t group = 0;
  for (const char one : opcode) {
    choices[group] += one == '|' ? 1 : 0;
    group += one == ']' ? 1 : 0;
  }
  return choices;
}
consteval std::size_t countOf(std::string_view opcode) {
  std::size_t count = 1;
  for (const unsigned one : choicesOf(opcode))
    count *= one;
  return count;
}
consteval Modes modesNumbered(std::string_view opcode, std::size_t number) {
  Modes modes = 0;
  unsigned group = 0;
  for (const unsigned choices : choicesOf(opcode)) {
    modes |= static_cast<Modes>(number % choices) << 8 * group++;
    number /= choices;
  }
  return modes;
}

template <auto function, Modes modes>
[[gnu::flatten]] void loop(const Word* a, const Word* b, const Word* c, const Word* d, Word* result) {
#pragma clang loop vectorize(assume_safety) unroll(disable)
  for (unsigned lane = 0; lane < 32; ++lane) {
    const Word sources[]{a[lane], b[lane], c[lane], d[lane]};
    result[lane] = scalar::onWords<function>(function, modes, sources);
  }
}

template <auto function, Modes modes> inline constexpr ScalarLoop kLoop = loop<function, modes>;

} // namespace
} // namespace warplaw::concrete

#include "concrete/scalar/quick_loops.h"

namespace warplaw::concrete {
namespace {

template <auto function, class Opcode> struct LoopsOf {
  static constexpr std::size_t kCount = countOf(Opcode::text());
  template <std::size_t... number> static constexpr auto modesOf(std::index_sequence<number...>) {
    return std::array<Modes, kCount>{modesNumbered(Opcode::text(), number)...};
  }
  template <std::size_t... number> static constexpr auto loopsOf(std::index_sequence<number...>) {
    return std::array<ScalarLoop, kCount>{kLoop<function, modesNumbered(Opcode::text(), number)>...};
  }
  static constexpr auto kModes = modesOf(std::make_index_sequence<kCount>());
  static constexpr auto kLoops = loopsOf(std::make_index_sequence<kCount>());
};

#define WARPLAW_SCALAR(symbol, types, opcode, operands, rules)                                                         \
  struct Opcode_##symbol {                                                                                             \
    static consteval std::string_view text() { return opcode; }                                                        \
  };
#include "spec/scalar/integers.def"
#undef WARPLAW_SCALAR

} // namespace

namespace scalar {
#define WARPLAW_LOOP(r, symbol, type)                                                                                  \
  LoopsOfForm{#symbol "_" BOOST_PP_STRINGIZE(type), LoopsOf<rows::symbol<type>, Opcode_##symbol>::kLoops.data(),       \
                                             LoopsOf<rows::symbol<type>, Opcode_##symbol>::kModes.data(),              \
                                             LoopsOf<rows::symbol<type>, Opcode_##symbol>::kCount},
#define WARPLAW_SCALAR(symbol, types, opcode, operands, rules) BOOST_PP_SEQ_FOR_EACH(WARPLAW_LOOP, symbol, types)
extern const LoopsOfForm WARPLAW_LOOPS[];
extern const std::size_t BOOST_PP_CAT(WARPLAW_LOOPS, Count);
constinit const LoopsOfForm WARPLAW_LOOPS[]{
#include "spec/scalar/integers.def"
};
#undef WARPLAW_SCALAR
#undef WARPLAW_LOOP
constinit const std::size_t BOOST_PP_CAT(WARPLAW_LOOPS, Count) = sizeof(WARPLAW_LOOPS) / sizeof(LoopsOfForm);
} // namespace scalar
} // namespace warplaw::concrete
