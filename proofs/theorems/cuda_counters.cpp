// __prof_trigger, clock and clock64 on code: PMTRIG of one counter, of which the reserved ones are rejected (PM-1,
// PM-2), and CS2R of the clock (SR-3), each datapath called through its contract; and that S2R reads the same clock.
#include "proofs/statements/around.h"
#include "proofs/statements/instruction.h"
#include "proofs/statements/machine_contracts.h"
#include "proofs/statements/row.h"
#include "proofs/theorems/cuda_theorems.h"
#include "proofs/theorems/datapath_contracts.h"
#include "symbolic/encodings/cuda.h"
#include "symbolic/encodings/s2r.h"

namespace warplaw::proofs::cuda {
namespace {
using machine::rowIn;
using machine::setRow;
using spec::CudaTrigger;
using symbolic::Bits;
using symbolic::CounterTerms;
using symbolic::PerLane;
using symbolic::SpecialInputTerms;
using Inputs = Reads<spec::SpecialInputsIn>;

// --- __prof_trigger. ---

struct Triggering {
  Term exec, counter;
  CounterTerms before;

  explicit Triggering(const Given& g) : exec(g.integers[0]), counter(g.integers[1]), before(g.as<CounterTerms>(0)) {}
  Term executes() const { return exec.ne(exec.terms().constant(32, 0)); }
};

void rightlyTriggered(Given& g) {
  const Triggering t(g);
  CounterTerms after = t.before;
  g.returned = symbolic::cudaTrigger(t.exec, t.counter, after);
  g.set(0, after);
}

/// Counter `n` goes up where `counts` says so.
WrongEffect wrongCount(const char* name, const char* rule, unsigned n, std::function<Term(const Triggering&)> counts) {
  return {name,
          "count[" + std::to_string(n) + "]",
          [=](Given& g) {
            const Triggering t(g);
            rightlyTriggered(g);
            CounterTerms after = g.as<CounterTerms>(0);
            after.count[n] = t.before.count[n] + counts(t);
            g.set(0, after);
          },
          {rule}};
}

std::vector<WrongEffect> wrongTriggers() {
  return {wrongCount("reserved-counters-count", "PM-2", 12,
                     [](const Triggering& t) { return (t.counter.eq(Bits(12)) & t.executes()).zext(32); }),
          wrongCount("the-number-is-the-mask", "PM-1", 2,
                     [](const Triggering& t) {
                       return (t.counter.ult(Bits(spec::kTriggerCounters)) & t.counter.bit(2) & t.executes()).zext(32);
                     }),
          wrongCount("each-lane-counts", "PM-1", 5,
                     [](const Triggering& t) {
                       return t.counter.eq(Bits(5)).ite(symbolic::populationOf(t.exec), t.exec.terms().constant(32, 0));
                     }),
          {"counter-9-is-accepted",
           "trigger",
           [](Given& g) {
             const Triggering t(g);
             rightlyTriggered(g);
             const Term accepted = g.terms.constant(32, static_cast<Bits>(CudaTrigger::Counts));
             g.returned = t.counter.eq(Bits(9)).ite(accepted, g.returned);
           },
           {"PM-2"}}};
}

Theorem triggerTheorem(const Subject& subject) {
  const Contract contract = {"warplaw_cuda_prof_trigger",
                             {integer("exec"), integer("counter"), Changes<spec::CountersIn>::parameter()},
                             {},
                             rightlyTriggered,
                             "trigger"};
  return onCode(subject,
                about("cuda/prof_trigger", {"PM-1", "PM-2"},
                      "__prof_trigger is PMTRIG of its counter's bit, for all exec masks and counters 0 to 7; 8 to 15 "
                      "are rejected as reserved and others as none, and then nothing counts"),
                {contract, {pmtrigDatapath()}, wrongTriggers()});
}

// --- clock, clock64. ---

using Clock = PerLane<Term> (*)(Term exec, const SpecialInputTerms& inputs, const PerLane<Term>& before);

/// What lane `lane` receives of inputs that `spoil` changes.
WrongEffect wrongClock(const char* name, Clock read, unsigned lane,
                       std::function<void(Term& exec, SpecialInputTerms&)> spoil) {
  return {name,
          "result[" + std::to_string(lane) + "]",
          [=](Given& g) {
            Term exec = g.integers[0];
            auto inputs = g.as<SpecialInputTerms>(0);
            const PerLane<Term> before = rowIn(g.objects[1]);
            PerLane<Term> after = read(exec, inputs, before);
            spoil(exec, inputs);
            after[lane] = read(exec, inputs, before)[lane];
            setRow(g.objects[1], after);
          },
          {"SR-3"}};
}

Theorem clockTheorem(const Subject& subject, const std::string& name, Clock read, unsigned wordBits,
                     const std::string& statement) {
  const Contract contract = {
      "warplaw_cuda_" + name,
      {integer("exec"), Inputs::parameter(), row("result", true, wordBits)},
      [](const Given& g) { return isLegal(g.as<SpecialInputTerms>(0)); },
      [read](Given& g) { setRow(g.objects[1], read(g.integers[0], g.as<SpecialInputTerms>(0), rowIn(g.objects[1]))); }};
  return onCode(
      subject, about("cuda/" + name, {"SR-3"}, statement),
      {contract,
       {cs2rDatapath()},
       {wrongClock("words-exchanged", read, 7,
                   [](Term&, SpecialInputTerms& inputs) { std::swap(inputs.clockLow, inputs.clockHigh); }),
        wrongClock("no-31st-bit", read, 20,
                   [](Term&, SpecialInputTerms& inputs) { inputs.clockLow = inputs.clockLow & Bits(0x7fffffff); }),
        wrongClock("lane-outside-exec-written", read, 31,
                   [](Term& exec, auto&) { exec = exec.terms().constant(32, 0xffffffff); })}});
}

/// What compilers may take instead of CS2R.
Theorem clockByS2r() {
  const std::string name = "cuda/clock-by-s2r";
  Theorem theorem = about(name, {"SR-1", "SR-3"}, "S2R of CLOCKLO is clock() too, and of CLOCKHI its upper half's");
  theorem.build = [name](Terms& terms) -> Obligations {
    const auto inputs = symbolic::variables<SpecialInputTerms>(terms, "inputs.");
    const auto read = [&](spec::SpecialRegister sr) {
      return symbolic::s2rLane({terms.constant(32, static_cast<Bits>(sr))}, {}, terms.constant(5, 3), {}, inputs);
    };
    PerLane<Term> none32, none64;
    none32.fill(terms.constant(32, 0));
    none64.fill(terms.constant(64, 0));
    const Term all = terms.constant(32, 0xffffffff);
    const Term low = symbolic::cudaClock(all, inputs, none32)[3], both = symbolic::cudaClock64(all, inputs, none64)[3];
    return std::vector<Obligation>{
        implied(name + "/low-word", {}, read(spec::SpecialRegister::ClockLow).eq(low)),
        implied(name + "/both-words", {},
                read(spec::SpecialRegister::ClockHigh).concat(read(spec::SpecialRegister::ClockLow)).eq(both))};
  };
  return theorem;
}

} // namespace

std::vector<Theorem> counterTheorems(const Subject& subject) {
  return {triggerTheorem(subject),
          clockTheorem(subject, "clock", symbolic::cudaClock, 32,
                       "clock is CS2R.32 of CLOCKLO in every lane of exec; other lanes keep their word"),
          clockTheorem(subject, "clock64", symbolic::cudaClock64, 64,
                       "clock64 is CS2R of CLOCK64, both words as one, in every lane of exec; other lanes keep theirs"),
          clockByS2r()};
}

} // namespace warplaw::proofs::cuda
