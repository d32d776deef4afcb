// The documents agree with the program: docs/case_format.md's example is canonical, and docs/case.schema.json names
// exactly the keys that are read.
#include "spec/case_file.h"
#include <algorithm>
#include <boost/json/parse.hpp>
#include <fmt/format.h>
#include <fstream>
#include <gtest/gtest.h>
#include <sstream>

namespace warplaw::spec {
namespace {

std::string document(const std::string& name) {
  std::ostringstream out;
  out << std::ifstream(std::string(WARPLAW_DOCS) + "/" + name).rdbuf();
  return out.str();
}

TEST(Documentation, ExampleIsACanonicalCase) {
  const std::string text = document("case_format.md");
  const std::string opening = "```json\n";
  const std::size_t begin = text.find(opening) + opening.size();
  const std::string example = text.substr(begin, text.find("```", begin) - begin);
  auto c = caseFromJson(example);
  ASSERT_TRUE(c) << describe(c.error(), example);
  EXPECT_EQ(toJson(*c), example);
}

/// What an object accepts, as its rejection of an unknown key lists it.
std::string keysRead(std::string_view members, std::string_view instruction) {
  auto result = caseFromJson(fmt::format(R"({{"version":1,"instruction":"{}",{}}})", instruction, members));
  return result ? "nothing was rejected" : result.error().accepted;
}

std::string keysInSchema(const boost::json::value& schema, std::string_view pointer) {
  std::string keys;
  for (const auto& property : schema.at_pointer(pointer).as_object())
    keys += fmt::format("{}{}", keys.empty() ? "" : ", ", std::string_view(property.key()));
  return keys;
}

TEST(Documentation, SchemaNamesTheKeysThatAreRead) {
  const auto schema = boost::json::parse(document("case.schema.json"));
  const auto any = [](Mnemonic mnemonic) { return print(Instruction{{}, families(mnemonic).front().form, {}}); };
  const std::string first = any(allMnemonics().front());
  const auto sorted = [](std::string list) {
    std::vector<std::string> keys;
    std::istringstream in(list);
    for (std::string key; std::getline(in >> std::ws, key, ',');)
      keys.push_back(key);
    std::ranges::sort(keys);
    return keys;
  };
  const auto expectSame = [&](std::string read, std::string_view pointer) {
    EXPECT_EQ(sorted(read), sorted(keysInSchema(schema, pointer))) << pointer;
  };
  expectSame(keysRead(R"("?":0)", first), "/properties");
  expectSame(keysRead(R"("shared":{"allocated":0,"?":0})", first), "/properties/shared/properties");
  expectSame(keysRead(R"("expected":{"?":0})", first), "/properties/expected/properties");
#define WARPLAW_INSTRUCTION(Camel, folder, text)                                                                       \
  expectSame(keysRead(R"("choices":{"?":0})", any(Mnemonic::Camel)), "/$defs/" #folder "Choices/properties");
#include "spec/instructions.def"
#undef WARPLAW_INSTRUCTION
}

} // namespace
} // namespace warplaw::spec
