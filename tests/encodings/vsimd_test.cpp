// SIMD video against true integers: every operation, type, condition, .SAT and .ADD with selectors and masks at random,
// and each byte operation over all pairs of bytes (VID-9..11).
#include "symbolic/encodings/vsimd.h"
#include "tests/encodings/compiled.h"
#include "tests/encodings/video_numbers.h"

namespace warplaw::symbolic {
namespace {
using plain::Number;
using spec::VideoOp;
using spec::VideoType;
using spec::VsimdOp;
using CompiledVsimd = CompiledLane<vsimdLane, VsimdModifierTerms, VsimdChoiceTerms>;

/// VID-2, -3, -4 of the numbers of two lanes.
Number exact(const spec::VsimdModifiers& m, Number a, Number b) {
  const auto op = VideoOp(m.op);
  return op == VideoOp::Set ? plain::holds(m.condition, a, b) : plain::exact(op, a, b);
}

std::uint32_t prose(const spec::VsimdModifiers& m, std::uint32_t a, std::uint32_t b, std::uint32_t c) {
  const int count = m.fourLanes ? 4 : 2, bits = 32 / count;
  std::vector<std::uint32_t> lanes, rest; // of {b, a}, and of c, the lowest first
  for (std::uint32_t word : {a, b})
    for (int lane = 0; lane < count; ++lane)
      lanes.push_back(std::uint32_t(plain::wrapped(word >> bits * lane, bits, false)));
  Number sum = c, merged = 0;
  for (int lane = count - 1; lane >= 0; --lane) { // digits are read from the top lane down
    const Number result = exact(m, plain::wrapped(lanes[m.aLanes >> 4 * lane & 15], bits, m.aSigned),
                                plain::wrapped(lanes[m.bLanes >> 4 * lane & 15], bits, m.bSigned));
    const bool isNamed = m.mask >> lane & 1;
    const Number kept = m.saturates ? plain::saturated(result, bits, m.dSigned) : result;
    merged = merged * plain::powerOf2(bits) + plain::wrapped(isNamed ? kept : c >> bits * lane, bits, false);
    sum += isNamed ? result : 0;
  }
  return std::uint32_t(m.adds ? plain::wrapped(sum, 32, false) : merged);
}

/// Calls f for every legal op, number of lanes, types, condition, .SAT and .ADD; each operand itself, all lanes.
template <class F> void eachOperation(F&& f) {
  for (std::uint32_t op = 0; op < 7; ++op)
    for (std::uint32_t flags = 0; flags < 16; ++flags)
      for (std::uint32_t rest = 0; rest < 3; ++rest) {
        const bool sets = VideoOp(op) == VideoOp::Set, four = flags & 8;
        spec::VsimdModifiers m{.op = op,
                               .fourLanes = four,
                               .dSigned = flags & 1,
                               .aSigned = flags >> 1 & 1,
                               .bSigned = flags >> 2 & 1,
                               .saturates = rest == 1,
                               .adds = rest == 2,
                               .mask = four ? 0xfu : 0x3u,
                               .aLanes = four ? 0x3210u : 0x10u,
                               .bLanes = four ? 0x7654u : 0x32u};
        if (!sets || !(m.dSigned || m.saturates))
          for (m.condition = 0; m.condition < (sets ? 6 : 1); ++m.condition)
            f(m);
      }
}

std::string nameOf(const spec::VsimdModifiers& m, std::uint32_t a, std::uint32_t b, std::uint32_t c) {
  char text[200];
  std::snprintf(text, sizeof text,
                "op %u four %u types %u%u%u sat %u condition %u adds %u mask %x lanes %x %x, a %x b %x c %x", m.op,
                m.fourLanes, m.dSigned, m.aSigned, m.bSigned, m.saturates, m.condition, m.adds, m.mask, m.aLanes,
                m.bLanes, a, b, c);
  return text;
}

TEST(Vsimd, EveryOperationWithSelectorsAndMasks_VID_9_10_11) {
  const CompiledVsimd encoding;
  std::mt19937 random(9);
  eachOperation([&](spec::VsimdModifiers m) {
    const std::uint32_t digits = m.fourLanes ? 0x7777 : 0x33;
    for (unsigned i = 0; i < 3000 && !HasFailure(); ++i) {
      if (i % 4) {
        m.mask = 1 + std::uint32_t(random()) % (m.fourLanes ? 15 : 3);
        m.aLanes = std::uint32_t(random()) & digits;
        m.bLanes = std::uint32_t(random()) & digits;
      }
      const std::uint32_t a = plain::anyWord(random), b = plain::anyWord(random), c = plain::anyWord(random);
      ASSERT_EQ(encoding(m, {}, random() % 32, {a, b, c}), prose(m, a, b, c)) << nameOf(m, a, b, c);
    }
  });
}

TEST(Vsimd, EveryPairOfBytes_VID_10) {
  const CompiledVsimd encoding;
  eachOperation([&](const spec::VsimdModifiers& m) {
    if (!m.fourLanes || m.adds)
      return;
    for (std::uint32_t a = 0; a < 256; ++a)
      for (std::uint32_t b = 0; b < 256 && !HasFailure(); b += 4) {
        const std::uint32_t as = 0x01010101 * a, bs = 0x01010101 * b + 0x03020100;
        ASSERT_EQ(encoding(m, {}, 0, {as, bs, 0}), prose(m, as, bs, 0)) << nameOf(m, as, bs, 0);
      }
  });
}

/// Rd of words a, b, c.
std::uint32_t rd(const spec::VsimdModifiers& modifiers, std::uint32_t a, std::uint32_t b, std::uint32_t c = 0) {
  static const CompiledVsimd encoding;
  return encoding(modifiers, {}, 0, {a, b, c});
}

TEST(Vsimd, SelectorsReadFromTheTopLaneDown_VID_9) {
  const spec::VsimdModifiers bytes{.fourLanes = 1, .mask = 0xf, .aLanes = 0x3210, .bLanes = 0x7654};
  spec::VsimdModifiers reversed = bytes;
  reversed.aLanes = 0x0123;
  EXPECT_EQ(rd(bytes, 0x44332211, 0), 0x44332211u);
  EXPECT_EQ(rd(reversed, 0x44332211, 0), 0x11223344u);
  EXPECT_EQ(rd({.aLanes = 0x23, .bLanes = 0x01}, 0x00020001, 0x00200010), 0x00110022u); // a.h23 + b.h01
}

TEST(Vsimd, ALaneIsExtendedAsItsOperandIs_VID_9) { // wherever it comes from
  const spec::VsimdModifiers least{
      .op = std::uint32_t(VideoOp::Min), .aSigned = 1, .mask = 0x1, .aLanes = 0x12, .bLanes = 0x32};
  EXPECT_EQ(rd(least, 0, 0xffff), 0xffffu); // a's lane is b's 0xffff, which is -1
  EXPECT_EQ(rd({.op = std::uint32_t(VideoOp::Min), .bSigned = 1, .mask = 0x1, .aLanes = 0x12}, 0, 0xffff), 0xffffu);
}

TEST(Vsimd, ClampsEachLane_VID_10) {
  EXPECT_EQ(rd({.saturates = 1}, 0xffff0001, 0x00010001), 0xffff0002u);
  EXPECT_EQ(rd({.dSigned = 1, .saturates = 1}, 0xffff0001, 0x00010001), 0x7fff0002u);
  EXPECT_EQ(rd({}, 0xffff0001, 0x00010001), 0x00000002u);
}

TEST(Vsimd, LanesOutsideTheMaskComeFromC_VID_11) {
  EXPECT_EQ(rd({.mask = 0x1}, 0x00050003, 0x00010001, 0xabcdef01), 0xabcd0004u);
  EXPECT_EQ(rd({.mask = 0x2}, 0x00050003, 0x00010001, 0xabcdef01), 0x0006ef01u);
}

TEST(Vsimd, AddSumsExactResults_VID_11) {
  const spec::VsimdModifiers sum{.op = std::uint32_t(VideoOp::Add), .adds = 1};
  EXPECT_EQ(rd(sum, 0xffffffff, 0xffffffff, 1), 0x3fffdu); // 4 * 0xffff + 1: nothing is cut to a lane
  spec::VsimdModifiers difference{.op = std::uint32_t(VideoOp::Sub), .adds = 1, .mask = 0x1};
  EXPECT_EQ(rd(difference, 0, 0xffffffff, 0), 0xffff0001u); // -0xffff
}

bool isLegalMask(bool four, std::uint32_t mask) { return mask > 0 && mask < (four ? 16u : 4u); }
bool isLegalSelector(bool four, std::uint32_t lanes) {
  for (int lane = 0; lane < (four ? 4 : 2); ++lane, lanes /= 16)
    if (lanes % 16 >= (four ? 8u : 4u))
      return false;
  return lanes == 0;
}

TEST(Vsimd, FormsAndPlans_VID_4_9_10_11_MACH_3) {
  const auto isSet = [](const spec::VsimdForm& form) { return form.op == VsimdOp::Set2 || form.op == VsimdOp::Set4; };
  const auto isFour = [](const spec::VsimdForm& form) { return int(form.op) > 6; };
  compareForms<VsimdFormTerms, VsimdModifierTerms, VsimdChoiceTerms, vsimdModifiers, vsimdPlan>(
      [&](const spec::VsimdForm& form) {
        if (isSet(form) ? form.dtype != VideoType::U32 || form.saturates : int(form.condition) != 0)
          return false;
        return int(form.op) < 14 && int(form.dtype) < 2 && int(form.atype) < 2 && int(form.btype) < 2 &&
               int(form.condition) < 6 && !(form.saturates && form.adds) && isLegalMask(isFour(form), form.rd.mask) &&
               isLegalSelector(isFour(form), form.ra.lanes) && isLegalSelector(isFour(form), form.rb.lanes);
      },
      [&](const spec::VsimdModifiers& m) {
        if (VideoOp(m.op) == VideoOp::Set ? m.dSigned || m.saturates : m.condition != 0)
          return false;
        return m.op < 7 && m.fourLanes < 2 && m.dSigned < 2 && m.aSigned < 2 && m.bSigned < 2 && m.saturates < 2 &&
               m.condition < 6 && m.adds < 2 && !(m.saturates && m.adds) && isLegalMask(m.fourLanes, m.mask) &&
               isLegalSelector(m.fourLanes, m.aLanes) && isLegalSelector(m.fourLanes, m.bLanes);
      },
      [&](const spec::VsimdForm& form) -> spec::VsimdModifiers {
        const auto isSigned = [](VideoType type) { return std::uint32_t(type == VideoType::S32); };
        return {std::uint32_t(form.op) % 7,
                isFour(form),
                isSigned(form.dtype),
                isSigned(form.atype),
                isSigned(form.btype),
                form.saturates,
                std::uint32_t(form.condition),
                form.adds,
                form.rd.mask,
                form.ra.lanes,
                form.rb.lanes};
      },
      [](const spec::VsimdForm& form, const spec::Plan& before) {
        return planOver(before, {form.ra.reg.index, form.rb.reg.index, form.rc.index}, form.rd.reg.index);
      });
}

} // namespace
} // namespace warplaw::symbolic
