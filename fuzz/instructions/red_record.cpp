// A record as a test of RED: lanes that collide on few elements, regions' and windows' edges, accesses across two
// regions, numbers at which sums change their mind (RED-2..7).
#include "fuzz/instructions/red.h"
#include "fuzz/reduction_drawing.h"
#include <algorithm>

namespace warplaw::fuzz {
namespace {
using spec::kLanes;
using spec::RedSize;
namespace rows = spec::red_rows;

constexpr std::size_t kBaseBytes = 32, kOperandBytes = 160, kHighBytes = 288, kMemoryBytes = 416;
using RedRecord = Record<Red::kRecord>;

/// What a record's bytes decide, and what follows from dice.
struct Draw {
  const RedRecord& record;
  RedTrial& trial;
  Dice dice;
  std::uint64_t wordOf(std::size_t rowBytes, unsigned lane) const { return record.word(rowBytes + 4 * lane); }
};

// ---- regions, windows, addresses

/// One region where an absolute address with a negative offset points: the last 512 KiB below 4 GiB (RED-2).
void placeBelow4GiB(Draw& draw) {
  spec::GenericRegions& regions = draw.trial.regions();
  regions = {};
  const std::uint32_t bytes = 1 + draw.dice.below(64);
  regions.baseLow[0] = 0u - 64 - draw.dice.below(0x80000 - 64);
  std::fill(std::begin(regions.end), std::end(regions.end), bytes);
}

/// None; as they were drawn; or one or two that begin and end in or beside a region (RED-4).
void placeWindows(Draw& draw) {
  const unsigned style = draw.record.byte(7) / 4 % 4;
  spec::SpecialInputs& inputs = draw.trial.inputs();
  if (style == 3)
    return;
  inputs.sharedWindowSize = inputs.localWindowSize = 0;
  const PlainRegions regions(draw.trial.regions());
  if (style < 2 || regions.all().empty())
    return;
  const auto place = [&](std::uint32_t& low, std::uint32_t& size) {
    const auto& region = regions.all()[draw.dice.below(static_cast<std::uint32_t>(regions.all().size()))];
    low = static_cast<std::uint32_t>(region.base + draw.dice.below(region.bytes + 8) - 4);
    size = 1 + draw.dice.below(24);
    if (spec::faultOf(inputs))
      size = 0;
  };
  place(inputs.sharedWindowLow, inputs.sharedWindowSize);
  place(inputs.localWindowLow, inputs.localWindowSize);
}

/// An edge of a region or a window, a few bytes more or less.
std::uint64_t edge(const RedTrial& trial, const PlainRegions& regions, std::uint32_t raw) {
  const spec::SpecialInputs& inputs = trial.inputs();
  const std::uint64_t near = (raw >> 16 & 15) - 8;
  if (raw % 4 == 0 || regions.all().empty()) {
    const std::uint32_t low = raw & 4 ? inputs.sharedWindowLow : inputs.localWindowLow,
                        size = raw & 4 ? inputs.sharedWindowSize : inputs.localWindowSize;
    return std::uint64_t{low} + (raw & 8 ? size : 0) + near;
  }
  const auto& region = regions.all()[(raw >> 4) % regions.all().size()];
  return region.base + (raw & 8 ? region.bytes : 0) + near;
}

/// The offset by style (modulo 4): 0, small, any, small and negative.
std::uint32_t offsetOf(std::uint32_t word, unsigned style) {
  const std::uint32_t offsets[] = {0, word % 256, word & 0xfffff, 0x100000 - (1 + word % 256)};
  return offsets[style % 4];
}

/// Addresses by style (modulo 8): 0-3 few elements, so that lanes collide; 4 any element; 5 edges; 6 any byte near an
/// element, or the words as they stand; 7 the offset alone, which is an element where one can be reached.
void fillAddresses(Draw& draw) {
  RedTrial& trial = draw.trial;
  const RedRecord& record = draw.record;
  const unsigned style = record.byte(2) % 8, few = 1 + record.byte(2) / 64;
  const PlainRegions regions(trial.regions());
  const ReductionElements elements(regions, spec::bytesOf(trial.size()), trial.modifiers.extended);
  const std::uint32_t count = std::max(1u, elements.count);
  trial.modifiers.imm20 = offsetOf(record.word(12), record.byte(24));
  if (style == 7 && elements.count)
    trial.modifiers.imm20 = elements[record.word(12) % count] & 0xfffff;
  const std::uint64_t offset = trial.modifiers.imm20 - (trial.modifiers.imm20 >> 19 ? std::uint64_t{1} << 20 : 0);
  const std::uint32_t first = draw.dice.below(count);
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    const auto raw = static_cast<std::uint32_t>(draw.wordOf(kBaseBytes, lane));
    std::uint64_t base = style <= 3   ? elements[(first + raw % few) % count]
                         : style == 4 ? elements[raw % count]
                         : style == 5 ? edge(trial, regions, raw)
                         : few <= 2   ? elements[raw % count] + (raw >> 24 & 15) - 8
                                      : raw;
    base = style == 7 ? 0 : base - offset;                  // the register makes up for the offset
    if (record.byte(24) & 4 && style < 6 && raw >> 28 == 0) // one lane in sixteen misaligned, or far away
      base += raw >> 27 & 1 ? std::uint64_t{1} << (32 + (raw >> 22 & 31)) : 1 + (raw >> 24 & 3);
    trial.operands.row[rows::kBase][lane] = static_cast<std::uint32_t>(base);
    trial.operands.row[rows::kBaseHigh][lane] = trial.modifiers.extended ? static_cast<std::uint32_t>(base >> 32) : 0;
  }
}

// ---- choices

void fillChoices(Draw& draw) {
  spec::RedChoices& choices = draw.trial.choices;
  Dice& dice = draw.dice;
  const unsigned flags = draw.record.byte(6);
  drawOrder(choices.order, flags, dice);
  drawOrder(choices.orderHigh, flags / 4, dice);
  choices.highBitsCount = flags >> 4 & 1;
  choices.unlikeZeros = dice.below(3);
  for (unsigned lane = 0; lane < kLanes && flags & 32; ++lane)
    choices.reported[lane] = static_cast<std::uint8_t>(dice.below(3));
  for (unsigned lane = 0; lane < kLanes && flags & 64; ++lane) {
    choices.nanLow[lane] = static_cast<std::uint32_t>(dice.next());
    choices.nanHigh[lane] = 0x7ff00001u | static_cast<std::uint32_t>(dice.next());
  }
}

} // namespace

