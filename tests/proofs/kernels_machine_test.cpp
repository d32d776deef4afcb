// The machine of terms does not take longer than its terms are large, and takes pairs of floats for two floats.
#include "concrete/scalar/scalar.h"
#include "proofs/kernels/equal.h"
#include "ptx/text/read.h"
#include "symbolic/terms/evaluate.h"
#include "tests/ptx/whole.h"
#include <gtest/gtest.h>
#include <random>
#include <set>

namespace warplaw::proofs::kernels {
namespace {

/// One block, and an array whose bytes may be any.
AnyLaunch launchOf(unsigned threads, std::size_t bytes, unsigned elementBytes) {
  AnyLaunch any;
  any.launch.block = {threads, 1, 1};
  any.launch.arrays.push_back({"in", std::vector<std::uint8_t>(bytes), {}, elementBytes, false});
  any.launch.arguments.push_back({{}, 0});
  any.isInput.push_back(std::vector<bool>(bytes, true));
  any.elementBytes.push_back(elementBytes);
  any.isParameterInput.push_back(false);
  any.holdsFloats.push_back(false);
  return any;
}

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
  const AnyLaunch any = launchOf(1, 16, 8);
  symbolic::Terms terms;
  const AnyOutcome outcome = runAny(terms, *kernel, any);
  EXPECT_FALSE(outcome.stopped);
  EXPECT_TRUE(std::ranges::any_of(outcome.questions, [](const Question& one) {
    return one.kind == ptx::FindingKind::OutOfBounds && !one.bad.isConstant();
  }));
}

/// Whether lanes that are missing come to another place is not followed: what is asked of them is asked of inputs, too,
/// for which they come. What comes after is asked of no such input.
TEST(KernelsHidden, NothingIsPROVEDBesideAQuestionThatHidesAndIsOpen) {
  const auto module = ptx::read(ptx::tests::kHeader + R"(.entry k(.param .u64 in) {
.reg .pred %p;
.reg .b32 %a, %b, %t;
.reg .b64 %c, %i;
ld.param.u64 %c, [in];
mov.u32 %t, %tid.x;
mul.wide.u32 %i, %t, 4;
add.s64 %c, %c, %i;
ld.global.u32 %a, [%c];
setp.gt.s32 %p, %a, 0;
@!%p bra DONE;
mov.u32 %b, 0;
shfl.sync.idx.b32 %a, %a, %b, 31, 0xffffffff;
DONE:
st.global.u32 [%c], %a;
ret;
}
)");
  ASSERT_TRUE(module.has_value()) << module.error().message("k");
  const auto kernel = ptx::decode(*module, "");
  ASSERT_TRUE(kernel.has_value());
  const AnyLaunch any = launchOf(32, 128, 4);
  const auto terms = std::make_shared<Terms>();
  const auto shownWhereHidingIs = [&](Verdict verdict) {
    KernelProof proof(terms, "k", *kernel, any);
    Record record;
    for (const Question& question : proof.outcome().questions) {
      record.name = fmt::format("kernel/k/{}/step-{}", ptx::nameOf(question.kind), question.step);
      record.verdict = question.hides ? verdict : Verdict::Proved;
      proof.answer(record);
    }
    EXPECT_TRUE(std::ranges::any_of(proof.outcome().questions, &Question::hides));
    return std::ranges::count_if(proof.verdicts(), isShown, &PlaceVerdict::verdict);
  };
  EXPECT_GT(shownWhereHidingIs(Verdict::Proved), 4);
  EXPECT_EQ(shownWhereHidingIs(Verdict::Unknown), 0);

  KernelPair pair(terms, *kernel, *kernel, any);
  Record record;
  const auto shown = [&](std::string_view name, Verdict verdict) {
    record.name = name;
    record.verdict = verdict;
    pair.answer(record);
    return std::ranges::count_if(pair.verdicts(), isShown, &PlaceVerdict::verdict);
  };
  EXPECT_EQ(shown("equal/in", Verdict::Proved), 0);
  EXPECT_EQ(shown("equal/findings", Verdict::Unknown), 0);
  EXPECT_EQ(shown("equal/findings", Verdict::Proved), 2);
}

/// Each finding of PTX-50, and what several instructions may have in common.
constexpr const char* kOfEveryKind = R"(.entry k(.param .u64 in) {
.reg .pred %p, %q;
.reg .b32 %a, %b, %t;
.reg .b64 %c, %i;
ld.param.u64 %c, [in];
mov.u32 %t, %tid.x;
mul.wide.u32 %i, %t, 4;
add.s64 %c, %c, %i;
ld.global.u32 %a, [%c];
ld.volatile.global.u32 %b, [%c];
membar.cta;
shfl.sync.idx.b32 %b, %a, 0, 31, 0xffffffff;
vote.sync.ballot.b32 %b, %p, 0xffffffff;
match.any.sync.b32 %b, %a, 0xffffffff;
redux.sync.add.u32 %b, %a, 0xffffffff;
elect.sync _|%p, 0xffffffff;
bar.warp.sync 0xffffffff;
activemask.b32 %b;
bar.sync 0;
barrier.sync 1, 32;
bar.red.popc.u32 %b, 2, %p;
AGAIN:
add.u32 %a, %a, 1;
setp.lt.u32 %p, %a, 7;
@%p bra AGAIN;
PLACES: .branchtargets AGAIN, BEHIND;
and.b32 %b, %a, 1;
brx.idx %b, PLACES;
BEHIND:
div.u32 %b, %t, %a;
atom.global.add.u32 %b, [%c], 1;
setp.eq.u32 %q, %b, 5;
@%q bra.uni LAST;
@!%q trap;
LAST:
st.global.u32 [%c], %a;
ret;
}
)";

