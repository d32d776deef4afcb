// What the proofs of all instructions share: see instruction.h.
#include "proofs/statements/instruction.h"
#include <cassert>

namespace warplaw::proofs {

symbolic::PlanTerms withGuardOf(Terms& terms, const symbolic::PlanTerms& plan) {
  symbolic::PlanTerms fresh = symbolic::constants(terms, spec::Plan{});
  fresh.guardPredicate = plan.guardPredicate;
  fresh.guardNegated = plan.guardNegated;
  return fresh;
}

Parameter unmadePlan() {
  Parameter plan = changes<symbolic::PlanTerms>("plan");
  plan.object = [stated = plan.object](Terms& terms) {
    lift::Table table = stated(terms);
    for (lift::Field& field : table.fields)
      if (!isGuard(field))
        for (lift::Cell& cell : field.cells)
          cell.poison = terms.truth(true);
    return table;
  };
  return plan;
}

symbolic::WarpTerms afterDatapath(const symbolic::PlanTerms& plan, const symbolic::WarpTerms& before,
                                  const DatapathOnTerms& datapath) {
  const symbolic::OperandTerms operands = symbolic::fetch(before, plan);
  Terms& terms = plan.guardPredicate.terms();
  const symbolic::ResultTerms results = datapath(operands, symbolic::constants(terms, spec::Results{}));
  return symbolic::writeBack(before, plan, operands.exec, results);
}

void runOnWarp(Terms& terms, const symbolic::PlanTerms& plan, spec::Warp& warp, const DatapathOnTerms& datapath) {
  warp = wordsIn(afterDatapath(plan, symbolic::constants(terms, warp), datapath));
}

Obligation refuted(std::string name, std::vector<Term> assumptions, Term goal,
                   std::function<Replay(const Assignment&)> replay) {
  Obligation obligation = implied(std::move(name), std::move(assumptions), goal);
  obligation.expected = Verdict::Refuted;
  obligation.replay = std::move(replay);
  return obligation;
}

void add(Obligations& obligations, Obligation obligation) {
  if (auto* list = std::get_if<std::vector<Obligation>>(&obligations))
    list->push_back(std::move(obligation));
}

std::vector<Theorem> withClaim(std::vector<Theorem> theorems, const Claim& claim) {
  Theorem* of = nullptr;
  for (Theorem& theorem : theorems) // "vote/portable/entry" is another theorem than "vote/portable"
    if (claim.obligation.starts_with(theorem.name + "/") && (!of || theorem.name.size() > of->name.size()))
      of = &theorem;
  assert(of && "a claim about one of the theorems");
  of->claims.push_back(claim);
  return theorems;
}

Theorem instructionTheorem(const std::string& name, const std::string& instruction, const std::string& path,
                           std::vector<std::string> rules, std::string statement, std::string symbol,
                           std::function<Obligations(Terms&)> build) {
  Theorem theorem;
  theorem.name = name;
  theorem.instruction = instruction;
  theorem.path = path;
  theorem.rules = std::move(rules);
  theorem.statement = std::move(statement);
  if (!symbol.empty())
    theorem.code = {std::move(symbol)};
  theorem.build = std::move(build);
  return theorem;
}

std::string replaySymbolOf(const std::string& symbol, const concrete::Path& path) {
  if (path.supported)
    return {};
  std::string portable = symbol;
  return portable.replace(portable.find(path.name), path.name.size(), "portable");
}

spec::Mnemonic mnemonicNamed(std::string_view text) {
  for (const spec::Mnemonic mnemonic : spec::allMnemonics())
    if (spec::textOf(mnemonic) == text)
      return mnemonic;
  assert(false && "no row of spec/instructions.def");
  return {};
}

} // namespace warplaw::proofs
