#include "fuzz/instructions/red.h"
#include "fuzz/reduction_columns.h"
#include <fmt/format.h>

namespace warplaw::fuzz {
namespace {
using spec::kLanes;
using spec::RedOp;
using spec::RedSize;
namespace rows = spec::red_rows;

/// One or two lanes on the first element of one region at address 0, then up to two words more; an access across two
/// regions; one that a negative offset reaches; F16x2 in two orders, which only numbers that are rounded tell apart.
void addSmallBases(std::vector<SmallBase>& bases, const CellWords& cells, RedPair pair) {
  constexpr std::uint32_t kSign = 0x80000000;
  const unsigned bytes = spec::bytesOf(pair.size);
  const auto word = [&](std::string_view name) { return cells.word(name); };
  const std::size_t exec = word("exec"), imm = word("imm20"), extended = word("extended"), base = word("row[0][0]"),
                    baseHigh = word("row[1][0]"), operand = word("row[2][0]"), operandHigh = word("row[3][0]"),
                    memory = word("memory[0]"), order = word("order[0]"), orderHigh = word("orderHigh[0]"),
                    window = word("sharedWindowSize");
  const auto add = [&](std::uint32_t allocated, const Edits& words, std::initializer_list<Edits> additions,
                       unsigned most) {
    Edits all = {{word("allocated"), allocated}};
    for (unsigned r = 0; r < spec::kGenericRegions; ++r)
      all.push_back({word(fmt::format("end[{}]", r)), allocated});
    all.insert(all.end(), words.begin(), words.end());
    bases.push_back(smallBase(cells, pair, all, additions, most));
  };
  const auto ofWord = [&](std::size_t low, std::size_t high) {
    Edits edits = {{low, 1}, {low, kSign}};
    if (spec::isWide(pair.size))
      edits.insert(edits.end(), {{high, 1}, {high, kSign}});
    return edits;
  };
  const Edits inMemory = ofWord(memory, memory + 1);
  constexpr std::uint32_t kLeastOffset = 1u << 19, k2048 = 0x6800, kOne = 0x3c00, kMinus2048 = 0xe800;
  add(0, {{exec, 1}}, {{{base, 1}, {imm, 1}, {window, 1}, {extended, 1}}}, 2);
  add(bytes, {{exec, 1}}, {{{base, 1}, {imm, 1}, {imm, bytes}, {window, 1}, {extended, 1}}}, 2);
  add(bytes, {{exec, 1}, {extended, 1}}, {{{base, 1}, {baseHigh, 1}, {baseHigh, 256}}}, 2);
  add(bytes, {{exec, 1}}, {ofWord(operand, operandHigh), inMemory}, 2);
  add(bytes, {{exec, 3}}, {ofWord(operand, operandHigh), ofWord(operand + 1, operandHigh + 1), inMemory}, 2);
  add(bytes, {{exec, 1}, {imm, kLeastOffset}, {base, kLeastOffset}}, {}, 0);
  add(bytes, {{exec, 1}, {word("end[0]"), bytes / 2}, {word("baseLow[1]"), bytes / 2}}, {}, 0);
  add(bytes, {{exec, 3}, {base, 1}}, {ofWord(operand + 1, operandHigh + 1), inMemory}, 2);
  if (pair.size == RedSize::F16x2)
    for (const auto& [half, swapped] : {std::pair{0u, order}, {16u, orderHigh}})
      add(bytes,
          {{exec, 3},
           {swapped, 1},
           {swapped + 1, 1},
           {memory, k2048 << half},
           {operand, kOne << half},
           {operand + 1, kMinus2048 << half}},
          {}, 0);
  for (const std::size_t swapped : {order, orderHigh})
    add(bytes, {{exec, 3}, {swapped, 1}, {swapped + 1, 1}},
        {ofWord(operand, operandHigh), ofWord(operand + 1, operandHigh + 1), inMemory}, 1);
}

} // namespace

/// Memory that the regions speak of; NaNs that are some.
bool Red::isLegal(const RedTrial& trial) {
  if (trial.regions().end[spec::kGenericRegions - 1] != trial.allocated)
    return false;
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    const std::uint32_t high = trial.choices.nanHigh[lane] & 0x7fffffff;
    if (high < 0x7ff00000 || (high == 0x7ff00000 && trial.choices.nanLow[lane] == 0))
      return false;
  }
  return true;
}

spec::RedForm Red::formOf(const Modifiers& modifiers) {
  return spec::RedForm(modifiers.extended != 0, static_cast<RedOp>(modifiers.op), static_cast<RedSize>(modifiers.size),
                       spec::Address{true, {2}, modifiers.imm20}, spec::Register{4});
}

spec::Plan Red::planOf(const Form& form, const Choices&) {
  spec::Plan plan;
  plan.excludesHelpers = 1;                                                          // MACH-7
  const auto read = [&](unsigned low, unsigned high, std::uint32_t reg, bool pair) { // MACH-3: all words of RZ are 0
    plan.source[low] = {spec::SourceKind::Register, reg};
    if (pair)
      plan.source[high] = {spec::SourceKind::Register, reg == spec::kZeroRegister ? reg : reg + 1};
  };
  if (form.address.hasBase)
    read(rows::kBase, rows::kBaseHigh, form.address.base.index, form.extended);
  read(rows::kOperand, rows::kOperandHigh, form.rb.index, spec::isWide(form.size));
  return plan; // nothing is returned (RED-6)
}

/// Addresses and errors (RED-2..5, MACH-8); steps and orders are SURED's, too (fuzz/reduction_plain.h).
void Red::runPlainly(const Form& form, const Choices& choices, const spec::Operands& operands,
                     std::span<std::uint8_t> memory, spec::SurroundingCells& cells, spec::Results& results) {
  const Modifiers modifiers{static_cast<std::uint32_t>(form.op), static_cast<std::uint32_t>(form.size), form.extended,
                            form.address.offset};
  const PlainRegions regions(cells.regions);
  setMasks(results, 0, false);
  PlainTurns turns;
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    if (!(operands.exec >> lane & 1))
      continue;
    const RedAccess access = redAccessPlainly(modifiers, choices, lane, operands, regions, cells.inputs);
    results.error[lane] = static_cast<std::uint8_t>(access.error);
    turns[lane] = {access.error == spec::ErrorKind::None, form.size, access.place,
                   operands.row[rows::kOperand][lane] + (std::uint64_t{operands.row[rows::kOperandHigh][lane]} << 32),
                   stepChoicesOf(choices, lane).nan};
  }
  takeTurnsPlainly(form.op, turns, choices.order, choices.orderHigh, choices.unlikeZeros, memory);
}

std::vector<SmallBase> Red::smallBases(const CellWords& cells) {
  std::vector<SmallBase> bases;
  for (const RedPair pair : redPairs())
    addSmallBases(bases, cells, pair);
  return bases;
}

template class DescribedFuzzer<Red>;
std::unique_ptr<InstructionFuzzer> makeRedFuzzer() { return std::make_unique<RedFuzzer>(); }

} // namespace warplaw::fuzz
