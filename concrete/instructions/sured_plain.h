// Where SURED's lanes go if all of them are plain: on one surface of two dimensions, pitch or block linear, elements
// inside it, in a machine of one region that holds them in full (SURED-1, SURED-4..8). The header is decoded once, and
// coordinates become places many at a time.
#pragma once
#include "concrete/instructions/sured_surface.h"
#include "concrete/vector.h"

namespace warplaw::concrete {
namespace { // a copy of its own in each file: those of a path are compiled for other processors
constexpr std::uint32_t kMostSigned = 0x7fffffff;
constexpr unsigned kPlainBits = 29; ///< of what lies before a row, at most: then no sum is beyond 31 bits

/// What is the same for all lanes of one surface.
struct PlainSurface {
  std::uint32_t isPlain;      ///< 1 or 0
  std::uint32_t index;        ///< of its header
  std::uint32_t sizeBits;     ///< of a lane's word
  std::uint32_t start;        ///< the place of its first byte
  std::uint32_t lastPlace;    ///< of an access
  std::uint32_t xShift;       ///< from x to bytes
  std::uint32_t between;      ///< bits that no x has which is a multiple
  std::uint32_t lastX, lastY; ///< of an element
  std::uint32_t rowShift;     ///< from y to rows: of blocks, in block linear
  std::uint32_t rowBytes;
  std::uint32_t isBlockLinear; ///< all ones or none
};

PlainSurface plainSurface(const SuredModifiers* modifiers, const Operands* operands, const SuredChoices* choices,
                          const GenericRegions* regions, const Surfaces* surfaces) {
  const std::uint32_t first = static_cast<std::uint32_t>(__builtin_ctz(operands->exec | 0x80000000)); // that executes
  PlainSurface p;
  p.index = indexOf(modifiers, operands->row[sured_rows::kHandle][first], surfaces);
  const std::uint32_t* header = surfaces->header + kTextureHeaderWords * (p.index % kTextureHeaders);
  Surface surface;
  readSurface(header, surface);
  const std::uint32_t log = isWide(static_cast<SuredSize>(modifiers->size)) ? 3 : 2, size = 1u << log;
  const std::uint32_t widthBytes = static_cast<std::uint32_t>(surface.widthBytes); // of no buffer
  // log2 of GOBs of a block in height: no more than half of what takes all rows
  const std::uint32_t mostHeight = 29 - static_cast<std::uint32_t>(__builtin_clz(surface.lastY | 4)),
                      height = bitsOf<101, 99>(header), bh = height < mostHeight ? height : mostHeight;
  p.sizeBits = reachOf(0, stepSizeOf(modifiers->size, isSigned(header, choices)));
  p.xShift = modifiers->byteAddress ? 0 : log;
  p.between = modifiers->byteAddress ? size - 1 : 0;
  p.lastX = ((widthBytes >> log) - 1) << (log - p.xShift);
  p.lastY = surface.lastY;
  p.isBlockLinear = maskOf(surface.isBlockLinear);
  p.rowShift = surface.isBlockLinear ? 3 + bh : 0;
  p.rowBytes = surface.isBlockLinear ? (widthBytes + 63) >> 6 << (9 + bh) : static_cast<std::uint32_t>(surface.pitch);
  const std::uint64_t start =
      surface.base - (regions->baseLow[0] | static_cast<std::uint64_t>(regions->baseHigh[0]) << 32);
  p.start = static_cast<std::uint32_t>(start);
  p.lastPlace = regions->end[0] - size;
  const int zeros = __builtin_clz(p.lastY >> p.rowShift | 1) + __builtin_clz(p.rowBytes | 1);
  p.isPlain = hasOneRegion(regions) & (size <= regions->end[0]) & (start <= regions->end[0]) &
              (p.index <= surfaces->lastHeader) & fits(header, modifiers->dim) & is(modifiers->dim, SuredDim::D2) &
              (surfaces->disabled == 0) & (size <= widthBytes) & (zeros >= 64 - static_cast<int>(kPlainBits)) &
              ((modifiers->byteAddress == 0) | (choices->masksLowBits == 0));
  return p;
}

/// The words of the first for the second where that is greater (or less), as signed numbers.
template <class Vector> Vector atMost(Vector words, std::uint32_t greatest) {
  const Vector is = (Vector)((decltype(words < words))words > static_cast<std::int32_t>(greatest));
  return (words & ~is) | (is & greatest);
}
template <class Vector> Vector atLeast(Vector words, std::uint32_t least) {
  const Vector is = (Vector)((decltype(words < words))words < static_cast<std::int32_t>(least));
  return (words & ~is) | (is & least);
}

/// Lanes of exec get the word of a plain lane, if the surface is plain, and all others 0; 1 if each of them is one.
template <unsigned kWidth>
__attribute__((always_inline)) inline std::uint32_t
plainLanes(const SuredModifiers* modifiers, const Operands* operands, const SuredChoices* choices,
           const GenericRegions* regions, const Surfaces* surfaces, Results* results) {
  using Vector = typename VectorOf<kWidth>::Unsigned;
  using Signed = typename VectorOf<kWidth>::Signed;
  const PlainSurface p = plainSurface(modifiers, operands, choices, regions, surfaces);
  const std::uint32_t exec = operands->exec & maskOf(p.isPlain);
  const std::uint32_t handleBits = modifiers->isBound ? 0 : (1u << kHeaderIndexBits) - 1;
  const bool isNear = is(modifiers->clamp, SuredClamp::Near); // others leave coordinates as they are
  const std::uint32_t least = isNear ? 0 : ~kMostSigned, mostX = isNear ? p.lastX : kMostSigned,
                      mostY = isNear ? p.lastY : kMostSigned;
  // where block linear puts which bits of a byte's x and y: a pitch surface leaves x as it is. Bits are moved before
  // they are masked: of masked ones the optimiser knows what the proof would have to follow.
  const std::uint32_t linear = p.isBlockLinear, gobRows = linear & ((1u << p.rowShift) - 8) << 6;
  // of lanes that execute: one that is not plain has an element outside, or names another surface or no element. What
  // is outside is below 0, or what is left to the last one is: no comparison, on which the proof would split
  Vector signs = {}, others = Vector{} + (p.isPlain - 1);
#pragma clang loop unroll(full)
  for (std::uint32_t first = 0; first < kLanes; first += kWidth) {
    const LanesFrom<kWidth> lanes{first};
    const Vector given = lanes.of(operands->row[sured_rows::kX]), x = atMost(atLeast(given, least), mostX),
                 y = atMost(atLeast(lanes.of(operands->row[sured_rows::kSecond]), least), mostY);
    const Vector bytes = x << p.xShift;
    const Vector inRow = (bytes & (~linear | 15)) | (bytes << 1 & (linear & 32)) | (bytes << 3 & (linear & 256)) |
                         (bytes & (linear & ~63u)) << p.rowShift;
    const Vector inBlock = (y << 4 & (linear & 16)) | (y << 5 & (linear & 192)) | (y << 6 & gobRows);
    const Vector place = (Vector)((Signed)y >> p.rowShift) * p.rowBytes + inRow + inBlock + p.start;
    const Vector executes = lanes.areIn(exec);
    signs |= (x | (p.lastX - x) | y | (p.lastY - y) | place | (p.lastPlace - place)) & executes;
    others |=
        (((lanes.of(operands->row[sured_rows::kHandle]) ^ p.index) & handleBits) | (given & p.between)) & executes;
    const Vector word = place | p.sizeBits;
    lanes.set(results->row[0], word & executes);
  }
  return (__builtin_reduce_or(signs) <= kMostSigned) & (__builtin_reduce_or(others) == 0);
}
} // namespace
} // namespace warplaw::concrete

/// The function of a path, which looks at so many lanes at a time.
#define WARPLAW_SURED_PLAIN(path, width)                                                                               \
  using namespace warplaw::spec;                                                                                       \
  using namespace warplaw::concrete;                                                                                   \
  extern "C" std::uint32_t warplaw_sured_plain_##path(const SuredModifiers* modifiers, const Operands* operands,       \
                                                      const SuredChoices* choices, const GenericRegions* regions,      \
                                                      const Surfaces* surfaces, Results* results) {                    \
    return plainLanes<width>(modifiers, operands, choices, regions, surfaces, results);                                \
  }
