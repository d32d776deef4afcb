// S2R's encoding against the definition of each mask, bit by bit, and by its laws (SR-2), and against threads that are
// numbered one after the other (SR-3), over all lanes.
#include "symbolic/encodings/s2r.h"
#include "tests/encodings/compiled.h"

namespace warplaw::symbolic {
namespace {
using spec::SpecialRegister;

class S2r : public ::testing::Test {
protected:
  std::uint32_t read(SpecialRegister name, unsigned lane, const spec::SpecialInputs& around = {}) const {
    const std::uint32_t sr = static_cast<std::uint32_t>(name);
    const void* inputs[] = {&sr, &lane, &around};
    std::uint32_t word = 0;
    void* outputs[] = {&word};
    function(inputs, outputs);
    return word;
  }
  static native::Function compiled() {
    Terms terms;
    const Term sr = terms.variable(32, "sr"), lane = terms.variable(5, "lane");
    const auto around = variables<SpecialInputTerms>(terms, "inputs.");
    LaneWords none;
    none.fill(terms.constant(32, 0));
    std::vector<native::Slot> inputs = {{sr, 0, 0, 4}, {lane, 1, 0, 4}};
    addSlots(inputs, around, 2);
    const native::Slot output[] = {{s2rLane({sr}, {}, lane, none, around), 0, 0, 4}};
    return native::compile(inputs, output);
  }
  const native::Function function = compiled();
};

TEST_F(S2r, MasksBitByBit_SR_1_2) {
  for (unsigned lane = 0; lane < spec::kLanes; ++lane) {
    EXPECT_EQ(read(SpecialRegister::LaneId, lane), lane);
    for (unsigned other = 0; other < spec::kLanes; ++other) {
      const auto bit = [&](SpecialRegister name) { return (read(name, lane) >> other & 1) != 0; };
      EXPECT_EQ(bit(SpecialRegister::EqMask), other == lane);
      EXPECT_EQ(bit(SpecialRegister::LtMask), other < lane);
      EXPECT_EQ(bit(SpecialRegister::LeMask), other <= lane);
      EXPECT_EQ(bit(SpecialRegister::GtMask), other > lane);
      EXPECT_EQ(bit(SpecialRegister::GeMask), other >= lane);
    }
  }
}

TEST_F(S2r, Laws_SR_2) {
  for (unsigned lane = 0; lane < spec::kLanes; ++lane) {
    const std::uint32_t equal = read(SpecialRegister::EqMask, lane), less = read(SpecialRegister::LtMask, lane),
                        lessOrEqual = read(SpecialRegister::LeMask, lane);
    EXPECT_EQ(equal, 1u << read(SpecialRegister::LaneId, lane));
    EXPECT_EQ(less, equal - 1);
    EXPECT_EQ(lessOrEqual, less | equal);
    EXPECT_EQ(read(SpecialRegister::GeMask, lane), ~less);
    EXPECT_EQ(read(SpecialRegister::GtMask, lane), ~lessOrEqual);
  }
}

/// x runs fastest, then y, then z; each thread is the next lane.
TEST_F(S2r, ThreadsAreLanesInOrder_SR_3) {
  for (const std::array<std::uint32_t, 3> ntid :
       {std::array{32u, 1u, 1u}, {5u, 3u, 7u}, {1u, 1u, 64u}, {1024u, 1u, 1u}, {1u, 1024u, 1u}, {33u, 31u, 1u}}) {
    spec::SpecialInputs around;
    std::copy(ntid.begin(), ntid.end(), std::begin(around.ntid));
    unsigned linear = 0;
    for (std::uint32_t z = 0; z < ntid[2]; ++z)
      for (std::uint32_t y = 0; y < ntid[1]; ++y)
        for (std::uint32_t x = 0; x < ntid[0]; ++x, ++linear) {
          around.warp = linear / spec::kLanes;
          const unsigned lane = linear % spec::kLanes;
          ASSERT_EQ(read(SpecialRegister::TidX, lane, around), x) << linear;
          ASSERT_EQ(read(SpecialRegister::TidY, lane, around), y) << linear;
          ASSERT_EQ(read(SpecialRegister::TidZ, lane, around), z) << linear;
        }
  }
}

TEST_F(S2r, EveryOtherRegisterIsItsInput_SR_1_3) {
  spec::SpecialInputs around;
  std::uint32_t next = 100;
  spec::eachCell([&](const spec::CellPlace&, std::uint32_t& cell) { cell = next++; }, around);
  const std::pair<SpecialRegister, std::uint32_t> wanted[] = {
      {SpecialRegister::CtaidX, around.ctaid[0]},
      {SpecialRegister::CtaidZ, around.ctaid[2]},
      {SpecialRegister::NtidX, around.ntid[0]},
      {SpecialRegister::NtidY, around.ntid[1]},
      {SpecialRegister::NctaidY, around.nctaid[1]},
      {SpecialRegister::NctaidZ, around.nctaid[2]},
      {SpecialRegister::ClockLow, around.clockLow},
      {SpecialRegister::ClockHigh, around.clockHigh},
      {SpecialRegister::SmemSize, around.smemSize},
      {SpecialRegister::SharedWindowLow, around.sharedWindowLow},
      {SpecialRegister::SharedWindowSize, around.sharedWindowSize},
      {SpecialRegister::LocalWindowLow, around.localWindowLow},
      {SpecialRegister::LocalWindowSize, around.localWindowSize}};
  for (const auto& [name, word] : wanted)
    for (const unsigned lane : {0u, 31u})
      EXPECT_EQ(read(name, lane, around), word) << int(name);
}

TEST_F(S2r, FormsAndPlans_SR_1_MACH_3) {
  constexpr std::uint32_t kRegisters = spec::kSpecialRegisterCount;
  compareForms<S2rFormTerms, S2rModifierTerms, S2rChoiceTerms, s2rModifiers, s2rPlan>(
      [](const spec::S2rForm& form) { return std::uint32_t(form.sr.name) < kRegisters; },
      [](const spec::S2rModifiers& modifiers) { return modifiers.sr < kRegisters; },
      [](const spec::S2rForm& form) { return spec::S2rModifiers{std::uint32_t(form.sr.name)}; },
      [](const spec::S2rForm& form, const spec::Plan& before) { return planOver(before, {}, form.rd.index); });
}

} // namespace
} // namespace warplaw::symbolic
