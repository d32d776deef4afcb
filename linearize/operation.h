// What one atomic step does to its element (ATOMS-6, -7, -9, RED-6, -7), for every legal pair of ATOMS-1 and RED-1.
#pragma once
#include "linearize/history.h"
#include "linearize/integer_steps.h"
#include <optional>
#include <string_view>

namespace warplaw::linearize {

/// ATOMS-1 or RED-1 allows it (EXCH, CAS, CAST: U32 S32 U64; the others as RED-1, which includes ATOMS-1), or it is one
/// of otherOperations.
bool isLegal(Operation operation);
/// All that ATOMS-1 or RED-1 allows, by operation, then type; without plain loads and stores.
const std::vector<Operation>& allOperations();
/// MIN and MAX of F32 and F64, by RED-7's rules for those of F16x2. Which NaN two NaNs give is unknown for F64.
const std::vector<Operation>& otherOperations();
/// A plain load or store, of 4 or 8 bytes at once.
constexpr Operation loadOf(Type type) { return {Op::Or, type, true}; }
constexpr Operation storeOf(Type type) { return {Op::Exch, type, true}; }
/// "CAS.U64", "ADD.F32.FTZ.RN", "CAST.SPIN.U32", "LD.64".
std::string nameOf(Operation operation);
/// Those names; besides no type (U32), .32, .64 (and .U32, .U64 of LD and ST), F16x2.FTZ.RN, and where only the bits
/// count .B32, .B64 and .S64. Nothing if it does not exist or is not legal.
std::optional<Operation> findOperation(std::string_view name);
/// "SUB.S32": the addition that does the same with the negative operand.
std::optional<Operation> findSubtraction(std::string_view name);
std::uint64_t negative(Type type, std::uint64_t operand);

/// Bytes of one access: 4 or 8.
constexpr unsigned bytesOf(Type type) { return type == Type::U64 || type == Type::S64 || type == Type::F64 ? 8 : 4; }
/// Bytes of one element: as bytesOf, but F16x2's halves are two elements of 2 (RED-6).
constexpr unsigned elementBytes(Type type) { return type == Type::F16x2 ? 2 : bytesOf(type); }
constexpr std::uint64_t onesOf(unsigned bytes) {
  return bytes == 8 ? ~std::uint64_t{0} : (std::uint64_t{1} << 8 * bytes) - 1;
}

/// CAST and CAST.SPIN return whether they stored, not the old value (ATOMS-9).
constexpr bool returnsFlag(Op op) { return op == Op::Cast || op == Op::CastSpin; }
constexpr bool isFloat(Type type) { return type == Type::F32 || type == Type::F16x2 || type == Type::F64; }
constexpr bool takesSwap(Op op) { return op == Op::Cas || returnsFlag(op); }

/// The new value of one element (16 bits under F16x2) after a step that finds `old`. CAST.SPIN: of the lane that
/// performs. A NaN that F64 gives is 0x7ff8000000000000 here: which one it is is unknown (RED-7, linearize/nan.h).
std::uint64_t floatStep(Op op, Type type, std::uint64_t old, std::uint64_t operand, ZeroOrder zeros);
inline std::uint64_t stepOf(Operation operation, std::uint64_t old, std::uint64_t operand, std::uint64_t swap,
                            ZeroOrder zeros) {
  return isFloat(operation.type)
             ? floatStep(operation.op, operation.type, old, operand, zeros)
             : kIntegerSteps[static_cast<unsigned>(operation.op)][static_cast<unsigned>(operation.type)](old, operand,
                                                                                                         swap);
}

/// What Rd receives from a performed step that finds `old`.
inline std::uint64_t returnedBy(Op op, std::uint64_t old, std::uint64_t operand) {
  return returnsFlag(op) ? old == operand : old;
}

/// An element's number, of float types.
double numberOf(Type type, std::uint64_t bits);

/// One value for all NaNs of F64, every other value as it is: right where each NaN of a location was given by F64
/// arithmetic and none but F64 arithmetic reads it.
std::uint64_t canonical(Type type, std::uint64_t value);

/// For one operation, whatever the operands: does the memory after a set of steps not depend on their order (RED-11)?
/// INC and DEC only with one limit, which is the caller's to see.
constexpr bool isOrderFree(Operation o, ZeroOrder zeros) {
  switch (o.op) {
  case Op::Add:
  case Op::And:
  case Op::Or:
  case Op::Xor:
    return !isFloat(o.type);
  case Op::Min:
  case Op::Max:
    return !isFloat(o.type) || zeros == ZeroOrder::NegativeBelow;
  case Op::Inc:
  case Op::Dec: // with one limit
    return true;
  default:
    return false;
  }
}

} // namespace warplaw::linearize
