// Weakened theorems: see mutants_theorems.h.
#include "proofs/mutants/mutants_theorems.h"
#include "proofs/mutants/assumptions.h"
#include "proofs/mutants/mutants_laws.h"
#include "proofs/mutants/spread.h"
#include "proofs/statements/inventory.h"
#include <algorithm>
#include <fmt/format.h>
#include <map>

namespace warplaw::proofs {
namespace {

constexpr std::size_t kPerFunction = 3;

bool isAbout(const Theorem& theorem, const std::string& symbol) {
  return std::ranges::find(theorem.code, symbol) != theorem.code.end();
}
bool isDefinedness(Part part) { return part == Part::DefinedFinal || part == Part::DefinedUnoptimized; }
bool isTwin(Part part) { return part == Part::Twin; }
bool isLaw(Part part) { return part == Part::Law; }

/// What is known of theorems by stating them: the parts of each, and by symbol what its contract is given.
struct Stated {
  std::map<std::string, std::set<Part>> parts; ///< by name
  std::map<std::string, std::vector<GivenCell>> inputs;

  std::vector<std::string> about(const std::vector<Theorem>& theorems, const std::string& symbol,
                                 bool (*wanted)(Part)) const {
    std::vector<std::string> names;
    for (const Theorem& theorem : theorems)
      if (const auto found = parts.find(theorem.name);
          found != parts.end() && isAbout(theorem, symbol) && std::ranges::any_of(found->second, wanted))
        names.push_back(theorem.name);
    return names;
  }
};

/// These functions that are called, or call one of them, each with its callers.
std::map<std::string, std::set<std::string>> withCallers(const std::set<std::string>& symbols) {
  std::map<std::string, std::set<std::string>> found;
  for (const std::string& symbol : symbols)
    for (const std::string& caller : callersOf(symbol)) {
      found[symbol].insert(caller);
      found.try_emplace(caller);
    }
  std::erase_if(found, [&](const auto& one) { return !symbols.contains(one.first); });
  return found;
}

/// States the theorems about these functions and about their callers.
Stated statedOf(const TheoremList& list, const std::map<std::string, std::set<std::string>>& symbols) {
  Stated stated;
  std::set<std::string> concerned;
  for (const auto& [symbol, callers] : symbols) {
    concerned.insert(symbol);
    concerned.insert(callers.begin(), callers.end());
  }
  const auto current = std::make_shared<Theorem>();
  Subject::Overrides listening;
  listening.assume = [&, current](std::string_view asked, std::span<const lift::Table> objects) {
    const std::string symbol(asked);
    if (isAbout(*current, symbol) && symbols.contains(symbol))
      stated.inputs[symbol] = variableCells(objects);
    return Term();
  };
  for (const Theorem& theorem : list(Subject::with(std::move(listening)))) {
    if (std::ranges::none_of(theorem.code, [&](const std::string& symbol) { return concerned.contains(symbol); }))
      continue;
    *current = theorem;
    Terms terms;
    const Obligations built = theorem.build(terms);
    if (const auto* obligations = std::get_if<std::vector<Obligation>>(&built))
      for (const Obligation& o : *obligations)
        stated.parts[theorem.name].insert(o.countsAs());
  }
  return stated;
}

/// A theorem stated about another subject, and which of its parts are asked for.
struct Question {
  std::string theorem;
  Subject subject;
  bool (*part)(Part);
};

/// The records of each question.
std::vector<std::vector<Record>> ask(const TheoremList& list, const std::vector<Question>& questions,
                                     const RunOptions& options) {
  std::vector<Theorem> theorems;
  for (std::size_t i = 0; i < questions.size(); ++i)
    for (Theorem& theorem : list(questions[i].subject)) {
      if (theorem.name != questions[i].theorem)
        continue;
      theorem.name = std::to_string(i);
      theorem.build = [build = std::move(theorem.build), wanted = questions[i].part](Terms& terms) {
        Obligations built = build(terms);
        if (auto* obligations = std::get_if<std::vector<Obligation>>(&built))
          std::erase_if(*obligations, [&](const Obligation& o) { return !wanted(o.countsAs()); });
        return built;
      };
      theorems.push_back(std::move(theorem));
    }
  std::vector<std::vector<Record>> records(questions.size());
  RunObserver observer;
  observer.onRecord = [&](const Record& record) { records.at(std::stoul(record.theorem)).push_back(record); };
  run(theorems, options, observer);
  return records;
}

/// Does a run that has this record end otherwise than it should, for a reason that is no lack of time?
bool notices(const Record& record) {
  if (record.expected == Verdict::Refuted) // a twin
    return record.verdict == Verdict::Proved || record.verdict == Verdict::Vacuous;
  return record.verdict == Verdict::Refuted;
}

class Narrowed {
public:
  Narrowed(const TheoremMutantOptions& which, RunOptions options, const RunObserver& observer)
      : which_(which), options_(std::move(options)), observer_(observer),
        theorems_(which.theorems(Subject::shipped())) {
    for (Assumption& assumption : which.sample ? sampled(*which.sample) : all())
      cases_.push_back({assumption, callersTheorems(assumption.symbol), {}});
    for (Case& c : cases_) {
      c.mutant.name = fmt::format("{} assumes {}", c.assumption.symbol, c.assumption.text());
    }
  }

