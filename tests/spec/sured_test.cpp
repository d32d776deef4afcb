// SURED as text, surfaces that a machine can hold, and case files with them (SURED-1..8, MACH-3, -6, -8).
#include "spec/instructions/sured.h"
#include "spec/program_case.h"
#include "texts.h"
#include <algorithm>
#include <fmt/format.h>

namespace warplaw::spec {
namespace {
using tests::canonical;
using tests::expectRejected;

SuredForm sured(std::string_view text) { return parse(text)->form.as<SuredForm>(); }

SuredForm ofDim(SuredDim dim, std::uint8_t ra, std::uint8_t rb, RegisterOrImmediate handle) {
  SuredForm form;
  form.dim = dim;
  form.coordinates.base = {ra};
  form.rb = {rb};
  form.handle = handle;
  return form;
}

TEST(SuredText, TheDocumentsExample_SURED_1) {
  EXPECT_EQ(sured("SURED.D.2D.ADD.U32 [R2], R4, R6; # surface header in R6"), ofDim(SuredDim::D2, 2, 4, {false, 6}));
  EXPECT_EQ(sured("SURED.D.2D.ADD.U32 [R2], R4, 17;"), ofDim(SuredDim::D2, 2, 4, {true, 17}));
  EXPECT_EQ(canonical("SURED.D.2D.ADD.U32 [R2], R4, R6; # surface header in R6"),
            "SURED.D.2D.ADD.U32.NEAR [R2], R4, R6;");
}

TEST(SuredText, EveryDimension_SURED_1) {
  const std::pair<std::string_view, SuredDim> dims[] = {
      {"1D", SuredDim::D1}, {"1D_BUFFER", SuredDim::D1Buffer}, {"1D_ARRAY", SuredDim::D1Array},
      {"2D", SuredDim::D2}, {"2D_ARRAY", SuredDim::D2Array},   {"3D", SuredDim::D3}};
  for (const auto& [word, dim] : dims)
    EXPECT_EQ(sured(fmt::format("SURED.D.{}.ADD [R0], R4, R5", word)), ofDim(dim, 0, 4, {false, 5})) << word;
}

TEST(SuredText, EveryOperation_SURED_2) {
  const std::pair<std::string_view, RedOp> ops[] = {{"ADD", RedOp::Add}, {"MIN", RedOp::Min}, {"MAX", RedOp::Max},
                                                    {"INC", RedOp::Inc}, {"DEC", RedOp::Dec}, {"AND", RedOp::And},
                                                    {"OR", RedOp::Or},   {"XOR", RedOp::Xor}};
  for (const auto& [word, op] : ops)
    EXPECT_EQ(sured(fmt::format("SURED.D.1D.{} [R0], R4, R5", word)).op, op) << word;
}

constexpr std::pair<std::string_view, SuredSize> kSizeWords[] = {
    {"U32", SuredSize::U32}, {"S32", SuredSize::S32},   {"SD32", SuredSize::SD32},      {"U64", SuredSize::U64},
    {"S64", SuredSize::S64}, {"SD64", SuredSize::SD64}, {"F32.FTZ.RN", SuredSize::F32}, {"F16x2.RN", SuredSize::F16x2}};

/// SURED-2's table as the rule has it, row by row.
struct PairsOfOps {
  std::initializer_list<std::string_view> ops, sizes;
  std::string_view accepted;
};
const PairsOfOps kPairs[] = {{{"ADD"},
                              {"U32", "S32", "SD32", "U64", "F32.FTZ.RN", "F16x2.RN"},
                              ".U32, .S32, .SD32, .U64, .F32.FTZ.RN or .F16x2.RN"},
                             {{"MIN", "MAX"},
                              {"U32", "S32", "SD32", "U64", "S64", "SD64", "F16x2.RN"},
                              ".U32, .S32, .SD32, .U64, .S64, .SD64 or .F16x2.RN"},
                             {{"INC", "DEC"}, {"U32"}, ".U32"},
                             {{"AND", "OR", "XOR"}, {"U32", "S32", "SD32", "U64"}, ".U32, .S32, .SD32 or .U64"}};

TEST(SuredText, LegalPairsAndTheOthers_SURED_2) {
  for (const PairsOfOps& row : kPairs)
    for (const std::string_view op : row.ops)
      for (const auto& [word, size] : kSizeWords) {
        const bool legal = std::ranges::find(row.sizes, word) != row.sizes.end();
        if (legal)
          EXPECT_EQ(sured(fmt::format("SURED.D.1D.{}.{} [R0], R4, R5", op, word)).size, size) << op << word;
        else
          expectRejected(fmt::format("SURED.D.1D.{}.^{} [R0], R4, R5", op, word), "SURED-2", row.accepted);
      }
}

TEST(SuredText, SizesHaveNoNumbers_SURED_2) {
  EXPECT_EQ(sured("SURED.D.1D.MIN [R0], R4, R5").size, SuredSize::U32);
  EXPECT_EQ(sured("SURED.D.1D.MIN.F16x2.FTZ.RN [R0], R4, R5").size, SuredSize::F16x2);
  for (const PairsOfOps& row : kPairs)
    for (const std::string_view alias : {"32", "64", "F32.RN", "F64.RN"})
      expectRejected(fmt::format("SURED.D.1D.{}.^{} [R0], R4, R5", *row.ops.begin(), alias), "SURED-2", row.accepted);
}

TEST(SuredText, Clamps_SURED_6) {
  const std::pair<std::string_view, SuredClamp> clamps[] = {
      {"", SuredClamp::Near}, {".NEAR", SuredClamp::Near}, {".IGN", SuredClamp::Ign}, {".TRAP", SuredClamp::Trap}};
  for (const auto& [word, clamp] : clamps) {
    EXPECT_EQ(sured(fmt::format("SURED.D.1D.INC{} [R0], R4, R5", word)).clamp, clamp) << word;
    EXPECT_EQ(sured(fmt::format("SURED.D.1D.INC.U32{} [R0], R4, R5", word)).clamp, clamp) << word;
  }
  expectRejected("SURED.D.1D.INC.U32.^CLAMP [R0], R4, R5", "SURED-6", ".NEAR, .IGN or .TRAP");
  expectRejected("SURED.D.1D.INC.IGN.^U32 [R0], R4, R5", "SURED-6",
                 "one mode, [.BA], one dim, one op, one size, one clamp and nothing else");
}

TEST(SuredText, Canonical) {
  for (const std::string text :
       {"SURED.D.BA.3D.MAX.SD64.TRAP [R4], R252, R254;", "SURED.D.1D_BUFFER.ADD.F32.FTZ.RN.IGN [R254], RZ, 0x1fff;",
        "SURED.D.2D_ARRAY.MIN.F16x2.RN.NEAR [R252], R1, 0;",
        "@!P3 SURED.D.1D_ARRAY.XOR.SD32.NEAR [R6], R7, R0 "
        "&req_1 &rd3 ?sched;"})
    EXPECT_EQ(canonical(text), text);
  EXPECT_EQ(canonical("SURED.D.1D.ADD [ R1 ],R2,0x11"), "SURED.D.1D.ADD.U32.NEAR [R1], R2, 17;");
}

TEST(SuredText, WordsThatMustStand_SURED_1_5) {
  expectRejected("SURED.^2D.ADD [R2], R4, R6", "SURED-5", ".D");
  expectRejected("SURED.^P.2D.ADD [R2], R4, R6", "SURED-5", ".D");
  const std::string_view dims = ".1D, .1D_BUFFER, .1D_ARRAY, .2D, .2D_ARRAY or .3D";
  expectRejected("SURED.D.^ADD [R2], R4, R6", "SURED-1", dims);
  expectRejected("SURED.D.BA.^CUBE.ADD [R2], R4, R6", "SURED-1", dims);
  expectRejected("SURED.D.2D.^BA.ADD [R2], R4, R6", "SURED-2", ".ADD, .MIN, .MAX, .INC, .DEC, .AND, .OR or .XOR");
  expectRejected("SURED.D.2D.^EXCH [R2], R4, R6", "SURED-2", ".ADD, .MIN, .MAX, .INC, .DEC, .AND, .OR or .XOR");
}

TEST(SuredText, NoRegisterIsNoCoordinateAndNoHandle_SURED_1) {
  for (const std::string_view dim : {"1D", "1D_BUFFER", "1D_ARRAY", "2D", "2D_ARRAY", "3D"})
    expectRejected(fmt::format("SURED.D.{}.ADD ^[RZ], R4, R6", dim), "SURED-1", "R0..R254");
  expectRejected("SURED.D.2D.ADD [R2], R4, ^RZ", "SURED-1", "R0..R254 or 0..8191");
  EXPECT_TRUE(parse("SURED.D.2D.ADD.U64 [R2], RZ, R6"));
}

TEST(SuredText, CoordinatesAreRegistersAlone_SURED_1) {
  expectRejected("SURED.D.2D.ADD [^4], R4, R6", "SURED-1", "[Ra]");
  expectRejected("SURED.D.2D.ADD [R2 + ^4], R4, R6", "SURED-1", "[Ra]");
  expectRejected("SURED.D.2D.ADD ^R2, R4, R6", "syntax", "`[`");
}

/// Ra: the words of its dimension, aligned for as many; three need four.
TEST(SuredText, VectorsOfRegisters_MACH_3) {
  struct Row {
    std::string_view dim;
    std::string_view accepted;
    unsigned unit, last;
  };
  for (const Row& row :
       {Row{"1D", "", 1, 254}, Row{"1D_BUFFER", "", 1, 254}, Row{"1D_ARRAY", "a multiple of 2, at most R252", 2, 252},
        Row{"2D", "a multiple of 2, at most R252", 2, 252}, Row{"2D_ARRAY", "a multiple of 4, at most R252", 4, 252},
        Row{"3D", "a multiple of 4, at most R252", 4, 252}})
    for (unsigned ra = 0; ra < kRegisters; ++ra) {
      const std::string text = fmt::format("SURED.D.{}.ADD ^[R{}], R4, R6", row.dim, ra);
      if (ra % row.unit || ra > row.last)
        expectRejected(text, "MACH-3", row.accepted);
      else
        EXPECT_TRUE(parse(fmt::format("SURED.D.{}.ADD [R{}], R4, R6", row.dim, ra))) << text;
    }
  for (const unsigned rb : {1u, 253u, 254u})
    for (const std::string_view size : {"U64", "S64", "SD64"}) {
      expectRejected(fmt::format("SURED.D.1D.MIN.{} [R0], ^R{}, R6", size, rb), "MACH-3",
                     "an even register, R0..R252, or RZ");
      EXPECT_TRUE(parse(fmt::format("SURED.D.1D.MIN.SD32 [R0], R{}, R6", rb)));
    }
}

TEST(SuredText, BoundHandles_SURED_4) {
  EXPECT_EQ(sured("SURED.D.1D.ADD [R0], R4, 8191").handle, (RegisterOrImmediate{true, 8191}));
  expectRejected("SURED.D.1D.ADD [R0], R4, ^8192", "SURED-4", "0..8191");
  expectRejected("SURED.D.1D.ADD [R0], R4, ^-1", "SURED-4", "0..8191");
}

TEST(SuredText, NothingIsReturned_MACH_6) {
  expectRejected("SURED.D.1D.ADD [R0], R2, R3 ^&wr3", "MACH-6", "no &wrN");
  EXPECT_TRUE(parse("SURED.D.1D.ADD [R0], R2, R3 &req_6 &rd2"));
}

// ---- case files

/// A pitch surface of four words, reached through word 17 of the bank.
constexpr std::string_view kCase = R"({
  "version": 1,
  "instruction": "SURED.D.1D.ADD.U32.NEAR [R4], R8, 17;",
  "active": "0x3",
  "registers": {
    "R4": {"1": "0x1"},
    "R8": {"all": "0x7"}
  },
  "generic": {
    "allocated": 16,
    "words": {"0x0": "0x5"}
  },
  "regions": {
    "baseLow": {"0": "0x100"},
    "end": {"0": 16, "1": 16, "2": 16, "3": 16, "4": 16, "5": 16, "6": 16, "7": 16}
  },
  "surfaces": {
    "header": {"8": "0x20f", "9": "0x100", "10": "0x400000", "11": "0x1", "12": "0x3"},
    "lastHeader": 1,
    "boundAt": {"0": 17, "1": 18, "2": 8190, "3": 8191},
    "boundHandle": {"0": "0x12300001"}
  },
  "choices": {"disabledComesFirst": false, "layers": 2},
  "expected": {
    "generic": {"0x0": "0xc", "0x4": "0x7"},
    "errors": {"0": "none"}
  }
}
)";

