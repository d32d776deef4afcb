// The documents agree with the program: docs/case_format.md's example is canonical, and docs/case.schema.json is what
// the program generates, accepts what is read, and refuses what it can of what is rejected.
#include "arbitrary.h"
#include "schema_check.h"
#include "spec/case_schema.h"
#include "spec/launch_case.h"
#include <algorithm>
#include <boost/json/parse.hpp>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
#include <regex>
#include <set>
#include <sstream>

namespace warplaw::spec {
namespace documentation_test {

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

/// Every block of JSON in the document.
std::vector<std::string> examplesOf(const std::string& text) {
  const std::string opening = "```json\n";
  std::vector<std::string> examples;
  for (std::size_t at = text.find(opening); at != std::string::npos; at = text.find(opening, at)) {
    at += opening.size();
    examples.push_back(text.substr(at, text.find("```", at) - at));
  }
  return examples;
}

TEST(Documentation, ExamplesAreCanonicalCases) {
  std::set<int> versions;
  for (const std::string& example : examplesOf(document("case_format.md"))) {
    if (isLaunchCase(example)) {
      const auto launch = launchCaseFromJson(example);
      ASSERT_TRUE(launch) << describe(launch.error(), example);
      EXPECT_EQ(toJson(*launch), example);
      EXPECT_EQ(refusal(example), "");
      versions.insert(kLaunchVersion);
      continue;
    }
    auto c = programCaseFromJson(example);
    ASSERT_TRUE(c) << describe(c.error(), example);
    EXPECT_EQ(toJson(*c), example);
    EXPECT_EQ(refusal(example), "");
    versions.insert(asSingle(*c) ? kCaseVersion : kProgramVersion);
  }
  EXPECT_EQ(versions, (std::set{kCaseVersion, kProgramVersion, kLaunchVersion}));
}

TEST(Documentation, SuredsCoordinatesEndWhereTheyDo_SURED_1_MACH_3) {
  const std::string text = document("case_format.md"), begin = "- SURED's coordinates are";
  const std::size_t at = text.find(begin);
  ASSERT_NE(at, std::string::npos);
  std::string greatest;
  for (const std::vector<std::string>& dims :
       {std::vector<std::string>{"1D", "1D_BUFFER"}, {"1D_ARRAY", "2D"}, {"2D_ARRAY", "3D"}}) {
    std::set<unsigned> last;
    for (const std::string& dim : dims)
      for (unsigned ra = kRegisters; ra-- > 0;)
        if (parse(fmt::format("SURED.D.{}.ADD [R{}], R4, R6", dim, ra))) {
          last.insert(ra);
          break;
        }
    ASSERT_EQ(last.size(), 1u) << dims[0];
    greatest += fmt::format("{}`[R{}]`", greatest.empty() ? "" : ", ", *last.begin());
  }
  const std::size_t end = std::min(text.find("\n- ", at), text.find("\n\n", at)); // the item's
  const std::string line = std::regex_replace(text.substr(at, end - at), std::regex("\\s+"), " ");
  EXPECT_NE(line.find(greatest + "."), std::string::npos)
      << greatest << " is what is legal, and the document says: " << line;
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
  RC_ASSERT(refusal(toJson(tests::anyCase())) == "");
  RC_ASSERT(refusal(toJson(tests::anyProgramCase())) == "");
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
    std::istringstream in(list == "no key at all" ? "" : list);
    for (std::string key; std::getline(in >> std::ws, key, ',');)
      keys.push_back(key);
    std::ranges::sort(keys);
    keys.erase(std::ranges::unique(keys).begin(), keys.end());
    return keys;
  };
  const auto ofAnyInstruction = [&](std::string_view members) { // a case has the memory that its instruction accesses
    std::string keys;
    for (const Mnemonic mnemonic : allMnemonics())
      keys += (keys.empty() ? "" : ", ") + keysRead(members, any(mnemonic));
    return keys;
  };
  const auto expectSame = [&](std::string read, std::string_view pointer) {
    EXPECT_EQ(sorted(read), sorted(keysInSchema(pointer))) << pointer;
  };
  expectSame(ofAnyInstruction(R"("?":0)"), "/$defs/version1/properties");
  expectSame(keysRead(R"("shared":{"allocated":0,"?":0})", first), "/$defs/version1/properties/shared/properties");
  expectSame(ofAnyInstruction(R"("expected":{"?":0})"), "/$defs/version1/properties/expected/properties");
  const auto keysOf2 = [&](std::string_view members) {
    auto result = programCaseFromJson(fmt::format(R"({{"version":2,"program":["{}"],{}}})", first, members));
    return result ? "nothing was rejected" : result.error().accepted;
  };
  const std::string in2 = "/$defs/version2/properties";
  expectSame(keysOf2(R"("warps":[{}],"?":0)"), in2);
  expectSame(keysOf2(R"("warps":[{"?":0}])"), in2 + "/warps/items/properties");
  expectSame(keysOf2(R"("warps":[{"program":[{"instruction":")" + first + R"(","?":0}]}])"), "/$defs/step/properties");
  expectSame(keysOf2(R"("warps":[{}],"memories":{"?":0})"), in2 + "/memories/properties");
  expectSame(keysOf2(R"("warps":[{}],"expected":{"?":0})"), in2 + "/expected/properties");
  expectSame(keysOf2(R"("warps":[{}],"expected":{"warps":[{"?":0}]})"),
             in2 + "/expected/properties/warps/items/properties");
  expectSame(keysOf2(R"("warps":[{}],"expected":{"memories":{"?":0}})"),
             in2 + "/expected/properties/memories/properties");
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
  const auto bothReject2 = [](const std::string& members) {
    const std::string text = fmt::format(R"({{"version":2,"program":["S2R R0, SR_LANEID"],{}}})", members);
    EXPECT_FALSE(programCaseFromJson(text)) << text;
    EXPECT_NE(refusal(text), "") << text;
  };
  for (const char* members :
       {R"("comment":"no warps")", R"("warps":[])", R"("warps":{})", R"("warps":[{"errors":{}}])",
        R"("warps":[{"program":[]}])", R"("warps":[{"program":[{}]}])", R"("warps":[{"program":[7]}])",
        R"("warps":[{}],"instruction":"S2R R0, SR_LANEID")", R"("warps":[{}],"shared":{"allocated":4})",
        R"("warps":[{}],"choices":{})", R"("warps":[{}],"schedule":[-1])", R"("warps":[{}],"schedule":[32])",
        R"("warps":[{}],"memories":{"global":{"allocated":4}})", R"("warps":[{}],"memories":{"shared":{}})",
        R"("warps":[{}],"expected":{"warps":[]})", R"("warps":[{}],"expected":{"memories":{"shared":{"0x1":1}}})",
        R"("warps":[{}],"expected":{"warps":[{"shared":{}}]})"})
    bothReject2(members);
}

TEST(Documentation, DecimalsUpToAreThose) {
  for (const unsigned greatest : {0u, 6u, 9u, 10u, 31u, 99u, 100u, 254u}) {
    const std::regex pattern(decimalsUpTo(greatest));
    for (unsigned n = 0; n < 1200; ++n)
      EXPECT_EQ(std::regex_match(fmt::format("{}", n), pattern), n <= greatest) << greatest << " " << n;
    EXPECT_FALSE(std::regex_match("00", pattern));
  }
}

} // namespace documentation_test
} // namespace warplaw::spec
