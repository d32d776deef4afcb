// A run that is killed at any moment loses no finished result, and is gone on with; nothing in its file but a solver's
// own answer to today's question changes what the next run concludes.
#include "proofs/engine/hash.h"
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
    if (!o.earlier.holds(r))
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
  ASSERT_EQ(earlier->notes.size(), 1u);
  EXPECT_NE(earlier->notes[0].find("truncated"), std::string::npos);
  runInto(path, path, folder);
  const auto again = readResults(path);
  ASSERT_TRUE(again);
  EXPECT_TRUE(again->notes.empty());
  EXPECT_EQ(again->records.size(), lines.size());
}

// What a results file would hold of these records, read back after `edit` had its way with the lines.
EarlierResults fileOf(const std::vector<Record>& records,
                      const std::function<void(std::vector<std::string>&)>& edit = {}) {
  const Folder folder;
  std::vector<std::string> lines;
  for (const Record& record : records)
    lines.push_back(toJson(record));
  if (edit)
    edit(lines);
  std::ofstream out(folder / "results");
  for (const std::string& line : lines)
    out << line << "\n";
  out.close();
  auto read = readResults(folder / "results");
  EXPECT_TRUE(read) << (read ? "" : read.error().message);
  return read ? std::move(*read) : EarlierResults();
}

std::string replaced(std::string line, const std::string& what, const std::string& by) {
  const std::size_t at = line.find(what);
  EXPECT_NE(at, std::string::npos) << what << " in " << line;
  return at == std::string::npos ? line : line.replace(at, what.size(), by);
}

TEST(Resume, AsksAgainWhereTheQueryIsAnother) {
  RunOptions o = options();
  const auto make = [](unsigned wrong) { return [wrong](Terms& t) { return distributes(t, "o", wrong); }; };
  o.earlier = fileOf({runOne(make(1), o)["o"]});
  EXPECT_TRUE(runOne(make(1), o)["o"].resumed);
  const Outcome changed = runOne(make(3), o);
  EXPECT_FALSE(changed["o"].resumed);
  EXPECT_EQ(changed["o"].verdict, Verdict::Refuted);
}

// In the first run all of them ask before the first has an answer; in the second it is there at once.
TEST(Resume, WhoDecidedIsTheSameWhicheverOfSeveralAskedFirst) {
  const std::vector<Theorem> alike = {theorem("t", [](Terms& t) {
    std::vector<Obligation> list(3);
    for (std::size_t i = 0; i < list.size(); ++i) {
      const Term x = t.variable(8, "x");
      list[i].name = fmt::format("o{}", i);
      list[i].query = {{(x * x).eq(9)}, t.truth(true)};
    }
    return list;
  })};
  RunOptions o = options();
  const Outcome first = runAll(alike, o);
  std::vector<Record> records;
  for (const auto& [name, record] : first.records)
    records.push_back(record);
  o.earlier = fileOf(records);
  const Outcome second = runAll(alike, o);
  for (const auto& [name, again] : second.records) {
    EXPECT_EQ(again.verdict, Verdict::Proved);
    EXPECT_EQ(again.solver, "z3");
    EXPECT_TRUE(o.earlier.holds(again)) << name;
  }
}

TEST(Resume, AsksAgainWhereOtherSolversAnswered) {
  RunOptions o = options();
  const auto make = [](Terms& t) { return distributes(t, "o"); };
  o.policy = only(says("a", "unsat\n"));
  o.earlier = fileOf({runOne(make, o)["o"]});
  EXPECT_TRUE(runOne(make, o)["o"].resumed);
  o.policy = both(says("a", "unsat\n"), says("b", "unsat\n"));
  const Outcome agreed = runOne(make, o);
  EXPECT_FALSE(agreed["o"].resumed) << "one answer is no agreement";
  o.earlier = fileOf({agreed["o"]});
  EXPECT_TRUE(runOne(make, o)["o"].resumed);
  o.policy = only(std::make_shared<Scripted>("a", [](const std::string&) { return std::string("unsat\n"); }, "2"));
  EXPECT_FALSE(runOne(make, o)["o"].resumed) << "another version";
}

TEST(Resume, AsksAgainWhatRanOutOfTime) {
  RunOptions o = options();
  o.timeout = 0.3;
  const auto make = [](Terms& t) { return hard(t, "o"); };
  o.earlier = fileOf({runOne(make, o)["o"]});
  EXPECT_TRUE(o.earlier.answers.empty());
  EXPECT_FALSE(runOne(make, o)["o"].resumed);
}

// One obligation of every kind, two of which are not as expected.
class ResumeEdited : public testing::Test {
protected:
  using Lines = std::vector<std::string>;
  enum { Check, Hard, Right, Twin, Wrong }; ///< places of the lines: by name

  static Outcome conclude(EarlierResults earlier) {
    RunOptions o = options();
    o.timeout = 0.5;
    o.earlier = std::move(earlier);
    return runAll({theorem("t",
                           [](Terms& t) {
                             std::vector<Obligation> list;
                             list.push_back(distributes(t, "wrong", 3));
                             list.push_back(distributes(t, "right"));
                             list.push_back(twin(t, "twin", 5));
                             list.push_back(hard(t, "hard"));
                             list.push_back(byEvidence("check", Verdict::Checked, [] {
                               return Obligation::Evidence{Verdict::Refuted, "all 7", "not the third"};
                             }));
                             return list;
                           })},
                  o);
  }
  static std::map<std::string, Verdict> verdicts(const Outcome& outcome) {
    std::map<std::string, Verdict> all;
    for (const auto& [name, record] : outcome.records)
      all[name] = record.verdict;
    return all;
  }
  static std::vector<Record> recordsOf(const Outcome& outcome) {
    std::vector<Record> all;
    for (const auto& [name, record] : outcome.records)
      all.push_back(record);
    return all;
  }
  void expectTheSame(EarlierResults earlier, const char* what) const {
    const Outcome outcome = conclude(std::move(earlier));
    EXPECT_EQ(verdicts(outcome), verdicts(honest_)) << what;
    EXPECT_EQ(outcome.exitCode, ExitCode::Counterexample) << what;
  }
  const Outcome honest_ = conclude({});
};

