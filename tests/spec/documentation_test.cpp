// The documents agree with the program: docs/case_format.md's example is canonical, and docs/case.schema.json is what
// the program generates, accepts what is read, and refuses what it can of what is rejected.
#include "arbitrary.h"
#include "schema_check.h"
#include "spec/case_schema.h"
#include <boost/json/parse.hpp>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
#include <regex>
#include <sstream>

namespace warplaw::spec {
namespace {

std::string contents(const std::string& path) {
  std::ostringstream out;
  out << std::ifstream(path).rdbuf();
  return out.str();
}
std::string document(const std::string& name) { return contents(std::string(WARPLAW_DOCS) + "/" + name); }

const boost::json::value& schema() {
  static const boost::json::value kSchema = boost::json::parse(caseSchema());
  return kSchema;
}
std::string refusal(std::string_view text) { return tests::refusal(schema(), boost::json::parse(text)); }

TEST(Documentation, ExampleIsACanonicalCase) {
  const std::string text = document("case_format.md");
  const std::string opening = "```json\n";
  const std::size_t begin = text.find(opening) + opening.size();
  const std::string example = text.substr(begin, text.find("```", begin) - begin);
  auto c = caseFromJson(example);
  ASSERT_TRUE(c) << describe(c.error(), example);
  EXPECT_EQ(toJson(*c), example);
  EXPECT_EQ(refusal(example), "");
}

TEST(Documentation, SchemaIsCurrent) {
  EXPECT_TRUE(document("case.schema.json") == caseSchema())
      << "docs/case.schema.json is not what the program generates. Write it anew:\n"
         "  ./warplaw schema > docs/case.schema.json";
}

TEST(Documentation, SchemaAcceptsTheCorpus) {
  unsigned files = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(WARPLAW_CORPUS))
    if (entry.path().extension() == ".json") {
      EXPECT_EQ(refusal(contents(entry.path().string())), "") << entry.path();
      ++files;
    }
  EXPECT_GT(files, 0u);
}

RC_GTEST_PROP(Documentation, SchemaAcceptsWhatIsWritten, ()) {
  const std::string text = toJson(tests::anyCase());
  RC_ASSERT(refusal(text) == "");
}

/// What an object accepts, as its rejection of an unknown key lists it.
std::string keysRead(std::string_view members, std::string_view instruction) {
  auto result = caseFromJson(fmt::format(R"({{"version":1,"instruction":"{}",{}}})", instruction, members));
  return result ? "nothing was rejected" : result.error().accepted;
}

std::string keysInSchema(std::string_view pointer) {
  std::string keys;
  for (const auto& property : schema().at_pointer(pointer).as_object())
    keys += fmt::format("{}{}", keys.empty() ? "" : ", ", std::string_view(property.key()));
  return keys;
}

TEST(Documentation, SchemaNamesTheKeysThatAreRead) {
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
    EXPECT_EQ(sorted(read), sorted(keysInSchema(pointer))) << pointer;
  };
  expectSame(keysRead(R"("?":0)", first), "/properties");
  expectSame(keysRead(R"("shared":{"allocated":0,"?":0})", first), "/properties/shared/properties");
  expectSame(keysRead(R"("expected":{"?":0})", first), "/properties/expected/properties");
  for (const Mnemonic mnemonic : allMnemonics())
    expectSame(keysRead(R"("choices":{"?":0})", any(mnemonic)),
               fmt::format("/$defs/{}Choices/properties", folderOf(mnemonic)));
}

TEST(Documentation, SchemaRefusesWhatTheReaderRejects) {
  const auto bothReject = [](const std::string& members) {
    const std::string text = fmt::format(R"({{"version":1,"instruction":"ATOMS.ADD R0, [R1], R2",{}}})", members);
    EXPECT_FALSE(caseFromJson(text)) << text;
    EXPECT_NE(refusal(text), "") << text;
  };
  for (const char* members : {R"("colour":1)",
                              R"("active":4294967296)",
                              R"("active":"12")",
                              R"("active":-1)",
                              R"("registers":{"R255":{}})",
                              R"("registers":{"R01":{}})",
                              R"("registers":{"R1":{"32":1}})",
                              R"("registers":{"R1":7})",
                              R"("predicates":{"P7":1})",
                              R"("shader":"kernel")",
                              R"("rules":[4])",
                              R"("shared":{})",
                              R"("shared":{"allocated":16777217})",
                              R"("shared":{"allocated":8,"words":{"0x2":1}})",
                              R"("shared":{"allocated":8,"words":{"0x04":1}})",
                              R"("errors":{"1":"bad"})",
                              R"("choices":{"order":[0,1]})",
                              R"("choices":{"castPair":1})",
                              R"("expected":{"predicates":{"P1":{"3":2}}})",
                              R"("expected":{"frame":"no"})",
                              R"("expected":{"errors":{"3":"some"}})",
                              R"("expected":{"registers":{"R1":{"3":"all"}}})"})
    bothReject(members);
}

TEST(Documentation, DecimalsUpToAreThose) {
  for (const unsigned greatest : {0u, 6u, 9u, 10u, 31u, 99u, 100u, 254u}) {
    const std::regex pattern(decimalsUpTo(greatest));
    for (unsigned n = 0; n < 1200; ++n)
      EXPECT_EQ(std::regex_match(fmt::format("{}", n), pattern), n <= greatest) << greatest << " " << n;
    EXPECT_FALSE(std::regex_match("00", pattern));
  }
}

} // namespace
} // namespace warplaw::spec
