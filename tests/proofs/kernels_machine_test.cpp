// The machine of terms does not take longer than its terms are large.
#include "proofs/kernels/machine.h"
#include "ptx/text/read.h"
#include "tests/ptx/whole.h"
#include <gtest/gtest.h>

namespace warplaw::proofs::kernels {
namespace {

/// Two registers that are added to each other again and again: a path to an input for each way of doing so.
TEST(KernelTerms, AnAddressWithSharedParts) {
  std::string body =
      ".reg .b64 %a, %b, %c;\nld.param.u64 %c, [in];\nld.global.u64 %a, [%c];\nld.global.u64 %b, [%c+8];\n";
  for (unsigned i = 0; i < 60; ++i)
    body += i % 2 == 0 ? "add.u64 %a, %a, %b;\n" : "add.u64 %b, %b, %a;\n";
  const auto module = ptx::read(ptx::tests::kHeader + ".entry k(.param .u64 in) {\n" + body +
                                "and.b64 %a, %a, 0;\nadd.u64 %c, %c, %b;\nld.global.u8 %a, [%c];\nret;\n}\n");
  ASSERT_TRUE(module.has_value()) << module.error().message("k");
  const auto kernel = ptx::decode(*module, "");
  ASSERT_TRUE(kernel.has_value());
  AnyLaunch any;
  any.launch.block = {1, 1, 1};
  any.launch.arrays.push_back({"in", std::vector<std::uint8_t>(16), {}, 8, false});
  any.launch.arguments.push_back({{}, 0});
  any.isInput.push_back(std::vector<bool>(16, true));
  any.elementBytes.push_back(8);
  any.isParameterInput.push_back(false);
  any.holdsFloats.push_back(false);
  symbolic::Terms terms;
  const AnyOutcome outcome = runAny(terms, *kernel, any);
  EXPECT_FALSE(outcome.stopped);
  EXPECT_TRUE(std::ranges::any_of(outcome.questions, [](const Question& one) {
    return one.kind == ptx::FindingKind::OutOfBounds && !one.bad.isConstant();
  }));
}

} // namespace
} // namespace warplaw::proofs::kernels
