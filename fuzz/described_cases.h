// A DescribedFuzzer's cases and words: the cells of a trial, a trial placed in a case's registers, whole cases from
// records, the immediates and choices of a whole case. What fuzz/described.h declares.
#pragma once
#include "fuzz/described.h"

namespace warplaw::fuzz {

/// Modifiers, executing lanes, operands, memory, choices: what comes first is small first.
template <class Traits> CellWords DescribedFuzzer<Traits>::makeCells() {
  static const Trial kSample{};
  CellWords cells;
  std::uint8_t row = 0;
  const auto add = [&](const auto& part, bool areForms) {
    const auto offset = reinterpret_cast<std::size_t>(&part) - reinterpret_cast<std::size_t>(&kSample);
    cells.addCells(part, offset, row, areForms);
    if (!cells.layout().empty())
      row = static_cast<std::uint8_t>(cells.layout().back().row + 1);
  };
  const auto offsetOf = [&](const auto& cell) {
    return reinterpret_cast<std::size_t>(&cell) - reinterpret_cast<std::size_t>(&kSample);
  };
  add(kSample.modifiers, true);
  cells.add("exec", {.role = Role::Exec, .row = row++}, offsetOf(kSample.operands.exec), 4);
  if (readsPredicate<Form>())
    cells.add("predicate", {.row = row++, .lanes = true}, offsetOf(kSample.operands.predicate), 4);
  if constexpr (kMemory)
    cells.add("allocated", {.row = row++, .mask = 2 * kTrialMemory - 1}, offsetOf(kSample.allocated), 4);
  for (unsigned r = 0; r < Traits::kRows; ++r, ++row)
    for (unsigned lane = 0; lane < spec::kLanes; ++lane)
      cells.add("row[" + std::to_string(r) + "][" + std::to_string(lane) + "]",
                {.row = row, .position = static_cast<std::int16_t>(lane)}, offsetOf(kSample.operands.row[r][lane]), 4);
  if constexpr (kMemory) {
    for (unsigned word = 0; word < kTrialMemory / 4; ++word)
      cells.add("memory[" + std::to_string(word) + "]",
                {.row = row, .position = static_cast<std::int16_t>(word), .memory = true},
                offsetOf(kSample.memory[4 * word]), 4);
    ++row;
  }
  eachPart(kSample.around, [&](const auto& part, unsigned) { add(part, false); });
  add(kSample.choices, false);
  return cells;
}

/// Registers that the plan reads get the trial's rows; where two rows have one register, the later one.
template <class Traits> void DescribedFuzzer<Traits>::place(spec::Case& c, const spec::Plan& plan, const Trial& trial) {
  for (unsigned row = 0; row < spec::kSourceRows; ++row)
    if (plan.source[row].kind == spec::SourceKind::Register)
      fillRegister(c.warp, static_cast<std::uint8_t>(plan.source[row].value), trial.operands.row[row]);
  if (plan.sourcePredicate != spec::kTruePredicate)
    c.warp.predicates[plan.sourcePredicate] =
        plan.sourcePredicateNegated ? ~trial.operands.predicate : trial.operands.predicate;
  if constexpr (kMemory)
    c.memory.assign(trial.memory.begin(), trial.memory.begin() + trial.allocated);
  setAround(c.cells, trial.around);
}

/// All operands at once, if that is legal; otherwise one after the other, each kept where the whole stays legal.
template <class Traits> void DescribedFuzzer<Traits>::drawOperands(spec::Case& c, const Trial& trial, Dice& dice) {
  std::array<std::uint32_t, spec::kSourceRows> values;
  for (unsigned row = 0; row < spec::kSourceRows; ++row)
    values[row] = trial.operands.row[row][0];
  OperandDice operands(dice, std::span(values).first(Traits::kRows));
  Form plain = Traits::formOf(trial.modifiers);
  if (kHooks.vary)
    kHooks.vary(plain, dice);
  Form form = plain;
  const auto keep = [&](const Form& drawn) {
    spec::Instruction instruction = c.instruction;
    instruction.form = drawn;
    if (!spec::check(instruction) || !spec::check(c.choices, instruction.form))
      return false;
    form = drawn;
    return true;
  };
  const auto eachOperand = [&](auto&& f) {
    std::apply([&](const auto&... field) { (f(field), ...); }, spec::FieldsOf<Form>::list);
  };
  Form together = plain;
  eachOperand([&](const auto& field) { operands.draw(together.*field.member, field.about); });
  if (!keep(together))
    for (unsigned pass = 0; pass < 2; ++pass)
      eachOperand([&](const auto& field) {
        for (unsigned attempt = 0; attempt < 4; ++attempt) {
          Form one = form;
          one.*field.member = plain.*field.member;
          operands.draw(one.*field.member, field.about);
          if (keep(one))
            return;
        }
      });
  c.instruction.form = form;
}

template <class Traits> spec::Case DescribedFuzzer<Traits>::machineCase(Bytes record) const {
  const Trial trial = trialOf(record);
  const Record<32> head(record);
  Dice dice(head.doubleWord(0) ^ head.doubleWord(8) * 31 ^ head.doubleWord(16) * 17 ^ head.doubleWord(24) * 7);
  spec::Case c;
  Choices choices = trial.choices;
  if (kHooks.machineChoices)
    kHooks.machineChoices(choices, dice);
  c.choices = choices;
  drawOperands(c, trial, dice);
  const spec::Plan plan = planOf(c.instruction.form, c.choices);
  for (unsigned row = 0; row < spec::kResultRows; ++row)
    fillRegister(c.warp, static_cast<std::uint8_t>(plan.destination[row]), untouchedResults().row[row], 0x5eed0000u);
  if (plan.destinationPredicate != spec::kTruePredicate)
    c.warp.predicates[plan.destinationPredicate] = static_cast<std::uint32_t>(dice.next());
  place(c, plan, trial);
  guardLanes(c, trial.operands.exec, dice);
  c.warp.active &= spec::aliveLanes(c.cells.inputs);
  if (kHooks.isLegal) {
    Trial placed = trial; // operands that share a register are others than those that the choices were made for
    placed.modifiers = modifiersOf(c.instruction.form.as<Form>());
    placed.operands = fetchPlainly(c, plan);
    if (!kHooks.isLegal(placed))
      c.choices = Choices{};
  }
  return c;
}

template <class Traits> std::optional<OperandWords> DescribedFuzzer<Traits>::operandWords(const spec::Case& c) {
  Trial trial;
  trial.modifiers = modifiersOf(c.instruction.form.as<Form>());
  trial.operands = fetchPlainly(c, planOf(c.instruction.form, c.choices));
  trial.choices = c.choices.as<Choices>();
  if constexpr (kMemory) {
    if (c.memory.size() > kTrialMemory)
      return std::nullopt;
    trial.allocated = static_cast<std::uint32_t>(c.memory.size());
    std::copy(c.memory.begin(), c.memory.end(), trial.memory.begin());
  }
  trial.around = aroundIn(c.cells);
  return OperandWords{{layout(), wordsOf(trial)}, &small(), [this](const Words& words) {
                        const auto legal = trialOf(words);
                        return legal ? judge(*legal) : 0;
                      }};
}

// ---- the whole case: immediates of the form, then choices

/// Calls f(cell, bits) for every immediate that the form has.
template <class Traits> template <class F> void DescribedFuzzer<Traits>::eachImmediate(const Form& form, F&& f) {
  const auto member = [&](const auto& operand, const spec::About& about) {
    using Operand = std::remove_cvref_t<decltype(operand)>;
    if constexpr (std::same_as<Operand, spec::RegisterOrImmediate>) {
      if (operand.isImmediate)
        f(operand.value, about.immediateBits);
    } else if constexpr (std::same_as<Operand, spec::Address>) {
      f(operand.offset, about.immediateBits);
    }
  };
  std::apply([&](const auto&... field) { (member(form.*field.member, field.about), ...); }, spec::FieldsOf<Form>::list);
}

inline constexpr std::uint8_t kRowOfChoices = 200; ///< in the layout of a whole case

template <class Traits> const CellWords& choiceCells() {
  static const CellWords kCells = [] {
    CellWords cells;
    cells.addCells(typename Traits::Choices{}, 0, kRowOfChoices, false);
    return cells;
  }();
  return kCells;
}

template <class Traits> LayoutWords DescribedFuzzer<Traits>::choiceWords(const spec::Case& c) const {
  LayoutWords all;
  std::uint8_t row = 150;
  eachImmediate(c.instruction.form.as<Form>(), [&](const auto& cell, unsigned bits) {
    all.layout.push_back({.row = row++, .mask = static_cast<std::uint32_t>((std::uint64_t{1} << bits) - 1)});
    all.words.push_back(cell);
  });
  const CellWords& cells = choiceCells<Traits>();
  all.layout.insert(all.layout.end(), cells.layout().begin(), cells.layout().end());
  const std::size_t start = all.words.size();
  all.words.resize(start + cells.layout().size());
  cells.read(&c.choices.as<Choices>(), all.words.data() + start);
  return all;
}

template <class Traits>
void DescribedFuzzer<Traits>::setChoiceWords(spec::Case& c, std::span<const std::uint32_t> words) const {
  std::size_t at = 0;
  eachImmediate(c.instruction.form.as<Form>(), [&](const auto& cell, unsigned) {
    auto& changed = const_cast<std::remove_cvref_t<decltype(cell)>&>(cell);
    changed = static_cast<std::remove_cvref_t<decltype(cell)>>(words[at++]);
  });
  choiceCells<Traits>().write(words.data() + at, &c.choices.as<Choices>());
}

/// The first register of an operand that is one, or has one as a part; of addresses and immediates nothing.
template <class Member> spec::Register* registerOf(Member& member) {
  spec::Register* found = nullptr;
  if constexpr (std::same_as<Member, spec::Register>)
    found = &member;
  else if constexpr (!spec::IsCell<Member> && !std::same_as<Member, spec::Address>)
    std::apply([&](const auto&... part) { ((found = found ? found : registerOf(member.*part.member)), ...); },
               spec::FieldsOf<Member>::list);
  return found;
}

template <class Traits>
bool DescribedFuzzer<Traits>::setRegister(spec::Form& form, spec::Role role, std::uint8_t reg) const {
  bool done = false;
  const auto set = [&](auto& operand, const spec::About& about) {
    if (spec::Register* const found = done || about.role != role ? nullptr : registerOf(operand)) {
      found->index = reg;
      done = true;
    }
  };
  std::apply([&](const auto&... field) { (set(form.as<Form>().*field.member, field.about), ...); },
             spec::FieldsOf<Form>::list);
  return done;
}

} // namespace warplaw::fuzz
