// Laws of SURED (SURED-3, -5..8, SURED-10, -11, MACH-5, -7), stated over what the shipped executor does.
#include "fuzz/instructions/sured.h"
#include "fuzz/properties.h"
#include "fuzz/reported.h"
#include <algorithm>
#include <fmt/format.h>

namespace warplaw::fuzz {
namespace {
using spec::ErrorKind;
using spec::kLanes;
using spec::RedOp;
using spec::SuredClamp;
using spec::SuredDim;
using spec::SuredSize;
namespace rows = spec::sured_rows;
using Broken = std::optional<std::string>;

using Executed = SuredFuzzer::Executed;
constexpr auto run = SuredFuzzer::executed;

constexpr std::uint32_t number(auto kind) { return static_cast<std::uint32_t>(kind); }
std::uint8_t byteOf(Bytes record, std::size_t at) { return Record<Sured::kRecord>(record).byte(at); }
ErrorKind errorOf(const Executed& done, unsigned lane) { return static_cast<ErrorKind>(done.results.error[lane]); }

/// A record's trial with that clamp, and all that is unknown as it is by default but the orders.
SuredTrial trialWith(Bytes record, SuredClamp clamp) {
  SuredTrial trial = SuredFuzzer::trialOf(record);
  trial.modifiers.clamp = number(clamp);
  const spec::SuredChoices drawn = trial.choices;
  trial.choices = {};
  trial.choices.order = drawn.order;
  trial.choices.orderHigh = drawn.orderHigh;
  return trial;
}

Broken onlyTrapReportsIt(Oracle&, Bytes record) {
  for (const SuredClamp clamp : {SuredClamp::Ign, SuredClamp::Near}) {
    const Executed done = run(trialWith(record, clamp));
    for (unsigned lane = 0; lane < kLanes; ++lane)
      if (errorOf(done, lane) == ErrorKind::SurfaceOutOfRange)
        return fmt::format("lane {} is out of range without .TRAP", lane);
  }
  return std::nullopt;
}

/// What the surface says comes first, and what IGN drops is no error.
SuredTrial surfaceFirst(SuredTrial trial) {
  trial.choices.reported.fill(1);
  trial.choices.dropComesFirst = 1;
  return trial;
}

/// TRAP's memory is IGN's; its errors are, too, but for lanes out of range, which have none under IGN, where what the
/// surface says comes first.
Broken trapIsIgnThatReports(Oracle&, Bytes record) {
  const SuredTrial trapping = surfaceFirst(trialWith(record, SuredClamp::Trap));
  const Executed ign = run(surfaceFirst(trialWith(record, SuredClamp::Ign))), trap = run(trapping);
  const PlainRegions regions(trapping.regions());
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    const bool reported = errorOf(trap, lane) == ErrorKind::SurfaceOutOfRange;
    if ((trapping.operands.exec >> lane & 1) &&
        reported != (PlainSured().accessOf(trapping, regions, lane).error == ErrorKind::SurfaceOutOfRange))
      return fmt::format("lane {} is {}reported", lane, reported ? "" : "not ");
    if (errorOf(ign, lane) != (reported ? ErrorKind::None : errorOf(trap, lane)))
      return fmt::format("lane {}: IGN reports {}, TRAP {}", lane, ign.results.error[lane], trap.results.error[lane]);
  }
  return ign.after.memory == trap.after.memory ? std::nullopt : Broken("a lane out of range changes memory");
}

/// Which of several errors is reported decides nothing else, nor does it whether a drop comes first (SURED-11): who was
/// in error is dropped then.
Broken reportedErrorsMoveNothing(Oracle&, Bytes record) {
  SuredTrial trial = SuredFuzzer::trialOf(record);
  const Executed once = run(trial);
  reportTheNext(trial);
  const Executed other = run(trial);
  if (auto apart = inErrorApart(once.results, other.results))
    return apart;
  trial.choices.dropComesFirst ^= 1;
  const Executed dropped = run(trial);
  for (unsigned lane = 0; lane < kLanes; ++lane)
    if (errorOf(dropped, lane) != errorOf(other, lane) &&
        errorOf(trial.choices.dropComesFirst ? other : dropped, lane) != ErrorKind::MisalignedAddress)
      return fmt::format("lane {} reports another error where drops come first", lane);
  return once.after.memory == other.after.memory && once.after.memory == dropped.after.memory
             ? std::nullopt
             : Broken("memory depends on what is reported");
}

/// Clamped by hand, as signed words, x in elements of the surface that the lane reaches.
void clampByHand(SuredTrial& trial, unsigned lane, const PlainSurface& surface) {
  const SuredView view(trial);
  const unsigned size = bytesOf(view.size());
  const auto nearest = [&](unsigned row, std::int64_t last) {
    std::uint32_t& word = trial.operands.row[row][lane];
    word = static_cast<std::uint32_t>(std::clamp<std::int64_t>(static_cast<std::int32_t>(word), 0, last));
  };
  const auto nearestLayer = [&](unsigned row) {
    std::uint32_t& word = trial.operands.row[row][lane];
    word = std::min(word & 0xffff, static_cast<std::uint32_t>(surface.layers - 1));
  };
  const std::int64_t lastElement = surface.widthBytes / size - 1;
  nearest(rows::kX, view.modifiers.byteAddress ? lastElement * size : lastElement);
  if (hasRows(view.dim()))
    nearest(rows::kSecond, surface.height - 1);
  if (view.dim() == SuredDim::D3)
    nearest(rows::kThird, surface.depth - 1);
  if (isArray(view.dim()))
    nearestLayer(view.dim() == SuredDim::D1Array ? rows::kSecond : rows::kThird);
}

/// SURED-6, SURED-10: where an element fits, NEAR lands in range, and does there what IGN does on what it clamps to.
Broken nearIsClampedFirst(Oracle&, Bytes record) {
  const SuredTrial trial = trialWith(record, SuredClamp::Near);
  SuredTrial byHand = trial;
  byHand.modifiers.clamp = number(SuredClamp::Trap); // which would say so if a lane were not in range
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    const auto surface = PlainSured().surfaceOf(trial, lane);
    const unsigned size = bytesOf(SuredView(trial).size());
    if (surface && surface->widthBytes < size) // no element: nothing is done
      byHand.operands.exec &= ~(1u << lane);
    else if (surface && (!trial.modifiers.byteAddress || trial.operands.row[rows::kX][lane] % size == 0))
      clampByHand(byHand, lane, *surface);
  }
  SuredTrial there = trial; // .BA's misaligned lanes are in error before anything is clamped
  there.operands.exec = byHand.operands.exec;
  const Executed near = run(there), trap = run(byHand);
  for (unsigned lane = 0; lane < kLanes; ++lane)
    if (near.results.error[lane] != trap.results.error[lane])
      return fmt::format("lane {}: NEAR reports {}, clamped coordinates {}", lane, near.results.error[lane],
                         trap.results.error[lane]);
  if (near.after.memory != trap.after.memory)
    return "NEAR is not the update at clamped coordinates";
  return run(trial).after.memory == near.after.memory ? std::nullopt
                                                      : Broken("something is done where no element fits");
}

