// SURED a third time, step after step (SURED-3..9), and the columns that it gives: surface, element, address, turns.
#pragma once
#include "fuzz/readers.h"
#include "fuzz/reduction_plain.h"
#include "spec/instructions/sured.h"
#include "spec/texture_header.h"
#include <optional>

namespace warplaw::fuzz {

/// What the statements below look at: a trial's, or a case's.
struct SuredView {
  const spec::SuredModifiers& modifiers;
  const spec::Operands& operands;
  const spec::SuredChoices& choices;
  const spec::Surfaces& surfaces;

  spec::RedOp op() const { return static_cast<spec::RedOp>(modifiers.op); }
  spec::SuredSize size() const { return static_cast<spec::SuredSize>(modifiers.size); }
  spec::SuredDim dim() const { return static_cast<spec::SuredDim>(modifiers.dim); }
  spec::SuredClamp clamp() const { return static_cast<spec::SuredClamp>(modifiers.clamp); }
};

constexpr unsigned bytesOf(spec::SuredSize size) { return spec::isWide(size) ? 8 : 4; }
/// The step of a size; SD32 and SD64 are signed as the format says, `asSigned` (SURED-3).
spec::RedSize plainStep(spec::SuredSize size, bool asSigned = false);
constexpr bool isArray(spec::SuredDim dim) { return dim == spec::SuredDim::D1Array || dim == spec::SuredDim::D2Array; }
constexpr bool hasRows(spec::SuredDim dim) {
  return dim == spec::SuredDim::D2 || dim == spec::SuredDim::D2Array || dim == spec::SuredDim::D3;
}

/// A surface as its header describes it, blocks shrunk (SURED-5, SURED-8).
struct PlainSurface {
  std::uint32_t dataType = 0, version = 0, textureType = 0;
  std::int64_t base = 0, pitch = 0, texelBytes = 4;
  std::int64_t widthBytes = 0, height = 1, depth = 1, layers = 1; ///< depth: 1 of arrays
  unsigned blockHeightLog = 0, blockDepthLog = 0;
};
/// Where on a surface: x in bytes.
struct PlainPlace {
  std::int64_t xb = 0, y = 0, z = 0, layer = 0;
  bool operator==(const PlainPlace&) const = default;
};
/// One lane before any access: performs, is in error, or is dropped where it is neither.
struct SuredAccess {
  bool performs = false;
  spec::ErrorKind error = spec::ErrorKind::None;
  PlainPlace at = {}; ///< where it performs: what the clamp leaves of its coordinates (SURED-6)
  std::uint64_t address = 0;
  std::uint32_t place = 0; ///< in memory
  spec::RedSize step = spec::RedSize::U32;
};

/// The third statement, one step of the rules a function: a planted bug is one of them otherwise.
class PlainSured {
public:
  virtual ~PlainSured() = default;

  /// What the lane does if it executes.
  SuredAccess accessOf(const SuredView& view, const PlainRegions& regions, unsigned lane) const;
  void run(const SuredView& view, const spec::GenericRegions& regions, std::span<std::uint8_t> memory,
           spec::Results& results) const;

  std::uint32_t headerOf(const SuredView& view, unsigned lane) const; ///< which one the handle names (SURED-4)
  std::optional<PlainSurface> surfaceOf(const SuredView& view, unsigned lane) const; ///< none: invalid (SURED-4)
  PlainSurface readHeader(const spec::HeaderWords& header) const;
  /// Coordinates as they stand (SURED-1), and an address (SURED-8), modulo 2^64.
  PlainPlace placeOf(const SuredView& view, unsigned lane) const;
  std::uint64_t addressOf(const PlainSurface& surface, const PlainPlace& place) const;
  /// The byte's distance from the surface's first one (SURED-8), outside the surface too; modulo 2^64.
  std::int64_t offsetOf(const PlainSurface& surface, const PlainPlace& place) const;

protected:
  /// Log2 of a block's GOBs along an axis of so many texels; a GOB has `unit` of them (SURED-8, "shrink first").
  virtual unsigned shrunk(unsigned log, std::int64_t unit, std::int64_t extent) const;
  virtual std::int64_t bytesOfX(std::int64_t x, unsigned size, bool byteAddress) const;
  virtual std::int64_t lastElement(const PlainSurface& surface,
                                   unsigned size) const; ///< its xb; below 0: there is none
  virtual std::int64_t layerOf(std::uint32_t word) const;
  virtual std::int64_t byteInGob(std::int64_t x, std::int64_t y) const;
  virtual std::int64_t blocksAlong(std::int64_t height, std::int64_t rowsOfABlock) const;
  virtual bool isSigned(const PlainSurface& surface, const spec::SuredChoices& choices) const; ///< SD32, SD64
  /// Which error is reported when these hold: misaligned, out of the surface, out of memory (SURED-11).
  virtual spec::ErrorKind reported(const std::array<bool, 3>& holds, unsigned first) const;

private:
  struct Judged;
  Judged clamped(const SuredView& view, const PlainSurface& surface, PlainPlace place) const;
};

Explanation explained(const spec::SuredModifiers& modifiers, const spec::Operands& operands,
                      const spec::SuredChoices& choices, std::uint32_t allocated, const spec::SurroundingCells& cells);

} // namespace warplaw::fuzz
