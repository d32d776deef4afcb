// SHFL's datapath with AVX-512, sixteen lanes at a time, branch-free in the mode (SHFL-1..8). The one machine-specific operation is
// vpermi2d, a look-up in a table of 32 words; everything else is element-wise.
#include "concrete/shfl.h"

using namespace warplaw::spec;

namespace {
typedef std::uint32_t Vector __attribute__((vector_size(64)));
typedef std::int32_t SignedVector __attribute__((vector_size(64)));
typedef std::uint32_t UnalignedVector __attribute__((vector_size(64), aligned(4), may_alias));

constexpr std::uint32_t kHalf = 16; ///< lanes of one vector
constexpr std::uint16_t kAll = 0xFFFF;
constexpr int kLessOrEqual = 2, kNotEqual = 4; ///< comparison codes of the compare built-ins

Vector load(const std::uint32_t* from) { return *reinterpret_cast<const UnalignedVector*>(from); }

/// What the mode does to the lane arithmetic: masks of all ones or all zeros.
struct ModeMasks {
  std::uint32_t idx, up, bfly;
};

struct Half {
  Vector read;        ///< what each lane reads
  std::uint32_t inRange; ///< 16 bits
};

/// Lanes first..first+15. `low` and `high` are the 32 words of Ra.
__attribute__((always_inline)) inline Half shuffleHalf(ModeMasks mode, Vector lane, Vector sb, Vector sc, Vector low, Vector high, std::uint32_t exec,
                                 Vector inactive) {
  const Vector b = sb & 31u;
  const Vector seg = (sc >> 8) & 31u;
  const Vector minLane = lane & seg;
  const Vector maxLane = minLane | (sc & 31u & ~seg);
  // j = own part + signed part - twice the carry of a butterfly (x ^ y = x + y - 2(x & y)); segments cut both parts under IDX
  const Vector own = lane & (seg | ~mode.idx);
  const Vector other = b & ~(seg & mode.idx);
  const Vector j = own + ((other ^ mode.up) - mode.up) - ((lane & b & mode.bfly) << 1);
  // ~x reverses the order: UP asks j >= maxLane, the others j <= maxLane
  const std::uint16_t inRange = __builtin_ia32_cmpd512_mask((SignedVector)(j ^ mode.up), (SignedVector)(maxLane ^ mode.up), kLessOrEqual, kAll);
  const Vector source = (Vector)__builtin_ia32_selectd_512(inRange, (SignedVector)(j & 31u), (SignedVector)lane);
  const Vector value = (Vector)__builtin_ia32_vpermi2vard512((SignedVector)low, (SignedVector)source, (SignedVector)high);
  const Vector active = (exec >> source) & 1u;
  const std::uint16_t reads = __builtin_ia32_cmpd512_mask((SignedVector)active, (SignedVector)(active ^ active), kNotEqual, kAll);
  Half half;
  half.read = (Vector)__builtin_ia32_selectd_512(reads, (SignedVector)value, (SignedVector)inactive);
  half.inRange = inRange;
  return half;
}
} // namespace

extern "C" void warplaw_shfl_avx512(std::uint32_t mode, const Operands* operands, const ShflChoices* choices, Results* results) {
  ModeMasks masks;
  masks.idx = mode == static_cast<std::uint32_t>(ShflMode::Idx) ? ~0u : 0u;
  masks.up = mode == static_cast<std::uint32_t>(ShflMode::Up) ? ~0u : 0u;
  masks.bfly = mode == static_cast<std::uint32_t>(ShflMode::Bfly) ? ~0u : 0u;
  const std::uint32_t exec = operands->exec;
  const std::uint32_t* inactive = choices->inactive.data();
  const Vector low = load(operands->row[shfl_rows::kValue]);
  const Vector high = load(operands->row[shfl_rows::kValue] + kHalf);
  const Vector firstLanes = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
  std::uint32_t inRange = 0;
  for (std::uint32_t first = 0; first < kLanes; first += kHalf) {
    const Half half = shuffleHalf(masks, firstLanes + first, load(operands->row[shfl_rows::kLane] + first),
                                  load(operands->row[shfl_rows::kRange] + first), low, high, exec, load(inactive + first));
    UnalignedVector* destination = reinterpret_cast<UnalignedVector*>(results->row[0] + first);
    const Vector old = *destination;
    *destination = (Vector)__builtin_ia32_selectd_512(static_cast<std::uint16_t>(exec >> first), (SignedVector)half.read, (SignedVector)old);
    inRange |= half.inRange << first;
  }
  results->written[0] = exec;
  results->written[1] = 0;
  results->predicateWritten = exec;
  results->predicate = (results->predicate & ~exec) | (inRange & exec);
  for (std::uint32_t i = 0; i < kLanes; ++i) results->error[i] = static_cast<std::uint8_t>(ErrorKind::None);
}