/// A fault is planted: one question is forgotten, as if the machine of terms had not asked it.
TEST(KernelsInventory, EachQuestionThatIsForgottenIsAnERROR) {
  auto text = ptx::read(std::string(".version 8.5\n.target sm_90\n.address_size 64\n") + kOfEveryKind);
  ASSERT_TRUE(text.has_value()) << text.error().message("k");
  const auto kernel = ptx::decode(*text, "");
  ASSERT_TRUE(kernel.has_value()) << kernel.error().first.message("k");
  AnyLaunch any = launchOf(32, 128, 4);
  any.unroll = 2;
  const auto terms = std::make_shared<Terms>();
  const AnyOutcome whole = runAny(*terms, *kernel, any);
  ASSERT_FALSE(whole.stopped) << whole.stopped->reason;
  const auto errorsWith = [&](const AnyOutcome& outcome) {
    KernelProof proof(terms, "k", *kernel, any, outcome);
    for (const Question& question : outcome.questions) {
      Record record;
      record.name = fmt::format("kernel/k/{}/step-{}", ptx::nameOf(question.kind), question.step);
      record.verdict = Verdict::Proved;
      proof.answer(record);
    }
    std::vector<PlaceVerdict> all = proof.verdicts();
    std::erase_if(all, [](const PlaceVerdict& one) { return one.verdict != Verdict::Error; });
    return all;
  };
  EXPECT_TRUE(errorsWith(whole).empty());
  std::set<ptx::FindingKind> kinds;
  for (std::size_t i = 0; i < whole.questions.size(); ++i) {
    AnyOutcome without = whole;
    without.questions.erase(without.questions.begin() + static_cast<std::ptrdiff_t>(i));
    const Question& forgotten = whole.questions[i];
    const std::vector<PlaceVerdict> errors = errorsWith(without);
    ASSERT_EQ(errors.size(), 1u) << ptx::nameOf(forgotten.kind) << " of step " << forgotten.step;
    EXPECT_EQ(errors[0].kind, forgotten.kind);
    EXPECT_EQ(errors[0].step, forgotten.step);
    EXPECT_EQ(errors[0].reason, "it was not asked about");
    kinds.insert(forgotten.kind);
  }
  for (int kind = 0; kind <= static_cast<int>(ptx::FindingKind::NotJudged); ++kind)
    EXPECT_TRUE(kinds.contains(static_cast<ptx::FindingKind>(kind)))
        << ptx::nameOf(static_cast<ptx::FindingKind>(kind));
}

/// A launch that is too large says where it was when a limit ended it, and how far it had come.
TEST(KernelsLimits, WhatWasReachedIsSaid) {
  const auto module = ptx::read(ptx::tests::kHeader + R"(.entry k(.param .u64 in) {
.reg .b32 %a, %b, %t;
.reg .b64 %c, %i;
.shared .align 4 .b32 cells[64];
ld.param.u64 %c, [in];
mov.u32 %t, %tid.x;
mul.wide.u32 %i, %t, 4;
add.s64 %c, %c, %i;
ld.global.u32 %a, [%c];
and.b32 %a, %a, 63;
shl.b32 %a, %a, 2;
mov.u32 %b, cells;
add.u32 %b, %b, %a;
st.shared.u32 [%b], %t;
bar.sync 0;
ld.shared.u32 %a, [%b];
ret;
}
)");
  ASSERT_TRUE(module.has_value()) << module.error().message("k");
  const auto kernel = ptx::decode(*module, "");
  ASSERT_TRUE(kernel.has_value());
  const auto ended = [&](const std::function<void(AnyLaunch&)>& limit) {
    AnyLaunch any = launchOf(64, 256, 4);
    any.launch.grid = {3, 1, 1};
    limit(any);
    symbolic::Terms terms;
    return runAny(terms, *kernel, any).stopped.value_or(Stopped{"it came to the end", 0});
  };
  EXPECT_EQ(ended([](AnyLaunch&) {}).reason, "it came to the end");
  const Stopped steps = ended([](AnyLaunch& any) { any.mostSteps = 30; });
  EXPECT_EQ(steps.reason, "the limit of steps: followed as far as block 1,0,0 of 3,1,1, warp 0 of 2, in 30 steps of "
                          "warps");
  EXPECT_EQ(kernel->steps[steps.step].place.line, 12u);
  const Stopped pairs = ended([](AnyLaunch& any) { any.mostComparisons = 100; });
  EXPECT_EQ(pairs.reason, "more than 100 pairs of accesses, at addresses that do not fold: followed as far as block "
                          "0,0,0 of 3,1,1, warp 0 of 2, in 10 steps of warps");
  EXPECT_EQ(kernel->steps[pairs.step].place.line, 17u);
  const Stopped time = ended([](AnyLaunch& any) { any.patience.seconds = 1e-9; });
  EXPECT_EQ(time.reason, "time: 1e-09 s were not enough (--timeout): followed as far as block 0,0,0 of 3,1,1, warp 0 "
                         "of 2, in 1 step of warps");

  const auto terms = std::make_shared<Terms>();
  AnyLaunch any = launchOf(64, 256, 4);
  any.mostSteps = 5;
  const KernelPair pair(terms, *kernel, *kernel, any);
  for (const PlaceVerdict& one : pair.verdicts()) {
    EXPECT_EQ(one.verdict, Verdict::Unknown);
    EXPECT_TRUE(one.reason.ends_with("in 5 steps of warps (line 13)")) << one.reason;
  }
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
