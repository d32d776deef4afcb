// rapidcheck generators of legal instructions, choices and cases; every field takes every legal value.
#pragma once
#include "spec/case_file.h"
#include <ostream>
#include <rapidcheck.h>

namespace warplaw::spec {

inline void showValue(const Instruction& instruction, std::ostream& os) { os << print(instruction); }
inline void showValue(const Case& c, std::ostream& os) { os << toJson(c); }

} // namespace warplaw::spec

namespace warplaw::tests {

/// 0..bound-1, evenly from the first run on (rapidcheck would begin with small values only).
inline unsigned below(unsigned bound) { return *rc::gen::resize(rc::kNominalSize, rc::gen::inRange(0u, bound)); }
inline bool coin() { return below(2) == 1; }
inline std::uint32_t word() { return coin() ? below(4) : *rc::gen::arbitrary<std::uint32_t>(); }

/// Any register, RZ and the last ones as often as the rest.
inline spec::Register anyRegister() { return {static_cast<std::uint8_t>(below(4) == 0 ? 248 + below(8) : below(256))}; }
inline spec::Register anyPair() {
  const unsigned half = below(128);
  return {static_cast<std::uint8_t>(half == 127 ? 255 : 2 * half)};
}
inline spec::Predicate anyPredicate() { return {static_cast<std::uint8_t>(below(8))}; }

inline spec::RegisterOrImmediate registerOrImmediate(unsigned bits) {
  if (coin())
    return {true, static_cast<std::uint16_t>(below(1u << bits))};
  return {false, anyRegister().index};
}

inline spec::ShflForm anyShfl() {
  return {static_cast<spec::ShflMode>(below(4)),
          anyPredicate(),
          anyRegister(),
          anyRegister(),
          registerOrImmediate(5),
          registerOrImmediate(13)};
}

/// Starts from a legal pair, so that the generator knows no table of pairs of its own.
inline spec::AtomsForm anyAtoms() {
  const auto forms = spec::namedForms(spec::Mnemonic::Atoms);
  auto form = std::get<spec::AtomsForm>(forms[below(static_cast<unsigned>(forms.size()))].form);
  const bool wide = form.size == spec::AtomsSize::U64;
  const bool isCast = form.op == spec::AtomsOp::Cast || form.op == spec::AtomsOp::CastSpin;
  const bool hasSwap = isCast || form.op == spec::AtomsOp::Cas;
  form.rd = wide && !isCast ? anyPair() : anyRegister();
  form.hasBase = coin();
  form.ra = form.hasBase ? anyRegister() : spec::Register{};
  form.imm24 = 4 * below(1u << 22);
  if (below(4) == 0)
    form.imm24 = 4 * below(3);
  form.rb = wide ? anyPair() : anyRegister();
  form.rc = {};
  if (!hasSwap)
    return form;
  const unsigned step = wide ? 2 : 1;
  form.rb.index = static_cast<std::uint8_t>(2 * step * below(wide ? 64 : 128));
  const unsigned next = form.rb.index + step;
  if (coin() && next + step <= spec::kRegisters)
    form.rc.index = static_cast<std::uint8_t>(next);
  return form;
}

inline spec::ControlSuffixes anySuffixes() {
  spec::ControlSuffixes suffixes;
  if (coin())
    suffixes.waitMask = static_cast<std::uint8_t>(below(64));
  if (coin())
    suffixes.readBarrier = static_cast<std::uint8_t>(below(8));
  if (coin())
    suffixes.writeBarrier = static_cast<std::uint8_t>(below(8));
  if (coin())
    suffixes.schedule = "WAIT" + std::to_string(below(16)) + "_end";
  return suffixes;
}

inline spec::Instruction anyInstruction() {
  spec::Instruction instruction;
  instruction.guard = {anyPredicate(), coin()};
  if (coin())
    instruction.form = anyShfl();
  else
    instruction.form = anyAtoms();
  if (coin())
    instruction.suffixes = anySuffixes();
  return instruction;
}

template <class Row> void fillLanes(Row& row) {
  const std::uint32_t background = word();
  const bool sparse = coin();
  for (auto& lane : row)
    lane = sparse && below(4) ? background : word();
}

inline spec::Choices anyChoices(const spec::Form& form) {
  if (std::holds_alternative<spec::ShflForm>(form)) {
    spec::ShflChoices choices;
    fillLanes(choices.inactive);
    return choices;
  }
  spec::AtomsChoices choices;
  if (coin())
    for (unsigned k = spec::kLanes; k > 1; --k)
      std::swap(choices.order[k - 1], choices.order[below(k)]);
  choices.misalignedFirst = word();
  choices.errorWrites = word();
  for (auto& row : choices.errorValue)
    fillLanes(row);
  choices.impliedSwap = coin();
  const auto rd = std::get<spec::AtomsForm>(form).rd;
  choices.castPair = (rd.isZero() || (rd.index % 2 == 0 && rd.index <= 252)) && coin();
  choices.bank64IsDefault = coin();
  for (auto& bank : choices.bank64)
    bank = choices.bank64IsDefault ? 0 : static_cast<std::uint8_t>(below(32));
  return choices;
}

inline spec::ExpectedWord anyExpected(std::uint32_t mask = ~0u) {
  if (below(3) == 0)
    return {true, 0};
  return {false, word() & mask};
}

inline spec::Expected anyExpectation(std::size_t allocated) {
  spec::Expected expected;
  const unsigned registers = below(3), predicates = below(3), listed = coin() ? spec::kLanes : below(5);
  const spec::ExpectedWord common = anyExpected();
  for (unsigned r = 0; r < registers; ++r)
    for (std::uint8_t lane = 0; lane < listed; ++lane)
      expected.registers.push_back({static_cast<std::uint8_t>(100 + 3 * r), lane, below(4) ? common : anyExpected()});
  for (unsigned p = 0; p < predicates; ++p)
    for (std::uint8_t lane = 0; lane < listed; ++lane)
      expected.predicates.push_back({static_cast<std::uint8_t>(2 * p + 1), lane, anyExpected(1)});
  for (std::uint32_t address = 0; address + 4 <= allocated; address += 4)
    if (below(4) == 0)
      expected.memory.push_back({address, anyExpected()});
  for (std::uint8_t lane = 0; lane < spec::kLanes; ++lane)
    if (below(8) == 0) {
      const bool any = coin();
      expected.errors.push_back({lane, any, any ? spec::ErrorKind::None : static_cast<spec::ErrorKind>(below(3))});
    }
  expected.frame = coin();
  return expected;
}

inline spec::Case anyCase() {
  spec::Case c;
  c.comment = *rc::gen::string<std::string>();
  for (char& letter : c.comment)
    letter &= 0x7f; // UTF-8; other bytes have a test of their own
  if (coin())
    c.rules = {"SHFL-4", "MACH-1"};
  c.instruction = anyInstruction();
  if (std::holds_alternative<spec::ShflForm>(c.instruction.form))
    c.shader = static_cast<spec::ShaderKind>(below(6));
  for (unsigned k = below(4); k > 0; --k)
    fillLanes(c.warp.registers[below(spec::kRegisters)]);
  for (unsigned k = below(3); k > 0; --k)
    c.warp.predicates[below(spec::kPredicates)] = word();
  if (coin())
    c.warp.active = word();
  c.warp.helpers = word();
  for (auto& error : c.warp.errors)
    error = below(8) ? 0 : static_cast<std::uint8_t>(below(3));
  c.shared.resize(below(70));
  for (auto& byte : c.shared)
    byte = coin() ? 0 : static_cast<std::uint8_t>(below(256));
  c.choices = anyChoices(c.instruction.form);
  if (coin())
    c.expected = anyExpectation(c.shared.size());
  return c;
}

} // namespace warplaw::tests
