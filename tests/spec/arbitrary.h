// rapidcheck generators of legal instructions, choices and cases: of every instruction, from its lists of fields alone;
// every field takes every legal value.
#pragma once
#include "spec/program_case.h"
#include "spec/row.h"
#include "spec/surrounding_parts.h"
#include "spec/texture_header.h"
#include <algorithm>
#include <bit>
#include <numeric>
#include <ostream>
#include <random>
#include <rapidcheck.h>
#include <utility>

namespace warplaw::spec {

inline void showValue(const Instruction& instruction, std::ostream& os) { os << print(instruction); }
inline void showValue(const Case& c, std::ostream& os) { os << toJson(c); }
inline void showValue(const ProgramCase& c, std::ostream& os) { os << toJson(c); }

} // namespace warplaw::spec

namespace warplaw::tests {

/// 0..bound-1, evenly from the first run on (rapidcheck would begin with small values only).
inline unsigned below(unsigned bound) { return *rc::gen::resize(rc::kNominalSize, rc::gen::inRange(0u, bound)); }
inline bool coin() { return below(2) == 1; }
inline std::uint32_t word() { return coin() ? below(4) : *rc::gen::arbitrary<std::uint32_t>(); }

inline spec::Predicate anyPredicate() { return {static_cast<std::uint8_t>(below(8))}; }

/// Values of cells. Few numbers, aligned ones, neighbours of the one before and the last ones come often, so that what
/// rules say about two fields together is often true; the rest are any values of the storage.
class Values {
public:
  explicit Values(std::uint32_t seed) : random_(seed) {}
  std::uint64_t below(std::uint64_t bound) { return bound == 0 ? bits(64) : bits(64) % bound; }
  std::uint64_t bits(unsigned count) {
    return std::uniform_int_distribution<std::uint64_t>(0, ~std::uint64_t{0} >> (64 - count))(random_);
  }
  std::uint64_t modifier(const spec::CellPlace& place) { return below(place.about.count); }
  std::uint64_t operand(const spec::CellPlace& place) {
    if (place.about.count && below(2))
      return before_ = below(place.about.count);
    const unsigned width = place.about.immediateBits && below(8) ? place.about.immediateBits : place.bits;
    const std::uint64_t all = ~std::uint64_t{0} >> (64 - std::min(width, place.bits));
    const std::uint64_t any[] = {below(8),    below(8), 4 * below(64),  4 * bits(width), before_ + 1,
                                 before_ + 2, 255,      255 - below(8), bits(width),     bits(8)};
    return before_ = any[below(std::size(any))] & all;
  }
  /// initial: what the cell is by default. Words are all near that, since only few others may be legal (NaNs), or any.
  std::uint64_t choice(const spec::CellPlace& place, std::uint64_t initial) {
    if (place.about.isOrder)
      return order_[static_cast<unsigned>(place.lane)];
    return place.about.count ? below(place.about.count) : areNear_ ? initial ^ below(4) : bits(place.bits);
  }
  void reorder() {
    areNear_ = below(2) == 1;
    std::iota(order_.begin(), order_.end(), 0);
    if (below(2))
      std::ranges::shuffle(order_, random_);
  }

private:
  std::mt19937_64 random_;
  std::uint64_t before_ = 0;
  std::array<std::uint8_t, spec::kLanes> order_{};
  bool areNear_ = false;
};

inline Values anyValues() { return Values(*rc::gen::arbitrary<std::uint32_t>()); }

inline bool isModifier(const spec::CellPlace& place) {
  const spec::Role role = place.about.role;
  return role == spec::Role::Mnemonic || role == spec::Role::Modifier || role == spec::Role::Optional;
}

/// Whatever the fields hold, legal or not.
inline spec::Form anyFields(spec::Mnemonic mnemonic, Values& values) {
  const spec::InstructionRow& row = spec::rowOf(mnemonic);
  const bool outside = values.below(8) == 0;
  return row.mapForm(row.defaultForm(), [&](const spec::CellPlace& place, std::uint64_t) {
    return isModifier(place) && !outside ? values.modifier(place) : values.operand(place);
  });
}

/// A legal form. Which modifiers are legal, and which operands under them, check() alone knows.
inline spec::Form anyForm(spec::Mnemonic mnemonic, Values& values) {
  const spec::InstructionRow& row = spec::rowOf(mnemonic);
  constexpr unsigned kTries = 40;
  for (;;) {
    const bool few = values.below(2); // many mnemonics do not take all that their row has
    const spec::Form modified = row.mapForm(row.defaultForm(), [&](const spec::CellPlace& place, std::uint64_t value) {
      const bool keeps = few && place.about.role != spec::Role::Mnemonic && values.below(2);
      return isModifier(place) && !keeps ? values.modifier(place) : value;
    });
    for (unsigned k = 0; k < kTries; ++k) {
      const bool changes = values.below(2); // members whose default is the only legal value keep it in some tries
      spec::Form form = row.mapForm(modified, [&](const spec::CellPlace& place, std::uint64_t value) {
        return isModifier(place) || (changes && values.below(4) == 0) ? value : values.operand(place);
      });
      if (row.check(form))
        return form;
    }
  }
}

inline spec::Mnemonic anyMnemonic() {
  const auto all = spec::allMnemonics();
  return all[below(static_cast<unsigned>(all.size()))];
}

inline spec::Choices anyChoices(const spec::Form& form) {
  const spec::InstructionRow& row = spec::rowOf(form.mnemonic());
  Values values = anyValues();
  for (;;) {
    values.reorder();
    spec::Choices choices =
        row.mapChoices(row.defaultChoices(), [&](const spec::CellPlace& place, std::uint64_t initial) {
          return values.choice(place, initial);
        });
    if (row.checkChoices(choices, form))
      return choices;
  }
}

inline spec::ControlSuffixes anySuffixes(const spec::InstructionRow& row) {
  spec::ControlSuffixes suffixes;
  if (coin())
    suffixes.waitMask = static_cast<std::uint8_t>(below(64));
  if (coin())
    suffixes.readBarrier = static_cast<std::uint8_t>(below(8));
  if (!row.returnsNothing && coin())
    suffixes.writeBarrier = static_cast<std::uint8_t>(below(8));
  if (coin())
    suffixes.schedule = "WAIT" + std::to_string(below(16)) + "_end";
  return suffixes;
}

inline spec::Instruction anyInstruction() {
  spec::Instruction instruction;
  instruction.guard = {anyPredicate(), coin()};
  Values values = anyValues();
  instruction.form = anyForm(anyMnemonic(), values);
  if (coin())
    instruction.suffixes = anySuffixes(spec::rowOf(instruction.form.mnemonic()));
  return instruction;
}

template <class Row> void fillLanes(Row& row) {
  const std::uint32_t background = word();
  const bool sparse = coin();
  for (auto& lane : row)
    lane = sparse && below(4) ? background : word();
}

inline spec::ExpectedWord anyExpected(std::uint32_t mask = ~0u) {
  if (below(3) == 0)
    return {true, 0};
  return {false, word() & mask};
}

inline spec::Expected anyExpectation(std::size_t allocated) {
  spec::Expected expected;
  const unsigned registers = below(3), predicates = below(3), listed = coin() ? spec::kLanes : below(5);
  const spec::ExpectedWord common = anyExpected();
  for (unsigned r = 0; r < registers; ++r)
    for (std::uint8_t lane = 0; lane < listed; ++lane)
      expected.registers.push_back({static_cast<std::uint8_t>(100 + 3 * r), lane, below(4) ? common : anyExpected()});
  for (unsigned p = 0; p < predicates; ++p)
    for (std::uint8_t lane = 0; lane < listed; ++lane)
      expected.predicates.push_back({static_cast<std::uint8_t>(2 * p + 1), lane, anyExpected(1)});
  for (std::uint32_t address = 0; address + 4 <= allocated; address += 4)
    if (below(4) == 0)
      expected.memory.push_back({address, anyExpected()});
  for (std::uint8_t lane = 0; lane < spec::kLanes; ++lane)
    if (below(8) == 0) {
      const bool any = coin();
      expected.errors.push_back({lane, any, any ? spec::ErrorKind::None : static_cast<spec::ErrorKind>(below(4))});
    }
  expected.frame = coin();
  return expected;
}

inline std::string anyComment() {
  std::string comment = *rc::gen::string<std::string>();
  for (char& letter : comment)
    letter &= 0x7f; // UTF-8; other bytes have a test of their own
  return comment;
}

inline void fillWarp(spec::Warp& warp) {
  for (unsigned k = below(4); k > 0; --k)
    fillLanes(warp.registers[below(spec::kRegisters)]);
  for (unsigned k = below(3); k > 0; --k)
    warp.predicates[below(spec::kPredicates)] = word();
  if (coin())
    warp.active = word();
  warp.helpers = word();
}

inline spec::SharedMemory anyMemory() {
  spec::SharedMemory memory(below(70));
  for (auto& byte : memory)
    byte = coin() ? 0 : static_cast<std::uint8_t>(below(256));
  return memory;
}

/// A CTA of at least so many warps, and which of them is the first.
inline spec::SpecialInputs anyInputs(unsigned warps) {
  spec::SpecialInputs inputs;
  const unsigned first = below(33 - warps), least = 32 * (first + warps - 1) + 1;
  do {
    inputs.ntid[0] = 1 + below(coin() ? 1024 : 32);
    inputs.ntid[1] = coin() ? 1 : 1 + below(64);
    inputs.ntid[2] = coin() ? 1 : 1 + below(64);
  } while (spec::threadsOf(inputs) < least || spec::threadsOf(inputs) > 1024);
  inputs.warp = first;
  for (unsigned axis = 0; axis < spec::kDimensions; ++axis) {
    inputs.nctaid[axis] = 1 + below(65535);
    inputs.ctaid[axis] = below(inputs.nctaid[axis]);
  }
  inputs.clockLow = word(), inputs.clockHigh = word(), inputs.smemSize = word();
  do {
    inputs.sharedWindowLow = word(), inputs.sharedWindowSize = word();
    inputs.localWindowLow = word(), inputs.localWindowSize = word();
  } while (spec::faultOf(inputs));
  return inputs;
}

/// Up to as many as there can be, a few bytes each.
inline spec::GenericRegions anyRegions() {
  spec::GenericRegions regions;
  std::uint64_t from = 0;
  std::uint32_t end = 0;
  const unsigned count = below(spec::kGenericRegions + 1);
  for (unsigned r = 0; r < spec::kGenericRegions; ++r) {
    if (r < count) {
      from += coin() ? below(3) : std::uint64_t{word()} << below(4);
      const std::uint32_t bytes = 1 + below(20);
      regions.baseLow[r] = static_cast<std::uint32_t>(from),
      regions.baseHigh[r] = static_cast<std::uint32_t>(from >> 32);
      from += bytes, end += bytes;
    }
    regions.end[r] = end;
  }
  return regions;
}

/// Warps wait here and there, and have latches.
inline spec::Barriers anyBarriers() {
  spec::Barriers barriers;
  barriers.exited = coin() ? 0 : word();
  std::uint32_t there = ~barriers.exited;
  for (unsigned b = 0; b < spec::kBarriers; ++b) {
    barriers.waiting[b] = below(3) ? 0 : word() & there;
    there &= ~barriers.waiting[b];
    const auto waiting = static_cast<std::uint32_t>(std::popcount(barriers.waiting[b]));
    if (waiting == 0)
      continue;
    barriers.use[b] = below(4);
    const auto use = static_cast<spec::BarrierUse>(barriers.use[b]);
    barriers.arrived[b] = 32 * (waiting + (use == spec::BarrierUse::Sync ? below(3) : 0));
    barriers.expected[b] = barriers.arrived[b] + 32 * (1 + below(8));
    barriers.accumulator[b] = use == spec::BarrierUse::Sync   ? 0
                              : use == spec::BarrierUse::Popc ? below(barriers.arrived[b] + 1)
                                                              : below(2);
  }
  barriers.latchIsCount = word();
  for (unsigned w = 0; w < spec::kCtaWarps; ++w)
    barriers.latch[w] = coin() ? 0 : below(barriers.latchIsCount >> w & 1 ? 1025 : 2);
  return barriers;
}

/// A header of any layout and size.
inline spec::TextureHeader anyHeader() {
  using enum spec::TextureType;
  constexpr spec::TexelComponents kComponents[] = {spec::TexelComponents::R32, spec::TexelComponents::R16G16,
                                                   spec::TexelComponents::R32G32};
  constexpr spec::TextureType kOfPitch[] = {T1D, T2D, T2DNoMipmap},
                              kOfBlocks[] = {T1D, T2D, T2DNoMipmap, T1DArray, T2DArray, T3D};
  const auto is = [](std::uint32_t value, auto kind) { return value == static_cast<std::uint32_t>(kind); };
  spec::TextureHeader header;
  header.components = static_cast<std::uint32_t>(kComponents[below(3)]);
  header.type = below(8);
  header.version = coin() ? 3 : 2 * below(2);
  header.address = std::uint64_t{word()} << (header.version == 3 ? 9 : header.version == 2 ? 5 : below(16));
  header.lastX = word();
  if (header.version == 0) {
    header.texture = static_cast<std::uint32_t>(T1DBuffer);
    return header;
  }
  header.lastX &= 0xffff;
  header.texture = static_cast<std::uint32_t>(header.version == 2 ? kOfPitch[below(3)] : kOfBlocks[below(6)]);
  if (header.version == 2) // a row of the widest has 2^19 bytes
    header.pitch = (1u << 19) + 32 * below(100);
  else
    header.blockHeight = below(6), header.blockDepth = below(6);
  if (!is(header.texture, T1D) && !is(header.texture, T1DArray))
    header.lastY = word() & 0xffff;
  if (is(header.texture, T3D) || is(header.texture, T1DArray) || is(header.texture, T2DArray))
    header.lastZ = word() & 0x3fff;
  return header;
}

inline spec::Surfaces anySurfaces() {
  spec::Surfaces surfaces;
  for (unsigned i = 0; i < spec::kTextureHeaders; ++i)
    if (coin())
      spec::setHeader(surfaces, i, spec::headerOf(anyHeader()));
  surfaces.lastHeader = below(spec::kTextureHeaders);
  for (unsigned i = 0; i < spec::kBoundHandles; ++i) {
    surfaces.boundAt[i] = i * (spec::kBankWords / spec::kBoundHandles) + below(coin() ? 3 : 2048);
    surfaces.boundHandle[i] = word();
  }
  surfaces.disabled = below(2);
  return surfaces;
}

/// Whatever stands around a warp, or several; mostly nothing.
inline spec::SurroundingCells anyCells(unsigned warps) {
  spec::SurroundingCells cells;
  cells.inputs = spec::inputsOfCta(warps);
  if (below(3) == 0)
    cells.inputs = anyInputs(warps);
  if (below(3) == 0)
    for (std::uint32_t& count : cells.counters.count)
      count = coin() ? 0 : word();
  if (below(3) == 0)
    cells.barriers = anyBarriers();
  if (below(3) == 0)
    cells.regions = anyRegions();
  if (below(3) == 0)
    cells.surfaces = anySurfaces();
  if (below(3) == 0)
    cells.exited.lanes = word();
  return cells;
}

inline std::vector<spec::Expected::Cell> anyExpectedCells() {
  std::vector<spec::Expected::Cell> expected;
  std::uint32_t number = 0;
  const spec::SurroundingCells cells;
  spec::eachCell(
      [&](const spec::CellPlace& place, const auto&) {
        if (spec::mayChange(place.field) && below(16) == 0)
          expected.push_back({number, anyExpected(1)}); // 0 and 1 are in every cell's range
        ++number;
      },
      cells);
  return expected;
}

inline spec::Case anyCase() {
  spec::Case c;
  c.comment = anyComment();
  if (coin())
    c.rules = {"SHFL-4", "MACH-1"};
  c.instruction = anyInstruction();
  const auto shader = static_cast<spec::ShaderKind>(below(6));
  if (spec::checkShader(c.instruction, shader))
    c.shader = shader;
  fillWarp(c.warp);
  for (auto& error : c.warp.errors)
    error = below(8) ? 0 : static_cast<std::uint8_t>(below(4));
  c.memory = anyMemory();
  c.cells = anyCells(1);
  c.warp.active &= spec::aliveLanes(c.cells.inputs);
  c.choices = anyChoices(c.instruction.form);
  if (coin())
    c.expected = anyExpectation(c.memory.size());
  if (c.expected && coin())
    c.expected->cells = anyExpectedCells();
  return c;
}

inline std::vector<spec::ProgramStep> anyProgram() {
  std::vector<spec::ProgramStep> program;
  for (unsigned k = 1 + below(3); k > 0; --k) {
    const spec::Instruction instruction = anyInstruction();
    program.push_back({instruction, coin() ? anyChoices(instruction.form) : spec::defaultChoices(instruction.form)});
  }
  return program;
}

inline spec::ProgramCase anyProgramCase() {
  spec::ProgramCase c;
  c.comment = anyComment();
  if (coin())
    c.rules = {"ATOMS-5"};
  c.warps.resize(1 + below(4));
  const bool share = coin();
  const std::vector<spec::ProgramStep> shared = anyProgram();
  for (spec::WarpCase& warp : c.warps) {
    fillWarp(warp.warp);
    warp.program = share ? shared : anyProgram();
  }
  const auto shader = static_cast<spec::ShaderKind>(below(6));
  const auto runs = [&](const spec::ProgramStep& step) {
    return spec::checkShader(step.instruction, shader).has_value();
  };
  if (std::ranges::all_of(c.warps, [&](const auto& warp) { return std::ranges::all_of(warp.program, runs); }))
    c.shader = shader;
  c.schedule = spec::defaultSchedule(c.warps);
  if (coin())
    std::ranges::shuffle(c.schedule, std::mt19937(*rc::gen::arbitrary<std::uint32_t>()));
  c.surroundings.shared = anyMemory();
  c.surroundings.generic = anyMemory();
  c.surroundings.cells = anyCells(static_cast<unsigned>(c.warps.size()));
  spec::SpecialInputs inputs = c.surroundings.cells.inputs;
  for (spec::WarpCase& warp : c.warps) {
    warp.warp.active &= spec::aliveLanes(inputs);
    ++inputs.warp;
  }
  if (below(4) == 0 && c.schedule.size() > 1) {
    std::uint64_t clock = 0;
    for (std::size_t turn = 0; turn < c.schedule.size(); ++turn)
      c.clocks.push_back(clock += coin() ? below(3) : std::uint64_t{word()} << below(30));
  }
  if (coin()) {
    spec::ProgramExpected& expected = c.expected.emplace();
    for (std::size_t w = 0; w < c.warps.size(); ++w) {
      spec::Expected one = anyExpectation(c.surroundings.shared.size());
      expected.memories[0] = std::exchange(one.memory, {});
      expected.frame = std::exchange(one.frame, true);
      expected.warps.push_back(std::move(one));
    }
    if (coin())
      expected.cells = anyExpectedCells();
  }
  return c;
}

} // namespace warplaw::tests
