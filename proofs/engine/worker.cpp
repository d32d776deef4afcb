#include "proofs/engine/worker.h"
#include "proofs/engine/answer.h"
#include "proofs/engine/hash.h"
#include "proofs/engine/named_code.h"
#include "proofs/engine/simulation.h"
#include "spec/utf8.h"
#include "symbolic/terms/walk.h"
#include <algorithm>
#include <array>
#include <boost/json.hpp>
#include <csignal>
#include <deque>
#include <fmt/format.h>
#include <map>
#include <set>
#include <unistd.h>
#include <unordered_map>

namespace warplaw::proofs {
namespace {

constexpr const char *kFolded = "folded: nothing to certify", *kModel = "a model: nothing to certify";
const std::string kJudgingEnded = "judging the witness ended by ";
/// Beside verdicts, of a frame: the witness replays, and is shown next. The code under proof may fault there: it is
/// wrong.
constexpr std::uint32_t kReplays = UINT32_MAX;

enum class Purpose { Stronger, Goal, Vacuity };

// What the cache knows a check by: the program that ran it, and the processor.
class CheckBy final : public Solver {
public:
  explicit CheckBy(const std::string& program) : program_(program) {}
  std::string name() const override { return "check"; }
  std::string version() const override { return program_; }
  std::string options() const override { return processorHash(); }
  int solve(const std::string&, ParentChannel) const override { return 1; }

private:
  const std::string& program_;
};

class Worker {
public:
  Worker(const Theorem& theorem, const RunOptions& options, ParentChannel parent)
      : theorem_(theorem), options_(options), parent_(parent), terms_(options.fold) {}

  int run() {
    if (!build())
      return 0;
    children_.listen(parent_.descriptor(), [this](const Frame& frame) { receive(frame); }, [] { _exit(1); });
    for (const bool hasExample : {true, false}) // of wrong code what an example refutes shows it at once
      for (std::size_t i = 0; i < items_.size() && !stopped_; ++i)
        if (!items_[i].begun && items_[i].obligation.asking().near.has_value() == hasExample)
          begin(i);
    while (unfinished_ != 0 && !stopped_) {
      startJudging();
      children_.poll(10);
    }
    return 0;
  }

private:
  struct Asked {
    Query query;
    std::string hash;
  };
  struct Item {
    Obligation obligation;
    Record record;
    std::optional<Query> stronger = {}; ///< asked first
    std::optional<Asked> refuted = {};  ///< the unsatisfiable query that it is PROVED by
    unsigned restated = 0;              ///< what was asked before that says nothing any more
    bool holds = false;                 ///< and is PROVED if its steps are
    bool begun = false, finished = false;
  };
  struct Request {
    std::size_t item;
    Purpose purpose;
    std::string hash;
    unsigned restated = 0;
    Query query = {}; ///< what the hash is of, whatever becomes of the obligation
  };
  struct Refutation {
    std::size_t item;
    std::string model;
    unsigned restated = 0;
  };

  void send(Message kind, std::uint32_t id, std::string body) {
    parent_.send({static_cast<std::uint32_t>(kind), id, std::move(body)});
  }
  void note(const std::string& line) { send(Message::Note, 0, line); }

  bool cannotBeStated(Verdict verdict, const std::string& reason) {
    Record record = blankRecord(theorem_, options_);
    record.verdict = verdict;
    record.reason = reason;
    record.seconds = processorSeconds();
    send(Message::Built, 0, record.name);
    send(Message::Record, 0, toJson(record));
    return false;
  }

  /// In a theorem about code, an obligation to be PROVED is evidence about the code, a step of such evidence, or a law
  /// about rules alone. If anything else came to say nothing, neither the inventory nor the golden list would notice.
  std::string looseLaw() const {
    if (theorem_.code.empty())
      return {};
    std::set<std::string> steps;
    for (const Item& item : items_)
      if (const auto& stated = item.obligation.asking().stated)
        steps.insert(stated->steps.begin(), stated->steps.end());
    for (const Item& item : items_)
      if (const Obligation& o = item.obligation; o.expected == Verdict::Proved &&
                                                 item.record.part == textOf(Part::Law) && !o.isOfRulesAlone &&
                                                 !o.check && !steps.contains(o.name))
        return o.name + ": neither evidence of code, nor a step of some, nor a law of rules alone";
    return {};
  }

