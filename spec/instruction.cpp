// What holds for every instruction, by asking its row: names, legality, printing (MACH-6), choices.
#include "spec/instruction.h"
#include "spec/linked.h"
#include "spec/operand_legal.h"
#include "spec/ptx_text.h"
#include "spec/row.h"
#include <algorithm>
#include <fmt/format.h>

namespace warplaw::spec {
namespace {

constexpr std::size_t kMaxScheduleBytes = 64;

const InstructionRow& rowOf(const Form& form) { return rowOf(form.mnemonic()); }

bool isScheduleByte(char c) {
  return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_';
}

Result<void> check(const ControlSuffixes& suffixes, const InstructionRow& row) {
  if (suffixes.waitMask.value_or(0) > 63)
    return Rejection{"MACH-6", "the wait mask has 6 bits", "0..63"};
  if (suffixes.readBarrier.value_or(0) > 7)
    return Rejection{"MACH-6", "the read barrier has 3 bits", "0..7"};
  if (suffixes.writeBarrier.value_or(0) > 7)
    return Rejection{"MACH-6", "the write barrier has 3 bits", "0..7"};
  if (suffixes.writeBarrier && row.returnsNothing)
    return Rejection{"MACH-6", fmt::format("{} returns nothing that &wr could wait for", row.mnemonic), "no &wrN"};
  if (suffixes.schedule.size() > kMaxScheduleBytes || !std::ranges::all_of(suffixes.schedule, isScheduleByte))
    return Rejection{"MACH-6", "the schedule is no word", "at most 64 letters, digits and _"};
  return {};
}

std::string print(const ControlSuffixes& suffixes) {
  std::string text;
  if (suffixes.waitMask)
    text += fmt::format(" &req_{}", *suffixes.waitMask);
  if (suffixes.readBarrier)
    text += fmt::format(" &rd{}", *suffixes.readBarrier);
  if (suffixes.writeBarrier)
    text += fmt::format(" &wr{}", *suffixes.writeBarrier);
  if (!suffixes.schedule.empty())
    text += fmt::format(" ?{}", suffixes.schedule);
  return text;
}

} // namespace

const InstructionRow& rowOf(Mnemonic mnemonic) {
  switch (mnemonic) {
#define WARPLAW_INSTRUCTION(Camel, folder, text)                                                                       \
  case Mnemonic::Camel:                                                                                                \
    return folder##Row();
#include "linked_instructions.def" // generated
#undef WARPLAW_INSTRUCTION
  default:
    throw NotLinked{};
  }
}

const InstructionRow* findRow(std::string_view mnemonic) {
  for (const Mnemonic candidate : allMnemonics())
    if (std::ranges::count(rowOf(candidate).mnemonics, mnemonic))
      return &rowOf(candidate);
  return nullptr;
}

std::vector<Mnemonic> allMnemonics() {
  return {
#define WARPLAW_INSTRUCTION(Camel, folder, text) Mnemonic::Camel,
#include "linked_instructions.def"
#undef WARPLAW_INSTRUCTION
  };
}

bool areAllLinked() {
  constexpr std::size_t kInstructions = 0
#define WARPLAW_INSTRUCTION(Camel, folder, text) +1
#include "spec/instructions.def"
#undef WARPLAW_INSTRUCTION
      ;
  return allMnemonics().size() == kInstructions;
}

std::string_view folderOf(Mnemonic mnemonic) {
  switch (mnemonic) {
#define WARPLAW_INSTRUCTION(Camel, folder, text)                                                                       \
  case Mnemonic::Camel:                                                                                                \
    return #folder;
#include "spec/instructions.def"
#undef WARPLAW_INSTRUCTION
  }
  __builtin_unreachable();
}

std::string_view textOf(Mnemonic mnemonic) { return rowOf(mnemonic).mnemonic; }
std::vector<FormFamily> families(Mnemonic mnemonic) { return rowOf(mnemonic).families(); }
std::string nameOf(const Form& form) { return rowOf(form).nameOf(form); }
Choices defaultChoices(const Form& form) { return rowOf(form).defaultChoices(); }

std::string print(const Instruction& instruction) {
  std::string text;
  const Guard& guard = instruction.guard;
  const InstructionRow& row = rowOf(instruction.form);
  // @!PT, which no PTX text can say, stays readable
  const bool isPtx = row.isPtx && !guard.predicate.isTrue();
  if (guard.negated || !guard.predicate.isTrue())
    text = fmt::format("@{}{} ", guard.negated ? "!" : "", isPtx ? printPtx(guard.predicate) : print(guard.predicate));
  return text + row.print(instruction.form) + print(instruction.suffixes) + ";";
}

Result<void> check(const Instruction& instruction) {
  const InstructionRow& row = rowOf(instruction.form);
  if (!isGuard(instruction.guard))
    return Rejection{"MACH-3", "guard: no such predicate", "P0..P6 or PT"};
  if (auto legal = row.check(instruction.form); !legal)
    return legal;
  return check(instruction.suffixes, row);
}

Result<void> checkShader(const Instruction& instruction, ShaderKind shader) {
  return rowOf(instruction.form).checkShader(shader);
}

Result<void> check(const Choices& choices, const Form& form) {
  if (choices.mnemonic() != form.mnemonic())
    return Rejection{"case-format", "the choices belong to another instruction",
                     fmt::format("choices of {}", rowOf(form).mnemonic)};
  return rowOf(form).checkChoices(choices, form);
}

} // namespace warplaw::spec
