// Arrivals at a barrier, whoever comes first (BAR-5), and by induction, for any number of warps, what the last one
// leaves (BAR-2, BAR-3). The steps are the encoding's, which the code is proved equal to (bar.cpp); how many there are,
// what each warp votes and in which order they come is open.
#include "proofs/statements/witness.h"
#include "proofs/theorems/bar_theorems.h"

namespace warplaw::proofs::bar {
namespace {
using spec::BarOp;
using symbolic::ArrivedTerms;

Term word(Terms& terms, Bits value) { return terms.constant(32, value); }
Term isOp(Term op, BarOp which) { return op.eq(static_cast<Bits>(which)); }

BarrierTermsOf barrierNamed(Terms& terms, const std::string& prefix) {
  const auto cell = [&](const char* name) { return terms.variable(32, prefix + name); };
  return {cell("arrived"), cell("expected"), cell("use"), cell("accumulator"), cell("waiting")};
}
Term isClosed(const BarrierTermsOf& b) {
  return (b.arrived | b.expected | b.use | b.accumulator | b.waiting).eq(Bits(0));
}
Term same(const BarrierTermsOf& a, const BarrierTermsOf& b) {
  return a.arrived.eq(b.arrived) & a.expected.eq(b.expected) & a.use.eq(b.use) & a.accumulator.eq(b.accumulator) &
         a.waiting.eq(b.waiting);
}
ArrivalTerms arrivalNamed(Terms& terms, const std::string& prefix, Term expected) {
  const auto cell = [&](const char* name) { return terms.variable(32, prefix + name); };
  return {cell("op"), expected, cell("votes"), cell("warp")};
}
Term isLegal(const ArrivalTerms& a) {
  Terms& terms = a.op.terms();
  return a.op.ule(word(terms, Bits(BarOp::RedOr))) & a.warp.ult(word(terms, spec::kCtaWarps));
}

// --- Two arrivals of one generation. ---

struct TwoArrivals {
  BarrierTermsOf before;
  std::array<ArrivalTerms, 2> warps;
  std::vector<Term> assumptions;