  std::vector<TheoremMutant> run() {
    options_.stopAtRefuted = true;
    underAssumption(
        [](const Case& c) { return std::vector(c.callers.begin(), std::min(c.callers.begin() + 1, c.callers.end())); },
        isDefinedness);
    underAssumption(
        [](const Case& c) { return std::vector(std::min(c.callers.begin() + 1, c.callers.end()), c.callers.end()); },
        isDefinedness);
    underAssumption([&](const Case& c) { return stated_.about(theorems_, c.assumption.symbol, isTwin); }, isTwin);
    underAssumption( // of what nobody calls, its own theorem says that it assumes nothing
        [&](const Case& c) { return c.callers.empty() ? ownLaws(c) : std::vector<std::string>{}; }, isLaw);
    options_.stopAtRefuted = false;
    tellImplied();
    std::vector<TheoremMutant> mutants;
    for (Case& c : cases_)
      mutants.push_back(std::move(c.mutant));
    return mutants;
  }

private:
  struct Case {
    Assumption assumption;
    std::vector<std::string> callers; ///< theorems in which it must be established
    TheoremMutant mutant;
    std::string open = {}; ///< the first obligation about a caller that is not proved under the assumption
  };

  std::vector<Assumption> all() {
    stated_ = statedOf(which_.theorems, withCallers(which_.symbols));
    std::vector<Assumption> assumptions;
    for (const auto& [symbol, cells] : stated_.inputs)
      for (std::size_t number = 0; number < kPerFunction; ++number)
        if (auto assumption = assumptionAbout(symbol, cells, number))
          assumptions.push_back(std::move(*assumption));
    return assumptions;
  }
  /// To state the theorems about all functions takes a minute: only those are stated that are asked about.
  std::vector<Assumption> sampled(std::size_t count) {
    const auto callers = withCallers(which_.symbols);
    using Candidate = std::pair<std::string, std::size_t>; // function, number
    std::vector<Candidate> candidates;
    for (const auto& [symbol, itsCallers] : callers)
      for (std::size_t number = 0; number < kPerFunction; ++number)
        candidates.emplace_back(symbol, number);
    std::map<std::string, Stated> stated; // by function
    const auto about = [&](const Candidate& candidate) {
      const auto& [symbol, number] = candidate;
      const auto [at, isNew] = stated.try_emplace(symbol);
      if (isNew)
        at->second = statedOf(which_.theorems, {*callers.find(symbol)});
      return assumptionAbout(symbol, at->second.inputs[symbol], number);
    };
    std::vector<Assumption> assumptions;
    for (const Candidate& candidate :
         spread(std::move(candidates), count, [&](const Candidate& one) { return about(one).has_value(); })) {
      assumptions.push_back(*about(candidate));
      stated_.parts.merge(stated[candidate.first].parts);
    }
    return assumptions;
  }

  std::vector<std::string> callersTheorems(const std::string& symbol) const {
    std::vector<std::string> names;
    for (const std::string& caller : callersOf(symbol))
      for (std::string& name : stated_.about(theorems_, caller, isDefinedness))
        names.push_back(std::move(name));
    return names;
  }

  std::vector<std::string> ownLaws(const Case& c) const { return stated_.about(theorems_, c.assumption.symbol, isLaw); }

  void note(const Case& c) const {
    constexpr std::string_view kWords[] = {"noticed  ", "implied  ", "UNNOTICED"};
    if (observer_.onNote)
      observer_.onNote(
          fmt::format("{} {} ({})", kWords[static_cast<int>(c.mutant.notice)], c.mutant.name, c.mutant.by));
  }