TEST(SuredCase, IsReadAndWritten) {
  const auto c = caseFromJson(kCase);
  ASSERT_TRUE(c) << describe(c.error(), kCase);
  EXPECT_EQ(toJson(*c), kCase);
  const Surfaces& surfaces = c->cells.surfaces;
  EXPECT_EQ(surfaces.header[8], 0x20fu);
  EXPECT_EQ(surfaces.header[12], 3u);
  EXPECT_EQ(surfaces.boundAt[0], 17u);
  EXPECT_EQ(surfaces.boundHandle[0], 0x12300001u);
  EXPECT_EQ(surfaces.boundHandle[1], 0u);
  EXPECT_EQ(c->memory.size(), 16u);
  EXPECT_EQ(aboutMemory(memoryOf(*c)).name, "generic");
  EXPECT_EQ(c->choices.as<SuredChoices>().layers, 2u);
}

/// What `from` is in kCase replaced.
std::string rejectionOf(std::string_view from, std::string_view to) {
  std::string text(kCase);
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  const auto c = caseFromJson(text.replace(at, from.size(), to));
  return c ? "" : fmt::format("{}: {}", c.error().rule, c.error().message);
}

TEST(SuredCaseRejected, Surfaces_SURED_4_7_8) {
  EXPECT_EQ(rejectionOf("\"0x20f\"", "\"0x20e\"").substr(0, 43), "SURED-5: /surfaces: texture header 1: texel");
  EXPECT_EQ(rejectionOf("0x400000", "0x200000").substr(0, 38), "SURED-8: /surfaces: texture header 1: ");
  EXPECT_EQ(rejectionOf("\"lastHeader\": 1", "\"lastHeader\": 4").substr(0, 34), "case-format: /surfaces/lastHeader:");
  EXPECT_EQ(rejectionOf("\"0\": 17", "\"0\": 18").substr(0, 19), "SURED-4: /surfaces:");
  EXPECT_EQ(rejectionOf("{\"8\": ", "{\"32\": 1, \"8\": "), "case-format: /surfaces/header/32: unknown key");
  EXPECT_EQ(rejectionOf("\"layers\": 2", "\"layers\": 3").substr(0, 11), "case-format");
  EXPECT_EQ(rejectionOf("\"none\"", "\"surface\"").substr(0, 11), "case-format");
  EXPECT_EQ(rejectionOf("\"none\"", "\"invalid-texture\""), "");
  EXPECT_EQ(rejectionOf("\"none\"", "\"surface-out-of-range\""), "");
  EXPECT_EQ(rejectionOf("\"errors\"", "\"surfaces\": {\"disabled\": 1}, \"errors\"").substr(0, 22),
            "case-format: /expected")
      << "nothing changes a surface's header";
}

} // namespace
} // namespace warplaw::spec
