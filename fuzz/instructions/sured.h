// SURED for the fuzzer: what biases a record, what explains a case, which operands its forms read (SURED-1, -4, MACH-3,
// -7), its encoding as a function on memory, and its third statement, step after step (SURED-3..9).
#pragma once
#include "fuzz/described.h"
#include "fuzz/reduction_encoding.h"
#include "fuzz/reduction_plain.h"
#include "spec/texture_header.h"
#include "symbolic/encodings/sured.h"

namespace warplaw::fuzz {

struct SuredTrial : MemoryTrial<spec::GenericBytes, spec::SuredModifiers, spec::SuredChoices,
                                const spec::GenericRegions, const spec::Surfaces> {
  spec::GenericRegions& regions() { return std::get<spec::GenericRegions>(around); }
  const spec::GenericRegions& regions() const { return std::get<spec::GenericRegions>(around); }
  spec::Surfaces& surfaces() { return std::get<spec::Surfaces>(around); }
  const spec::Surfaces& surfaces() const { return std::get<spec::Surfaces>(around); }
};

/// What the statements below look at: a trial's, or a case's.
struct SuredView {
  const spec::SuredModifiers& modifiers;
  const spec::Operands& operands;
  const spec::SuredChoices& choices;
  const spec::Surfaces& surfaces;
  SuredView(const spec::SuredModifiers& m, const spec::Operands& o, const spec::SuredChoices& c,
            const spec::Surfaces& s)
      : modifiers(m), operands(o), choices(c), surfaces(s) {}
  SuredView(const SuredTrial& trial) : SuredView(trial.modifiers, trial.operands, trial.choices, trial.surfaces()) {}

  spec::RedOp op() const { return static_cast<spec::RedOp>(modifiers.op); }
  spec::SuredSize size() const { return static_cast<spec::SuredSize>(modifiers.size); }
  spec::SuredDim dim() const { return static_cast<spec::SuredDim>(modifiers.dim); }
  spec::SuredClamp clamp() const { return static_cast<spec::SuredClamp>(modifiers.clamp); }
};

constexpr unsigned bytesOf(spec::SuredSize size) { return spec::isWide(size) ? 8 : 4; }
/// Of SD32 and SD64 the unsigned one.
spec::RedSize plainStep(spec::SuredSize size);
constexpr bool isArray(spec::SuredDim dim) { return dim == spec::SuredDim::D1Array || dim == spec::SuredDim::D2Array; }
constexpr bool hasRows(spec::SuredDim dim) {
  return dim == spec::SuredDim::D2 || dim == spec::SuredDim::D2Array || dim == spec::SuredDim::D3;
}

/// The legal pairs of operation and size (SURED-2), as spec lists them.
struct SuredPair {
  spec::RedOp op;
  spec::SuredSize size;
};
const std::vector<SuredPair>& suredPairs();

/// suredReach as a function on memory for each dimension, made on first use.
class SuredEncoding {
public:
  /// memory: the bytes of all regions, in and out. results: before in, after out.
  void operator()(const spec::SuredModifiers& modifiers, const spec::Operands& operands,
                  const spec::SuredChoices& choices, std::span<std::uint8_t> memory,
                  const decltype(SuredTrial::around)& around, spec::Results& results);

private:
  const native::LateFunction& reachOf(const spec::SuredModifiers& modifiers);
  std::array<std::optional<native::LateFunction>, 6> reach_;
  ReductionSteps steps_;
};

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
  std::uint64_t address = 0; ///< where it performs
  std::uint32_t place = 0;   ///< in memory
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

  std::optional<PlainSurface> surfaceOf(const SuredView& view, unsigned lane) const; ///< none: invalid (SURED-4)
  PlainSurface readHeader(const spec::HeaderWords& header) const;
  /// Of coordinates as they stand (SURED-1, SURED-8), modulo 2^64.
  std::uint64_t addressOf(const SuredView& view, const PlainSurface& surface, unsigned lane) const;
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
  /// Of the kinds that hold, misaligned, out of the surface, out of memory (SURED-11).
  virtual spec::ErrorKind reported(const std::array<bool, 3>& holds, unsigned first) const;

private:
  struct Judged;
  Judged clamped(const SuredView& view, const PlainSurface& surface, PlainPlace place) const;
  std::uint64_t addressOf(const PlainSurface& surface, const PlainPlace& place) const;
  PlainPlace placeOf(const SuredView& view, unsigned lane) const;
  spec::RedSize stepOf(const SuredView& view, const PlainSurface& surface) const;
};

struct Sured {
  using Form = spec::SuredForm;
  using Modifiers = spec::SuredModifiers;
  using Choices = spec::SuredChoices;
  using Trial = SuredTrial;
  using Encoding = SuredEncoding;
  static constexpr std::string_view kFolder = "sured";
  static constexpr unsigned kRows = 6;
  static constexpr auto kModifiers = symbolic::suredModifiers;
  static constexpr auto kPlan = symbolic::suredPlan;

  static constexpr std::size_t kRecord =
      544; ///< 32 bytes of styles and masks, coordinates, Rb, Rb's high words, memory
  static SuredTrial trialOf(Bytes record);
  static bool isLegal(const SuredTrial& trial);
  static Form formOf(const Modifiers& modifiers);
  static spec::Plan planOf(const Form& form, const Choices& choices);
  static void runPlainly(const Form& form, const Choices& choices, const spec::Operands& operands,
                         std::span<std::uint8_t> memory, spec::SurroundingCells& cells, spec::Results& results);
  static std::vector<SmallBase> smallBases(const CellWords& cells);
  static Explanation explain(const Modifiers& modifiers, const spec::Operands& operands, const Choices& choices,
                             std::uint32_t allocated, const spec::SurroundingCells& cells);
  static std::vector<PlantedBug> planted();
  static std::vector<Property> properties();

  static constexpr FuzzerHooks<Sured> kHooks = {.trialOf = trialOf,
                                                .recordBytes = kRecord,
                                                .isLegal = isLegal,
                                                .smallBases = smallBases,
                                                .explain = explain,
                                                .planted = planted,
                                                .properties = properties};
};

using SuredFuzzer = DescribedFuzzer<Sured>;

extern template class DescribedFuzzer<Sured>;

} // namespace warplaw::fuzz
