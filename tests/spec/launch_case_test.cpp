// Cases of whole launches: the corpus is written as it is read, byte for byte; what is rejected names its path and
// place.
#include "spec/launch_case.h"
#include "spec/program_case.h"
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <sstream>

namespace warplaw::spec {
namespace launch_case_test {

TEST(LaunchCase, IsWrittenAsItIsRead) {
  unsigned files = 0;
  for (const auto& file : std::filesystem::directory_iterator(WARPLAW_CORPUS "/ptx/findings")) {
    std::ostringstream text;
    text << std::ifstream(file.path()).rdbuf();
    ASSERT_TRUE(isLaunchCase(text.str())) << file.path();
    const auto c = launchCaseFromJson(text.str());
    ASSERT_TRUE(c) << describe(c.error(), text.str());
    EXPECT_EQ(toJson(*c), text.str()) << file.path();
    ++files;
  }
  EXPECT_GT(files, 0u);
}

TEST(LaunchCase, KeepsEveryMember) {
  LaunchCase c;
  c.comment = "a \"quoted\" version: 3";
  c.rules = {"PTX-15"};
  c.module = ".version 8.5\n\n.target sm_80\n";
  c.entry = "k";
  c.grid = {2, 3, 4};
  c.block = {5, 6, 7};
  c.shared = 8;
  c.steps = 9;
  const scalar::Type u8 = scalar::typeNamed("u8").value(), f64 = scalar::typeNamed("f64").value();
  c.arguments = {{"n", ~std::uint64_t{0}},
                 {"structure", std::vector<std::uint8_t>{1, 2, 255}},
                 {"bytes", LaunchElements{u8, {1, std::nullopt, 255, std::nullopt}}},
                 {"same", LaunchElements{f64, {7, 7, 7}}},
                 {"none", LaunchElements{u8, {}}}};
  c.expected = LaunchExpected{
      false, {{"race", 12, "st.u8 [%r1], 1", "why"}, {"trap", 0, "", ""}}, {{"bytes", LaunchElements{u8, {4}}}}};
  const std::string text = toJson(c);
  EXPECT_TRUE(isLaunchCase(text));
  const auto again = launchCaseFromJson(text);
  ASSERT_TRUE(again) << describe(again.error(), text);
  EXPECT_EQ(*again, c) << text;
  EXPECT_EQ(toJson(*again), text);
  const auto other = programCaseFromJson(text);
  ASSERT_FALSE(other);
  EXPECT_NE(other.error().message.find("a case of a whole launch"), std::string::npos) << other.error().message;
}

TEST(LaunchCase, OtherVersionsAreNone) {
  for (const char* text : {"", "{}", "{\"version\":1}", "{\"version\":30}", "{\"version\": 2}",
                           "{\"comment\":\"\\\"version\\\":3\"}", "{\"version\":\"3\"}", "[3]", "{\"version\""})
    EXPECT_FALSE(isLaunchCase(text)) << text;
  EXPECT_TRUE(isLaunchCase("{ \"version\" :\n3 }"));
}

/// `members` behind the version, module and entry; a `^` stands before the byte at which they are rejected.
struct Row {
  std::string members, path;
};
const Row kRejected[] = {
    {R"(^"grids":[1,1,1])", "/"},
    {R"("grid":^[1,1])", "/grid"},
    {R"("block":[32,^0,1])", "/block/1"},
    {R"("arguments":{"in":{"type":^"pred","count":1}})", "/arguments/in/type"},
    {R"("arguments":{"in":{"type":"u8","count":1,"values":[^256]}})", "/arguments/in/values/0"},
    {R"("arguments":{"in":{"type":"u8","count":1,"values":^[1,2]}})", "/arguments/in/values"},
    {R"("arguments":{"in":{"type":"u8","count":2,"all":1,"values":^[1,2]}})", "/arguments/in/values"},
    {R"("arguments":{"p":[1,^256]})", "/arguments/p/1"},
    {R"("arguments":{"n":^true})", "/arguments/n"},
    {R"("expected":{"findings":[{"line":3}]})", "/expected/findings/0"},
    {R"("expected":{"memory":{"in":{"type":"u8"}}})", "/expected/memory/in"},
};
TEST(LaunchCase, RejectionsNameTheirPath) {
  for (const Row& row : kRejected) {
    std::string text = R"({"version":3,"module":[".version 8.5"],"entry":"k",)" + row.members + "}";
    const std::size_t caret = text.find('^');
    if (caret != std::string::npos)
      text.erase(caret, 1);
    const auto c = launchCaseFromJson(text);
    ASSERT_FALSE(c) << text;
    EXPECT_EQ(c.error().rule, "case-format");
    EXPECT_TRUE(c.error().message.starts_with(row.path)) << c.error().message << " of " << text;
  }
  for (const char* text : {R"({"version":3,"entry":"k"})", R"({"version":3,"module":[]})", R"({"version":3)"})
    EXPECT_FALSE(launchCaseFromJson(text)) << text;
}

} // namespace launch_case_test
} // namespace warplaw::spec