Broken disabledLeavesMemory(Oracle&, Bytes record) {
  SuredTrial trial = SuredFuzzer::trialOf(record);
  trial.surfaces().disabled = 1;
  for (const std::uint32_t first : {0u, 1u}) {
    trial.choices.disabledComesFirst = first;
    const Executed done = run(trial);
    if (done.after.memory != trial.memory)
      return "an update of a disabled surface is made";
    if (first && std::ranges::any_of(done.results.error, [](std::uint8_t error) { return error != 0; }))
      return "a disabled surface is in error";
  }
  return std::nullopt;
}

/// Coordinates in range, mostly far from where a surface of any size ends.
void drawInRange(SuredTrial& trial, unsigned lane, const PlainSurface& surface, Dice& dice) {
  const SuredView view(trial);
  const auto below = [&](std::int64_t count, std::int64_t most) {
    return dice.below(static_cast<std::uint32_t>(std::min(count, most)));
  };
  const std::uint32_t x = below(surface.widthBytes / bytesOf(view.size()), 96), y = below(surface.height, 128),
                      z = below(surface.depth, 12), layer = below(surface.layers, 12);
  trial.operands.row[rows::kX][lane] = x;
  trial.operands.row[rows::kSecond][lane] = view.dim() == SuredDim::D1Array ? layer : y;
  trial.operands.row[rows::kThird][lane] = view.dim() == SuredDim::D2Array ? layer : z;
}

