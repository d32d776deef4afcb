// The architectural level's theorems (MACH-1, -2, -3, -5, -7, -8), collected; and its functions as contracts where
// others call them.
#include "proofs/theorems/machine_theorems.h"
#include <cassert>
#include <cstddef>
#include <fmt/format.h>
#include <set>

namespace warplaw::proofs {

std::vector<Theorem> machineTheorems(const Subject& subject) {
  std::vector<Theorem> all = machine::pieceTheorems(subject);
  for (Theorem& theorem : machine::stepTheorems(subject))
    all.push_back(std::move(theorem));
  return all;
}

namespace machine {
namespace {
using lift::Cell;
using lift::ContractCall;
using symbolic::Term;

Cell& cell(const Pointee& at, std::uint64_t offset, unsigned bits) {
  Cell* found = cellAt(at.table, at.offset + offset, bits);
  assert(found && "a spec structure lies in memory cell by cell");
  return *found;
}

symbolic::ResultTerms resultsAt(const Pointee& at, Term& poison) {
  using R = spec::Results;
  const auto read = [&](std::uint64_t offset, unsigned bits) {
    poison = poison | cell(at, offset, bits).poison;
    return cell(at, offset, bits).bits;
  };
  symbolic::ResultTerms results;
  for (unsigned r = 0; r < spec::kResultRows; ++r) {
    results.written[r] = read(offsetof(R, written) + 4 * r, 32);
    for (unsigned lane = 0; lane < spec::kLanes; ++lane)
      results.row[r][lane] = read(offsetof(R, row) + 4 * (r * spec::kLanes + lane), 32);
  }
  results.predicateWritten = read(offsetof(R, predicateWritten), 32);
  results.predicate = read(offsetof(R, predicate), 32);
  for (unsigned lane = 0; lane < spec::kLanes; ++lane)
    results.error[lane] = read(offsetof(R, error) + lane, 8);
  return results;
}

Pointee whole(ContractCall& call, unsigned argument) { return pointee(call.state, call.arguments.at(argument)); }

/// What the callee's own theorem assumes.
void require(ContractCall& call, Term condition) { call.undefined = call.undefined | ~condition; }

/// What it reads holds no poison.
void requireWhole(ContractCall& call, const lift::Table& table) {
  std::vector<Term> whole;
  for (const lift::Field& field : table.fields)
    for (const Cell& c : field.cells)
      whole.push_back(~c.poison);
  require(call, call.terms.all(whole));
}

/// The whole warp or plan, from its start.
const lift::Table& argumentTable(ContractCall& call, unsigned argument, const char* name) {
  const Pointee at = whole(call, argument);
  assert(at.offset == 0 && at.table.name == name);
  return at.table;
}

void store(Pointee at, std::uint64_t offset, Term bits) {
  cell(at, offset, bits.width()) = {bits, bits.terms().truth(false)};
}

/// The warp and the plan, as the callee's theorem takes them.
void requireWarpAndPlan(ContractCall& call, unsigned warp, unsigned plan) {
  requireApart(call);
  requireWhole(call, argumentTable(call, warp, "warp"));
  requireWhole(call, argumentTable(call, plan, "plan"));
  require(call, isLegal(planOf(argumentTable(call, plan, "plan"))));
}

Cell execLanesContract(ContractCall& call) {
  requireWarpAndPlan(call, 0, 1);
  const Term exec = symbolic::execLanes(warpOf(argumentTable(call, 0, "warp")), planOf(argumentTable(call, 1, "plan")));
  return {exec, call.terms.truth(false)};
}

Cell fetchRowContract(ContractCall& call) {
  const Pointee at = whole(call, 1), row = whole(call, 2);
  const Cell kind = cell(at, offsetof(spec::Source, kind), 32), value = cell(at, offsetof(spec::Source, value), 32);
  const symbolic::SourceTerms source{kind.bits, value.bits};
  requireApart(call);
  requireWhole(call, argumentTable(call, 0, "warp"));
  require(call, ~kind.poison & ~value.poison & isLegal(source));
  const auto lanes = symbolic::fetchRow(warpOf(argumentTable(call, 0, "warp")), source);
  for (unsigned lane = 0; lane < spec::kLanes; ++lane)
    store(row, 4 * lane, lanes[lane]);
  return {};
}

Cell fetchContract(ContractCall& call) {
  requireWarpAndPlan(call, 0, 1);
  const auto operands = symbolic::fetch(warpOf(argumentTable(call, 0, "warp")), planOf(argumentTable(call, 1, "plan")));
  const Pointee to = whole(call, 2);
  for (const lift::Field& field : operandsTable(operands).fields)
    for (unsigned k = 0; k < field.cells.size(); ++k)
      store(to, field.offset + k * (field.cellBits / 8), field.cells[k].bits);
  return {};
}

Cell writeBackContract(ContractCall& call) {
  requireWarpAndPlan(call, 0, 1);
  Term poison = call.terms.truth(false);
  const symbolic::ResultTerms results = resultsAt(whole(call, 3), poison);
  lift::Table& warp = whole(call, 0).table;
  const auto after = symbolic::writeBack(warpOf(argumentTable(call, 0, "warp")), planOf(argumentTable(call, 1, "plan")),
                                         std::get<Term>(call.arguments.at(2)), results);
  lift::Table written = warpTable(after, true);
  for (lift::Field& field : written.fields)
    for (unsigned k = 0; k < field.cells.size(); ++k) {
      Cell& old = warp.field(field.name).cells[k];
      old = {field.cells[k].bits, old.poison | poison}; // cautious: one result word that is poison spoils the warp
    }
  return {};
}

} // namespace

void requireApart(ContractCall& call) {
  std::set<unsigned> objects;
  for (const lift::Argument& argument : call.arguments)
    if (const auto* to = std::get_if<lift::PointerTo>(&argument); to && !objects.insert(to->object).second)
      call.undefined = call.terms.truth(true);
}

symbolic::WarpTerms warpOf(const lift::Table& table) {
  symbolic::WarpTerms warp;
  warp.registers.resize(spec::kRegisters);
  for (unsigned n = 0; n < spec::kRegisters; ++n)
    for (unsigned lane = 0; lane < spec::kLanes; ++lane)
      warp.registers[n][lane] = table.field("registers").cells[n * spec::kLanes + lane].bits;
  for (unsigned n = 0; n < spec::kPredicates; ++n)
    warp.predicates[n] = table.field("predicates").cells[n].bits;
  warp.active = table.field("active").cells[0].bits;
  warp.helpers = table.field("helpers").cells[0].bits;
  for (unsigned lane = 0; lane < spec::kLanes; ++lane)
    warp.errors[lane] = table.field("errors").cells[lane].bits;
  return warp;
}

symbolic::PlanTerms planOf(const lift::Table& table) {
  const auto at = [&](const char* field, unsigned k = 0) { return table.field(field).cells[k].bits; };
  symbolic::PlanTerms plan;
  plan.guardPredicate = at("guardPredicate");
  plan.guardNegated = at("guardNegated");
  plan.excludesHelpers = at("excludesHelpers");
  for (unsigned r = 0; r < spec::kSourceRows; ++r)
    plan.source[r] = {at("source", 2 * r), at("source", 2 * r + 1)};
  plan.sourcePredicate = at("sourcePredicate");
  plan.sourcePredicateNegated = at("sourcePredicateNegated");
  for (unsigned r = 0; r < spec::kResultRows; ++r)
    plan.destination[r] = at("destination", r);
  plan.destinationPredicate = at("destinationPredicate");
  return plan;
}

Split sourceSplit(Terms& terms, const std::string& source) {
  const Term kind = terms.variable(32, source + ".kind"), value = terms.variable(32, source + ".value");
  const Term isRegister = terms.constant(32, static_cast<symbolic::Bits>(spec::SourceKind::Register));
  const Term names = kind.eq(isRegister);
  Split split = {{~names, {{names, terms.truth(false)}}}};
  for (unsigned n = 0; n <= spec::kZeroRegister; ++n)
    split.push_back({names & value.eq(n), {{kind, isRegister}, {value, terms.constant(32, n)}}});
  return split;
}

std::vector<Split> splitsOf(Terms& terms, const Expectation& expectation) {
  const std::string field = expectation.place ? expectation.place->field : "";
  if (field == "row")
    return {sourceSplit(terms, fmt::format("plan.source{}", expectation.place->cell / spec::kLanes))};
  std::vector<Split> splits;
  if (field == "registers")
    for (unsigned r = 0; r < spec::kResultRows; ++r) {
      const Term number = terms.constant(8, expectation.place->cell / spec::kLanes);
      const Term destination = terms.variable(8, fmt::format("plan.destination{}", r)), names = destination.eq(number);
      splits.push_back(splitOn(names, {{names, terms.truth(false)}}, {{destination, number}}));
    }
  return splits;
}

std::map<std::string, lift::Contract> contracts() {
  return {{kExecLanes, execLanesContract},
          {kFetchRow, fetchRowContract},
          {kFetch, fetchContract},
          {kWriteBack, writeBackContract}};
}

} // namespace machine
} // namespace warplaw::proofs