  /// These theorems under the assumption, of what nothing has noticed yet.
  void underAssumption(const std::function<std::vector<std::string>(const Case&)>& theorems, bool (*part)(Part)) {
    std::vector<Question> questions;
    std::vector<Case*> about;
    for (Case& c : cases_)
      if (c.mutant.notice != Notice::Noticed)
        for (const std::string& name : theorems(c)) {
          questions.push_back({name, subjectAssuming(c.assumption), part});
          about.push_back(&c);
        }
    const auto records = ask(which_.theorems, questions, options_);
    for (std::size_t i = 0; i < questions.size(); ++i)
      for (const Record& record : records[i])
        judge(*about[i], record);
  }

  void judge(Case& c, const Record& record) {
    if (c.mutant.notice == Notice::Noticed)
      return;
    if (notices(record)) {
      c.mutant.notice = Notice::Noticed;
      c.mutant.by = fmt::format("{} {}", textOf(record.verdict), record.name);
      note(c);
    } else if (record.exitCode() != ExitCode::AsExpected && c.open.empty()) {
      c.open = fmt::format("{} {}: {}", textOf(record.verdict), record.name, record.reason);
    }
  }

  /// An assumption is implied if it is proved at every call, or, for a function that nobody calls, if it follows from
  /// the checks that its theorem names. That it was really asked there is shown if `false` cannot be proved instead.
  void tellImplied() {
    std::vector<Question> questions;
    std::vector<Case*> about;
    for (Case& c : cases_)
      if (c.mutant.notice != Notice::Noticed && c.open.empty()) {
        const auto part = c.callers.empty() ? isLaw : isDefinedness;
        for (const std::string& name : c.callers.empty() ? ownLaws(c) : c.callers) {
          questions.push_back({name, subjectAssumingFalse(c.assumption.symbol), part});
          about.push_back(&c);
        }
      }
    const auto records = ask(which_.theorems, questions, options_);
    std::map<const Case*, std::size_t> establish, asked; // of these theorems
    for (std::size_t i = 0; i < questions.size(); ++i) {
      std::set<std::string> refuted;
      for (const Record& record : records[i])
        if (record.verdict == Verdict::Refuted)
          refuted.insert(record.part);
      ++asked[about[i]];
      if (refuted.size() == (questions[i].part == isLaw ? 1u : 2u)) { // of code, in both stages
        ++establish[about[i]];
        about[i]->mutant.by +=
            fmt::format("{}{}", about[i]->mutant.by.empty() ? "established in " : ", ", questions[i].theorem);
      }
    }
    for (Case& c : cases_) {
      if (c.mutant.notice == Notice::Noticed)
        continue;
      if (c.open.empty() && asked[&c] > 0 && establish[&c] == asked[&c])
        c.mutant.notice = Notice::Implied;
      else
        c.mutant.by = c.open.empty() ? "some caller's theorem does not depend on what the contract requires" : c.open;
      note(c);
    }
  }

