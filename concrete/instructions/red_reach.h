// What a lane reaches in generic memory, as RED and SURED hand it to their turns (RED-5, RED-6, SURED-9).
#pragma once
#include "spec/instructions/red.h"
#include "spec/surroundings.h"

namespace warplaw::concrete {

/// What a lane reaches, as a word: in bits 23:0 the place of its access in the bytes of generic memory, in bits 30:24
/// the RedSize of its step. Or kNoAccess | its error (None: the lane is dropped).
inline constexpr std::uint32_t kNoAccess = 0x80000000;
inline constexpr unsigned kPlaceBits = 24;
static_assert(spec::kMaxGenericBytes <= 1u << kPlaceBits);
inline std::uint32_t reachOf(std::uint32_t place, std::uint32_t size) { return place | size << kPlaceBits; }
inline std::uint32_t placeOf(std::uint32_t reach) { return reach & ((1u << kPlaceBits) - 1); }
inline std::uint32_t sizeOf(std::uint32_t reach) { return reach >> kPlaceBits; }

/// `place`, or where region r holds an access of `size` bytes: all of it.
__attribute__((always_inline)) inline std::uint32_t placeInRegion(const spec::GenericRegions* regions, unsigned r,
                                                                  std::uint64_t address, std::uint32_t size,
                                                                  std::uint32_t place) {
  const std::uint32_t start = r ? regions->end[r - 1] : 0, bytes = regions->end[r] - start;
  const std::uint64_t base = regions->baseLow[r] | static_cast<std::uint64_t>(regions->baseHigh[r]) << 32;
  const std::uint64_t offset = address - base; // below the base: greater than any region
  const bool holds = (offset < bytes) & (offset + size <= bytes);
  return holds ? start + static_cast<std::uint32_t>(offset) : place;
}

/// Where an access of `size` bytes lies: all of it in one region; kNoAccess of one that lies in none.
using PlaceIn = std::uint32_t(const spec::GenericRegions* regions, std::uint64_t address, std::uint32_t size);

/// Most machines have one region: after its end there is nothing.
__attribute__((always_inline)) inline bool hasOneRegion(const spec::GenericRegions* regions) {
  return regions->end[0] == regions->end[spec::kGenericRegions - 1];
}
__attribute__((always_inline)) inline std::uint32_t placeInFirst(const spec::GenericRegions* regions,
                                                                 std::uint64_t address, std::uint32_t size) {
  return placeInRegion(regions, 0, address, size, kNoAccess);
}
__attribute__((always_inline)) inline std::uint32_t placeInAny(const spec::GenericRegions* regions,
                                                               std::uint64_t address, std::uint32_t size) {
  std::uint32_t place = kNoAccess;
#pragma clang loop unroll(full)
  for (unsigned r = 0; r < spec::kGenericRegions; ++r)
    place = placeInRegion(regions, r, address, size, place);
  return place;
}
/// Asks for each access how many regions there are.
__attribute__((always_inline)) inline std::uint32_t placeInUsed(const spec::GenericRegions* regions,
                                                                std::uint64_t address, std::uint32_t size) {
  return hasOneRegion(regions) ? placeInFirst(regions, address, size) : placeInAny(regions, address, size);
}

} // namespace warplaw::concrete

// NOLINTBEGIN(bugprone-macro-parentheses): of a type
/// Where lanes go, of RED or SURED on a path: all at once, or, where not all of them are plain, each by itself by the
/// function of the path `lanes`.
#define WARPLAW_REACH(Camel, name, Other, other, path, lanes)                                                          \
  using namespace warplaw::spec;                                                                                       \
  using namespace warplaw::concrete;                                                                                   \
  extern "C" void warplaw_##name##_reach_##path(const Camel##Modifiers* modifiers, const Operands* operands,           \
                                                const Camel##Choices* choices, const GenericRegions* regions,          \
                                                const Other* other, Results* results) {                                \
    if (warplaw_##name##_plain_##path(modifiers, operands, choices, regions, other, results))                          \
      writesRdOnly(operands->exec, results);                                                                           \
    else                                                                                                               \
      warplaw_##name##_lanes_##lanes(modifiers, operands, choices, regions, other, results);                           \
  }
// NOLINTEND(bugprone-macro-parentheses)
