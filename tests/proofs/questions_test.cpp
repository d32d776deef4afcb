// Several questions in one process: each is answered as if it were the only one, whatever becomes of the process.
#include "toy.h"
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <fmt/format.h>
#include <fstream>
#include <set>
#include <sys/mman.h>
#include <sys/wait.h>
#include <vector>

namespace warplaw::proofs {
namespace {
using namespace toy;

constexpr const char* kSpecial = "#x03"; // stands in the third question alone

/// x*(y+c) = x*y + c*x on bytes, for c = 1, 2, ...: each another text.
Theorem questions(unsigned count) {
  return theorem("t", [count](Terms& t) {
    std::vector<Obligation> all;
    for (unsigned c = 1; c <= count; ++c) {
      const Term x = t.variable(8, "x"), y = t.variable(8, "y");
      Obligation o;
      o.name = fmt::format("o{}", c);
      o.query.goal = (x * (y + t.constant(8, c))).eq(x * y + x * t.constant(8, c));
      all.push_back(std::move(o));
    }
    return all;
  });
}

/// What becomes of so many questions, asked one after the other, and which process was asked each.
struct Asked {
  Outcome outcome;
  std::vector<pid_t> pids;
  std::size_t processes() const { return std::set(pids.begin(), pids.end()).size(); }

