// The embedded bitcode: both stages of every proved file, and machine code for every proved function.
#include "concrete/execute.h"
#include <algorithm>
#include <gtest/gtest.h>
#include <set>
#include <string>

using namespace warplaw;
using concrete::Stage;

TEST(Bitcode, EveryProvedFileIsEmbeddedInBothStages) {
  std::set<std::string> names;
  for (const auto& file : concrete::embeddedBitcode())
    names.insert(std::string(file.name));
  const std::set<std::string> expected = {"shfl_portable",  "shfl_avx512", "shfl_plan", "atoms_lanes",
                                          "atoms_portable", "atoms_plan",  "machine"};
  EXPECT_EQ(names, expected);
  for (const std::string& name : names)
    for (Stage stage : {Stage::Unoptimized, Stage::Final}) {
      const concrete::Bitcode* file = concrete::findBitcode(name, stage);
      ASSERT_NE(file, nullptr) << name;
      ASSERT_GT(file->bytes.size(), 4u) << name;
      EXPECT_EQ(std::string(reinterpret_cast<const char*>(file->bytes.data()), 2), "BC") << name;
    }
  EXPECT_EQ(concrete::findBitcode("shfl", Stage::Final), nullptr);
}

TEST(Bitcode, StagesDiffer) {
  const auto raw = concrete::findBitcode("machine", Stage::Unoptimized)->bytes;
  const auto final = concrete::findBitcode("machine", Stage::Final)->bytes;
  EXPECT_FALSE(std::ranges::equal(raw, final));
}

TEST(Bitcode, CarriesNoPathOfTheMachineItWasBuiltOn) {
  for (const auto& file : concrete::embeddedBitcode()) {
    const std::string_view text(reinterpret_cast<const char*>(file.bytes.data()), file.bytes.size());
    EXPECT_EQ(text.find(PROJECT_FOLDER), std::string_view::npos) << file.name;
  }
}

TEST(Bitcode, ProvedFunctionsHaveMachineCode) {
  for (const char* symbol :
       {"warplaw_shfl_portable", "warplaw_shfl_avx512", "warplaw_shfl_plan", "warplaw_atoms_plan",
        "warplaw_atoms_admit", "warplaw_atoms_spin_winners", "warplaw_atoms_add_u32", "warplaw_atoms_castspin_u64",
        "warplaw_fetch_row", "warplaw_exec_lanes", "warplaw_fetch", "warplaw_write_back", "warplaw_step"})
    EXPECT_NE(concrete::shippedFunction(symbol), nullptr) << symbol;
  EXPECT_EQ(concrete::shippedFunction("warplaw_no_such_function"), nullptr);
}
