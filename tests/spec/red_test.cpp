// Generic regions and windows that a machine can hold, and case files with generic memory (RED-2, -4, -5, -7, MACH-8).
// RED's texts have instructions.rows.
#include "rejected_cases.h"
#include "spec/instructions/red.h"
#include <algorithm>

namespace warplaw::spec {
namespace red_test {
TEST(RedForms, OffsetsHave20Bits_RED_2) {
  EXPECT_EQ(check({{}, RedForm{false, RedOp::Add, RedSize::U32, {true, {0}, 1u << 20}, {1}}, {}}).error().rule,
            "RED-2");
  EXPECT_EQ(check({{}, RedForm{true, RedOp::Add, RedSize::U32, {false, {255}, 1u << 19}, {1}}, {}}).error().rule,
            "RED-2");
}

TEST(RedChoices, NansAreNans_RED_7) {
  const Form form = parse("RED.ADD.F64.RN [R0], R2")->form;
  const auto ruleOf = [&](std::uint32_t high, std::uint32_t low) -> std::string {
    RedChoices choices;
    choices.nanHigh[31] = high, choices.nanLow[31] = low;
    const auto allowed = check(Choices(choices), form);
    return allowed ? "" : allowed.error().rule;
  };
  EXPECT_EQ(ruleOf(0x7ff80000, 0), "");
  EXPECT_EQ(ruleOf(0xfff00000, 1), "");
  EXPECT_EQ(ruleOf(0x7ff00000, 0), "RED-7") << "infinity";
  EXPECT_EQ(ruleOf(0x7fefffff, ~0u), "RED-7");
}

/// Two regions: 8 bytes at 0x100, 24 above 4 GiB.
GenericRegions twoRegions() {
  GenericRegions regions;
  regions.baseLow[0] = 0x100, regions.end[0] = 8;
  regions.baseLow[1] = 0x20, regions.baseHigh[1] = 1;
  std::fill(regions.end + 1, regions.end + kGenericRegions, 32);
  return regions;
}

TEST(GenericMemory, RegionsThatCanBe_RED_5) {
  const auto rule = [](auto change) -> std::string {
    GenericRegions regions = twoRegions();
    change(regions);
    const auto fault = faultOf(regions);
    return fault ? fault->rule : "";
  };
  EXPECT_EQ(rule([](auto&) {}), "");
  EXPECT_EQ(rule([](auto& r) { r = {}; }), "");
  EXPECT_EQ(rule([](auto& r) { r.baseLow[1] = 0x108, r.baseHigh[1] = 0; }), "") << "beside the first";
  EXPECT_EQ(rule([](auto& r) { r.baseLow[1] = 0x107, r.baseHigh[1] = 0; }), "RED-5") << "a byte in common";
  EXPECT_EQ(rule([](auto& r) { r.baseLow[1] = 0x80, r.baseHigh[1] = 0; }), "RED-5") << "not sorted";
  EXPECT_EQ(rule([](auto& r) { r.end[7] = 31; }), "RED-5") << "ends before the one before";
  EXPECT_EQ(rule([](auto& r) { r.end[0] = 0; }), "RED-5") << "no byte, and a later one has some";
  EXPECT_EQ(rule([](auto& r) { r.baseLow[5] = 1; }), "RED-5") << "a base without a byte";
  EXPECT_EQ(rule([](auto& r) { r.baseHigh[1] = 0x100; }), "RED-5") << "41 bits";
  EXPECT_EQ(rule([](auto& r) { r.baseHigh[1] = 0xff, r.baseLow[1] = 0u - 24; }), "") << "the last bytes there are";
  EXPECT_EQ(rule([](auto& r) { r.baseHigh[1] = 0xff, r.baseLow[1] = 0u - 23; }), "RED-5") << "one byte too many";
  EXPECT_EQ(rule([](auto& r) { std::fill(r.end + 1, std::end(r.end), kMaxGenericBytes); }), "");
  EXPECT_EQ(rule([](auto& r) { std::fill(r.end + 1, std::end(r.end), kMaxGenericBytes + 1); }), "RED-5");
}

TEST(GenericMemory, WindowsThatCanBe_RED_4) {
  const auto rule = [](std::uint32_t shared, std::uint32_t sharedSize, std::uint32_t local,
                       std::uint32_t localSize) -> std::string {
    SpecialInputs inputs;
    inputs.sharedWindowLow = shared, inputs.sharedWindowSize = sharedSize;
    inputs.localWindowLow = local, inputs.localWindowSize = localSize;
    const auto fault = faultOf(inputs);
    return fault ? fault->rule : "";
  };
  constexpr std::uint32_t kUsual = 1u << 24;
  EXPECT_EQ(rule(0, kUsual, kUsual, kUsual), "") << "beside each other";
  EXPECT_EQ(rule(kUsual, kUsual, 0, kUsual), "");
  EXPECT_EQ(rule(0, kUsual + 1, kUsual, kUsual), "RED-4");
  EXPECT_EQ(rule(5, kUsual, 5, kUsual), "RED-4") << "one and the same";
  EXPECT_EQ(rule(0, kUsual, 5, 1), "RED-4") << "one in the other";
  EXPECT_EQ(rule(0, kUsual, 5, 0), "") << "a window of no bytes is none";
  EXPECT_EQ(rule(0u - kUsual, kUsual, 0, kUsual), "") << "the last bytes below 4 GiB";
  EXPECT_EQ(rule(0u - kUsual + 1, kUsual, 0x10000000, kUsual), "RED-4");
}

constexpr std::string_view kCase = R"({
  "version": 1,
  "instruction": "RED.ADD.U32 [R1], R2;",
  "active": "0x3",
  "registers": {
    "R1": {"all": "0x100"},
    "R2": {"all": "0x7"}
  },
  "generic": {
    "allocated": 32,
    "words": {"0x0": "0x5", "0x1c": "0x1"}
  },
  "inputs": {"sharedWindowLow": "0x1000000", "sharedWindowSize": "0x1000000"},
  "regions": {
    "baseLow": {"0": "0x100", "1": "0x20"},
    "baseHigh": {"1": 1},
    "end": {"0": 8, "1": 32, "2": 32, "3": 32, "4": 32, "5": 32, "6": 32, "7": 32}
  },
  "choices": {"highBitsCount": false, "unlikeZeros": 2},
  "expected": {
    "generic": {"0x0": "0x13"}
  }
}
)";

