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
template <class In> struct TextureHeaderIn {
  Word32<In> components = In::initial(0u); ///< TexelComponents
  Word32<In> type = In::initial(0u);       ///< TexelType of the first component
  Word32<In> version = In::initial(0u);    ///< HeaderVersion
  /// The first byte's address: 48 bits; a multiple of 512 (block linear) or of 32 (pitch).
  Cell<In, std::uint64_t> address = In::initial(std::uint64_t{0});
  Word32<In> blockHeight = In::initial(0u), blockDepth = In::initial(0u); ///< log2 of GOBs per block, of block linear
  Word32<In> pitch = In::initial(0u);   ///< bytes from a row to the next, a multiple of 32, of pitch alone
  Word32<In> texture = In::initial(0u); ///< TextureType
  /// Counts less one: texels in a row (32 bits for a buffer, otherwise 16), rows (16 bits), slices or layers (14 bits).
  Word32<In> lastX = In::initial(0u), lastY = In::initial(0u), lastZ = In::initial(0u);
  bool operator==(const TextureHeaderIn&) const = default;
};
using TextureHeader = TextureHeaderIn<Words>;
using HeaderWords = std::array<std::uint32_t, kTextureHeaderWords>;

HeaderWords headerIn(const Surfaces& surfaces, unsigned index); ///< index: below kTextureHeaders
void setHeader(Surfaces& surfaces, unsigned index, const HeaderWords& header);

TextureHeader read(const HeaderWords& header);
HeaderWords headerOf(const TextureHeader& header);

/// Any 256 bits may be given. The rejection names a feature that no surface has here (SURED-5, SURED-8). A header of
/// zeros has no fault.
std::optional<Rejection> faultOf(const HeaderWords& header);

} // namespace warplaw::spec
