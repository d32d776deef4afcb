// The surface that a handle of SURED's names, as its header describes it (SURED-3, SURED-4, SURED-8).
#pragma once
#include "concrete/instructions/sured.h"
#include "spec/texture_numbers.h"

namespace warplaw::concrete {
namespace { // a copy of its own in each file: those of a path are compiled for other processors
using namespace spec;

/// 1 or 0.
template <class Kind> std::uint32_t is(std::uint32_t number, Kind kind) {
  return number == static_cast<std::uint32_t>(kind);
}

/// Bits high..low of the 256, all in one word.
template <unsigned high, unsigned low> std::uint32_t bitsOf(const std::uint32_t* header) {
  static_assert(high / 32 == low / 32);
  return header[low / 32] >> low % 32 & static_cast<std::uint32_t>((std::uint64_t{2} << (high - low)) - 1);
}

/// Bit 8 * dim + texture type: whether that header fits that dimension.
constexpr std::uint64_t kFitting = [] {
  std::uint64_t fitting = 0;
  const auto fit = [&](SuredDim dim, TextureType type) {
    fitting |= std::uint64_t{1} << (8 * static_cast<unsigned>(dim) + static_cast<unsigned>(type));
  };
  fit(SuredDim::D1, TextureType::T1D);
  fit(SuredDim::D1Buffer, TextureType::T1DBuffer);
  fit(SuredDim::D1Array, TextureType::T1DArray);
  fit(SuredDim::D2, TextureType::T2D);
  fit(SuredDim::D2, TextureType::T2DNoMipmap);
  fit(SuredDim::D2Array, TextureType::T2DArray);
  fit(SuredDim::D3, TextureType::T3D);
  return fitting;
}();

/// 20 bits: its sampler's are left out.
std::uint32_t indexOf(const SuredModifiers* modifiers, std::uint32_t bindless, const Surfaces* surfaces) {
  std::uint32_t bound = 0;
#pragma clang loop unroll(full)
  for (unsigned entry = 0; entry < kBoundHandles; ++entry) {
    const std::uint32_t handle = surfaces->boundHandle[entry];
    bound = surfaces->boundAt[entry] == modifiers->tsPtrIdx ? handle : bound;
  }
  return (modifiers->isBound ? bound : bindless) % (1u << kHeaderIndexBits);
}

/// 1 or 0.
std::uint32_t fits(const std::uint32_t* header, std::uint32_t dim) {
  const std::uint32_t version = bitsOf<87, 85>(header), types = kFitting >> 8 * (dim & 7) & 0xff;
  const std::uint32_t isImage = is(version, HeaderVersion::Pitch) | is(version, HeaderVersion::BlockLinear);
  const std::uint32_t hasVersion = is(dim, SuredDim::D1Buffer) ? is(version, HeaderVersion::Buffer1D) : isImage;
  return types >> bitsOf<154, 151>(header) & hasVersion;
}

/// What a header says of a surface that has the dimension of the instruction.
struct Surface {
  std::uint64_t base, pitch, widthBytes;
  std::uint32_t lastY, lastZ; ///< lastZ: of slices or layers. Neither matters to a buffer
  std::uint32_t isBuffer, isBlockLinear;
};
void readSurface(const std::uint32_t* header, Surface& surface) {
  const std::uint32_t version = bitsOf<87, 85>(header), high = bitsOf<79, 64>(header), low = header[1];
  const std::uint32_t isBuffer = is(version, HeaderVersion::Buffer1D), isPitch = is(version, HeaderVersion::Pitch),
                      isBlockLinear = is(version, HeaderVersion::BlockLinear);
  const std::uint32_t unused = isBlockLinear ? 0x1ff : isPitch ? 0x1f : 0; // bits of the address
  const std::uint32_t word3 = bitsOf<111, 96>(header);
  const std::uint64_t texels = (bitsOf<143, 128>(header) | (isBuffer ? word3 << 16 : 0)) + std::uint64_t{1};
  surface.base = (low & ~unused) | static_cast<std::uint64_t>(high) << 32;
  surface.pitch = word3 << 5;
  surface.widthBytes = texels << (is(bitsOf<6, 0>(header), TexelComponents::R32G32) ? 3 : 2);
  surface.lastY = bitsOf<175, 160>(header); // of a buffer nobody asks
  surface.lastZ = bitsOf<189, 176>(header);
  surface.isBuffer = isBuffer;
  surface.isBlockLinear = isBlockLinear;
}

/// SD32's and SD64's sign, 1 or 0 (SURED-3).
std::uint32_t isSigned(const std::uint32_t* header, const SuredChoices* choices) {
  const std::uint32_t type = bitsOf<9, 7>(header), ofOthers = choices->othersAreSigned != 0;
  const std::uint32_t unlessSigned = is(type, TexelType::Uint) ? 0 : ofOthers;
  return is(type, TexelType::Sint) ? 1 : unlessSigned;
}
} // namespace
} // namespace warplaw::concrete
