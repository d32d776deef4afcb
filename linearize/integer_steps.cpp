// What one atomic step leaves in its element, integers (ATOMS-6, -7, -9, RED-6).
#include "linearize/integer_steps.h"

namespace {
using warplaw::linearize::Op;
using warplaw::linearize::Type;

template <Op op, Type type> std::uint64_t step(std::uint64_t old, std::uint64_t operand, std::uint64_t swap) {
  constexpr bool kSigned = type == Type::S32 || type == Type::S64;
  constexpr bool kWide = type == Type::U64 || type == Type::S64;
  // signed order is unsigned order with the sign bits turned over
  constexpr std::uint64_t kTurn = !kSigned ? 0 : kWide ? std::uint64_t{1} << 63 : std::uint64_t{1} << 31;
  switch (op) {
  case Op::Add:
    return kWide ? old + operand : (old + operand) & 0xffffffff;
  case Op::Min:
    return (operand ^ kTurn) < (old ^ kTurn) ? operand : old;
  case Op::Max:
    return (operand ^ kTurn) > (old ^ kTurn) ? operand : old;
  case Op::Inc:
    return old >= operand ? 0 : old + 1;
  case Op::Dec:
    return old == 0 || old > operand ? operand : old - 1;
  case Op::And:
    return old & operand;
  case Op::Or:
    return old | operand;
  case Op::Xor:
    return old ^ operand;
  case Op::Exch:
    return operand;
  case Op::Cas:
  case Op::Cast:
  case Op::CastSpin:
    return old == operand ? swap : old;
  }
  return old;
}
} // namespace

extern "C" {
#define WARPLAW_INTEGER_STEP(op, type, suffix)                                                                         \
  std::uint64_t warplaw_linearize_##suffix(std::uint64_t old, std::uint64_t operand, std::uint64_t swap) {             \
    return step<Op::op, Type::type>(old, operand, swap);                                                               \
  }
#include "linearize/integer_steps.def"
#undef WARPLAW_INTEGER_STEP
}
