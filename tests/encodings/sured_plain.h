// A lane's way to a surface in plain integers, as the rules' sentences say it (SURED-1..8, SURED-11, RED-5): what the
// encoding is compared with.
#pragma once
#include "spec/instructions/sured_fields.h"
#include "spec/state.h"
#include "spec/texture_header.h"
#include <optional>

namespace warplaw::symbolic {

using Wide = __int128;

/// What suredReach is asked of one lane.
struct SuredQuestion {
  spec::SuredModifiers modifiers;
  spec::SuredChoices choices;
  spec::GenericRegions regions;
  spec::Surfaces surfaces;
  std::array<std::uint32_t, spec::kSourceRows> words{};
  std::uint32_t lane = 0;
  bool executes = true;
  std::array<spec::TextureHeader, spec::kTextureHeaders> headers; ///< what stands in the surfaces' words
};

/// What becomes of an update: each way there is.
enum class SuredEnd {
  NotExecuting,
  DisabledFirst,
  InvalidDropped,
  InvalidError,
  BytesMisaligned,
  DroppedMisaligned,
  LayerDropped,
  NoElementDropped,
  NoElementError,
  OutsideDropped,
  OutsideError,
  AddressMisaligned,
  AddressOutside,
  DisabledLast,
  Performed,
  Count
};
constexpr spec::ErrorKind errorOf(SuredEnd end) {
  using enum SuredEnd;
  switch (end) {
  case InvalidError:
    return spec::ErrorKind::InvalidTexture;
  case BytesMisaligned:
  case DroppedMisaligned:
  case AddressMisaligned:
    return spec::ErrorKind::MisalignedAddress;
  case NoElementError:
  case OutsideError:
    return spec::ErrorKind::SurfaceOutOfRange;
  case AddressOutside:
    return spec::ErrorKind::AddressOutOfRange;
  default:
    return spec::ErrorKind::None;
  }
}

struct SuredPlain {
  SuredEnd end = SuredEnd::NotExecuting;
  const spec::TextureHeader* header = nullptr; ///< where the texture is valid
  Wide size = 0;                               ///< bytes of the access
  Wide given = 0, bytes = 0, y = 0, z = 0;     ///< given: x in bytes before the clamp; the others after it
  Wide layer = 0;
  bool isLayerOutside = false;
  Wide address = -1; ///< modulo 2^64, where it comes so far
  Wide place = -1;
};

inline Wide ceilOf(Wide a, Wide b) { return (a + b - 1) / b; }
/// Down, and what is left.
inline Wide floorOf(Wide a, Wide b) { return a < 0 ? -ceilOf(-a, b) : a / b; }
inline Wide restOf(Wide a, Wide b) { return a - floorOf(a, b) * b; }
inline Wide widthOf(const spec::TextureHeader& header) {
  return (Wide(header.lastX) + 1) * (header.components == 4 ? 8 : 4);
}

/// SURED-8, from the surface's first byte on.
inline Wide blockLinearPlain(const spec::TextureHeader& header, bool isArray, const SuredPlain& at) {
  const Wide height = Wide(header.lastY) + 1, depth = isArray ? 1 : Wide(header.lastZ) + 1;
  Wide gobsHigh = Wide{1} << header.blockHeight, gobsDeep = Wide{1} << header.blockDepth;
  while (gobsHigh > 1 && 8 * gobsHigh >= 2 * height)
    gobsHigh /= 2;
  while (gobsDeep > 1 && gobsDeep >= 2 * depth)
    gobsDeep /= 2;
  const Wide block = 512 * gobsHigh * gobsDeep, rowOfBlocks = ceilOf(widthOf(header), 64) * block;
  const Wide slab = ceilOf(height, 8 * gobsHigh) * rowOfBlocks, layerStride = ceilOf(depth, gobsDeep) * slab;
  const Wide x = at.bytes, y = at.y, z = at.z;
  const Wide inX = restOf(x, 64), inY = restOf(y, 8), gobY = floorOf(y, 8);
  const Wide gob = inX / 32 * 256 + inY / 2 * 64 + inX % 32 / 16 * 32 + inY % 2 * 16 + inX % 16;
  return at.layer * layerStride + floorOf(z, gobsDeep) * slab + restOf(z, gobsDeep) * 512 * gobsHigh +
         floorOf(gobY, gobsHigh) * rowOfBlocks + restOf(gobY, gobsHigh) * 512 + floorOf(x, 64) * block + gob;
}

inline bool fitsPlain(spec::SuredDim dim, const spec::TextureHeader& header) {
  using enum spec::SuredDim;
  const bool hasRows = header.version == 2 || header.version == 3;
  switch (header.texture) {
  case 0:
    return dim == D1 && hasRows;
  case 1:
  case 7:
    return dim == D2 && hasRows;
  case 2:
    return dim == D3 && hasRows;
  case 4:
    return dim == D1Array && hasRows;
  case 5:
    return dim == D2Array && hasRows;
  case 6:
    return dim == D1Buffer && header.version == 0;
  default:
    return false;
  }
}

/// The header that the lane names, or none (SURED-4).
inline const spec::TextureHeader* headerPlain(const SuredQuestion& q) {
  std::uint32_t handle = q.words[5];
  if (q.modifiers.isBound) {
    handle = 0;
    for (unsigned i = 0; i < spec::kBoundHandles; ++i)
      if (q.surfaces.boundAt[i] == q.modifiers.tsPtrIdx)
        handle = q.surfaces.boundHandle[i];
  }
  const std::uint32_t index = handle % (1u << 20);
  if (index > q.surfaces.lastHeader || !fitsPlain(spec::SuredDim(q.modifiers.dim), q.headers[index]))
    return nullptr;
  return &q.headers[index];
}

/// The clamp (SURED-6): what it says of where it stands; Performed where the coordinates are in range.
inline SuredEnd clampPlain(const SuredQuestion& q, SuredPlain& at) {
  const spec::TextureHeader& header = *at.header;
  const Wide rows = Wide(header.lastY) + 1, slices = Wide(header.lastZ) + 1, elements = widthOf(header) / at.size;
  const auto clamp = spec::SuredClamp(q.modifiers.clamp);
  const bool isNear = clamp == spec::SuredClamp::Near;
  at.isLayerOutside = at.layer >= slices;
  if (at.isLayerOutside && q.choices.layers == 2)
    return SuredEnd::LayerDropped;
  const auto into = [](Wide value, Wide last) { return value < 0 ? 0 : value > last ? last : value; };
  if (isNear || q.choices.layers == 1)
    at.layer = into(at.layer, slices - 1);
  if (isNear && elements == 0)
    return q.choices.noElementIsError ? SuredEnd::NoElementError : SuredEnd::NoElementDropped;
  if (isNear) {
    at.bytes = into(at.bytes, (elements - 1) * at.size);
    at.y = into(at.y, rows - 1), at.z = into(at.z, slices - 1);
    return SuredEnd::Performed;
  }
  const bool isOutside =
      at.bytes < 0 || at.bytes + at.size > widthOf(header) || at.y < 0 || at.y >= rows || at.z < 0 || at.z >= slices;
  if (isOutside || at.layer >= slices)
    return clamp == spec::SuredClamp::Trap ? SuredEnd::OutsideError : SuredEnd::OutsideDropped;
  return SuredEnd::Performed;
}

/// Where an access stands in the storage, byte by byte; -1: nowhere (RED-5).
inline Wide placePlain(const spec::GenericRegions& regions, Wide address, Wide size) {
  for (unsigned r = 0; r < spec::kGenericRegions; ++r) {
    const Wide first = r ? regions.end[r - 1] : 0, low = (Wide(regions.baseHigh[r]) << 32) + regions.baseLow[r];
    Wide inside = 0;
    for (Wide byte = address; byte < address + size; ++byte)
      inside += byte >= low && byte < low + (regions.end[r] - first);
    if (inside == size)
      return first + address - low;
  }
  return -1;
}

/// A lane's coordinates before the clamp, x in bytes (SURED-1, SURED-5).
inline void readCoordinates(const SuredQuestion& q, SuredPlain& at) {
  using enum spec::SuredDim;
  const auto dim = spec::SuredDim(q.modifiers.dim);
  const auto s32 = [&](unsigned row) { return Wide(std::int32_t(q.words[row])); };
  const bool isUnsigned = dim == D1Buffer && spec::SuredClamp(q.modifiers.clamp) != spec::SuredClamp::Near;
  const Wide x = isUnsigned ? Wide(q.words[0]) : s32(0);
  at.bytes = q.modifiers.byteAddress ? x : x * at.size;
  if (dim == D2 || dim == D2Array || dim == D3)
    at.y = s32(1);
  if (dim == D3)
    at.z = s32(2);
  if (dim == D1Array || dim == D2Array)
    at.layer = q.words[dim == D1Array ? 1 : 2] % 0x10000;
}

/// SURED-8, modulo 2^64: coordinates may be outside.
inline Wide addressPlain(const SuredPlain& at) {
  const bool isArray = at.header->texture == 4 || at.header->texture == 5;
  const Wide offset = at.header->version == 3   ? blockLinearPlain(*at.header, isArray, at)
                      : at.header->version == 2 ? at.y * at.header->pitch + at.bytes
                                                : at.bytes;
  return Wide(static_cast<std::uint64_t>(Wide(at.header->address) + offset));
}

inline SuredPlain suredPlain(const SuredQuestion& q) {
  SuredPlain at;
  const auto ends = [&](SuredEnd end) {
    at.end = end;
    return at;
  };
  if (!q.executes)
    return ends(SuredEnd::NotExecuting);
  if (q.surfaces.disabled && q.choices.disabledComesFirst)
    return ends(SuredEnd::DisabledFirst);
  at.header = headerPlain(q);
  if (!at.header)
    return ends(q.choices.invalidIsError ? SuredEnd::InvalidError : SuredEnd::InvalidDropped);
  at.size = spec::kSuredSizes[q.modifiers.size].find("64") != std::string_view::npos ? 8 : 4;
  readCoordinates(q, at);
  if (q.choices.masksLowBits)
    at.bytes -= restOf(at.bytes, at.size);
  at.given = at.bytes;
  const bool isBetween = restOf(at.bytes, at.size) != 0;
  const SuredEnd clamped = clampPlain(q, at);
  const bool isError = clamped == SuredEnd::NoElementError || clamped == SuredEnd::OutsideError;
  if (clamped != SuredEnd::Performed && !isError)
    return ends(isBetween && !q.choices.dropComesFirst ? SuredEnd::DroppedMisaligned : clamped);
  // SURED-11: the first that holds of three, from the choice on and around; without an element there is no address
  std::array<std::optional<SuredEnd>, 3> wrong;
  if (clamped != SuredEnd::NoElementError) {
    at.address = addressPlain(at);
    at.place = placePlain(q.regions, at.address, at.size);
    if (at.address % at.size)
      wrong[0] = SuredEnd::AddressMisaligned;
    if (at.place < 0)
      wrong[2] = SuredEnd::AddressOutside;
  }
  if (isBetween)
    wrong[0] = SuredEnd::BytesMisaligned;
  if (isError)
    wrong[1] = clamped;
  for (unsigned kind = 0; kind < wrong.size(); ++kind)
    if (const auto& end = wrong[(q.choices.reported[q.lane] + kind) % wrong.size()])
      return ends(*end);
  return ends(q.surfaces.disabled ? SuredEnd::DisabledLast : SuredEnd::Performed);
}

} // namespace warplaw::symbolic
