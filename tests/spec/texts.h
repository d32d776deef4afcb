// What tests of instruction text say again and again: the canonical text, and a rejection with its place.
#pragma once
#include "spec/instruction.h"
#include "spec/operand.h"
#include <gtest/gtest.h>

namespace warplaw::tests {

inline std::string canonical(std::string_view text) {
  auto instruction = spec::parse(text);
  return instruction ? spec::print(*instruction) : spec::describe(instruction.error(), text);
}

/// `marked` holds a `^` before the byte at which it must be rejected.
inline void expectRejected(std::string_view marked, std::string_view rule, std::string_view accepted) {
  const std::size_t caret = marked.find('^');
  ASSERT_NE(caret, std::string_view::npos);
  std::string text(marked);
  text.erase(caret, 1);
  auto result = spec::parse(text);
  ASSERT_FALSE(result) << text << " is accepted";
  const spec::Rejection& rejection = result.error();
  EXPECT_EQ(rejection.rule, rule) << describe(rejection, text);
  EXPECT_EQ(rejection.position, caret) << describe(rejection, text);
  EXPECT_EQ(rejection.accepted, accepted) << describe(rejection, text);
  EXPECT_FALSE(rejection.message.empty());
}

/// An operand of 20 bits with a sign: as it may be written, its field, as it is printed; none beyond it is accepted.
struct SignedText {
  std::string written;
  std::uint32_t bits;
  std::string printed;
};
inline const SignedText kSigned20[] = {
    {"0", 0, "0"},      {"-1", 0xFFFFF, "-1"},          {"- 0x20", 0xFFFE0, "-0x20"},
    {"32", 32, "0x20"}, {"524287", 0x7FFFF, "0x7ffff"}, {"-524288", 0x80000, "-0x80000"}};

/// `before` and `behind` stand around the operand, which `operandOf` finds in the form.
template <class Form, class OperandOf>
void expectSigned20(const std::string& before, const std::string& behind, std::string_view rule, OperandOf operandOf) {
  for (const SignedText& number : kSigned20) {
    const std::string text = before + number.written + behind;
    const auto instruction = spec::parse(text);
    ASSERT_TRUE(instruction) << text;
    EXPECT_EQ(operandOf(instruction->form.template as<Form>()), (spec::RegisterOrImmediate{true, number.bits})) << text;
    EXPECT_EQ(spec::print(*instruction), before + number.printed + behind + ";");
  }
  for (const char* beyond : {"^524288", "^-524289", "^0xfffff"})
    expectRejected(before + beyond + behind, rule, "-524288..524287");
  for (const char* other : {"^P2", "^[R2]"})
    expectRejected(before + other + behind, rule, "R0..R254, RZ or -524288..524287");
}

} // namespace warplaw::tests