  /// A theorem that was compared with the oracle asks what was compared, and nothing else: by the very object, however
  /// often it was asked in other terms since. Twins say something else on purpose.
  std::string notCompared() const {
    std::set<const Query*> compared;
    for (const Item& item : items_)
      for (const auto& evidence : item.obligation.compared.all())
        compared.insert(evidence.get());
    for (const Item& item : items_)
      if (const Part part = item.obligation.countsAs(); !compared.empty() && part != Part::Law && part != Part::Twin &&
                                                        !compared.contains(item.obligation.counted.asMade().get()))
        return item.record.name + ": it was not compared with the oracle, as others of this theorem were";
    return {};
  }

  /// A mutant's theorem lifts, and names no code: its evidence counts for none. Whoever lists theorems allows no such
  /// one, and sees to it that evidence is of all functions that are named (statements/code_named.h).
  std::string ofOtherCode() const {
    if (theorem_.code.empty())
      return {};
    for (const Item& item : items_)
      if (std::string wrong = unlikeNamed(theorem_, item.obligation); !wrong.empty())
        return wrong;
    return {};
  }

  bool build() {
    Obligations built = theorem_.build(terms_);
    if (const auto* problem = std::get_if<Problem>(&built))
      return cannotBeStated(problem->verdict, problem->reason);
    if (std::get<std::vector<Obligation>>(built).empty())
      return cannotBeStated(Verdict::Error, "a theorem without obligations says nothing");
    std::string names;
    for (Obligation& obligation : std::get<std::vector<Obligation>>(built)) {
      Item item{std::move(obligation), blankRecord(theorem_, options_)};
      item.record.name = item.obligation.name;
      item.record.expected = item.obligation.expected;
      item.record.part = textOf(item.obligation.countsAs());
      if (item.obligation.isOfRulesAlone)
        item.record.bitcode.clear();
      mustDifferThere(item.obligation); // after that: what is asked of a twin is more than what it counts by
      names += (items_.empty() ? "" : "\n") + item.record.name;
      byName_.emplace(item.record.name, items_.size());
      items_.push_back(std::move(item));
    }
    unfinished_ = items_.size();
    if (const std::string loose = looseLaw(); !loose.empty())
      return cannotBeStated(Verdict::Error, loose);
    if (const std::string other = ofOtherCode(); !other.empty())
      return cannotBeStated(Verdict::Error, other);
    if (const std::string other = notCompared(); !other.empty())
      return cannotBeStated(Verdict::Error, other);
    for (Item& item : items_)
      if (const auto& stated = item.obligation.asking().stated;
          stated && !std::ranges::all_of(stated->steps, [&](const auto& s) { return byName_.contains(s); }))
        restore(item); // who rests on what is nowhere asked rests on nothing
    send(Message::Built, 0, names);
    return true;
  }

  // A twin is refuted where it should be: the solver is asked for a witness at that very output.
  static void mustDifferThere(Obligation& obligation) {
    for (const Output& output : obligation.outputs)
      if (output.name == obligation.mustDiffer)
        obligation.query.goal = obligation.query.goal | output.got.eq(output.expected);
  }

  void finish(std::size_t index, Verdict verdict, std::string reason) {
    Item& item = items_[index];
    if (verdict == Verdict::Proved && item.obligation.asking().stated && !stepsHold(index))
      return;
    if ((verdict == Verdict::Vacuous || verdict == Verdict::Unknown) && item.obligation.asking().stated)
      return askInFull(index); // of what is asked in its place nothing follows
    if (verdict == Verdict::Proved && options_.certify && !item.record.certificate)
      return certify(index);
    if (std::exchange(item.finished, true))
      return;
    item.record.verdict = verdict;
    item.record.reason = std::move(reason);
    --unfinished_;
    send(Message::Record, static_cast<std::uint32_t>(index), toJson(item.record));
    if (options_.stopAtRefuted && verdict == Verdict::Refuted)
      stopped_ = true;
    settled(index);
  }

  // A restated obligation is PROVED once its steps are; until then it waits.
  bool stepsHold(std::size_t index) {
    Item& item = items_[index];
    item.holds = true;
    for (const std::string& step : item.obligation.asking().stated->steps)
      if (!items_[byName_.at(step)].finished)
        return false; // one that is finished is PROVED: otherwise this were asked in full
    item.holds = false;
    return true;
  }

  // Whoever rests on it goes on, or is asked in full.
  void settled(std::size_t step) {
    const bool holds = items_[step].record.verdict == Verdict::Proved;
    for (std::size_t i = 0; i < items_.size() && !stopped_; ++i) {
      const Item& item = items_[i];
      if (item.finished || !item.obligation.asking().stated ||
          std::ranges::find(item.obligation.asking().stated->steps, items_[step].record.name) ==
              item.obligation.asking().stated->steps.end())
        continue;
      if (!holds)
        askInFull(i);
      else if (item.holds)
        finish(i, Verdict::Proved, {});
    }
  }

