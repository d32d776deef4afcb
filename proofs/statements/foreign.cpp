#include "proofs/statements/foreign.h"
#include "proofs/engine/witness.h"
#include "proofs/statements/batch_of_two.h"
#include "proofs/statements/evidence.h"
#include "spec/counted.h"
#include "symbolic/lift/cause.h"
#include "symbolic/lift/notes.h"
#include "symbolic/terms/walk.h"
#include <algorithm>
#include <fmt/format.h>
#include <set>

namespace warplaw::proofs {
namespace {

constexpr const char* kTwoWarps = "two-warps/";
constexpr unsigned kNeverWide = ~0u; ///< tables stay: a goal that is made stronger could be refuted wrongly

/// What stands where after the call: the argument objects, then what contracts saw.
struct After {
  lift::Lifted lifted;
  std::shared_ptr<const LiftedCode> code;
  lift::Reasons reasons;
  std::vector<lift::Object> objects;
};

/// The cell of a place, even where the place is one bit of it.
lift::Cell wholeCellIn(const After& after, const std::optional<Place>& place) {
  if (!place)
    return after.lifted.returned.value();
  return std::get<lift::Table>(after.objects.at(place->object)).field(place->field).cells.at(place->cell);
}
Term bitOf(Term whole, const std::optional<Place>& place) {
  return place && place->bit >= 0 ? whole.bit(static_cast<unsigned>(place->bit)) : whole;
}

/// What may be poison of all that it leaves; none that cannot be.
std::vector<Term> poisonsIn(const lift::Lifted& lifted) {
  std::vector<Term> all;
  const auto add = [&](const lift::Cell& cell) {
    if (!cell.poison.isFalse())
      all.push_back(cell.poison);
  };
  for (const lift::Object& object : lifted.after.objects)
    for (const lift::Field& field : std::get<lift::Table>(object).fields)
      std::ranges::for_each(field.cells, add);
  if (lifted.returned)
    add(*lifted.returned);
  return all;
}

/// ", my.c:7" of each loop that may run past the bound.
std::string loopsOf(const lift::Lifted& lifted) {
  std::string all;
  for (const std::string& note : lifted.notes)
    if (note.starts_with(lift::kBeyondBound))
      all += note.substr(lift::kBeyondBound.size());
  return all;
}
std::string tooManyTurns(const ForeignCall& call, const std::string& loops) {
  return fmt::format("a loop of more than {}{}", spec::counted(call.input.unrollBound, "turn"), loops);
}

std::variant<After, Problem> callAt(Stage stage, Terms& terms, const Subject& subject, const std::string& symbol,
                                    const ForeignCall& call, lift::Input input) {
  const std::vector<lift::Object> unseen = call.seen ? *call.seen : std::vector<lift::Object>();
  ++input.unrollBound; // a loop's head is passed once more than its body
  const auto module = subject.module(symbol, stage);
  if (const Problem* problem = std::get_if<Problem>(&module))
    return *problem;
  lift::Reasons reasons;
  auto lifted = lift::lift(terms, *std::get<const lift::Module*>(module), symbol, input, reasons);
  if (auto* unsupported = std::get_if<lift::Unsupported>(&lifted))
    return Problem{Verdict::Unsupported, fmt::format("{}: {}", symbol, unsupported->what)};
  After after{std::get<lift::Lifted>(std::move(lifted)),
              std::make_shared<const LiftedCode>(symbol, subject.identity(), stage == Stage::Final),
              std::move(reasons),
              {}};
  if (after.lifted.boundExceeded.isTrue())
    return Problem{Verdict::Unknown, tooManyTurns(call, loopsOf(after.lifted))};
  after.objects = after.lifted.after.objects;
  if (call.seen) {
    after.objects.insert(after.objects.end(), call.seen->begin(), call.seen->end());
    *call.seen = unseen; // for the next stage
  }
  return after;
}

/// A goal in each case of the few values that it hangs on, or of the low bits.
class ByValues {
public:
  ByValues(Terms& terms, const ForeignCall& call) {
    for (const auto& [variable, values] : call.fewValues) {
      Split split;
      for (const symbolic::Bits value : values)
        split.push_back({variable.eq(value), {{variable, terms.constant(variable.width(), value)}}});
      few_.emplace_back(variable, std::move(split));
    }
    for (const auto& [variable, bits] : call.lowBits) {
      const Term low = variable.extract(bits - 1, 0), high = variable.extract(variable.width() - 1, bits);
      Split split;
      for (symbolic::Bits value = 0; value < symbolic::Bits{1} << bits; ++value)
        split.push_back({low.eq(value), {{variable, high.concat(terms.constant(bits, value))}}});
      low_.emplace_back(variable, std::move(split));
    }
  }
  /// In the cases of all whose few values it hangs on, if these are few as well.
  Term ofItsOwn(Term goal) const {
    std::vector<Term> met;
    if (!few_.empty() && !goal.isConstant())
      for (const Term variable : symbolic::variablesOf(std::span(&goal, 1)))
        if (splitOf(variable, few_))
          met.push_back(variable);
    return met.size() > kMostSplits ? goal : of(goal, met);
  }
  Term of(Term goal, std::span<const Term> variables) const {
    std::vector<Split> splits;
    for (const Term variable : variables) {
      const Split* few = splitOf(variable, few_);
      splits.push_back(few ? *few : *splitOf(variable, low_));
    }
    return goal.isTrue() || splits.empty() ? goal : splitIntoCases(goal, splits, kNeverWide);
  }
  /// One of the cases is it.
  Term areAll(Terms& terms) const {
    std::vector<Term> all;
    for (const Splits& splits : {few_, low_})
      for (const auto& [variable, split] : splits) {
        std::vector<Term> conditions;
        for (const SplitCase& one : split)
          conditions.push_back(one.condition);
        all.push_back(terms.any(conditions));
      }
    return terms.all(all);
  }

private:
  static constexpr std::size_t kMostSplits = 2;
  using Splits = std::vector<std::pair<Term, Split>>;
  static const Split* splitOf(Term variable, const Splits& splits) {
    const auto found = std::ranges::find_if(splits, [&](const auto& one) { return one.first.same(variable); });
    return found == splits.end() ? nullptr : &found->second;
  }
  Splits few_, low_;
};

/// With what is left behind: a signed overflow that is only stored is poison, and the optimiser may take the poison
/// away.
lift::Reasons reasonsOf(const After& after) {
  lift::Reasons reasons = after.reasons;
  const auto left = [&](const lift::Cell& cell, const std::string& what) {
    if (cell.poison.isFalse())
      return;
    reasons.causes.push_back(lift::Cause::use(what + ", which is poison"));
    reasons.causes.back().condition = cell.poison;
  };
  for (const lift::Object& object : after.lifted.after.objects)
    if (const auto* table = std::get_if<lift::Table>(&object))
      for (const lift::Field& field : table->fields)
        for (unsigned cell = 0; cell < field.cells.size(); ++cell)
          left(field.cells[cell], fmt::format("leaves {}", nameOfCell(field, cell)));
  if (after.lifted.returned)
    left(*after.lifted.returned, "returns a value");
  return reasons;
}

/// What is undefined on a witness, of a batch of one or else of two. What is said of the second structure alone is
/// asked in the first's variables: where the witness has no second structure, that one is like the first.
Replay undefinedOn(const Assignment& witness, const lift::Reasons& one, const std::optional<lift::Reasons>& two) {
  auto why = lift::explained(one, witness);
  if (!why && two) {
    Assignment both = witness;
    for (const auto& [name, value] : witness)
      both.emplace(BatchOfTwo::ofSecond(name), value); // leaves what is there
    why = lift::explained(*two, both);
  }
  if (!why)
    return {false, "nothing is undefined there", {}};
  return {true, fmt::format("undefined behaviour{}{}: {}", why->place.empty() ? "" : ", ", why->place, why->text), {}};
}

/// No cell is another term than before.
bool isUnchanged(const std::vector<lift::Object>& before, const std::vector<lift::Object>& after) {
  for (std::size_t object = 0; object < before.size(); ++object) {
    const auto& was = std::get<lift::Table>(before[object]).fields;
    const auto& is = std::get<lift::Table>(after[object]).fields;
    for (std::size_t f = 0; f < was.size(); ++f)
      for (std::size_t cell = 0; cell < was[f].cells.size(); ++cell)
        if (!was[f].cells[cell].bits.same(is[f].cells[cell].bits) || !is[f].cells[cell].poison.isFalse())
          return false;
  }
  return true;
}

/// Large conditions of the domain, such as that groups of lanes are defined: goals mostly need no more than that they
/// hold, whatever they say.
std::vector<std::pair<Term, Term>> anyConditions(Term assumption) {
  constexpr std::size_t kLarge = 64; ///< nodes
  std::vector<std::pair<Term, Term>> all;
  for (const Term condition : symbolic::conjunctsOf(std::span(&assumption, 1))) {
    const symbolic::Walk walk(std::span(&condition, 1));
    if (walk.nodes().size() > kLarge)
      all.emplace_back(condition, assumption.terms().variable(1, fmt::format("condition-{}", all.size())));
  }
  return all;
}

/// Goals of one name, each once: those of one structure's variables, which are the first's, and those of both's.
struct Goals {
  std::vector<Term> own, both;
  std::vector<Output> outputs, outputsOfBoth;
  std::set<const symbolic::Node*> known; ///< what `own` holds, before it is taken value by value

