// What threads may read after a reduction: the reachable outcomes of small programs over L1 lines and orders (RED-8,
// RED-9), all of them, by the model of linearize/litmus.h.
#include "proofs/statements/litmus.h"
#include "proofs/theorems/red_theorems.h"

namespace warplaw::proofs::red {
namespace {
using linearize::Op;
using linearize::litmus::Kind;
using linearize::litmus::LitmusStep;
using linearize::litmus::Program;
using linearize::litmus::Rules;
using linearize::litmus::Thread;
using Words = std::vector<std::uint32_t>;

constexpr unsigned kX = 0, kY = 1;
LitmusStep load(unsigned address) { return {Kind::Load, address}; }
LitmusStep loadGlobal(unsigned address) { return {Kind::LoadGlobal, address}; }
LitmusStep store(unsigned address, std::uint32_t value) { return {Kind::Store, address, value}; }
LitmusStep add(unsigned address, std::uint32_t value) { return {Kind::Reduce, address, value, {Op::Add}}; }
LitmusStep atomicAdd(unsigned address, std::uint32_t value) { return {Kind::Atomic, address, value, {Op::Add}}; }
const LitmusStep kMembar{Kind::Membar}, kBarrier{Kind::Barrier};

/// Words are 0 at first; x's line is held by that SM. y is in it, or not.
Program heldBy(unsigned sm, std::vector<Thread> threads, unsigned words = 1, bool inOneLine = false) {
  return {std::move(threads),
          std::vector<std::uint32_t>(words),
          {{.sm = sm, .line = 0}},
          inOneLine ? std::vector<unsigned>(words, 0) : std::vector<unsigned>{}};
}

// --- RED-8: what is guaranteed. ---

Litmus aloneOnItsSm() {
  return {"own-load-is-fresh-where-no-other-loads-the-line", heldBy(0, {{0, {add(kX, 1), load(kX)}}}), {{1}}};
}
Litmus afterBarrier() {
  return {"load-of-the-same-sm-is-fresh-where-none-came-before",
          heldBy(0, {{0, {add(kX, 1), kBarrier}}, {0, {kBarrier, load(kX)}}}),
          {{1}}};
}
/// What the document advises.
Litmus ownGlobalLoad() {
  return {
      "own-global-load-is-fresh", heldBy(0, {{0, {add(kX, 1), loadGlobal(kX)}}, {0, {load(kX)}}}), {{1, 0}, {1, 1}}};
}
Litmus globalLoadElsewhere() {
  return {"global-load-of-another-sm-is-fresh",
          heldBy(1, {{0, {add(kX, 1)}}, {1, {loadGlobal(kX), loadGlobal(kX)}}}),
          {{0, 0}, {0, 1}, {1, 1}}};
}
Litmus atomic() {
  return {"an-atomic-reads-memory", // with nothing between what it gives and what it leaves
          heldBy(0, {{0, {add(kX, 1), atomicAdd(kX, 1)}}, {0, {atomicAdd(kX, 1), loadGlobal(kX)}}}),
          {{1, 2, 3}, {2, 0, 1}, {2, 0, 2}, {2, 0, 3}, {2, 1, 2}, {2, 1, 3}}};
}

// --- RED-8: what is not. ---

Litmus ownLoad() {
  return {"own-load-may-be-stale", // the other thread's load comes between the discard and the reduction
          heldBy(0, {{0, {add(kX, 1), load(kX)}}, {0, {load(kX)}}}),
          {{0, 0}, {1, 0}, {1, 1}}};
}
Litmus ownLoadAfterFence() {
  return {"a-fence-makes-no-load-fresh",
          heldBy(0, {{0, {add(kX, 1), kMembar, load(kX)}}, {0, {load(kX)}}}),
          {{0, 0}, {1, 0}, {1, 1}}};
}
Litmus loadOfTheSm() {
  return {"load-of-the-same-sm-may-be-stale",
          heldBy(0, {{0, {add(kX, 1), kBarrier}}, {0, {load(kX), kBarrier, load(kX)}}}),
          {{0, 0}, {0, 1}, {1, 1}}};
}
Litmus neighbour() {
  return {"a-neighbours-load-brings-the-line-back", // one thread, two words of one line
          heldBy(0, {{0, {add(kX, 1), load(kY), load(kX)}}}, 2, true),
          {{0, 0}, {0, 1}}};
}
Litmus neighbourOfAnotherLine() {
  return {"a-load-of-another-line-does-not", heldBy(0, {{0, {add(kX, 1), load(kY), load(kX)}}}, 2), {{0, 1}}};
}
Litmus loadElsewhere() {
  return {"load-of-another-sm-may-be-stale", // it has seen the new word, and then reads the old one
          heldBy(1, {{0, {add(kX, 1)}}, {1, {loadGlobal(kX), load(kX)}}}),
          {{0, 0}, {0, 1}, {1, 0}, {1, 1}}};
}

/// The other value of the [param]: discard and reduction are one step, and every load of the own SM after it is fresh.
Litmus inOneStep(Litmus litmus, const char* name, std::set<Words> loaded) {
  litmus.name = name;
  litmus.loaded = std::move(loaded);
  litmus.rules.discardsInTwoSteps = false;
  return litmus;
}

// --- RED-9: a word is stored, a flag counted up; whoever sees the flag may miss the word. ---

Litmus message(const char* name, bool ordersStore, bool ordersLoad) {
  std::vector<LitmusStep> writer = {store(kX, 7)}, reader = {loadGlobal(kY)};
  if (ordersStore)
    writer.push_back(kMembar);
  if (ordersLoad)
    reader.push_back(kMembar);
  writer.push_back(add(kY, 1));
  reader.push_back(loadGlobal(kX));
  std::set<Words> loaded = {{0, 0}, {0, 7}, {1, 7}};
  if (!ordersStore || !ordersLoad)
    loaded.insert({1, 0});
  return {name, {{{0, writer}, {1, reader}}, {0, 0}, {}, {}}, loaded};
}
Litmus oneAddress() {
  return {"one-address-keeps-its-order", heldBy(0, {{0, {store(kX, 5), add(kX, 1), load(kX)}}}), {{6}}};
}
Litmus acrossBarrier() {
  return {"a-barrier-orders-the-cta",
          {{{0, {store(kX, 7), kBarrier}}, {0, {kBarrier, loadGlobal(kX)}}}, {0}, {}, {}},
          {{7}}};
}
Litmus threadsAtOneAddress() {
  return {"threads-at-one-address-in-any-order",
          {{{0, {store(kX, 5), load(kX)}}, {0, {add(kX, 1), load(kX)}}}, {0}, {}, {}},
          {{5, 1}, {5, 5}, {5, 6}, {6, 6}}};
}

Theorem stated(const std::string& name, const char* rule, std::string statement,
               std::function<std::vector<Obligation>(const std::string&)> made) {
  return instructionTheorem(name, "RED", "", {rule}, std::move(statement), "",
                            [=](Terms&) -> Obligations { return made(name); });
}

} // namespace

std::vector<Theorem> litmusTheorems(const Subject&) {
  return {
      stated(
          "red/l1", "RED-8",
          "a reduction discards the line of its own SM and is performed later: a load that comes between brings the "
          "line back, so that a load of any SM may be stale afterwards, the issuing thread's too, after a fence too; "
          "a global load is not, nor is a load where no other load of its SM could bring the line back; where both "
          "are one step, every load of the own SM is fresh",
          [](const std::string& name) {
            std::vector<Obligation> all;
            for (const Litmus& litmus :
                 {aloneOnItsSm(), afterBarrier(), ownGlobalLoad(), globalLoadElsewhere(), atomic(), ownLoad(),
                  ownLoadAfterFence(), loadOfTheSm(), neighbour(), neighbourOfAnotherLine(), loadElsewhere(),
                  inOneStep(ownLoad(), "in-one-step-own-load-is-fresh", {{1, 0}, {1, 1}}),
                  inOneStep(loadOfTheSm(), "in-one-step-load-of-the-same-sm-is-fresh", {{0, 1}, {1, 1}}),
                  inOneStep(neighbour(), "in-one-step-neighbours-bring-nothing-back", {{0, 1}})})
              all.push_back(outcomesAre(name, litmus));
            all.push_back(litmusTwin(name, "reductions-leave-the-line", aloneOnItsSm(), &Rules::reductionsDiscard));
            all.push_back(litmusTwin(name, "global-loads-hit", globalLoadElsewhere(), &Rules::globalLoadsReadPast));
            all.push_back(litmusTwin(name, "own-global-loads-hit", ownGlobalLoad(), &Rules::globalLoadsReadPast));
            all.push_back(litmusTwin(name, "lines-are-words", neighbour(), &Rules::linesAreWhole));
            for (const Litmus& litmus : {ownLoad(), ownLoadAfterFence(), loadOfTheSm(), neighbour()})
              all.push_back(litmusTwin(name + "/in-one-step", litmus.name, litmus, &Rules::discardsInTwoSteps));
            return all;
          }),
      stated(
          "red/reordering", "RED-9",
          "operations of a thread on one address keep their order, on others only across MEMBAR.GL; a barrier orders "
          "those of a CTA's threads; who sees a flag may miss what was stored before it",
          [](const std::string& name) {
            const Litmus ordered = message("a-message-with-two-fences-arrives", true, true);
            std::vector<Obligation> all;
            for (const Litmus& litmus : {oneAddress(), message("a-message-may-be-missed", false, false),
                                         message("a-fence-of-the-writer-is-not-enough", true, false),
                                         message("a-fence-of-the-reader-is-not-enough", false, true), ordered,
                                         acrossBarrier(), threadsAtOneAddress()})
              all.push_back(outcomesAre(name, litmus));
            all.push_back(litmusTwin(name, "one-address-is-reordered", oneAddress(), &Rules::oneAddressKeepsOrder));
            all.push_back(litmusTwin(name, "fences-order-nothing", ordered, &Rules::membarOrders));
            all.push_back(litmusTwin(name, "barriers-order-nothing", acrossBarrier(), &Rules::barrierOrders));
            return all;
          })};
}

} // namespace warplaw::proofs::red
