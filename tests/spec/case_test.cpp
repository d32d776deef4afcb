// Case files: canonical bytes, sparse writing, round trips, reading and writing on disk.
#include "arbitrary.h"
#include "spec/instructions/shfl.h"
#include <algorithm>
#include <csignal>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
#include <sstream>
#include <sys/wait.h>
#include <unistd.h>

namespace warplaw::spec {
namespace case_test {

namespace fs = std::filesystem;

Case smallCase() {
  Case c;
  c.comment = "UP compares with maxLane";
  c.rules = {"SHFL-4"};
  c.instruction = *parse("@P0 SHFL.UP P1, R2, R1, 1, 0x1c03");
  c.choices = defaultChoices(c.instruction.form);
  for (auto& lane : c.warp.registers[1])
    lane = 7;
  c.warp.registers[1][4] = 0xdeadbeef;
  c.warp.predicates[0] = 0xf0;
  c.warp.active = 0xff;
  c.memory = {0x11, 0x22, 0, 0, 0, 0, 0, 0, 0, 0x33};
  Expected expected;
  for (std::uint8_t lane = 0; lane < kLanes; ++lane)
    expected.registers.push_back({2, lane, {false, lane == 3 ? 1u : 0u}});
  expected.predicates = {{1, 4, {false, 1}}, {1, 5, {true, 0}}};
  expected.memory = {{8, {false, 0x3300}}, {0, {true, 0}}};
  expected.errors = {{2, false, ErrorKind::MisalignedAddress}, {1, true, ErrorKind::None}};
  c.expected = expected;
  return c;
}

constexpr std::string_view kSmallText = R"({
  "version": 1,
  "comment": "UP compares with maxLane",
  "rules": ["SHFL-4"],
  "instruction": "@P0 SHFL.UP P1, R2, R1, 1, 0x1c03;",
  "active": "0xff",
  "registers": {
    "R1": {"all": "0x7", "4": "0xdeadbeef"}
  },
  "predicates": {"P0": "0xf0"},
  "shared": {
    "allocated": 10,
    "words": {"0x0": "0x2211", "0x8": "0x3300"}
  },
  "expected": {
    "registers": {
      "R2": {"all": "0x0", "3": "0x1"}
    },
    "predicates": {
      "P1": {"4": 1, "5": "any"}
    },
    "shared": {"0x0": "any", "0x8": "0x3300"},
    "errors": {"1": "any", "2": "misaligned-address"}
  }
}
)";

TEST(CaseFile, CanonicalBytes) { EXPECT_EQ(toJson(smallCase()), kSmallText); }

TEST(CaseFile, ReadsWhatItWrote) {
  auto back = caseFromJson(kSmallText);
  ASSERT_TRUE(back) << describe(back.error(), kSmallText);
  EXPECT_TRUE(*back == smallCase());
  EXPECT_EQ(back->warp.registers[1][4], 0xdeadbeefu);
  EXPECT_EQ(back->warp.registers[1][5], 7u);
  EXPECT_EQ(back->warp.registers[2][5], 0u);
  EXPECT_EQ(back->memory, smallCase().memory);
  EXPECT_EQ(back->expected->registers.size(), 32u);
  EXPECT_TRUE(back->expected->frame);
}

TEST(CaseFile, DefaultsAreNotWritten) {
  Case c;
  c.instruction = *parse("ATOMS.ADD R0, [R1], R2");
  c.choices = defaultChoices(c.instruction.form);
  EXPECT_EQ(toJson(c), "{\n  \"version\": 1,\n  \"instruction\": \"ATOMS.ADD.U32 R0, [R1], R2;\"\n}\n");
}

TEST(CaseFile, AcceptsNumbersAnyKeyOrderAndEscapes) {
  auto c = caseFromJson(
      R"({"registers":{"R1":{"3":5,"all":"0x0A"}},"instruction":"ATOMS.ADD R0,\u0020[R1], R2","version":1})");
  ASSERT_TRUE(c) << describe(c.error(), {});
  EXPECT_EQ(c->warp.registers[1][3], 5u);
  EXPECT_EQ(c->warp.registers[1][2], 10u);
}

