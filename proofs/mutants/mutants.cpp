#include "proofs/mutants/mutants.h"
#include "proofs/engine/worker.h"
#include "proofs/mutants/mutants_ir.h"
#include "proofs/mutants/mutants_terms.h"
#include "proofs/mutants/spread.h"
#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <set>
#include <tuple>

namespace warplaw::proofs {
namespace {

constexpr std::string_view kBar = " | "; // between what is wrong and the obligation that it is held against

bool speaksAbout(const Theorem& theorem, std::string_view symbol) {
  return std::find(theorem.code.begin(), theorem.code.end(), symbol) != theorem.code.end();
}

// Theorems whose code is mutated, and compared with encodings that are. The vector path is left to its equality with
// the same encoding.
std::vector<Theorem> theoremsAboutCode(const Subject& subject, const MutantOptions& options) {
  std::vector<Theorem> theorems = options.theorems(subject);
  std::erase_if(theorems,
                [&](const Theorem& t) { return t.code.empty() || (!t.path.empty() && t.path != "portable"); });
  return theorems;
}

bool comparesOutputs(const Obligation& o) {
  return o.expected == Verdict::Proved && o.query.goal && !o.outputs.empty();
}

// A witness must show two values that differ; that one of them is poison shows nothing in machine code.
void compareValuesOnly(Obligation& o) {
  if (o.asking().stated) // its steps are not asked, and what is asked now would be lost
    askAsStated(o);
  std::vector<Term> equal;
  for (const Output& output : o.outputs)
    equal.push_back(output.got.eq(output.expected));
  o.query.goal = o.query.goal.terms().all(equal);
}

/// Which obligations are asked of a mutant, one after the other.
enum class Round {
  Outputs, ///< those that compare outputs, as they are stated
  Values,  ///< where that did not decide: whether values differ, whatever the statement adds (poison, case splits)
  Rest,    ///< where no output differs: all else that is proved of the original
};

Obligations ofMutant(Terms& terms, const std::vector<Theorem>& theorems, Round round, const std::string& prefix,
                     const std::string& output) {
  std::vector<Obligation> asked;
  for (const Theorem& theorem : theorems) {
    Obligations built = theorem.build(terms);
    if (auto* problem = std::get_if<Problem>(&built))
      return *problem;
    for (Obligation& o : std::get<std::vector<Obligation>>(built)) {
      const bool reduces =
          o.countsAs() == Part::Law && !o.outputs.empty(); // what outputs are shown with: cut points, addresses
      const bool concerned =
          output.empty() || reduces ||
          std::any_of(o.outputs.begin(), o.outputs.end(), [&](const Output& x) { return x.name == output; });
      if (o.check || o.expected != Verdict::Proved || !concerned || comparesOutputs(o) == (round == Round::Rest))
        continue;
      if (round == Round::Values)
        compareValuesOnly(o);
      o.mustDiffer = reduces ? std::string() : output;
      o.name = fmt::format("{}{}{}", prefix, kBar, o.name);
      asked.push_back(std::move(o));
    }
  }
  return asked;
}

/// A mutant as a theorem that should fail.
struct Mutant {
  MutantKind kind;
  std::string name, where, text;
  bool touched = false; ///< by MutantOptions::touched
  std::function<Obligations(Terms&, Round)> build;
};

bool touches(const MutantOptions& options, const Theorem& theorem) {
  return options.touched && options.touched(theorem);
}

std::string whereOf(const IrMutant& m) {
  return m.function == m.symbol ? m.symbol : fmt::format("{} calls {}", m.symbol, m.function);
}

/// All that there are, and the ones among them that are run.
struct ExecutorMutants {
  std::vector<Mutant> run;
  std::set<std::pair<std::string, std::string>> all; ///< where, text
};

ExecutorMutants executorMutants(const MutantOptions& options) {
  std::map<std::string, bool> touched; // by symbol
  for (const Theorem& theorem : theoremsAboutCode(Subject::shipped(), options))
    for (const std::string& symbol : theorem.code)
      touched[symbol] |= touches(options, theorem);
  ExecutorMutants mutants;
  for (const auto& [symbol, isTouched] : touched) {
    std::vector<IrMutant> all = irMutants(symbol);
    for (const IrMutant& m : all)
      mutants.all.emplace(whereOf(m), m.text);
    const auto count =
        std::max(options.perSymbol, static_cast<std::size_t>(std::sqrt(static_cast<double>(all.size()))));
    for (const IrMutant& m : spread(std::move(all), count))
      mutants.run.push_back({MutantKind::Executor, fmt::format("mutant/{}/{}.{}", whereOf(m), m.instruction, m.change),
                             whereOf(m), m.text, isTouched, [m, options](Terms& terms, Round round) {
                               std::vector<Theorem> theorems = theoremsAboutCode(subjectOf(m), options);
                               std::erase_if(theorems, [&](const Theorem& t) { return !speaksAbout(t, m.symbol); });
                               return ofMutant(terms, theorems, round, m.text, {});
                             }});
  }
  return mutants;
}

std::vector<Theorem> named(const TheoremList& list, const Subject& subject, const std::string& name) {
  std::vector<Theorem> theorems = list(subject);
  std::erase_if(theorems, [&](const Theorem& t) { return t.name != name; });
  return theorems;
}

// The outputs of a theorem that the encoding states, and states in a way that can be wrong.
std::vector<std::string> outputsOf(const TheoremList& list, const std::string& theorem) {
  const auto stated = std::make_shared<std::set<std::string>>();
  Subject::Overrides listening;
  listening.encode = [stated](std::string_view output, Term expected) {
    if (!expected.isConstant() && termSites(expected) != 0)
      stated->emplace(output);
    return expected;
  };
  Terms terms;
  std::vector<std::string> names;
  const Obligations built = named(list, Subject::with(std::move(listening)), theorem).at(0).build(terms);
  if (const auto* obligations = std::get_if<std::vector<Obligation>>(&built))
    for (const Obligation& o : *obligations)
      if (comparesOutputs(o))
        for (const Output& output : o.outputs)
          if (stated->contains(output.name))
            names.push_back(output.name);
  return names;
}

Obligations wrongEncoding(Terms& terms, const TheoremList& list, const std::string& theorem, std::size_t number,
                          std::size_t of, Round round) {
  const std::vector<std::string> outputs = outputsOf(list, theorem);
  if (outputs.empty())
    return Problem{Verdict::Unsupported, "no output that could be wrong"};
  const std::string output = outputs[(2 * number + 1) * outputs.size() / (2 * of)];
  constexpr std::size_t kPrime = 7919; // spreads the sites of one output
  const auto text = std::make_shared<std::string>();
  const Subject subject = subjectWithWrongOutput(output, (number + 1) * kPrime, text);
  Obligations built = ofMutant(terms, named(list, subject, theorem), round, output, output);
  if (text->empty())
    return Problem{Verdict::Error, fmt::format("nothing was changed in {}", output)};
  if (auto* obligations = std::get_if<std::vector<Obligation>>(&built))
    for (Obligation& o : *obligations)
      o.name = fmt::format("{}: {}", *text, o.name);
  return built;
}

std::vector<Mutant> encodingMutants(const MutantOptions& options) {
  std::vector<Mutant> mutants;
  for (const Theorem& theorem : theoremsAboutCode(Subject::shipped(), options))
    for (std::size_t i = 0; i < options.perTheorem; ++i)
      mutants.push_back({MutantKind::Encoding, fmt::format("mutant/encoding/{}/{}", theorem.name, i), theorem.name, "",
                         touches(options, theorem),
                         [list = options.theorems, name = theorem.name, i, of = options.perTheorem](
                             Terms& terms, Round round) { return wrongEncoding(terms, list, name, i, of, round); }});
  return mutants;
}

using RecordsByMutant = std::map<std::string, std::vector<Record>>;

RecordsByMutant runRound(const std::vector<const Mutant*>& mutants, Round round, const RunOptions& options,
                         const RunObserver& observer) {
  std::vector<Theorem> theorems;
  for (const Mutant* mutant : mutants) {
    Theorem theorem;
    theorem.name = mutant->name;
    theorem.instruction = "mutants";
    theorem.statement = mutant->text;
    theorem.build = [mutant, round](Terms& terms) { return mutant->build(terms, round); };
    theorems.push_back(std::move(theorem));
  }
  RecordsByMutant records;
  RunObserver inner = observer;
  inner.onRecord = [&](const Record& record) {
    records[record.theorem].push_back(record);
    if (observer.onRecord)
      observer.onRecord(record);
  };
  run(theorems, options, inner);
  return records;
}

const Record* find(const std::vector<Record>& records, Verdict verdict) {
  const auto it = std::find_if(records.begin(), records.end(), [&](const Record& r) { return r.verdict == verdict; });
  return it == records.end() ? nullptr : &*it;
}

bool speaksOfDefinedness(const Record& record) {
  return record.part == textOf(Part::DefinedFinal) || record.part == textOf(Part::DefinedUnoptimized);
}

bool allProved(const std::vector<Record>& records) {
  return !records.empty() &&
         std::all_of(records.begin(), records.end(), [](const Record& r) { return r.verdict == Verdict::Proved; });
}

/// A mutant's records, round by round; a round that was not needed has none.
struct Rounds {
  std::vector<Record> outputs, values, rest;
};

Fate fateOf(const Rounds& rounds) {
  if (find(rounds.outputs, Verdict::Refuted) != nullptr || find(rounds.values, Verdict::Refuted) != nullptr)
    return Fate::Refuted;
  for (const Verdict unstatable : {Verdict::Unsupported, Verdict::BoundExceeded})
    if (find(rounds.outputs, unstatable) != nullptr)
      return Fate::Unstatable;
  const Record* other = find(rounds.rest, Verdict::Refuted);
  if (other != nullptr && speaksOfDefinedness(*other)) // a witness may then differ by luck, or fault
    return Fate::Undefined;
  if (std::ranges::any_of(rounds.outputs, faultsOnWitness)) // a loop past its end; the shipped code ends on twins' ones
    return Fate::Refuted;
  const bool proved = allProved(rounds.outputs) && (rounds.rest.empty() || allProved(rounds.rest));
  return proved ? Fate::Equivalent : Fate::Survived; // survived: a refuted law, which is no output of the function, too
}

/// Did a stop leave a question open that its fate may hang on?
bool isOpen(const Rounds& rounds) {
  return fateOf(rounds) != Fate::Refuted &&
         std::ranges::any_of(std::array{&rounds.outputs, &rounds.values, &rounds.rest},
                             [](const auto* records) { return std::ranges::any_of(*records, isInterrupted); });
}

MutantResult resultOf(const Mutant& mutant, const Rounds& rounds) {
  MutantResult result{mutant.kind, mutant.name, mutant.where, mutant.text, fateOf(rounds), {}, {}, 0};
  for (const auto* records : {&rounds.outputs, &rounds.values, &rounds.rest})
    for (const Record& r : *records) {
      result.seconds += r.seconds;
      if (lostByItsWorker(r))
        result.lost = r.reason;
      const std::size_t bar = r.name.find(kBar);
      if (result.text.empty() && bar != r.name.npos)
        result.text = r.name.substr(0, bar);
      if (r.verdict != Verdict::Proved && (result.reason.empty() || r.verdict == Verdict::Refuted))
        result.reason =
            fmt::format("{} {}: {}", textOf(r.verdict), r.name.substr(bar == r.name.npos ? 0 : bar + kBar.size()),
                        r.reason.substr(0, r.reason.find('\n')));
    }
  return result;
}

void addChosen(const std::vector<Mutant>& mutants, const MutantOptions& options, std::vector<const Mutant*>& chosen) {
  std::vector<const Mutant*> untouched;
  for (const Mutant& mutant : mutants)
    (mutant.touched ? chosen : untouched).push_back(&mutant);
  for (const Mutant* mutant : spread(std::move(untouched), options.sample.value_or(mutants.size())))
    chosen.push_back(mutant);
}

// What the list says of a mutant must be true; of what was not run, that it still exists.
void compareWithList(const MutantOptions& options, const std::set<std::pair<std::string, std::string>>& executors,
                     MutantReport& report) {
  std::map<std::pair<std::string, std::string>, bool> equivalent; // by where and text: one at least is
  std::map<std::string, std::size_t> encodings;                   // how many of a theorem's were run
  for (MutantResult& r : report.results) {
    equivalent[{r.where, r.text}] |= r.fate == Fate::Equivalent;
    encodings[r.where] += r.kind == MutantKind::Encoding;
    const bool listed = std::any_of(options.equivalent.begin(), options.equivalent.end(),
                                    [&](const EquivalentMutant& e) { return e.isAbout(r.where, r.text); });
    if (r.fate == Fate::Equivalent && !listed) {
      r.fate = Fate::Survived;
      r.reason = "proved equivalent, but not on the list (proofs/mutants/equivalent.def)";
    }
  }
  for (const EquivalentMutant& e : options.equivalent) {
    bool exists = false, concerned = (options.whole && !options.sample) || encodings[e.where] == options.perTheorem;
    std::size_t left = 0, found = 0; // left: that were not run
    for (const auto& [mutant, isEquivalent] : equivalent)
      if (e.isAbout(mutant.first, mutant.second)) {
        exists = true;
        found += isEquivalent;
        if (!isEquivalent && !e.some)
          report.stale.push_back(fmt::format("{}  {}  -- is not equivalent", mutant.first, mutant.second));
      }
    for (const auto& [where, text] : executors) {
      exists |= e.isAbout(where, text);
      left += e.isAbout(where, text) && !equivalent.contains({where, text});
      concerned |= where == e.where; // what a pattern means to some of its functions, all of them know
    }
    if (concerned && !exists)
      report.stale.push_back(fmt::format("{}  {}  -- is no mutant any more", e.where, e.text));
    else if (e.some && exists && left == 0 && found == 0)
      report.stale.push_back(fmt::format("{}  {}  -- none of them is equivalent", e.where, e.text));
  }
}

} // namespace

MutantReport runMutants(const MutantOptions& options, RunOptions run, const RunObserver& observer) {
  run.stopAtRefuted = true;
  run.timeout = std::min(run.timeout, options.timeout);
  // Most that can be refuted are in moments. An order of lanes that asks the hardest first would wait for each of them.
  constexpr double kMoments = 3; // seconds
  RunOptions brief = run;
  brief.timeout = std::min(run.timeout, kMoments);
  RunObserver decided = observer; // what a round leaves open the next one asks again, and that is recorded then
  if (observer.onRecord)
    decided.onRecord = [&](const Record& record) {
      if ((record.verdict != Verdict::Unknown && record.verdict != Verdict::Error) || isInterrupted(record))
        observer.onRecord(record);
    };
  const ExecutorMutants executors = executorMutants(options);
  const std::vector<Mutant> encodings = encodingMutants(options);
  std::vector<const Mutant*> all;
  addChosen(executors.run, options, all);
  addChosen(encodings, options, all);
  std::map<std::string, Rounds> rounds;
  const auto ask = [&](Round round, std::vector<Record> Rounds::* records, const RunOptions& how,
                       const RunObserver& told, const std::function<bool(const Mutant&, const Rounds&)>& needed) {
    std::vector<const Mutant*> asked;
    for (const Mutant* mutant : all)
      if (needed(*mutant, rounds[mutant->name]))
        asked.push_back(mutant);
    for (auto& [name, found] : runRound(asked, round, how, told))
      rounds[name].*records = std::move(found);
  };
  const auto open = [](const Rounds& r) {
    const Fate fate = fateOf(r);
    return fate != Fate::Refuted && fate != Fate::Unstatable;
  };
  const auto undecided = [&](const Mutant&, const Rounds& r) { return open(r) && !allProved(r.outputs); };
  ask(Round::Outputs, &Rounds::outputs, brief, decided, [](const Mutant&, const Rounds&) { return true; });
  ask(Round::Outputs, &Rounds::outputs, run, decided, undecided);
  ask(Round::Values, &Rounds::values, run, observer, undecided);
  // an encoding has nothing to it but outputs
  ask(Round::Rest, &Rounds::rest, run, observer,
      [&](const Mutant& m, const Rounds& r) { return m.kind == MutantKind::Executor && open(r); });
  MutantReport report;
  if (run.stop && run.stop->load()) { // of what was not asked to its end nothing is said
    const std::size_t before = all.size();
    std::erase_if(all, [&](const Mutant* mutant) { return isOpen(rounds[mutant->name]); });
    report.interrupted = before - all.size();
  }
  for (const Mutant* mutant : all)
    report.results.push_back(resultOf(*mutant, rounds[mutant->name]));
  if (!options.touched)
    report.leastEither = 1;
  if (options.whole && !options.sample)
    std::tie(report.leastExecutors, report.leastEncodings) = std::pair(80, 40);
  if (!report.interrupted)
    compareWithList(options, executors.all, report);
  std::set<std::pair<std::string, std::string>> met; // a short encoding has few places: one change counts once
  std::erase_if(report.results, [&](const MutantResult& r) {
    return r.kind == MutantKind::Encoding && !r.text.empty() && !met.emplace(r.where, r.text).second;
  });
  return report;
}

} // namespace warplaw::proofs
