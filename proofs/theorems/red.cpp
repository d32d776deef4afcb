// RED's theorems (RED-1..7): names of forms, plan and modifiers.
#include "proofs/statements/function_obligations.h"
#include "proofs/theorems/red_theorems.h"
#include <algorithm>
#include <cctype>

namespace warplaw::proofs {
namespace red {

Term laneWord(const RedModifierTerms& modifiers, const RedChoiceTerms& choices, Term lane, const LaneWords& words,
              const GenericRegionTerms& regions, const SpecialInputTerms& inputs) {
  const symbolic::RedReach reach =
      symbolic::redReach(modifiers, choices, lane, lane.terms().truth(true), words[spec::red_rows::kBase],
                         words[spec::red_rows::kBaseHigh], regions, inputs);
  return reachWord(reach.performs, reach.place, reach.error, modifiers.size);
}

std::string formOf(Pair pair) {
  spec::RedForm form;
  form.op = pair.op;
  form.size = pair.size;
  return spec::nameOf(form);
}

std::string nameOf(Pair pair) {
  const std::string form = formOf(pair);
  const std::size_t op = form.find('.') + 1, size = form.find('.', op) + 1;
  std::string name = form.substr(op, size - op - 1) + "_" + form.substr(size, form.find('.', size) - size);
  std::ranges::transform(name, name.begin(), [](unsigned char c) { return std::tolower(c); });
  return name;
}

Term wrongStepOf(RedOp op, Term element, Term operand, const std::function<Term(RedOp)>& step) {
  switch (op) {
  case RedOp::Min:
    return step(RedOp::Max);
  case RedOp::Max:
    return step(RedOp::Min);
  case RedOp::Inc: // starts again one too late
    return operand.ult(element).ite(element.terms().constant(32, 0), element + Bits(1));
  case RedOp::Dec: // 0 does not start again
    return operand.ult(element).ite(operand, element - Bits(1));
  default: // a carry or a bit that the operation does not have
    return step(op) ^ element.bit(0).zext(element.width());
  }
}

Theorem law(const std::string& name, const char* instruction, std::vector<std::string> rules, std::string statement,
            std::function<Obligations(Terms&, const std::string& name)> build) {
  Theorem theorem = instructionTheorem(name, instruction, "", std::move(rules), std::move(statement), "",
                                       [=](Terms& terms) { return build(terms, name); });
  theorem.laneLevel = true;
  return theorem;
}

Theorem pathTheorem(const Subject& subject, const std::string& name, const char* instruction,
                    const concrete::Path& path, std::vector<std::string> rules, std::string statement,
                    const Contract& contract, std::vector<WrongEffect> wrong,
                    std::function<void(const AskedOfPath&)> more, std::vector<Contract> callees, AsCase asCase) {
  const auto build = [=](Terms& terms) {
    FunctionContract function;
    const auto how = [&](FunctionContract& asked) {
      asked.replaySymbol = replaySymbolOf(contract.symbol, path);
      asked.asCase = asCase;
      function = asked;
    };
    Obligations made = functionObligations(terms, subject, contract, wrong, name, how, callees);
    if (auto* const all = std::get_if<std::vector<Obligation>>(&made)) {
      const Contract stated = asStated(subject, contract);
      const Given given = variablesOf(terms, stated);
      more({given, stated.requires_(given), *all,
            [=](const Assignment& witness) { return replayEverywhere(subject, function, function.state, witness); }});
    }
    return made;
  };
  return instructionTheorem(name, instruction, std::string(path.name), std::move(rules), std::move(statement),
                            contract.symbol, build);
}

WrongEffect wordOfAnother(std::string name, const Contract& function, unsigned results,
                          const std::function<void(Given& handed)>& change, std::string rule) {
  return {std::move(name),
          "row[0][5]",
          [effect = function.effect, change, results](Given& g) {
            Given other = g;
            change(other);
            effect(g);
            effect(other);
            auto left = g.as<ResultTerms>(results);
            left.row[0][5] = other.as<ResultTerms>(results).row[0][5];
            g.set(results, left);
          },
          {std::move(rule)}};
}

unsigned elementBits(RedSize size) { return size == RedSize::F16x2 ? 16 : 8 * spec::bytesOf(size); }

Proof proofOf() {
  Proof proof;
  proof.encodedBy(symbolic::redPlan, symbolic::redModifiers);
  proof.onWords = Proof::ofWords(onWords());
  proof.rules = {"RED-2", "RED-3", "RED-4", "RED-5"};
  proof.planRules = {"RED-1", "RED-2"};
  proof.wrongPlans = {proof.planBut("the-address-is-always-a-pair", "source[1].kind", {"RED-2"},
                                    [](symbolic::PlanTerms& plan, const RedFormTerms&, const auto&) {
                                      plan.source[spec::red_rows::kBaseHigh].kind =
                                          plan.source[spec::red_rows::kBase].kind;
                                    })};
  proof.wrongModifiers = {proof.modifiersBut("the-offset-is-zero-extended-under-RZ", "imm20", {"RED-2"},
                                             [](RedModifierTerms& m, const RedFormTerms& form) {
                                               m.imm20 = form.address.hasBase.ite(m.imm20, m.imm20 & Bits(0x7ffff));
                                             })};
  return proof;
}

} // namespace red

Readings redReadings() {
  Readings all = red::proofOf().readings();
  for (Misreading& wrong : red::misreadings())
    all.wrong.push_back(std::move(wrong));
  return all;
}

} // namespace warplaw::proofs