  explicit TwoArrivals(Terms& terms) : before(barrierNamed(terms, "before.")) {
    const Term expected = terms.variable(32, "expected");
    warps = {arrivalNamed(terms, "first.", expected), arrivalNamed(terms, "second.", expected)};
    const Term most = word(terms, spec::kMostBarrierThreads), both = word(terms, 2 * spec::kLanes);
    assumptions = {isLegal(warps[0]),
                   isLegal(warps[1]),
                   expected.ule(most),
                   before.arrived.ule(most),
                   (before.arrived + both).ule(expected),
                   isClosed(before) | before.arrived.ne(word(terms, 0)),
                   symbolic::useOf(warps[0].op).eq(symbolic::useOf(warps[1].op)),
                   ~symbolic::isMisuse(before, warps[0])};
  }
  ArrivedTerms inOrder(unsigned first, unsigned second) const {
    return symbolic::arrive(symbolic::arrive(before, warps[first]).barrier, warps[second]);
  }
};

std::vector<Obligation> commute(Terms& terms, const std::string& name) {
  const TwoArrivals two(terms);
  const ArrivedTerms forth = two.inOrder(0, 1), back = two.inOrder(1, 0);
  const BarrierTermsOf once = symbolic::arrive(two.before, two.warps[0]).barrier;
  // what holds whatever two numbers are added holds of the numbers of votes
  const std::pair<Term, Term> counts[] = {
      {symbolic::populationOf(two.warps[0].votes), terms.variable(32, "first.count")},
      {symbolic::populationOf(two.warps[1].votes), terms.variable(32, "second.count")}};
  const auto ofAnyCount = [&](Term goal) { return symbolic::substitute(goal, counts); };
  return {implied(name + "/barrier", two.assumptions, ofAnyCount(same(forth.barrier, back.barrier))),
          implied(name + "/completes", two.assumptions, forth.completes.eq(back.completes)),
          implied(name + "/result", two.assumptions, ofAnyCount(forth.result.eq(back.result))),
          implied(name + "/released", two.assumptions, forth.released.eq(back.released)),
          implied(name + "/no-misuse", two.assumptions, ~symbolic::isMisuse(once, two.warps[1]))};
}

/// Two neighbours in the order change places: what stands there two arrivals later is the same, and so it stays. States
/// are abstract here; that two arrivals commute is what the obligations above say.
std::vector<Obligation> transposition(Terms& terms, const std::string& name) {
  const Term k = terms.variable(32, "k"), next = k + Bits(1);
  const auto call = [&](const char* f, std::vector<Term> args) { return terms.apply(32, f, args); };
  const auto turn = [&](const char* order, const char* state, Term at) {
    return call(state, {at + Bits(1)}).eq(call("arrive", {call(order, {at}), call(state, {at})}));
  };
  const Term a = call("order", {k}), b = call("order", {next}), from = call("state", {k});
  const auto step = [&](Term warp, Term state) { return call("arrive", {warp, state}); };
  const Term sameNow = from.eq(call("state'", {k}));
  const std::vector<Term> exchanged = {sameNow,
                                       call("order'", {k}).eq(b),
                                       call("order'", {next}).eq(a),
                                       turn("order", "state", k),
                                       turn("order", "state", next),
                                       turn("order'", "state'", k),
                                       turn("order'", "state'", next),
                                       step(a, step(b, from)).eq(step(b, step(a, from)))};
  return {
      implied(name + "/two-arrivals-later", exchanged, call("state", {k + Bits(2)}).eq(call("state'", {k + Bits(2)}))),
      implied(name + "/after-any-other",
              {sameNow, a.eq(call("order'", {k})), turn("order", "state", k), turn("order'", "state'", k)},
              call("state", {next}).eq(call("state'", {next})))};
}

// --- The claim that this holds "for any warps": three of them at a barrier that counts 64 threads. ---

constexpr std::array<unsigned, 3> kForth = {0, 1, 2}, kBack = {2, 1, 0};

/// Machine code in both orders; `differ`: does that which the claim says to be the same?
Replay twoOfThree(const Subject& subject, const Assignment& witness,
                  const std::function<bool(const spec::Barriers& forth, const spec::Barriers& back)>& differ) {
  const auto inOrder = [&](const std::array<unsigned, 3>& order) {
    std::vector<ShippedArrival> warps;
    for (const unsigned w : order) {
      warps.push_back({w, static_cast<std::uint32_t>(BarOp::RedPopc), 2 * spec::kLanes,
                       static_cast<std::uint32_t>(valueOf(witness, fmt::format("votes{}", w)))});
    }
    return arriveShipped(subject, warps, 3);
  };
  const auto forth = inOrder(kForth), back = inOrder(kBack);
  if (!forth || !back)
    return {.reproduced = false, .report = "no machine code for warplaw_bar_portable", .counterexample = {}};
  return {.reproduced = differ(*forth, *back),
          .report = fmt::format("in order 0, 1, 2 the latch of warp 1 is {}, and warps {:#x} wait; in order 2, 1, 0 it "
                                "is {}, and warps {:#x} wait",
                                forth->latch[1], forth->waiting[0], back->latch[1], back->waiting[0]),
          .counterexample = {}};
}

std::vector<Obligation> anyWarps(Terms& terms, const Subject& subject, const std::string& name) {
  const Term zero = word(terms, 0), one = word(terms, 1);
  std::vector<ArrivalTerms> warps;
  std::vector<Term> small;
  for (unsigned w = 0; w < 3; ++w) {
    warps.push_back({word(terms, Bits(BarOp::RedPopc)), word(terms, 2 * spec::kLanes),
                     terms.variable(32, fmt::format("votes{}", w)), word(terms, w)});
    small.push_back(warps.back().votes.ule(one));
  }
  const auto inOrder = [&](const std::array<unsigned, 3>& order) {
    BarrierTerms barriers = symbolic::constants(terms, spec::Barriers{});
    for (const unsigned w : order)
      barriers = symbolic::arrivedAt(barriers, zero, warps[w]);
    return barriers;
  };
  const auto replayed = [&](auto differ) {
    return [=](const Assignment& witness) { return twoOfThree(subject, witness, differ); };
  };
  const BarrierTerms forth = inOrder(kForth), back = inOrder(kBack);
  return {refuted(name + "/claim/the-same-result", small, forth.latch[1].eq(back.latch[1]),
                  replayed([](const auto& f, const auto& b) { return f.latch[1] != b.latch[1]; })),
          refuted(name + "/claim/the-same-warps-wait", small, forth.waiting[0].eq(back.waiting[0]),
                  replayed([](const auto& f, const auto& b) { return f.waiting[0] != b.waiting[0]; }))};
}

// --- After k of n warps, and after the last. ---

/// The k-th arrival of n at one barrier; what stands for the first k warps are functions of k.
struct Generation {
  Terms& terms;
  Term n, k, op;
  BarrierTermsOf barrier;
  ArrivalTerms arrival;

  explicit Generation(Terms& t)
      : terms(t), n(t.variable(32, "n")), k(t.variable(32, "k")), op(t.variable(32, "op")),
        barrier(barrierNamed(t, "barrier.")),
        arrival{op, n * word(t, spec::kLanes), call("votes", k), call("warp", k)} {}