  // What is still answered about other questions is not looked at.
  void askInFull(std::size_t index) {
    restore(items_[index]);
    if (items_[index].begun)
      begin(index);
  }

  // With what is known of values that may be any.
  void askUnderMore(std::size_t index) {
    Item& item = items_[index];
    std::vector<Term>& assumptions = item.obligation.query.assumptions;
    const std::vector<Term> known = item.obligation.asking().known;
    item.obligation.ask([](Obligation::Asking& asking) { asking.known.clear(); });
    assumptions.insert(assumptions.end(), known.begin(), known.end());
    ++item.restated;
    item.stronger.reset();
    item.refuted.reset();
    item.record.solver.clear();
    item.record.version.clear();
    begin(index);
  }

  static void restore(Item& item) {
    Obligation& o = item.obligation;
    askAsStated(o);
    assert(textOf(o.countsAs()) == item.record.part);
    mustDifferThere(o);
    ++item.restated;
    item.holds = false;
    item.stronger.reset();
    item.refuted.reset();
    item.record.solver.clear();
    item.record.version.clear();
  }

  // No verdict: it is not the code that it is about.
  void withdraw(std::size_t index, const std::string& reason) {
    Item& item = items_[index];
    if (std::exchange(item.finished, true))
      return;
    --unfinished_;
    send(Message::Withdrawn, static_cast<std::uint32_t>(index), item.record.name + "\n" + reason);
    settled(index);
  }

  void judged(std::size_t index, Verdict verdict, std::string reason, bool showsNothing) {
    const Obligation::Asking& asking = items_[index].obligation.asking();
    if (showsNothing && asking.stated)
      return askInFull(index);
    if (showsNothing && asking.isGuess && items_[index].obligation.countsAs() == Part::Law) // evidence is no guess
      return withdraw(index, reason);
    if (showsNothing && !asking.known.empty())
      return askUnderMore(index);
    finish(index, verdict, std::move(reason));
  }

  void begin(std::size_t index) {
    Item& item = items_[index];
    item.begun = true;
    const Query& query = item.obligation.query;
    if (item.obligation.check) {
      item.record.solver = "check";
      item.record.query =
          sha256(fmt::format("{}\n{}\n{}", item.record.name, textOf(item.record.expected), options_.program()));
      if (!findEvidence(index))
        send(Message::WantToRun, static_cast<std::uint32_t>(index), {});
      return;
    }
    const std::string text = symbolic::smtLib(query);
    item.record.query = sha256(text);
    const bool impossible =
        std::any_of(query.assumptions.begin(), query.assumptions.end(), [](Term t) { return t.isFalse(); });
    item.record.solver = "folding";
    if (impossible)
      return finish(index, Verdict::Vacuous, "an assumption folds to false");
    if (query.goal && query.goal.isTrue()) {
      if (theorem_.code.empty())
        item.record.unfolded = unfoldedHash(item.record.name);
      return askVacuity(index);
    }
    if (allTrue(query.assumptions)) {
      if (!query.goal)
        return finish(index, Verdict::Proved, {});
      if (query.goal.isFalse())
        return refutations_.push_back({index, {}, item.restated});
    }
    item.record.solver.clear();
    const std::optional<Query>& stronger = item.stronger = item.obligation.anyValues.empty()
                                                               ? withoutOthers(item.obligation, text.size())
                                                               : strongerQuery(item.obligation);
    if (!stronger)
      return ask({index, Purpose::Goal, item.record.query, item.restated}, text);
    if (stronger->goal.isTrue()) {
      item.record.solver = "folding";
      return askVacuity(index);
    }
    const std::string strongerText = symbolic::smtLib(*stronger);
    ask({index, Purpose::Stronger, sha256(strongerText), item.restated}, strongerText);
  }

  /// What folding decides is no question any more, whatever it was: so that a law that is emptied is another law, it is
  /// known by what it is where only constants fold. Empty where such a law is not stated then.
  const std::string& unfoldedHash(const std::string& name) {
    if (!unfolded_) {
      unfolded_.emplace();
      Terms terms(symbolic::Folding::Constants);
      const Obligations built = theorem_.build(terms);
      if (const auto* obligations = std::get_if<std::vector<Obligation>>(&built))
        for (const Obligation& o : *obligations)
          if (!o.check)
            unfolded_->emplace(o.name, sha256(symbolic::smtLib(o.query)));
    }
    return (*unfolded_)[name];
  }