  bool isNew(Term goal) { return !goal.isTrue() && known.insert(goal.node()).second; }
};

/// What is said of a call, and of the same call with a batch of two.
class Statement {
public:
  Statement(Terms& terms, const ForeignCall& call, const BatchOfTwo* batch, const std::string& prefix)
      : terms_(terms), call_(call), batch_(batch), prefix_(prefix), byValues_(terms, call) {}

  /// `two`: the batch of two; null where there is none.
  void addSafety(Stage stage, const After& one, const After* two);
  void addGroup(const DemandedGroup& group, const After& one, const After* two);
  /// What holds of cases alone.
  void addLaw(Obligation obligation) {
    obligation.isOfRulesAlone = true;
    add(std::move(obligation));
  }
  void add(Obligation obligation) {
    obligation.anyValues = conditions_;
    obligations_.push_back(std::move(obligation));
  }
  const ByValues& byValues() const { return byValues_; }
  std::vector<Obligation> take() { return std::move(obligations_); }

private:
  using Owners = BatchOfTwo::Owners;
  using Of = BatchOfTwo::Of;
  void addDefined(Goals& goals, const lift::Lifted& lifted, const Owners* owners);
  void addCauses(Goals& goals, const lift::Lifted& lifted, const Owners& owners);
  void addOwn(Goals& goals, Term goal) {
    if (goals.isNew(goal))
      goals.own.push_back(byValues_.ofItsOwn(goal));
  }
  void addBoth(Goals& goals, Term goal) {
    if (!goal.isTrue())
      goals.both.push_back(ofBoth().byValues.ofItsOwn(goal));
  }
  void addOutput(Goals& goals, const DemandedGroup& group, const DemandedOutput& output, const After& after,
                 const Owners* owners, bool isSecond);
  void conclude(Goals goals, const std::string& name, Part part, const std::shared_ptr<const LiftedCode>& code,
                std::function<Replay(const Assignment&)> replay = {});

