// One atomic for many lanes (SYNC-10, vi): a step with what redux.sync makes of their operands leaves what steps of
// their own leave one after another, in any order. An induction over those that have had their turn.
#include "proofs/statements/witness.h"
#include "proofs/theorems/red_theorems.h"
#include "symbolic/encodings/reduxsync.h"
#include <algorithm>
#include <fmt/format.h>

namespace warplaw::proofs::red {
namespace {
using spec::ReduxsyncOp;
using spec::ReduxsyncType;
using symbolic::PerLane;
using symbolic::ReduxResults;
using symbolic::ReduxsyncModifierTerms;

/// Which reduction has RED's operation: of integers of 32 bits; INC and DEC have none.
std::optional<std::pair<ReduxsyncOp, ReduxsyncType>> reductionOf(Pair pair) {
  if (pair.size != RedSize::U32 && pair.size != RedSize::S32)
    return {};
  const ReduxsyncType ofSize = pair.size == RedSize::U32 ? ReduxsyncType::U32 : ReduxsyncType::S32;
  constexpr std::tuple<RedOp, ReduxsyncOp, bool> kOps[] = {
      // true: of bits
      {RedOp::Add, ReduxsyncOp::Add, false}, {RedOp::Min, ReduxsyncOp::Min, false},
      {RedOp::Max, ReduxsyncOp::Max, false}, {RedOp::And, ReduxsyncOp::And, true},
      {RedOp::Or, ReduxsyncOp::Or, true},    {RedOp::Xor, ReduxsyncOp::Xor, true}};
  for (const auto& [op, reduction, isOfBits] : kOps)
    if (op == pair.op)
      return std::pair(reduction, isOfBits ? ReduxsyncType::B32 : ofSize);
  return {};
}

class Aggregation {
public:
  Aggregation(Terms& terms, Pair pair, std::pair<ReduxsyncOp, ReduxsyncType> reduction)
      : terms_(terms), pair_(pair), modifiers_{word(static_cast<Bits>(reduction.first)),
                                               word(static_cast<Bits>(reduction.second)), word(0), word(0)} {}

  /// What redux.sync gives is a fold over the members, and a step with what some give, then one more, is a step with
  /// what all of these give; whoever comes first.
  std::vector<Obligation> obligations(const std::string& name) const {
    const Term memory = variable("memory"), some = variable("some"), one = variable("one"), other = variable("other");
    std::vector<Obligation> all = {
        implied(name + "/nobody", {}, step(memory, ofNobody()).eq(memory)),
        implied(name + "/one-more", {}, step(step(memory, some), one).eq(step(memory, joined(some, one)))),
        implied(name + "/any-order", {}, joined(joined(some, one), other).eq(joined(joined(some, other), one)))};
    const Term part = variable("part");
    PerLane<Term> words;
    for (unsigned lane = 0; lane < spec::kLanes; ++lane)
      words[lane] = variable(fmt::format("word-{}", lane));
    const auto below = [&](unsigned count) { return resultsOf(part & word((Bits(1) << count) - 1), words); };
    for (unsigned lane = 0; lane < spec::kLanes; ++lane) {
      const ReduxResults before = below(lane);
      const Term those = reduxChosen(modifiers_, before);
      all.push_back(
          implied(fmt::format("{}/reduced-{:02}", name, lane), {},
                  reduxChosen(modifiers_, below(lane + 1)).eq(part.bit(lane).ite(joined(those, words[lane]), those))));
      for (const Term result : {before.sum, before.conjunction, before.disjunction, before.parity, before.least})
        if (!result.isConstant()) // whatever it is
          all.back().anyValues.emplace_back(result, variable(fmt::format("any-{}", all.back().anyValues.size())));
    }
    return all;
  }

private:
  Term word(Bits value) const { return terms_.constant(32, value); }
  Term variable(const std::string& name) const { return terms_.variable(32, name); }
  Term step(Term memory, Term operand) const { return stepOf(pair_, memory, operand); }
  ReduxResults resultsOf(Term part, const PerLane<Term>& words) const {
    PerLane<Term> keys;
    for (unsigned lane = 0; lane < spec::kLanes; ++lane)
      keys[lane] = symbolic::reduxKey(modifiers_, words[lane]);
    return symbolic::reduxResults(part, words, keys);
  }
  Term ofNobody() const { return ofTwo(0, word(0), word(0)); }
  Term joined(Term one, Term other) const { return ofTwo(3, one, other); }
  Term ofTwo(Bits part, Term one, Term other) const {
    PerLane<Term> words;
    words.fill(word(0));
    words[0] = one;
    words[1] = other;
    return reduxChosen(modifiers_, resultsOf(word(part), words));
  }

  Terms& terms_;
  Pair pair_;
  ReduxsyncModifierTerms modifiers_;
};

constexpr Pair kFloats{RedOp::Add, RedSize::F32};
constexpr std::uint64_t kNothing = 0x80000000; ///< -0, which changes no sum

/// With floats a step with the sum leaves another sum.
Obligation sumFirst(Terms& terms, const Subject& subject, const std::string& name) {
  const Term memory = terms.variable(32, "memory"), one = terms.variable(32, "one"),
             other = terms.variable(32, "other");
  const auto step = [](Term before, Term operand) { return stepOf(kFloats, before, operand); };
  return refuted(name, {}, step(step(memory, one), other).eq(step(memory, step(one, other))),
                 [subject](const Assignment& witness) {
                   const auto word = [&](const char* variable) { return valueOf(witness, variable); };
                   const auto leaves = [&](std::uint64_t before, std::uint64_t first, std::uint64_t second) {
                     return leftByTwo(subject.machineCode(kDatapath), kFloats, before, {first, second}, {});
                   };
                   const std::uint64_t serially = leaves(word("memory"), word("one"), word("other"));
                   const std::uint64_t sum = leaves(word("one"), word("other"), kNothing);
                   const std::uint64_t together = leaves(word("memory"), sum, kNothing);
                   return Replay{.reproduced = serially != together,
                                 .report = fmt::format("{}: {:#x} one after the other, {:#x} of their sum",
                                                       formOf(kFloats), serially, together),
                                 .counterexample = {}};
                 });
}

} // namespace

std::vector<Theorem> aggregationTheorems(const Subject& subject) {
  return {law(
      "red/aggregation", "RED", {"SYNC-10", "SYNC-5", "RED-6"},
      "one step with what redux.sync makes of the operands of lanes that meet on an element leaves what a step of each "
      "leaves, in any order, whichever lanes they are: integer ADD, MIN, MAX, AND, OR, XOR; not sums of floats",
      [subject](Terms& terms, const std::string& name) -> Obligations {
        std::vector<Obligation> all;
        for (const Pair pair : pairs())
          if (const auto reduction = reductionOf(pair))
            std::ranges::move(Aggregation(terms, pair, *reduction).obligations(name + "/" + nameOf(pair)),
                              std::back_inserter(all));
        all.push_back(sumFirst(terms, subject, name + "/add_f32/sum-first"));
        return all;
      })};
}

} // namespace warplaw::proofs::red
