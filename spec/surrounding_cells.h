// The surroundings that are made of cells: what special registers read (SR-1, SR-3), the counters of PMTRIG (PM-1), the
// barriers of a CTA with each warp's result latch (BAR-1, BAR-2), where generic memory is allocated (RED-5), which
// surfaces there are (SURED-4, SURED-7), and which lanes have exited (SYNC-1).
// Structures over worlds, handed over by pointer, const where they are only read. surrounding_cells_fields.h says which
// of their values are legal.
#pragma once
#include "spec/world.h"

namespace warplaw::spec {

inline constexpr unsigned kCtaWarps = 32;                  ///< most warps of a CTA
inline constexpr unsigned kBarriers = 16;                  ///< BAR-1
inline constexpr unsigned kCounters = 16;                  ///< PM-1
inline constexpr unsigned kDimensions = 3;                 ///< x, y, z
inline constexpr std::uint32_t kMostBarrierThreads = 4064; ///< a count of 12 bits that is a multiple of 32 (BAR-1)

/// What one warp reads of itself, its CTA and its SM (SR-1, SR-3). Nothing of it changes while an instruction runs.
template <class In> struct SpecialInputsIn {
  Word32<In> warp = In::initial(0u); ///< its number in the CTA, 0..31: lane i has the linear thread id 32 * warp + i
  /// Threads of a CTA along x, y, z: x, y 1..1024, z 1..64, together at most 1024.
  Array<In, Word32<In>, kDimensions> ntid = {In::initial(32u), In::initial(1u), In::initial(1u)};
  Array<In, Word32<In>, kDimensions> ctaid = {In::initial(0u), In::initial(0u), In::initial(0u)};
  /// CTAs of the grid along x, y, z: x 1..2^31-1, y, z 1..65535; ctaid is below it.
  Array<In, Word32<In>, kDimensions> nctaid = {In::initial(1u), In::initial(1u), In::initial(1u)};
  Word32<In> clockLow = In::initial(0u); ///< CLOCK64's words at this instruction, any value (SR-3)
  Word32<In> clockHigh = In::initial(0u);
  Word32<In> smemSize = In::initial(0u);         ///< what SMEMSZ reads; hardware rounds the allocated size as it likes
  Word32<In> sharedWindowLow = In::initial(0u);  ///< first generic address of the Shared window
  Word32<In> sharedWindowSize = In::initial(0u); ///< its size in bytes
  Word32<In> localWindowLow = In::initial(0u);
  Word32<In> localWindowSize = In::initial(0u);
  bool operator==(const SpecialInputsIn&) const = default;
};
using SpecialInputs = SpecialInputsIn<Words>;

/// PMTRIG's counters. How wide hardware's are is not known: 32 bits here, counted modulo 2^32 (PM-1).
template <class In> struct CountersIn {
  Array<In, Word32<In>, kCounters> count = {};
  bool operator==(const CountersIn&) const = default;
};
using Counters = CountersIn<Words>;

/// What the warps of one generation of a barrier do there. They all do the same (BAR-4); ARRIVE counts as Sync.
enum class BarrierUse : std::uint32_t { Sync, Popc, And, Or };

/// The barriers of a CTA, and what they leave to its warps. A generation of barrier b is open from its first arrival to
/// its last: exactly while arrived[b] is not 0. What stands in a barrier that is not open is 0.
template <class In> struct BarriersIn {
  Array<In, Word32<In>, kBarriers> arrived = {};  ///< threads so far, a multiple of 32, below expected
  Array<In, Word32<In>, kBarriers> expected = {}; ///< threads that complete the generation: 32..4064, a multiple of 32
  Array<In, Word32<In>, kBarriers> use = {};      ///< BarrierUse of the generation
  /// The reduction so far: Popc the number of true predicates; And, Or 1 or 0; Sync 0.
  Array<In, Word32<In>, kBarriers> accumulator = {};
  Array<In, Word32<In>, kBarriers> waiting = {}; ///< bit w: warp w waits here, and gets no turn until it is released
  Array<In, Word32<In>, kCtaWarps> latch = {};   ///< by warp: the last result of a BAR.RED that released it (BAR-2)
  Word32<In> latchIsCount = In::initial(0u);     ///< bit w: warp w's is POPC's count; otherwise AND's or OR's 1 or 0
  Word32<In> exited = In::initial(0u);           ///< bit w: warp w has exited; an input, which nothing changes (BAR-1)
  bool operator==(const BarriersIn&) const = default;
};
using Barriers = BarriersIn<Words>;

inline constexpr unsigned kGenericRegions = 8;                  ///< most regions that a machine holds at a time
inline constexpr std::uint32_t kMaxGenericBytes = 1u << 24;     ///< together
inline constexpr std::uint32_t kGenericAddressesHigh = 1u << 8; ///< 40 bits of address: the high word is below

/// Where the bytes of generic memory stand in the generic address space of 40 bits (RED-2, RED-5): region r is what the
/// bytes end[r - 1] (0 of the first) .. end[r] - 1 are. Regions are sorted and apart, those without a byte come last.
template <class In> struct GenericRegionsIn {
  Array<In, Word32<In>, kGenericRegions> baseLow = {}; ///< address of its first byte; 0 of a region without one
  Array<In, Word32<In>, kGenericRegions> baseHigh = {};
  Array<In, Word32<In>, kGenericRegions> end = {};
  bool operator==(const GenericRegionsIn&) const = default;
};
using GenericRegions = GenericRegionsIn<Words>;

inline constexpr unsigned kTextureHeaders = 4;        ///< most headers of the pool that a machine holds
inline constexpr unsigned kTextureHeaderWords = 8;    ///< 256 bits
inline constexpr unsigned kBoundHandles = 4;          ///< most words of the constant bank that are not 0
inline constexpr std::uint32_t kBankWords = 1u << 13; ///< of the constant bank that #tsPtrIdx reaches
inline constexpr std::uint32_t kHeaderIndexBits = 20; ///< of a handle; the sampler's above are ignored (SURED-4)

/// The surfaces that SURED may reach: the pool of texture headers, and the constant bank that holds bound handles
/// (SURED-4, SURED-7).
template <class In> struct SurfacesIn {
  /// Header i: words 8 * i .. 8 * i + 7, bit b of the 256 in word b / 32. A header of zeros is no texture. What is
  /// rejected: spec/texture_header.h.
  Array<In, Word32<In>, kTextureHeaders * kTextureHeaderWords> header = {};
  Word32<In> lastHeader = In::initial(0u); ///< the pool's MaximumIndex, 0..3: an index above it is no texture
  /// Words of the constant bank that is bound, by number, ascending; those that are not listed are 0. An entry that is
  /// not used has a handle of 0 and a number that is still free.
  Array<In, Word32<In>, kBoundHandles> boundAt = {In::initial(0u), In::initial(1u), In::initial(2u), In::initial(3u)};
  Array<In, Word32<In>, kBoundHandles> boundHandle = {};
  Word32<In> disabled = In::initial(0u); ///< 1: surfaces are disabled, and updates dropped (SURED-7)
  bool operator==(const SurfacesIn&) const = default;
};
using Surfaces = SurfacesIn<Words>;

/// Which lanes of the warp have exited; the others are live (SYNC-1). A lane that executes is live, whatever stands
/// here.
template <class In> struct ExitedLanesIn {
  Word32<In> lanes = In::initial(0u); ///< bit i: lane i; an input, which nothing changes
  bool operator==(const ExitedLanesIn&) const = default;
};
using ExitedLanes = ExitedLanesIn<Words>;

/// All cells around a warp.
struct SurroundingCells {
  SpecialInputs inputs;
  Counters counters;
  Barriers barriers;
  GenericRegions regions;
  Surfaces surfaces;
  ExitedLanes exited;
  bool operator==(const SurroundingCells&) const = default;
};

} // namespace warplaw::spec
