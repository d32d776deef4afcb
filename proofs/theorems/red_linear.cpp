// RED's steps are those of the checker of histories (linearize/), element by element (RED-6, RED-7); and that F16x2 is
// atomic per lane, which some documents say, is refuted.
#include "linearize/operation.h"
#include "proofs/statements/witness.h"
#include "proofs/theorems/linearize_theorems.h"
#include "proofs/theorems/red_theorems.h"
#include <random>

namespace warplaw::proofs::red {
namespace {

// --- The checker's steps. ---

linearize::Operation operationOf(Pair pair) {
  const auto operation = linearize::findOperation(formOf(pair).substr(std::string_view("RED.").size()));
  assert(operation && "the checker has every reduction");
  return *operation;
}

/// Numbers at the edges of a format, and some between.
std::vector<std::uint64_t> numbers(unsigned bits) {
  const unsigned fraction = bits == 16 ? 10 : bits == 32 ? 23 : 52;
  const std::uint64_t ones = linearize::onesOf(bits / 8), sign = (ones >> 1) + 1,
                      infinity = (ones >> 1) >> fraction << fraction, least = std::uint64_t{1} << fraction;
  std::vector<std::uint64_t> all = {0, 1, least / 2, infinity / 2, infinity / 2 + least, ones >> 1};
  for (const std::uint64_t edge : {least, infinity})
    all.insert(all.end(), {edge - 1, edge, edge + 1});
  std::mt19937_64 random(7); // its numbers are the same everywhere
  for (unsigned i = 0; i < 20; ++i)
    all.push_back(random() & (ones >> 1));
  for (std::size_t i = 0, count = all.size(); i < count; ++i)
    all.push_back(all[i] | sign);
  return all;
}

/// The encoding's step of floats against the checker's, by evaluation; spoilt: one bit of the checker's is turned.
Obligation floatSteps(Pair pair, const std::string& name, bool spoilt) {
  return byEvidence(name + (spoilt ? "/twin/last-bit-turned" : "/is-the-checkers"),
                    spoilt ? Verdict::Refuted : Verdict::Checked, [=]() -> Obligation::Evidence {
                      const auto values = numbers(elementBits(pair.size));
                      const bool zerosMatter = pair.op != RedOp::Add;
                      std::uint64_t compared = 0;
                      for (std::uint32_t zeros = 0; zeros < (zerosMatter ? 3u : 1u); ++zeros) {
                        spec::RedChoices choices;
                        choices.unlikeZeros = zeros;
                        for (const std::uint64_t memory : values)
                          for (const std::uint64_t operand : values) {
                            const auto encoded =
                                static_cast<std::uint64_t>(stepOnWords(pair, memory, operand, choices, 0));
                            const std::uint64_t checked = linearize::stepOf(operationOf(pair), memory, operand, 0,
                                                                            static_cast<linearize::ZeroOrder>(zeros)) ^
                                                          (spoilt ? 1 : 0);
                            if (encoded != checked)
                              return {Verdict::Refuted, "",
                                      fmt::format("{:#x} and {:#x}: the encoding leaves {:#x}, the checker {:#x}",
                                                  memory, operand, encoded, checked)};
                            ++compared;
                          }
                      }
                      return {Verdict::Checked, fmt::format("{} pairs of numbers", compared), ""};
                    });
}

void addStep(std::vector<Obligation>& all, Terms& terms, Pair pair, const std::string& prefix) {
  const std::string name = prefix + "/" + nameOf(pair);
  const unsigned bits = elementBits(pair.size);
  if (linearize::isFloat(operationOf(pair).type)) {
    all.push_back(floatSteps(pair, name, false));
    all.push_back(floatSteps(pair, name, true));
    return;
  }
  const Term memory = terms.variable(bits, fmt::format("memory{}", bits)),
             operand = terms.variable(bits, fmt::format("operand{}", bits)), any = terms.variable(32, "unlikeZeros"),
             nan = terms.variable(64, "nan");
  all.push_back(implied(name + "/is-the-checkers", {},
                        symbolic::redStep(pair.op, pair.size, memory, operand, any, nan)
                            .eq(checker::edgeTo(operationOf(pair), memory, operand, terms.constant(bits, 0)))));
}

// --- "Atomic per lane". ---

constexpr Pair kHalfSums{RedOp::Add, RedSize::F16x2};

/// Is what two lanes leave, the halves in unlike orders, what whole accesses leave in one order or the other?
Obligation lanesAreSteps(Terms& terms, const Subject& subject, const std::string& name) {
  const auto half = [&](const char* of, unsigned i) { return terms.variable(32, of).extract(16 * i + 15, 16 * i); };
  const auto left = [&](unsigned i, bool exchanged) {
    const Term first = half(exchanged ? "second" : "first", i), second = half(exchanged ? "first" : "second", i);
    return stepOf(kHalfSums, stepOf(kHalfSums, half("memory", i), first), second);
  };
  const Term mixedLow = left(0, false), mixedHigh = left(1, true);
  const auto isWhole = [&](bool exchanged) {
    return mixedLow.eq(left(0, exchanged)) & mixedHigh.eq(left(1, exchanged));
  };
  return refuted(name, {}, isWhole(false) | isWhole(true), [subject](const Assignment& witness) {
    const auto leaves = [&](bool exchangesLow, bool exchangesHigh) {
      spec::RedChoices choices;
      if (exchangesLow)
        std::swap(choices.order[0], choices.order[1]);
      if (exchangesHigh)
        std::swap(choices.orderHigh[0], choices.orderHigh[1]);
      return leftByTwo(subject.machineCode(kDatapath), kHalfSums, valueOf(witness, "memory"),
                       {valueOf(witness, "first"), valueOf(witness, "second")}, choices);
    };
    const std::uint64_t mixed = leaves(false, true), one = leaves(false, false), other = leaves(true, true);
    return Replay{
        .reproduced = mixed != one && mixed != other,
        .report = fmt::format("halves in unlike orders leave {:#x}; whole accesses {:#x} or {:#x}", mixed, one, other),
        .counterexample = {}};
  });
}

} // namespace

std::vector<Theorem> linearTheorems(const Subject& subject) {
  const char* const claim = "red/atomic-halves/claim/a-lane-is-one-step";
  std::vector<Theorem> all = {
      law("red/linear", "RED", {"RED-6", "RED-7"},
          "one step of the encoding leaves what the checker of histories says that it does: integers for all values, "
          "floats over pairs of chosen ones",
          [](Terms& terms, const std::string& name) -> Obligations {
            std::vector<Obligation> made;
            for (const Pair pair : pairs())
              addStep(made, terms, pair, name);
            return made;
          }),
      law("red/atomic-halves", "RED", {"RED-6"},
          "what F16x2 leaves need not be what some order of whole lanes leaves: its elements are halves",
          [=](Terms& terms, const std::string&) -> Obligations {
            return std::vector<Obligation>{lanesAreSteps(terms, subject, claim)};
          })};
  all.back().claims = {{"RED-6",
                        "A reduction of F16x2 is atomic for each lane: both halves of an access take effect at once.",
                        claim, "red-6-halves-in-unlike-orders", "halves-share-an-order"}};
  return all;
}

} // namespace warplaw::proofs::red
