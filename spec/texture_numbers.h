// The numbers that a texture header has for its kinds (SURED-3, SURED-4, SURED-8). Vocabulary only, for compiled code.
#pragma once
#include <cstdint>

namespace warplaw::spec {

enum class HeaderVersion : std::uint32_t { Buffer1D = 0, Pitch = 2, BlockLinear = 3 };
enum class TextureType : std::uint32_t {
  T1D = 0,
  T2D = 1,
  T3D = 2,
  T1DArray = 4,
  T2DArray = 5,
  T1DBuffer = 6,
  T2DNoMipmap = 7
};
enum class TexelComponents : std::uint32_t { R32G32 = 0x04, R16G16 = 0x0c, R32 = 0x0f };
/// The type of a texel's first component. Only Sint and Uint are integers (SURED-3).
enum class TexelType : std::uint32_t { Sint = 3, Uint = 4, Float = 7 };

inline constexpr unsigned kMostBlockLog = 5; ///< log2 of most GOBs of a block, in height and in depth

} // namespace warplaw::spec
