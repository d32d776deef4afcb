// What tests of case files say again and again: with what a file is rejected.
#pragma once
#include "spec/program_case.h"
#include <gtest/gtest.h>

namespace warplaw::tests {

/// "rule: message" of the file in which `from` is `to`; "" if it is read.
inline std::string rejectionOf(std::string text, std::string_view from, std::string_view to) {
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  const auto c = spec::caseFromJson(text.replace(at, from.size(), to));
  return c ? "" : c.error().rule + ": " + c.error().message;
}

} // namespace warplaw::tests
