// What threads may read after a reduction: the reachable outcomes of small programs over L1 lines and orders (RED-8,
// RED-9), all of them, by the model of linearize/litmus.h.
#include "linearize/litmus.h"
#include "proofs/theorems/red_theorems.h"
#include <fmt/ranges.h>
#include <set>

namespace warplaw::proofs::red {
namespace {
using linearize::litmus::Op;
using linearize::litmus::outcomes;
using linearize::litmus::Program;
using linearize::litmus::Rules;
using linearize::litmus::Step;
using Words = std::vector<std::uint32_t>;

constexpr unsigned kX = 0, kY = 1;
Step load(unsigned address) { return {Op::Load, address}; }
Step loadGlobal(unsigned address) { return {Op::LoadGlobal, address}; }
Step store(unsigned address, std::uint32_t value) { return {Op::Store, address, value}; }
Step add(unsigned address, std::uint32_t value) { return {Op::Add, address, value}; }
const Step kMembar{Op::Membar}, kBarrier{Op::Barrier};

/// A program, and the words that its loads may give: exactly these.
struct Litmus {
  const char* name;
  Program program;
  std::set<Words> loaded;
};

Obligation::Evidence compare(const Litmus& litmus, const Rules& rules) {
  std::set<Words> loaded;
  std::size_t states = 0;
  std::string ways;
  for (const auto& [outcome, way] : outcomes(litmus.program, rules)) {
    ++states;
    const Words words(outcome.begin(), outcome.end() - static_cast<std::ptrdiff_t>(litmus.program.memory.size()));
    if (loaded.insert(words).second)
      ways += fmt::format("loads give {}: {}\n", fmt::join(words, ", "), way);
    if (!litmus.loaded.contains(words))
      return {Verdict::Refuted, "", fmt::format("loads give {}: {}", fmt::join(words, ", "), way)};
  }
  if (loaded != litmus.loaded)
    return {Verdict::Refuted, "", "some words are not reached; what is:\n" + ways};
  return {Verdict::Checked, fmt::format("all outcomes of the program: {}", states), ways};
}

Obligation outcomesAre(const std::string& prefix, const Litmus& litmus) {
  return byEvidence(prefix + "/" + litmus.name, Verdict::Checked, [litmus] { return compare(litmus, {}); });
}
/// Under a model in which one rule does not hold the outcomes are others.
Obligation twinOf(const std::string& prefix, const char* name, const Litmus& litmus, bool Rules::* without) {
  return byEvidence(prefix + "/twin/" + name, Verdict::Refuted, [litmus, without] {
    Rules rules;
    rules.*without = false;
    return compare(litmus, rules);
  });
}

// --- RED-8: x is 0, and its line is held. ---

Litmus ownLoad() { return {"own-load-is-fresh", {{{0, {add(kX, 1), load(kX)}}}, {0}, {{0, kX}}}, {{1}}}; }
Litmus loadOfTheSm() {
  return {"load-of-the-same-sm-is-fresh",
          {{{0, {add(kX, 1), kBarrier}}, {0, {kBarrier, load(kX)}}}, {0}, {{0, kX}}},
          {{1}}};
}
Litmus loadElsewhere() {
  return {"load-of-another-sm-may-be-stale", // it has seen the new word, and then reads the old one
          {{{0, {add(kX, 1)}}, {1, {loadGlobal(kX), load(kX)}}}, {0}, {{1, kX}}},
          {{0, 0}, {0, 1}, {1, 0}, {1, 1}}};
}
Litmus globalLoadElsewhere() {
  return {"global-load-of-another-sm-is-fresh",
          {{{0, {add(kX, 1)}}, {1, {loadGlobal(kX), loadGlobal(kX)}}}, {0}, {{1, kX}}},
          {{0, 0}, {0, 1}, {1, 1}}};
}

// --- RED-9: a word is stored, a flag counted up; whoever sees the flag may miss the word. ---

Litmus message(const char* name, bool ordersStore, bool ordersLoad) {
  std::vector<Step> writer = {store(kX, 7)}, reader = {loadGlobal(kY)};
  if (ordersStore)
    writer.push_back(kMembar);
  if (ordersLoad)
    reader.push_back(kMembar);
  writer.push_back(add(kY, 1));
  reader.push_back(loadGlobal(kX));
  std::set<Words> loaded = {{0, 0}, {0, 7}, {1, 7}};
  if (!ordersStore || !ordersLoad)
    loaded.insert({1, 0});
  return {name, {{{0, writer}, {1, reader}}, {0, 0}, {}}, loaded};
}
Litmus oneAddress() {
  return {"one-address-keeps-its-order", {{{0, {store(kX, 5), add(kX, 1), load(kX)}}}, {0}, {{0, kX}}}, {{6}}};
}
Litmus acrossBarrier() {
  return {
      "a-barrier-orders-the-cta", {{{0, {store(kX, 7), kBarrier}}, {0, {kBarrier, loadGlobal(kX)}}}, {0}, {}}, {{7}}};
}
Litmus threadsAtOneAddress() {
  return {"threads-at-one-address-in-any-order",
          {{{0, {store(kX, 5), load(kX)}}, {0, {add(kX, 1), load(kX)}}}, {0}, {}},
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
      stated("red/l1", "RED-8",
             "a reduction discards the line of its own SM, so that a load there is fresh; a load of another SM may be "
             "stale, a global one is not",
             [](const std::string& name) {
               std::vector<Obligation> all;
               for (const Litmus& litmus : {ownLoad(), loadOfTheSm(), loadElsewhere(), globalLoadElsewhere()})
                 all.push_back(outcomesAre(name, litmus));
               all.push_back(twinOf(name, "reductions-leave-the-line", ownLoad(), &Rules::reductionsDiscard));
               all.push_back(twinOf(name, "global-loads-hit", globalLoadElsewhere(), &Rules::globalLoadsReadPast));
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
            all.push_back(twinOf(name, "one-address-is-reordered", oneAddress(), &Rules::oneAddressKeepsOrder));
            all.push_back(twinOf(name, "fences-order-nothing", ordered, &Rules::membarOrders));
            all.push_back(twinOf(name, "barriers-order-nothing", acrossBarrier(), &Rules::barrierOrders));
            return all;
          })};
}

} // namespace warplaw::proofs::red
