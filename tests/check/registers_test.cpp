// Destinations that are a source's register, or predicate (MACH-2), family by family and source by source: an executor
// on a file of registers (tests/check/registers.c) that writes before it reads is wrong exactly where they are one,
// with a smallest case in which they have one number; the right one is right; one whose header says nothing of it is
// asked as before.
#include "check/run.h"
#include "check/smallest.h"
#include <algorithm>
#include <cstring>
#include <gtest/gtest.h>
#include <map>

namespace warplaw::check {
namespace {

std::unique_ptr<Executor> opened(const std::string& command) {
  auto executor = Executor::open({command, true}, {.seconds = 10});
  EXPECT_TRUE(executor) << executor.error().message;
  return std::move(*executor);
}

/// The sources that a case names (WARPLAW_IS_..): all words behind what comes out.
std::vector<std::uint32_t> namedIn(const Family& family, Bytes asked) {
  std::vector<std::uint32_t> all;
  for (std::size_t at = family.outputsEnd(); at + 4 <= family.bytes(); at += 4) {
    std::uint32_t word;
    std::memcpy(&word, asked.data() + at, sizeof word);
    if (word != WARPLAW_IS_ITS_OWN)
      all.push_back(word);
  }
  return all;
}
bool names(const Family& family, Bytes asked, std::uint32_t source) {
  return std::ranges::count(namedIn(family, asked), source) != 0;
}

/// Calls f(form, case) for so many cases of each form, and for more where nothing is seen.
template <class F>
void eachCase(Family& family, unsigned most, F&& f, const std::function<bool()>& isSeen = [] { return true; }) {
  constexpr unsigned kTurns = 20;
  WideDice dice(13);
  std::vector<std::byte> asked(family.bytes());
  for (unsigned turn = 0; turn < 1 || (turn < kTurns && !isSeen()); ++turn)
    for (unsigned form = 0; form < family.forms().size(); ++form)
      for (unsigned k = 0; k < most; ++k) {
        family.draw(form, dice, asked);
        f(form, asked);
      }
}

/// Each family with the sources that its cases name.
template <class F> void eachFamily(F&& f) {
  auto families = familiesIn(R"({"shfl": {"inactive": "zero"}})");
  ASSERT_TRUE(families);
  unsigned count = 0;
  for (const auto& family : *families) {
    SCOPED_TRACE(kFamilyNames[family->index()]);
    std::map<std::uint32_t, unsigned> sources;
    eachCase(*family, 200, [&](unsigned, const std::vector<std::byte>& asked) {
      for (const std::uint32_t source : namedIn(*family, asked))
        ++sources[source];
    });
    if (sources.empty())
      continue;
    ++count;
    f(*family, sources);
  }
  EXPECT_EQ(count, 11u) << "all but those that write no register (RED), read none (activemask) or are functions";
}

/// Has a destination of the case the number of a source?
bool isOne(fuzz::Oracle& oracle, const spec::Case& c, std::uint32_t source) {
  const spec::Plan plan = oracle.of(c.instruction.mnemonic()).planOf(c.instruction.form, c.choices);
  if (source == WARPLAW_IS_VOTES)
    return plan.destinationPredicate == plan.sourcePredicate;
  if (source == WARPLAW_IS_GUARD)
    return plan.destinationPredicate == c.instruction.guard.predicate.index;
  return plan.destination[0] != spec::kZeroRegister && std::ranges::any_of(plan.source, [&](const spec::Source& read) {
           return read.kind == spec::SourceKind::Register && read.value == plan.destination[0];
         });
}

TEST(Registers, AQuarterOfTheCasesHasADestinationThatIsASource) {
  eachFamily([](Family& family, const std::map<std::uint32_t, unsigned>& sources) {
    std::vector<unsigned> cases(family.forms().size());
    eachCase(family, 400, [&](unsigned form, const std::vector<std::byte>& asked) {
      cases[form] += !namedIn(family, asked).empty();
    });
    for (unsigned form = 0; form < cases.size(); ++form) {
      EXPECT_GT(cases[form], 60u) << family.forms()[form];
      EXPECT_LT(cases[form], 240u) << family.forms()[form];
    }
    for (const auto& [source, count] : sources)
      EXPECT_GT(count, 10u) << source;
  });
}

TEST(Registers, CaseFilesGiveThemOneNumberAndBack) {
  fuzz::Oracle& oracle = sharedOracle();
  eachFamily([&](Family& family, const std::map<std::uint32_t, unsigned>&) {
    eachCase(family, 30, [&](unsigned, const std::vector<std::byte>& asked) {
      const spec::Case c = family.questionOf(asked);
      for (const std::uint32_t source : namedIn(family, asked))
        ASSERT_TRUE(isOne(oracle, c, source)) << source;
      std::vector<std::byte> again(family.bytes());
      ASSERT_TRUE(family.fromCase(c, again));
      ASSERT_EQ(namedIn(family, again), namedIn(family, asked));
    });
  });
}

/// All forms of that executor are right. areOne(family): has a form of it cases in which a destination is a source?
unsigned expectRight(const std::string& command, std::uint64_t cases, bool (*areOne)(const FamilyReport& family)) {
  const auto executor = opened(command);
  RunOptions options;
  options.cases = cases;
  const auto report = run(*executor, options);
  unsigned forms = 0;
  if (!report) {
    ADD_FAILURE() << report.error().message;
    return forms;
  }
  for (const FamilyReport& family : report->families)
    for (const FormReport& form : family.forms)
      if (family.implemented) {
        ++forms;
        EXPECT_EQ(form.status, Status::Ok) << form.form << ": " << form.remark;
        if (areOne(family))
          EXPECT_GT(form.coverage.same, form.looked / 8) << form.form;
        else
          EXPECT_EQ(form.coverage.same, 0u) << form.form;
      }
  return forms;
}

TEST(Registers, OfAFileThatIsReadFirstAreRight_MACH_2) {
  EXPECT_GT(expectRight(WARPLAW_REGISTERS, 3000, [](const FamilyReport&) { return true; }), 80u);
}

TEST(Registers, WrittenBeforeTheyAreReadAreWrongWhereTheyAreOneAndNowhereElse_MACH_2) {
  fuzz::Oracle& oracle = sharedOracle();
  std::map<std::uint32_t, std::unique_ptr<Executor>> executors;
  unsigned pairs = 0;
  eachFamily([&](Family& family, const std::map<std::uint32_t, unsigned>& sources) {
    for (const auto& [source, count] : sources) {
      SCOPED_TRACE("WARPLAW_IS_ number " + std::to_string(source));
      auto& executor = executors[source];
      if (!executor)
        executor = opened("WARPLAW_LATE=" + std::to_string(source) + " " + WARPLAW_REGISTERS);
      unsigned wrong = 0;
      std::vector<std::byte> answered(family.bytes());
      Finding finding;
      const auto seen = [&](unsigned, const std::vector<std::byte>& asked) {
        ASSERT_EQ(askOne(*executor, family, asked, answered).how, How::Answered);
        if (!family.judge(asked, answered))
          return;
        EXPECT_TRUE(names(family, asked, source));
        if (wrong++)
          return;
        finding.exchange = {asked, answered};
      };
      eachCase(family, 60, seen, [&] { return wrong != 0; });
      ++pairs;
      ASSERT_GT(wrong, 0u) << "it is never seen";
      Smallest(family, *executor, RunOptions()).shrink(finding);
      EXPECT_TRUE(isOne(oracle, finding.smallest, source)) << finding.table;
      std::vector<std::byte> again(family.bytes());
      ASSERT_TRUE(family.fromCase(finding.smallest, again));
      EXPECT_EQ(namedIn(family, again), std::vector{source}) << finding.table;
      ASSERT_EQ(askOne(*executor, family, again, answered).how, How::Answered);
      EXPECT_NE(family.judge(again, answered), fuzz::Kinds{0}) << finding.table;
    }
  });
  EXPECT_EQ(pairs, 33u);
}

TEST(Registers, AnExecutorOfTheFirstHeaderIsAskedAsBefore) {
  // ends where a destination holds no canary; SHFL said of Ra from the beginning
  const auto isShfl = [](const FamilyReport& family) { return family.name == "shfl"; };
  EXPECT_GT(expectRight(WARPLAW_FIRST_REGISTERS, 2000, isShfl), 50u);
}

TEST(Registers, ADomainMayLeaveThemOut) {
  for (const auto& family : allFamilies(Profile::Sass)) {
    const std::string name(kFamilyNames[family->index()]);
    SCOPED_TRACE(name);
    const bool hasAny = family->outputsEnd() != family->bytes();
    const auto families = familiesIn("{\"" + name + R"(": {"same_registers": false}})");
    ASSERT_EQ(families.operator bool(), hasAny);
    if (!hasAny)
      continue;
    Family& narrow = *(*families)[family->index()];
    unsigned outside = 0;
    eachCase(narrow, 40,
             [&](unsigned, const std::vector<std::byte>& asked) { ASSERT_TRUE(namedIn(narrow, asked).empty()); });
    eachCase(*narrow.unrestricted(), 40, [&](unsigned, const std::vector<std::byte>& asked) {
      ASSERT_EQ(narrow.contains(asked), namedIn(narrow, asked).empty());
      outside += !narrow.contains(asked);
    });
    EXPECT_GT(outside, 0u);
  }
}

} // namespace
} // namespace warplaw::check
