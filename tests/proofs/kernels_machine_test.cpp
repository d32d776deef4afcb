// The machine of terms does not take longer than its terms are large, and takes pairs of floats for two floats.
#include "concrete/scalar/scalar.h"
#include "proofs/kernels/machine.h"
#include "ptx/text/read.h"
#include "symbolic/terms/evaluate.h"
#include "tests/ptx/whole.h"
#include <gtest/gtest.h>
#include <random>

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

TEST(KernelsFloats, AnOperationOfPairsIsThatOfItsHalves) {
  std::mt19937_64 dice(1);
  unsigned halved = 0;
  for (const spec::scalar::Form& form : spec::scalar::forms())
    for (const spec::scalar::Modes modes : form.everyModes()) {
      if (!form.operation->isFloat || !form.result(modes).isPacked())
        continue;
      Terms terms;
      AnyOutcome outcome;
      std::vector<Term> sources;
      for (unsigned i = 0; i < form.sources(); ++i)
        sources.push_back(terms.variable(form.source(i, modes).width(), std::string(1, static_cast<char>('a' + i))));
      const Term result = applied(terms, outcome.functions, form, modes, sources);
      halved += result.op() == symbolic::Op::Concat;
      for (unsigned sample = 0; sample < 64; ++sample) {
        std::array<std::uint64_t, 4> words{};
        symbolic::Assignment assignment;
        for (unsigned i = 0; i < form.sources(); ++i) {
          static constexpr std::uint64_t kSpecial[] = {0, 0x8000, 0x3c00, 0x7c00, 0xfc00, 0x7e00, 0x7d01, 1};
          for (unsigned half = 0; half < 2; ++half)
            words[i] |= (dice() % 2 ? kSpecial[dice() % 8] : dice() & 0xffff) << 16 * half;
          words[i] &= spec::scalar::onesOf(form.source(i, modes).width());
          assignment[std::string(1, static_cast<char>('a' + i))] = words[i];
        }
        const std::uint64_t wanted = concrete::scalarFunction(form)(modes, words[0], words[1], words[2], words[3]);
        ASSERT_EQ(
            static_cast<std::uint64_t>(symbolic::evaluate(std::vector{result}, assignment, outcome.evaluation())[0]),
            wanted & spec::scalar::onesOf(form.result(modes).width()))
            << form.opcode(modes);
      }
    }
  EXPECT_GT(halved, 50u);
}

} // namespace
} // namespace warplaw::proofs::kernels