TEST(CaseFile, EntriesOfExpectedInAnyOrderAreTheSameCase) {
  Case a = smallCase(), b = smallCase();
  std::ranges::reverse(b.expected->registers);
  std::ranges::reverse(b.expected->errors);
  EXPECT_TRUE(a == b);
  EXPECT_EQ(toJson(a), toJson(b));
  b.expected->registers[0].word.value ^= 1;
  EXPECT_FALSE(a == b);
}

TEST(CaseFile, EveryFieldCountsForEquality) {
  const Case c = smallCase();
  const auto differs = [&](auto change) {
    Case other = c;
    change(other);
    auto back = caseFromJson(toJson(other));
    return !(other == c) && back && *back == other && toJson(other) != toJson(c);
  };
  EXPECT_TRUE(differs([](Case& o) { o.comment = "else"; }));
  EXPECT_TRUE(differs([](Case& o) { o.rules.push_back("SHFL-8"); }));
  EXPECT_TRUE(differs([](Case& o) { o.instruction.guard.negated = true; }));
  EXPECT_TRUE(differs([](Case& o) { o.shader = ShaderKind::Pixel; }));
  EXPECT_TRUE(differs([](Case& o) { o.warp.registers[254][31] = 1; }));
  EXPECT_TRUE(differs([](Case& o) { o.warp.predicates[6] = 1; }));
  EXPECT_TRUE(differs([](Case& o) { o.warp.active ^= 1; }));
  EXPECT_TRUE(differs([](Case& o) { o.warp.helpers ^= 1; }));
  EXPECT_TRUE(differs([](Case& o) { o.warp.errors[31] = 2; }));
  EXPECT_TRUE(differs([](Case& o) { o.memory.push_back(0); }));
  EXPECT_TRUE(differs([](Case& o) { o.memory[3] = 1; }));
  EXPECT_TRUE(differs([](Case& o) { o.cells.inputs.clockHigh = 1; }));
  EXPECT_TRUE(differs([](Case& o) { o.cells.counters.count[0] = 1; }));
  EXPECT_TRUE(differs([](Case& o) { o.cells.barriers.exited = 1; }));
  EXPECT_TRUE(differs([](Case& o) { o.choices.as<ShflChoices>().inactive[7] = 1; }));
  EXPECT_TRUE(differs([](Case& o) { o.expected.reset(); }));
  EXPECT_TRUE(differs([](Case& o) { o.expected->frame = false; }));
  EXPECT_TRUE(differs([](Case& o) { o.expected->predicates.pop_back(); }));
  EXPECT_TRUE(differs([](Case& o) { o.expected->memory.pop_back(); }));
  EXPECT_TRUE(differs([](Case& o) { o.expected->cells = {{30, {false, 1}}}; }));
  EXPECT_TRUE(differs([](Case& o) { o.expected->errors[0].kind = ErrorKind::None; }));
}

TEST(CaseFile, AllIsWrittenForMoreThanHalfOfTheLanes) {
  Case c;
  c.choices = ShflChoices{};
  c.instruction = *parse("SHFL.UP P1, R2, R1, 1, 0");
  for (unsigned lane = 0; lane < 16; ++lane)
    c.warp.registers[1][lane] = 9;
  EXPECT_EQ(toJson(c).find("all"), std::string::npos);
  c.warp.registers[1][16] = 9;
  EXPECT_NE(toJson(c).find(R"("all": "0x9")"), std::string::npos);
  EXPECT_TRUE(*caseFromJson(toJson(c)) == c);
}

TEST(CaseFile, AllIsNotWrittenWhereALaneIsNotListed) {
  Case c = smallCase();
  c.expected->registers.pop_back();
  EXPECT_TRUE(*caseFromJson(toJson(c)) == c);
  EXPECT_EQ(caseFromJson(toJson(c))->expected->registers.size(), 31u);
}

TEST(CaseFile, CommentThatIsNoUtf8CanStillBeRead) {
  Case c = smallCase();
  c.comment = "caf\xe9 \xff";
  auto back = caseFromJson(toJson(c));
  ASSERT_TRUE(back);
  EXPECT_EQ(back->comment, "caf? ?");
}

RC_GTEST_PROP(CaseFileProperty, RoundTrip, ()) {
  const Case c = tests::anyCase();
  const std::string text = toJson(c);
  auto back = caseFromJson(text);
  RC_ASSERT(back.has_value());
  RC_ASSERT(*back == c);
  RC_ASSERT(toJson(*back) == text);
}

