// SHFL's encoding against a third, slow statement of SHFL-1..6 that decides bit by bit, exhaustively; and the whole
// datapath (SHFL-7, -8, MACH-1, -5).
#include "symbolic/encodings/shfl.h"
#include "symbolic/native/native.h"
#include "symbolic/terms/evaluate.h"
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <random>

namespace warplaw::symbolic {
namespace {
using spec::ShflMode;

struct Answer {
  int candidate;
  bool inRange;
  int lane;
  bool operator==(const Answer&) const = default;
};

/// The prose, bit by bit: a bit of the segment mask keeps the reader's own bit; elsewhere the least lane has 0, the
/// greatest has the clamp's bit, and an index its own.
Answer prose(ShflMode mode, int reader, int b, int clamp, int segment) {
  int greatest = 0, indexed = 0;
  for (int digit = 1; digit <= 16; digit *= 2) {
    const bool kept = segment / digit % 2 == 1;
    greatest += (kept ? reader : clamp) / digit % 2 * digit;
    indexed += (kept ? reader : b) / digit % 2 * digit;
  }
  Answer answer{};
  switch (mode) {
  case ShflMode::Idx:
    answer.candidate = indexed;
    break;
  case ShflMode::Up:
    answer.candidate = reader - b;
    break;
  case ShflMode::Down:
    answer.candidate = reader + b;
    break;
  case ShflMode::Bfly:
    for (int digit = 1; digit <= 16; digit *= 2)
      if (reader / digit % 2 != b / digit % 2)
        answer.candidate += digit;
  }
  answer.inRange = mode == ShflMode::Up ? answer.candidate >= greatest : answer.candidate <= greatest;
  answer.lane = answer.inRange ? answer.candidate : reader;
  return answer;
}

constexpr ShflMode kModes[] = {ShflMode::Idx, ShflMode::Up, ShflMode::Down, ShflMode::Bfly};

/// shflSource compiled: reads {lane, mode, b, c}, writes {lane, inRange, candidate}.
class CompiledSource {
public:
  CompiledSource() : function_(compiled()) {}
  Answer operator()(ShflMode mode, unsigned reader, std::uint32_t b, std::uint32_t c) const {
    const std::uint32_t in[4] = {reader, static_cast<std::uint32_t>(mode), b, c};
    std::uint32_t out[3] = {};
    const void* inputs[] = {in};
    void* outputs[] = {out};
    function_(inputs, outputs);
    return {static_cast<std::int8_t>(out[2]), out[1] == 1, static_cast<int>(out[0])};
  }

private:
  static native::Function compiled() {
    Terms terms;
    const Term lane = terms.variable(5, "lane"), mode = terms.variable(32, "mode"), b = terms.variable(32, "b"),
               c = terms.variable(32, "c");
    const ShflSource source = shflSource(lane, mode, b, c);
    const native::Slot inputs[] = {{lane, 0, 0, 4}, {mode, 0, 4, 4}, {b, 0, 8, 4}, {c, 0, 12, 4}};
    const native::Slot outputs[] = {{source.lane, 0, 0, 4}, {source.inRange, 0, 4, 4}, {source.candidate, 0, 8, 4}};
    return native::compile(inputs, outputs);
  }
  native::Function function_;
};

TEST(Shfl, SourceLaneAndRangeExhaustively_SHFL_1_2_3_4_5_6) {
  const CompiledSource encoding;
  std::mt19937 random(1);
  for (ShflMode mode : kModes)
    for (int bits = 0; bits < 1 << 20; ++bits) {
      const int lane = bits & 31, b = bits >> 5 & 31, clamp = bits >> 10 & 31, segment = bits >> 15 & 31;
      const std::uint32_t noise = random(); // ignored bits of Sb and Sc
      const Answer got = encoding(mode, lane, (noise & ~31u) | b, (noise & ~0x1f1fu) | segment << 8 | clamp);
      const Answer expected = prose(mode, lane, b, clamp, segment);
      ASSERT_EQ(got, expected) << fmt::format("mode {} lane {} b {} clamp {} segment {}", int(mode), lane, b, clamp,
                                              segment);
    }
}

TEST(Shfl, UpComparesWithMaxLane_SHFL_4) {
  // lane 4 of a whole-warp segment whose greatest lane is 3: one lane down is 3, in range; two lanes down is 2, out of
  // range though above lane 0
  Terms terms;
  const auto inRange = [&](unsigned b) {
    const Term mode = terms.constant(32, Bits(ShflMode::Up));
    return shflSource(terms.constant(5, 4), mode, terms.constant(32, b), terms.constant(32, 3)).inRange.isTrue();
  };
  EXPECT_TRUE(inRange(1));
  EXPECT_FALSE(inRange(2));
}

/// A whole warp: variables, their values, and the encoding's results.
struct Warp {
  Terms terms;
  Assignment values;
  ResultTerms before, after;

