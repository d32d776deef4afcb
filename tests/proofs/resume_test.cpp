// A run that is killed at any moment loses no finished result, and is gone on with.
#include "toy.h"
#include <csignal>
#include <fmt/format.h>
#include <fstream>
#include <random>
#include <set>
#include <sys/wait.h>

namespace warplaw::proofs {
namespace {
using namespace toy;

constexpr int kTheorems = 6, kEach = 5;

std::vector<Theorem> theorems() {
  std::vector<Theorem> all;
  for (int i = 0; i < kTheorems; ++i)
    all.push_back(theorem(fmt::format("t{}", i), [i](Terms& t) {
      std::vector<Obligation> list;
      for (int k = 0; k < kEach; ++k)
        list.push_back(distributes(t, fmt::format("t{}/o{}", i, k), static_cast<unsigned>(1 + 8 * i + k)));
      return list;
    }));
  return all;
}

// Answers after a moment, and counts by a file a query how often each was asked.
std::shared_ptr<const Solver> counting(const Folder& folder) {
  const std::string path = folder / "asked";
  return std::make_shared<Scripted>("counting", [path](const std::string& text) {
    usleep(3000);
    std::ofstream(path, std::ios::app) << std::hash<std::string>()(text) << "\n";
    return std::string("unsat\n");
  });
}

void runInto(const std::string& path, const std::string& resume, const Folder& folder) {
  RunOptions o = options();
  o.policy = only(counting(folder));
  if (!resume.empty())
    o.earlier = *readResults(resume);
  auto file = resume.empty() ? ResultsFile::create(path) : ResultsFile::continueAt(path);
  ASSERT_TRUE(file);
  RunObserver observer;
  observer.onRecord = [&](const Record& r) {
    if (!r.resumed)
      ASSERT_TRUE(file->append(r));
  };
  run(theorems(), o, observer);
}

std::vector<std::string> linesOf(const std::string& path) {
  std::ifstream in(path);
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);)
    lines.push_back(line);
  return lines;
}

TEST(Resume, NoFinishedResultIsLostByAKillAtAnyMoment) {
  std::mt19937 random(1);
  int interrupted = 0;
  for (int round = 0; round < 12; ++round) {
    const Folder folder;
    const std::string path = folder / "results";
    const pid_t child = fork();
    if (child == 0) {
      runInto(path, "", folder);
      _exit(0);
    }
    const auto wanted = std::uniform_int_distribution<std::size_t>(0, kTheorems * kEach - 5)(random);
    while (!std::filesystem::exists(path) || linesOf(path).size() < wanted)
      usleep(200);
    usleep(std::uniform_int_distribution<useconds_t>(0, 3000)(random));
    kill(child, SIGKILL);
    waitpid(child, nullptr, 0);
    const auto before = readResults(path);
    ASSERT_TRUE(before);
    interrupted += !before->records.empty() && before->records.size() < kTheorems * kEach;
    runInto(path, path, folder);
    const auto after = readResults(path);
    ASSERT_TRUE(after);
    EXPECT_EQ(after->records.size(), std::size_t{kTheorems * kEach});
    std::multiset<std::string> names;
    for (const std::string& line : linesOf(path))
      names.insert(recordFromJson(line)->name);
    EXPECT_EQ(names.size(), std::size_t{kTheorems * kEach}) << "nothing was done twice";
    for (const auto& [name, record] : before->records)
      EXPECT_EQ(toJson(after->records.at(name)), toJson(record));
  }
  EXPECT_GE(interrupted, 2) << "the kills came too early or too late to show anything";
}

TEST(Resume, ATruncatedLastLineIsIgnoredReportedAndCutOff) {
  const Folder folder;
  const std::string path = folder / "results";
  runInto(path, "", folder);
  const auto lines = linesOf(path);
  std::filesystem::resize_file(path, std::filesystem::file_size(path) - 10);
  const auto earlier = readResults(path);
  ASSERT_TRUE(earlier);
  EXPECT_EQ(earlier->records.size(), lines.size() - 1);
  EXPECT_NE(earlier->note.find("truncated"), std::string::npos);
  runInto(path, path, folder);
  const auto again = readResults(path);
  ASSERT_TRUE(again);
  EXPECT_TRUE(again->note.empty());
  EXPECT_EQ(again->records.size(), lines.size());
}

