// Which element of which surface each of SURED's lanes reaches by itself, or why it reaches none (SURED-3..8, SURED-11,
// RED-5, MACH-8).
#include "concrete/instructions/sured_surface.h"
#include "concrete/lanewise.h"
#include <type_traits>

using namespace warplaw::spec;
using namespace warplaw::concrete;

namespace {
// ---- coordinates (SURED-1, SURED-5, SURED-6)

/// As it comes, or brought inside. x: in bytes, a signed number; y, z: signed.
struct Position {
  std::uint64_t x;
  std::uint32_t y, z, layer;
};
void readPosition(const SuredModifiers* modifiers, const SuredChoices* choices, std::uint32_t lane,
                  const Operands* operands, std::uint64_t size, Position& at) {
  const std::uint32_t dim = modifiers->dim, x = operands->row[sured_rows::kX][lane],
                      second = operands->row[sured_rows::kSecond][lane],
                      third = operands->row[sured_rows::kThird][lane];
  const std::uint32_t isUnsigned = is(dim, SuredDim::D1Buffer) & (is(modifiers->clamp, SuredClamp::Near) ^ 1);
  const std::uint64_t sign = x >> 31 & (isUnsigned ^ 1) ? 0xffffffff00000000 : 0, wide = x | sign;
  const std::uint64_t elements = wide << (size == 8 ? 3 : 2), bytes = modifiers->byteAddress ? wide : elements;
  const std::uint32_t isD3 = is(dim, SuredDim::D3), hasY = is(dim, SuredDim::D2) | is(dim, SuredDim::D2Array) | isD3;
  const std::uint32_t thirdLayer = is(dim, SuredDim::D2Array) ? third : 0;
  at.x = choices->masksLowBits ? bytes & -size : bytes;
  at.y = hasY ? second : 0;
  at.z = isD3 ? third : 0;
  at.layer = (is(dim, SuredDim::D1Array) ? second : thirdLayer) & 0xffff;
}

/// A signed number brought to 0..last.
template <class Word> Word clamped(Word value, Word last) {
  const auto number = static_cast<std::make_signed_t<Word>>(value), greatest = static_cast<decltype(number)>(last);
  const Word atMost = greatest < number ? last : value;
  return number < 0 ? 0 : atMost;
}

constexpr std::uint32_t kDropped = kNoAccess | static_cast<std::uint32_t>(ErrorKind::None);
constexpr std::uint32_t failed(ErrorKind kind) { return kNoAccess | static_cast<std::uint32_t>(kind); }

/// What .clamp says of where it stands.
enum class Outcome : std::uint32_t {
  GoesOn,
  IsDropped,
  IsOutside, ///< an error
  HasNowhere ///< one, too: there is no element, and no address
};
Outcome outcomeOf(const Position& at, const Surface& surface, const SuredModifiers* modifiers,
                  const SuredChoices* choices, std::uint64_t size) {
  const bool isInside = (at.x < surface.widthBytes) & (at.x + size <= surface.widthBytes) & (at.y <= surface.lastY) &
                        (at.z <= surface.lastZ);
  const bool lacksLayer = at.layer > surface.lastZ;
  const bool fails = !isInside | (lacksLayer & (choices->layers == 0));
  const bool dropsLayer = lacksLayer & (choices->layers == 2);
  const Outcome ofFailure = is(modifiers->clamp, SuredClamp::Ign) ? Outcome::IsDropped : Outcome::IsOutside;
  const Outcome ofNone = choices->noElementIsError ? Outcome::HasNowhere : Outcome::IsDropped;
  const Outcome ofNear = surface.widthBytes < size ? ofNone : Outcome::GoesOn,
                ofOthers = fails ? ofFailure : Outcome::GoesOn;
  const Outcome outcome = is(modifiers->clamp, SuredClamp::Near) ? ofNear : ofOthers;
  return dropsLayer ? Outcome::IsDropped : outcome;
}

/// NEAR: to the nearest position inside; one that is inside stays. A layer to the last one where that is chosen, too.
/// size: a power of two.
void bringInside(const Position& at, const Surface& surface, const SuredModifiers* modifiers,
                 const SuredChoices* choices, std::uint64_t size, Position& inside) {
  const bool isNear = is(modifiers->clamp, SuredClamp::Near);
  inside.x = isNear ? clamped(at.x, (surface.widthBytes & -size) - size) : at.x;
  inside.y = isNear ? clamped(at.y, surface.lastY) : at.y;
  inside.z = isNear ? clamped(at.z, surface.lastZ) : at.z;
  const std::uint32_t lastLayer = (isNear | (choices->layers == 1)) ? surface.lastZ : 0xffff;
  inside.layer = at.layer < lastLayer ? at.layer : lastLayer;
}

// ---- addresses (SURED-8)

std::uint64_t signExtended(std::uint32_t word) {
  return static_cast<std::uint64_t>(std::int64_t{static_cast<std::int32_t>(word)});
}

/// log2 of GOBs of a block along an axis: no more than it takes, where one GOB covers `unit` of `extent`. What a header
/// of another layout has in these bits is no more than kMostBlockLog either.
std::uint32_t shrunk(std::uint32_t bits, std::uint32_t unit, std::uint32_t extent) {
  std::uint32_t log = bits < kMostBlockLog ? bits : kMostBlockLog;
#pragma clang loop unroll(full)
  for (unsigned step = 0; step < kMostBlockLog; ++step)
    log -= (log > 0) & ((unit << log) >= 2 * extent);
  return log;
}

/// The offset of `at` from the surface's first byte; outside the surface the same formula applies. The offset of a
/// slice and that of a layer are not two summands of one sum: the optimiser would factor out what they share, with all
/// products, until nothing of the rule is left in the code that is proved.
std::uint64_t blockLinear(const Position& at, const Surface& surface, const std::uint32_t* header, std::uint32_t dim) {
  const std::uint32_t isD3 = is(dim, SuredDim::D3), isArray = is(dim, SuredDim::D1Array) | is(dim, SuredDim::D2Array);
  const std::uint32_t height = surface.lastY + 1, depth = isArray ? 1 : surface.lastZ + 1;
  const std::uint32_t bh = shrunk(bitsOf<101, 99>(header), 8, height), bd = shrunk(bitsOf<104, 102>(header), 1, depth);
  const std::uint64_t block = std::uint64_t{512} << (bh + bd), columns = (surface.widthBytes + 63) >> 6,
                      rowOfBlocks = columns * block;
  const std::uint64_t rows = (height + (8u << bh) - 1) >> (3 + bh), slab = rows * rowOfBlocks;
  // what a shift leaves out above a negative number, a block's size takes beyond 64 bits
  const std::uint64_t gobY = signExtended(at.y) >> 3;
  const std::uint64_t slabOf = signExtended(at.z) >> bd, rowOf = gobY >> bh, columnOf = at.x >> 6, layer = at.layer;
  const std::uint64_t ofSlice = slabOf * slab + ((at.z & ((1u << bd) - 1)) << (9 + bh)), ofLayer = layer * slab;
  const std::uint64_t ofGob =
      (at.x >> 5 & 1) << 8 | (at.y >> 1 & 3) << 6 | (at.x >> 4 & 1) << 5 | (at.y & 1) << 4 | (at.x & 15);
  return (isD3 ? ofSlice : ofLayer) + rowOf * rowOfBlocks +
         ((static_cast<std::uint32_t>(gobY) & ((1u << bh) - 1)) << 9) + columnOf * block + ofGob;
}

std::uint64_t addressOf(const Position& at, const Surface& surface, const std::uint32_t* header, std::uint32_t dim) {
  const std::uint64_t ofBlocks = blockLinear(at, surface, header, dim), y = signExtended(at.y), pitch = surface.pitch;
  const std::uint64_t ofRows = at.x + (surface.isBuffer ? 0 : y * pitch);
  return surface.base + (surface.isBlockLinear ? ofBlocks : ofRows);
}

// ---- errors (SURED-11)

/// The first of up to three errors that hold, in a cyclic order from `reported`; None if none holds.
std::uint32_t kindOf(bool misaligned, bool outOfSurface, bool unallocated, std::uint32_t reported) {
  constexpr auto kMisaligned = static_cast<std::uint32_t>(ErrorKind::MisalignedAddress),
                 kSurface = static_cast<std::uint32_t>(ErrorKind::SurfaceOutOfRange),
                 kAddress = static_cast<std::uint32_t>(ErrorKind::AddressOutOfRange),
                 kNone = static_cast<std::uint32_t>(ErrorKind::None);
  const std::uint32_t lowest = misaligned ? kMisaligned : outOfSurface ? kSurface : unallocated ? kAddress : kNone;
  const std::uint32_t fromSecond = outOfSurface ? kSurface : unallocated ? kAddress : lowest;
  const std::uint32_t fromThird = unallocated ? kAddress : lowest;
  return reported == 0 ? lowest : reported == 1 ? fromSecond : fromThird;
}

/// What is wrong with an update that the surface takes, or with where it is dropped. isBetween: its x is no multiple.
std::uint32_t errorOf(const SuredChoices* choices, std::uint32_t lane, Outcome outcome, bool isBetween,
                      bool isMisaligned, bool isUnallocated) {
  const bool hasNowhere = outcome == Outcome::HasNowhere, isOutside = hasNowhere | (outcome == Outcome::IsOutside);
  const bool misaligned = isBetween ? true : hasNowhere ? false : isMisaligned;
  const bool unallocated = hasNowhere ? false : isUnallocated;
  const std::uint32_t ofDropped = (isBetween & (choices->dropComesFirst == 0))
                                      ? static_cast<std::uint32_t>(ErrorKind::MisalignedAddress)
                                      : static_cast<std::uint32_t>(ErrorKind::None);
  const std::uint32_t ofOthers = kindOf(misaligned, isOutside, unallocated, choices->reported[lane]);
  return outcome == Outcome::IsDropped ? ofDropped : ofOthers;
}

// ---- all of it

std::uint32_t reached(const SuredModifiers* modifiers, const SuredChoices* choices, std::uint32_t lane,
                      const Operands* operands, const GenericRegions* regions, const Surfaces* surfaces) {
  const std::uint32_t index = indexOf(modifiers, operands->row[sured_rows::kHandle][lane], surfaces);
  const std::uint32_t* header = surfaces->header + kTextureHeaderWords * (index % kTextureHeaders);
  const std::uint32_t size = isWide(static_cast<SuredSize>(modifiers->size)) ? 8 : 4;
  const bool isInvalid = (index > surfaces->lastHeader) | (fits(header, modifiers->dim) == 0);
  Surface surface;
  readSurface(header, surface);
  Position asked, inside;
  readPosition(modifiers, choices, lane, operands, size, asked);
  const Outcome outcome = outcomeOf(asked, surface, modifiers, choices, size);
  bringInside(asked, surface, modifiers, choices, size, inside);
  const std::uint64_t address = addressOf(inside, surface, header, modifiers->dim);
  const std::uint32_t place = placeInUsed(regions, address, size);
  const std::uint32_t step = stepSizeOf(modifiers->size, isSigned(header, choices));
  const bool isDisabled = surfaces->disabled != 0, isDisabledFirst = isDisabled & (choices->disabledComesFirst != 0);

  // the first question that is answered with yes is the last that is asked
  const std::uint32_t error =
      errorOf(choices, lane, outcome, asked.x % size != 0, address % size != 0, place == kNoAccess);
  std::uint32_t word = isDisabled ? kDropped : reachOf(place, step);
  word = ((outcome == Outcome::IsDropped) | (error != 0)) ? kNoAccess | error : word;
  const std::uint32_t ofInvalid = choices->invalidIsError ? failed(ErrorKind::InvalidTexture) : kDropped;
  word = isInvalid ? ofInvalid : word;
  return isDisabledFirst ? kDropped : word;
}
} // namespace

extern "C" void warplaw_sured_lanes_portable(const SuredModifiers* modifiers, const Operands* operands,
                                             const SuredChoices* choices, const GenericRegions* regions,
                                             const Surfaces* surfaces, Results* results) {
  const std::uint32_t exec = operands->exec;
  // copies, of which no result is a part: what decides of all lanes is read, and what follows from it made, once
  const SuredModifiers of = *modifiers;
  const SuredChoices chosen = *choices;
  const GenericRegions allocated = *regions;
  const Surfaces bound = *surfaces;
#pragma clang loop unroll(disable) vectorize(disable)
  for (std::uint64_t i = 0; i < kLanes; ++i)
    if (exec >> i & 1) // a lane takes so long that a branch pays, which nobody can predict
      results->row[0][i] = reached(&of, &chosen, static_cast<std::uint32_t>(i), operands, &allocated, &bound);
  writesRdOnly(exec, results);
}