  Warp(ShflMode mode, std::mt19937& random) {
    const OperandTerms operands = variables<OperandTerms>(terms);
    before = variables<ResultTerms>(terms, "before.");
    after = shflEncoding({terms.constant(32, Bits(mode))}, operands, variables<ShflChoiceTerms>(terms), before);
    values["exec"] = random();
    for (unsigned lane = 0; lane < spec::kLanes; ++lane) {
      for (unsigned r = 0; r < 3; ++r)
        values[fmt::format("row[{}][{}]", r, lane)] = random();
      values[fmt::format("inactive[{}]", lane)] = random();
      for (unsigned r = 0; r < 2; ++r)
        values[fmt::format("before.row[{}][{}]", r, lane)] = random();
      values[fmt::format("before.error[{}]", lane)] = random() & 0xff;
    }
    for (const char* name : {"written[0]", "written[1]", "predicateWritten", "predicate"})
      values[fmt::format("before.{}", name)] = random();
  }
  std::uint32_t value(std::string_view name) const { return static_cast<std::uint32_t>(values.at(std::string(name))); }
  std::uint32_t now(Term term) const { return static_cast<std::uint32_t>(evaluate(std::span(&term, 1), values)[0]); }
};

TEST(Shfl, WholeWarp_SHFL_7_SHFL_8_MACH_1_MACH_5) {
  std::mt19937 random(2);
  for (int round = 0; round < 40; ++round) {
    const ShflMode mode = kModes[round % 4];
    const Warp warp(mode, random);
    const std::uint32_t exec = warp.value("exec");
    std::uint32_t predicate = warp.value("before.predicate");
    for (unsigned lane = 0; lane < spec::kLanes; ++lane) {
      std::uint32_t expected = warp.value(fmt::format("before.row[0][{}]", lane));
      if (exec >> lane & 1) {
        const std::uint32_t b = warp.value(fmt::format("row[1][{}]", lane)),
                            c = warp.value(fmt::format("row[2][{}]", lane));
        const Answer answer = prose(mode, lane, b % 32, c % 32, c / 256 % 32);
        const bool sourceExecutes = exec >> answer.lane & 1;
        expected = warp.value(
            fmt::format("{}[{}]", sourceExecutes ? "row[0]" : "inactive", sourceExecutes ? answer.lane : int(lane)));
        predicate = (predicate & ~(1u << lane)) | std::uint32_t(answer.inRange) << lane;
      }
      EXPECT_EQ(warp.now(warp.after.row[0][lane]), expected);
      EXPECT_TRUE(warp.after.row[1][lane].same(warp.before.row[1][lane]));
      EXPECT_EQ(warp.now(warp.after.error[lane]), std::uint32_t(spec::ErrorKind::None));
    }
    EXPECT_EQ(warp.now(warp.after.predicate), predicate);
    EXPECT_EQ(warp.now(warp.after.written[0]), exec);
    EXPECT_EQ(warp.now(warp.after.predicateWritten), exec);
    EXPECT_EQ(warp.now(warp.after.written[1]), 0u);
  }
}

TEST(Shfl, PlanTakesRegisterOrImmediate_SHFL_9) {
  Terms terms;
  const ShflFormTerms form = constants(terms, spec::ShflForm{ShflMode::Up, {3}, {7}, {255}, {true, 31}, {false, 254}});
  EXPECT_TRUE(isLegal(form).isTrue());
  const PlanTerms plan = shflPlan(form, {}, variables<PlanTerms>(terms));
  EXPECT_EQ(plan.source[0].value.value(), 255u);
  EXPECT_EQ(plan.source[1].kind.value(), Bits(spec::SourceKind::Immediate));
  EXPECT_EQ(plan.source[1].value.value(), 31u);
  EXPECT_EQ(plan.source[2].kind.value(), Bits(spec::SourceKind::Register));
  EXPECT_EQ(plan.source[2].value.value(), 254u);
  EXPECT_EQ(plan.destination[0].value(), 7u);
  EXPECT_EQ(plan.destinationPredicate.value(), 3u);
  ShflFormTerms tooWide = form;
  tooWide.sb.value = terms.constant(16, 32);
  EXPECT_TRUE(isLegal(tooWide).isFalse());
}

} // namespace
} // namespace warplaw::symbolic
