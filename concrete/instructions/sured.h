// SURED's executors, by their signature: which element of which surface each lane reaches (SURED-3..8), and RED's turns
// there (SURED-9).
#pragma once
#include "concrete/instructions/red_turns.h"
#include "concrete/signature.h"
#include "spec/instructions/sured.h"

namespace warplaw::concrete {

/// Rows of Operands: spec::sured_rows. memory.allocated is where the last region ends. Results: error in all lanes; no
/// row and no predicate is written.
using SuredSignature = Signature<spec::SuredForm, spec::SuredModifiers, spec::SuredChoices, spec::GenericBytes,
                                 const spec::GenericRegions*, const spec::Surfaces*>;
WARPLAW_EXECUTORS(Sured, sured, (memory, regions, surfaces), portable, avx512)

extern "C" {
/// Each executing lane's word of what it reaches (reachOf), as if it wrote Rd. Row 0 of results is all zero before.
OfReach<void, SuredSignature> warplaw_sured_reach_portable, warplaw_sured_reach_avx512;
OfReach<void, SuredSignature> warplaw_sured_lanes_portable; ///< the same, each lane by itself
/// The same if all executing lanes are plain (sured_plain.h): 1; otherwise 0, and their words are to be written again.
/// Words of other lanes become 0.
OfReach<std::uint32_t, SuredSignature> warplaw_sured_plain_portable, warplaw_sured_plain_avx512;
/// The RED that takes SURED's steps where the reach is known (SURED-9): all of its modifiers and choices; exec and Rb
/// of its operands. Its size is as wide as SURED's: each lane's own stands in its word.
void warplaw_sured_reduction(const spec::SuredModifiers* modifiers, const spec::Operands* operands,
                             const spec::SuredChoices* choices, spec::RedModifiers* redModifiers,
                             spec::Operands* redOperands, spec::RedChoices* redChoices);
}

/// SURED's datapath on a path: where the lanes go, and RED's turns there (SURED-1..9).
#define WARPLAW_SURED_DATAPATH(path)                                                                                   \
  using namespace warplaw::spec;                                                                                       \
  using namespace warplaw::concrete;                                                                                   \
  extern "C" void warplaw_sured_##path(const SuredModifiers* modifiers, const Operands* operands,                      \
                                       const SuredChoices* choices, GenericBytes memory,                               \
                                       const GenericRegions* regions, const Surfaces* surfaces, Results* results) {    \
    Results reached;                                                                                                   \
    warplaw_sured_reach_##path(modifiers, operands, choices, regions, surfaces, &reached);                             \
    RedModifiers redModifiers;                                                                                         \
    Operands redOperands;                                                                                              \
    RedChoices redChoices = {.order = {}, .orderHigh = {}, .highBitsCount = 0, .nanHigh = {}}; /* set below */         \
    warplaw_sured_reduction(modifiers, operands, choices, &redModifiers, &redOperands, &redChoices);                   \
    warplaw_red_take(&redModifiers, &redOperands, &redChoices, memory, &reached, results,                              \
                     warplaw_atoms_list_portable);                                                                     \
  }

/// A RedSize in each nibble, by SuredSize. SD32 and SD64 have the unsigned one; the signed one is the next (SURED-3).
inline constexpr std::uint32_t kStepSizes = [] {
  using enum spec::RedSize;
  std::uint32_t sizes = 0, place = 0;
  for (const spec::RedSize size : {U32, S32, U32, U64, S64, U64, F32, F16x2})
    sizes |= static_cast<std::uint32_t>(size) << 4 * place++;
  return sizes;
}();
inline bool isSignedByFormat(std::uint32_t size) {
  return (size == static_cast<std::uint32_t>(spec::SuredSize::SD32)) |
         (size == static_cast<std::uint32_t>(spec::SuredSize::SD64));
}
/// The RedSize of a step. formatIsSigned: 0 or 1; it counts for SD32 and SD64.
inline std::uint32_t stepSizeOf(std::uint32_t size, std::uint32_t formatIsSigned) {
  const std::uint32_t plain = kStepSizes >> 4 * (size & 7) & 15;
  return plain + (isSignedByFormat(size) ? formatIsSigned : 0);
}

} // namespace warplaw::concrete
