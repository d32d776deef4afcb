// Names and legality of operations (ATOMS-1, RED-1) and their floating-point steps (RED-7).
#include "linearize/operation.h"
#include "linearize/nan.h"
#include <algorithm>
#include <bit>
#include <cmath>

namespace warplaw::linearize {
namespace {

struct NamedOp {
  Op op;
  std::string_view name;
};
constexpr NamedOp kOps[] = {{Op::Add, "ADD"},   {Op::Min, "MIN"}, {Op::Max, "MAX"},   {Op::Inc, "INC"},
                            {Op::Dec, "DEC"},   {Op::And, "AND"}, {Op::Or, "OR"},     {Op::Xor, "XOR"},
                            {Op::Exch, "EXCH"}, {Op::Cas, "CAS"}, {Op::Cast, "CAST"}, {Op::CastSpin, "CAST.SPIN"}};
struct NamedType {
  Type type;
  std::string_view name;
};
constexpr NamedType kTypes[] = {{Type::U32, "U32"},           {Type::S32, "S32"},        {Type::U64, "U64"},
                                {Type::S64, "S64"},           {Type::F32, "F32.FTZ.RN"}, {Type::F16x2, "F16x2.RN"},
                                {Type::F64, "F64.RN"},        {Type::U32, "32"},         {Type::U64, "64"},
                                {Type::F16x2, "F16x2.FTZ.RN"}};

// ---- single precision: RN, subnormals in and out become zeros of their sign, NaN is 0x7fffffff

float flushed(float value) { return std::fpclassify(value) == FP_SUBNORMAL ? std::copysign(0.0f, value) : value; }

std::uint64_t addSingle(std::uint64_t old, std::uint64_t operand) {
  const float a = flushed(std::bit_cast<float>(static_cast<std::uint32_t>(old)));
  const float b = flushed(std::bit_cast<float>(static_cast<std::uint32_t>(operand)));
  const float sum = flushed(a + b); // a subnormal sum of floats is exact: flushing after rounding loses nothing
  return std::isnan(sum) ? 0x7fffffffu : std::bit_cast<std::uint32_t>(sum);
}

// ---- half precision: subnormals kept, NaN is 0x7fff

bool isNanHalf(std::uint64_t half) { return (half & 0x7fff) > 0x7c00; }

double fromHalf(std::uint64_t half) {
  const int exponent = half >> 10 & 31;
  const double fraction = half & 0x3ff;
  const double magnitude = exponent == 31  ? INFINITY
                           : exponent == 0 ? std::ldexp(fraction, -24)
                                           : std::ldexp(fraction + 1024, exponent - 25);
  return half & 0x8000 ? -magnitude : magnitude;
}

/// The nearest half, ties to even. A sum of two halves is exact in a double, so this rounds once.
std::uint64_t toHalf(double value) {
  const std::uint64_t sign = std::signbit(value) ? 0x8000 : 0;
  const double magnitude = std::fabs(value);
  if (std::isinf(magnitude) ||
      magnitude >= 65520.0) // half way between the greatest half and the next power: to infinity
    return sign | 0x7c00;
  int exponent = magnitude == 0 ? -24 : std::max(std::ilogb(magnitude) - 10, -24); // of the last place
  const auto units = static_cast<std::uint64_t>(std::nearbyint(std::ldexp(magnitude, -exponent)));
  // units are 11 bits, or 12 after a carry; subnormal: the exponent field stays 0
  return sign + (static_cast<std::uint64_t>(exponent + 24) << 10) + units;
}

std::uint64_t addHalf(std::uint64_t old, std::uint64_t operand) {
  if (isNanHalf(old) || isNanHalf(operand))
    return 0x7fff;
  const double sum = fromHalf(old) + fromHalf(operand);
  return std::isnan(sum) ? 0x7fff : toHalf(sum);
}

// ---- MIN and MAX: subnormals kept, a NaN with a number gives the number

struct Format {
  std::uint64_t sign, infinity, nan; ///< nan: of two NaNs
};
constexpr Format kHalf{0x8000, 0x7c00, 0x7fff}, kSingle{0x80000000, 0x7f800000, 0x7fffffff},
    kDouble{std::uint64_t{1} << 63, 0x7ff0000000000000, 0x7ff8000000000000};

std::uint64_t extreme(const Format& format, bool minimum, std::uint64_t old, std::uint64_t operand, ZeroOrder zeros) {
  const auto size = [&](std::uint64_t value) { return value & (format.sign - 1); };
  const bool isOldNan = size(old) > format.infinity, isOperandNan = size(operand) > format.infinity;
  if (isOldNan || isOperandNan)
    return !isOldNan ? old : !isOperandNan ? operand : format.nan;
  if (size(old) == 0 && size(operand) == 0 && old != operand && zeros != ZeroOrder::NegativeBelow)
    return zeros == ZeroOrder::KeepMemory ? old : operand;
  const auto key = [&](std::uint64_t value) {
    return value & format.sign ? format.sign - 1 - size(value) : value | format.sign;
  };
  return minimum == (key(operand) < key(old)) ? operand : old;
}

std::uint64_t addDouble(std::uint64_t old, std::uint64_t operand) {
  return canonical(Type::F64,
                   std::bit_cast<std::uint64_t>(std::bit_cast<double>(old) + std::bit_cast<double>(operand)));
}

/// Which no instruction of the documents does, but others do, and programs by loops of CAS.
constexpr bool isBeyondRules(Operation o) {
  return (o.op == Op::Min || o.op == Op::Max) && (o.type == Type::F32 || o.type == Type::F64);
}

/// Types by names that say no more than how many bits there are, or a sign that makes no difference to the operation.
std::optional<Type> otherTypeOf(Op op, std::string_view name) {
  const bool isLogic = op >= Op::And;
  if (name == "S64" && (isLogic || op == Op::Add))
    return Type::U64;
  if (isLogic && (name == "B32" || name == "B64"))
    return name == "B32" ? Type::U32 : Type::U64;
  return std::nullopt;
}

} // namespace

bool isLegal(Operation o) {
  if (o.plain)
    return (o.op == Op::Or || o.op == Op::Exch) && (o.type == Type::U32 || o.type == Type::U64);
  switch (o.op) {
  case Op::Add:
    return o.type != Type::S64;
  case Op::Min:
  case Op::Max:
    return true;
  case Op::Inc:
  case Op::Dec:
    return o.type == Type::U32;
  default:
    return o.type == Type::U32 || o.type == Type::S32 || o.type == Type::U64;
  }
}

const std::vector<Operation>& allOperations() {
  static const std::vector<Operation> kAll = [] {
    std::vector<Operation> all;
    for (const NamedOp& op : kOps)
      for (unsigned type = 0; type <= static_cast<unsigned>(Type::F64); ++type)
        if (const Operation operation{op.op, static_cast<Type>(type)}; isLegal(operation) && !isBeyondRules(operation))
          all.push_back(operation);
    return all;
  }();
  return kAll;
}

const std::vector<Operation>& otherOperations() {
  static const std::vector<Operation> kOthers = {
      {Op::Min, Type::F32}, {Op::Min, Type::F64}, {Op::Max, Type::F32}, {Op::Max, Type::F64}};
  return kOthers;
}

std::string nameOf(Operation operation) {
  if (isBeyondRules(operation))
    return std::string(operation.op == Op::Min ? "MIN" : "MAX") + (operation.type == Type::F32 ? ".F32" : ".F64");
  if (operation.plain)
    return std::string(operation.op == Op::Or ? "LD" : "ST") + (operation.type == Type::U64 ? ".64" : ".32");
  return std::string(kOps[static_cast<unsigned>(operation.op)].name) + "." +
         std::string(kTypes[static_cast<unsigned>(operation.type)].name);
}

std::optional<Operation> findOperation(std::string_view name) {
  for (const Type type : {Type::U32, Type::U64})
    for (const Operation plain : {loadOf(type), storeOf(type)}) {
      const std::string known = nameOf(plain), base = known.substr(0, 2), size = known.substr(3);
      if (name == known || name == base + ".U" + size || (name == base && type == Type::U32))
        return plain;
    }
  for (const Operation other : otherOperations())
    if (name == nameOf(other))
      return other;
  std::optional<Operation> found;
  for (const NamedOp& op : kOps) {
    if (!name.starts_with(op.name))
      continue;
    const std::string_view rest = name.substr(op.name.size());
    if (rest.empty())
      found = Operation{op.op, Type::U32};
    for (const NamedType& type : kTypes)
      if (rest.size() == type.name.size() + 1 && rest[0] == '.' && rest.substr(1) == type.name)
        found = Operation{op.op, type.type};
    if (const auto type = rest.empty() ? std::nullopt : otherTypeOf(op.op, rest.substr(1)); type && rest[0] == '.')
      found = Operation{op.op, *type};
  }
  return found && isLegal(*found) && !isBeyondRules(*found) ? found : std::nullopt;
}

std::optional<Operation> findSubtraction(std::string_view name) {
  constexpr std::string_view kSub = "SUB";
  return name.starts_with(kSub) ? findOperation("ADD" + std::string(name.substr(kSub.size()))) : std::nullopt;
}

std::uint64_t negative(Type type, std::uint64_t operand) {
  switch (type) {
  case Type::F32:
    return operand ^ kSingle.sign;
  case Type::F64:
    return operand ^ kDouble.sign;
  case Type::F16x2:
    return operand ^ (kHalf.sign << 16 | kHalf.sign);
  default:
    return (0 - operand) & onesOf(bytesOf(type));
  }
}

std::uint64_t floatStep(Op op, Type type, std::uint64_t old, std::uint64_t operand, ZeroOrder zeros) {
  if (op != Op::Add)
    return extreme(type == Type::F32   ? kSingle
                   : type == Type::F64 ? kDouble
                                       : kHalf,
                   op == Op::Min, old, operand, zeros);
  if (type == Type::F32)
    return addSingle(old, operand);
  if (type == Type::F64)
    return addDouble(old, operand);
  return addHalf(old, operand);
}

double numberOf(Type type, std::uint64_t bits) {
  return type == Type::F32     ? double{std::bit_cast<float>(static_cast<std::uint32_t>(bits))}
         : type == Type::F16x2 ? fromHalf(bits)
                               : std::bit_cast<double>(bits);
}

std::uint64_t canonical(Type type, std::uint64_t value) {
  return type == Type::F64 && isNan(value) ? 0x7ff8000000000000u : value;
}

} // namespace warplaw::linearize
