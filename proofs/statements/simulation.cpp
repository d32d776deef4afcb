// Witnesses by simulation: see simulation.h.
#include "proofs/statements/simulation.h"
#include "symbolic/terms/evaluate.h"
#include "symbolic/terms/walk.h"
#include <algorithm>
#include <random>

namespace warplaw::proofs {
namespace {
using symbolic::Bits;

/// A word: as it was, at an end of a range, or anything.
Bits word(std::mt19937_64& random, Bits before, unsigned width) {
  const Bits ends[] = {0, symbolic::onesOf(width), symbolic::onesOf(width) >> 1, (symbolic::onesOf(width) >> 1) + 1};
  switch (random() % 4) {
  case 0:
    return before;
  case 1:
    return ends[random() % std::size(ends)];
  default:
    return random() & symbolic::onesOf(width);
  }
}

bool hold(const std::vector<Term>& conditions, const Assignment& inputs) {
  const std::vector<Bits> values = symbolic::evaluate(conditions, inputs);
  return std::ranges::find(values, Bits(0)) == values.end();
}

/// One flag or number of an enumeration changed, if the assumptions still hold then.
void step(std::mt19937_64& random, const std::vector<Term>& told, const std::vector<Term>& assumptions,
          Assignment& inputs) {
  if (told.empty())
    return;
  const Term variable = told[random() % told.size()];
  Bits& value = inputs[std::string(variable.node()->name)];
  const Bits before = value;
  value = (random() % 2 ? random() % 2 : random() % 7) & symbolic::onesOf(variable.width());
  if (!hold(assumptions, inputs))
    value = before;
}

} // namespace

std::optional<Assignment> differingNear(const Output& output, const std::vector<Term>& assumptions,
                                        const Assignment& witness) {
  constexpr unsigned kAttempts = 20000;
  const std::vector<Term> told = symbolic::variablesOf(assumptions), both = {output.got, output.expected},
                          variables = symbolic::variablesOf(both);
  Assignment start = witness;
  for (const Term variable : told)
    start.try_emplace(std::string(variable.node()->name), Bits(0));
  Assignment inputs = start;
  std::mt19937_64 random(1); // its numbers are the same everywhere
  for (unsigned attempt = 0; attempt < kAttempts; ++attempt) {
    for (const Term variable : variables) {
      const std::string name(variable.node()->name);
      const auto said = witness.find(name);
      if (std::ranges::none_of(told, [&](Term t) { return t.same(variable); }))
        inputs[name] = word(random, said == witness.end() ? Bits(0) : said->second, variable.width());
    }
    const std::vector<Bits> values = symbolic::evaluate(both, inputs);
    if (values[0] != values[1] && hold(assumptions, inputs))
      return inputs;
    const bool isNear = attempt < kAttempts / 2; // the first half never goes far, the second meets everything
    if (attempt % (isNear ? 8 : 300) == 0)
      inputs = start;
    for (unsigned i = 0; i < (isNear ? 1u : 3u); ++i)
      step(random, told, assumptions, inputs);
  }
  return std::nullopt;
}

} // namespace warplaw::proofs