  /// The script is given the text, and how many the process was asked before.
  Asked(unsigned count, bool several, const std::function<std::string(const std::string&, unsigned)>& script,
        std::shared_ptr<const Solver> second = nullptr, double timeout = 200) {
    const Folder folder;
    const std::string file = folder / "pids";
    unsigned before = 0; // each process has its own
    const auto solver = std::make_shared<Scripted>("scripted", [&](const std::string& text) {
      std::ofstream(file, std::ios::app) << getpid() << '\n';
      return script(text, before++);
    });
    solver->several = several;
    RunOptions o = options();
    o.policy = second ? SolverPolicy{{solver, second}, false, 0.1} : only(solver);
    o.jobs = 1;
    o.timeout = timeout;
    outcome = runAll({questions(count)}, o);
    EXPECT_EQ(outcome.count, count);
    std::ifstream in(file);
    for (pid_t pid = 0; in >> pid;)
      pids.push_back(pid);
    EXPECT_TRUE(waitpid(-1, nullptr, WNOHANG) < 0 && errno == ECHILD) << "a process is left behind";
  }
  void expectProved(unsigned count, unsigned butFor = 0) {
    for (unsigned c = 1; c <= count; ++c)
      if (c != butFor) {
        const Record& record = outcome[fmt::format("o{}", c)];
        EXPECT_EQ(record.verdict, Verdict::Proved) << record.name << ": " << record.reason;
      }
  }
};

const std::string kUnsat = "unsat\n";

void work(double seconds) {
  const double until = processorSeconds() + seconds;
  while (processorSeconds() < until) {
  }
}

/// What goes wrong, and what is said then, if anything is.
using Fault = std::pair<const char*, std::function<std::string()>>;
const std::vector<Fault> kFaults = {
    {"aborts", []() -> std::string { std::abort(); }},
    {"is killed",
     []() -> std::string {
       raise(SIGKILL);
       return kUnsat;
     }},
    {"exits", []() -> std::string { _exit(0); }},
    {"throws", []() -> std::string { throw std::bad_alloc(); }},
    {"gives up", [] { return "unknown\n"; }},
    {"says nothing", [] { return ""; }},
    {"complains", [] { return "(error \"no\")\nunsat\n"; }},
    {"is cut", [] { return "unsat"; }},
    {"has no end", [] { return kUnsat + std::string(100 << 20, 'y'); }},
};

TEST(Questions, OneProcessAnswersSeveral) {
  const unsigned count = 2 * kMostQuestions + 5;
  for (const bool several : {false, true}) {
    Asked asked(count, several, [](const std::string&, unsigned) { return kUnsat; });
    asked.expectProved(count);
    EXPECT_EQ(asked.pids.size(), count);
    EXPECT_EQ(asked.processes(), several ? 3u : count);
  }
}

TEST(Questions, AProcessThatGrewOrWorkedLongAnswersNoMore) {
  const auto grows = [] { mmap(nullptr, 300 << 20, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0); };
  const auto works = [] { work(1.1); };
  for (const auto& what : {std::function<void()>(grows), std::function<void()>(works)}) {
    Asked asked(5, true, [&](const std::string& text, unsigned) {
      if (text.find(kSpecial) != text.npos)
        what();
      return kUnsat;
    });
    asked.expectProved(5);
    EXPECT_EQ(asked.processes(), 2u);
  }
}

TEST(Questions, WhatFailsAfterOthersIsAskedByItself) {
  for (const auto& [name, fault] : kFaults) {
    SCOPED_TRACE(name);
    Asked asked(9, true, [&](const std::string&, unsigned before) { return before == 3 ? fault() : kUnsat; });
    asked.expectProved(9);
    EXPECT_EQ(asked.pids.size(), 11u) << "two are asked twice";
    EXPECT_EQ(asked.processes(), 3u);
  }
}

TEST(Questions, WhatFailsByItselfIsNotProved) {
  for (const auto& [name, fault] : kFaults) {
    SCOPED_TRACE(name);
    Asked asked(6, true,
                [&](const std::string& text, unsigned) { return text.find(kSpecial) != text.npos ? fault() : kUnsat; });
    asked.expectProved(6, 3);
    EXPECT_EQ(asked.outcome["o3"].verdict, Verdict::Unknown);
    EXPECT_EQ(asked.pids.size(), 7u) << "asked twice, and no more";
  }
}

TEST(Questions, EachHasTheWholeTime) {
  Asked asked(
      5, true,
      [](const std::string& text, unsigned) {
        usleep(300'000);
        while (text.find(kSpecial) != text.npos)
          pause();
        return kUnsat;
      },
      nullptr, 1);
  asked.expectProved(5, 3);
  EXPECT_EQ(asked.outcome["o3"].verdict, Verdict::Unknown);
  EXPECT_NE(asked.outcome["o3"].reason.find("time-out after 1"), std::string::npos) << asked.outcome["o3"].reason;
  EXPECT_EQ(asked.pids.size(), 5u) << "its time was its own: it is not asked again";
}

TEST(Questions, SecondsAreOfEachByItself) {
  Asked asked(6, true, [](const std::string& text, unsigned) {
    work(0.2);
    if (text.find(kSpecial) != text.npos)
      raise(SIGKILL);
    return kUnsat;
  });
  EXPECT_EQ(asked.processes(), 3u);
  for (const auto& [name, record] : asked.outcome.records) {
    EXPECT_GE(record.seconds, 0.19) << name;
    EXPECT_LT(record.seconds, 0.39) << name;
  }
}

TEST(Questions, AProcessThatMadeWayGoesOn) {
  Asked asked(
      6, true,
      [](const std::string& text, unsigned) {
        if (text.find(kSpecial) != text.npos)
          usleep(500'000);
        return kUnsat;
      },
      says("unsure", "unknown\n"));
  asked.expectProved(6);
  EXPECT_EQ(asked.outcome["o3"].solver, "scripted");
  EXPECT_EQ(asked.processes(), 1u);
}

TEST(Questions, Z3KnowsNothingOfEarlierOnes) {
  const std::vector<std::string> texts = {
      "(declare-const x (_ BitVec 8))(assert (= x #x03))(check-sat)(get-value (x))",
      "(declare-const x (_ BitVec 16))(assert (= x #x0103))(check-sat)(get-value (x))",
      "(set-logic QF_BV)(declare-fun x () Bool)(push)(assert false)(check-sat)",
      "(assert (= x #x03))(check-sat)",
      "(check-sat)(get-value (x))",
  };
  std::vector<std::string> alone;
  for (const std::string& text : texts)
    alone.push_back(makeZ3()->answer(text));
  const auto z3 = makeZ3();
  for (std::size_t first = 0; first < texts.size(); ++first)
    for (std::size_t second = 0; second < texts.size(); ++second) {
      EXPECT_EQ(z3->answer(texts[first]), alone[first]);
      EXPECT_EQ(z3->answer(texts[second]), alone[second]) << "after " << texts[first];
    }
  EXPECT_EQ(alone[0].substr(0, 4), "sat\n");
  EXPECT_EQ(alone[2], "unsat\n");
  EXPECT_NE(alone[3].find("error"), std::string::npos);
}

} // namespace
} // namespace warplaw::proofs
