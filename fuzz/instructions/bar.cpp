// BAR for the fuzzer (BAR-1..4): a warp that arrives, said thread by thread.
#include "symbolic/encodings/bar.h"
#include "fuzz/described.h"
#include "fuzz/traits.h"

namespace warplaw::fuzz {
namespace {
using spec::BarOp;
using spec::BarrierUse;
namespace rows = spec::bar_rows;

/// What the executing lanes name, one after the other (BAR-4).
struct NamedPlainly {
  bool isThere = true;
  std::uint32_t id = 0, threads = 0; ///< 0 threads: all of the CTA
};

struct Bar {
  WARPLAW_WARP_TRAITS(Bar, bar, 2, const spec::SpecialInputs, spec::Barriers)

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

  /// Barrier and count are mostly legal and the same in all lanes; the barrier is often open for the same use and
  /// count, this warp often the last.
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
    const std::uint32_t id = dice.below(spec::kBarriers);
    std::uint32_t threads = spec::kLanes * dice.below(40);
    if (!dice.oneIn(4) && barriers.arrived[id] == 0)
      openBarrier(barriers, id, useOf(op), dice, inputs.warp);
    if (!dice.oneIn(4) && barriers.arrived[id] != 0)
      threads = barriers.expected[id];
    if (dice.oneIn(3) && op != BarOp::Arrive) {
      threads = 0; // all of the CTA
      const std::uint32_t all = threadsOfAll(trial.choices, inputs, barriers);
      if (barriers.arrived[id] < all && barriers.arrived[id] != 0 && !dice.oneIn(4))
        barriers.expected[id] = all;
    }
    if (op == BarOp::Arrive && threads == 0)
      threads = 2 * spec::kLanes;
    name(trial.operands, rows::kId, id, dice);
    name(trial.operands, rows::kThreads, threads, dice);
  }
  /// The lanes hold it; those that do not execute sometimes keep what was drawn, and sometimes one holds another, or
  /// all do.
  static void name(spec::Operands& operands, unsigned row, std::uint32_t word, Dice& dice) {
    if (dice.oneIn(16))
      word = dice.oneIn(2) ? static_cast<std::uint32_t>(dice.next()) : word + dice.below(64);
    const bool leavesOthers = dice.oneIn(2);
    for (unsigned lane = 0; lane < spec::kLanes; ++lane)
      if (operands.exec >> lane & 1 || !leavesOthers)
        operands.row[row][lane] = word;
    if (dice.oneIn(12))
      operands.row[row][dice.below(spec::kLanes)] ^= 1u << dice.below(dice.oneIn(2) ? 8 : 32);
  }
  static Form formOf(const Modifiers& m) {
    Form form{static_cast<BarOp>(m.op), {false, 2}, {false, 3}, {{spec::kTruePredicate}, false}};
    if (useOf(form.op) != BarrierUse::Sync)
      form.pp.predicate.index = 1;
    return form;
  }
  static spec::Source sourceOf(const spec::RegisterOrImmediate& operand) {
    return {operand.isImmediate ? spec::SourceKind::Immediate : spec::SourceKind::Register, operand.value};
  }
  static spec::Plan planOf(const Form& form, const Choices&) {
    spec::Plan plan;
    plan.source[rows::kId] = sourceOf(form.id);
    plan.source[rows::kThreads] = sourceOf(form.threads);
    plan.sourcePredicate = form.pp.predicate.index;
    plan.sourcePredicateNegated = form.pp.negated;
    return plan; // MACH-7: helpers are left out of RED and SURED alone
  }

  static NamedPlainly namedBy(const Form& form, const spec::Operands& operands) {
    NamedPlainly named;
    bool isFirst = true;
    for (unsigned lane = 0; lane < spec::kLanes; ++lane) {
      if (!(operands.exec >> lane & 1))
        continue;
      const std::uint32_t id = operands.row[rows::kId][lane], threads = operands.row[rows::kThreads][lane];
      if (!isFirst && (id != named.id || threads != named.threads))
        named.isThere = false;
      named.id = id;
      named.threads = threads;
      isFirst = false;
    }
    if (named.id >= spec::kBarriers || named.threads % 32 != 0 || named.threads > spec::kMostBarrierThreads ||
        (named.threads == 0 && form.op == BarOp::Arrive))
      named.isThere = false;
    return named;
  }
  static void misuse(std::uint32_t exec, spec::Results& results) {
    for (unsigned lane = 0; lane < spec::kLanes; ++lane)
      if (exec >> lane & 1)
        results.error[lane] = static_cast<std::uint8_t>(spec::ErrorKind::BarrierMisuse);
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
    const NamedPlainly named = namedBy(form, operands);
    if (!named.isThere)
      return misuse(operands.exec, results);
    const unsigned id = named.id;
    const std::uint32_t expected = named.threads ? named.threads : threadsOfAll(choices, cells.inputs, barriers);
    const auto use = static_cast<std::uint32_t>(useOf(form.op));
    const bool first = barriers.arrived[id] == 0;
    if (!first && (barriers.use[id] != use || barriers.expected[id] != expected))
      return misuse(operands.exec, results);
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
