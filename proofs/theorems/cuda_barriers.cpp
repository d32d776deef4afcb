// __syncthreads and its kin on code: a warp's arrival is BAR's at barrier 0, the result B2R's, each datapath called
// through its contract (BAR-1..4). What is around a warp is assumed to be legal.
#include "proofs/statements/around.h"
#include "proofs/statements/machine_contracts.h"
#include "proofs/statements/row.h"
#include "proofs/theorems/cuda_theorems.h"
#include "proofs/theorems/datapath_contracts.h"
#include "symbolic/encodings/cuda.h"
#include <fmt/format.h>

namespace warplaw::proofs::cuda {
namespace {
using machine::rowIn;
using machine::setRow;
using spec::BarOp;
using spec::CudaArrival;
using symbolic::BarChoiceTerms;
using symbolic::BarrierTerms;
using symbolic::Bits;
using symbolic::CudaSync;
using symbolic::PerLane;
using symbolic::SpecialInputTerms;
using Inputs = Reads<spec::SpecialInputsIn>;

// --- Arrivals. ---

/// What a warp arrives with, and the barriers before.
struct Arriving {
  CudaSync call;
  BarrierTerms before;
  unsigned barriers; ///< which object they are

  Arriving(const Given& g, BarOp op) : call{op, g.integers[0], {}, {}, {}}, before(), barriers(0) {
    unsigned object = 0;
    if (op != BarOp::Sync)
      call.predicate = rowIn(g.objects[object++]);
    call.choices = g.as<BarChoiceTerms>(object++);
    call.inputs = g.as<SpecialInputTerms>(object++);
    barriers = object;
    before = g.as<BarrierTerms>(barriers);
  }
  Terms& terms() const { return call.exec.terms(); }
  Term arrives(Term arrival) const { return is(arrival, CudaArrival::Waits) | is(arrival, CudaArrival::Releases); }
  static Term is(Term arrival, CudaArrival which) { return arrival.eq(static_cast<Bits>(which)); }
  Term number(CudaArrival which) const { return terms().constant(32, static_cast<Bits>(which)); }
};

void rightly(BarOp op, Given& g) {
  const Arriving a(g, op);
  BarrierTerms after = a.before;
  g.returned = cudaSync(a.call, after);
  g.set(a.barriers, after);
}

struct Sync {
  const char* name; ///< "syncthreads_and": of theorems, and in symbols after "warplaw_cuda_"
  BarOp op;
  const char* instruction;
};
constexpr Sync kSyncs[] = {{"syncthreads", BarOp::Sync, "BAR.SYNC 0"},
                           {"syncthreads_count", BarOp::RedPopc, "BAR.RED.POPC 0"},
                           {"syncthreads_and", BarOp::RedAnd, "BAR.RED.AND 0"},
                           {"syncthreads_or", BarOp::RedOr, "BAR.RED.OR 0"}};

Contract contractOf(const Sync& sync) {
  std::vector<Parameter> parameters = {integer("exec")};
  if (sync.op != BarOp::Sync)
    parameters.push_back(row("predicate"));
  parameters.insert(parameters.end(), {reads<BarChoiceTerms>("choices", "choices."), Inputs::parameter(),
                                       Changes<spec::BarriersIn>::parameter()});
  return {fmt::format("warplaw_cuda_{}", sync.name), parameters,
          [op = sync.op](const Given& g) {
            const Arriving a(g, op);
            return isLegal(a.call.inputs) & isLegal(a.before);
          },
          [op = sync.op](Given& g) { rightly(op, g); }, "arrival"};
}

/// The arrival with what it leaves and says changed.
WrongEffect wrong(const char* name, const char* output, const char* rule, BarOp op,
                  std::function<void(BarrierTerms& after, Term& arrival, const Arriving&)> spoil) {
  return {name,
          output,
          [=](Given& g) {
            const Arriving a(g, op);
            rightly(op, g);
            BarrierTerms after = g.as<BarrierTerms>(a.barriers);
            spoil(after, g.returned, a);
            g.set(a.barriers, after);
          },
          {rule}};
}
/// Barrier 0's accumulator after another call.
WrongEffect otherVotes(const char* name, const char* rule, BarOp op, std::function<void(CudaSync&)> spoil) {
  return wrong(name, "accumulator[0]", rule, op, [spoil](BarrierTerms& after, Term&, const Arriving& a) {
    CudaSync other = a.call;
    spoil(other);
    BarrierTerms otherwise = a.before;
    cudaSync(other, otherwise);
    after.accumulator[0] = otherwise.accumulator[0];
  });
}

std::vector<WrongEffect> wrongSyncs(BarOp op) {
  std::vector<WrongEffect> all = {
      wrong("the-last-warp-waits", "arrival", "BAR-2", op,
            [](auto&, Term& arrival, const Arriving& a) {
              arrival = a.is(arrival, CudaArrival::Releases).ite(a.number(CudaArrival::Waits), arrival);
            }),
      wrong("misuse-is-accepted", "arrival", "BAR-4", op,
            [](auto&, Term& arrival, const Arriving& a) {
              arrival = a.is(arrival, CudaArrival::Misuse).ite(a.number(CudaArrival::Waits), arrival);
            }),
      wrong("a-warp-without-lanes-arrives", "arrived[0]", "BAR-1", op,
            [](BarrierTerms& after, Term& arrival, const Arriving& a) {
              const Term nobody = a.is(arrival, CudaArrival::NobodyCalls);
              after.arrived[0] = nobody.ite(a.before.arrived[0] + Bits(spec::kLanes), after.arrived[0]);
            }),
      wrong("at-barrier-1-too", "arrived[1]", "BAR-1", op, [](BarrierTerms& after, Term& arrival, const Arriving& a) {
        after.arrived[1] = a.arrives(arrival).ite(a.before.arrived[1] + Bits(spec::kLanes), after.arrived[1]);
      })};
  if (op == BarOp::Sync)
    return all;
  all.push_back(otherVotes("lowest-bit-alone-is-yes", "BAR-3", op, [](CudaSync& call) {
    for (Term& word : call.predicate)
      word = word.extract(0, 0).zext(32);
  }));
  all.push_back(otherVotes("lanes-outside-exec-say-yes", "BAR-3", op, [](CudaSync& call) {
    Terms& terms = call.exec.terms();
    call.choices.outsideIsNeutral = terms.constant(32, 0);
    call.choices.outside = terms.constant(32, 0xffffffff);
  }));
  return all;
}

Theorem syncTheorem(const Subject& subject, const Sync& sync) {
  return onCode(
      subject,
      about(fmt::format("cuda/{}", sync.name), {"BAR-1", "BAR-2", "BAR-3", "BAR-4"},
            fmt::format("__{} is {} of all threads of the CTA: for all exec masks, {}choices and legal surroundings "
                        "barriers and latches are the same, and it says whether the warp waits, releases those who "
                        "do, or misuses the barrier, which changes nothing",
                        sync.name, sync.instruction, sync.op == BarOp::Sync ? "" : "predicates, ")),
      {contractOf(sync), {barDatapath()}, wrongSyncs(sync.op)});
}

// --- Results. ---

/// What a released warp asks with.
struct Asking {
  Term exec;
  SpecialInputTerms inputs;
  BarrierTerms barriers;
  PerLane<Term> before;