TEST(Resume, AsksAgainWhereTheQueryIsAnother) {
  RunOptions o = options();
  const auto make = [](unsigned wrong) { return [wrong](Terms& t) { return distributes(t, "o", wrong); }; };
  const Outcome first = runOne(make(1), o);
  o.earlier.records["o"] = first["o"];
  EXPECT_TRUE(runOne(make(1), o)["o"].resumed);
  const Outcome changed = runOne(make(3), o);
  EXPECT_FALSE(changed["o"].resumed);
  EXPECT_EQ(changed["o"].verdict, Verdict::Refuted);
}

TEST(Resume, AsksAgainWhereOtherSolversAnswered) {
  RunOptions o = options();
  const auto make = [](Terms& t) { return distributes(t, "o"); };
  o.policy = only(says("a", "unsat\n"));
  o.earlier.records["o"] = runOne(make, o)["o"];
  EXPECT_TRUE(runOne(make, o)["o"].resumed);
  o.policy = both(says("a", "unsat\n"), says("b", "unsat\n"));
  const Outcome agreed = runOne(make, o);
  EXPECT_FALSE(agreed["o"].resumed) << "one answer is no agreement";
  o.earlier.records["o"] = agreed["o"];
  EXPECT_TRUE(runOne(make, o)["o"].resumed);
  o.policy = only(std::make_shared<Scripted>("a", [](const std::string&) { return std::string("unsat\n"); }, "2"));
  EXPECT_FALSE(runOne(make, o)["o"].resumed) << "another version";
}

TEST(Resume, GivesWhatRanOutOfTimeMoreTime) {
  RunOptions o = options();
  o.timeout = 0.3;
  const auto make = [](Terms& t) { return hard(t, "o"); };
  o.earlier.records["o"] = runOne(make, o)["o"];
  EXPECT_TRUE(runOne(make, o)["o"].resumed) << "no more time than before: the same result";
  o.timeout = 0.4;
  EXPECT_FALSE(runOne(make, o)["o"].resumed);
}

TEST(Resume, FilesThatAreNoResultsAreRejected) {
  const Folder folder;
  EXPECT_FALSE(readResults(folder / "missing"));
  std::ofstream(folder / "junk") << "{\"name\":\"x\"}\n{}\n";
  const auto junk = readResults(folder / "junk");
  ASSERT_FALSE(junk);
  EXPECT_NE(junk.error().message.find("line 1"), std::string::npos);
  std::ofstream(folder / "binary") << "\xff\xfe\n\n";
  EXPECT_FALSE(readResults(folder / "binary"));
  EXPECT_FALSE(ResultsFile::create(folder / "junk")) << "never written over";
  EXPECT_FALSE(ResultsFile::create(folder / "no/such/folder"));
  EXPECT_FALSE(readResults(folder / ""));
}

TEST(Results, RecordsSurviveTheirJson) {
  Record r;
  r.name = "a/b\n\"c\"";
  r.theorem = "a";
  r.instruction = "SHFL";
  r.rules = {"SHFL-1", "MACH-5"};
  r.verdict = Verdict::Checked;
  r.expected = Verdict::Checked;
  r.seconds = 0.125;
  r.limit = 60;
  r.cached = true;
  r.folded = false;
  r.counterexample = "lane 3\n0x1 != 0x2";
  const auto read = recordFromJson(toJson(r));
  ASSERT_TRUE(read);
  EXPECT_EQ(toJson(*read), toJson(r));
  EXPECT_EQ(read->verdict, Verdict::Checked);
  EXPECT_EQ(read->rules, r.rules);
  EXPECT_EQ(toJson(r).find('\n'), std::string::npos);
}

} // namespace
} // namespace warplaw::proofs
