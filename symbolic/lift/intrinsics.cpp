// Intrinsics, by allow-list: integer ones lane by lane, memory ones, hints, and the vector permutations and
// the compression of AVX2 and AVX-512.
#include "symbolic/lift/lifter.h"
#include "symbolic/terms/divide.h"
#include <bit>
#include <llvm/IR/IntrinsicsX86.h>

namespace warplaw::lift {
namespace {
using llvm::Intrinsic::ID;
namespace Intrinsic = llvm::Intrinsic;
using symbolic::Bits;

Term countOnes(Terms& terms, Term a) {
  const unsigned width = a.width();
  std::vector<Term> parts;
  parts.reserve(width);
  for (unsigned i = 0; i < width; ++i)
    parts.push_back(a.bit(i).zext(width));
  while (parts.size() > 1) { // a tree: sums of neighbours
    std::vector<Term> sums;
    for (std::size_t i = 0; i + 1 < parts.size(); i += 2)
      sums.push_back(parts[i] + parts[i + 1]);
    if (parts.size() % 2)
      sums.push_back(parts.back());
    parts = std::move(sums);
  }
  return parts.front();
}

Term countZeros(Terms& terms, Term a, bool leading) {
  const unsigned width = a.width();
  Term result = terms.constant(width, width);
  for (unsigned i = width; i-- > 0;) {
    // The last test made wins: leading zeros ask the top bit last, trailing zeros the bottom bit.
    const unsigned bit = leading ? width - 1 - i : i;
    result = a.bit(bit).ite(terms.constant(width, i), result);
  }
  return result;
}

Term reversed(Term a, unsigned unit) {
  Term result;
  for (unsigned i = 0; i < a.width(); i += unit) {
    const Term part = a.extract(i + unit - 1, i);
    result = result ? result.concat(part) : part;
  }
  return result;
}

/// High (left) or low (right) half of {a, b} shifted by c modulo the width.
Term funnelShift(Terms& terms, bool left, Term a, Term b, Term c) {
  const unsigned width = a.width();
  Term amount = c;
  if (std::has_single_bit(width))
    amount = c & Bits{width - 1};
  else
    amount = divideUnsigned(c, terms.constant(width, width)).remainder;
  const Term back = terms.constant(width, width) - amount; // width itself where amount is 0: a shift that gives 0
  return left ? a.shl(amount) | b.lshr(back) : b.lshr(amount) | a.shl(back);
}

Term saturated(Context& context, ID id, Term a, Term b) {
  const unsigned width = a.width();
  const Term ones = ~context.constant(width, 0);
  const Term lowest = context.constant(width, Bits{1} << (width - 1));
  switch (id) {
  case Intrinsic::uadd_sat:
    return addOverflows(context, false, a, b).ite(ones, a + b);
  case Intrinsic::usub_sat:
    return subOverflows(context, false, a, b).ite(context.constant(width, 0), a - b);
  case Intrinsic::sadd_sat:
    return addOverflows(context, true, a, b).ite(a.bit(width - 1).ite(lowest, ~lowest), a + b);
  default:
    return subOverflows(context, true, a, b).ite(a.bit(width - 1).ite(lowest, ~lowest), a - b);
  }
}

Value withOverflow(Context& context, ID id, const Value& a, const Value& b) {
  const Term poison = a.poison | b.poison;
  const auto pair = [&](Term bits, Term overflow) {
    return aggregate({integer(bits, poison), integer(overflow, poison)});
  };
  switch (id) {
  case Intrinsic::uadd_with_overflow:
    return pair(a.bits + b.bits, addOverflows(context, false, a.bits, b.bits));
  case Intrinsic::sadd_with_overflow:
    return pair(a.bits + b.bits, addOverflows(context, true, a.bits, b.bits));
  case Intrinsic::usub_with_overflow:
    return pair(a.bits - b.bits, subOverflows(context, false, a.bits, b.bits));
  case Intrinsic::ssub_with_overflow:
    return pair(a.bits - b.bits, subOverflows(context, true, a.bits, b.bits));
  case Intrinsic::umul_with_overflow:
    return pair(a.bits * b.bits, mulOverflows(context, false, a.bits, b.bits));
  default:
    return pair(a.bits * b.bits, mulOverflows(context, true, a.bits, b.bits));
  }
}

/// One lane of an intrinsic that works lane by lane; nothing if it is not one of them.
std::optional<Cell> lane(Context& context, ID id, const std::vector<Cell>& x, bool flag, unsigned width) {
  Terms& terms = context.terms;
  Term poison = x[0].poison;
  for (const Cell& cell : x)
    poison = poison | WARPLAW_FAULT(intrinsic_poison, cell.poison, terms.truth(false));
  const Term a = x[0].bits;
  const Term b = x.size() > 1 ? x[1].bits : a;
  switch (id) {
  case Intrinsic::ctpop:
    return Cell{countOnes(terms, a), poison};
  case Intrinsic::ctlz:
  case Intrinsic::cttz:
    if (flag)
      poison = context.poisoned(poison, WARPLAW_FAULT(count_zero_poison, a.eq(Bits{0}), terms.truth(false)),
                                [] { return Cause::other("counts the zeros of 0, as __builtin_clz does"); });
    return Cell{countZeros(terms, a, id == Intrinsic::ctlz), poison};
  case Intrinsic::bswap:
    return Cell{reversed(a, 8), poison};
  case Intrinsic::bitreverse:
    return Cell{reversed(a, 1), poison};
  case Intrinsic::fshl:
    return Cell{funnelShift(terms, WARPLAW_FAULT(fshl_as_fshr, true, false), a, b, x[2].bits), poison};
  case Intrinsic::fshr:
    return Cell{funnelShift(terms, false, a, b, x[2].bits), poison};
  case Intrinsic::umin:
    return Cell{a.ult(b).ite(a, b), poison};
  case Intrinsic::umax:
    return Cell{a.ult(b).ite(b, a), poison};
  case Intrinsic::smin:
    return Cell{WARPLAW_FAULT(smin_as_umin, a.slt(b), a.ult(b)).ite(a, b), poison};
  case Intrinsic::smax:
    return Cell{a.slt(b).ite(b, a), poison};
  case Intrinsic::abs: {
    const unsigned bits = a.width();
    if (flag)
      poison = context.poisoned(poison, WARPLAW_FAULT(abs_minimum, a.eq(Bits{1} << (bits - 1)), terms.truth(false)),
                                [] { return Cause::other("the magnitude of the least signed number"); });
    return Cell{a.bit(bits - 1).ite(a.negated(), a), poison};
  }
  case Intrinsic::uadd_sat:
  case Intrinsic::usub_sat:
  case Intrinsic::sadd_sat:
  case Intrinsic::ssub_sat:
    return Cell{saturated(context, id, a, b), poison};
  case Intrinsic::ucmp:
    return Cell{a.ult(b).ite(~terms.constant(width, 0), b.ult(a).zext(width)), poison};
  case Intrinsic::scmp:
    return Cell{a.slt(b).ite(~terms.constant(width, 0), b.slt(a).zext(width)), poison};
  default:
    return std::nullopt;
  }
}

std::optional<Binary> reduction(ID id) {
  switch (id) {
  case Intrinsic::vector_reduce_add:
    return Binary::Add;
  case Intrinsic::vector_reduce_mul:
    return Binary::Mul;
  case Intrinsic::vector_reduce_and:
    return Binary::And;
  case Intrinsic::vector_reduce_or:
    return Binary::Or;
  case Intrinsic::vector_reduce_xor:
    return Binary::Xor;
  default:
    return std::nullopt;
  }
}

std::optional<ID> reductionByLane(ID id) {
  switch (id) {
  case Intrinsic::vector_reduce_umin:
    return Intrinsic::umin;
  case Intrinsic::vector_reduce_umax:
    return Intrinsic::umax;
  case Intrinsic::vector_reduce_smin:
    return Intrinsic::smin;
  case Intrinsic::vector_reduce_smax:
    return Intrinsic::smax;
  default:
    return std::nullopt;
  }
}

/// One lane out of several, by the low bits of an index lane. A poison index gives poison.
Value chosen(Context& context, const std::vector<Value>& lanes, const Value& index) {
  const unsigned width = static_cast<unsigned>(std::bit_width(lanes.size() - 1));
  std::vector<Term> bits, poison;
  for (const Value& value : lanes) {
    bits.push_back(value.bits);
    poison.push_back(value.poison);
  }
  const Term low = index.bits.extract(width - 1, 0);
  return integer(context.terms.select(low, bits), index.poison | context.terms.select(low, poison));
}

/// vpcompress: the lanes whose mask bit is set, in order, then what `rest` has there; nothing unless that is 0. From
/// the last lane back: a lane with its bit stands before what comes after it, one without is not there. Where a mask
/// bit is poison, any lane may be anywhere.
std::optional<Value> compressed(Context& context, const std::vector<Value>& lanes, const std::vector<Value>& rest,
                                const std::vector<Value>& mask) {
  for (const Value& word : rest)
    if (!word.poison.isFalse() || !word.bits.isConstant() || word.bits.value() != 0)
      return std::nullopt;
  Term poison = context.truth(false);
  std::vector<Value> after;
  for (std::size_t i = lanes.size(); i-- > 0;) {
    poison = poison | mask[i].poison;
    std::vector<Value> from;
    for (std::size_t place = 0; place < lanes.size() - i; ++place)
      from.push_back(merge(mask[i].bits, place == 0 ? lanes[i] : after[place - 1],
                           place < after.size() ? after[place] : rest[place]));
    after = std::move(from);
  }
  for (Value& value : after)
    value = poisonedIf(value, WARPLAW_FAULT(compress_mask_poison, poison, context.truth(false)));
  return aggregate(std::move(after));
}

} // namespace

Value Lifter::intrinsic(const llvm::IntrinsicInst& call) {
  std::vector<Value> arguments;
  for (const llvm::Use& argument : call.args()) {
    if (argument->getType()->isMetadataTy())
      arguments.emplace_back();
    else
      arguments.push_back(operand(argument.get()));
  }
  for (unsigned i = 0; i < arguments.size(); ++i)
    if (!call.getArgOperand(i)->getType()->isMetadataTy())
      arguments[i] = withAttributes(arguments[i], call.getAttributes().getParamAttrs(i),
                                    call.getArgOperand(i)->getType(), "an argument of an intrinsic");
  checkNoAlias(call.getAttributes(), arguments);
  effects_.enter({call.getAttributes()}, static_cast<unsigned>(frames_.size()), call.isTailCall(), arguments);
  std::optional<Value> result = memoryIntrinsic(call, arguments);
  effects_.leave();
  if (!result)
    result = scalarIntrinsic(call, arguments);
  if (!result)
    result = vectorIntrinsic(call, arguments);
  if (!result)
    return unsupported("intrinsic " + call.getCalledFunction()->getName().str(), call.getType());
  if (call.getType()->isVoidTy())
    return {};
  checkReturned(call.getAttributes(), arguments, *result);
  return withAttributes(*result, call.getAttributes().getRetAttrs(), call.getType(), "the result of an intrinsic");
}

std::optional<Value> Lifter::scalarIntrinsic(const llvm::IntrinsicInst& call, const std::vector<Value>& arguments) {
  const ID id = call.getIntrinsicID();
  switch (id) {
  case Intrinsic::uadd_with_overflow:
  case Intrinsic::sadd_with_overflow:
  case Intrinsic::usub_with_overflow:
  case Intrinsic::ssub_with_overflow:
  case Intrinsic::umul_with_overflow:
  case Intrinsic::smul_with_overflow:
    if (arguments[0].kind != Value::Kind::Integer)
      return std::nullopt;
    return withOverflow(context_, id, arguments[0], arguments[1]);
  case Intrinsic::expect:
  case Intrinsic::expect_with_probability:
    return arguments[0]; // a hint for code placement
  case Intrinsic::trap:  // does not return; counted as undefined so that nobody proves code that stops by itself
  case Intrinsic::ubsantrap:
    context_.undefinedIf(context_.truth(true), [] { return Cause::other("stops by a trap"); });
    return Value{};
  default:
    break;
  }
  const bool flagged = id == Intrinsic::ctlz || id == Intrinsic::cttz || id == Intrinsic::abs;
  const bool flag = flagged && arguments[1].bits.isTrue();
  const std::size_t operands = flagged ? 1 : arguments.size();
  const unsigned width = call.getType()->isVoidTy() ? 1 : call.getType()->getScalarSizeInBits();
  if (operands == 0 || operands > 3 || width == 0 || width > 128)
    return std::nullopt;
  const std::size_t lanes = arguments[0].kind == Value::Kind::Aggregate ? arguments[0].elements.size() : 1;
  std::vector<Value> results;
  for (std::size_t i = 0; i < lanes; ++i) {
    std::vector<Cell> cells;
    for (std::size_t k = 0; k < operands; ++k) {
      const bool isVector = arguments[k].kind == Value::Kind::Aggregate;
      if (arguments[k].kind == Value::Kind::Pointer || (isVector && i >= arguments[k].elements.size()))
        return std::nullopt;
      const Value& part = isVector ? arguments[k].elements[i] : arguments[k];
      if (part.kind != Value::Kind::Integer || !part.bits)
        return std::nullopt;
      cells.push_back(part.cell());
    }
    const std::optional<Cell> cell = lane(context_, id, cells, flag, width);
    if (!cell)
      return std::nullopt;
    results.push_back(integer(*cell));
  }
  return arguments[0].kind == Value::Kind::Aggregate ? aggregate(std::move(results)) : results.front();
}

std::optional<Value> Lifter::vectorIntrinsic(const llvm::IntrinsicInst& call, const std::vector<Value>& arguments) {
  const ID id = call.getIntrinsicID();
  if (const std::optional<Binary> operation = reduction(id)) {
    Cell result = arguments[0].elements[0].cell();
    for (std::size_t i = 1; i < arguments[0].elements.size(); ++i)
      result = binary(context_, *operation, {}, result, arguments[0].elements[i].cell());
    return integer(result);
  }
  if (const std::optional<ID> byLane = reductionByLane(id)) {
    Cell result = arguments[0].elements[0].cell();
    for (std::size_t i = 1; i < arguments[0].elements.size(); ++i)
      result = lane(context_, *byLane, {result, arguments[0].elements[i].cell()}, false, result.bits.width())
                   .value_or(result);
    return integer(result);
  }
  const bool twoTables = id == Intrinsic::x86_avx512_vpermi2var_d_512 || id == Intrinsic::x86_avx512_vpermi2var_q_512;
  const bool oneTable = id == Intrinsic::x86_avx512_permvar_si_512 || id == Intrinsic::x86_avx512_permvar_di_512 ||
                        id == Intrinsic::x86_avx2_permd || id == Intrinsic::x86_avx512_permvar_qi_256;
  if (twoTables || oneTable) {
    // vpermi2var(a, indexes, b) takes from {a, b}; permvar(a, indexes) from a. Higher index bits are ignored.
    std::vector<Value> table = arguments[0].elements;
    if (twoTables)
      table.insert(table.end(), arguments[2].elements.begin(), arguments[2].elements.end());
    std::vector<Value> lanes;
    for (const Value& index : arguments[1].elements)
      lanes.push_back(chosen(context_, table, index));
    return aggregate(std::move(lanes));
  }
  if (id == Intrinsic::x86_avx512_mask_compress)
    return compressed(context_, arguments[0].elements, arguments[1].elements, arguments[2].elements);
  return std::nullopt;
}

std::optional<Value> Lifter::memoryIntrinsic(const llvm::IntrinsicInst& call, const std::vector<Value>& arguments) {
  const ID id = call.getIntrinsicID();
  switch (id) {
  case Intrinsic::dbg_declare:
  case Intrinsic::dbg_value:
  case Intrinsic::dbg_label:
  case Intrinsic::dbg_assign:
  case Intrinsic::donothing:
    return Value{}; // no effect of their own
  case Intrinsic::assume:
    if (call.hasOperandBundles())
      return unsupported("operand bundles on llvm.assume", call.getType());
    context_.undefinedIf(WARPLAW_FAULT(assume, arguments[0].poison | ~arguments[0].bits, context_.truth(false)),
                         [] { return Cause::other("breaks what __builtin_assume was told"); });
    return Value{};
  case Intrinsic::lifetime_start:
  case Intrinsic::lifetime_end: {
    const Value& local = arguments[1];
    if (local.targets.size() != 1 || local.targets.front().target.kind != Target::Kind::Object ||
        !point_.memory.find(local.targets.front().target.index) ||
        objects_.info(local.targets.front().target.index).argument)
      return unsupported("lifetime marker on something that is not one local", call.getType());
    objects_.setAlive(point_.memory, local.targets.front().target.index, id == Intrinsic::lifetime_start);
    return Value{};
  }
  case Intrinsic::memcpy:
  case Intrinsic::memcpy_inline:
  case Intrinsic::memmove:
  case Intrinsic::memset: {
    const auto& transfer = llvm::cast<llvm::MemIntrinsic>(call);
    if (transfer.isVolatile())
      return unsupported("volatile " + call.getCalledFunction()->getName().str(), call.getType());
    if (!arguments[2].bits.isConstant() || !arguments[2].poison.isFalse())
      return unsupported(call.getCalledFunction()->getName().str() + " of variable size", call.getType());
    const auto bytes = static_cast<std::uint64_t>(arguments[2].bits.value());
    const std::uint64_t to = transfer.getDestAlign().valueOrOne().value();
    if (id == Intrinsic::memset) {
      objects_.fill(point_.memory, arguments[0], arguments[1].cell(), bytes, to);
    } else {
      const std::uint64_t from = llvm::cast<llvm::MemTransferInst>(transfer).getSourceAlign().valueOrOne().value();
      objects_.copy(point_.memory, arguments[0], arguments[1], bytes, to, from, id == Intrinsic::memmove);
    }
    return Value{};
  }
  case Intrinsic::masked_load:
  case Intrinsic::masked_store:
    return maskedAccess(call, arguments);
  default:
    return std::nullopt;
  }
}

/// Lanes whose mask bit is 0 touch no memory: each lane is an access through a pointer that is taken only where its bit
/// is 1.
Value Lifter::maskedAccess(const llvm::IntrinsicInst& call, const std::vector<Value>& arguments) {
  const bool loads = call.getIntrinsicID() == Intrinsic::masked_load;
  const Value& address = loads ? arguments[0] : arguments[1];
  const Value& mask = loads ? arguments[2] : arguments[3];
  const auto alignment = static_cast<std::uint64_t>((loads ? arguments[1] : arguments[2]).bits.value());
  const llvm::Type* type = loads ? call.getType() : call.getArgOperand(0)->getType();
  const llvm::Type* element = llvm::cast<llvm::FixedVectorType>(type)->getElementType();
  if (!element->isIntegerTy() || element->getIntegerBitWidth() % 8 != 0)
    return unsupported("masked access to elements that are not whole bytes", call.getType());
  const std::uint64_t bytes = element->getIntegerBitWidth() / 8;
  std::vector<Value> lanes;
  for (std::size_t i = 0; i < mask.elements.size(); ++i) {
    const Value& bit = mask.elements[i];
    context_.undefinedIf(WARPLAW_FAULT(mask_poison, bit.poison, context_.truth(false)),
                         [] { return Cause::use("a masked access whose mask is poison"); });
    Value at = objects_.offsetBy(address, i * bytes);
    at.poison = at.poison & bit.bits;
    for (Alternative& alternative : at.targets)
      alternative.condition = alternative.condition & WARPLAW_FAULT(mask_ignored, bit.bits, context_.truth(true));
    std::erase_if(at.targets, [](const Alternative& x) { return x.condition.isFalse(); });
    const std::uint64_t offset = i * bytes;
    const std::uint64_t laneAlignment = offset == 0 ? alignment : std::min(alignment, offset & (~offset + 1));
    if (loads)
      lanes.push_back(
          merge(bit.bits, objects_.load(point_.memory, at, element, laneAlignment), arguments[3].elements[i]));
    else
      objects_.store(point_.memory, at, element, arguments[0].elements[i], laneAlignment);
  }
  return loads ? aggregate(std::move(lanes)) : Value{};
}

} // namespace warplaw::lift