  /// A variable for one term, or what is made of such variables just as the term is made of theirs. One that stood for
  /// two terms would say that they are equal: another goal, and no stronger one.
  static bool areIndependent(const std::vector<std::pair<Term, Term>>& values) {
    std::vector<std::pair<Term, Term>> meant; // variable -> the term it stands for
    for (const auto& [term, value] : values)
      if (value.node()->op == symbolic::Op::Variable) {
        const auto earlier = std::ranges::find_if(meant, [&](const auto& m) { return m.first.same(value); });
        if (earlier != meant.end() && !earlier->second.same(term))
          return false;
        meant.emplace_back(value, term);
      }
    std::vector<Term> made;
    for (const auto& [term, value] : values)
      made.push_back(value);
    made = symbolic::substitute(made, meant); // a variable is put in its term's place, too
    return std::ranges::equal(values, made, [](const auto& one, Term term) { return term.same(one.first); });
  }

  /// None where it would be the query itself, or where a value is not any value.
  static std::optional<Query> strongerQuery(const Obligation& o) {
    if (!o.query.goal || !areIndependent(o.anyValues))
      return {};
    std::vector<Term> asked = o.query.assumptions, values;
    asked.push_back(o.query.goal);
    for (const auto& [term, value] : o.anyValues)
      values.push_back(value);
    const std::vector<Term> taken = symbolic::variablesOf(asked), fresh = symbolic::variablesOf(values);
    if (std::ranges::any_of(
            fresh, [&](Term v) { return std::ranges::any_of(taken, [v](Term other) { return other.same(v); }); }))
      return {};
    std::vector<Term> generalised = symbolic::substitute(asked, o.anyValues);
    const bool isOther = !std::ranges::equal(generalised, asked, [](Term a, Term b) { return a.same(b); });
    const Term goal = generalised.back();
    generalised.pop_back();
    return isOther ? std::optional<Query>({std::move(generalised), goal}) : std::nullopt;
  }

  /// Without what is assumed of variables that have nothing to do with the goal's, where that is most of a long text: a
  /// solver would read all of it.
  std::optional<Query> withoutOthers(const Obligation& o, std::size_t length) {
    constexpr std::size_t kLong = 1 << 14, kShare = 2;
    if (length < kLong || o.expected != Verdict::Proved || !o.query.goal || o.asking().near)
      return {}; // where a witness is known, the code is wrong
    Query asked{{}, o.query.goal};
    std::set<std::uint32_t> met = variablesIn(o.query.goal);
    const auto isOther = [&](Term assumed) {
      return std::ranges::none_of(variablesIn(assumed), [&](std::uint32_t v) { return met.contains(v); });
    };
    std::vector<Term> others = symbolic::conjunctsOf(o.query.assumptions);
    for (auto more = std::ranges::partition(others, isOther); !more.empty();
         more = std::ranges::partition(others, isOther)) {
      for (const Term assumed : more)
        met.insert(variablesIn(assumed).begin(), variablesIn(assumed).end());
      asked.assumptions.insert(asked.assumptions.end(), more.begin(), more.end());
      others.erase(more.begin(), more.end());
    }
    return symbolic::smtLib(asked).size() < length / kShare ? std::optional(std::move(asked)) : std::nullopt;
  }

  const std::set<std::uint32_t>& variablesIn(Term term) {
    const auto [known, isNew] = variablesIn_.try_emplace(term.node()->id);
    if (isNew)
      for (const Term variable : symbolic::variablesOf(std::span(&term, 1)))
        known->second.insert(variable.node()->id);
    return known->second;
  }

  // The stronger goal does not hold, or nobody knows.
  void askGoalItself(std::size_t index) {
    Record& record = items_[index].record;
    record.solver.clear();
    record.version.clear();
    ask({index, Purpose::Goal, record.query, items_[index].restated}, symbolic::smtLib(items_[index].obligation.query));
  }

  static bool allTrue(const std::vector<Term>& conditions) {
    return std::all_of(conditions.begin(), conditions.end(), [](Term t) { return t.isTrue(); });
  }

  // The goal holds; it says something only if the assumptions can hold too.
  void askVacuity(std::size_t index) {
    const Query vacuity{items_[index].obligation.query.assumptions, {}};
    if (allTrue(vacuity.assumptions))
      return finish(index, Verdict::Proved, {});
    const std::string text = symbolic::smtLib(vacuity);
    const std::string hash = sha256(text);
    if (const auto known = satisfied_.find(hash); known != satisfied_.end()) {
      Record& record = items_[index].record;
      restOn(record, known->second.answers);
      nameSolver(record, Purpose::Vacuity, known->second.solver, known->second.version);
      return finish(index, Verdict::Proved, {});
    }
    ask({index, Purpose::Vacuity, hash, items_[index].restated}, text);
  }