// ---- on disk

class CaseOnDisk : public testing::Test {
protected:
  void SetUp() override {
    std::string pattern = (fs::temp_directory_path() / "warplaw-case-XXXXXX").string();
    ASSERT_NE(mkdtemp(pattern.data()), nullptr);
    folder_ = pattern;
  }
  void TearDown() override { fs::remove_all(folder_); }
  std::string at(const std::string& name) const { return (folder_ / name).string(); }
  std::size_t files() const {
    return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder_), fs::directory_iterator()));
  }
  static std::string contents(const std::string& path) {
    std::ostringstream out;
    out << std::ifstream(path, std::ios::binary).rdbuf();
    return out.str();
  }
  fs::path folder_;
};

TEST_F(CaseOnDisk, WritesAndReads) {
  ASSERT_TRUE(writeCase(smallCase(), at("a.json"), false));
  EXPECT_EQ(contents(at("a.json")), kSmallText);
  auto back = readCase(at("a.json"));
  ASSERT_TRUE(back);
  EXPECT_TRUE(*back == smallCase());
  EXPECT_EQ(files(), 1u);
}

TEST_F(CaseOnDisk, NeverOverwritesUnlessAsked) {
  std::ofstream(at("a.json")) << "precious";
  auto refused = writeCase(smallCase(), at("a.json"), false);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().rule, "file");
  EXPECT_NE(refused.error().message.find("a.json"), std::string::npos);
  EXPECT_EQ(contents(at("a.json")), "precious");
  EXPECT_EQ(files(), 1u);
  ASSERT_TRUE(writeCase(smallCase(), at("a.json"), true));
  EXPECT_EQ(contents(at("a.json")), kSmallText);
  EXPECT_EQ(files(), 1u);
}

TEST_F(CaseOnDisk, LeavesNothingWhereItCannotWrite) {
  EXPECT_FALSE(writeCase(smallCase(), at("no/such/folder/a.json"), true));
  fs::create_directory(at("taken"));
  EXPECT_FALSE(writeCase(smallCase(), at("taken"), true));
  EXPECT_FALSE(writeCase(smallCase(), at("taken"), false));
  Case large = smallCase();
  large.expected.reset();
  large.memory.assign(3u << 20, 1); // as text beyond what may be read again
  EXPECT_FALSE(writeCase(large, at("large.json"), false));
  EXPECT_EQ(files(), 1u);
}

TEST_F(CaseOnDisk, WhoeverIsEndedLeavesWholeFilesOnly) {
  for (unsigned round = 0; round < 20; ++round) {
    const pid_t writer = fork();
    ASSERT_GE(writer, 0);
    if (writer == 0) {
      Case c = smallCase();
      for (unsigned number = 0;; ++number) {
        std::ranges::fill(c.warp.registers[9], number);
        (void)writeCase(c, at(fmt::format("{}-{}.json", round, number)), round % 2);
      }
    }
    usleep(700 * round);
    kill(writer, SIGKILL);
    ASSERT_EQ(waitpid(writer, nullptr, 0), writer);
  }
  for (const auto& entry : fs::directory_iterator(folder_)) {
    EXPECT_EQ(entry.path().extension(), ".json");
    EXPECT_TRUE(readCase(entry.path())) << entry.path();
  }
  EXPECT_GT(files(), 1u);
}

TEST_F(CaseOnDisk, MissingFolderAndHugeFilesAreRejectedByName) {
  const auto expectRejected = [](const std::string& path, std::string_view rule) {
    auto result = readCase(path);
    ASSERT_FALSE(result) << path;
    EXPECT_EQ(result.error().rule, rule);
    EXPECT_NE(result.error().message.find(path), std::string::npos) << result.error().message;
  };
  expectRejected(at("missing.json"), "file");
  expectRejected(folder_.string(), "file");
  std::ofstream(at("empty.json"));
  expectRejected(at("empty.json"), "case-format");
  std::ofstream(at("huge.json")).seekp(64 << 20).put('}');
  expectRejected(at("huge.json"), "case-format");
}

} // namespace case_test
} // namespace warplaw::spec
