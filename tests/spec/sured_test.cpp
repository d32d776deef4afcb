// Vectors of registers, and case files with surfaces that a machine can hold (SURED-4, -5, -7, -8, MACH-3, -8). SURED's
// texts have instructions.rows.
#include "rejected_cases.h"
#include "spec/instructions/sured.h"
#include "texts.h"
#include <algorithm>
#include <fmt/format.h>

namespace warplaw::spec {
namespace sured_test {
using tests::expectRejected;

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
}

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

std::string rejectionOf(std::string_view from, std::string_view to) {
  return tests::rejectionOf(std::string(kCase), from, to);
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

} // namespace sured_test
} // namespace warplaw::spec
