// Are the special inputs and barriers that theorems assume those that executors run on (SR-1, SR-3, BAR-1, BAR-2)?
// Looked at from surroundings of all kinds, field by field.
#include "symbolic/encodings/surroundings.h"
#include "proofs/statements/legality.h"
#include "proofs/theorems/theorems.h"
#include "spec/surrounding_parts.h"

namespace warplaw::proofs {
namespace {
using symbolic::BarrierTerms;
using symbolic::SpecialInputTerms;

template <class Part> LegalitySearch from(std::vector<Part> starts) {
  LegalitySearch search{.starts = {}, .accepted = {}, .pairs = false};
  for (const Part& start : starts)
    search.starts.push_back(bytesOfValue(start));
  search.accepted = [](std::span<const std::byte> bytes) { return !spec::faultOf(valueOfBytes<Part>(bytes)); };
  return search;
}

/// Lines, planes and boxes of threads, the last warp of each; grids that end where numbers end.
std::vector<spec::SpecialInputs> someInputs() {
  std::vector<spec::SpecialInputs> all;
  for (const std::array<std::uint32_t, 3> ntid : {std::array{1u, 1u, 1u},
                                                  {32u, 1u, 1u},
                                                  {33u, 1u, 1u},
                                                  {1024u, 1u, 1u},
                                                  {1u, 1024u, 1u},
                                                  {16u, 1u, 64u},
                                                  {7u, 11u, 13u},
                                                  {100u, 5u, 2u}}) {
    spec::SpecialInputs inputs;
    std::ranges::copy(ntid, std::begin(inputs.ntid));
    all.push_back(inputs);
    inputs.warp = (spec::threadsOf(inputs) - 1) / spec::kLanes;
    const std::array<std::uint32_t, 3> most = {0x7fffffff, 65535, 65535};
    for (unsigned axis = 0; axis < spec::kDimensions; ++axis) {
      inputs.nctaid[axis] = most[axis];
      inputs.ctaid[axis] = most[axis] - 1;
    }
    all.push_back(inputs);
  }
  return all;
}

/// Nobody anywhere; and a generation of each use, joined by three warps, with the least and the most that it may hold.
std::vector<spec::Barriers> someBarriers() {
  std::vector<spec::Barriers> all(1);
  for (std::uint32_t use = 0; use <= static_cast<std::uint32_t>(spec::BarrierUse::Or); ++use)
    for (const unsigned b : {0u, spec::kBarriers - 1}) {
      spec::Barriers barriers;
      barriers.arrived[b] = 3 * spec::kLanes;
      barriers.expected[b] = b == 0 ? 4 * spec::kLanes : spec::kMostBarrierThreads;
      barriers.use[b] = use;
      barriers.waiting[b] = 0x80000101;
      barriers.exited = 0x10;
      barriers.latchIsCount = 0xffff;
      all.push_back(barriers);
    }
  return all;
}

} // namespace

Theorem surroundingsTheorem() {
  Theorem theorem;
  theorem.name = "machine/surroundings";
  theorem.instruction = "machine";
  theorem.rules = {"SR-1", "SR-3", "BAR-1", "BAR-2"};
  theorem.statement = "the special inputs and barriers of which theorems speak are those that executors run on";
  theorem.build = [](Terms& terms) -> Obligations {
    const Term inputs = symbolic::isLegal(symbolic::variables<SpecialInputTerms>(terms, "inputs.")),
               barriers = symbolic::isLegal(symbolic::variables<BarrierTerms>(terms, "barriers."));
    return std::vector<Obligation>{legalityAgrees("machine/surroundings/legal-inputs", inputs,
                                                  slotsOf<spec::SpecialInputsIn>(terms, "inputs."), from(someInputs())),
                                   legalityAgrees("machine/surroundings/legal-barriers", barriers,
                                                  slotsOf<spec::BarriersIn>(terms, "barriers."), from(someBarriers()))};
  };
  return theorem;
}

} // namespace warplaw::proofs
