// BAR's theorems: the code against its encoding (BAR-1..4), frame included; readings of its rules.
#include "proofs/theorems/bar_theorems.h"
#include "proofs/theorems/datapath_contracts.h"
#include "proofs/theorems/theorems.h"

namespace warplaw::proofs {
namespace bar {
namespace {
using spec::BarOp;
namespace rows = spec::bar_rows;
WARPLAW_PROOF(Bar, bar, Encoding, Reads<spec::SpecialInputsIn>, Changes<spec::BarriersIn>)

/// What an arrival is made of, and the barriers before it.
struct Arriving {
  BarModifierTerms modifiers;
  OperandTerms operands;
  BarChoiceTerms choices;
  SpecialInputTerms inputs;
  BarrierTerms before;

  Terms& terms() const { return operands.exec.terms(); }
  Term word(Bits value) const { return terms().constant(32, value); }
  Term isOp(BarOp op) const { return modifiers.op.eq(static_cast<Bits>(op)); }
  Term executes() const { return operands.exec.ne(word(0)); }
  NamedTerms named() const { return symbolic::namedBy(modifiers, operands); }
  Term isAt(unsigned b) const { return named().id.eq(Bits(b)); }
  BarrierTermsOf barrier() const { return symbolic::barrierAt(before, named().id); }
  ArrivalTerms arrival() const { return symbolic::arrivalOf(modifiers, operands, choices, inputs, before); }
  Term arrives() const { return executes() & ~symbolic::isMisuse(named(), before, arrival()); }
  Term completes() const { return arrives() & symbolic::arrive(barrier(), arrival()).completes; }
};

/// Each lane names otherwise: `word` is what it names.
void rename(Arriving& a, unsigned row, const std::function<Term(Term word)>& otherwise) {
  for (Term& word : a.operands.row[row])
    word = otherwise(word);
}
/// All lanes name what this one does.
void nameAsLane(Arriving& a, unsigned row, unsigned lane) { a.operands.row[row].fill(a.operands.row[row][lane]); }

/// The datapath of another arrival.
WrongEffect misread(const Proof& proof, const char* name, const char* output, const char* rule,
                    std::function<void(Arriving&)> spoil) {
  return proof.wrongDatapath(
      name, output, {rule},
      [spoil](const BarModifierTerms& m, const OperandTerms& operands, const BarChoiceTerms& choices,
              const ResultTerms& before, const SpecialInputTerms& inputs, BarrierTerms& barriers) {
        Arriving other{m, operands, choices, inputs, barriers};
        spoil(other);
        return symbolic::barEncoding(other.modifiers, other.operands, other.choices, before, other.inputs, barriers);
      });
}
WrongEffect misread(const Proof& proof, const char* name, const char* rule, std::function<void(Arriving&)> spoil) {
  return misread(proof, name, "", rule, std::move(spoil));
}

/// The datapath with what it leaves of the barriers changed.
WrongEffect wrong(const Proof& proof, const char* name, const char* output, const char* rule,
                  std::function<void(BarrierTerms& after, const Arriving&)> spoil) {
  return proof.wrongDatapath(
      name, output, {rule},
      [spoil](const BarModifierTerms& m, const OperandTerms& operands, const BarChoiceTerms& choices,
              const ResultTerms& before, const SpecialInputTerms& inputs, BarrierTerms& barriers) {
        const Arriving arriving{m, operands, choices, inputs, barriers};
        const ResultTerms after = symbolic::barEncoding(m, operands, choices, before, inputs, barriers);
        spoil(barriers, arriving);
        return after;
      });
}

std::vector<WrongEffect> twins(const Proof& proof) {
  return {wrong(proof, "only-the-last-warp-gets-the-result", "latch[3]", "BAR-2",
                [](BarrierTerms& after, const Arriving& a) {
                  after.latch[3] = a.inputs.warp.eq(Bits(3)).ite(after.latch[3], a.before.latch[3]);
                }),
          wrong(proof, "misuse-counts", "arrived[2]", "BAR-4",
                [](BarrierTerms& after, const Arriving& a) {
                  const Term counts = a.executes() & a.named().isThere & ~a.arrives() & a.isAt(2);
                  after.arrived[2] = counts.ite(a.before.arrived[2] + Bits(spec::kLanes), after.arrived[2]);
                }),
          misread(proof, "eight-barriers", "arrived[5]", "BAR-1",
                  [](Arriving& a) { rename(a, rows::kId, [](Term id) { return id & Bits(~8u); }); }),
          wrong(proof, "the-last-warp-waits", "waiting[1]", "BAR-2", [](BarrierTerms& after, const Arriving& a) {
            const Term last = a.completes() & a.isAt(1);
            after.waiting[1] = last.ite(a.word(1).shl(a.inputs.warp), after.waiting[1]);
          })};
}

std::vector<WrongEffect> misreadings(const Proof& proof) {
  return {
      misread(proof, "inactive-threads-vote-yes", "BAR-3",
              [](Arriving& a) {
                a.choices.outsideIsNeutral = a.word(0);
                a.choices.outside = a.word(0xffffffff);
              }),
      misread(proof, "counts-threads-not-predicates", "BAR-3",
              [](Arriving& a) { a.operands.predicate = a.word(0xffffffff); }),
      misread(
          proof, "arrive-waits", "BAR-1",
          [](Arriving& a) { a.modifiers.op = a.isOp(BarOp::Arrive).ite(a.word(Bits(BarOp::Sync)), a.modifiers.op); }),
      misread(proof, "and-and-or-exchanged", "BAR-2",
              [](Arriving& a) {
                const Term op = a.modifiers.op;
                a.modifiers.op =
                    a.isOp(BarOp::RedAnd)
                        .ite(a.word(Bits(BarOp::RedOr)), a.isOp(BarOp::RedOr).ite(a.word(Bits(BarOp::RedAnd)), op));
              }),
      misread(proof, "threads-not-rounded-up", "BAR-1",
              [](Arriving& a) {
                rename(a, rows::kThreads, [threads = symbolic::threadsOf(a.inputs)](Term said) {
                  return said.eq(Bits(0)).ite(threads, said);
                });
              }),
      misread(proof, "another-count-is-no-misuse", "BAR-4",
              [](Arriving& a) {
                const BarrierTermsOf there = a.barrier();
                rename(a, rows::kThreads,
                       [=](Term said) { return there.arrived.eq(Bits(0)).ite(said, there.expected); });
              }),
      misread(proof, "the-id-is-cut-to-4-bits", "BAR-4",
              [](Arriving& a) { rename(a, rows::kId, [](Term id) { return id & Bits(spec::kBarriers - 1); }); }),
      misread(proof, "the-count-is-rounded-down", "BAR-4",
              [](Arriving& a) { rename(a, rows::kThreads, [](Term said) { return said & Bits(~31u); }); }),
      misread(proof, "lane-0-names-the-barrier", "BAR-4", [](Arriving& a) { nameAsLane(a, rows::kId, 0); }),
      misread(proof, "lane-0-says-the-count", "BAR-4", [](Arriving& a) { nameAsLane(a, rows::kThreads, 0); }),
      wrong(proof, "accumulator-not-reset", "", "BAR-2",
            [](BarrierTerms& after, const Arriving& a) {
              const Term result = symbolic::arrive(a.barrier(), a.arrival()).result;
              for (unsigned b = 0; b < spec::kBarriers; ++b)
                after.accumulator[b] = (a.completes() & a.isAt(b)).ite(result, after.accumulator[b]);
            }),
      wrong(proof, "sync-clears-latches", "", "BAR-2",
            [](BarrierTerms& after, const Arriving& a) {
              const Term cleared = a.completes() & a.isOp(BarOp::Sync);
              for (Term& latch : after.latch)
                latch = cleared.ite(a.word(0), latch);
            }),
      wrong(proof, "a-warp-adds-its-executing-lanes", "", "BAR-1",
            [](BarrierTerms& after, const Arriving& a) {
              const Term fewer = a.word(spec::kLanes) - symbolic::populationOf(a.operands.exec);
              for (unsigned b = 0; b < spec::kBarriers; ++b) {
                const Term open = a.arrives() & ~a.completes() & a.isAt(b);
                after.arrived[b] = open.ite(after.arrived[b] - fewer, after.arrived[b]);
              }
            }),
  };
}

// --- What makes the datapath's question small. ---

/// What code and encoding build everything else on, in that order. The code's mask of the CTA's warps is ~(~0 <<
/// warps).
std::vector<Term> shares(const BarModifierTerms& m, const OperandTerms& operands, const BarChoiceTerms& choices,
                         const SpecialInputTerms& inputs, const BarrierTerms& barriers) {
  const Arriving a{m, operands, choices, inputs, barriers};
  const ArrivalTerms arrival = a.arrival();
  const NamedTerms named = a.named();
  const Term warps = symbolic::warpsOf(inputs), one = a.word(1);
  return {named.isThere,
          named.threads,
          symbolic::threadsOf(inputs),
          one.shl(inputs.warp),
          warps.eq(Bits(spec::kCtaWarps)),
          ~(one.shl(warps) - Bits(1)),
          symbolic::populationOf(symbolic::warpsThatArrive(choices, inputs, barriers)),
          arrival.expected,
          arrival.votes,
          symbolic::populationOf(arrival.votes),
          symbolic::useOf(m.op),
          ~symbolic::isMisuse(named, barriers, arrival),
          a.arrives(),
          a.completes(),
          symbolic::arrive(a.barrier(), arrival).result};
}

/// What latches become holds of any value of these.
std::vector<Term> general(const BarModifierTerms& m, const OperandTerms& operands, const BarChoiceTerms& choices,
                          const SpecialInputTerms& inputs, const BarrierTerms& barriers) {
  const Arriving a{m, operands, choices, inputs, barriers};
  const ArrivalTerms arrival = a.arrival();
  return {a.named().isThere, arrival.expected, a.arrives(), symbolic::arrive(a.barrier(), arrival).result};
}

/// A warp that arrives after a few others, mostly in their generation.
Assignment arrivingAfterOthers(std::mt19937_64& random) {
  constexpr std::uint32_t kFew = 6;
  const auto below = [&](std::uint32_t n) { return static_cast<std::uint32_t>(random() % n); };
  const auto mask = [&] { return below(3) ? static_cast<std::uint32_t>(random()) : below(2) ? ~0u : 0u; };
  const std::uint32_t ops = 1 + static_cast<std::uint32_t>(BarOp::RedOr);
  const std::uint32_t theirOp = below(ops), theirId = below(spec::kBarriers), theirThreads = below(kFew) * spec::kLanes;
  const spec::BarChoices choices{mask(), below(2), below(2)};
  const std::uint32_t number = below(kFew); // the own
  spec::SpecialInputs inputs;
  inputs.ntid[0] = below(2) ? 1 + below(kFew * spec::kLanes) : 1024 - below(kFew * spec::kLanes);
  inputs.ntid[1] = below(3) ? 1 : 2;
  inputs.ntid[2] = below(3) ? 1 : 2;
  Terms terms;
  BarrierTerms barriers = symbolic::constants(terms, spec::Barriers{});
  barriers.exited = terms.constant(32, mask() & mask());
  for (std::uint32_t others = below(kFew);; --others) {
    const spec::BarModifiers own{below(8) ? theirOp : below(ops)};
    spec::Operands operands;
    operands.exec = mask();
    operands.predicate = mask();
    std::ranges::fill(operands.row[rows::kId], below(4) ? theirId : below(spec::kBarriers));
    std::ranges::fill(operands.row[rows::kThreads], below(8) ? theirThreads : below(kFew) * spec::kLanes);
    for (const unsigned row : {rows::kId, rows::kThreads}) {
      if (below(3) == 0) // what nobody asks about
        for (unsigned lane = 0; lane < spec::kLanes; ++lane)
          operands.row[row][lane] = operands.exec >> lane & 1 ? operands.row[row][lane] : below(~0u);
      if (below(8) == 0) // in some lane, which may execute, or in all
        operands.row[row][below(spec::kLanes)] = below(2) ? below(64) : below(~0u);
      if (below(16) == 0)
        std::ranges::fill(operands.row[row], below(8192));
    }
    inputs.warp = (number + others) % kFew;
    if (others == 0) {
      Assignment all = assignmentOf(own);
      all.merge(assignmentOf(operands));
      all.merge(assignmentOf(choices));
      all.merge(assignmentOf(inputs, "inputs."));
      all.merge(assignmentOf(wordsIn(barriers), "barriers."));
      return all;
    }
    const auto in = [&](const auto& words) { return symbolic::constants(terms, words); };
    const Arriving arriving{in(own), in(operands), in(choices), in(inputs), barriers};
    if (arriving.arrives().isTrue())
      barriers = symbolic::arrivedAt(barriers, arriving.named().id, arriving.arrival());
  }
}

Proof proofOf() {
  Proof proof = encoded({"BAR-1", "BAR-2", "BAR-3", "BAR-4"}, {"BAR-1", "BAR-4"});
  proof.hints = {.shares = Proof::ofTerms(shares), .examples = arrivingAfterOthers, .general = Proof::ofTerms(general)};
  proof.wrongDatapaths = twins(proof);
  proof.misreadDatapaths = misreadings(proof);
  proof.wrongPlans = {proof.planBut("negation-dropped", "sourcePredicateNegated", {"BAR-1"},
                                    [](symbolic::PlanTerms& plan, const auto&...) {
                                      plan.sourcePredicateNegated = plan.guardNegated.terms().constant(32, 0);
                                    }),
                      proof.planBut("barrier-and-count-exchanged", "source[0].value", {"BAR-1"},
                                    [](symbolic::PlanTerms& plan, const auto&...) {
                                      std::swap(plan.source[rows::kId], plan.source[rows::kThreads]);
                                    })};
  proof.wrongModifiers = {proof.modifiersBut("and-is-or", "op", {"BAR-2"}, [](BarModifierTerms& m, const auto& form) {
    m.op = form.op.eq(Bits(BarOp::RedAnd)).ite(m.op + Bits(1), m.op);
  })};
  return proof;
}

} // namespace
} // namespace bar

Contract barDatapath() { return bar::proofOf().datapathContract("portable"); }

Readings barReadings() { return bar::proofOf().readings(); }

std::vector<Theorem> bar::executorTheorems(const Subject& subject) {
  std::vector<Theorem> all = proofOf().theorems(subject);
  for (Theorem& theorem : all)
    if (theorem.name == "bar/portable")
      theorem.build = [name = theorem.name, build = std::move(theorem.build)](Terms& terms) {
        Obligations made = build(terms);
        if (auto* const stated = std::get_if<std::vector<Obligation>>(&made))
          for (Obligation& o : *stated) {
            if (o.name == name + "/others")
              o.anyValues.clear(); // what barriers become is harder then
            if (o.name.ends_with("/final/no-undefined-behaviour"))
              for (const Term required : o.query.assumptions) // nothing of it is needed: asked of any input
                o.anyValues.emplace_back(required, terms.variable(1, fmt::format("any.{}", o.anyValues.size())));
          }
        return made;
      };
  return all;
}

} // namespace warplaw::proofs