  /// What questions about both structures are asked with.
  struct Both {
    Term assumption;
    ByValues byValues;
    std::vector<std::pair<Term, Term>> conditions;
  };
  Both& ofBoth();

  Terms& terms_;
  const ForeignCall& call_;
  const BatchOfTwo* const batch_;
  const std::string prefix_;
  const ByValues byValues_;
  std::vector<std::pair<Term, Term>> conditions_ = anyConditions(call_.assumption);
  std::optional<Both> both_; ///< made when something hangs on both: seldom
  std::vector<Obligation> obligations_;
};

Statement::Both& Statement::ofBoth() {
  if (!both_) {
    ForeignCall two = call_;
    two.fewValues = *batch_->input().fewValues; // of both
    for (const auto& [variable, bits] : call_.lowBits)
      two.lowBits.emplace_back(batch_->asSecond(variable), bits);
    const Term assumption = call_.assumption & batch_->asSecond(call_.assumption);
    both_.emplace(assumption, ByValues(terms_, two), anyConditions(assumption));
  }
  return *both_;
}

void Statement::conclude(Goals goals, const std::string& name, Part part, const std::shared_ptr<const LiftedCode>& code,
                         std::function<Replay(const Assignment&)> replay) {
  Obligation own;
  own.name = fmt::format("{}/{}", prefix_, name);
  own.query = {{call_.assumption}, terms_.all(goals.own)};
  own.outputs = std::move(goals.outputs);
  own.replay = replay;
  LiftedEvidence::seal(own, part, code);
  add(std::move(own));
  if (goals.both.empty())
    return;
  Obligation both;
  both.name = fmt::format("{}/{}{}", prefix_, kTwoWarps, name);
  both.query = {{ofBoth().assumption}, terms_.all(goals.both)};
  both.outputs = std::move(goals.outputsOfBoth);
  both.replay = std::move(replay);
  both.anyValues = ofBoth().conditions;
  LiftedEvidence::seal(both, part, code);
  obligations_.push_back(std::move(both));
}

/// One by one only where the second structure's are others than the first's.
void Statement::addCauses(Goals& goals, const lift::Lifted& lifted, const Owners& owners) {
  std::vector<Term> first, second;
  for (const auto& [cause, place] : lifted.causes) {
    const unsigned of = owners.of(cause);
    if (of == Of::kBoth)
      addBoth(goals, ~cause);
    else
      (of == Of::kSecond ? second : first).push_back(cause);
  }
  for (const Term cause : first)
    addOwn(goals, ~cause);
  if (!second.empty() && !batch_->asFirst(terms_.any(second)).same(terms_.any(first)))
    for (const Term cause : second)
      addOwn(goals, ~batch_->asFirst(cause));
}

void Statement::addDefined(Goals& goals, const lift::Lifted& lifted, const Owners* owners) {
  std::vector<Term> causes;
  for (const auto& [cause, place] : lifted.causes)
    causes.push_back(cause);
  if (owners)
    addCauses(goals, lifted, *owners);
  else
    for (const Term cause : causes)
      addOwn(goals, ~cause);
  const auto ofOwner = [&](Term goal, unsigned of) {
    if (of == Of::kBoth)
      addBoth(goals, goal);
    else
      addOwn(goals, of == Of::kSecond ? batch_->asFirst(goal) : goal);
  };
  // those without a place
  ofOwner(lifted.undefined.implies(terms_.any(causes)), owners ? owners->of(lifted.undefined) : Of::kFirst);
  // A signed overflow that is only stored is poison, and the optimiser may take the poison away.
  for (const Term poison : poisonsIn(lifted))
    ofOwner(lifted.boundExceeded | ~poison,
            owners ? owners->of(poison) | owners->of(lifted.boundExceeded) : Of::kFirst);
}

void Statement::addSafety(Stage at, const After& first, const After* second) {
  const std::string stage = at == Stage::Final ? "final" : "unoptimized";
  const Part part = at == Stage::Final ? Part::DefinedFinal : Part::DefinedUnoptimized;
  const lift::Lifted& one = first.lifted;
  Goals defined, bounded;
  addDefined(defined, one, nullptr);
  addOwn(bounded, ~one.boundExceeded);
  std::string loops = loopsOf(one);
  if (second) {
    const lift::Lifted& two = second->lifted;
    std::vector<Term> roots = poisonsIn(two);
    for (const auto& [cause, place] : two.causes)
      roots.push_back(cause);
    roots.insert(roots.end(), {two.undefined, two.boundExceeded});
    const Owners owners(*batch_, roots);
    addDefined(defined, two, &owners);
    const unsigned of = owners.of(two.boundExceeded);
    if (of == Of::kBoth)
      addBoth(bounded, ~two.boundExceeded);
    else
      addOwn(bounded, ~batch_->asFirst(two.boundExceeded));
    loops = loops.empty() ? loopsOf(two) : loops;
  }
  conclude(std::move(defined), stage + "/no-undefined-behaviour", part, first.code,
           [inOne = reasonsOf(first), inTwo = second ? std::optional(reasonsOf(*second)) : std::nullopt](
               const Assignment& witness) { return undefinedOn(witness, inOne, inTwo); });
  conclude(std::move(bounded), stage + "/within-bounds", part, first.code,
           [said = tooManyTurns(call_, loops)](const Assignment&) -> Replay { throw Inconclusive(said); });
}

void Statement::addOutput(Goals& goals, const DemandedGroup& group, const DemandedOutput& output, const After& after,
                          const Owners* owners, bool isSecond) {
  std::optional<Place> place = output.place;
  if (isSecond)
    place->field = BatchOfTwo::ofSecond(place->field);
  lift::Cell got = wholeCellIn(after, place);
  Term exceeded = after.lifted.boundExceeded, matters = output.matters, expected = output.expected;
  const unsigned of = owners ? owners->of(got.bits) | owners->of(got.poison) | owners->of(exceeded) : Of::kFirst;
  const bool isOwn = !(of & (isSecond ? Of::kFirst : Of::kSecond));
  if (isSecond && isOwn) {
    got = {batch_->asFirst(got.bits), batch_->asFirst(got.poison)};
    exceeded = batch_->asFirst(exceeded);
  } else if (isSecond) {
    matters = batch_->asSecond(matters);
    expected = batch_->asSecond(expected);
  }
  got.bits = bitOf(got.bits, place);
  const Term goal = exceeded | matters.implies(got.bits.eq(expected) & ~got.poison);
  const Output stated{isSecond ? output.name + " of the second warp" : output.name, got.bits,
                      matters.ite(expected, got.bits)};
  if (isOwn) {
    if (!goals.isNew(goal))
      return;
    goals.own.push_back(byValues_.of(goal, group.splitOn));
    goals.outputs.push_back(stated);
    return;
  }
  std::vector<Term> splitOn = group.splitOn;
  for (Term& variable : splitOn)
    variable = isSecond ? batch_->asSecond(variable) : variable;
  goals.both.push_back(ofBoth().byValues.of(goal, splitOn));
  goals.outputsOfBoth.push_back(stated);
}

void Statement::addGroup(const DemandedGroup& group, const After& one, const After* two) {
  Goals goals;
  for (const DemandedOutput& output : group.outputs)
    addOutput(goals, group, output, one, nullptr, false);
  if (two) {
    std::vector<Term> roots = {two->lifted.boundExceeded};
    for (const DemandedOutput& output : group.outputs)
      for (const bool isSecond : {false, true}) {
        Place place = *output.place;
        place.field = isSecond ? BatchOfTwo::ofSecond(place.field) : place.field;
        const lift::Cell cell = wholeCellIn(*two, place);
        roots.insert(roots.end(), {cell.bits, cell.poison});
      }
    const Owners owners(*batch_, roots);
    for (const bool isSecond : {false, true})
      for (const DemandedOutput& output : group.outputs)
        addOutput(goals, group, output, *two, &owners, isSecond);
  }
  conclude(std::move(goals), group.name, Part::Outputs, one.code);
}

/// What no group names is as it was. A word of which bits are named is theirs.
DemandedGroup othersOf(Terms& terms, const ForeignCall& call) {
  std::set<std::tuple<unsigned, std::string, unsigned>> named;
  for (const DemandedGroup& group : call.groups)
    for (const DemandedOutput& output : group.outputs)
      if (output.place)
        named.insert({output.place->object, output.place->field, output.place->cell});
  DemandedGroup others{"what-goes-in", {}};
  for (unsigned object = 0; object < call.input.objects.size(); ++object)
    for (const lift::Field& field : std::get<lift::Table>(call.input.objects[object]).fields)
      for (unsigned cell = 0; cell < field.cells.size(); ++cell)
        if (!named.contains({object, field.name, cell}))
          others.outputs.push_back(
              {nameOfCell(field, cell), Place{object, field.name, cell}, terms.truth(true), field.cells[cell].bits});
  return others;
}

/// The batch of one and that of two at a stage; none of two where the call is no batch.
struct Calls {
  After one;
  std::optional<After> two;
};
std::variant<Calls, Problem> callsAt(Stage stage, Terms& terms, const Subject& subject, const std::string& symbol,
                                     const ForeignCall& call, const BatchOfTwo* batch) {
  auto one = callAt(stage, terms, subject, symbol, call, call.input);
  if (Problem* problem = std::get_if<Problem>(&one))
    return std::move(*problem);
  Calls calls{std::get<After>(std::move(one)), {}};
  if (!batch)
    return calls;
  auto two = callAt(stage, terms, subject, symbol, call, batch->input());
  if (Problem* problem = std::get_if<Problem>(&two))
    return std::move(*problem);
  calls.two = std::get<After>(std::move(two));
  return calls;
}

} // namespace

Obligations foreignObligations(Terms& terms, const Subject& subject, const std::string& symbol, ForeignCall call,
                               const std::string& prefix) {
  call.input.dividesByPowers = true;
  call.input.fewValues = call.fewValues; // values-are-all proves that these are all
  std::optional<BatchOfTwo> batch;
  if (call.isBatch)
    batch.emplace(terms, call.input);
  Statement statement(terms, call, batch ? &*batch : nullptr, prefix);
  Obligation notEmpty;
  notEmpty.name = prefix + "/domain-is-not-empty";
  notEmpty.query.assumptions = {call.assumption};
  statement.addLaw(std::move(notEmpty));
  for (const Stage stage : {Stage::Unoptimized, Stage::Final}) {
    const auto made = callsAt(stage, terms, subject, symbol, call, batch ? &*batch : nullptr);
    if (const Problem* problem = std::get_if<Problem>(&made))
      return *problem;
    const auto& [one, two] = std::get<Calls>(made);
    statement.addSafety(stage, one, two ? &*two : nullptr);
    if (stage == Stage::Unoptimized)
      continue;
    if (isUnchanged(call.input.objects, one.lifted.after.objects) && call.storesWhenRun && call.storesWhenRun())
      return Problem{
          Verdict::Error,
          fmt::format("{} stores nothing as it is compiled for the proof, with WARPLAW_PROVE defined, and stores "
                      "something where it is run: there is nothing to prove",
                      symbol)};
    std::vector<DemandedGroup> groups = call.groups;
    if (call.isBatch) // a lane has what goes in to itself
      groups.push_back(othersOf(terms, call));
    for (const DemandedGroup& group : groups)
      if (!group.outputs.empty())
        statement.addGroup(group, one, two ? &*two : nullptr);
  }
  if (!call.fewValues.empty() || !call.lowBits.empty()) {
    Obligation exhaustive;
    exhaustive.name = prefix + "/values-are-all";
    exhaustive.query = {{call.assumption}, statement.byValues().areAll(terms)};
    statement.addLaw(std::move(exhaustive));
  }
  return statement.take();
}

} // namespace warplaw::proofs
