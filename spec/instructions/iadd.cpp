// IADD as an instruction: what may be negated (IADD-2, IADD-3).
#include "spec/described.h"
#include "spec/instructions/iadd_fields.h"
#include "spec/video_text.h"

namespace warplaw::spec {

/// A minus is the register's, or part of the number behind it. The place is that of the minus, if there is one.
std::size_t readOperand(Cursor& cursor, std::string_view field, const About& about, NegatableOperand& value) {
  const std::size_t position = cursor.place();
  Cursor ahead = cursor;
  value.negated = ahead.accept('-') && ahead.peek() == 'R';
  if (value.negated)
    cursor = ahead;
  const std::size_t behind = readOperand(cursor, field, about, value.operand);
  return value.negated ? position : behind;
}

std::string printOperand(const About& about, const NegatableOperand& value) {
  return (value.negated ? "-" : "") + printOperand(about, value.operand);
}

std::optional<Rejection> faultOf(std::string_view field, const About& about, const NegatableOperand& value) {
  if (value.negated && value.operand.isImmediate)
    return Rejection{std::string(about.rule), fmt::format("{} is a number, which has its own sign", roleOf(field)),
                     "a register, or a number that is not negated"};
  return faultOf(field, about, value.operand);
}

namespace {
struct Iadd {
  using Form = IaddForm;
  using Choices = IaddChoices;
  static constexpr std::string_view kMnemonic = "IADD";

  static std::optional<Fault> relations(const IaddForm& form) {
    if (form.ra.negated && form.rb.negated)
      return Fault{"rb", Rejection{"IADD-3", "Ra is negated already", "Rb, not negated"}};
    return {};
  }
};
} // namespace

const InstructionRow& iaddRow() {
  static const InstructionRow kRow = describedRow<Iadd>();
  return kRow;
}

} // namespace warplaw::spec