  // Models alone are looked for by simulation, and only where there should be one, or is.
  bool simulates(const Request& request) const {
    const Obligation& o = items_[request.item].obligation;
    return options_.policy.simulates &&
           (request.purpose == Purpose::Vacuity ||
            (request.purpose == Purpose::Goal && (o.expected == Verdict::Refuted || o.asking().near) && o.query.goal));
  }

  std::optional<KnownAnswers> known(const Request& request) {
    const auto noted = [this](const std::string& line) { note(line); };
    if (simulates(request))
      if (auto witness = knownWitness(options_, request.hash, noted))
        return witness;
    return knownAnswers(options_, request.hash, noted);
  }

  void ask(Request request, const std::string& text) {
    request.query = queryOf(request);
    if (const auto found = known(request)) {
      Record& record = items_[request.item].record;
      if (request.purpose != Purpose::Vacuity || record.solver == "folding")
        (found->resumed ? record.resumed : record.cached) = true;
      return judge(request, found->answers);
    }
    if (options_.cache != nullptr && options_.cache->mode() == CacheMode::Enforce) {
      if (request.purpose == Purpose::Stronger)
        return askGoalItself(request.item);
      return finish(request.item, Verdict::Error, "not in the cache, and --cache=enforce asks no solver");
    }
    items_[request.item].record.cached = items_[request.item].record.resumed = false;
    if (!simulates(request))
      return askSolvers(std::move(request), text);
    const std::size_t item = request.item;
    simulations_.insert_or_assign(item, std::pair(std::move(request), text));
    send(Message::WantToRun, static_cast<std::uint32_t>(item), {});
  }

  Query queryOf(const Request& request) const {
    const Item& item = items_[request.item];
    switch (request.purpose) {
    case Purpose::Stronger:
      return *item.stronger;
    case Purpose::Vacuity:
      return {item.obligation.query.assumptions, {}};
    case Purpose::Goal:
      break;
    }
    return item.obligation.query;
  }

  std::string undecided(std::size_t index, const Query& query, const std::string& said) const {
    if (!options_.onUndecided)
      return said;
    return said + options_.onUndecided({items_[index].record.name, said, symbolic::smtLib(query)});
  }

  void askSolvers(Request request, const std::string& text) {
    const std::uint32_t id = nextRequest_++;
    send(Message::Solve, id, fmt::format("{}{}\n{}", request.hash, orderOf(request), text));
    requests_.emplace(id, std::move(request));
  }

  // A solver that takes terms is not asked before the one that is known to be sooner.
  std::string orderOf(const Request& request) const {
    const Item& item = items_[request.item];
    const SolverPolicy& policy = options_.policy;
    const bool hasGoal = static_cast<bool>(request.query.goal); // no model is hard to find for anybody
    const std::string_view sooner = policy.sooner && hasGoal ? policy.sooner(item.record.name) : "";
    std::string order;
    for (std::size_t i = 0; i < policy.solvers.size(); ++i)
      if (const Solver& solver = *policy.solvers[i]; !solver.takesTerms() || sooner.empty())
        order.insert(solver.name() == sooner ? 0 : order.size(), 1, static_cast<char>('0' + i));
    return order;
  }

  void solveTerms(std::uint32_t id, const Solver& solver) {
    Children::Spec spec;
    spec.raw = true;
    spec.seconds = options_.timeout;
    spec.memoryBytes = options_.memoryBytes;
    spec.body = [&solver, &query = requests_.at(id).query](ParentChannel out) { return solver.solveTerms(query, out); };
    spec.onEnd = [this, id, &solver](const Ended& ended) {
      const RawAnswer raw = solver.answerTo(requests_.at(id).query, ended);
      send(Message::TermsSolved, id, encodeAnswers({{solver.name(), solver.version(), raw}}));
    };
    children_.start(std::move(spec));
  }

  static void restOn(Record& record, const std::vector<KeptAnswer>& answers) {
    record.answers.insert(record.answers.end(), answers.begin(), answers.end());
  }

  // The solver that decided it: the one that answered about the goal, or, if the goal folds, about the assumptions.
  // Inputs that were met under which the assumptions hold prove nothing about the goal. It makes no difference which of
  // several obligations asked about the same assumptions.
  static void nameSolver(Record& record, Purpose purpose, const std::string& solver, const std::string& version) {
    if (purpose == Purpose::Vacuity && (record.solver != "folding" || solver == "simulation"))
      return;
    record.solver = solver;
    record.version = version;
  }

