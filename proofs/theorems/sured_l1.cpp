// What threads may read after a reduction on a surface: L1 caches no surface, and texture lines of the same memory stay
// (SURED-9), by the model of linearize/litmus.h.
#include "proofs/statements/litmus.h"
#include "proofs/theorems/sured_theorems.h"

namespace warplaw::proofs::sured {
using linearize::litmus::Rules;

/// x is of the surface, the flag is not.
std::vector<Theorem> cacheTheorems(const Subject&) {
  return {litmusTheorem(
      "sured/l1", "SURED", {"SURED-9", "RED-9"},
      "a reduction on a surface keeps nothing in L1 and takes no texture line away: a texture load that finds a line "
      "of before it may be stale, after a fence too; one that finds none, or a global load, is fresh after a fence",
      {{"texture-lines-stay-stale", // its own thread's, and after a fence
        "texture sm0: x\nthread sm0: SURED.ADD [x], 1; MEMBAR.GL; TEX A, [x]",
        {{0}, {1}}},
       {"texture-lines-of-another-sm-stay-stale",
        "texture sm1: x\n"
        "thread sm0: SURED.ADD [x], 1; MEMBAR.GL; RED.ADD [flag], 1\n"
        "thread sm1: LD.CG A, [flag]; MEMBAR.GL; TEX B, [x]",
        {{0, 0}, {0, 1}, {1, 0}, {1, 1}}},
       {"a-texture-load-without-a-line-is-fresh", "thread sm0: SURED.ADD [x], 1; MEMBAR.GL; TEX A, [x]", {{1}}},
       {"a-global-load-is-fresh",
        "texture sm0: x\nheld sm0: x\nthread sm0: SURED.ADD [x], 1; MEMBAR.GL; LD.CG A, [x]",
        {{1}}},
       {"lines-of-loads-may-stay", // nobody knows of lines of LD: that they go or stay
        "held sm0: x\nthread sm0: SURED.ADD [x], 1; MEMBAR.GL; LD A, [x]",
        {{0}, {1}}},
       {"surfaces-are-not-cached", // were the first one's result kept in its L1, the texture load could give it
        "thread sm0: SURED.ADD [x], 1; MEMBAR.GL; LD.CG A, [flag]; MEMBAR.GL; TEX B, [x]\n"
        "thread sm1: SURED.ADD [x], 2; MEMBAR.GL; RED.ADD [flag], 1",
        {{0, 1}, {0, 3}, {1, 3}}},
       {"without-a-fence-a-texture-load-may-come-first", "thread sm0: SURED.ADD [x], 1; TEX A, [x]", {{0}, {1}}}},
      {{"twin/texture-lines-go", "texture-lines-stay-stale", &Rules::textureLinesStay},
       {"twin/surfaces-are-cached", "surfaces-are-not-cached", &Rules::surfacesAreUncached},
       {"twin/fences-order-nothing", "a-texture-load-without-a-line-is-fresh", &Rules::membarOrders}})};
}

} // namespace warplaw::proofs::sured
