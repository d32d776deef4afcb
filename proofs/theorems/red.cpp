// RED's theorems (RED-1..7): names of forms, plan and modifiers.
#include "proofs/theorems/red_theorems.h"
#include <algorithm>
#include <cctype>

namespace warplaw::proofs {
namespace red {

const std::vector<Pair>& pairs() {
  static const std::vector<Pair> kPairs = [] {
    std::vector<Pair> list;
    for (const spec::FormFamily& family : spec::families(spec::Mnemonic::Red))
      if (const auto& form = family.form.as<spec::RedForm>(); !form.extended)
        list.push_back({form.op, form.size});
    return list;
  }();
  return kPairs;
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
  proof.onWords =
      Proof::ofWords([](const auto& modifiers, const auto& operands, const auto& choices,
                        std::span<std::uint8_t> memory, const spec::SurroundingCells& cells,
                        spec::Results& results) { runOnWords(modifiers, operands, choices, memory, cells, results); });
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
