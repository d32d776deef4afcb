// Are the special inputs, barriers, generic regions and surfaces that theorems assume those that executors run on
// (SR-1, SR-3, BAR-1, BAR-2, RED-4, RED-5, SURED-4, SURED-5, SURED-7, SURED-8)? Proved by spec's own check, read as a
// term; and looked at on plain words, field by field.
#include "symbolic/encodings/surroundings.h"
#include "proofs/statements/accepted_parts.h"
#include "proofs/statements/instruction_table.h"
#include "proofs/statements/legality.h"
#include "proofs/theorems/legality_theorems.h"
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

/// None, some, and as many as there may be; at the ends of the address space; close together.
std::vector<spec::GenericRegions> someRegions() {
  std::vector<spec::GenericRegions> all(1);
  for (const unsigned count : {1u, 3u, spec::kGenericRegions})
    for (const std::uint32_t bytes : {1u, 64u, spec::kMaxGenericBytes / spec::kGenericRegions}) {
      spec::GenericRegions low, high; // side by side from 0; apart, the last one up to the end
      for (unsigned r = 0; r < spec::kGenericRegions; ++r) {
        low.end[r] = high.end[r] = bytes * std::min(r + 1, count);
        if (r >= count)
          continue;
        low.baseLow[r] = r * bytes;
        high.baseHigh[r] = r + 1 == count ? spec::kGenericAddressesHigh - 1 : r;
        high.baseLow[r] = r + 1 == count ? 0 - bytes : 16 * r;
      }
      all.push_back(low);
      all.push_back(high);
    }
  return all;
}

/// Windows of CTAs: side by side, at the end of 4 GiB, none.
std::vector<spec::SpecialInputs> someWindows() {
  std::vector<spec::SpecialInputs> all;
  constexpr std::uint32_t kUsual = 1u << 24;
  for (const auto& [sharedLow, sharedSize, localLow, localSize] :
       {std::array{0u, kUsual, kUsual, kUsual}, std::array{0u - kUsual, kUsual, 0u - 2 * kUsual, kUsual},
        std::array{0x1000u, 0u, 0x1000u, 0x10u}, std::array{0x80000000u, 0x40u, 0u, 0x80000000u}}) {
    spec::SpecialInputs inputs;
    inputs.sharedWindowLow = sharedLow;
    inputs.sharedWindowSize = sharedSize;
    inputs.localWindowLow = localLow;
    inputs.localWindowSize = localSize;
    all.push_back(inputs);
  }
  return all;
}

} // namespace

AssumedParts assumedParts(Terms& terms) {
  return {isLegal(symbolic::variables<SpecialInputTerms>(terms, "inputs.")),
          isLegal(symbolic::variables<BarrierTerms>(terms, "barriers.")),
          isLegal(symbolic::variables<symbolic::GenericRegionTerms>(terms, "regions.")),
          isLegal(symbolic::variables<symbolic::SurfaceTerms>(terms, "surfaces."))};
}

std::vector<Obligation> partObligations(const std::string& name, const AssumedParts& assumed) {
  std::vector<Obligation> all;
  const auto add = [&]<template <class> class PartIn>(const PartIn<spec::Words>&, const std::string& part, Term legal) {
    if (legal)
      all.push_back(partIsSpecs<PartIn>(name + "/" + part, legal, part + "."));
  };
  add(spec::SpecialInputs{}, "inputs", assumed.inputs);
  add(spec::Barriers{}, "barriers", assumed.barriers);
  add(spec::GenericRegions{}, "regions", assumed.regions);
  add(spec::Surfaces{}, "surfaces", assumed.surfaces);
  return all;
}

Theorem surroundingsTheorem() {
  const auto build = [](Terms& terms) -> Obligations {
    const AssumedParts assumed = assumedParts(terms);
    std::vector<spec::SpecialInputs> starts = someInputs();
    for (const spec::SpecialInputs& windows : someWindows())
      starts.push_back(windows);
    std::vector<Obligation> all = partObligations("machine/surroundings", assumed);
    all.push_back(legalityAgrees("machine/surroundings/legal-inputs", assumed.inputs,
                                 slotsOf(terms, "inputs.", spec::layoutOf<spec::SpecialInputs>()), from(starts)));
    all.push_back(legalityAgrees("machine/surroundings/legal-barriers", assumed.barriers,
                                 slotsOf(terms, "barriers.", spec::layoutOf<spec::Barriers>()), from(someBarriers())));
    all.push_back(legalityAgrees("machine/surroundings/legal-regions", assumed.regions,
                                 slotsOf(terms, "regions.", spec::layoutOf<spec::GenericRegions>()),
                                 from(someRegions())));
    return all;
  };
  return instructionTheorem(
      "machine/surroundings", "machine", "",
      {"SR-1", "SR-3", "BAR-1", "BAR-2", "RED-4", "RED-5", "SURED-4", "SURED-5", "SURED-7", "SURED-8"},
      "the special inputs, barriers, generic regions and surfaces of which theorems speak are "
      "those that executors run on",
      "", build);
}

} // namespace warplaw::proofs