TEST(GenericMemory, InACaseFileOfOneInstruction) {
  const auto c = caseFromJson(kCase);
  ASSERT_TRUE(c) << describe(c.error(), kCase);
  EXPECT_EQ(toJson(*c), kCase);
  EXPECT_EQ(c->cells.regions, twoRegions());
  EXPECT_EQ(c->memory.size(), 32u);
  EXPECT_EQ(c->memory[28], 1u);
  EXPECT_EQ(aboutMemory(memoryOf(*c)).name, "generic");
  EXPECT_EQ(surroundingsOf(*c).generic, c->memory);
  EXPECT_TRUE(surroundingsOf(*c).shared.empty());
  EXPECT_FALSE(c->choices.as<RedChoices>().highBitsCount);
}

TEST(GenericMemory, InACaseFileOfAProgram) {
  constexpr std::string_view kProgram = R"({
  "version": 2,
  "program": [
    "RED.ADD.U32 [R1], R2;",
    "ATOMS.ADD.U32 R0, [0x0], R2;"
  ],
  "warps": [
    {},
    {}
  ],
  "regions": {
    "baseLow": {"0": "0x100"},
    "end": {"0": 4, "1": 4, "2": 4, "3": 4, "4": 4, "5": 4, "6": 4, "7": 4}
  },
  "memories": {
    "shared": {"allocated": 8},
    "generic": {
      "allocated": 4,
      "words": {"0x0": "0x5"}
    }
  },
  "expected": {
    "memories": {
      "shared": {"0x4": "any"},
      "generic": {"0x0": "0x13"}
    }
  }
}
)";
  const auto c = programCaseFromJson(kProgram);
  ASSERT_TRUE(c) << describe(c.error(), kProgram);
  EXPECT_EQ(toJson(*c), kProgram);
  EXPECT_EQ(c->surroundings.generic, (SharedMemory{5, 0, 0, 0}));
  EXPECT_EQ(c->surroundings.shared.size(), 8u);
}

std::string rejectionOf(std::string_view from, std::string_view to) {
  return tests::rejectionOf(std::string(kCase), from, to);
}

TEST(GenericMemoryRejected, InACaseFile) {
  EXPECT_EQ(rejectionOf("\"0x0\"", "\"0x4\""), "");
  EXPECT_EQ(rejectionOf("\"1\": 32, \"2\"", "\"1\": 4, \"2\""),
            "RED-5: /regions: generic region 1: its bytes end at 4, after 8");
  EXPECT_EQ(rejectionOf("\"0x20\"}", "\"0x20\", \"9\": 1}"), "case-format: /regions/baseLow/9: unknown key");
  EXPECT_EQ(rejectionOf("{\"1\": 1}", "{\"1\": 256}").substr(0, 30), "case-format: /regions/baseHigh");
  EXPECT_EQ(rejectionOf("\"0x1000000\"", "\"0xff000001\""), "RED-4: /inputs: a window ends above 4 GiB");
  EXPECT_EQ(rejectionOf("\"generic\": {\n    \"alloc", "\"shared\": {\n    \"alloc").substr(0, 21),
            "case-format: /expecte")
      << "RED accesses generic memory";
  EXPECT_EQ(rejectionOf("\"generic\": {\"0x0\"", "\"regions\": {\"end\"").substr(0, 22), "case-format: /expected")
      << "nothing changes where memory is allocated";
  EXPECT_EQ(rejectionOf("\"unlikeZeros\": 2", "\"unlikeZeros\": 3").substr(0, 11), "case-format");
}

} // namespace red_test
} // namespace warplaw::spec
