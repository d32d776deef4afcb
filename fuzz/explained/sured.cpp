// SURED a third time, in plain integers: which surface, which bytes of it, what is dropped and what is an error
// (SURED-1, -3..8, -11); the address is counted, block after block, GOB after GOB, byte after byte.
#include "fuzz/explained/sured.h"
#include "fuzz/placement.h"
#include "fuzz/reduction_columns.h"
#include <algorithm>
#include <fmt/format.h>

namespace warplaw::fuzz {
using spec::ErrorKind;
using spec::kLanes;
using spec::RedSize;
using spec::SuredClamp;
using spec::SuredDim;
using spec::SuredSize;
namespace rows = spec::sured_rows;

namespace {

constexpr std::uint32_t kSint = 3, kUint = 4;                                     // data types
constexpr std::uint32_t kR32G32 = 4;                                              // components
constexpr std::uint32_t kBufferVersion = 0, kPitchVersion = 2, kBlockVersion = 3; // header versions

/// Bits high..low of the 256, all in one word.
std::int64_t bitsOf(const spec::HeaderWords& header, unsigned high, unsigned low) {
  return header[low / 32] / (1u << low % 32) % (std::uint64_t{2} << (high - low));
}

using Exact = __int128; // of a slice far outside

/// Towards minus infinity, and what is left.
std::int64_t restOf(std::int64_t n, std::int64_t d) { return (n % d + d) % d; }
std::int64_t floorDivided(std::int64_t n, std::int64_t d) { return (n - restOf(n, d)) / d; }

std::int64_t asSigned(std::uint32_t word) { return std::int64_t{word} - (word >= 0x80000000 ? 0x100000000 : 0); }

bool isOfType(SuredDim dim, std::uint32_t textureType) {
  constexpr std::uint32_t kTypes[] = {0, 6, 4, 1, 5, 2}; // of each dimension; 2D has two
  return textureType == kTypes[static_cast<unsigned>(dim)] || (dim == SuredDim::D2 && textureType == 7);
}

} // namespace

// ---- which surface

PlainSurface PlainSured::readHeader(const spec::HeaderWords& header) const {
  const auto bits = [&](unsigned high, unsigned low) { return bitsOf(header, high, low); };
  PlainSurface surface;
  surface.version = static_cast<std::uint32_t>(bits(87, 85));
  surface.textureType = static_cast<std::uint32_t>(bits(154, 151));
  surface.dataType = static_cast<std::uint32_t>(bits(9, 7));
  surface.texelBytes = bits(6, 0) == kR32G32 ? 8 : 4;
  const std::int64_t high = bits(79, 64) * 0x100000000;
  if (surface.version == kBufferVersion) {
    surface.base = high + bits(63, 32);
    surface.widthBytes = (bits(111, 96) * 0x10000 + bits(143, 128) + 1) * surface.texelBytes;
    return surface;
  }
  surface.widthBytes = (bits(143, 128) + 1) * surface.texelBytes;
  surface.height = bits(175, 160) + 1;
  const bool layered = surface.textureType == 4 || surface.textureType == 5;
  (layered ? surface.layers : surface.depth) = bits(189, 176) + 1;
  if (surface.version == kPitchVersion) {
    surface.base = high + bits(63, 37) * 32;
    surface.pitch = bits(111, 96) * 32;
    return surface;
  }
  surface.base = high + bits(63, 41) * 512;
  surface.blockHeightLog = shrunk(static_cast<unsigned>(bits(101, 99)), 8, surface.height);
  surface.blockDepthLog = shrunk(static_cast<unsigned>(bits(104, 102)), 1, surface.depth);
  return surface;
}

unsigned PlainSured::shrunk(unsigned log, std::int64_t unit, std::int64_t extent) const {
  std::int64_t block = unit;
  for (unsigned k = 0; k < log; ++k)
    block *= 2;
  for (; log > 0 && block >= 2 * extent; --log)
    block /= 2;
  return log;
}

std::uint32_t PlainSured::headerOf(const SuredView& view, unsigned lane) const {
  const spec::Surfaces& surfaces = view.surfaces;
  std::uint32_t handle = 0;
  if (!view.modifiers.isBound)
    handle = view.operands.row[rows::kHandle][lane];
  else
    for (unsigned k = 0; k < spec::kBoundHandles; ++k)
      if (surfaces.boundAt[k] == view.modifiers.tsPtrIdx)
        handle = surfaces.boundHandle[k];
  return handle % 0x100000; // the sampler's bits are ignored
}

std::optional<PlainSurface> PlainSured::surfaceOf(const SuredView& view, unsigned lane) const {
  const spec::Surfaces& surfaces = view.surfaces;
  const std::uint32_t index = headerOf(view, lane);
  if (index > surfaces.lastHeader)
    return std::nullopt;
  const PlainSurface surface = readHeader(spec::headerIn(surfaces, index));
  const bool isBuffer = view.dim() == SuredDim::D1Buffer;
  const bool fits = isBuffer ? surface.version == kBufferVersion
                             : surface.version == kPitchVersion || surface.version == kBlockVersion;
  if (!fits || !isOfType(view.dim(), surface.textureType))
    return std::nullopt;
  return surface;
}

// ---- which bytes of it

std::int64_t PlainSured::blocksAlong(std::int64_t height, std::int64_t rowsOfABlock) const {
  std::int64_t blocks = 0;
  for (std::int64_t row = 0; row < height; row += rowsOfABlock)
    ++blocks;
  return blocks;
}

/// Two halves of 32 bytes, in each four pairs of rows, in each two columns of 16 bytes, in each two rows.
std::int64_t PlainSured::byteInGob(std::int64_t x, std::int64_t y) const {
  std::int64_t count = x / 32;
  count = 4 * count + y / 2;
  count = 2 * count + x / 16 % 2;
  count = 2 * count + y % 2;
  return 16 * count + x % 16;
}

std::int64_t PlainSured::offsetOf(const PlainSurface& surface, const PlainPlace& place) const {
  if (surface.version != kBlockVersion)
    return place.y * surface.pitch + place.xb;
  const std::int64_t gobsHigh = std::int64_t{1} << surface.blockHeightLog,
                     gobsDeep = std::int64_t{1} << surface.blockDepthLog;
  const std::int64_t gobX = floorDivided(place.xb, 64), gobY = floorDivided(place.y, 8);
  // blocks are one GOB wide; they go along x, then down, then into depth, then to the next layer
  const std::int64_t wide = floorDivided(surface.widthBytes - 1, 64) + 1,
                     high = blocksAlong(surface.height, 8 * gobsHigh),
                     deep = floorDivided(surface.depth - 1, gobsDeep) + 1;
  const std::int64_t slab = place.layer * deep + floorDivided(place.z, gobsDeep);
  const Exact block = (Exact{slab} * high + floorDivided(gobY, gobsHigh)) * wide + gobX;
  // GOBs of a block go down, then into depth
  const Exact gob = (block * gobsDeep + restOf(place.z, gobsDeep)) * gobsHigh + restOf(gobY, gobsHigh);
  return static_cast<std::int64_t>(gob * 512 + byteInGob(restOf(place.xb, 64), restOf(place.y, 8)));
}

// ---- coordinates

std::int64_t PlainSured::bytesOfX(std::int64_t x, unsigned size, bool byteAddress) const {
  return byteAddress ? x : x * size;
}
std::int64_t PlainSured::layerOf(std::uint32_t word) const { return word % 0x10000; }
std::int64_t PlainSured::lastElement(const PlainSurface& surface, unsigned size) const {
  return (surface.widthBytes / size - 1) * size;
}

/// Coordinates that the dimension does not have are 0.
PlainPlace PlainSured::placeOf(const SuredView& view, unsigned lane) const {
  const SuredDim dim = view.dim();
  const auto word = [&](unsigned row) { return view.operands.row[row][lane]; };
  const bool isUnsigned = dim == SuredDim::D1Buffer && view.clamp() != SuredClamp::Near;
  std::int64_t x = isUnsigned ? std::int64_t{word(rows::kX)} : asSigned(word(rows::kX));
  const unsigned size = bytesOf(view.size());
  if (view.modifiers.byteAddress && view.choices.masksLowBits)
    x = floorDivided(x, size) * size;
  PlainPlace place{bytesOfX(x, size, view.modifiers.byteAddress), 0, 0, 0};
  if (hasRows(dim))
    place.y = asSigned(word(rows::kSecond));
  if (dim == SuredDim::D3)
    place.z = asSigned(word(rows::kThird));
  if (isArray(dim))
    place.layer = layerOf(word(dim == SuredDim::D1Array ? rows::kSecond : rows::kThird));
  return place;
}

/// Is it dropped, is where it stands an error, and where is that: nowhere without an element.
struct PlainSured::Judged {
  std::optional<PlainPlace> place;
  bool isDropped = false, isError = false;
};

/// SURED-6.
PlainSured::Judged PlainSured::clamped(const SuredView& view, const PlainSurface& surface, PlainPlace place) const {
  const Judged dropped{{}, true, false};
  const std::int64_t size = bytesOf(view.size());
  if (place.layer < 0 || place.layer >= surface.layers) {
    if (view.choices.layers == 2)
      return dropped;
    if (view.choices.layers == 1)
      place.layer = surface.layers - 1;
  }
  if (view.clamp() == SuredClamp::Near) {
    const std::int64_t last = lastElement(surface, static_cast<unsigned>(size));
    if (last < 0)
      return view.choices.noElementIsError ? Judged{{}, false, true} : dropped;
    const auto nearest = [](std::int64_t& value, std::int64_t greatest) {
      value = value < 0 ? 0 : value > greatest ? greatest : value;
    };
    nearest(place.xb, last);
    nearest(place.y, surface.height - 1);
    nearest(place.z, surface.depth - 1);
    nearest(place.layer, surface.layers - 1);
    return {place, false, false};
  }
  const bool inRange = 0 <= place.xb && place.xb + size <= surface.widthBytes && 0 <= place.y &&
                       place.y < surface.height && 0 <= place.z && place.z < surface.depth && 0 <= place.layer &&
                       place.layer < surface.layers;
  if (!inRange && view.clamp() == SuredClamp::Ign)
    return dropped;
  return {place, false, !inRange};
}

std::uint64_t PlainSured::addressOf(const PlainSurface& surface, const PlainPlace& place) const {
  return static_cast<std::uint64_t>(surface.base) + static_cast<std::uint64_t>(offsetOf(surface, place));
}

// ---- the lane, and all of them

bool PlainSured::isSigned(const PlainSurface& surface, const spec::SuredChoices& choices) const {
  return surface.dataType == kSint || (surface.dataType != kUint && choices.othersAreSigned);
}

RedSize plainStep(SuredSize size, bool asSigned) {
  using enum RedSize;
  constexpr RedSize kUnsigned[] = {U32, S32, U32, U64, S64, U64, F32, F16x2}, // by SuredSize
      kSigned[] = {U32, S32, S32, U64, S64, S64, F32, F16x2};
  return (asSigned ? kSigned : kUnsigned)[static_cast<unsigned>(size)];
}

ErrorKind PlainSured::reported(const std::array<bool, 3>& holds, unsigned first) const {
  constexpr ErrorKind kKinds[] = {ErrorKind::MisalignedAddress, ErrorKind::SurfaceOutOfRange,
                                  ErrorKind::AddressOutOfRange};
  for (unsigned next = first; next < first + 3; ++next)
    if (holds[next % 3])
      return kKinds[next % 3];
  return ErrorKind::None;
}

SuredAccess PlainSured::accessOf(const SuredView& view, const PlainRegions& regions, unsigned lane) const {
  const auto& [disabledFirst, disabled] = std::pair(view.choices.disabledComesFirst, view.surfaces.disabled);
  const unsigned size = bytesOf(view.size());
  SuredAccess access;
  const auto ends = [&](ErrorKind error) {
    access.error = error;
    return access;
  };
  if (disabled && disabledFirst)
    return access;
  const std::optional<PlainSurface> surface = surfaceOf(view, lane);
  if (!surface)
    return ends(view.choices.invalidIsError ? ErrorKind::InvalidTexture : ErrorKind::None);
  const PlainPlace given = placeOf(view, lane);
  const bool isBetween = view.modifiers.byteAddress && restOf(given.xb, size) != 0;
  const Judged judged = clamped(view, *surface, given);
  if (judged.isDropped)
    return ends(isBetween && !view.choices.dropComesFirst ? ErrorKind::MisalignedAddress : ErrorKind::None);
  std::array<bool, 3> holds = {isBetween, judged.isError, false};
  std::optional<std::uint32_t> place;
  if (judged.place) {
    access.at = *judged.place;
    access.address = addressOf(*surface, access.at);
    place = regions.placeOf(access.address, size);
    holds[0] |= access.address % size != 0;
    holds[2] = !place;
  }
  if (const ErrorKind error = reported(holds, view.choices.reported[lane]); error != ErrorKind::None)
    return ends(error);
  access.place = *place;
  access.performs = !disabled;
  access.step = plainStep(view.size(), isSigned(*surface, view.choices));
  return access;
}

void PlainSured::run(const SuredView& view, const spec::GenericRegions& regions, std::span<std::uint8_t> memory,
                     spec::Results& results) const {
  const PlainRegions plainRegions(regions);
  setMasks(results, 0, false); // nothing is returned
  PlainTurns turns;
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    if (!(view.operands.exec >> lane & 1))
      continue;
    const SuredAccess access = accessOf(view, plainRegions, lane);
    results.error[lane] = static_cast<std::uint8_t>(access.error);
    turns[lane] = {access.performs, access.step, access.place,
                   view.operands.row[rows::kOperand][lane] +
                       (std::uint64_t{view.operands.row[rows::kOperandHigh][lane]} << 32)};
  }
  takeTurnsPlainly(view.op(), turns, view.choices.order, view.choices.orderHigh, view.choices.unlikeZeros, memory);
}