  explicit Asking(const Given& g)
      : exec(g.integers[0]), inputs(g.as<SpecialInputTerms>(0)), barriers(g.as<BarrierTerms>(1)),
        before(rowIn(g.objects[2])) {}
  symbolic::CudaSyncResult result(bool isCount) const {
    return symbolic::cudaSyncResult(isCount, exec, inputs, barriers, before);
  }
  Term zero() const { return exec.terms().constant(32, 0); }
};

/// What another asks, as lane `lane` receives it or, where there is no lane, as it is accepted.
WrongEffect wrongResult(const char* name, bool isCount, int lane, std::function<void(Asking&)> spoil) {
  return {name,
          lane < 0 ? "accepted" : fmt::format("result[{}]", lane),
          [=](Given& g) {
            Asking asking(g);
            symbolic::CudaSyncResult right = asking.result(isCount);
            spoil(asking);
            const symbolic::CudaSyncResult other = asking.result(isCount);
            if (lane < 0)
              right.accepted = other.accepted;
            else
              right.after[static_cast<unsigned>(lane)] = other.after[static_cast<unsigned>(lane)];
            g.returned = right.accepted;
            setRow(g.objects[2], right.after);
          },
          {"BAR-2"}};
}

std::vector<WrongEffect> wrongResults(bool isCount) {
  return {wrongResult("accepted-while-it-waits", isCount, -1, [](Asking& a) { a.barriers.waiting[0] = a.zero(); }),
          wrongResult("the-other-kind-is-accepted", isCount, -1,
                      [=](Asking& a) { a.barriers.latchIsCount = isCount ? ~a.zero() : a.zero(); }),
          wrongResult("latch-of-warp-0", isCount, 9, [](Asking& a) { a.barriers.latch.fill(a.barriers.latch[0]); }),
          wrongResult("lane-outside-exec-written", isCount, 31, [](Asking& a) { a.exec = ~a.zero(); })};
}

Theorem resultTheorem(const Subject& subject, bool isCount) {
  const std::string name = isCount ? "syncthreads_count_result" : "syncthreads_and_or_result";
  const Contract contract = {
      "warplaw_cuda_" + name,
      {integer("exec"), Inputs::parameter(), Reads<spec::BarriersIn>::parameter(), row("result", true)},
      [](const Given& g) {
        const Asking asking(g);
        return isLegal(asking.inputs) & isLegal(asking.barriers);
      },
      [=](Given& g) {
        const symbolic::CudaSyncResult right = Asking(g).result(isCount);
        g.returned = right.accepted;
        setRow(g.objects[2], right.after);
      },
      "accepted"};
  return onCode(subject,
                about("cuda/" + name, {"BAR-2"},
                      fmt::format("what {} to is what B2R.RESULT puts into its {}, whatever it puts elsewhere; asked "
                                  "while the warp waits or of another reduction, it is rejected and nothing is written",
                                  isCount ? "__syncthreads_count evaluates" : "__syncthreads_and and _or evaluate",
                                  isCount ? "register" : "predicate")),
                {contract, {b2rDatapath()}, wrongResults(isCount)});
}

} // namespace

std::vector<Theorem> barrierTheorems(const Subject& subject) {
  std::vector<Theorem> all;
  for (const Sync& sync : kSyncs)
    all.push_back(syncTheorem(subject, sync));
  for (const bool isCount : {true, false})
    all.push_back(resultTheorem(subject, isCount));
  return all;
}

} // namespace warplaw::proofs::cuda