  const TheoremMutantOptions& which_;
  RunOptions options_;
  const RunObserver& observer_;
  std::vector<Theorem> theorems_;
  Stated stated_;
  std::vector<Case> cases_;
};

/// Every part of these functions' evidence deleted from the records of the theorems about them.
std::vector<TheoremMutant> deletions(const TheoremList& list, const std::vector<std::string>& symbols,
                                     const RunOptions& options, const RunObserver& observer) {
  const std::vector<Theorem> all = list(Subject::shipped());
  std::map<std::string, std::vector<std::string>> code; // by theorem
  std::vector<Theorem> theorems;
  for (const Theorem& theorem : all) {
    code[theorem.name] = theorem.code;
    if (std::ranges::any_of(symbols, [&](const std::string& symbol) { return isAbout(theorem, symbol); }))
      theorems.push_back(theorem);
  }
  std::vector<Record> records;
  RunObserver inner;
  inner.onProgress = observer.onProgress;
  inner.onRecord = [&](Record record) {
    record.answers.clear(); // much, and nobody looks at it
    records.push_back(std::move(record));
  };
  run(theorems, options, inner);
  const std::vector<std::string> before = missing(all, records);
  std::vector<TheoremMutant> mutants;
  for (const std::string& symbol : symbols)
    for (const Part part : demandedParts().at(symbol)) {
      const std::string line = missingLine(symbol, part);
      TheoremMutant mutant{fmt::format("{} deleted", line), Weakening::Deletion, Notice::Unnoticed, {}};
      std::vector<Record> left = records;
      std::erase_if(left, [&](const Record& record) {
        const auto& about = code[record.theorem];
        return record.part == textOf(part) && std::ranges::find(about, symbol) != about.end();
      });
      const std::vector<std::string> after = missing(all, std::move(left));
      if (std::ranges::find(before, line) != before.end())
        mutant.by = "it is missing already";
      else if (std::ranges::find(after, line) != after.end())
        mutant = {mutant.name, mutant.kind, Notice::Noticed, "the inventory misses it"};
      mutants.push_back(std::move(mutant));
    }
  return mutants;
}

std::size_t count(const std::vector<TheoremMutant>& mutants, Weakening kind, Notice notice) {
  return static_cast<std::size_t>(
      std::ranges::count_if(mutants, [&](const TheoremMutant& m) { return m.kind == kind && m.notice == notice; }));
}

} // namespace

std::vector<TheoremMutant> runTheoremMutants(const TheoremMutantOptions& which, RunOptions options,
                                             const RunObserver& observer) {
  options.onCounterexample = {};
  options.onUndecided = {};
  options.bitcodeHash = {};
  const bool everything = which.symbols.empty() && which.laws.empty();
  TheoremMutantOptions all = which;
  all.symbols.clear();
  for (const auto& [symbol, parts] : demandedParts())
    if (everything || which.symbols.contains(symbol))
      all.symbols.insert(symbol);
  std::vector<TheoremMutant> mutants = Narrowed(all, options, observer).run();
  const std::vector<std::string> symbols(all.symbols.begin(), all.symbols.end());
  for (TheoremMutant& mutant :
       deletions(all.theorems, spread(symbols, all.sample.value_or(symbols.size())), options, observer))
    mutants.push_back(std::move(mutant));
  std::vector<Theorem> laws = all.theorems(Subject::shipped());
  std::erase_if(laws, [&](const Theorem& theorem) { return !everything && !which.laws.contains(theorem.name); });
  for (TheoremMutant& mutant : lawMutants(std::move(laws), all.sample, options, observer))
    mutants.push_back(std::move(mutant));
  return mutants;
}

std::string theoremMutantTable(const std::vector<TheoremMutant>& mutants) {
  std::string out;
  for (const TheoremMutant& m : mutants)
    if (m.notice != Notice::Noticed)
      out += fmt::format("{} {}  -- {}\n", m.notice == Notice::Implied ? "implied  " : "UNNOTICED", m.name, m.by);
  constexpr std::string_view kRow = "{:<24} {:>8} {:>8} {:>10}   {}\n";
  out += fmt::format(kRow, "weakened by", "counted", "noticed", "unnoticed", "left out (implied: weaken nothing)");
  for (const auto& [kind, text] : {std::pair{Weakening::Assumption, "a generated assumption"},
                                   {Weakening::Deletion, "evidence deleted"},
                                   {Weakening::Law, "a law made hollow"}}) {
    const std::size_t noticed = count(mutants, kind, Notice::Noticed),
                      unnoticed = count(mutants, kind, Notice::Unnoticed);
    out += fmt::format(kRow, text, noticed + unnoticed, noticed, unnoticed, count(mutants, kind, Notice::Implied));
  }
  return out;
}

ExitCode exitCodeOf(const std::vector<TheoremMutant>& mutants, bool whole) {
  constexpr std::size_t kLeast = 60, kLeastAssumptions = 30, kLeastLaws = 30;
  if (std::ranges::any_of(mutants, [](const TheoremMutant& m) { return m.notice == Notice::Unnoticed; }))
    return ExitCode::Counterexample;
  const std::size_t assumptions = count(mutants, Weakening::Assumption, Notice::Noticed),
                    deleted = count(mutants, Weakening::Deletion, Notice::Noticed),
                    laws = count(mutants, Weakening::Law, Notice::Noticed);
  const bool few = whole ? assumptions < kLeastAssumptions || assumptions + deleted < kLeast || laws < kLeastLaws
                         : assumptions + deleted + laws == 0;
  return few ? ExitCode::Inconclusive : ExitCode::AsExpected;
}

} // namespace warplaw::proofs