  void receive(const Frame& frame) {
    if (static_cast<Message>(frame.kind) == Message::SolveTerms)
      return solveTerms(frame.id, *options_.policy.solvers.at(std::stoul(frame.body)));
    if (static_cast<Message>(frame.kind) == Message::Run)
      return certifying_.contains(frame.id)      ? runCertifier(frame.id)
             : items_[frame.id].obligation.check ? runCheck(frame.id)
                                                 : runSimulation(frame.id);
    const auto node = requests_.extract(frame.id);
    if (!node.empty())
      judge(node.mapped(), decodeAnswers(frame.body));
  }

  void judge(const Request& request, const std::vector<GivenAnswer>& answers) {
    if (items_[request.item].finished || request.restated != items_[request.item].restated)
      return;
    const Agreed agreed = agree(answers, options_.policy.agree);
    Item& item = items_[request.item];
    item.record.seconds += agreed.seconds;
    const std::vector<KeptAnswer> kept = toKeep(options_.policy, request.hash, answers);
    restOn(item.record, kept);
    nameSolver(item.record, request.purpose, agreed.solver, agreed.version);
    if (!agreed.verdict && agreed.kind == RawAnswer::Kind::Unsat && request.purpose != Purpose::Vacuity)
      item.refuted = Asked{request.query, request.hash};
    if (request.purpose == Purpose::Stronger && agreed.verdict != Verdict::Error)
      return !agreed.verdict && agreed.kind == RawAnswer::Kind::Unsat ? askVacuity(request.item)
                                                                      : askGoalItself(request.item);
    const char* const about = request.purpose == Purpose::Vacuity ? "can the assumptions hold? " : "";
    if (agreed.verdict)
      return finish(request.item, *agreed.verdict, undecided(request.item, request.query, about + agreed.reason));
    const bool sat = agreed.kind == RawAnswer::Kind::Sat;
    const bool asksGoal = request.purpose == Purpose::Goal && item.obligation.query.goal;
    if (asksGoal && sat)
      return refutations_.push_back({request.item, agreed.model, request.restated});
    if (asksGoal)
      return askVacuity(request.item);
    if (!sat)
      return finish(request.item, Verdict::Vacuous, "the assumptions contradict each other");
    std::string problem = judgeSatisfied(item.obligation.query, agreed.model);
    if (!problem.empty())
      return finish(request.item, Verdict::Error, about + problem);
    satisfied_.try_emplace(request.hash, kept, agreed.solver, agreed.version);
    finish(request.item, Verdict::Proved, {});
  }

  // PROVED is said only once it is known what becomes of its certificate.
  void certify(std::size_t index) {
    const Item& item = items_[index];
    if (!item.refuted)
      return certified(index, {Certificate::Status::NotNeeded, item.obligation.query.goal ? kFolded : kModel});
    if (const auto known = certificates_.find(item.refuted->hash); known != certificates_.end())
      return certified(index, known->second);
    certifying_.insert(index);
    send(Message::WantToRun, static_cast<std::uint32_t>(index), {});
  }

  void certified(std::size_t index, Certificate certificate) {
    const bool contradicts = certificate.status == Certificate::Status::Contradiction;
    const std::string reason =
        contradicts ? undecided(index, items_[index].refuted->query, "certificate: " + certificate.reason) : "";
    items_[index].record.certificate = std::move(certificate);
    finish(index, contradicts ? Verdict::Error : Verdict::Proved, reason);
  }

  void runCertifier(std::size_t index) {
    const auto got = std::make_shared<std::optional<Certificate>>();
    Children::Spec spec;
    spec.seconds = 10 * options_.timeout; // of all that it does, each of which has a limit of its own
    spec.memoryBytes = options_.memoryBytes;
    spec.body = [this, index](ParentChannel out) {
      out.send({0, 0, toJson(options_.certify(items_[index].refuted->query))});
      return 0;
    };
    spec.onFrame = [got](const Frame& frame) { *got = certificateFrom(boost::json::parse(frame.body)); };
    spec.onEnd = [this, index, got](const Ended& ended) {
      send(Message::Ran, static_cast<std::uint32_t>(index), {});
      certifying_.erase(index);
      if (!*got)
        *got = Certificate{Certificate::Status::NotCertified, "its making ended by " + ended.text()};
      certificates_.insert_or_assign(items_[index].refuted->hash, **got);
      certified(index, std::move(**got));
    };
    children_.start(std::move(spec));
  }

