// BAR for the fuzzer (BAR-1..4): a warp that arrives, said thread by thread.
#include "symbolic/encodings/bar.h"
#include "fuzz/described.h"

namespace warplaw::fuzz {
namespace {
using spec::BarOp;
using spec::BarrierUse;

struct Bar {
  using Form = spec::BarForm;
  using Modifiers = spec::BarModifiers;
  using Choices = spec::BarChoices;
  using Trial = fuzz::Trial<Modifiers, Choices, const spec::SpecialInputs, spec::Barriers>;
  static constexpr std::string_view kFolder = "bar";
  static constexpr unsigned kRows = 0;
  static constexpr auto kModifiers = symbolic::barModifiers;
  static constexpr auto kPlan = symbolic::barPlan;
  static constexpr auto kEncoding = symbolic::barEncoding;

  static BarrierUse useOf(BarOp op) {
    return op == BarOp::RedPopc  ? BarrierUse::Popc
           : op == BarOp::RedAnd ? BarrierUse::And
           : op == BarOp::RedOr  ? BarrierUse::Or
                                 : BarrierUse::Sync;
  }
  /// BAR-1: what an instruction that names no count waits for, warp by warp.
  static std::uint32_t threadsOfAll(const Choices& choices, const spec::SpecialInputs& inputs,
                                    const spec::Barriers& barriers) {
    std::uint32_t threads = 0;
    for (unsigned warp = 0; warp * spec::kLanes < spec::threadsOf(inputs); ++warp)
      if (warp == inputs.warp || !choices.exitedArrive || !(barriers.exited >> warp & 1))
        threads += spec::kLanes;
    return threads;
  }

  /// The barrier is often open for the same use and count, this warp often the last.
  static void bias(Trial& trial, const Record<kPlainRecord<Choices, kRows>>& record) {
    auto& [inputs, barriers] = trial.around;
    Modifiers& m = trial.modifiers;
    Dice dice(record.doubleWord(kExecWord) ^ record.doubleWord(kModifierBytes) * 37 ^ record.doubleWord(kChoiceBytes));
    trial.choices.outside = dice.oneIn(8) ? 0 : static_cast<std::uint32_t>(dice.next());
    const auto op = static_cast<BarOp>(m.op);
    if (useOf(op) == BarrierUse::Sync)
      trial.operands.predicate = ~0u; // PT
    else if (dice.oneIn(2))
      trial.operands.predicate = dice.oneIn(2) ? ~0u : 0u;
    m.threads = spec::kLanes * dice.below(40);
    if (!dice.oneIn(4) && barriers.arrived[m.id] == 0)
      openBarrier(barriers, m.id, useOf(op), dice, inputs.warp);
    if (!dice.oneIn(4) && barriers.arrived[m.id] != 0)
      m.threads = barriers.expected[m.id];
    if (dice.oneIn(3) && op != BarOp::Arrive) {
      m.threads = 0; // all of the CTA
      const std::uint32_t all = threadsOfAll(trial.choices, inputs, barriers);
      if (barriers.arrived[m.id] < all && barriers.arrived[m.id] != 0 && !dice.oneIn(4))
        barriers.expected[m.id] = all;
    }
    if (op == BarOp::Arrive && m.threads == 0)
      m.threads = 2 * spec::kLanes;
  }
  static Form formOf(const Modifiers& m) {
    Form form{static_cast<BarOp>(m.op), {m.id}, {m.threads}, {{spec::kTruePredicate}, false}};
    if (useOf(form.op) != BarrierUse::Sync)
      form.pp.predicate.index = 1;
    return form;
  }
  static spec::Plan planOf(const Form& form, const Choices&) {
    spec::Plan plan;
    plan.sourcePredicate = form.pp.predicate.index;
    plan.sourcePredicateNegated = form.pp.negated;
    return plan; // MACH-7: helpers are left out of RED and SURED alone
  }

  /// BAR-3: what the reduction is after these 32 threads, from what it was; `first`: nobody came before.
  static std::uint32_t reduced(const Form& form, const Choices& choices, const spec::Operands& operands, bool first,
                               std::uint32_t soFar) {
    if (form.op == BarOp::RedAnd && first)
      soFar = 1;
    for (unsigned lane = 0; lane < spec::kLanes; ++lane) {
      const bool neutral = form.op == BarOp::RedAnd;
      const bool vote = operands.exec >> lane & 1       ? operands.predicate >> lane & 1
                        : choices.outsideIsNeutral == 1 ? neutral
                                                        : choices.outside >> lane & 1;
      if (form.op == BarOp::RedPopc)
        soFar += vote;
      else if (form.op == BarOp::RedAnd)
        soFar = soFar && vote;
      else if (form.op == BarOp::RedOr)
        soFar = soFar || vote;
    }
    return soFar;
  }
  /// BAR-2: everybody goes on, with the result in the latch where there is one.
  static void release(const Form& form, spec::Barriers& barriers, unsigned id, std::uint32_t who,
                      std::uint32_t result) {
    for (unsigned warp = 0; warp < spec::kCtaWarps; ++warp) {
      if (!(who >> warp & 1) || useOf(form.op) == BarrierUse::Sync)
        continue;
      barriers.latch[warp] = result;
      barriers.latchIsCount &= ~(1u << warp);
      if (form.op == BarOp::RedPopc)
        barriers.latchIsCount |= 1u << warp;
    }
    barriers.arrived[id] = barriers.expected[id] = barriers.use[id] = barriers.accumulator[id] = barriers.waiting[id] =
        0;
  }
  static void runPlainly(const Form& form, const Choices& choices, const spec::Operands& operands,
                         spec::SurroundingCells& cells, spec::Results& results) {
    setMasks(results, 0, false);
    if (operands.exec == 0)
      return;
    spec::Barriers& barriers = cells.barriers;
    const unsigned id = form.id.value;
    const std::uint32_t expected =
        form.threads.value ? form.threads.value : threadsOfAll(choices, cells.inputs, barriers);
    const auto use = static_cast<std::uint32_t>(useOf(form.op));
    const bool first = barriers.arrived[id] == 0;
    if (!first && (barriers.use[id] != use || barriers.expected[id] != expected)) { // BAR-4
      for (unsigned lane = 0; lane < spec::kLanes; ++lane)
        if (operands.exec >> lane & 1)
          results.error[lane] = static_cast<std::uint8_t>(spec::ErrorKind::BarrierMisuse);
      return;
    }
    const std::uint32_t result = reduced(form, choices, operands, first, barriers.accumulator[id]);
    std::uint32_t waiting = barriers.waiting[id];
    if (form.op != BarOp::Arrive)
      waiting |= 1u << cells.inputs.warp;
    if (barriers.arrived[id] + spec::kLanes == expected) {
      release(form, barriers, id, waiting, result);
      return;
    }
    barriers.arrived[id] += spec::kLanes;
    barriers.expected[id] = expected;
    barriers.use[id] = use;
    barriers.accumulator[id] = result;
    barriers.waiting[id] = waiting;
  }

  static constexpr FuzzerHooks<Bar> kHooks = {.bias = bias};
};

} // namespace

std::unique_ptr<InstructionFuzzer> makeBarFuzzer() { return std::make_unique<DescribedFuzzer<Bar>>(); }

} // namespace warplaw::fuzz
