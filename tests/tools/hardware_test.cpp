// Recordings: what the executor makes is accepted when it is written down as capture.cu would, and a recording with one
// wrong value is not.
#include "fuzz/instructions/shfl.h"
#include "tools/hardware.h"
#include "tools/recorded.h"
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <gtest/gtest.h>
#include <numeric>

namespace warplaw::tools {
namespace {
using spec::kLanes;

template <class T> std::string list(std::string_view key, const T& values) {
  std::string text = fmt::format("\"{}\":[", key);
  for (std::size_t k = 0; k < values.size(); ++k)
    text += fmt::format("{}\"{:#x}\"", k ? "," : "", values[k]);
  return text + "]";
}

using Words = std::vector<std::uint64_t>;

/// SHFL.BFLY by 1 over lanes 0..30: lane 30 reads lane 31, which is inactive.
std::string shflLine(std::uint64_t lane5, std::uint64_t predicate5) {
  Words a(kLanes), b(kLanes, 0xffffffe1), c(kLanes, 31), d(kLanes, 0xdeadbeef), p(kLanes, 2);
  for (unsigned i = 0; i < 31; ++i) {
    a[i] = 100 + i;
    p[i] = 1;
  }
  for (unsigned i = 0; i < 31; ++i)
    d[i] = i == 30 ? 0x12345 : a[i ^ 1];
  d[5] = lane5;
  p[5] = predicate5;
  return "{\"instruction\":\"SHFL.BFLY\",\"exec\":\"0x7fffffff\"," + list("a", a) + "," + list("b", b) + "," +
         list("c", c) + "," + list("d", d) + "," + list("p", p) + "}\n";
}

/// Four lanes add 1, 2, 4, 8 to cell 1, which starts at 10, in the order 2, 0, 3, 1.
std::string addLine(std::uint64_t returned0, std::uint64_t final1) {
  Words cell(kLanes, 1), b(kLanes), returned(kLanes, 0xa5a5a5a5), initial = {7, 10, 7, 7}, final = {7, final1, 7, 7};
  for (unsigned i = 0; i < 4; ++i)
    b[i] = 1u << i;
  returned[2] = 10;
  returned[0] = returned0;
  returned[3] = 15;
  returned[1] = 23;
  return "{\"instruction\":\"ATOMS.ADD.U32\",\"exec\":\"0xf\"," + list("cell", cell) + "," + list("b", b) + "," +
         list("initial", initial) + "," + list("returned", returned) + "," + list("final", final) + "}\n";
}

HardwareReport replayed(const std::string& text) {
  fuzz::Oracle oracle;
  const auto report = replayObservations(oracle, text);
  EXPECT_TRUE(report) << report.error().message;
  return report ? *report : HardwareReport{};
}

TEST(Hardware, AcceptsWhatTheRulesAllow_SHFL_7_ATOMS_5) {
  const HardwareReport report =
      replayed("{\"gpu\":\"a GPU\",\"sm\":\"9.0\"}\n" + shflLine(104, 1) + addLine(14, 25) +
               "{\"instruction\":\"VOTE\"}\n{\"ptx\":\"vadd\"}\n{\"instruction\":\"RED.ADD.U32\"}\n");
  EXPECT_EQ(report.mismatchCount, 0u) << (report.mismatches.empty() ? "" : report.mismatches[0]);
  EXPECT_EQ(report.checked, 2u) << "a line whose instruction has a form, and that nothing compares, is none";
  EXPECT_EQ(report.device, "a GPU");
  EXPECT_EQ(report.notYet.size(), 3u);
}

TEST(Hardware, FindsOneWrongValue) {
  EXPECT_EQ(replayed(shflLine(105, 1)).mismatchCount, 1u);
  EXPECT_EQ(replayed(shflLine(104, 0)).mismatchCount, 1u);
  EXPECT_EQ(replayed(addLine(13, 25)).mismatchCount, 1u) << "no order returns 13";
  EXPECT_EQ(replayed(addLine(14, 24)).mismatchCount, 1u) << "the sum is not kept";
}

TEST(Hardware, RejectsWhatIsNoRecordingByItsPlace) {
  fuzz::Oracle oracle;
  for (const std::string& bad :
       {std::string("nonsense\n"), std::string("{\"instruction\":7}\n"),
        std::string("{\"instruction\":\"SHFL.UP\",\"exec\":\"0x1\"}\n"),
        std::string("{\"instruction\":\"SHFL.UP\",\"exec\":\"one\"}\n"), std::string("[]\n")}) {
    const auto report = replayObservations(oracle, shflLine(104, 1) + bad);
    ASSERT_FALSE(report) << bad;
    EXPECT_EQ(report.error().position, shflLine(104, 1).size()) << report.error().message;
  }
}

TEST(Hardware, Tables_SHFL_1_to_6) {
  constexpr std::size_t kRows = 32768;
  std::string bytes(kRows * 36, '\0');
  for (std::uint32_t index = 0; index < kRows; ++index) {
    fuzz::ShflTrial trial;
    trial.modifiers.mode = static_cast<std::uint32_t>(spec::ShflMode::Up);
    trial.operands.exec = ~0u;
    std::iota(trial.operands.row[0], trial.operands.row[0] + kLanes, 0u);
    std::fill_n(trial.operands.row[1], kLanes, index % 32);
    std::fill_n(trial.operands.row[2], kLanes, index / 1024 * 256 + index / 32 % 32);
    spec::Results results;
    fuzz::ShflFuzzer::execute(trial, results);
    for (unsigned lane = 0; lane < kLanes; ++lane)
      bytes[index * kLanes + lane] = static_cast<char>(results.row[0][lane]);
    std::memcpy(&bytes[kRows * kLanes + 4 * index], &results.predicate, 4);
  }
  fuzz::Oracle oracle;
  ASSERT_EQ(shflTableMode("shfl_UP.bin"), spec::ShflMode::Up);
  EXPECT_FALSE(shflTableMode("shfl_up.bin"));
  const auto good = replayShflTable(oracle, spec::ShflMode::Up, bytes);
  ASSERT_TRUE(good);
  EXPECT_EQ(good->mismatchCount, 0u);
  bytes[kRows * kLanes + 4 * 1000] ^= 8;
  const auto wrong = replayShflTable(oracle, spec::ShflMode::Up, bytes);
  ASSERT_TRUE(wrong);
  EXPECT_EQ(wrong->mismatchCount, 1u);
  EXPECT_FALSE(replayShflTable(oracle, spec::ShflMode::Up, bytes.substr(1)));
}

// ---- corpus/recorded: what others recorded, and what an assembler folded

/// Every line of every file there, with its place.
std::vector<std::pair<std::string, std::string>> recordedLines() {
  std::vector<std::pair<std::string, std::string>> lines;
  for (const auto& file : std::filesystem::directory_iterator(WARPLAW_CORPUS "/recorded")) {
    if (file.path().extension() != ".jsonl")
      continue;
    std::ifstream text(file.path());
    std::size_t number = 0;
    for (std::string line; std::getline(text, line);)
      lines.emplace_back(fmt::format("{}:{}", file.path().filename().string(), ++number), line);
  }
  return lines;
}
Recorded recordedIn(const std::string& line) {
  const auto recorded = recordedFromJson(boost::json::parse(line).as_object());
  EXPECT_TRUE(recorded) << recorded.error().message;
  return recorded ? *recorded : Recorded{};
}
spec::Expected& onlyWarp(spec::ProgramCase& c) { return c.expected->warps.at(0); }

TEST(Recorded, ExecutorEncodingAndThirdStatementGiveWhatWasRecorded) {
  fuzz::Oracle oracle;
  ASSERT_FALSE(recordedLines().empty());
  for (const auto& [place, line] : recordedLines())
    EXPECT_EQ(differsFromRecorded(oracle, recordedIn(line)), "") << place;
}

TEST(Recorded, OneWrongValueIsFoundInEachLine) {
  fuzz::Oracle oracle;
  for (const auto& [place, line] : recordedLines()) {
    Recorded recorded = recordedIn(line);
    ASSERT_FALSE(onlyWarp(recorded.expects).registers.empty()) << place;
    onlyWarp(recorded.expects).registers.back().word.value ^= 1u << 7;
    EXPECT_NE(differsFromRecorded(oracle, recorded), "") << place;
  }
}

TEST(Recorded, WhereTheAssemblerDiffersTheRulesValueIsAnother) {
  fuzz::Oracle oracle;
  std::size_t marked = 0;
  for (const auto& [place, line] : recordedLines()) {
    Recorded recorded = recordedIn(line);
    if (!recorded.assemblerGives)
      continue;
    ++marked;
    EXPECT_TRUE(recorded.expects.comment.starts_with("the assembler differs: ")) << place;
    EXPECT_FALSE(recorded.expects.rules.empty()) << place << " names no rule";
    for (const auto& gives : onlyWarp(*recorded.assemblerGives).registers)
      for (const auto& expected : onlyWarp(recorded.expects).registers)
        if (gives.reg == expected.reg && gives.lane == expected.lane) {
          EXPECT_NE(gives.word.value, expected.word.value) << place;
        }
    std::swap(onlyWarp(*recorded.assemblerGives).registers, onlyWarp(recorded.expects).registers);
    EXPECT_NE(differsFromRecorded(oracle, recorded), "") << place << ": its value is taken for ours";
    recorded = recordedIn(line);
    onlyWarp(*recorded.assemblerGives).registers = onlyWarp(recorded.expects).registers;
    EXPECT_NE(differsFromRecorded(oracle, recorded), "") << place << ": it is said to differ where it does not";
  }
  EXPECT_GT(marked, 0u);
}

TEST(Recorded, RejectsLinesThatAreNone) {
  fuzz::Oracle oracle;
  for (const std::string bad :
       {R"({"case":{}})", R"({"recorded":"x","case":7})",
        R"({"recorded":"x","case":{"version":1,"instruction":"NOP"}})",
        R"({"recorded":"x","case":{"version":1,"instruction":"POPC R9, R1;"}})",
        R"({"recorded":"x","case":{"version":1,"instruction":"POPC R9, R1;","expected":{}},"more":1})",
        R"({"recorded":"x","case":{"version":1,"instruction":"POPC R9, R1;","expected":{}},"assemblerGives":7})"}) {
    const auto report = replayObservations(oracle, shflLine(104, 1) + bad + "\n");
    ASSERT_FALSE(report) << bad;
    EXPECT_EQ(report.error().position, shflLine(104, 1).size()) << report.error().message;
  }
}

} // namespace
} // namespace warplaw::tools
