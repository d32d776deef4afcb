// What threads may read after a reduction on a surface: L1 caches no surface, and texture lines of the same memory stay
// (SURED-9), by the model of linearize/litmus.h.
#include "proofs/statements/litmus.h"
#include "proofs/theorems/sured_theorems.h"

namespace warplaw::proofs::sured {
namespace {
using linearize::Op;
using linearize::litmus::Cache;
using linearize::litmus::Held;
using linearize::litmus::Kind;
using linearize::litmus::LitmusStep;
using linearize::litmus::Program;
using linearize::litmus::Rules;
using linearize::litmus::Thread;

constexpr unsigned kX = 0, kFlag = 1;
LitmusStep texture(unsigned address) { return {Kind::LoadTexture, address}; }
LitmusStep load(unsigned address) { return {Kind::Load, address}; }
LitmusStep loadGlobal(unsigned address) { return {Kind::LoadGlobal, address}; }
LitmusStep add(unsigned address, std::uint32_t value) { return {Kind::ReduceSurface, address, value, {Op::Add}}; }
LitmusStep count(unsigned address) { return {Kind::Reduce, address, 1, {Op::Add}}; }
const LitmusStep kMembar{Kind::Membar};

/// x is 0 at first, and so is a flag that is no part of the surface.
Program with(std::vector<Held> held, std::vector<Thread> threads) {
  return {std::move(threads), {0, 0}, std::move(held), {}};
}

Litmus textureLine() {
  return {"texture-lines-stay-stale", // its own thread's, and after a fence
          with({{.sm = 0, .line = kX, .cache = Cache::Texture}}, {{0, {add(kX, 1), kMembar, texture(kX)}}}),
          {{0}, {1}}};
}
Litmus textureLineElsewhere() {
  return {"texture-lines-of-another-sm-stay-stale",
          with({{.sm = 1, .line = kX, .cache = Cache::Texture}},
               {{0, {add(kX, 1), kMembar, count(kFlag)}}, {1, {loadGlobal(kFlag), kMembar, texture(kX)}}}),
          {{0, 0}, {0, 1}, {1, 0}, {1, 1}}};
}
Litmus noLine() {
  return {"a-texture-load-without-a-line-is-fresh", with({}, {{0, {add(kX, 1), kMembar, texture(kX)}}}), {{1}}};
}
Litmus globalLoad() {
  return {"a-global-load-is-fresh",
          with({{.sm = 0, .line = kX, .cache = Cache::Texture}, {.sm = 0, .line = kX}},
               {{0, {add(kX, 1), kMembar, loadGlobal(kX)}}}),
          {{1}}};
}
/// Nobody knows of lines of LD: that they go or stay.
Litmus dataLine() {
  return {"lines-of-loads-may-stay", with({{.sm = 0, .line = kX}}, {{0, {add(kX, 1), kMembar, load(kX)}}}), {{0}, {1}}};
}
/// Both have reduced: were the first one's result kept in its L1, the texture load could give it.
Litmus uncached() {
  return {"surfaces-are-not-cached",
          with({}, {{0, {add(kX, 1), kMembar, loadGlobal(kFlag), kMembar, texture(kX)}},
                    {1, {add(kX, 2), kMembar, count(kFlag)}}}),
          {{0, 1}, {0, 3}, {1, 3}}};
}
Litmus withoutFence() {
  return {"without-a-fence-a-texture-load-may-come-first", with({}, {{0, {add(kX, 1), texture(kX)}}}), {{0}, {1}}};
}

} // namespace

std::vector<Theorem> cacheTheorems(const Subject&) {
  const std::string name = "sured/l1";
  return {instructionTheorem(
      name, "SURED", "", {"SURED-9", "RED-9"},
      "a reduction on a surface keeps nothing in L1 and takes no texture line away: a texture load that finds a line "
      "of "
      "before it may be stale, after a fence too; one that finds none, or a global load, is fresh after a fence",
      "", [=](Terms&) -> Obligations {
        std::vector<Obligation> all;
        for (const Litmus& litmus :
             {textureLine(), textureLineElsewhere(), noLine(), globalLoad(), dataLine(), uncached(), withoutFence()})
          all.push_back(outcomesAre(name, litmus));
        all.push_back(litmusTwin(name, "texture-lines-go", textureLine(), &Rules::textureLinesStay));
        all.push_back(litmusTwin(name, "surfaces-are-cached", uncached(), &Rules::surfacesAreUncached));
        all.push_back(litmusTwin(name, "fences-order-nothing", noLine(), &Rules::membarOrders));
        return all;
      })};
}

} // namespace warplaw::proofs::sured
