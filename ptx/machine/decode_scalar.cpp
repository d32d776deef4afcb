// Instructions of one thread: rows of spec/scalar, and what PTX writes in one instruction and they do in several steps
// (PTX-20 to PTX-33).
#include "ptx/machine/decoder.h"
#include <algorithm>
#include <cassert>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace warplaw::ptx {
namespace {

using spec::scalar::Kind;
using spec::scalar::kPred;
using spec::scalar::Type;

constexpr std::string_view kCombinations[] = {"and", "or", "xor"};

Source of(std::uint32_t index, bool negated = false) {
  return {.kind = Source::Kind::Register, .negated = negated, .index = index};
}
Source constant(std::uint64_t value) { return {.kind = Source::Kind::Immediate, .value = value}; }
Type bitsOf(unsigned width) { return {Kind::Bits, static_cast<std::uint8_t>(width)}; }
std::string joined(const std::vector<std::string>& pieces) { return fmt::format("{}", fmt::join(pieces, ".")); }

/// Removes the piece that names a combination; -1: there is none.
int takeCombination(std::vector<std::string>& opcode) {
  for (auto piece = opcode.begin() + 1; piece != opcode.end(); ++piece)
    if (const auto* const found = std::ranges::find(kCombinations, *piece); found != std::end(kCombinations)) {
      opcode.erase(piece);
      return static_cast<int>(found - kCombinations);
    }
  return -1;
}

/// What set gives for true.
std::uint64_t trueOf(Type type) {
  const unsigned width = type.bits;
  if (type.kind == Kind::Float)
    return width == 32 ? 0x3f800000 : 0x3c00;
  return type.kind == Kind::BrainFloat ? 0x3f80 : width == 16 ? 0xffff : 0xffffffff;
}

bool isRounded(const std::vector<std::string>& opcode) {
  static constexpr std::string_view kRoundings[] = {"rn", "rz", "rm", "rp"};
  return std::ranges::any_of(opcode,
                             [](const std::string& piece) { return std::ranges::count(kRoundings, piece) > 0; });
}

bool isApproximate(const std::vector<std::string>& opcode) {
  return std::ranges::any_of(opcode, [](const std::string& piece) { return piece == "approx" || piece == "full"; });
}

} // namespace

void Decoder::rejectOpcode() const {
  reject("PTX-5", fmt::format("there is no {}", at->opcodeText()), opcodesLike(at->opcode));
}

void Decoder::row(std::string_view opcode, std::uint32_t dst, std::span<const Source> sources) {
  const auto spelled = spec::scalar::formSpelled(opcode);
  assert(spelled && spelled->form.sources() == sources.size());
  Step step{.kind = StepKind::Scalar};
  step.form = spelled->form;
  step.modes = spelled->modes;
  step.function = concrete::scalarFunction(spelled->form);
  step.isApproximate = isApproximate(at->opcode);
  const std::string_view mnemonic = step.form.operation->mnemonic();
  step.divides = !step.form.operation->isFloat && (mnemonic == "div" || mnemonic == "rem");
  step.type = spelled->form.result(spelled->modes);
  step.dst[0] = dst;
  std::ranges::copy(sources, step.src.begin());
  pending.push_back(step);
}

/// The bits of a register of this type.
void Decoder::copy(std::uint32_t dst, const Source& from, Type type) {
  row(type == kPred ? "mov.pred" : fmt::format("mov.b{}", std::max(16u, type.width())), dst, {from});
}

void Decoder::scalar() {
  if (const auto spelled = spec::scalar::formSpelled(at->opcodeText()))
    return scalarOf(*spelled);
  rejectOpcode();
}

/// Operands of cvt may be wider than its types: sources are truncated, the result is extended.
void Decoder::scalarOf(const spec::scalar::Spelled& spelled) {
  const auto& [form, modes] = spelled;
  const bool mayBeWider = at->opcode[0] == "cvt";
  needOperands(form.sources() + 1);
  const Type type = form.result(modes);
  if (const std::string& mnemonic = at->opcode[0]; type.isFloat() && !isRounded(at->opcode)) {
    if (mnemonic == "add" || mnemonic == "sub")
      sumLine = at->place.line;
    if (mnemonic == "mul")
      productLine = at->place.line;
  }
  const RegisterOf to = destinationOf(operand(0), type, mayBeWider);
  std::vector<Source> sources;
  for (unsigned i = 0; i < form.sources(); ++i)
    sources.push_back(source(operand(i + 1), form.source(i, modes), mayBeWider ? Wider::Chopped : Wider::No));
  const bool isExtended = type.isSigned() && to.type.width() > type.width();
  const std::uint32_t result = isExtended ? temporary(type) : to.index;
  row(form.opcode(modes), result, sources);
  if (isExtended)
    row(fmt::format("cvt.s{}.s{}", to.type.width(), type.width()), to.index, {of(result)});
}

