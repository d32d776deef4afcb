// One step of RED on one element, in code (RED-6, RED-7): a function for each width, which takes operation and size.
#include "proofs/statements/function_obligations.h"
#include "proofs/statements/witness.h"
#include "proofs/theorems/red_theorems.h"
#include <algorithm>
#include <cstring>
#include <iterator>

namespace warplaw::proofs::red {
namespace {

/// The pairs of elements that are so wide.
std::vector<Pair> pairsOf(unsigned bits) {
  std::vector<Pair> all;
  std::ranges::copy_if(pairs(), std::back_inserter(all), [=](Pair pair) { return elementBits(pair.size) == bits; });
  return all;
}

/// Is that pair asked for, given what a step is given?
Term asks(const Given& g, Pair pair) {
  return g.integers.at(0).eq(Bits(pair.op)) & g.integers.at(1).eq(Bits(pair.size));
}

void step(Given& g, unsigned bits) {
  const std::vector<lift::Table> objects = g.objects;
  const auto& given = g.integers;
  g.returned = symbolic::encodedStep(bits, cellsIn(objects), given.at(0), given.at(1), given.at(2), given.at(3),
                                     given.at(4).extract(4, 0));
}

/// One twin a form.
std::vector<WrongEffect> wrongSteps(unsigned bits) {
  std::vector<WrongEffect> wrong;
  for (const Pair pair : pairsOf(bits))
    wrong.push_back({"another-step-of-" + nameOf(pair),
                     "stored",
                     [bits, pair](Given& g) {
                       const auto choices = g.as<RedChoiceTerms>(0);
                       const Term memory = g.integers.at(2), operand = g.integers.at(3),
                                  nan = symbolic::redNan(choices, g.integers.at(4).extract(4, 0));
                       step(g, bits);
                       g.returned =
                           asks(g, pair).ite(wrongStepOf(pair.op, memory, operand,
                                                         [&](RedOp op) {
                                                           return symbolic::redStep(op, pair.size, memory, operand,
                                                                                    choices.unlikeZeros, nan);
                                                         }),
                                             g.returned);
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
            Term legal = g.terms.truth(false);
            for (const Pair pair : pairsOf(bits))
              legal = legal | asks(g, pair);
            return legal & isAllowed(g.as<RedChoiceTerms>(0)) &
                   g.integers.at(4).ult(g.terms.constant(32, spec::kLanes));
          },
          [bits](Given& g) { step(g, bits); },
          "stored"};
}

std::vector<Theorem> stepTheorems(const Subject& subject) {
  std::vector<Theorem> all;
  for (const unsigned bits : {16u, 32u, 64u})
    all.push_back(stepTheorem(subject, bits));
  return all;
}

} // namespace warplaw::proofs::red
