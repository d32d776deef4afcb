// The machine of warps and the machine of threads, on generated kernels: they agree, and a fault planted into what one
// of them is given is found.
#include "fuzz/kernels/compare.h"
#include "fuzz/kernels/launch_case.h"
#include <algorithm>
#include <gtest/gtest.h>

namespace warplaw::fuzz {
namespace kernels_test {

/// Those of seeds part * kernels, part * kernels + 1, ..
void expectMachinesAgree(std::uint64_t part, std::uint64_t kernels) {
  std::uint64_t judged = 0;
  for (std::uint64_t seed = part * kernels; seed < (part + 1) * kernels; ++seed) {
    const Compared compared = compareMachines(generateKernel(kernelRecord(seed)), 1, seed);
    ASSERT_EQ(compared.difference, "") << "record of seed " << seed;
    judged += compared.isJudged;
  }
  EXPECT_GT(judged, kernels / 2) << "most kernels must be such that something is promised of them";
}

class PtxKernels : public testing::TestWithParam<std::uint64_t> {};
TEST_P(PtxKernels, MachinesAgree) { expectMachinesAgree(GetParam(), 500); }
INSTANTIATE_TEST_SUITE_P(Seeds, PtxKernels, testing::Range(std::uint64_t{0}, std::uint64_t{4})); // beside each other

/// Ten million of them, in parts that CMakeLists.txt counts, too.
class NightlyPtxKernels : public testing::TestWithParam<std::uint64_t> {};
constexpr std::uint64_t kNightlyParts = 64;
TEST_P(NightlyPtxKernels, MachinesAgree) { expectMachinesAgree(GetParam(), 10'000'000 / kNightlyParts); }
INSTANTIATE_TEST_SUITE_P(Seeds, NightlyPtxKernels, testing::Range(std::uint64_t{0}, kNightlyParts));

template <class Is> std::vector<ptx::Step*> stepsThat(ptx::Kernel& kernel, Is is) {
  std::vector<ptx::Step*> found;
  for (ptx::Step& step : kernel.steps)
    if (is(step))
      found.push_back(&step);
  return found;
}

using Steps = std::vector<ptx::Step*>;
struct Planted {
  std::string name;
  Steps (*where)(ptx::Kernel&);
  void (*change)(ptx::Step&);
};

/// The membermask, where it is a number.
ptx::Source* membermask(ptx::Step& step) {
  const bool isShuffle = step.kind == ptx::StepKind::Shuffle;
  const bool isOther = step.kind == ptx::StepKind::Vote || step.kind == ptx::StepKind::Redux;
  ptx::Source* const mask = isShuffle ? &step.src[3] : isOther ? &step.src[1] : nullptr;
  return mask && mask->kind == ptx::Source::Kind::Immediate ? mask : nullptr;
}

const std::vector<Planted> kPlanted = {
    {"a branch goes elsewhere",
     [](ptx::Kernel& k) { return stepsThat(k, [](const auto& s) { return s.kind == ptx::StepKind::Branch; }); },
     [](ptx::Step& s) { ++s.target; }},
    {"a barrier is dropped",
     [](ptx::Kernel& k) { return stepsThat(k, [](const auto& s) { return s.kind == ptx::StepKind::Barrier; }); },
     [](ptx::Step& s) { s.kind = ptx::StepKind::Nothing; }},
    {"a membermask lacks lanes",
     [](ptx::Kernel& k) { return stepsThat(k, [](ptx::Step& s) { return membermask(s) != nullptr; }); },
     [](ptx::Step& s) { membermask(s)->value = 0x0000ffff; }},
    {"a guard is negated",
     [](ptx::Kernel& k) { return stepsThat(k, [](const auto& s) { return s.guard != ptx::kNoRegister; }); },
     [](ptx::Step& s) { s.guardNegated = !s.guardNegated; }},
    {"an exit is dropped",
     [](ptx::Kernel& k) {
       return stepsThat(k, [&](const auto& s) { return s.kind == ptx::StepKind::Exit && s.guard != ptx::kNoRegister; });
     },
     [](ptx::Step& s) { s.kind = ptx::StepKind::Nothing; }},
    {"a shuffle of another mode",
     [](ptx::Kernel& k) { return stepsThat(k, [](const auto& s) { return s.kind == ptx::StepKind::Shuffle; }); },
     [](ptx::Step& s) { s.operation = (s.operation + 1) % 4; }},
    {"a video instruction with its operands exchanged",
     [](ptx::Kernel& k) { return stepsThat(k, [](const auto& s) { return s.kind == ptx::StepKind::Video; }); },
     [](ptx::Step& s) { std::swap(s.src[0], s.src[1]); }},
    {"an atomic of another operation",
     [](ptx::Kernel& k) { return stepsThat(k, [](const auto& s) { return s.kind == ptx::StepKind::Atomic; }); },
     [](ptx::Step& s) { s.operation = s.operation == 5 ? 6 : 5; }},
};

/// A kernel of which something is promised ends otherwise, or has findings that no schedule of the kernel itself has.
bool isNoticed(const GeneratedKernel& made, std::uint64_t seed, const Fault& fault) {
  const Compared compared = compareMachines(made, 2, seed, fault);
  if (!compared.isJudged)
    return compareMachines(made, 0, seed).isJudged;
  return !compared.difference.empty();
}

TEST(PtxKernelsPlanted, FaultsAreFound) {
  constexpr std::uint64_t kMost = 200;
  for (const Planted& planted : kPlanted) {
    std::uint64_t seed = 0;
    const auto fault = [&](ptx::Kernel& kernel) {
      const Steps steps = planted.where(kernel);
      if (!steps.empty())
        planted.change(*steps[seed % steps.size()]);
    };
    while (seed < kMost && !isNoticed(generateKernel(kernelRecord(seed)), seed, fault))
      ++seed;
    EXPECT_LT(seed, kMost) << planted.name << " is not noticed";
  }
}

/// Sides that never meet: lanes come one by one to what they must reach together.
TEST(PtxKernelsPlanted, WrongPlacesToMeetAreFound) {
  const auto fault = [](ptx::Kernel& kernel) {
    for (ptx::Step& step : kernel.steps)
      if (step.kind == ptx::StepKind::Branch)
        step.reconverge = static_cast<std::uint32_t>(kernel.steps.size());
  };
  std::uint64_t seed = 0;
  while (seed < 500 && !isNoticed(generateKernel(kernelRecord(seed)), seed, fault))
    ++seed;
  EXPECT_LT(seed, 500u);
}

/// What fuzz_launch is given: many are launches, and many of those that were edited are none.
TEST(PtxLaunchCases, ManyAreDecodedAndManyAreNot) {
  constexpr std::uint64_t kCases = 400;
  std::uint64_t decoded = 0;
  for (std::uint64_t seed = 0; seed < kCases; ++seed) {
    std::vector<std::uint8_t> record(kLaunchEdits + kKernelRecord);
    Dice(seed).fill(record);
    const spec::LaunchCase c = launchCaseOf(record);
    const auto module = ptx::read(c.module);
    decoded += module && ptx::decode(*module, c.entry);
  }
  EXPECT_GT(decoded, kCases / 3);
  EXPECT_LT(decoded, kCases * 9 / 10);
}

} // namespace kernels_test
} // namespace warplaw::fuzz
