// The cache never makes a run believe more than the solvers said, or than the very same program found before.
#include "toy.h"
#include <fstream>

namespace warplaw::proofs {
namespace {
using namespace toy;

class CacheTest : public testing::Test {
protected:
  Outcome runWith(
      std::shared_ptr<const Solver> solver, CacheMode mode = CacheMode::Use,
      std::function<Obligation(Terms&)> make = [](Terms& t) { return distributes(t, "o"); }) {
    const auto cache = Cache::open(folder_ / "cache", mode);
    EXPECT_TRUE(cache);
    RunOptions o = options();
    o.policy = only(std::move(solver));
    o.cache = &*cache;
    return runOne(make, o);
  }
  std::string entryPath(const Outcome& outcome, const Solver& solver) {
    return Cache::open(folder_ / "cache", CacheMode::Use)->pathOf(outcome["o"].query, solver);
  }
  /// A solver of the same name and version as says("s", ...): what it is asked, it does not know.
  const std::shared_ptr<const Solver> silent_ = says("s", "unknown\n"), answers_ = says("s", "unsat\n");
  Folder folder_;
};

TEST_F(CacheTest, KeepsAnswersForLaterRuns) {
  EXPECT_FALSE(runWith(answers_)["o"].cached);
  const Outcome again = runWith(silent_);
  EXPECT_EQ(again["o"].verdict, Verdict::Proved);
  EXPECT_TRUE(again["o"].cached);
  EXPECT_EQ(again["o"].seconds, 0);
}

TEST_F(CacheTest, KeysOnTextSolverVersionAndOptions) {
  runWith(answers_);
  const auto other = [](Terms& t) { return distributes(t, "o", 5); };
  EXPECT_EQ(runWith(silent_, CacheMode::Use, other)["o"].verdict, Verdict::Unknown);
  EXPECT_EQ(runWith(says("other", "unknown\n"))["o"].verdict, Verdict::Unknown);
  const auto newer = std::make_shared<Scripted>("s", [](const std::string&) { return std::string("unknown\n"); }, "2");
  EXPECT_EQ(runWith(newer)["o"].verdict, Verdict::Unknown);
}

TEST_F(CacheTest, KeepsNoTimeOutAndNothingUnknown) {
  const Outcome unknown = runWith(silent_);
  EXPECT_EQ(unknown["o"].verdict, Verdict::Unknown);
  EXPECT_FALSE(std::filesystem::exists(entryPath(unknown, *silent_)));
  const auto hangs = std::make_shared<Scripted>("s", [](const std::string&) -> std::string {
    while (true)
      pause();
  });
  const auto cache = Cache::open(folder_ / "cache", CacheMode::Use);
  RunOptions o = options();
  o.timeout = 0.2;
  o.policy = only(hangs);
  o.cache = &*cache;
  EXPECT_EQ(runOne([](Terms& t) { return distributes(t, "o"); }, o)["o"].verdict, Verdict::Unknown);
  EXPECT_EQ(runWith(answers_)["o"].verdict, Verdict::Proved) << "asked again";
}

TEST_F(CacheTest, JudgesCachedModelsAgain) {
  const auto good = [](Terms& t) { return twin(t, "o"); };
  const auto z3 = makeZ3();
  EXPECT_EQ(runWith(z3, CacheMode::Use, good)["o"].verdict, Verdict::Refuted);
  const auto noLonger = [](Terms& t) {
    Obligation p = twin(t, "o");
    p.replay = [](const Assignment&) { return Replay{false, "repaired", std::nullopt}; };
    return p;
  };
  const Outcome again = runWith(z3, CacheMode::Use, noLonger);
  EXPECT_TRUE(again["o"].cached);
  EXPECT_EQ(again["o"].verdict, Verdict::Error);
}

TEST_F(CacheTest, CorruptEntriesAreIgnoredReportedAndRewritten) {
  const std::string path = entryPath(runWith(answers_), *answers_);
  std::ifstream in(path);
  const std::string whole{std::istreambuf_iterator<char>(in), {}};
  ASSERT_FALSE(whole.empty());
  std::string flipped = whole;
  flipped[whole.find("unsat")] = 'U';
  for (const std::string& bad :
       {std::string(), std::string("junk"), whole.substr(0, whole.size() / 2), flipped, whole + "x"}) {
    std::ofstream(path, std::ios::trunc) << bad;
    const Outcome read = runWith(silent_);
    EXPECT_EQ(read["o"].verdict, Verdict::Unknown) << "not believed";
    ASSERT_EQ(read.notes.size(), 1u);
    EXPECT_NE(read.notes[0].find("corrupt"), std::string::npos);
    EXPECT_EQ(runWith(answers_)["o"].verdict, Verdict::Proved);
    std::ifstream rewritten(path);
    EXPECT_EQ(std::string(std::istreambuf_iterator<char>(rewritten), {}), whole);
    EXPECT_EQ(runWith(silent_)["o"].verdict, Verdict::Proved);
  }
}

TEST_F(CacheTest, EnforceAsksNoSolver) {
  ASSERT_FALSE(Cache::open(folder_ / "cache", CacheMode::Enforce)) << "there is none yet";
  runWith(answers_);
  EXPECT_EQ(runWith(silent_, CacheMode::Enforce)["o"].verdict, Verdict::Proved);
  const auto other = [](Terms& t) { return distributes(t, "o", 5); };
  const Outcome missing = runWith(answers_, CacheMode::Enforce, other);
  EXPECT_EQ(missing["o"].verdict, Verdict::Error);
  EXPECT_EQ(missing.exitCode, ExitCode::Inconclusive);
  std::ofstream(entryPath(runWith(answers_), *answers_), std::ios::trunc) << "junk";
  EXPECT_EQ(runWith(answers_, CacheMode::Enforce)["o"].verdict, Verdict::Error);
}

TEST_F(CacheTest, KeepsEvidenceOfChecksByTheProgramThatRanThem) {
  const std::string ran = folder_ / "ran";
  const auto check = [ran](Verdict verdict, Verdict expected) {
    return [=](Terms&) {
      Obligation p;
      p.name = "o";
      p.expected = expected;
      p.check = [=] {
        std::ofstream(ran, std::ios::app) << "x";
        return Obligation::Evidence{verdict, "all 7", "report"};
      };
      return p;
    };
  };
  const auto times = [&] { return std::filesystem::exists(ran) ? std::filesystem::file_size(ran) : 0; };
  for (int i = 0; i < 2; ++i) // not as expected: asked again and again
    EXPECT_EQ(runWith(answers_, CacheMode::Use, check(Verdict::Refuted, Verdict::Checked))["o"].verdict,
              Verdict::Refuted);
  EXPECT_EQ(times(), 2u);
  EXPECT_EQ(runWith(answers_, CacheMode::Use, check(Verdict::Checked, Verdict::Checked))["o"].verdict,
            Verdict::Checked);
  const Outcome again = runWith(answers_, CacheMode::Use, check(Verdict::Checked, Verdict::Checked));
  EXPECT_EQ(again["o"].verdict, Verdict::Checked);
  EXPECT_EQ(again["o"].reason, "all 7");
  EXPECT_TRUE(again["o"].cached);
  EXPECT_EQ(times(), 3u);
}

TEST_F(CacheTest, BothNeedsBothAnswers) {
  runWith(answers_);
  const auto cache = Cache::open(folder_ / "cache", CacheMode::Use);
  RunOptions o = options();
  o.cache = &*cache;
  o.policy = both(silent_, says("second", "unsat\n"));
  EXPECT_EQ(runOne([](Terms& t) { return distributes(t, "o"); }, o)["o"].verdict, Verdict::Unknown);
  o.policy = both(answers_, says("second", "unsat\n"));
  EXPECT_EQ(runOne([](Terms& t) { return distributes(t, "o"); }, o)["o"].verdict, Verdict::Proved);
  o.policy = both(silent_, says("second", "unknown\n"));
  EXPECT_EQ(runOne([](Terms& t) { return distributes(t, "o"); }, o)["o"].verdict, Verdict::Proved) << "both cached";
}

class OutcomeTest : public CacheTest {
protected:
  OutcomeTest() {
    options_.policy = only(answers_);
    options_.loaded = "program";
    options_.bitcodeHash = [](const Theorem&) { return std::string("bitcode"); };
    theorem_ = named("t", Verdict::Proved);
  }
  /// Makes a proof that solvers are asked about, and a check that is as expected if it finds this.
  Theorem named(const std::string& name, Verdict found) {
    Theorem made = theorem(name, [this, name, found](Terms& t) {
      std::ofstream(stated_, std::ios::app) << "x";
      Obligation check =
          byEvidence(name + "/check", Verdict::Proved, [found] { return Obligation::Evidence{found, "all", ""}; });
      std::vector<Obligation> all{distributes(t, name + "/o"), std::move(check)};
      all[0].isOfRulesAlone = true; // nothing else may stand in a theorem of code that lifts none
      return all;
    });
    made.code = {"function"};
    return made;
  }
  /// Was it taken whole? Otherwise it is stated, and nothing says that it was not.
  bool takes(const Theorem& theorem, CacheMode mode = CacheMode::Use) {
    const auto cache = Cache::open(folder_ / "cache", mode);
    options_.cache = &*cache;
    const std::size_t before = timesStated();
    outcome_ = runAll({theorem}, options_);
    const bool whole = timesStated() == before;
    EXPECT_EQ(outcome_.count, 2u);
    for (const auto& [name, record] : outcome_.records)
      EXPECT_EQ(record.whole, whole) << name;
    return whole;
  }
  std::size_t timesStated() const { return std::filesystem::exists(stated_) ? std::filesystem::file_size(stated_) : 0; }
  std::string fileOf(const std::string& theorem) const {
    return Cache::open(folder_ / "cache", CacheMode::Use)->outcomePath(theorem);
  }
  static std::string read(const std::string& path) {
    std::ifstream in(path);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  const std::string stated_ = folder_ / "stated";
  RunOptions options_ = options();
  Theorem theorem_;
  Outcome outcome_;
};

TEST_F(OutcomeTest, IsWhatTheRunSaidThatMadeIt) {
  EXPECT_FALSE(takes(theorem_));
  const Outcome first = outcome_;
  options_.timeout = 7; // more or less time makes no definite answer another one
  EXPECT_TRUE(takes(theorem_));
  for (const auto& [name, record] : first.records) {
    Record said = record;
    EXPECT_TRUE(outcome_[name].cached);
    said.whole = said.cached = true;
    said.seconds = 0;
    EXPECT_EQ(toJson(outcome_[name]), toJson(said));
  }
}

TEST_F(OutcomeTest, FollowsFromAllThatItsKeySays) {
  const std::vector<std::function<void(RunOptions&)>> others = {
      [](RunOptions& o) { o.loaded = "proGram"; },
      [](RunOptions& o) { o.loaded.clear(); },
      [](RunOptions& o) { o.bitcodeHash = [](const Theorem&) { return std::string("bitCode"); }; },
      [](RunOptions& o) { o.fold = false; },
      [](RunOptions& o) { o.policy.simulates = true; },
      [](RunOptions& o) { o.policy.agree = true; },
      [](RunOptions& o) { o.policy.solvers.push_back(says("other", "unsat\n")); },
      [](RunOptions& o) {
        o.policy = only(std::make_shared<Scripted>("s", [](const auto&) { return "unsat\n"; }, "2"));
      },
  };
  for (const auto& change : others) {
    const RunOptions before = options_;
    takes(theorem_);
    ASSERT_TRUE(takes(theorem_));
    change(options_);
    EXPECT_FALSE(takes(theorem_)) << &change - others.data();
    options_ = before;
  }
  takes(theorem_);
  for (const CacheMode mode : {CacheMode::Answers, CacheMode::Enforce, CacheMode::Off})
    EXPECT_FALSE(takes(theorem_, mode)) << static_cast<int>(mode);
  EXPECT_TRUE(takes(theorem_));
}

TEST_F(OutcomeTest, OfAnyOtherByteIsNotBelieved) {
  EXPECT_FALSE(takes(theorem_));
  const std::string path = fileOf("t"), whole = read(path);
  ASSERT_FALSE(whole.empty());
  for (std::size_t at = 0; at < whole.size(); at += 61) {
    std::string other = whole;
    other[at] ^= 1;
    std::ofstream(path, std::ios::trunc) << other;
    EXPECT_FALSE(takes(theorem_)) << at;
    EXPECT_TRUE(takes(theorem_)) << "kept anew";
  }
  EXPECT_FALSE(takes(named("u", Verdict::Proved)));
  std::filesystem::copy_file(fileOf("u"), path, std::filesystem::copy_options::overwrite_existing);
  EXPECT_FALSE(takes(theorem_)) << "another theorem's";
}

TEST_F(OutcomeTest, IsKeptOnlyIfAllIsAsExpected) {
  options_.policy = only(silent_);
  for (int i = 0; i < 2; ++i)
    EXPECT_FALSE(takes(theorem_)) << "no solver knows";
  EXPECT_FALSE(std::filesystem::exists(fileOf("t")));
  options_.policy = only(answers_);
  for (const Verdict found : {Verdict::Refuted, Verdict::Unknown, Verdict::Error, Verdict::Checked}) {
    const std::string name(textOf(found)); // of its own: the evidence of a check is kept, too
    for (int i = 0; i < 2; ++i)
      EXPECT_FALSE(takes(named(name, found))) << name;
    EXPECT_FALSE(std::filesystem::exists(fileOf(name))) << name;
  }
}

TEST_F(CacheTest, APlaceThatCannotBeWrittenIsRejected) {
  std::ofstream(folder_ / "file") << "no folder";
  for (const std::string& place : {folder_ / "file", folder_ / "file/below", std::string("/proc/nowhere")}) {
    const auto cache = Cache::open(place, CacheMode::Use);
    ASSERT_FALSE(cache) << place;
    EXPECT_EQ(cache.error().message.find('\n'), std::string::npos) << "one line";
    EXPECT_NE(cache.error().message.find(place), std::string::npos);
  }
}

} // namespace
} // namespace warplaw::proofs
