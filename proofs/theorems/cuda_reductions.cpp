// What __syncthreads_and and _or evaluate to (BAR-3): 1 or 0, said of the threads' inputs; and the claim that it is the
// AND or OR of the inputs, bit by bit. The CTA has one warp here; BAR-5 and the induction (bar_order.cpp) say how the
// votes of several warps meet.
#include "proofs/statements/instruction.h"
#include "proofs/statements/witness.h"
#include "proofs/theorems/cuda_theorems.h"
#include "symbolic/encodings/cuda.h"
#include <fmt/format.h>

namespace warplaw::proofs::cuda {
namespace {
using spec::BarOp;
using spec::CudaArrival;
using symbolic::BarrierTerms;
using symbolic::Bits;
using symbolic::PerLane;

bool isAnd(BarOp op) { return op == BarOp::RedAnd; }

/// One call by the lanes of "exec", on variables "input[i]".
struct OneWarp {
  Terms& terms;
  BarOp op;
  Term exec;
  PerLane<Term> input, before;
  Term arrival;
  symbolic::CudaSyncResult result;

  OneWarp(Terms& t, BarOp o) : terms(t), op(o), exec(t.variable(32, "exec")) {
    for (unsigned lane = 0; lane < spec::kLanes; ++lane) {
      input[lane] = t.variable(32, fmt::format("input[{}]", lane));
      before[lane] = t.variable(32, fmt::format("before[{}]", lane));
    }
    const auto inputs = symbolic::constants(t, spec::SpecialInputs{});
    BarrierTerms barriers = symbolic::constants(t, spec::Barriers{});
    arrival = cudaSync({op, exec, input, symbolic::constants(t, spec::BarChoices{}), inputs}, barriers);
    result = cudaSyncResult(false, exec, inputs, barriers, before);
  }

