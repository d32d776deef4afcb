// The embedded bitcode: both stages of every proved file, and machine code for every proved function.
#include "concrete/execute.h"
#include <algorithm>
#include <filesystem>
#include <gtest/gtest.h>
#include <set>
#include <string>

using namespace warplaw;
using concrete::Stage;

TEST(Bitcode, EveryProvedFileIsEmbeddedInBothStages) {
  std::set<std::string> names;
  for (const auto& file : concrete::embeddedBitcode())
    names.insert(std::string(file.name));
  std::set<std::string> expected = {"machine", "cuda", "cuda_sync"};
  for (const auto& file : std::filesystem::directory_iterator(PROJECT_FOLDER "/concrete/instructions"))
    if (file.path().extension() == ".cpp")
      expected.insert(file.path().stem());
#define WARPLAW_INSTRUCTION(Camel, folder, text) expected.insert(#folder "_entry");
#include "spec/instructions.def"
#undef WARPLAW_INSTRUCTION
  for (const auto& file : std::filesystem::directory_iterator(PROJECT_FOLDER "/concrete/scalar"))
    if (file.path().extension() == ".cpp" && !file.path().stem().string().ends_with("functions") &&
        !file.path().stem().string().starts_with("float_") && // checked, not proved
        !file.path().stem().string().starts_with("loops"))    // compared with what is proved
      expected.insert(file.path().stem());
  EXPECT_EQ(names, expected);
  for (const std::string& name : names)
    for (Stage stage : {Stage::Unoptimized, Stage::Final}) {
      const concrete::Bitcode* file = concrete::findBitcode(name, stage);
      ASSERT_NE(file, nullptr) << name;
      ASSERT_GT(file->bytes.size(), 4u) << name;
      EXPECT_EQ(std::string(reinterpret_cast<const char*>(file->bytes.data()), 2), "BC") << name;
    }
  EXPECT_EQ(concrete::findBitcode("shfl_run", Stage::Final), nullptr);
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
  std::vector<std::string> symbols = {"warplaw_fetch_row", "warplaw_exec_lanes", "warplaw_fetch", "warplaw_write_back"};
  const auto addInstruction = [&](spec::Mnemonic mnemonic, const std::string& name) {
    symbols.push_back(name + "_plan");
    symbols.push_back(name + "_modifiers");
    ASSERT_FALSE(concrete::paths(mnemonic).empty()) << name;
    for (const concrete::Path& path : concrete::paths(mnemonic)) {
      symbols.push_back(name + "_" + std::string(path.name));
      symbols.push_back(symbols.back() + "_run");
    }
  };
#define WARPLAW_INSTRUCTION(Camel, folder, text) addInstruction(spec::Mnemonic::Camel, "warplaw_" #folder);
#include "spec/instructions.def"
#undef WARPLAW_INSTRUCTION
  for (const std::string& symbol : symbols)
    EXPECT_NE(concrete::shippedFunction(symbol), nullptr) << symbol;
  EXPECT_EQ(concrete::shippedFunction("warplaw_no_such_function"), nullptr);
}