/// SURED-10: where lane 0's element is all the memory there is, no element with other coordinates reaches it.
Broken elementsLieApart(Oracle&, Bytes record) {
  SuredTrial trial = trialWith(record, SuredClamp::Ign);
  trial.modifiers.op = number(RedOp::Xor);
  trial.modifiers.size = number(byteOf(record, 28) & 1 ? SuredSize::U64 : SuredSize::U32);
  trial.modifiers.byteAddress = trial.surfaces().disabled = 0;
  std::ranges::fill(trial.operands.row[rows::kHandle], trial.operands.row[rows::kHandle][0]);
  const auto surface = PlainSured().surfaceOf(trial, 0);
  const unsigned size = bytesOf(SuredView(trial).size());
  if (!surface || surface->widthBytes < size)
    return std::nullopt;
  Dice dice(Record<Sured::kRecord>(record).doubleWord(16));
  std::uint32_t others = 0;
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    drawInRange(trial, lane, *surface, dice);
    trial.operands.row[rows::kOperand][lane] = trial.operands.row[rows::kOperandHigh][lane] = ~0u;
    for (unsigned row = 0; row < spec::coordinatesOf(SuredView(trial).dim()); ++row)
      others |= std::uint32_t{trial.operands.row[row][lane] != trial.operands.row[row][0]} << lane;
  }
  const PlainSured plain;
  const std::uint64_t address = plain.addressOf(*surface, plain.placeOf(trial, 0));
  trial.regions() = {};
  trial.regions().baseLow[0] = static_cast<std::uint32_t>(address);
  trial.regions().baseHigh[0] = static_cast<std::uint32_t>(address >> 32);
  std::ranges::fill(trial.regions().end, size);
  trial.allocated = size;
  trial.memory = {};
  if (address % size || spec::faultOf(trial.regions()))
    return std::nullopt;
  trial.operands.exec = others;
  if (run(trial).after.memory != trial.memory)
    return fmt::format("the element at {:#x} has two coordinates", address);
  trial.operands.exec = 1;
  const Executed done = run(trial);
  return std::all_of(done.after.memory.begin(), done.after.memory.begin() + size, [](auto byte) { return byte == 255; })
             ? std::nullopt
             : Broken(fmt::format("the element at {:#x} is not where it should be", address));
}

/// SURED-8: a header that says more GOBs than there are rows or slices describes the same surface as the one that is
/// shrunk.
Broken blocksShrink(Oracle&, Bytes record) {
  const SuredTrial trial = SuredFuzzer::trialOf(record);
  SuredTrial shrunk = trial;
  for (unsigned i = 0; i < spec::kTextureHeaders; ++i) {
    const spec::HeaderWords words = spec::headerIn(trial.surfaces(), i);
    spec::TextureHeader header = spec::read(words);
    const PlainSurface surface = PlainSured().readHeader(words);
    header.blockHeight = surface.blockHeightLog;
    header.blockDepth = surface.blockDepthLog;
    spec::setHeader(shrunk.surfaces(), i, spec::headerOf(header));
  }
  return run(trial).after.memory == run(shrunk).after.memory ? std::nullopt
                                                             : Broken("blocks that are too large are another surface");
}

/// SURED-3: on UINT the unsigned form, on SINT the signed one.
Broken formatSaysTheSign(Oracle&, Bytes record) {
  const std::uint8_t which = byteOf(record, 28);
  SuredTrial trial = SuredFuzzer::trialOf(record);
  trial.modifiers.op = number(which & 1 ? RedOp::Min : RedOp::Max);
  const bool wide = which & 2, isSigned = which & 4;
  for (unsigned i = 0; i < spec::kTextureHeaders; ++i) {
    spec::TextureHeader header = spec::read(spec::headerIn(trial.surfaces(), i));
    if (header == spec::TextureHeader{})
      continue;
    header.type = number(isSigned ? spec::TexelType::Sint : spec::TexelType::Uint);
    spec::setHeader(trial.surfaces(), i, spec::headerOf(header));
  }
  SuredTrial plain = trial;
  trial.modifiers.size = number(wide ? SuredSize::SD64 : SuredSize::SD32);
  plain.modifiers.size =
      number(wide ? (isSigned ? SuredSize::S64 : SuredSize::U64) : (isSigned ? SuredSize::S32 : SuredSize::U32));
  return run(trial).after.memory == run(plain).after.memory ? std::nullopt : Broken("the format does not say the sign");
}

// ---- layouts

constexpr std::uint32_t kSide = 64,
                        kRowsOfOne = 8; ///< bytes in a row, rows: one GOB, and as many bytes of a pitch surface

