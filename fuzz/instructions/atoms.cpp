#include "fuzz/instructions/atoms.h"
#include <algorithm>
#include <fmt/format.h>

namespace warplaw::fuzz {
namespace {
using spec::AtomsOp;
using spec::AtomsSize;
using spec::kLanes;
namespace rows = spec::atoms_rows;

// ---- records

constexpr std::size_t kBaseBytes = 32, kOperandBytes = 160, kSwapBytes = 288, kMemoryBytes = 416, kOrderBytes = 544;
using AtomsRecord = Record<Atoms::kRecord>;

/// 0 .. limit-1 from 16 bits, without a division.
std::uint32_t below(std::uint32_t raw, std::uint32_t limit) { return (raw & 0xffff) * limit >> 16; }

/// The offset by style (modulo 4): 0, small, any, small and negative under a register.
std::uint32_t offsetOf(std::uint32_t word, unsigned style) {
  style %= 4;
  return style == 1   ? word % 64 * 4
         : style == 2 ? word & 0xfffffc
         : style == 3 ? (0x1000000 - 4 * (1 + word % 64)) & 0xfffffc
                      : 0;
}

/// Addresses by style (modulo 8): 0-2 few cells, so that lanes collide; 3 any cell; 4 one bank; 5 near the end, any
/// alignment; 6 the words as they stand; 7 one address by the immediate alone.
void fillAddresses(AtomsTrial& trial, const AtomsRecord& record) {
  const unsigned style = record.byte(2) % 8, size = spec::bytesOf(trial.size());
  std::uint32_t* base = trial.operands.row[rows::kBase];
  fillRow(base, record.bytes.data() + kBaseBytes, style == 6 ? record.byte(2) / 8 : 0);
  const std::uint32_t cells = std::max(1u, trial.allocated / size), few = 1 + record.byte(2) / 64,
                      imm = offsetOf(record.word(12), record.byte(18));
  trial.modifiers.imm24 = imm;
  trial.modifiers.baseIsZero = style == 7;
  const std::uint32_t offset = imm | (imm >> 23 ? 0xff000000 : 0); // the register makes up for the immediate
  const bool someAreFar = record.byte(18) & 4 && style != 7;       // one lane in sixteen misaligned or far away
  for (unsigned i = 0; i < kLanes; ++i) {
    const std::uint32_t word = base[i];
    base[i] = style <= 2   ? below(word, few) * size - offset
              : style == 3 ? below(word, cells) * size - offset
              : style == 4 ? (word & 3) * 128 + (word >> 2 & 1) * size - offset
              : style == 5 ? below(word, trial.allocated + 16)
              : style == 6 ? word
                           : 0;
    if (someAreFar && word >> 28 == 0)
      base[i] += word >> 27 & 1 ? 0x10000000 : 1 + (word >> 24 & 3);
  }
}

/// High words by style (modulo 4): zero, all ones, the low word of the next lane, edges.
void fillHigh(std::uint32_t* high, const std::uint32_t* low, unsigned style) {
  style %= 4;
  for (unsigned i = 0; i < kLanes; ++i)
    high[i] = style == 0 ? 0 : style == 1 ? ~0u : style == 2 ? low[(i + 1) % kLanes] : kEdges[low[i] >> 4 & 15];
}

/// Memory by style (modulo 8): values that compares can hit, the first lane's operand everywhere, some lane's operand,
/// edges, zero, words as they stand.
void fillMemory(AtomsTrial& trial, const AtomsRecord& record) {
  const unsigned style = record.byte(5) % 8;
  std::uint32_t words[kTrialMemory / 4];
  for (unsigned w = 0; w < kTrialMemory / 4; ++w) {
    const bool isHigh = isWide(trial.size()) && w % 2 == 1;
    const std::uint32_t* row = trial.operands.row[isHigh ? rows::kOperandHigh : rows::kOperand];
    const std::uint32_t raw = record.word(kMemoryBytes + 4 * (w % kLanes));
    words[w] = style <= 1   ? (isHigh ? 0 : raw & 3)
               : style == 2 ? row[0]
               : style == 3 ? row[raw % kLanes]
               : style == 4 ? kEdges[raw % 16]
               : style == 5 ? 0
                            : raw;
  }
  std::memcpy(trial.memory.data(), words, trial.allocated); // zero behind it already
}

void fillOrder(AtomsTrial& trial, const AtomsRecord& record) {
  auto& order = trial.choices.order;
  const unsigned style = record.byte(6) % 8;
  if (style < 2)
    return;
  if (style == 2) {
    std::reverse(order.begin(), order.end());
    return;
  }
  for (unsigned k = kLanes - 1; k > 0; --k)
    std::swap(order[k], order[record.byte(kOrderBytes + k) * (k + 1) >> 8]);
}

/// Banks of 64-bit addresses: any function of the address; lanes with one base have one address.
void fillBanks(AtomsTrial& trial, unsigned style) {
  if (trial.op() != AtomsOp::CastSpin || trial.size() != AtomsSize::U64 || style % 4 == 0)
    return;
  trial.choices.bank64IsDefault = 0;
  const unsigned shift = style % 4 == 1 ? 29 : 27;
  for (unsigned i = 0; i < kLanes; ++i)
    trial.choices.bank64[i] = static_cast<std::uint8_t>((trial.operands.row[rows::kBase][i] * 0x9e3779b1u) >> shift);
}

void fillChoices(AtomsTrial& trial, const AtomsRecord& record) {
  const unsigned flags = record.byte(7);
  if (flags & 1)
    trial.choices.misalignedFirst = record.word(20);
  if (flags & 2) {
    trial.choices.errorWrites = record.word(24);
    for (unsigned i = 0; i < kLanes; ++i) {
      trial.choices.errorValueLow[i] = record.word(24) ^ (i << 24);
      trial.choices.errorValueHigh[i] = isWide(trial.size()) ? ~record.word(24) - i : 0;
    }
  }
  trial.choices.castPair = isCast(trial.op()) && isWide(trial.size()) && (flags & 4);
  fillOrder(trial, record);
  fillBanks(trial, flags >> 4);
}

std::uint32_t nextOf(std::uint32_t reg, unsigned by) {
  return reg + by >= spec::kZeroRegister ? spec::kZeroRegister : reg + by;
}

/// One or two lanes on the first cell of a form, then up to two words more.
void addSmallBases(std::vector<SmallBase>& bases, const CellWords& cells, AtomsPair pair) {
  const auto word = [&](std::string_view name) { return cells.word(name); };
  const std::size_t exec = word("exec"), imm = word("imm24"), hasBase = word("baseIsZero"),
                    allocated = word("allocated"), base = word("row[0][0]"), operand = word("row[1][0]"),
                    operandHigh = word("row[2][0]"), swap = word("row[3][0]"), swapHigh = word("row[4][0]"),
                    firstMemory = word("memory[0]"), order = word("order[0]");
  const bool wide = isWide(pair.size), swaps = takesSwap(pair.op);
  const auto ofWord = [&](std::size_t low, std::size_t high) {
    Edits edits = {{low, 1}};
    if (pair.size == AtomsSize::S32)
      edits.push_back({low, 0x80000000}); // the sign
    if (wide)
      edits.push_back({high, 1});
    return edits;
  };
  const Edits memory = ofWord(firstMemory, firstMemory + 1);
  const auto ofLane = [&](std::size_t lane) {
    Edits edits = ofWord(operand + lane, operandHigh + lane);
    if (swaps)
      edits.push_back({swap + lane, 1});
    if (swaps && wide)
      edits.push_back({swapHigh + lane, 1});
    return edits;
  };
  const auto add = [&](const Edits& words, std::initializer_list<Edits> additions, unsigned most) {
    bases.push_back(smallBase(cells, pair, words, additions, most));
  };
  const Edit fits{allocated, spec::bytesOf(pair.size)};
  add({{exec, 1}}, {{{word("errorWrites"), 1}, {imm, 4}}}, 1);
  add({{exec, 1}, {hasBase, 1}}, {{{base, 1}, {base, 4}}}, 1);
  add({{exec, 1}, fits}, {ofLane(0), memory, {{imm, 4}}}, 2);
  add({{exec, 1}, {hasBase, 1}, fits}, {{{base, 1}, {base, 4}}}, 1);
  add({{exec, 1}, {hasBase, 1}, {imm, 0x800000}, {base, 0x800000}, fits}, {}, 0);
  add({{exec, 3}, fits}, {ofLane(0), ofLane(1), memory}, swaps ? 2 : 1);
  add({{exec, 3}, {order, 1}, {order + 1, 1}, fits}, {ofLane(0), ofLane(1), memory}, 1);
}

} // namespace

AtomsTrial Atoms::trialOf(Bytes bytes) {
  const AtomsRecord record(bytes);
  AtomsTrial trial;
  const auto& pairs = atomsPairs();
  const AtomsPair pair = pairs[record.byte(0) % pairs.size()];
  trial.set(pair.op, pair.size);
  const std::uint32_t size = record.word(16) & 0xffff;
  trial.allocated = record.byte(19) % 4 ? kTrialMemory >> (record.byte(19) % 8 / 2) : size % (kTrialMemory + 1);
  trial.operands.exec = execMask(record.word(8), record.byte(1));
  fillAddresses(trial, record);
  fillRow(trial.operands.row[rows::kOperand], record.bytes.data() + kOperandBytes, record.byte(3));
  if (isWide(pair.size))
    fillHigh(trial.operands.row[rows::kOperandHigh], trial.operands.row[rows::kOperand], record.byte(3) >> 4);
  if (takesSwap(pair.op)) {
    fillRow(trial.operands.row[rows::kSwap], record.bytes.data() + kSwapBytes, record.byte(4));
    if (isWide(pair.size))
      fillHigh(trial.operands.row[rows::kSwapHigh], trial.operands.row[rows::kSwap], record.byte(4) >> 4);
  }
  fillChoices(trial, record);
  fillMemory(trial, record);
  return trial;
}

/// Absolute addressing without a base, one bank an address, castPair where CAST returns 64 bits: what not every row of
/// words satisfies.
bool Atoms::isLegal(const AtomsTrial& trial) {
  const std::uint32_t* base = trial.operands.row[rows::kBase];
  if (trial.choices.castPair && !(isWide(trial.size()) && isCast(trial.op())))
    return false;
  if (trial.modifiers.baseIsZero && std::any_of(base, base + kLanes, [](std::uint32_t word) { return word != 0; }))
    return false;
  if (trial.choices.bank64IsDefault)
    return true;
  for (unsigned i = 0; i < kLanes; ++i)
    for (unsigned j = 0; j < i; ++j)
      if (base[i] == base[j] && trial.choices.bank64[i] != trial.choices.bank64[j])
        return false;
  return true;
}

spec::AtomsForm Atoms::formOf(const Modifiers& modifiers) {
  const auto op = static_cast<AtomsOp>(modifiers.op);
  const auto size = static_cast<AtomsSize>(modifiers.size);
  spec::Address address{!modifiers.baseIsZero, {}, modifiers.imm24};
  if (address.hasBase)
    address.base.index = 2;
  return {op,      size, {0},
          address, {4},  {static_cast<std::uint8_t>(takesSwap(op) ? 5u + isWide(size) : spec::kZeroRegister)}};
}

spec::Plan Atoms::planOf(const Form& form, const Choices& choices) {
  const bool wide = isWide(form.size);
  spec::Plan plan;
  const auto read = [&](unsigned low, unsigned high, std::uint32_t reg) {
    plan.source[low] = {spec::SourceKind::Register, reg};
    if (wide)
      plan.source[high] = {spec::SourceKind::Register, nextOf(reg, 1)};
  };
  if (form.address.hasBase)
    plan.source[rows::kBase] = {spec::SourceKind::Register, form.address.base.index};
  read(rows::kOperand, rows::kOperandHigh, form.rb.index);
  if (takesSwap(form.op)) {
    // ATOMS-8: what follows Rb, where a vector can stand there (MACH-3: none contains R255)
    const bool follows = form.rb.index + (wide ? 3 : 1) < spec::kZeroRegister;
    const bool implied = form.rc.isZero() && choices.impliedSwap && follows;
    read(rows::kSwap, rows::kSwapHigh, implied ? nextOf(form.rb.index, wide ? 2 : 1) : form.rc.index);
  }
  plan.destination[0] = form.rd.index;
  if (wide && (!isCast(form.op) || choices.castPair)) // ATOMS-9: CAST's flag takes one register, or two
    plan.destination[1] = nextOf(form.rd.index, 1);
  return plan; // MACH-7: helpers are left out of RED and SURED alone
}

void Atoms::machineChoices(Choices& choices, Dice& dice) { choices.impliedSwap = dice.oneIn(2); }

std::vector<SmallBase> Atoms::smallBases(const CellWords& cells) {
  std::vector<SmallBase> bases;
  for (const AtomsPair pair : atomsPairs())
    addSmallBases(bases, cells, pair);
  return bases;
}

template class DescribedFuzzer<Atoms>;
std::unique_ptr<InstructionFuzzer> makeAtomsFuzzer() { return std::make_unique<AtomsFuzzer>(); }

} // namespace warplaw::fuzz