  Term call(const char* f, Term at) const { return terms.apply(32, f, std::array{at}); }
  /// The reduction over the threads of the first `at` warps, said of threads: how many vote yes, how many vote no.
  Term yes(Term at) const { return call("yes", at); }
  Term no(Term at) const { return call("no", at); }
  Term reduction(Term at) const {
    const Term zero = word(terms, 0);
    return isOp(op, BarOp::RedPopc)
        .ite(yes(at),
             isOp(op, BarOp::RedAnd)
                 .ite(no(at).eq(Bits(0)).zext(32), isOp(op, BarOp::RedOr).ite(yes(at).ne(zero).zext(32), zero)));
  }
  Term waiters(Term at) const { return call("waiters", at); }
  Term nothingYet(Term at) const { return (yes(at) | no(at) | waiters(at)).eq(Bits(0)); }
  /// What those functions are: one warp more.
  Term counted() const {
    const Term next = k + Bits(1), votes = arrival.votes;
    return yes(next).eq(yes(k) + symbolic::populationOf(votes)) & no(next).eq(no(k) + symbolic::populationOf(~votes)) &
           waiters(next).eq(waiters(k) | word(terms, 1).shl(arrival.warp));
  }
  Term invariant(const BarrierTermsOf& b, Term at) const {
    const Term lanes = word(terms, spec::kLanes);
    const Term open = b.arrived.eq(at * lanes) & b.expected.eq(n * lanes) & b.use.eq(symbolic::useOf(op)) &
                      b.accumulator.eq(reduction(at)) & b.waiting.eq(waiters(at));
    const Term counts = yes(at).ule(at * lanes) & no(at).ule(at * lanes);
    return at.eq(Bits(0)).ite(isClosed(b) & nothingYet(at), open) & counts;
  }
  /// As many warps as a count can name, none of which merely arrives.
  std::vector<Term> assumptions() const {
    return {isLegal(arrival),
            ~isOp(op, BarOp::Arrive),
            k.ult(n),
            n.ule(word(terms, spec::kMostBarrierThreads / spec::kLanes)),
            invariant(barrier, k),
            counted()};
  }
};

std::vector<Obligation> reduces(Terms& terms, const std::string& name) {
  const Generation g(terms);
  const Term zero = word(terms, 0), next = g.k + Bits(1);
  const ArrivedTerms after = symbolic::arrive(g.barrier, g.arrival);
  std::vector<Term> among = g.assumptions(), last = g.assumptions();
  among.push_back(next.ult(g.n));
  last.push_back(next.eq(g.n));
  return {implied(name + "/base", {isClosed(g.barrier), g.nothingYet(zero)}, g.invariant(g.barrier, zero)),
          implied(name + "/step", among, g.invariant(after.barrier, next) & ~after.completes),
          implied(name + "/no-misuse", g.assumptions(), ~symbolic::isMisuse(g.barrier, g.arrival)),
          implied(name + "/last", last,
                  after.completes & isClosed(after.barrier) & after.result.eq(g.reduction(g.n)) &
                      after.released.eq(g.waiters(g.n)))};
}

/// Who has the result where an arrival completed a generation, and that nothing else touches a latch.
std::vector<Obligation> latches(Terms& terms, const Subject& subject, const std::string& name) {
  const auto before = symbolic::variables<BarrierTerms>(terms, "barriers.");
  const Term id = terms.variable(32, "id"), zero = word(terms, 0);
  const ArrivalTerms arrival = arrivalNamed(terms, "", terms.variable(32, "expected"));
  const BarrierTerms after = symbolic::arrivedAt(before, id, arrival);
  const ArrivedTerms arrived = symbolic::arrive(symbolic::barrierAt(before, id), arrival);
  const Term isCount = isOp(arrival.op, BarOp::RedPopc),
             reduces = isCount | isOp(arrival.op, BarOp::RedAnd) | isOp(arrival.op, BarOp::RedOr);
  std::vector<Term> have, kept, all;
  for (unsigned w = 0; w < spec::kCtaWarps; ++w) {
    const Term same = after.latch[w].eq(before.latch[w]) & after.latchIsCount.bit(w).eq(before.latchIsCount.bit(w));
    have.push_back(
        arrived.released.bit(w).implies(after.latch[w].eq(arrived.result) & after.latchIsCount.bit(w).eq(isCount)));
    kept.push_back((arrived.completes & reduces & arrived.released.bit(w)) | same);
    all.push_back(after.latch[w].eq(arrived.result));
  }
  const std::vector<Term> legal = {isLegal(arrival), id.ult(word(terms, spec::kBarriers))};
  std::vector<Term> completes = legal;
  completes.insert(completes.end(), {arrived.completes, reduces});
  return {implied(name + "/those-who-waited-have-the-result", completes, terms.all(have)),
          implied(name + "/no-other-latch-changes", legal, terms.all(kept)),
          implied(name + "/nobody-waits-there", completes, symbolic::barrierAt(after, id).waiting.eq(zero)),
          refuted(name + "/twin/every-warp-has-the-result", completes, terms.all(all), [=](const Assignment&) {
            const std::array<ShippedArrival, 2> warps = {
                ShippedArrival{0, static_cast<std::uint32_t>(BarOp::RedPopc), 2 * spec::kLanes, 1},
                ShippedArrival{1, static_cast<std::uint32_t>(BarOp::RedPopc), 2 * spec::kLanes, 1}};
            const auto left = arriveShipped(subject, warps, 3);
            return Replay{.reproduced = left && left->latch[1] == 2 && left->latch[2] == 0,
                          .report = "warps 0 and 1 count 2 votes; the latch of warp 2 stays as it was",
                          .counterexample = {}};
          })};
}

Theorem law(const std::string& name, std::vector<std::string> rules, std::string statement,
            std::function<Obligations(Terms&)> build) {
  return instructionTheorem(name, "BAR", "", std::move(rules), std::move(statement), "", std::move(build));
}

} // namespace

std::optional<spec::Barriers> arriveShipped(const Subject& subject, std::span<const ShippedArrival> arrivals,
                                            std::uint32_t warps) {
  using Code = void(const spec::BarModifiers*, const spec::Operands*, const spec::BarChoices*,
                    const spec::SpecialInputs*, spec::Barriers*, spec::Results*);
  auto* code = reinterpret_cast<Code*>(subject.machineCode("warplaw_bar_portable"));
  if (!code)
    return std::nullopt;
  spec::Barriers barriers;
  spec::SpecialInputs inputs;
  inputs.ntid[0] = warps * spec::kLanes;
  for (const ShippedArrival& arrival : arrivals) {
    const spec::BarModifiers modifiers{arrival.op};
    spec::Operands operands; // barrier 0
    operands.exec = ~0u;
    std::ranges::fill(operands.row[spec::bar_rows::kThreads], arrival.threads);
    operands.predicate = arrival.votes;
    inputs.warp = arrival.warp;
    spec::Results results;
    const spec::BarChoices choices;
    code(&modifiers, &operands, &choices, &inputs, &barriers, &results);
  }
  return barriers;
}

std::vector<Theorem> orderTheorems(const Subject& subject) {
  const std::string commutes = "bar/order/commute", transposed = "bar/order/transposition", any = "bar/order/any-warps";
  Theorem ofAny = law(any, {"BAR-5"}, "of warps that do not all take part, the order says which do",
                      [=](Terms& terms) -> Obligations { return anyWarps(terms, subject, any); });
  ofAny.claims = {{"BAR-5", "What a reduction at a barrier gives does not depend on the order of any warps.",
                   any + "/claim/the-same-result", "bar-5-warps-0-and-1-come-first", ""},
                  {"BAR-5", "Which warps still wait at a barrier does not depend on the order of any warps.",
                   any + "/claim/the-same-warps-wait", "bar-5-warps-2-and-1-come-first", ""}};
  return {law(commutes, {"BAR-5"},
              "arrivals of two warps in one generation commute: barrier, result and who is released are the same "
              "whoever comes first",
              [=](Terms& terms) -> Obligations { return commute(terms, commutes); }),
          law(transposed, {"BAR-5"},
              "where arrivals commute, exchanging two neighbours in the order changes nothing afterwards, for any "
              "number of warps; such exchanges reach every order",
              [=](Terms& terms) -> Obligations { return transposition(terms, transposed); }),
          std::move(ofAny)};
}

std::vector<Theorem> reductionTheorems(const Subject& subject) {
  const std::string induction = "bar/reduction/induction", latched = "bar/reduction/latches";
  return {law(induction, {"BAR-2", "BAR-3", "BAR-5"},
              "by induction, for any number of warps: after k arrivals the accumulator is the reduction over the "
              "threads of those k; the last one completes the generation with that over all, releases every warp that "
              "came, and leaves the barrier as it was before the first",
              [=](Terms& terms) -> Obligations { return reduces(terms, induction); }),
          law(latched, {"BAR-2"},
              "an arrival that completes a reduction leaves its result in the latch of every warp that waited, the own "
              "included, and no arrival changes another latch",
              [=](Terms& terms) -> Obligations { return latches(terms, subject, latched); })};
}

} // namespace warplaw::proofs::bar
