// Where functions were inlined (PTX-1): read as a chain, and printed so that it is read again.
#include "ptx/text/read.h"
#include "whole.h"
#include <gtest/gtest.h>

namespace warplaw::ptx::tests {
namespace inlined_test {

using Lines = std::vector<std::uint32_t>;

/// The line of each instruction, and those where it was inlined, from the inside out.
std::vector<Lines> linesOf(const Module& module) {
  std::vector<Lines> all;
  for (const Global& global : module.globals)
    if (const auto* const function = std::get_if<Function>(&global); function && function->body)
      for (const Statement& statement : function->body->statements)
        if (const auto* const one = std::get_if<Instruction>(&statement)) {
          Lines& lines = all.emplace_back(Lines{one->place.sourceLine});
          for (std::uint32_t at = one->place.inlinedAt; at; at = module.inlined[at - 1].inlinedAt)
            lines.push_back(module.inlined[at - 1].line);
        }
  return all;
}

TEST(PtxInlined, ChainsAreReadAndPrinted) {
  const auto module = read(entry(".reg .b32 a;\n"
                                 "mov.u32 a, 0;\n"
                                 ".loc 1 9 3\n"
                                 "mov.u32 a, 1;\n"
                                 ".loc 1 6 3, function_name $L__info_string0, inlined_at 1 10 3\n"
                                 "mov.u32 a, 2;\n"
                                 ".loc 1 2 3, function_name $L__info_string1+4, inlined_at 1 6 3\n"
                                 "mov.u32 a, 3;\n"
                                 ".loc 2 1 1, inlined_at 1 6 4\n"
                                 "mov.u32 a, 4;\n"
                                 ".loc 1 10 3\n"
                                 "mov.u32 a, 5;"));
  ASSERT_TRUE(module.has_value()) << module.error().message("f");
  const std::vector<Lines> wanted = {{0}, {9}, {6, 10}, {2, 6, 10}, {1, 6}, {10}};
  EXPECT_EQ(linesOf(*module), wanted);
  const std::string printed = print(*module);
  const auto again = read(printed);
  ASSERT_TRUE(again.has_value()) << again.error().message("f") << printed;
  EXPECT_EQ(linesOf(*again), wanted) << printed;
  EXPECT_EQ(print(*again), printed);
}

} // namespace inlined_test
} // namespace warplaw::ptx::tests
