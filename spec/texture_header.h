// A texture header of 256 bits, as far as SURED's surfaces need it (SURED-5, SURED-8): its fields, and which headers
// describe a surface.
#pragma once
#include "spec/rejection.h"
#include "spec/surrounding_cells.h"
#include "spec/texture_numbers.h"
#include <optional>
#include <span>

namespace warplaw::spec {

/// What a header says of a surface. Bits of the header that none of these names are 0, or do not matter.
struct TextureHeader {
  std::uint32_t components = 0; ///< TexelComponents
  std::uint32_t type = 0;       ///< TexelType of the first component
  std::uint32_t version = 0;    ///< HeaderVersion
  std::uint64_t address = 0;    ///< of the first byte: 48 bits; a multiple of 512 (block linear), of 32 (pitch)
  std::uint32_t blockHeight = 0, blockDepth = 0; ///< log2 of GOBs per block, of block linear alone
  std::uint32_t pitch = 0;                       ///< bytes from a row to the next, a multiple of 32, of pitch alone
  std::uint32_t texture = 0;                     ///< TextureType
  /// Less one: of texels in a row (32 bits of a buffer, otherwise 16), rows (16), and slices or layers (14).
  std::uint32_t lastX = 0, lastY = 0, lastZ = 0;
  bool operator==(const TextureHeader&) const = default;
};
using HeaderWords = std::array<std::uint32_t, kTextureHeaderWords>;

HeaderWords headerIn(const Surfaces& surfaces, unsigned index); ///< index: below kTextureHeaders
void setHeader(Surfaces& surfaces, unsigned index, const HeaderWords& header);

TextureHeader read(const HeaderWords& header);
HeaderWords headerOf(const TextureHeader& header);

/// Of any 256 bits: the feature that no surface has here (SURED-5, SURED-8), named. A header of zeros has no fault.
std::optional<Rejection> faultOf(const HeaderWords& header);

} // namespace warplaw::spec
