// One step of RED on one element, in code (RED-6, RED-7): a function for each width, which takes operation and size.
#include "proofs/statements/function_obligations.h"
#include "proofs/statements/witness.h"
#include "proofs/theorems/red_theorems.h"
#include <cstring>

namespace warplaw::proofs::red {
namespace {

/// What a step is given.
struct Element {
  Term op, size, memory, operand, unlikeZeros, nan;

  explicit Element(const Given& g) {
    const auto choices = g.as<RedChoiceTerms>(0);
    op = g.integers.at(0), size = g.integers.at(1), memory = g.integers.at(2), operand = g.integers.at(3);
    unlikeZeros = choices.unlikeZeros;
    nan = symbolic::redNan(choices, g.integers.at(4).extract(4, 0));
  }
  Terms& terms() const { return op.terms(); }
  Term is(Pair pair) const { return op.eq(Bits(pair.op)) & size.eq(Bits(pair.size)); }
  Term step(Pair pair) const { return symbolic::redStep(pair.op, pair.size, memory, operand, unlikeZeros, nan); }
};

/// What `of` says of the pair that is asked for.
Term chosen(unsigned bits, const Element& element, const std::function<Term(Pair)>& of) {
  Term value = element.memory;
  for (const Pair pair : pairs())
    if (elementBits(pair.size) == bits)
      value = element.is(pair).ite(of(pair), value);
  return value;
}

/// One twin a form.
std::vector<WrongEffect> wrongSteps(unsigned bits) {
  std::vector<WrongEffect> wrong;
  for (const Pair pair : pairs())
    if (elementBits(pair.size) == bits)
      wrong.push_back({"another-step-of-" + nameOf(pair),
                       "stored",
                       [bits, pair](Given& g) {
                         const Element element(g);
                         g.returned = chosen(bits, element, [&](Pair asked) {
                           const bool spoilt = asked.op == pair.op && asked.size == pair.size;
                           return spoilt ? wrongStepOf(asked.op, element.memory, element.operand,
                                                       [&](RedOp op) { return element.step({op, asked.size}); })
                                         : element.step(asked);
                         });
                       },
                       {"RED-6"}});
  return wrong;
}

/// The step of one lane, at address 0.
std::optional<spec::Case> asCase(const Assignment& witness) {
  const auto named = [&](const char* name) { return valueOf(witness, name); };
  const std::uint64_t lane = named("lane") % spec::kLanes, operand = named("operand"), memory = named("memory");
  spec::Operands operands{};
  operands.exec = 1u << lane;
  operands.row[spec::red_rows::kOperand][lane] = static_cast<std::uint32_t>(operand);
  operands.row[spec::red_rows::kOperandHigh][lane] = static_cast<std::uint32_t>(operand >> 32);
  std::vector<std::uint8_t> bytes(sizeof memory);
  std::memcpy(bytes.data(), &memory, bytes.size());
  return AfterReach{{static_cast<std::uint32_t>(named("op")), static_cast<std::uint32_t>(named("size")), 0, 0},
                    operands,
                    valueFrom<spec::RedChoices>(witness),
                    {},
                    bytes}
      .asCase();
}

Theorem stepTheorem(const Subject& subject, unsigned bits) {
  const std::string name = fmt::format("red/step-{}", bits);
  return instructionTheorem(
      name, "RED", "portable", {"RED-6", "RED-7"},
      fmt::format("what one step leaves in an element of {} bits, for every legal operation and size of such elements, "
                  "all that it held, all operands and choices",
                  bits),
      stepContract(bits).symbol, [=](Terms& terms) {
        const auto how = [](FunctionContract& function) { function.asCase = asCase; };
        return functionObligations(terms, subject, stepContract(bits), wrongSteps(bits), name, how);
      });
}

} // namespace

Contract stepContract(unsigned bits) {
  return {fmt::format("warplaw_red_step_{}", bits),
          {integer("op"), integer("size"), integer("memory", bits), integer("operand", bits),
           reads<RedChoiceTerms>("choices"), integer("lane")},
          [bits](const Given& g) {
            const Element element(g);
            Term legal = g.terms.truth(false);
            for (const Pair pair : pairs())
              if (elementBits(pair.size) == bits)
                legal = legal | element.is(pair);
            return legal & isAllowed(g.as<RedChoiceTerms>(0)) &
                   g.integers.at(4).ult(g.terms.constant(32, spec::kLanes));
          },
          [bits](Given& g) {
            const Element element(g);
            g.returned = chosen(bits, element, [&](Pair pair) { return element.step(pair); });
          },
          "stored"};
}

std::vector<Theorem> stepTheorems(const Subject& subject) {
  std::vector<Theorem> all;
  for (const unsigned bits : {16u, 32u, 64u})
    all.push_back(stepTheorem(subject, bits));
  return all;
}

} // namespace warplaw::proofs::red
