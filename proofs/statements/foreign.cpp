#include "proofs/statements/foreign.h"
#include <fmt/format.h>
#include <set>

namespace warplaw::proofs {
namespace {

constexpr unsigned kNeverWide = ~0u; ///< tables stay: a goal that is made stronger could be refuted wrongly

/// What stands where after the call: the argument objects, then what contracts saw.
struct After {
  lift::Lifted lifted;
  std::vector<lift::Object> objects;
};

lift::Cell cellIn(const std::vector<lift::Object>& objects, const Place& place) {
  const lift::Cell& cell = std::get<lift::Table>(objects.at(place.object)).field(place.field).cells.at(place.cell);
  return place.bit < 0 ? cell : lift::Cell{cell.bits.bit(static_cast<unsigned>(place.bit)), cell.poison};
}

std::variant<After, Problem> callAt(Stage stage, Terms& terms, const Subject& subject, const std::string& symbol,
                                    const ForeignCall& call) {
  const std::vector<lift::Object> unseen = call.seen ? *call.seen : std::vector<lift::Object>();
  auto lifted = liftFrom(terms, subject, symbol, stage, call.input);
  if (Problem* problem = std::get_if<Problem>(&lifted))
    return std::move(*problem);
  After after{std::get<lift::Lifted>(std::move(lifted)), {}};
  after.objects = after.lifted.after.objects;
  if (call.seen) {
    after.objects.insert(after.objects.end(), call.seen->begin(), call.seen->end());
    *call.seen = unseen; // for the next stage
  }
  return after;
}

void addSafety(std::vector<Obligation>& obligations, const ForeignCall& call, const lift::Lifted& lifted,
               const std::string& prefix) {
  Obligation defined, bounded;
  defined.name = prefix + "/no-undefined-behaviour";
  defined.query = {{call.assumption}, ~lifted.undefined};
  defined.replay = [causes = lifted.causes](const Assignment& witness) {
    for (const auto& [cause, place] : causes)
      if (symbolic::evaluate(std::span(&cause, 1), witness)[0] != 0)
        return Replay{true, "undefined behaviour" + place, {}};
    return Replay{true, "undefined behaviour", {}};
  };
  bounded.name = prefix + "/within-bounds";
  bounded.query = {{call.assumption}, ~lifted.boundExceeded};
  obligations.push_back(std::move(defined));
  obligations.push_back(std::move(bounded));
}

/// One output; several are a conjunction.
struct Wanted {
  std::string name;
  lift::Cell got;
  Term matters, expected;
};

Obligation equality(Terms& terms, std::string name, const ForeignCall& call, const std::vector<Wanted>& outputs,
                    const std::vector<Split>& splits) {
  Obligation obligation;
  obligation.name = std::move(name);
  std::vector<Term> goals;
  for (const auto& [output, got, matters, expected] : outputs) {
    obligation.outputs.push_back({output, got.bits, matters.ite(expected, got.bits)});
    const Term goal = matters.implies(got.bits.eq(expected) & ~got.poison);
    goals.push_back(goal.isTrue() || splits.empty() ? goal : splitIntoCases(goal, splits, kNeverWide));
  }
  obligation.query = {{call.assumption}, terms.all(goals)};
  return obligation;
}

std::vector<Wanted> wantedOf(const DemandedGroup& group, const After& after) {
  std::vector<Wanted> wanted;
  for (const DemandedOutput& output : group.outputs)
    wanted.push_back({output.name, cellIn(after.objects, output.place), output.matters, output.expected});
  return wanted;
}

/// What no group names is as it was. A word of which bits are named is theirs.
DemandedGroup othersOf(Terms& terms, const ForeignCall& call) {
  std::set<std::tuple<unsigned, std::string, unsigned>> named;
  for (const DemandedGroup& group : call.groups)
    for (const DemandedOutput& output : group.outputs)
      named.insert({output.place.object, output.place.field, output.place.cell});
  DemandedGroup others{"what-goes-in", {}};
  for (unsigned object = 0; object < call.input.objects.size(); ++object)
    for (const lift::Field& field : std::get<lift::Table>(call.input.objects[object]).fields)
      for (unsigned cell = 0; cell < field.cells.size(); ++cell)
        if (!named.contains({object, field.name, cell}))
          others.outputs.push_back(
              {nameOfCell(field, cell), Place{object, field.name, cell}, terms.truth(true), field.cells[cell].bits});
  return others;
}

/// One of the cases of each split holds.
Obligation exhaustive(Terms& terms, const ForeignCall& call) {
  std::vector<Term> goals;
  for (const DemandedGroup& group : call.groups)
    for (const Split& split : group.splits) {
      std::vector<Term> conditions;
      for (const Case& one : split) {
        conditions.push_back(one.condition);
        for (const auto& [term, value] : one.values)
          goals.push_back(one.condition.implies(term.eq(value)));
      }
      goals.push_back(terms.any(conditions));
    }
  Obligation obligation;
  obligation.query = {{call.assumption}, terms.all(goals)};
  return obligation;
}

} // namespace

Obligations foreignObligations(Terms& terms, const Subject& subject, const std::string& symbol,
                               const std::function<ForeignCall(Terms&)>& state, const std::string& prefix) {
  ForeignCall call = state(terms);
  call.input.dividesByPowers = true;
  auto first = callAt(Stage::Unoptimized, terms, subject, symbol, call);
  if (Problem* problem = std::get_if<Problem>(&first))
    return std::move(*problem);
  const lift::Lifted unoptimized = std::get<After>(std::move(first)).lifted;
  auto second = callAt(Stage::Final, terms, subject, symbol, call);
  if (Problem* problem = std::get_if<Problem>(&second))
    return std::move(*problem);
  const After final = std::get<After>(std::move(second));

  std::vector<Obligation> obligations(1);
  obligations.front().name = prefix + "/domain-is-not-empty";
  obligations.front().query.assumptions = {call.assumption};
  addSafety(obligations, call, unoptimized, prefix + "/unoptimized");
  addSafety(obligations, call, final.lifted, prefix + "/final");
  std::vector<DemandedGroup> groups = call.groups;
  groups.push_back(othersOf(terms, call));
  bool splits = false;
  for (const DemandedGroup& group : groups) {
    splits |= !group.splits.empty();
    if (group.outputs.empty())
      continue;
    obligations.push_back(
        equality(terms, fmt::format("{}/{}", prefix, group.name), call, wantedOf(group, final), group.splits));
  }
  if (const auto& returned = call.returned)
    obligations.push_back(equality(
        terms, fmt::format("{}/{}", prefix, returned->name), call,
        {{returned->name, final.lifted.returned.value(), returned->matters, returned->expected}}, returned->splits));
  if (splits) {
    obligations.push_back(exhaustive(terms, call));
    obligations.back().name = prefix + "/splits-are-exhaustive";
  }
  return obligations;
}

} // namespace warplaw::proofs
