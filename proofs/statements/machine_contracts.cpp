// The architectural level's functions as contracts: see machine_contracts.h.
#include "proofs/statements/machine_contracts.h"
#include "proofs/statements/row.h"
#include <fmt/format.h>

namespace warplaw::proofs::machine {
namespace {

Parameter warp() { return reads<WarpTerms>("warp", "warp."); }
/// A legal plan's numbers fit these widths (narrowIsLegal): narrower variables, extended with zeros.
PlanTerms narrowPlan(Terms& terms) {
  PlanTerms plan = symbolic::variables<PlanTerms>(terms, "plan.");
  const auto narrow = [&](Term& cell, unsigned bits) {
    cell = terms.variable(bits, "narrow." + std::string(cell.node()->name)).zext(32);
  };
  narrow(plan.guardPredicate, 3);
  narrow(plan.guardNegated, 1);
  narrow(plan.excludesHelpers, 1);
  narrow(plan.sourcePredicate, 3);
  narrow(plan.sourcePredicateNegated, 1);
  for (Term& destination : plan.destination)
    narrow(destination, 8);
  narrow(plan.destinationPredicate, 3);
  return plan;
}

Parameter plan() {
  return {"plan", false, [](Terms& terms) { return tableOf("plan", narrowPlan(terms)); }};
}

Term legalPlan(const Given& given) { return isLegal(given.as<PlanTerms>(1)); }

} // namespace

Term narrowIsLegal(Terms& terms) {
  const lift::Table any = tableOf("plan", symbolic::variables<PlanTerms>(terms, "plan."));
  const lift::Table narrow = tableOf("plan", narrowPlan(terms));
  std::vector<Term> fits;
  for (std::size_t f = 0; f < any.fields.size(); ++f)
    for (std::size_t cell = 0; cell < any.fields[f].cells.size(); ++cell) {
      const Term wide = any.fields[f].cells[cell].bits, zext = narrow.fields[f].cells[cell].bits;
      if (!wide.same(zext))
        fits.push_back(wide.eq(wide.extract(zext.arg(0).width() - 1, 0).zext(32)));
    }
  return isLegal(symbolic::variables<PlanTerms>(terms, "plan.")).implies(terms.all(fits));
}

symbolic::PerLane<Term> rowIn(const lift::Table& table) {
  symbolic::PerLane<Term> lanes;
  for (unsigned lane = 0; lane < spec::kLanes; ++lane)
    lanes[lane] = table.field("row").cells[lane].bits;
  return lanes;
}

void setRow(lift::Table& table, const symbolic::PerLane<Term>& lanes) {
  for (unsigned lane = 0; lane < spec::kLanes; ++lane)
    table.field("row").cells[lane] = {lanes[lane], lanes[lane].terms().truth(false)};
}

Contract execLanes() {
  return {"warplaw_exec_lanes",
          {warp(), plan()},
          legalPlan,
          [](Given& g) { g.returned = symbolic::execLanes(g.as<WarpTerms>(0), g.as<PlanTerms>(1)); },
          "exec"};
}

Contract fetchRow() {
  return {"warplaw_fetch_row",
          {warp(), reads<SourceTerms>("source", "source."), row("row", true)},
          [](const Given& g) { return isLegal(g.as<SourceTerms>(1)); },
          [](Given& g) { setRow(g.objects[2], symbolic::fetchRow(g.as<WarpTerms>(0), g.as<SourceTerms>(1))); }};
}

Contract fetch() {
  return {"warplaw_fetch", {warp(), plan(), changes<OperandTerms>("operands")}, legalPlan, [](Given& g) {
            g.set(2, symbolic::fetch(g.as<WarpTerms>(0), g.as<PlanTerms>(1)));
          }};
}

Contract writeBack() {
  return {"warplaw_write_back",
          {changes<WarpTerms>("warp", "warp."), plan(), integer("exec"), reads<ResultTerms>("results", "results.")},
          legalPlan,
          [](Given& g) {
            g.set(0, symbolic::writeBack(g.as<WarpTerms>(0), g.as<PlanTerms>(1), g.integers[0], g.as<ResultTerms>(2)));
          }};
}

} // namespace warplaw::proofs::machine
