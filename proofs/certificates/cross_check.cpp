#include "proofs/certificates/cross_check.h"
#include <fmt/format.h>
#include <random>

namespace warplaw::certificates {
using symbolic::Bits;
using symbolic::Node;
using symbolic::Op;
using symbolic::Term;

namespace {

std::vector<Term> termsOf(const std::vector<const Node*>& nodes) { return {nodes.begin(), nodes.end()}; }

bool isInput(const Node& node) { return node.op == Op::Variable || node.op == Op::Apply; }

/// Any value, or one at which arithmetic changes its mind, or one that another variable is likely to have, too.
Bits randomValue(std::mt19937_64& random) {
  const Bits any = Bits{random()} << 64 | random();
  switch (random() % 6) {
  case 0:
    return random() % 4;
  case 1:
    return Bits{1} << random() % symbolic::kMaxWidth;
  case 2:
    return ~(Bits{1} << random() % symbolic::kMaxWidth);
  case 3:
    return random() % 40;
  case 4:
    return any >> random() % symbolic::kMaxWidth;
  default:
    return any;
  }
}

} // namespace

CrossCheck::CrossCheck(const BitBlasted& translation, const Cnf& circuit, std::vector<Literal> asserted)
    : translation_(translation), clauses_(circuit.variables()), asserted_(std::move(asserted)),
      evaluator_(termsOf(translation.nodes())) {
  for (std::size_t i = 0; i < circuit.size(); ++i)
    clauses_.add(circuit.clause(i));
}

std::string CrossCheck::on(std::span<const Bits> inputs, const symbolic::Functions& functions) {
  const std::vector<Bits> values = evaluator_(inputs, functions);
  std::vector<Literal> given;
  for (std::size_t i = 0; i < values.size(); ++i)
    if (const Node* node = translation_.nodes()[i]; isInput(*node))
      for (unsigned bit = 0; bit < node->width; ++bit)
        given.push_back((values[i] >> bit & 1) != 0 ? translation_.bitsOf(node)[bit] : -translation_.bitsOf(node)[bit]);
  const bool possible = clauses_.assume(given);
  std::string where = possible ? differs(values) : "the clauses contradict some inputs";
  clauses_.retract();
  return where;
}

std::string CrossCheck::differs(const std::vector<Bits>& values) const {
  for (std::size_t i = 0; i < values.size(); ++i) {
    const Node* node = translation_.nodes()[i];
    for (unsigned bit = 0; bit < node->width; ++bit) {
      const int got = clauses_.value(translation_.bitsOf(node)[bit]), expected = (values[i] >> bit & 1) != 0 ? 1 : -1;
      if (got != expected)
        return fmt::format("bit {} of term {} (operation {}, width {}): the clauses say {}, the interpreter {}", bit, i,
                           static_cast<int>(node->op), node->width,
                           got == 0  ? "nothing"
                           : got > 0 ? "1"
                                     : "0",
                           expected > 0 ? 1 : 0);
    }
  }
  return assertsOtherwise(values);
}

std::string CrossCheck::assertsOtherwise(const std::vector<Bits>& values) const {
  const auto isTrue = [&](Term term) { return values[translation_.placeOf(term.node())] != 0; };
  std::vector<bool> expected;
  for (const Term assumption : translation_.query().assumptions)
    expected.push_back(isTrue(assumption));
  if (translation_.query().goal)
    expected.push_back(!isTrue(translation_.query().goal));
  if (expected.size() != asserted_.size())
    return "not everything is asserted";
  for (std::size_t i = 0; i < expected.size(); ++i)
    if (clauses_.value(asserted_[i]) != (expected[i] ? 1 : -1))
      return fmt::format("assertion {} is another one", i);
  return {};
}

std::string CrossCheck::atRandom(unsigned rounds, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  for (unsigned round = 0; round < rounds; ++round) {
    std::vector<Bits> inputs(variables().size());
    for (Bits& input : inputs)
      input = randomValue(random);
    if (!inputs.empty() && random() % 2 == 0) // equal values, for functions of them
      for (Bits& input : inputs)
        if (random() % 2 == 0)
          input = inputs[random() % inputs.size()];
    const std::uint64_t salt = random();
    const auto anyFunction = [salt](std::string_view name, std::span<const Bits> args) {
      std::uint64_t hash = salt ^ std::hash<std::string_view>()(name);
      for (const Bits arg : args)
        for (const std::uint64_t half : {static_cast<std::uint64_t>(arg), static_cast<std::uint64_t>(arg >> 64)})
          hash = (hash ^ half) * 0x9e3779b97f4a7c15ull, hash ^= hash >> 29;
      return hash % 4 == 0 ? Bits{hash >> 62} : Bits{hash} << 64 | hash * 0xbf58476d1ce4e5b9ull;
    };
    if (std::string where = on(inputs, anyFunction); !where.empty())
      return where;
  }
  return {};
}

} // namespace warplaw::certificates