// ---- columns

Explanation explained(const spec::SuredModifiers& modifiers, const spec::Operands& operands,
                      const spec::SuredChoices& choices, std::uint32_t, const spec::SurroundingCells& cells) {
  const PlainSured sured;
  const PlainRegions regions(cells.regions);
  const SuredView view{modifiers, operands, choices, cells.surfaces};
  LaneColumn header{"header", {}}, element{"element", {}}, gob{"block, GOB, byte", {}}, address{"address", {}};
  std::array<std::uint64_t, kLanes> addresses{};
  std::uint32_t performing = 0;
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    header.text[lane] = fmt::format("{}", sured.headerOf(view, lane));
    const SuredAccess access = sured.accessOf(view, regions, lane);
    if (!access.performs)
      continue;
    const PlainSurface surface = *sured.surfaceOf(view, lane);
    performing |= 1u << lane;
    addresses[lane] = access.address;
    address.text[lane] = fmt::format("{:#x}", access.address);
    element.text[lane] = fmt::format("byte {}, {}, {}", access.at.xb, access.at.y, access.at.z + access.at.layer);
    if (surface.version == kBlockVersion) {
      const std::int64_t offset = sured.offsetOf(surface, access.at),
                         block = std::int64_t{512} << surface.blockHeightLog << surface.blockDepthLog;
      gob.text[lane] = fmt::format("{}, {}, {:#x}", offset / block, offset % block / 512, offset % 512);
    }
  }
  Explanation explanation{{header, element}, 0};
  if (std::ranges::any_of(gob.text, [](const std::string& text) { return !text.empty(); }))
    explanation.columns.push_back(gob);
  explanation.columns.push_back(address);
  const auto size = static_cast<SuredSize>(modifiers.size);
  addTurns(explanation, choices.order, choices.orderHigh, size == SuredSize::F16x2);
  addAccesses(explanation, performing & operands.exec, addresses, bytesOf(size), choices.order);
  return explanation;
}

} // namespace warplaw::fuzz