RedTrial Red::trialOf(Bytes bytes) {
  const RedRecord record(bytes);
  RedTrial trial;
  Draw draw{record, trial, Dice(record.doubleWord(16) ^ record.doubleWord(8) * 31)};
  const auto& pairs = redPairs();
  const RedPair pair = pairs[record.byte(0) % pairs.size()];
  trial.set(pair.op, pair.size);
  trial.modifiers.extended = record.byte(7) & 1;
  trial.operands.exec = execMask(record.word(8), record.byte(1));
  drawAround(trial, draw.dice);
  while (trial.regions().end[spec::kGenericRegions - 1] == 0 && !draw.dice.oneIn(8))
    fuzz::draw(trial.regions(), draw.dice); // no memory at all is seldom
  if (record.byte(2) % 8 == 7 && record.byte(7) & 2)
    placeBelow4GiB(draw);
  placeWindows(draw);
  trial.allocated = trial.regions().end[spec::kGenericRegions - 1];
  fillAddresses(draw);
  const ReductionOperands operands{trial.operands.row[rows::kOperand], trial.operands.row[rows::kOperandHigh]};
  drawOperands(operands, pair.size, record.bytes.data() + kOperandBytes, record.byte(3),
               record.bytes.data() + kHighBytes, record.byte(4));
  drawMemory({trial.memory.data(), trial.allocated}, pair.size, PlainRegions(trial.regions()), operands,
             record.bytes.data() + kMemoryBytes, record.byte(5));
  fillChoices(draw);
  return trial;
}

} // namespace warplaw::fuzz
