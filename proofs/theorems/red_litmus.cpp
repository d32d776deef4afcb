// What threads may read after a reduction: the reachable outcomes of small programs over L1 lines and orders (RED-8,
// RED-9), all of them, by the model of linearize/litmus.h.
#include "proofs/statements/litmus.h"
#include "proofs/theorems/red_theorems.h"

namespace warplaw::proofs::red {
namespace {
using linearize::litmus::Rules;

// the other thread's load comes between the discard and the reduction
const char* const kOwnLoad = "held sm0: x\nthread sm0: RED.ADD [x], 1; LD A, [x]\nthread sm0: LD B, [x]";
const char* const kLoadOfTheSm =
    "held sm0: x\nthread sm0: RED.ADD [x], 1; BAR.SYNC\nthread sm0: LD A, [x]; BAR.SYNC; LD B, [x]";
// one thread, two words of one line
const char* const kNeighbour = "line x y\nheld sm0: x\nthread sm0: RED.ADD [x], 1; LD A, [y]; LD B, [x]";

/// RED-8: what is guaranteed, what is not, and the other value of the [param]: discard and reduction are one step, and
/// every load of the own SM after it is fresh.
std::vector<Litmus> linesOfL1() {
  return {
      {"own-load-is-fresh-where-no-other-loads-the-line", "held sm0: x\nthread sm0: RED.ADD [x], 1; LD A, [x]", {{1}}},
      {"load-of-the-same-sm-is-fresh-where-none-came-before",
       "held sm0: x\nthread sm0: RED.ADD [x], 1; BAR.SYNC\nthread sm0: BAR.SYNC; LD A, [x]",
       {{1}}},
      {"own-global-load-is-fresh", // what the document advises
       "held sm0: x\nthread sm0: RED.ADD [x], 1; LD.CG A, [x]\nthread sm0: LD B, [x]",
       {{1, 0}, {1, 1}}},
      {"global-load-of-another-sm-is-fresh",
       "held sm1: x\nthread sm0: RED.ADD [x], 1\nthread sm1: LD.CG A, [x]; LD.CG B, [x]",
       {{0, 0}, {0, 1}, {1, 1}}},
      {"an-atomic-reads-memory", // with nothing between what it gives and what it leaves
       "held sm0: x\n"
       "thread sm0: RED.ADD [x], 1; ATOM.ADD A, [x], 1\n"
       "thread sm0: ATOM.ADD B, [x], 1; LD.CG C, [x]",
       {{1, 2, 3}, {2, 0, 1}, {2, 0, 2}, {2, 0, 3}, {2, 1, 2}, {2, 1, 3}}},
      {"own-load-may-be-stale", kOwnLoad, {{0, 0}, {1, 0}, {1, 1}}},
      {"a-fence-makes-no-load-fresh",
       "held sm0: x\nthread sm0: RED.ADD [x], 1; MEMBAR.GL; LD A, [x]\nthread sm0: LD B, [x]",
       {{0, 0}, {1, 0}, {1, 1}}},
      {"load-of-the-same-sm-may-be-stale", kLoadOfTheSm, {{0, 0}, {0, 1}, {1, 1}}},
      {"a-neighbours-load-brings-the-line-back", kNeighbour, {{0, 0}, {0, 1}}},
      {"a-load-of-another-line-does-not", "held sm0: x\nthread sm0: RED.ADD [x], 1; LD A, [y]; LD B, [x]", {{0, 1}}},
      {"load-of-another-sm-may-be-stale", // it has seen the new word, and then reads the old one
       "held sm1: x\nthread sm0: RED.ADD [x], 1\nthread sm1: LD.CG A, [x]; LD B, [x]",
       {{0, 0}, {0, 1}, {1, 0}, {1, 1}}},
      {"in-one-step-own-load-is-fresh", kOwnLoad, {{1, 0}, {1, 1}}, &Rules::discardsInTwoSteps},
      {"in-one-step-load-of-the-same-sm-is-fresh", kLoadOfTheSm, {{0, 1}, {1, 1}}, &Rules::discardsInTwoSteps},
      {"in-one-step-neighbours-bring-nothing-back", kNeighbour, {{0, 1}}, &Rules::discardsInTwoSteps}};
}
std::vector<LitmusTwin> withoutLines() {
  std::vector<LitmusTwin> all = {
      {"twin/reductions-leave-the-line", "own-load-is-fresh-where-no-other-loads-the-line", &Rules::reductionsDiscard},
      {"twin/global-loads-hit", "global-load-of-another-sm-is-fresh", &Rules::globalLoadsReadPast},
      {"twin/own-global-loads-hit", "own-global-load-is-fresh", &Rules::globalLoadsReadPast},
      {"twin/lines-are-words", "a-neighbours-load-brings-the-line-back", &Rules::linesAreWhole}};
  for (const char* const name :
       {"in-one-step/twin/own-load-may-be-stale", "in-one-step/twin/a-fence-makes-no-load-fresh",
        "in-one-step/twin/load-of-the-same-sm-may-be-stale", "in-one-step/twin/a-neighbours-load-brings-the-line-back"})
    all.push_back({name, name + std::string_view("in-one-step/twin/").size(), &Rules::discardsInTwoSteps});
  return all;
}

/// RED-9: a word is stored, a flag counted up; whoever sees the flag may miss the word.
std::vector<Litmus> orders() {
  return {{"one-address-keeps-its-order", "held sm0: x\nthread sm0: ST [x], 5; RED.ADD [x], 1; LD A, [x]", {{6}}},
          {"a-message-may-be-missed",
           "thread sm0: ST [x], 7; RED.ADD [y], 1\nthread sm1: LD.CG A, [y]; LD.CG B, [x]",
           {{0, 0}, {0, 7}, {1, 0}, {1, 7}}},
          {"a-fence-of-the-writer-is-not-enough",
           "thread sm0: ST [x], 7; MEMBAR.GL; RED.ADD [y], 1\nthread sm1: LD.CG A, [y]; LD.CG B, [x]",
           {{0, 0}, {0, 7}, {1, 0}, {1, 7}}},
          {"a-fence-of-the-reader-is-not-enough",
           "thread sm0: ST [x], 7; RED.ADD [y], 1\nthread sm1: LD.CG A, [y]; MEMBAR.GL; LD.CG B, [x]",
           {{0, 0}, {0, 7}, {1, 0}, {1, 7}}},
          {"a-message-with-two-fences-arrives",
           "thread sm0: ST [x], 7; MEMBAR.GL; RED.ADD [y], 1\nthread sm1: LD.CG A, [y]; MEMBAR.GL; LD.CG B, [x]",
           {{0, 0}, {0, 7}, {1, 7}}},
          {"a-barrier-orders-the-cta", "thread sm0: ST [x], 7; BAR.SYNC\nthread sm0: BAR.SYNC; LD.CG A, [x]", {{7}}},
          {"threads-at-one-address-in-any-order",
           "thread sm0: ST [x], 5; LD A, [x]\nthread sm0: RED.ADD [x], 1; LD B, [x]",
           {{5, 1}, {5, 5}, {5, 6}, {6, 6}}}};
}

} // namespace

std::vector<Theorem> litmusTheorems(const Subject&) {
  return {
      litmusTheorem(
          "red/l1", "RED", {"RED-8"},
          "a reduction discards the line of its own SM and is performed later: a load that comes between brings the "
          "line back, so that a load of any SM may be stale afterwards, the issuing thread's too, after a fence too; "
          "a global load is not, nor is a load where no other load of its SM could bring the line back; where both "
          "are one step, every load of the own SM is fresh",
          linesOfL1(), withoutLines()),
      litmusTheorem(
          "red/reordering", "RED", {"RED-9"},
          "operations of a thread on one address keep their order, on others only across MEMBAR.GL; a barrier orders "
          "those of a CTA's threads; who sees a flag may miss what was stored before it",
          orders(),
          {{"twin/one-address-is-reordered", "one-address-keeps-its-order", &Rules::oneAddressKeepsOrder},
           {"twin/fences-order-nothing", "a-message-with-two-fences-arrives", &Rules::membarOrders},
           {"twin/barriers-order-nothing", "a-barrier-orders-the-cta", &Rules::barrierOrders}})};
}

} // namespace warplaw::proofs::red