TEST_F(ResumeEdited, AnswersOfAnHonestFileAreUsedAndEverythingElseIsDoneAgain) {
  ASSERT_EQ(verdicts(honest_), (std::map<std::string, Verdict>{{"check", Verdict::Refuted},
                                                               {"hard", Verdict::Unknown},
                                                               {"right", Verdict::Proved},
                                                               {"twin", Verdict::Refuted},
                                                               {"wrong", Verdict::Refuted}}));
  const Outcome again = conclude(fileOf(recordsOf(honest_)));
  EXPECT_EQ(verdicts(again), verdicts(honest_));
  for (const char* name : {"right", "twin", "wrong"})
    EXPECT_TRUE(again[name].resumed) << name;
  for (const char* name : {"check", "hard"})
    EXPECT_FALSE(again[name].resumed) << name;
  EXPECT_EQ(again["wrong"].counterexample, honest_["wrong"].counterexample);
}

TEST_F(ResumeEdited, VerdictsAndReasonsAreNotBelieved) {
  for (const Verdict verdict : {Verdict::Proved, Verdict::Checked, Verdict::Refuted, Verdict::Error}) {
    std::vector<Record> records = recordsOf(honest_);
    for (Record& r : records) {
      r.verdict = verdict;
      r.reason = r.counterexample = "";
    }
    const EarlierResults edited = fileOf(records);
    expectTheSame(edited, "verdicts");
    EXPECT_FALSE(edited.holds(honest_["hard"])) << "so it is written again";
  }
  std::vector<Record> records = recordsOf(honest_);
  for (Record& r : records)
    r.verdict = r.expected;
  expectTheSame(fileOf(records), "all as expected");
}

TEST_F(ResumeEdited, AnAnswerToAnotherQuestionIsNotBelieved) {
  std::vector<Record> records = recordsOf(honest_);
  records[Wrong].answers = records[Right].answers;
  records[Wrong].verdict = Verdict::Proved;
  expectTheSame(fileOf(records), "the answer to another obligation");
  expectTheSame(fileOf(recordsOf(honest_),
                       [](Lines& lines) {
                         const std::string hash = recordFromJson(lines[Right])->query;
                         lines[Right] = replaced(lines[Right], "answer-1 " + hash, "answer-1 " + sha256("other"));
                       }),
                "an edited hash");
}

TEST_F(ResumeEdited, AnEditedAnswerIsNotBelievedAndIsReported) {
  const EarlierResults edited = fileOf(recordsOf(honest_), [](Lines& lines) {
    lines[Wrong] = replaced(lines[Wrong], "\"said\":\"sat\"", "\"said\":\"unsat\"");
    lines[Right] = replaced(lines[Right], "\"said\":\"unsat\"", "\"said\":\"sat\"");
    lines[Twin] = replaced(lines[Twin], "\"model\":\"", "\"model\":\"(");
  });
  EXPECT_TRUE(edited.answers.empty());
  ASSERT_EQ(edited.notes.size(), 1u);
  EXPECT_NE(edited.notes[0].find("3 answer(s) do not fit their seal"), std::string::npos) << edited.notes[0];
  expectTheSame(edited, "answers");
}

TEST_F(ResumeEdited, RemovedDoubledAndContradictoryLinesChangeNothing) {
  expectTheSame(fileOf(recordsOf(honest_), [](Lines& lines) { lines.erase(lines.begin() + Twin, lines.end()); }),
                "removed");
  std::vector<Record> doubled = recordsOf(honest_);
  for (const Record& r : recordsOf(honest_))
    doubled.push_back(r);
  expectTheSame(fileOf(doubled), "doubled");
  std::vector<Record> records = recordsOf(honest_);
  Record forged = records[Wrong]; // sealed anew, before the honest line: neither is believed
  forged.verdict = Verdict::Proved;
  forged.answers.at(0).raw = {RawAnswer::Kind::Unsat, {}, 0};
  records.insert(records.begin(), forged);
  const EarlierResults contradictory = fileOf(records);
  ASSERT_EQ(contradictory.notes.size(), 1u);
  EXPECT_NE(contradictory.notes[0].find("contradict"), std::string::npos);
  expectTheSame(contradictory, "contradictory");
}

TEST_F(ResumeEdited, TwoModelsOfOneQueryDoNotContradictEachOther) {
  std::vector<Record> records = recordsOf(honest_);
  Record again = records[Twin];
  const std::string key = again.answers.at(0).key;
  again.answers.at(0).raw.detail += "\n"; // sealed anew
  records.push_back(again);
  const EarlierResults both = fileOf(records);
  EXPECT_TRUE(both.notes.empty());
  ASSERT_TRUE(both.answers.contains(key));
  EXPECT_EQ(both.answers.find(key)->second.detail, records[Twin].answers.at(0).raw.detail);
}

TEST(Resume, FilesThatAreNoResultsAreRejected) {
  const Folder folder;
  EXPECT_FALSE(readResults(folder / "missing"));
  std::ofstream(folder / "junk") << "{\"name\":\"x\"}\n{}\n";
  const auto junk = readResults(folder / "junk");
  ASSERT_FALSE(junk);
  EXPECT_NE(junk.error().message.find("junk:1: "), std::string::npos) << junk.error().message;
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
