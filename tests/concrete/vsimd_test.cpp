// SIMD video: each rule on hand-checked words, every pair of bytes in every lane, and every combination of modifiers
// under random masks and selectors against a slower model (VID-1, -4, -9..11).
#include "concrete/instructions/vsimd.h"
#include "fuzz/instructions/video_plain.h"
#include "lanewise.h"
#include "video_rows.h"
#include <algorithm>

namespace warplaw {
namespace {
using spec::VideoOp, spec::VideoType;
using spec::VsimdForm, spec::VsimdOp;
using tests::expectRows;
namespace plain = fuzz::plain;

TEST(Vsimd, SelectorsTakeLanesOfBoth_VID_9) {
  const std::uint32_t a = 0x04030201, b = 0x40302010;
  expectRows({{"VADD4.U32.U32.U32 R0, R1, R2, R3", a, b, 0, 0x44332211},
              {"VADD4.U32.U32.U32 R0, R1.B7610, R2, R3", a, b, 0, 0x80602211},
              {"VADD4.U32.U32.U32 R0, R1.B0123, R2.B3210, R3", a, b, 0, 0x05050505},
              {"VADD4.U32.U32.U32 R0, R1.B4444, R2.B5555, R3", a, b, 0, 0x30303030},
              {"VADD2.U32.U32.U32 R0, R1, R2, R3", a, b, 0, 0x44332211},
              {"VADD2.U32.U32.U32 R0, R1.H01, R2, R3", a, b, 0, 0x42312413},
              {"VADD2.U32.U32.U32 R0, R1.H30, R2.H12, R3", a, b, 0, 0x44332211},
              {"VSUB2.U32.U32.U32 R0, R1.H22, R2.H00, R3", a, b, 0, 0x1E0F1E0F}});
}

TEST(Vsimd, LanesAreExtendedByTheirType_VID_1) {
  expectRows({{"VMAX4.U32.U32.S32 R0, R1, R2, R3", 0x01800180, 0xFF80FF7F, 0, 0x01800180},
              {"VMAX4.U32.S32.S32 R0, R1, R2, R3", 0x01800180, 0xFF80FF7F, 0, 0x0180017F},
              {"VMIN2.U32.U32.U32 R0, R1, R2, R3", 0x8000FFFF, 0x7FFF0001, 0, 0x7FFF0001},
              {"VMIN2.U32.S32.U32 R0, R1, R2, R3", 0x8000FFFF, 0x7FFF0001, 0, 0x8000FFFF}});
}

TEST(Vsimd, NoLaneReachesTheNext_VID_10) {
  expectRows({{"VADD4.U32.U32.U32 R0, R1, R2, R3", 0x00FF00FF, 0x00010001, 0, 0},
              {"VSUB4.U32.U32.U32 R0, R1, R2, R3", 0, 0x00010001, 0, 0x00FF00FF},
              {"VADD2.U32.U32.U32 R0, R1, R2, R3", 0x0001FFFF, 1, 0, 0x00010000},
              {"VSUB2.U32.U32.U32 R0, R1, R2, R3", 0x00010000, 1, 0, 0x0001FFFF}});
}

TEST(Vsimd, SatClampsToTheLaneAsDtypeSays_VID_10) {
  expectRows({{"VADD4.U32.U32.U32.SAT R0, R1, R2, R3", 0xFF7F80FF, 0x01018001, 0, 0xFF80FFFF},
              {"VADD4.S32.S32.S32.SAT R0, R1, R2, R3", 0x7F80FF01, 0x01FF0101, 0, 0x7F800002},
              {"VADD4.S32.U32.U32.SAT R0, R1, R2, R3", 0xFF7F0001, 0x01010001, 0, 0x7F7F0002},
              {"VSUB4.U32.S32.S32.SAT R0, R1, R2, R3", 0x7F80FF01, 0xFF7F0101, 0, 0x80000000},
              {"VSUB2.U32.U32.U32.SAT R0, R1, R2, R3", 0x00000005, 0x00010003, 0, 0x00000002},
              {"VADD2.S32.S32.S32.SAT R0, R1, R2, R3", 0x7FFF8000, 0x0001FFFF, 0, 0x7FFF8000},
              {"VADD2.U32.U32.U32.SAT R0, R1, R2, R3", 0xFFFF7FFF, 0x00010001, 0, 0xFFFF8000}});
}

TEST(Vsimd, OperationsAreThoseOfNumbers_VID_10) {
  expectRows({{"VABSDIFF4.U32.S32.S32 R0, R1, R2, R3", 0x80FF0105, 0x7F01FF03, 0, 0xFF020202},
              {"VABSDIFF2.U32.U32.S32 R0, R1, R2, R3", 0xFFFF0001, 0x8000FFFF, 0, 0x7FFF0002},
              {"VAVRG4.U32.U32.U32 R0, R1, R2, R3", 0xFFFF0100, 0xFFFE0200, 0, 0xFFFF0200},
              {"VAVRG4.S32.S32.S32 R0, R1, R2, R3", 0xFFFF01FD, 0xFE000001, 0, 0xFEFF01FF},
              {"VAVRG2.S32.S32.S32 R0, R1, R2, R3", 0xFFFF0001, 0xFFFE0002, 0, 0xFFFE0002}});
}

TEST(Vsimd, SetGivesOneOrZeroInALane_VID_4) {
  const std::uint32_t a = 0xFF017F80, b = 0x01017F7F;
  expectRows({{"VSET4.U32.U32.EQ R0, R1, R2, R3", a, b, 0, 0x00010100},
              {"VSET4.U32.U32.NE R0, R1, R2, R3", a, b, 0, 0x01000001},
              {"VSET4.U32.U32.LT R0, R1, R2, R3", a, b, 0, 0},
              {"VSET4.S32.S32.LT R0, R1, R2, R3", a, b, 0, 0x01000001},
              {"VSET4.S32.S32.LE R0, R1, R2, R3", a, b, 0, 0x01010101},
              {"VSET4.U32.U32.GT R0, R1, R2, R3", a, b, 0, 0x01000001},
              {"VSET4.S32.S32.GE R0, R1, R2, R3", a, b, 0, 0x00010100},
              {"VSET2.U32.S32.GT R0, R1, R2, R3", 0x00010001, 0x0001FFFF, 0, 0x00000001},
              {"VSET4.U32.U32.GE.ADD R0, R1, R2, R3", a, b, 100, 104}});
}

TEST(Vsimd, OtherLanesComeFromC_VID_11) {
  const std::uint32_t a = 0x01010101, b = 0x02020202, c = 0xAABBCCDD;
  expectRows({{"VADD4.U32.U32.U32 R0.B3, R1, R2, R3", a, b, c, 0x03BBCCDD},
              {"VADD4.U32.U32.U32 R0.B20, R1, R2, R3", a, b, c, 0xAA03CC03},
              {"VADD4.U32.U32.U32.SAT R0.B310, R1, R2, R3", a, b, c, 0x03BB0303},
              {"VADD2.U32.U32.U32 R0.H0, R1, R2, R3", a, b, c, 0xAABB0303},
              {"VADD2.U32.U32.U32 R0.H1, R1, R2, R3", a, b, c, 0x0303CCDD},
              {"VSUB2.U32.U32.U32 R0.H1, R1, R2, R3", a, b, c, 0xFEFFCCDD}});
}

TEST(Vsimd, AddSumsUpExactResults_VID_11) {
  const std::uint32_t most = 0xFFFFFFFF;
  expectRows({{"VADD4.U32.U32.U32.ADD R0, R1, R2, R3", most, most, 1, 2041},
              {"VADD4.S32.U32.U32.ADD R0, R1, R2, R3", most, most, 1, 2041}, // dtype does not matter
              {"VADD4.U32.U32.U32.ADD R0.B1, R1, R2, R3", most, most, 1, 511},
              {"VADD4.U32.S32.S32.ADD R0, R1, R2, R3", most, most, 1, 0xFFFFFFF9},
              {"VSUB4.U32.U32.U32.ADD R0.B30, R1, R2, R3", 0, 0x01020304, 3, 0xFFFFFFFE},
              {"VABSDIFF4.U32.U32.U32.ADD R0, R1, R2, R3", 0x01FF0305, 0x02FE0603, 10, 17},
              {"VADD2.U32.U32.U32.ADD R0, R1, R2, R3", most, most, most, 262139},
              {"VMIN2.U32.S32.S32.ADD R0.H1, R1, R2, R3", 0x80000000, 0x7FFF0000, 0, 0xFFFF8000}});
}

// ---- against slower statements

struct ThisMachines {
  std::string_view path;
  concrete::VsimdDatapath* datapath;
};
/// The datapaths that this processor has.
std::vector<ThisMachines> datapaths() {
  std::vector<ThisMachines> all = {{"portable", concrete::warplaw_vsimd_portable},
                                   {"avx512", concrete::warplaw_vsimd_avx512}};
  const auto paths = concrete::paths(spec::Mnemonic::Vsimd);
  EXPECT_EQ(paths.size(), all.size());
  std::erase_if(all, [&](const ThisMachines& one) {
    const auto path = std::ranges::find(paths, one.path, &concrete::Path::name);
    return path == paths.end() || !path->supported;
  });
  return all;
}

unsigned lanesOf(const VsimdForm& form) { return form.op >= VsimdOp::Add4 ? 4 : 2; }
VideoOp operationOf(const VsimdForm& form) {
  return static_cast<VideoOp>(static_cast<unsigned>(form.op) - (lanesOf(form) == 4 ? 7 : 0));
}

/// One lane's result, exact or clamped (VID-10).
plain::Integer laneResult(const VsimdForm& form, plain::Integer a, plain::Integer b) {
  const plain::Integer exact = plain::exactly(operationOf(form), form.condition, a, b);
  return form.saturates ? plain::saturated(exact, 32 / lanesOf(form), form.dtype == VideoType::S32) : exact;
}

/// Rd's word, lane after lane, in numbers (VID-9, -11).
std::uint32_t model(const VsimdForm& form, std::uint32_t a, std::uint32_t b, std::uint32_t c) {
  const unsigned lanes = lanesOf(form), bits = 32 / lanes;
  const std::uint64_t both = std::uint64_t{b} << 32 | a;
  const auto selected = [&](unsigned selector, unsigned lane, VideoType type) {
    const unsigned digit = selector >> 4 * lane & 0xF;
    return plain::wrapped(both >> digit * bits, bits, type == VideoType::S32);
  };
  plain::Integer sum = c, merged = 0;
  for (unsigned lane = 0; lane < lanes; ++lane) {
    const bool inMask = form.rd.mask >> lane & 1;
    const plain::Integer result =
        laneResult(form, selected(form.ra.lanes, lane, form.atype), selected(form.rb.lanes, lane, form.btype));
    sum += inMask ? result : 0;
    merged += plain::wrapped(inMask ? result : c >> lane * bits, bits, false) * plain::power(lane * bits);
  }
  return static_cast<std::uint32_t>(plain::wrapped(form.adds ? sum : merged, 32, false));
}

/// Every combination of words, six masks and selectors each on every path; modifiers come from the form as they ship.
TEST(Vsimd, EveryFormIsTheModel_VID_4_VID_9_VID_10_VID_11) {
  std::mt19937 random(23);
  const auto all = datapaths();
  std::size_t forms = 0;
  tests::eachModified<VsimdForm>([&](const spec::Form& modified) {
    ++forms;
    auto form = modified.as<VsimdForm>();
    for (unsigned k = 0; k < 6; ++k) {
      const unsigned digits = lanesOf(form) == 4 ? 0x7777 : 0x33, masks = lanesOf(form) == 4 ? 15 : 3;
      form.ra.lanes = static_cast<std::uint16_t>(random() & digits);
      form.rb.lanes = static_cast<std::uint16_t>(random() & digits);
      form.rd.mask = static_cast<std::uint8_t>(1 + random() % masks);
      SCOPED_TRACE(spec::print({{}, form, {}}));
      ASSERT_TRUE(spec::check(spec::Instruction{{}, form, {}}));
      spec::VsimdModifiers modifiers;
      concrete::warplaw_vsimd_modifiers(&form, &modifiers);
      const spec::Operands operands = tests::edgeOperands(random);
      for (const auto& [path, datapath] : all)
        tests::expectLanes(datapath, modifiers, operands, spec::VsimdChoices{}, [&](unsigned thread) {
          return model(form, operands.row[0][thread], operands.row[1][thread], operands.row[2][thread]);
        });
    }
  });
  EXPECT_EQ(forms, 2u * (6 * 8 * 3 + 4 * 6 * 2)); // types with .SAT, .ADD or neither; of VSET conditions
}

/// All pairs of bytes in each of the four lanes: each lane begins with another pair.
struct BytePairs {
  static constexpr unsigned kPairs = 1u << 16;
  static std::uint32_t pair(unsigned call, unsigned thread, unsigned lane) {
    return (call * spec::kLanes + thread + lane * (kPairs / 4 + 1)) % kPairs;
  }
  std::vector<spec::Operands> calls = std::vector<spec::Operands>(kPairs / spec::kLanes);
  BytePairs() {
    for (unsigned call = 0; call < calls.size(); ++call) {
      calls[call].exec = ~0u;
      for (unsigned thread = 0; thread < spec::kLanes; ++thread)
        for (unsigned lane = 0; lane < 4; ++lane) {
          calls[call].row[0][thread] |= (pair(call, thread, lane) & 0xFF) << 8 * lane;
          calls[call].row[1][thread] |= pair(call, thread, lane) >> 8 << 8 * lane;
        }
    }
  }
};

/// Lanes that differ from the byte that `wanted` has for their pair.
std::size_t differences(const BytePairs& pairs, concrete::VsimdDatapath* datapath,
                        const spec::VsimdModifiers& modifiers, const std::vector<std::uint8_t>& wanted) {
  std::size_t count = 0;
  spec::Results results{};
  for (unsigned call = 0; call < pairs.calls.size(); ++call) {
    datapath(&modifiers, &pairs.calls[call], nullptr, &results);
    for (unsigned thread = 0; thread < spec::kLanes; ++thread)
      for (unsigned lane = 0; lane < 4; ++lane)
        count +=
            static_cast<std::uint8_t>(results.row[0][thread] >> 8 * lane) != wanted[pairs.pair(call, thread, lane)];
  }
  return count;
}

TEST(Vsimd, EveryPairOfBytesInEveryLane_VID_4_VID_10) {
  const BytePairs pairs;
  const auto all = datapaths();
  unsigned forms = 0;
  tests::eachModified<VsimdForm>([&](const spec::Form& modified) {
    auto form = modified.as<VsimdForm>();
    if (lanesOf(form) != 4 || form.adds)
      return;
    ++forms;
    form.rd.mask = 0xF, form.ra.lanes = 0x3210, form.rb.lanes = 0x7654;
    std::vector<std::uint8_t> wanted(BytePairs::kPairs);
    for (unsigned pair = 0; pair < BytePairs::kPairs; ++pair)
      wanted[pair] = static_cast<std::uint8_t>(laneResult(form, plain::wrapped(pair, 8, form.atype == VideoType::S32),
                                                          plain::wrapped(pair >> 8, 8, form.btype == VideoType::S32)));
    spec::VsimdModifiers modifiers;
    concrete::warplaw_vsimd_modifiers(&form, &modifiers);
    for (const auto& [path, datapath] : all)
      EXPECT_EQ(differences(pairs, datapath, modifiers, wanted), 0u) << path << ": " << spec::print({{}, form, {}});
  });
  EXPECT_EQ(forms, 6u * 8 * 2 + 4 * 6);
}

} // namespace
} // namespace warplaw
