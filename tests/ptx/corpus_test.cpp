// Modules that compilers made, whole, cut and spoilt.
#include "ptx/text/read.h"
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <iterator>
#include <random>

namespace warplaw::ptx {
namespace corpus_test {

std::vector<std::string> corpus() {
  std::vector<std::string> all;
  for (const auto& entry : std::filesystem::directory_iterator(WARPLAW_CORPUS "/ptx"))
    if (entry.path().extension() == ".ptx") {
      std::ifstream file(entry.path(), std::ios::binary);
      all.emplace_back(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
    }
  return all;
}

/// What is accepted prints as a text that says the same.
void expectFixedPoint(const Module& module) {
  const std::string printed = print(module);
  const Read<Module> again = read(printed);
  ASSERT_TRUE(again) << again.error().message("printed");
  EXPECT_EQ(print(*again), printed);
}

TEST(PtxCorpus, IsReadAndPrinted) {
  ASSERT_FALSE(corpus().empty());
  for (const std::string& text : corpus()) {
    const Read<Module> module = read(text);
    ASSERT_TRUE(module) << module.error().message("corpus");
    EXPECT_TRUE(module->notes.empty());
    expectFixedPoint(*module);
  }
}

TEST(PtxCorpus, CutAnywhereItIsWholeFunctionsOrAnError) {
  constexpr std::size_t kStep = 997; // bytes: coprime to what repeats
  for (const std::string& text : corpus())
    for (std::size_t size = 0; size < text.size(); size += kStep)
      if (const Read<Module> module = read(std::string_view(text).substr(0, size)))
        expectFixedPoint(*module);
      else
        EXPECT_LE(module.error().place.line, std::count(text.begin(), text.begin() + size, '\n') + 1);
}

TEST(PtxCorpus, WithAByteChangedItIsReadOrAnError) {
  constexpr int kTries = 60;
  std::mt19937 dice(1); // NOLINT(cert-msc51-cpp): the same every time
  for (const std::string& text : corpus())
    for (int k = 0; k < kTries; ++k) {
      std::string spoilt = text;
      spoilt[dice() % spoilt.size()] = static_cast<char>(dice());
      if (const Read<Module> module = read(spoilt))
        expectFixedPoint(*module);
      else
        EXPECT_FALSE(module.error().what.empty());
    }
}

} // namespace corpus_test
} // namespace warplaw::ptx
