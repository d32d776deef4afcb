// redux.sync over vectors of lanes (SYNC-1, SYNC-5). Min and max of every type are a least key: unsigned numbers in the
// order of the words, floats by their bits.
#pragma once
#include "concrete/instructions/reduxsync.h"
#include "concrete/instructions/sync_groups.h"
#include "concrete/lanewise.h"

namespace warplaw::concrete {

/// Words as keys, and a key as the word that it is of. Masks: all ones or none.
struct ReductionKeys {
  std::uint32_t isFloat, isAbs, isNan;
  std::uint32_t isMax; ///< keys are complements
  std::uint32_t bias;  ///< by which a signed number becomes an unsigned one of the same order

  explicit ReductionKeys(const spec::ReduxsyncModifiers* m) {
    const auto isOf = [m](spec::ReduxsyncType type) { return maskOf(m->type == static_cast<std::uint32_t>(type)); };
    isFloat = isOf(spec::ReduxsyncType::F32);
    isAbs = maskOf(m->abs != 0);
    isNan = maskOf(m->nan != 0);
    isMax = maskOf(m->op == static_cast<std::uint32_t>(spec::ReduxsyncOp::Max));
    bias = (isFloat | isOf(spec::ReduxsyncType::S32)) & 0x80000000u;
  }

  static constexpr std::uint32_t kNaN = 0x7fffffff; ///< that is given

  template <class Vector> static Vector isNaN(Vector word) { return (Vector)((word & 0x7fffffffu) > 0x7f800000u); }
  /// Negative floats in the order of their magnitudes, backwards; -0 is -1, before +0. Its own inverse.
  template <class Vector> Vector ordered(Vector word) const {
    const Vector isNegative = (Vector)(word >= 0x80000000u);
    return word ^ (isNegative & isFloat & 0x7fffffffu);
  }
  template <class Vector> Vector keyOf(Vector word) const {
    const Vector key = ordered<Vector>(word & ~(isAbs & 0x80000000u)) ^ bias ^ isMax;
    // a NaN that is left out is as great as nothing; one that decides is least
    const Vector takes = isNaN(word) & isFloat;
    return (key & ~takes) | (~isNan & takes);
  }
  template <class Vector> Vector wordOf(Vector key) const {
    const Vector word = ordered<Vector>(key ^ isMax ^ bias);
    const Vector takes = (Vector)((key == 0u) | (key == ~0u)) & isFloat; // no number's: those of NaNs
    return (word & ~takes) | (kNaN & takes);
  }
};

template <unsigned kWidth>
__attribute__((always_inline)) inline void
reduxsyncVector(const spec::ReduxsyncModifiers* modifiers, const spec::Operands* operands,
                const spec::ReduxsyncChoices* choices, const spec::ExitedLanes* exited, spec::Results* results) {
  using Vector = typename VectorOf<kWidth>::Unsigned;
  const ReductionKeys of(modifiers);
  const std::uint32_t* words = operands->row[spec::sync_rows::kValue];
  const std::uint32_t exec = operands->exec, live = liveLanes(operands, exited);
  const std::uint32_t defined = whereDefined<kWidth>(operands, live, choices->overlapIsDefined);
  std::uint32_t keys[spec::kLanes];
#pragma clang loop unroll(full)
  for (std::uint32_t first = 0; first < spec::kLanes; first += kWidth) {
    const LanesFrom<kWidth> lanes{first};
    lanes.set(keys, of.keyOf(lanes.of(words)));
  }
#pragma clang loop unroll(full)
  for (std::uint32_t first = 0; first < spec::kLanes; first += kWidth) {
    const LanesFrom<kWidth> lanes{first};
    const Vector part = lanes.of(operands->row[spec::sync_rows::kMask]) & live;
    const auto reduced = [&](std::uint32_t neutral, const std::uint32_t* row, auto&& joined) {
      Vector all = Vector{} + neutral;
#pragma clang loop unroll(full)
      for (std::uint32_t other = 0; other < spec::kLanes; ++other) {
        const Vector takes = (Vector)((part & (1u << other)) != 0u);
        all = joined(all, (row[other] & takes) | (neutral & ~takes));
      }
      return all;
    };
    Vector word;
    switch (static_cast<spec::ReduxsyncOp>(modifiers->op)) {
    case spec::ReduxsyncOp::Add:
      word = reduced(0, words, [](Vector a, Vector b) { return a + b; });
      break;
    case spec::ReduxsyncOp::And:
      word = reduced(~0u, words, [](Vector a, Vector b) { return a & b; });
      break;
    case spec::ReduxsyncOp::Or:
      word = reduced(0, words, [](Vector a, Vector b) { return a | b; });
      break;
    case spec::ReduxsyncOp::Xor:
      word = reduced(0, words, [](Vector a, Vector b) { return a ^ b; });
      break;
    default: // Min, Max
      word = of.wordOf(reduced(~0u, keys, [](Vector a, Vector b) { return __builtin_elementwise_min(a, b); }));
    }
    giveWords(lanes, exec, defined, word, choices->any.data(), results->row[0]);
  }
  writesRdOnly(exec, results);
}

} // namespace warplaw::concrete
