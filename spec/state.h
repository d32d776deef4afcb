// Machine state of one warp and its CTA's shared memory (MACH-1, -3, -4, -8, ATOMS-4).
#pragma once
#include "spec/operand.h"
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace warplaw::spec {

/// Why a lane made no access, or did not arrive (MACH-8): at most one kind a lane.
enum class ErrorKind : std::uint8_t {
  None,
  AddressOutOfRange,
  MisalignedAddress,
  BarrierMisuse,       ///< no such barrier or count, or its open generation is used otherwise (BAR-4)
  InvalidAddressSpace, ///< a generic address in the Local or the Shared window (RED-4)
  InvalidTexture,      ///< a handle of no texture header, or of one of another dimension (SURED-4, SURED-8)
  SurfaceOutOfRange    ///< coordinates outside the surface under .TRAP (SURED-6)
};

enum class ShaderKind : std::uint8_t { Compute, Vertex, TessellationControl, TessellationEvaluation, Geometry, Pixel };

/// Registers by row: a register is 32 lanes of 32 bits. A predicate is a mask: bit i is lane i. Trivially copyable:
/// proved code runs on it.
template <class In> struct WarpIn {
  Array<In, Row<In>, kRegisters> registers = {};
  Array<In, Word32<In>, kPredicates> predicates = {};
  Word32<In> active = In::initial(~0u); ///< lanes alive and converged here (MACH-1)
  Word32<In> helpers = In::initial(0u); ///< helper or killed pixels: outside exec for RED and SURED (MACH-7)
  Array<In, Cell<In, std::uint8_t>, kLanes> errors = {}; ///< ErrorKind of each lane after the instruction (MACH-8)
};
using Warp = WarpIn<Words>;

/// The CTA's shared memory; its size is the allocated size, at most 2^24 bytes (ATOMS-4). Little-endian (MACH-4).
using SharedMemory = std::vector<std::uint8_t>;
inline constexpr std::uint32_t kMaxSharedBytes = 1u << 24;

/// "none", "address-out-of-range", "misaligned-address", "barrier-misuse", "invalid-address-space",
/// "invalid-texture", "surface-out-of-range"; a number that is no kind is "unknown".
std::string_view nameOf(ErrorKind kind);
std::optional<ErrorKind> findErrorKind(std::string_view name);
/// "compute", "vertex", "tessellation-control", "tessellation-evaluation", "geometry", "pixel".
std::string_view nameOf(ShaderKind shader);
std::optional<ShaderKind> findShaderKind(std::string_view name);

} // namespace warplaw::spec