// ---------------------------------------------------------------------------------------------------------------- mov
void Decoder::move() {
  needOperands(2);
  const std::vector<std::string>& opcode = at->opcode;
  const auto type = spec::scalar::typeNamed(opcode.back());
  if (type && type->width() == 128)
    notSupported("mov.b128: registers of 128 bits");
  if (type && opcode.size() == 3 && opcode[1].starts_with('v'))
    return moveVector(*type);
  const Operands to = partsOf(operand(0)), from = partsOf(operand(1));
  const bool isVector = to.size() > 1 || from.size() > 1;
  if (!type || opcode.size() != 2 || !isVector || (to.size() > 1 && from.size() > 1))
    return scalar();
  to.size() > 1 ? unpack(*type, to) : pack(*type, from);
}

void Decoder::moveVector(Type type) {
  const Operands to = partsOf(operand(0)), from = partsOf(operand(1));
  static constexpr const char* kVectors[] = {"%tid", "%ntid", "%ctaid", "%nctaid"};
  const auto* const name = std::get_if<Name>(&operand(1).value);
  const bool isSpecial = name && std::ranges::count(kVectors, name->text);
  if (at->opcode[1] != fmt::format("v{}", to.size()) || (!isSpecial && from.size() != to.size()))
    reject("PTX-4", fmt::format("{}: the operands are of {} and {} elements", at->opcodeText(), to.size(), from.size()),
           "as many as the instruction says");
  for (std::size_t i = 0; i < to.size() && i < (isSpecial ? 3 : to.size()); ++i) {
    const Source part = isSpecial ? special(name->text + "." + "xyz"[i], type) : source(from[i], type);
    copy(destination(to[i], type), part, type);
  }
}

void Decoder::pack(Type type, const Operands& parts) {
  Step step{.kind = StepKind::Pack};
  step.vector = static_cast<std::uint8_t>(parts.size());
  step.width = static_cast<std::uint8_t>(type.width() / parts.size());
  step.type = type;
  step.dst[0] = destination(operand(0), type);
  for (std::size_t i = 0; i < parts.size(); ++i)
    step.src[i] = source(parts[i], bitsOf(step.width));
  pending.push_back(step);
}

void Decoder::unpack(Type type, const Operands& parts) {
  Step step{.kind = StepKind::Unpack};
  step.vector = static_cast<std::uint8_t>(parts.size());
  step.width = static_cast<std::uint8_t>(type.width() / parts.size());
  step.type = type;
  step.src[0] = source(operand(1), type);
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const auto* const name = std::get_if<Name>(&parts[i].value);
    step.dst[i] = name && name->text.empty() ? kNoRegister : destination(parts[i], bitsOf(step.width));
  }
  pending.push_back(step);
}

// ----------------------------------------------------------------------------------------------- integers, in several
/// Rows tell min of three by their name, PTX by its operands.
void Decoder::leastOrGreatest() {
  if (at->operands.size() != 4)
    return scalar();
  if (const auto spelled = spec::scalar::formSpelled("three." + at->opcodeText()))
    return scalarOf(*spelled);
  scalar();
}

void Decoder::lop3() {
  std::vector<std::string> opcode = at->opcode;
  const int combination = takeCombination(opcode);
  if (combination < 0)
    return scalar();
  if (joined(opcode) != "lop3.b32" || combination > 1)
    rejectOpcode();
  needOperands(6);
  const auto [d, p] = destinations(operand(0), spec::scalar::kB32);
  std::vector<Source> sources;
  for (unsigned i = 1; i < 5; ++i)
    sources.push_back(source(operand(i), spec::scalar::kB32));
  const std::uint32_t bits = temporary(spec::scalar::kB32), isSome = temporary(kPred);
  row("lop3.b32", bits, sources);
  row("setp.ne.b32", isSome, {of(bits), constant(0)});
  const Source other = source(operand(5), kPred);
  if (d != kNoRegister)
    copy(d, of(bits), spec::scalar::kB32);
  if (p != kNoRegister)
    row(fmt::format("{}.pred", kCombinations[combination]), p, {of(isSome), other});
}

void Decoder::addOrSubtract() {
  const bool isCarrying = std::ranges::count(at->opcode, "cc") > 0;
  if (isCarrying || at->opcode[0].ends_with('c'))
    return withCarry();
  scalar();
}

/// add.cc, addc, addc.cc and those of sub and mad: the result, then the carry.
void Decoder::withCarry() {
  std::vector<std::string> opcode = at->opcode;
  const bool isIn = opcode[0].ends_with('c');
  const bool isOut = std::erase(opcode, "cc") > 0;
  const std::string mnemonic = isIn ? opcode[0].substr(0, 3) : opcode[0];
  opcode.erase(opcode.begin());
  const std::string modifiers = joined(opcode);
  const auto result = spec::scalar::formSpelled(mnemonic + "c." + modifiers);
  if (!result)
    rejectOpcode();
  const unsigned sources = result->form.sources() - 1;
  needOperands(sources + 1);
  const Type type = result->form.typeOfT();
  const std::uint32_t dst = destination(operand(0), type);
  std::vector<Source> all;
  for (unsigned i = 0; i < sources; ++i)
    all.push_back(source(operand(i + 1), type));
  // CC.CF is the carry of a + ~b + 1 after a difference, as NVIDIA's code has it: set where nothing was borrowed
  const bool isDifference = mnemonic == "sub";
  all.push_back(isIn ? of(carry(), isDifference) : constant(0));
  row(mnemonic + "c." + modifiers, dst, all);
  if (!isOut)
    return;
  if (!isDifference)
    return row("carry." + mnemonic + "." + modifiers, carry(), all);
  const std::uint32_t borrow = temporary(kPred);
  row("borrow.sub." + modifiers, borrow, all);
  row("not.pred", carry(), {of(borrow)});
}

