#include "proofs/statements/foreign.h"
#include "symbolic/lift/cause.h"
#include "symbolic/terms/walk.h"
#include <algorithm>
#include <fmt/format.h>
#include <set>

namespace warplaw::proofs {
namespace {

constexpr unsigned kNeverWide = ~0u; ///< tables stay: a goal that is made stronger could be refuted wrongly

/// What stands where after the call: the argument objects, then what contracts saw.
struct After {
  lift::Lifted lifted;
  lift::Reasons reasons;
  std::vector<lift::Object> objects;
};

lift::Cell cellIn(const After& after, const std::optional<Place>& place) {
  if (!place)
    return after.lifted.returned.value();
  const lift::Cell& cell =
      std::get<lift::Table>(after.objects.at(place->object)).field(place->field).cells.at(place->cell);
  return place->bit < 0 ? cell : lift::Cell{cell.bits.bit(static_cast<unsigned>(place->bit)), cell.poison};
}

std::variant<After, Problem> callAt(Stage stage, Terms& terms, const Subject& subject, const std::string& symbol,
                                    const ForeignCall& call) {
  const std::vector<lift::Object> unseen = call.seen ? *call.seen : std::vector<lift::Object>();
  const auto module = subject.module(symbol, stage);
  if (const Problem* problem = std::get_if<Problem>(&module))
    return *problem;
  lift::Reasons reasons;
  auto lifted = lift::lift(terms, *std::get<const lift::Module*>(module), symbol, call.input, reasons);
  if (auto* unsupported = std::get_if<lift::Unsupported>(&lifted))
    return Problem{Verdict::Unsupported, fmt::format("{}: {}", symbol, unsupported->what)};
  After after{std::get<lift::Lifted>(std::move(lifted)), std::move(reasons), {}};
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
        for (const Case& one : split)
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

void addSafety(Terms& terms, std::vector<Obligation>& obligations, const ForeignCall& call, const ByValues& byValues,
               const After& after, const std::string& prefix) {
  const lift::Lifted& lifted = after.lifted;
  Obligation defined, bounded;
  defined.name = prefix + "/no-undefined-behaviour";
  std::vector<Term> causes, goals;
  for (const auto& [cause, place] : lifted.causes) {
    causes.push_back(cause);
    goals.push_back(byValues.ofItsOwn(~cause));
  }
  goals.push_back(lifted.undefined.implies(terms.any(causes))); // those without a place
  const Term returned = lifted.returned ? lifted.returned->poison : terms.truth(false);
  goals.push_back(byValues.ofItsOwn(~(poisonIn(terms, lifted.after) | returned)));
  defined.query = {{call.assumption}, terms.all(goals)};
  defined.replay = [reasons = reasonsOf(after)](const Assignment& witness) {
    const auto why = lift::explained(reasons, witness);
    if (!why)
      return Replay{false, "nothing is undefined there", {}};
    return Replay{
        true, fmt::format("undefined behaviour{}{}: {}", why->place.empty() ? "" : ", ", why->place, why->text), {}};
  };
  bounded.name = prefix + "/within-bounds";
  bounded.query = {{call.assumption}, ~lifted.boundExceeded};
  obligations.push_back(std::move(defined));
  obligations.push_back(std::move(bounded));
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

Obligation equality(Terms& terms, const ForeignCall& call, const After& after, const ByValues& byValues,
                    const DemandedGroup& group, const std::string& prefix) {
  Obligation obligation;
  obligation.name = fmt::format("{}/{}", prefix, group.name);
  std::vector<Term> goals;
  for (const auto& [name, place, matters, expected] : group.outputs) {
    const lift::Cell got = cellIn(after, place);
    obligation.outputs.push_back({name, got.bits, matters.ite(expected, got.bits)});
    goals.push_back(byValues.of(matters.implies(got.bits.eq(expected) & ~got.poison), group.splitOn));
  }
  obligation.query = {{call.assumption}, terms.all(goals)};
  return obligation;
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

} // namespace

Obligations foreignObligations(Terms& terms, const Subject& subject, const std::string& symbol, ForeignCall call,
                               const std::string& prefix) {
  call.input.dividesByPowers = true;
  auto first = callAt(Stage::Unoptimized, terms, subject, symbol, call);
  if (Problem* problem = std::get_if<Problem>(&first))
    return std::move(*problem);
  const After unoptimized = std::get<After>(std::move(first));
  auto second = callAt(Stage::Final, terms, subject, symbol, call);
  if (Problem* problem = std::get_if<Problem>(&second))
    return std::move(*problem);
  const After final = std::get<After>(std::move(second));

  if (isUnchanged(call.input.objects, final.lifted.after.objects) && call.storesWhenRun && call.storesWhenRun())
    return Problem{
        Verdict::Error,
        fmt::format("{} stores nothing as it is compiled for the proof, with WARPLAW_PROVE defined, and stores "
                    "something where it is run: there is nothing to prove",
                    symbol)};
  const ByValues byValues(terms, call);
  std::vector<Obligation> obligations(1);
  obligations.front().name = prefix + "/domain-is-not-empty";
  obligations.front().query.assumptions = {call.assumption};
  addSafety(terms, obligations, call, byValues, unoptimized, prefix + "/unoptimized");
  addSafety(terms, obligations, call, byValues, final, prefix + "/final");
  std::vector<DemandedGroup> groups = call.groups;
  groups.push_back(othersOf(terms, call));
  for (const DemandedGroup& group : groups)
    if (!group.outputs.empty())
      obligations.push_back(equality(terms, call, final, byValues, group, prefix));
  if (!call.fewValues.empty() || !call.lowBits.empty()) {
    Obligation exhaustive;
    exhaustive.name = prefix + "/values-are-all";
    exhaustive.query = {{call.assumption}, byValues.areAll(terms)};
    obligations.push_back(std::move(exhaustive));
  }
  const auto conditions = anyConditions(call.assumption);
  for (Obligation& obligation : obligations)
    obligation.anyValues = conditions;
  return obligations;
}

} // namespace warplaw::proofs