  // In a process of its own, like a check. Nothing but a model comes of it; without one, solvers are asked.
  void runSimulation(std::size_t index) {
    if (!simulations_.contains(index)) // asked in full since, and met
      return send(Message::Ran, static_cast<std::uint32_t>(index), {});
    const auto witness = std::make_shared<std::optional<std::string>>();
    Children::Spec spec;
    spec.seconds = options_.timeout;
    spec.memoryBytes = options_.memoryBytes;
    spec.body = [this, index](ParentChannel out) {
      const Request& request = simulations_.at(index).first;
      const auto& near = items_[index].obligation.asking().near;
      if (const auto found = simulate(request.query, near ? &*near : nullptr))
        out.send({0, 0, modelText(*found)});
      return 0;
    };
    spec.onFrame = [witness](const Frame& frame) { *witness = frame.body; };
    spec.onEnd = [this, index, witness](const Ended& ended) {
      send(Message::Ran, static_cast<std::uint32_t>(index), {});
      const auto node = simulations_.extract(index);
      if (node.empty())
        return;
      const auto& [request, text] = node.mapped();
      if (!*witness) {
        items_[index].record.seconds += ended.seconds;
        return askSolvers(request, text);
      }
      const auto by = simulation();
      const RawAnswer raw{RawAnswer::Kind::Sat, **witness, ended.seconds};
      keep(request.hash, *by, raw);
      judge(request, {{by->name(), by->version(), raw}});
    };
    children_.start(std::move(spec));
  }

  // One process judges all that wait; if it ends early, the one that it was at is to blame.
  void startJudging() {
    if (refutations_.empty() || judging_)
      return;
    judging_ = true;
    Children::Spec spec;
    spec.seconds = options_.timeout;
    spec.memoryBytes = options_.memoryBytes;
    spec.body = [this](ParentChannel out) {
      for (const Refutation& refutation : refutations_) {
        const CounterexampleHook shown = [&](const Obligation& o, const Assignment& model, const Replay& replay) {
          out.send({kReplays, 0, spec::asUtf8(replay.report)});
          return options_.onCounterexample(o, model, replay);
        };
        const Judgement j = // it may name a file, whose path is any bytes
            judgeRefutation(items_[refutation.item].obligation, refutation.model,
                            options_.onCounterexample ? shown : CounterexampleHook());
        out.send({static_cast<std::uint32_t>(j.verdict), static_cast<std::uint32_t>(refutation.item),
                  boost::json::serialize(
                      boost::json::array{spec::asUtf8(j.reason), spec::asUtf8(j.counterexample), j.showsNothing})});
      }
      return 0;
    };
    const auto judgedSoFar = std::make_shared<std::size_t>(0);
    const auto replays = std::make_shared<std::optional<std::string>>(); // the first that is not judged: how
    spec.onFrame = [this, judgedSoFar, replays](const Frame& frame) {
      if (frame.kind == kReplays) {
        *replays = frame.body;
        return;
      }
      replays->reset();
      ++*judgedSoFar;
      const bool isOld = refutations_.front().restated != items_[frame.id].restated;
      refutations_.pop_front();
      if (isOld)
        return;
      const boost::json::array texts = boost::json::parse(frame.body).as_array();
      items_[frame.id].record.counterexample = std::string(texts[1].as_string());
      judged(frame.id, static_cast<Verdict>(frame.kind), std::string(texts[0].as_string()), texts[2].as_bool());
    };
    const std::size_t batch = refutations_.size();
    spec.onEnd = [this, judgedSoFar, batch, replays](const Ended& ended) {
      judging_ = false;
      const bool timedOut = ended.how == Ended::How::TimedOut;
      if (*judgedSoFar == batch || (timedOut && *judgedSoFar != 0))
        return;
      const Refutation blamed = refutations_.front();
      refutations_.pop_front();
      if (blamed.restated != items_[blamed.item].restated)
        return;
      if (!*replays)
        return judged(blamed.item, Verdict::Error, kJudgingEnded + ended.text(), timedOut);
      items_[blamed.item].record.counterexample =
          fmt::format("{}{}no smaller case is shown: trying it as a whole instruction ended by {}", **replays,
                      (*replays)->ends_with('\n') ? "" : "\n", ended.text());
      judged(blamed.item, Verdict::Refuted, {}, false);
    };
    children_.start(std::move(spec));
  }

  bool keepsEvidence() const { return options_.cache != nullptr && !options_.program().empty(); }

  // Evidence as expected that the same program found before.
  bool findEvidence(std::size_t index) {
    if (!keepsEvidence())
      return false;
    Record& record = items_[index].record;
    const auto found = options_.cache->find(record.query, CheckBy(options_.program()),
                                            [this](const std::string& line) { note(line); });
    if (!found)
      return false;
    record.cached = true;
    finish(index, record.expected, found->detail);
    return true;
  }