  Term number(Bits value) const { return terms.constant(32, value); }
  Term executes() const { return exec.ne(number(0)); }
  /// The AND or OR of the inputs of all lanes that execute.
  template <class F> Term combined(Term neutral, F inputOf) const {
    Term all = neutral;
    for (unsigned lane = 0; lane < spec::kLanes; ++lane) {
      const Term own = exec.bit(lane).ite(inputOf(input[lane]), neutral);
      all = isAnd(op) ? all & own : all | own;
    }
    return all;
  }
  Term truth() const {
    return combined(terms.truth(isAnd(op)), [&](Term word) { return word.ne(number(0)); }).zext(32);
  }
  Term bitwise() const {
    return combined(number(isAnd(op) ? 0xffffffff : 0), [](Term word) { return word; });
  }
  Term eachReceives(Term word) const {
    std::vector<Term> all;
    for (unsigned lane = 0; lane < spec::kLanes; ++lane)
      all.push_back(result.after[lane].eq(exec.bit(lane).ite(word, before[lane])));
    return terms.all(all);
  }
  /// Exactly these lanes execute, and pass no more than that.
  std::vector<Term> fewAndSmall(Bits lanes, Bits greatest) const {
    std::vector<Term> all = {exec.eq(lanes)};
    for (const Term word : input)
      all.push_back(word.ule(number(greatest)));
    return all;
  }
};

std::string nameOf(BarOp op) { return isAnd(op) ? "syncthreads_and" : "syncthreads_or"; }

/// The shipped functions on the witness: each lane that executes receives another word than the claim says.
Replay replayed(const Subject& subject, BarOp op, const Assignment& witness) {
  using Arrive = CudaArrival(std::uint32_t exec, const std::uint32_t* predicate, const spec::BarChoices* choices,
                             const spec::SpecialInputs* inputs, spec::Barriers* barriers);
  using Result = bool(std::uint32_t exec, const spec::SpecialInputs* inputs, const spec::Barriers* barriers,
                      std::uint32_t* result);
  auto* arrive = reinterpret_cast<Arrive*>(subject.machineCode("warplaw_cuda_" + nameOf(op)));
  auto* resultOf = reinterpret_cast<Result*>(subject.machineCode("warplaw_cuda_syncthreads_and_or_result"));
  if (!arrive || !resultOf)
    return {.reproduced = false, .report = "no machine code for __" + nameOf(op), .counterexample = {}};
  const auto word = [&](const std::string& name) { return static_cast<std::uint32_t>(valueOf(witness, name)); };
  const std::uint32_t exec = word("exec");
  std::uint32_t input[spec::kLanes], result[spec::kLanes] = {}, bits = isAnd(op) ? ~0u : 0u;
  for (unsigned lane = 0; lane < spec::kLanes; ++lane) {
    input[lane] = word(fmt::format("input[{}]", lane));
    if (exec >> lane & 1)
      bits = isAnd(op) ? bits & input[lane] : bits | input[lane];
  }
  const spec::BarChoices choices;
  const spec::SpecialInputs inputs;
  spec::Barriers barriers;
  const bool ran = arrive(exec, input, &choices, &inputs, &barriers) == CudaArrival::Releases &&
                   resultOf(exec, &inputs, &barriers, result);
  bool isOther = ran && exec != 0;
  std::uint32_t received = 0;
  for (unsigned lane = 0; lane < spec::kLanes; ++lane)
    if (exec >> lane & 1) {
      received = result[lane];
      isOther = isOther && received != bits;
    }
  return {.reproduced = isOther,
          .report = fmt::format("__{}: lanes {:#x} receive {:#x}; their inputs, bit by bit, are {:#x}", nameOf(op),
                                exec, received, bits),
          .counterexample = {}};
}

Theorem bitByBit(const Subject& subject, BarOp op) {
  const char* const word = isAnd(op) ? "AND" : "OR";
  Theorem theorem =
      about(fmt::format("cuda/{}-bits", nameOf(op)), {"BAR-3"},
            fmt::format("__{} gives each thread 1 or 0: whether {} input is not 0, of a CTA of one warp; the claim "
                        "that it gives the {} of all inputs holds of inputs that are 0 or 1",
                        nameOf(op), isAnd(op) ? "each" : "some", word));
  const std::string claim = theorem.name + "/claim/least-witness";
  theorem.claims = {{"BAR-3", fmt::format("__{} returns the {} of all the inputs.", nameOf(op), word), claim,
                     isAnd(op) ? "bar-3-and-gives-a-truth" : "bar-3-or-gives-a-truth", ""}};
  theorem.build = [=, name = theorem.name](Terms& terms) -> Obligations {
    const OneWarp warp(terms, op);
    const auto replay = [=](const Assignment& witness) { return replayed(subject, op, witness); };
    std::vector<Term> truths = {warp.executes()};
    for (const Term input : warp.input)
      truths.push_back(input.ule(warp.number(1)));
    // AND needs two lanes to be 0 in every bit where every input is not 0
    const auto least = isAnd(op) ? warp.fewAndSmall(3, 2) : warp.fewAndSmall(1, 2);
    const Term claimed = warp.eachReceives(warp.bitwise());
    return std::vector<Obligation>{
        implied(name + "/releases", {warp.executes()},
                warp.arrival.eq(static_cast<Bits>(CudaArrival::Releases)) & warp.result.accepted),
        implied(name + "/one-or-zero", {warp.executes()}, warp.eachReceives(warp.truth())),
        implied(name + "/claim/holds-of-truths", truths, claimed),
        refuted(name + "/claim/any-inputs", {warp.executes()}, claimed, replay),
        refuted(claim, least, claimed, replay)};
  };
  return theorem;
}

} // namespace

std::vector<Theorem> reductionTheorems(const Subject& subject) {
  return {bitByBit(subject, BarOp::RedAnd), bitByBit(subject, BarOp::RedOr)};
}

} // namespace warplaw::proofs::cuda
