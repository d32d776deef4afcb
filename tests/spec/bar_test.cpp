// BAR, B2R and PMTRIG as fields, and others' texts of them (BAR-1, BAR-2, BAR-4, PM-2). Texts: instructions.rows.
#include "spec/instructions/b2r.h"
#include "spec/instructions/bar.h"
#include "spec/instructions/pmtrig.h"
#include "spec/spellings/spelling.h"
#include "texts.h"

namespace warplaw::spec {
namespace bar_test {

BarForm bar(std::string_view text) { return parse(text)->form.as<BarForm>(); }

RegisterOrImmediate number(std::uint32_t value) { return {true, value}; }
RegisterOrImmediate reg(std::uint32_t index) { return {false, index}; }
const RegisterOrImmediate kAbsent;

TEST(BarText, EveryUse_BAR_1) {
  EXPECT_EQ(bar("BAR.SYNC 0"), (BarForm{BarOp::Sync, number(0), kAbsent, {}}));
  EXPECT_EQ(bar("BAR.SYNC 15, 64"), (BarForm{BarOp::Sync, number(15), number(64), {}}));
  EXPECT_EQ(bar("BAR.ARRIVE 1, 0x40"), (BarForm{BarOp::Arrive, number(1), number(64), {}}));
  EXPECT_EQ(bar("BAR.SYNC.DEFER_BLOCKING 0x0"), (BarForm{BarOp::Sync, number(0), kAbsent, {}}));
  EXPECT_EQ(bar("BAR.RED.POPC 0, P2"), (BarForm{BarOp::RedPopc, number(0), kAbsent, {{2}, false}}));
  EXPECT_EQ(bar("BAR.RED.AND 3, 4064, !P6"), (BarForm{BarOp::RedAnd, number(3), number(4064), {{6}, true}}));
  EXPECT_EQ(bar("BAR.RED.OR 3, !PT"), (BarForm{BarOp::RedOr, number(3), kAbsent, {{7}, true}}));
}

TEST(BarText, RegistersForBarrierAndCount_BAR_4) {
  EXPECT_EQ(bar("BAR.SYNC R4"), (BarForm{BarOp::Sync, reg(4), kAbsent, {}}));
  EXPECT_EQ(bar("BAR.SYNC RZ, R5"), (BarForm{BarOp::Sync, reg(255), reg(5), {}}));
  EXPECT_EQ(bar("BAR.ARV 0x3, R7"), (BarForm{BarOp::Arrive, number(3), reg(7), {}}));
  EXPECT_EQ(bar("BAR.RED.OR R1, !P2"), (BarForm{BarOp::RedOr, reg(1), kAbsent, {{2}, true}}));
  EXPECT_EQ(bar("BAR.RED.POPC R1, R1, P0"), (BarForm{BarOp::RedPopc, reg(1), reg(1), {{0}, false}}));
  EXPECT_EQ(bar("bar.sync %r1, %r2"), bar("BAR.SYNC R1, R2"));
  EXPECT_EQ(bar("barrier.cta.arrive.aligned %r1, %r2"), bar("BAR.ARRIVE R1, R2"));
  const auto sum = parseSeveral("bar.red.popc.u32 %r9, %r1, %r2, !%p3");
  ASSERT_TRUE(sum && sum->size() == 2);
  EXPECT_EQ(sum->front().form.as<BarForm>(), bar("BAR.RED.POPC R1, R2, !P3"));
  for (const char* text : {"BAR.SYNC R0;", "BAR.SYNC 0x3, R0;", "BAR.ARV R4, R4;", "BAR.RED.AND R4, 0x40, !P0;"}) {
    const auto printed = printSass(*parse(text));
    EXPECT_TRUE(printed && *printed == text) << text << ": " << (printed ? *printed : printed.error().message);
  }
}

TEST(BarText, Rejected_BAR_4) {
  EXPECT_EQ(check({{}, BarForm{BarOp::Sync, number(16), kAbsent, {}}, {}}).error().rule, "BAR-4");
  EXPECT_EQ(check({{}, BarForm{BarOp::Sync, number(0), number(33), {}}, {}}).error().rule, "BAR-4");
  EXPECT_EQ(check({{}, BarForm{BarOp::Sync, reg(256), kAbsent, {}}, {}}).error().rule, "BAR-4");
}

TEST(BarText, Rejected_BAR_1) {
  EXPECT_EQ(check({{}, BarForm{BarOp::Sync, number(0), kAbsent, {{1}, false}}, {}}).error().rule, "BAR-1");
}

TEST(B2rText, ThePredicateMayBeLeftOut_BAR_2) {
  const B2rForm expected{B2rWhat::Result, {1}, {7}};
  EXPECT_EQ(parse("B2R.RESULT R1")->form.as<B2rForm>(), expected);
}

/// What PTX writes as one instruction are two, in each of the ways that it has for it.
TEST(BarText, PtxsReductionsAreTwo_BAR_2) {
  const auto texts = [](const std::string& text) {
    std::string all;
    const auto read = parseSeveral(text);
    if (!read)
      return read.error().rule;
    for (const Instruction& instruction : *read)
      all += print(instruction);
    return all;
  };
  for (const auto& [scope, aligned] :
       {std::pair{"bar", ""}, {"bar.cta", ""}, {"barrier", ".aligned"}, {"barrier.cta", ".aligned"}}) {
    const auto said = [&](const std::string& op, const std::string& rest) { return scope + op + aligned + rest; };
    EXPECT_EQ(texts(said(".red.popc", ".u32 %r9, 3, 64, !%p1;")), "BAR.RED.POPC 3, 0x40, !P1;B2R.RESULT R9;");
    EXPECT_EQ(texts(said(".red.and", ".pred %p3, 0, %p1;")), "BAR.RED.AND 0, P1;B2R.RESULT RZ, P3;");
    EXPECT_EQ(texts("@%p2 " + said(".red.or", ".pred %p3, 0, %p1;")), "@P2 BAR.RED.OR 0, P1;@P2 B2R.RESULT RZ, P3;");
    EXPECT_EQ(texts(said(".sync", " 0;")), "BAR.SYNC 0;");
    EXPECT_EQ(texts(said(".arrive", " 1, 64;")), "BAR.ARRIVE 1, 0x40;");
  }
  // without .aligned threads arrive by themselves, which no rule says
  for (const char* text : {"barrier.sync 0;", "barrier.red.popc.u32 %r9, 0, %p1;", "bar.sync.aligned 0;"})
    EXPECT_FALSE(parseSeveral(text)) << text;
}

TEST(PmtrigText, AnyMask_PM_2) {
  EXPECT_EQ(parse("PMTRIG 0x300")->form.as<PmtrigForm>().mask.value, 0x300u);
  EXPECT_EQ(check({{}, PmtrigForm{{1u << 16}}, {}}).error().rule, "PM-2");
}

} // namespace bar_test
} // namespace warplaw::spec