  void keepEvidence(std::size_t index) {
    const Record& record = items_[index].record;
    if (keepsEvidence() && record.verdict == record.expected)
      keep(record.query, CheckBy(options_.program()), {RawAnswer::Kind::Sat, record.reason, 0});
  }

  void keep(const std::string& hash, const Solver& by, const RawAnswer& raw) {
    if (options_.cache != nullptr && !options_.cache->store(hash, by, raw))
      send(Message::NotKept, 0, {});
  }

  void runCheck(std::size_t index) {
    const auto answered = std::make_shared<bool>(false);
    Children::Spec spec;
    spec.seconds = options_.timeout;
    spec.memoryBytes = options_.memoryBytes;
    spec.body = [this, index](ParentChannel out) {
      const Obligation::Evidence e = items_[index].obligation.check();
      out.send({static_cast<std::uint32_t>(e.verdict), 0,
                boost::json::serialize(boost::json::array{e.bound, spec::asUtf8(e.report), processorSeconds()})});
      return 0;
    };
    spec.onFrame = [this, index, answered](const Frame& frame) {
      *answered = true;
      const boost::json::array texts = boost::json::parse(frame.body).as_array();
      items_[index].record.seconds = texts[2].to_number<double>();
      const auto verdict = static_cast<Verdict>(frame.kind);
      if (verdict != items_[index].obligation.expected)
        items_[index].record.counterexample = std::string(texts[1].as_string());
      finish(index, verdict, std::string(texts[0].as_string()));
      keepEvidence(index);
    };
    spec.onEnd = [this, index, answered](const Ended& ended) {
      items_[index].record.seconds = ended.seconds;
      if (!*answered)
        finish(index, ended.how == Ended::How::TimedOut ? Verdict::Unknown : Verdict::Error,
               "the check ended by " + ended.text());
      send(Message::Ran, static_cast<std::uint32_t>(index), {});
    };
    children_.start(std::move(spec));
  }

  const Theorem& theorem_;
  const RunOptions& options_;
  ParentChannel parent_;
  Terms terms_;
  std::vector<Item> items_;
  std::map<std::string, std::size_t> byName_;
  std::size_t unfinished_ = 0;
  bool stopped_ = false, judging_ = false;
  Children children_;
  std::map<std::uint32_t, Request> requests_;
  std::uint32_t nextRequest_ = 0;
  std::map<std::size_t, std::pair<Request, std::string>> simulations_; ///< by item: what solvers are asked without one
  struct Satisfied {
    std::vector<KeptAnswer> answers;
    std::string solver, version;
  };
  std::map<std::string, Satisfied> satisfied_; ///< by hash: vacuity queries whose models were judged
  std::unordered_map<std::uint32_t, std::set<std::uint32_t>> variablesIn_; ///< of goals and assumptions, by id
  std::deque<Refutation> refutations_;
  std::set<std::size_t> certifying_;                           ///< items
  std::map<std::string, Certificate> certificates_;            ///< by hash of the query
  std::optional<std::map<std::string, std::string>> unfolded_; ///< hashes by name, once one is asked for
};

} // namespace

void askAsStated(Obligation& o) {
  const std::optional<Obligation::Stated> stated = o.asking().stated;
  o.ask([](Obligation::Asking& asking) { asking.stated.reset(); });
  o.query = stated->query;
  o.outputs = stated->outputs;
  o.counted = stated->counted;
  o.anyValues.clear();
}

bool faultsOnWitness(const Record& record) {
  return std::ranges::any_of(std::array{SIGSEGV, SIGBUS, SIGFPE, SIGILL}, [&](int fault) {
    Ended ended;
    ended.how = Ended::How::Killed;
    ended.code = fault;
    return record.reason == kJudgingEnded + ended.text();
  });
}

Record blankRecord(const Theorem& theorem, const RunOptions& options) {
  Record record;
  record.name = record.theorem = theorem.name;
  record.instruction = theorem.instruction;
  record.form = theorem.form;
  record.path = theorem.path;
  record.rules = theorem.rules;
  record.limit = options.timeout;
  record.folded = options.fold;
  if (options.bitcodeHash && !theorem.code.empty())
    record.bitcode = options.bitcodeHash(theorem);
  return record;
}

int runWorker(const Theorem& theorem, const RunOptions& options, ParentChannel parent) {
  // never deleted: the process ends here, and a large graph of terms would take its time
  return (new Worker(theorem, options, parent))->run();
}

} // namespace warplaw::proofs
