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

} // namespace warplaw::tests