/// The one surface of 16 x 8 words at address 0.
SuredTrial withLayout(SuredTrial trial, spec::HeaderVersion version) {
  spec::TextureHeader header;
  header.components = number(spec::TexelComponents::R32);
  header.type = number(spec::TexelType::Sint);
  header.version = number(version);
  header.texture = number(spec::TextureType::T2D);
  header.pitch = version == spec::HeaderVersion::Pitch ? kSide : 0;
  header.blockHeight = 3;
  header.lastX = kSide / 4 - 1, header.lastY = kRowsOfOne - 1;
  trial.surfaces() = {};
  spec::setHeader(trial.surfaces(), 0, spec::headerOf(header));
  trial.regions() = {};
  std::ranges::fill(trial.regions().end, kSide * kRowsOfOne);
  trial.allocated = kSide * kRowsOfOne;
  return trial;
}
/// Byte x of row y of a GOB, by SURED-8's formula.
constexpr std::uint32_t gob(std::uint32_t x, std::uint32_t y) {
  return x % 64 / 32 * 256 + y % 8 / 2 * 64 + x % 32 / 16 * 32 + y % 2 * 16 + x % 16;
}

/// The same texels, read through the map, in both layouts before and after.
Broken layoutsHoldTheSameTexels(Oracle&, Bytes record) {
  SuredTrial any = SuredFuzzer::trialOf(record);
  any.choices.reported.fill(1); // outside the surface, addresses depend on the layout
  any.modifiers.dim = number(SuredDim::D2);
  any.modifiers.isBound = any.modifiers.tsPtrIdx = 0;
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    any.operands.row[rows::kHandle][lane] = 0;
    for (const unsigned row : {rows::kX, rows::kSecond}) // mostly in range
      any.operands.row[row][lane] &= lane % 8 ? 15 : ~0u;
  }
  Dice(Record<Sured::kRecord>(record).doubleWord(16)).fill(any.memory);
  SuredTrial pitch = withLayout(any, spec::HeaderVersion::Pitch),
             block = withLayout(any, spec::HeaderVersion::BlockLinear);
  for (std::uint32_t y = 0; y < kRowsOfOne; ++y)
    for (std::uint32_t x = 0; x < kSide; ++x)
      block.memory[gob(x, y)] = pitch.memory[y * kSide + x];
  const Executed flat = run(pitch), tiled = run(block);
  for (std::uint32_t y = 0; y < kRowsOfOne; ++y)
    for (std::uint32_t x = 0; x < kSide; ++x)
      if (tiled.after.memory[gob(x, y)] != flat.after.memory[y * kSide + x])
        return fmt::format("byte {} of row {} is another one in block linear", x, y);
  return std::ranges::equal(flat.results.error, tiled.results.error) ? std::nullopt
                                                                     : Broken("errors depend on the layout");
}

} // namespace

std::vector<Property> Sured::properties() {
  constexpr auto& law = lawOf<Sured>;
  return {law("sured/only-trap-reports-it", {"SURED-6"}, "IGN and NEAR report no coordinate out of range",
              onlyTrapReportsIt),
          law("sured/trap-is-ign-that-reports", {"SURED-6", "SURED-11"},
              "TRAP makes the accesses of IGN, and reports what IGN drops, where what the surface says comes first",
              trapIsIgnThatReports),
          law("sured/reported-errors-move-nothing", {"SURED-11"},
              "which of several errors is reported changes neither memory nor who is in error; a drop that comes first "
              "takes away misaligned coordinates alone",
              reportedErrorsMoveNothing),
          law("sured/near-is-clamped-first", {"SURED-6", "SURED-10"},
              "NEAR is the update at coordinates clamped by hand, which are in range where an element fits",
              nearIsClampedFirst),
          law("sured/disabled-leaves-memory", {"SURED-7"},
              "a disabled surface drops every update, whatever comes first", disabledLeavesMemory),
          law("sured/helpers-leave-memory", {"MACH-7", "SURED-9"},
              "a helper pixel neither changes memory nor is in error", helpersLeaveMemory<Sured>),
          law("sured/elements-lie-apart", {"SURED-8", "SURED-10"}, "no two coordinates in one surface are one element",
              elementsLieApart),
          law("sured/blocks-shrink", {"SURED-8"}, "a block is never more than twice as high or deep as the surface",
              blocksShrink),
          law("sured/format-says-the-sign", {"SURED-3"},
              "SD32 and SD64 are the signed form on SINT, the unsigned one on UINT", formatSaysTheSign),
          law("sured/layouts-hold-the-same-texels", {"SURED-5", "SURED-8"},
              "pitch and block linear surfaces of the same texels hold the same ones afterwards",
              layoutsHoldTheSameTexels)};
}

} // namespace warplaw::fuzz