// ---------------------------------------------------------------------------------------------------------- setp, set
/// Sources 1 and 2 compared: one predicate, or one for each half.
std::vector<Source> Decoder::compared(const std::vector<std::string>& opcode) {
  const auto type = spec::scalar::typeNamed(opcode.back());
  if (type && type->isPacked() && type->isFloat())
    return comparedHalves(joined(opcode), *type);
  const std::string text = joined(opcode);
  const auto spelled = spec::scalar::formSpelled(text);
  if (!spelled)
    rejectOpcode();
  const std::uint32_t is = temporary(kPred);
  row(text, is, {source(operand(1), *type), source(operand(2), *type)});
  return {of(is)};
}

std::vector<Source> Decoder::comparedHalves(const std::string& opcode, Type type) {
  const std::string text = opcode.substr(0, opcode.size() - 2); // of f16x2, f16
  if (!spec::scalar::formSpelled(text))
    rejectOpcode();
  std::array<std::array<std::uint32_t, 2>, 2> halves{};
  for (unsigned i = 0; i < 2; ++i) {
    Step step{.kind = StepKind::Unpack, .vector = 2, .width = 16};
    step.type = spec::scalar::kB32;
    step.src[0] = source(operand(i + 1), type);
    for (unsigned half = 0; half < 2; ++half)
      step.dst[half] = halves[i][half] = temporary(bitsOf(16));
    pending.push_back(step);
  }
  std::vector<Source> are;
  for (unsigned half = 0; half < 2; ++half) {
    are.push_back(of(temporary(kPred)));
    row(text, are.back().index, {of(halves[0][half]), of(halves[1][half])});
  }
  return are;
}

/// `p|q`: q is the combination with the negated comparison; of two halves, p is the lower's, q the upper's.
void Decoder::setPredicate() {
  std::vector<std::string> opcode = at->opcode;
  const int combination = takeCombination(opcode);
  const bool isPair = std::holds_alternative<Operand::Pair>(operand(0).value);
  if (combination < 0 && !isPair)
    return scalar();
  needOperands(combination < 0 ? 3 : 4);
  const auto [p, q] = destinations(operand(0), kPred);
  const std::vector<Source> are = compared(opcode);
  const Source sides[] = {are[0], are.size() == 2 ? are[1] : of(are[0].index, true)};
  const std::uint32_t targets[] = {p, q};
  for (unsigned i = 0; i < 2; ++i) {
    if (targets[i] == kNoRegister)
      continue;
    if (combination < 0)
      copy(targets[i], sides[i], kPred);
    else
      row(fmt::format("{}.pred", kCombinations[combination]), targets[i], {sides[i], source(operand(3), kPred)});
  }
}

void Decoder::set() {
  std::vector<std::string> opcode = at->opcode;
  const int combination = takeCombination(opcode);
  const auto result = opcode.size() < 4 ? std::nullopt : spec::scalar::typeNamed(opcode[opcode.size() - 2]);
  if (!result || result->width() > 32 || result->width() < 16 || result->kind == Kind::Bits)
    rejectOpcode();
  needOperands(combination < 0 ? 3 : 4);
  opcode[0] = "setp";
  opcode.erase(opcode.end() - 2);
  std::vector<Source> are = compared(opcode);
  if (combination >= 0)
    for (Source& is : are) {
      const std::uint32_t both = temporary(kPred);
      row(fmt::format("{}.pred", kCombinations[combination]), both, {is, source(operand(3), kPred)});
      is = of(both);
    }
  if (are.size() == 2)
    return setHalves(*result, are);
  row(fmt::format("selp.b{}", result->width()), destination(operand(0), *result),
      {constant(trueOf(*result)), constant(0), are[0]});
}

void Decoder::setHalves(Type result, std::span<const Source> halves) {
  const Type half = result.isPacked() ? Type{result.kind, 16} : bitsOf(16);
  Step step{.kind = StepKind::Pack, .vector = 2, .width = 16};
  step.type = spec::scalar::kB32;
  step.dst[0] = destination(operand(0), result);
  for (unsigned i = 0; i < 2; ++i) {
    const std::uint32_t chosen = temporary(bitsOf(16));
    row("selp.b16", chosen, {constant(trueOf(half)), constant(0), halves[i]});
    step.src[i] = of(chosen);
  }
  pending.push_back(step);
}

} // namespace warplaw::ptx
