#include "fuzz/instructions/atoms.h"
#include "concrete/instructions/atoms.h"
#include "fuzz/placement.h"
#include "symbolic/encodings/atoms.h"
#include <algorithm>
#include <cassert>
#include <fmt/format.h>

namespace warplaw::fuzz {
namespace {
using spec::AtomsOp;
using spec::AtomsSize;
using spec::kLanes;
namespace rows = spec::atoms_rows;

bool isWide(AtomsSize size) { return size == AtomsSize::U64; }
bool takesSwap(AtomsOp op) { return op == AtomsOp::Cas || op == AtomsOp::Cast || op == AtomsOp::CastSpin; }
bool isCast(AtomsOp op) { return op == AtomsOp::Cast || op == AtomsOp::CastSpin; }

// ---- records

constexpr std::size_t kBaseBytes = 32, kOperandBytes = 160, kSwapBytes = 288, kMemoryBytes = 416, kOrderBytes = 544;
using AtomsRecord = Record<kAtomsRecord>;

/// The greatest address of an access that fits, counted in cells of its size.
std::uint32_t cellsOf(const AtomsTrial& trial) { return std::max(1u, trial.allocated / spec::bytesOf(trial.size)); }

/// 0 .. limit-1 from 16 bits, without a division.
std::uint32_t below(std::uint32_t raw, std::uint32_t limit) { return (raw & 0xffff) * limit >> 16; }

template <class F> void forEachLane(std::uint32_t* row, F change) {
  for (unsigned i = 0; i < kLanes; ++i)
    row[i] = change(row[i]);
}

/// The offset by style (modulo 4): 0, small, any, small and negative under a register.
std::uint32_t offsetOf(std::uint32_t word, unsigned style) {
  switch (style % 4) {
  case 1:
    return word % 64 * 4;
  case 2:
    return word & 0xfffffc;
  case 3:
    return (0x1000000 - 4 * (1 + word % 64)) & 0xfffffc;
  default:
    return 0;
  }
}

/// Addresses by style (modulo 8): 0-2 few cells, so that lanes collide; 3 any cell; 4 one bank; 5 near the end, any
/// alignment; 6 the words as they stand; 7 one address by the immediate alone.
void fillAddresses(AtomsTrial& trial, const AtomsRecord& record) {
  const unsigned style = record.byte(2) % 8, size = spec::bytesOf(trial.size);
  std::uint32_t* base = trial.operands.row[rows::kBase];
  fillRow(base, record.bytes.data() + kBaseBytes, style == 6 ? record.byte(2) / 8 : 0);
  std::uint32_t raw[kLanes];
  std::memcpy(raw, base, sizeof raw);
  const std::uint32_t cells = cellsOf(trial), few = 1 + record.byte(2) / 64,
                      imm = offsetOf(record.word(12), record.byte(18));
  trial.modifiers = {imm, style == 7 ? 1u : 0u};
  const std::uint32_t offset = imm | (imm >> 23 ? 0xff000000 : 0); // the register makes up for the immediate
  if (style <= 2)
    forEachLane(base, [&](std::uint32_t word) { return below(word, few) * size - offset; });
  else if (style == 3)
    forEachLane(base, [&](std::uint32_t word) { return below(word, cells) * size - offset; });
  else if (style == 4)
    forEachLane(base, [&](std::uint32_t word) { return (word & 3) * 128 + (word >> 2 & 1) * size - offset; });
  else if (style == 5)
    forEachLane(base, [&](std::uint32_t word) { return below(word, trial.allocated + 16); });
  else if (style == 7)
    std::memset(base, 0, sizeof raw);
  if (!(record.byte(18) & 4) || style == 7)
    return;
  for (unsigned i = 0; i < kLanes; ++i) // one lane in sixteen misaligned or far away
    base[i] += raw[i] >> 28 ? 0 : raw[i] >> 27 & 1 ? 0x10000000 : 1 + (raw[i] >> 24 & 3);
}

/// High words by style (modulo 4): zero, all ones, the low word of the next lane, edges.
void fillHigh(std::uint32_t* high, const std::uint32_t* low, unsigned style) {
  for (unsigned i = 0; i < kLanes; ++i) {
    switch (style % 4) {
    case 0:
      high[i] = 0;
      break;
    case 1:
      high[i] = ~0u;
      break;
    case 2:
      high[i] = low[(i + 1) % kLanes];
      break;
    default:
      high[i] = kEdges[low[i] >> 4 & 15];
    }
  }
}

/// Memory by style (modulo 8): values that compares can hit, the first lane's operand everywhere, some lane's operand,
/// edges, zero, words as they stand.
void fillMemory(AtomsTrial& trial, const AtomsRecord& record) {
  std::uint32_t words[kTrialMemory / 4];
  for (unsigned copy = 0; copy < kTrialMemory / 4; copy += kLanes)
    std::memcpy(words + copy, record.bytes.data() + kMemoryBytes, 4 * kLanes);
  const auto each = [&](auto change) {
    const std::size_t step = isWide(trial.size) ? 2 : 1;
    for (std::size_t w = 0; w < kTrialMemory / 4; w += step)
      words[w] = change(words[w], rows::kOperand, 3u);
    for (std::size_t w = 1; step == 2 && w < kTrialMemory / 4; w += step)
      words[w] = change(words[w], rows::kOperandHigh, 0u);
  };
  switch (record.byte(5) % 8) {
  case 0:
  case 1:
    each([](std::uint32_t raw, unsigned, std::uint32_t mask) { return raw & mask; });
    break;
  case 2:
    each([&](std::uint32_t, unsigned row, std::uint32_t) { return trial.operands.row[row][0]; });
    break;
  case 3:
    each([&](std::uint32_t raw, unsigned row, std::uint32_t) { return trial.operands.row[row][raw % kLanes]; });
    break;
  case 4:
    each([](std::uint32_t raw, unsigned, std::uint32_t) { return kEdges[raw % 16]; });
    break;
  case 5:
    std::memset(words, 0, sizeof words);
    break;
  default:
    break;
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
  if (trial.op != AtomsOp::CastSpin || trial.size != AtomsSize::U64 || style % 4 == 0)
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
      trial.choices.errorValue[0][i] = record.word(24) ^ (i << 24);
      trial.choices.errorValue[1][i] = isWide(trial.size) ? ~record.word(24) - i : 0;
    }
  }
  trial.choices.castPair = isCast(trial.op) && isWide(trial.size) && (flags & 4);
  fillOrder(trial, record);
  fillBanks(trial, flags >> 4);
}

// ---- the case of a trial: registers laid out plainly

constexpr std::uint8_t kRd = 0, kRa = 2, kRb = 4;

spec::AtomsForm plainForm(const AtomsTrial& trial) {
  spec::AtomsForm form;
  form.op = trial.op;
  form.size = trial.size;
  form.rd.index = kRd;
  form.hasBase = !trial.modifiers.baseIsZero;
  if (form.hasBase)
    form.ra.index = kRa;
  form.imm24 = trial.modifiers.imm24;
  form.rb.index = kRb;
  if (takesSwap(trial.op))
    form.rc.index = isWide(trial.size) ? kRb + 2 : kRb + 1;
  return form;
}

void fillWide(spec::Warp& warp, std::uint8_t reg, const AtomsTrial& trial, unsigned lowRow, unsigned highRow) {
  fillRegister(warp, reg, trial.operands.row[lowRow]);
  if (isWide(trial.size) && reg != spec::kZeroRegister)
    fillRegister(warp, static_cast<std::uint8_t>(reg + 1), trial.operands.row[highRow]);
}

/// Registers of the form's sources from the trial's rows; where two fields name one register, the later row stays.
void fillSources(spec::Case& c, const spec::AtomsForm& form, const AtomsTrial& trial) {
  if (form.hasBase)
    fillRegister(c.warp, form.ra.index, trial.operands.row[rows::kBase]);
  fillWide(c.warp, form.rb.index, trial, rows::kOperand, rows::kOperandHigh);
  if (takesSwap(form.op))
    fillWide(c.warp, form.rc.index, trial, rows::kSwap, rows::kSwapHigh);
}

std::uint32_t nextOf(std::uint32_t reg, unsigned by) {
  return reg + by >= spec::kZeroRegister ? spec::kZeroRegister : reg + by;
}

class AtomsFuzzer final : public InstructionFuzzer {
public:
  AtomsFuzzer() : scratch_(new std::uint8_t[kTrialMemory]) {}
  spec::Mnemonic mnemonic() const override { return spec::Mnemonic::Atoms; }
  std::size_t recordBytes() const override { return kAtomsRecord; }
  Kinds run(Bytes record) override { return judge(atomsTrial(record)); }
  void decode(Bytes record) override {
    const AtomsTrial trial = atomsTrial(record);
    asm volatile("" : : "r"(&trial) : "memory");
  }
  spec::Case operandCase(Bytes record) const override { return atomsCase(atomsTrial(record)); }
  spec::Case machineCase(Bytes record) const override;
  spec::Plan planOf(const spec::Form& form, const spec::Choices& choices) const override;
  void encode(const spec::Form& form, const spec::Choices& choices, const spec::Operands& operands,
              std::span<std::uint8_t> memory, spec::Results& results) override {
    const auto& atoms = std::get<spec::AtomsForm>(form);
    encoding_(atoms.op, atoms.size, modifiersOf(atoms), operands, std::get<spec::AtomsChoices>(choices), memory,
              results);
  }
  std::optional<OperandWords> operandWords(const spec::Case& c) override;
  spec::Case caseOf(const Words& words) const override {
    const auto trial = atomsTrialOf(words);
    assert(trial && "only words that were judged come back");
    return atomsCase(*trial);
  }
  LayoutWords choiceWords(const spec::Case& c) const override;
  void setChoiceWords(spec::Case& c, std::span<const std::uint32_t> words) const override;
  Explanation explain(const spec::Case& c) const override;

private:
  static spec::AtomsModifiers modifiersOf(const spec::AtomsForm& form) {
    return {form.imm24, form.hasBase && !form.ra.isZero() ? 0u : 1u};
  }

  Kinds judge(const AtomsTrial& trial) {
    spec::Results expected = untouchedResults();
    alignas(8) std::array<std::uint8_t, kTrialMemory> expectedMemory;
    std::memcpy(expectedMemory.data(), trial.memory.data(), trial.allocated);
    encoding_(trial.op, trial.size, trial.modifiers, trial.operands, trial.choices,
              {expectedMemory.data(), trial.allocated}, expected);
    *operands_ = trial.operands;
    *choices_ = trial.choices;
    *got_ = untouchedResults();
    // the memory ends where its heap block ends: the first byte behind it is seen, too
    std::uint8_t* const memory = scratch_.get() + kTrialMemory - trial.allocated;
    std::memcpy(memory, trial.memory.data(), trial.allocated);
    concrete::atomsDatapath(trial.op, trial.size)(&trial.modifiers, operands_.get(), choices_.get(), memory,
                                                  trial.allocated, got_.get());
    const bool memoryDiffers = std::memcmp(memory, expectedMemory.data(), trial.allocated) != 0;
    return differingKinds(expected, *got_, trial.operands.exec) | (memoryDiffers ? setOf(Kind::Memory) : 0);
  }

  AtomsEncoding encoding_;
  // what the executor sees lies in heap blocks of its own, so that the address sanitizer sees a step beyond one
  std::unique_ptr<std::uint8_t[]> scratch_;
  std::unique_ptr<spec::Operands> operands_ = std::make_unique<spec::Operands>();
  std::unique_ptr<spec::AtomsChoices> choices_ = std::make_unique<spec::AtomsChoices>();
  std::unique_ptr<spec::Results> got_ = std::make_unique<spec::Results>();
};

spec::Plan AtomsFuzzer::planOf(const spec::Form& anyForm, const spec::Choices& anyChoices) const {
  const auto& form = std::get<spec::AtomsForm>(anyForm);
  const auto& choices = std::get<spec::AtomsChoices>(anyChoices);
  const bool wide = isWide(form.size);
  spec::Plan plan;
  const auto read = [&](unsigned low, unsigned high, std::uint32_t reg) {
    plan.source[low] = {spec::SourceKind::Register, reg};
    if (wide)
      plan.source[high] = {spec::SourceKind::Register, nextOf(reg, 1)};
  };
  if (form.hasBase && !form.ra.isZero())
    plan.source[rows::kBase] = {spec::SourceKind::Register, form.ra.index};
  read(rows::kOperand, rows::kOperandHigh, form.rb.index);
  if (takesSwap(form.op)) {
    // ATOMS-8: what follows Rb, where a vector can stand there (MACH-3: none contains R255)
    const bool follows = form.rb.index + (wide ? 3 : 1) < spec::kZeroRegister;
    const bool implied = form.rc.isZero() && choices.impliedSwap && follows;
    read(rows::kSwap, rows::kSwapHigh, implied ? nextOf(form.rb.index, wide ? 2 : 1) : form.rc.index);
  }
  plan.destination[0] = form.rd.index;
  if (wide)
    plan.destination[1] = nextOf(form.rd.index, 1);
  return plan;
}

spec::Case AtomsFuzzer::machineCase(Bytes record) const {
  const AtomsTrial trial = atomsTrial(record);
  const Record<32> head(record);
  Dice dice(head.doubleWord(0) ^ head.doubleWord(8) * 31 ^ head.doubleWord(16) * 17);
  spec::Case c = atomsCase(trial);
  auto& form = std::get<spec::AtomsForm>(c.instruction.form);
  auto& choices = std::get<spec::AtomsChoices>(c.choices);
  RegisterPicker pick(dice);
  const unsigned step = isWide(form.size) ? 2 : 1;
  if (takesSwap(form.op)) {
    form.rb.index = pick.aligned(2 * step, isWide(form.size) ? 252 : 254, false);
    const bool hasNext = form.rb.index + 2 * step <= spec::kRegisters;
    form.rc.index = hasNext && !dice.oneIn(4) ? static_cast<std::uint8_t>(form.rb.index + step) : spec::kZeroRegister;
    choices.impliedSwap = dice.oneIn(2);
  } else {
    form.rb.index = pick.aligned(step, isWide(form.size) ? 252 : 254);
  }
  if (form.hasBase)
    form.ra.index = pick.any();
  else if (dice.oneIn(2))
    form.hasBase = true; // [RZ + imm]: the same bits as [imm] (ATOMS-2)
  form.rd.index = isCast(form.op) && !choices.castPair ? pick.any() : pick.aligned(step, isWide(form.size) ? 252 : 254);
  c.warp = spec::Warp{};
  static constexpr std::uint32_t kZeros[kLanes] = {};
  fillRegister(c.warp, form.rd.index, kZeros, 0x5eed0000u);
  fillSources(c, form, trial);
  if (trial.op == AtomsOp::CastSpin)
    choices.bank64IsDefault = 1; // aliased registers may give other addresses than the banks were made for
  guardLanes(c, trial.operands.exec, dice);
  return c;
}

std::optional<OperandWords> AtomsFuzzer::operandWords(const spec::Case& c) {
  if (c.shared.size() > kTrialMemory)
    return std::nullopt;
  const auto& form = std::get<spec::AtomsForm>(c.instruction.form);
  AtomsTrial trial;
  trial.op = form.op;
  trial.size = form.size;
  trial.modifiers = modifiersOf(form);
  trial.operands = fetchPlainly(c, planOf(c.instruction.form, c.choices));
  trial.choices = std::get<spec::AtomsChoices>(c.choices);
  trial.allocated = static_cast<std::uint32_t>(c.shared.size());
  std::copy(c.shared.begin(), c.shared.end(), trial.memory.begin());
  return OperandWords{{atomsLayout(), wordsOf(trial)}, &atomsSmallCases(), [this](const Words& words) {
                        const auto legal = atomsTrialOf(words);
                        return legal ? judge(*legal) : 0;
                      }};
}

// ---- the whole case

LayoutWords AtomsFuzzer::choiceWords(const spec::Case& c) const {
  const auto& choices = std::get<spec::AtomsChoices>(c.choices);
  LayoutWords all;
  const auto scalar = [&](std::uint8_t row, std::uint32_t mask, std::uint32_t value) {
    all.layout.push_back({Role::Value, row, -1, mask, false});
    all.words.push_back(value);
  };
  scalar(200, 0xfffffc, std::get<spec::AtomsForm>(c.instruction.form).imm24);
  scalar(201, ~0u, choices.misalignedFirst);
  scalar(202, ~0u, choices.errorWrites);
  scalar(203, 1, choices.impliedSwap);
  scalar(204, 1, choices.castPair);
  scalar(205, 1, 1 - choices.bank64IsDefault);
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    all.layout.push_back({Role::Order, 206, static_cast<std::int16_t>(lane), 31, false});
    all.words.push_back(choices.order[lane] ^ lane);
  }
  for (std::uint8_t high = 0; high < 2; ++high)
    for (unsigned lane = 0; lane < kLanes; ++lane) {
      all.layout.push_back(
          {Role::Value, static_cast<std::uint8_t>(207 + high), static_cast<std::int16_t>(lane), ~0u, false});
      all.words.push_back(choices.errorValue[high][lane]);
    }
  return all;
}

void AtomsFuzzer::setChoiceWords(spec::Case& c, std::span<const std::uint32_t> words) const {
  std::get<spec::AtomsForm>(c.instruction.form).imm24 = words[0];
  auto& choices = std::get<spec::AtomsChoices>(c.choices);
  choices.misalignedFirst = words[1];
  choices.errorWrites = words[2];
  choices.impliedSwap = words[3];
  choices.castPair = words[4];
  choices.bank64IsDefault = 1 - words[5];
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    choices.order[lane] = static_cast<std::uint8_t>(words[6 + lane] ^ lane);
    for (unsigned high = 0; high < 2; ++high)
      choices.errorValue[high][lane] = words[6 + kLanes * (1 + high) + lane];
  }
}

Explanation AtomsFuzzer::explain(const spec::Case& c) const {
  const auto& form = std::get<spec::AtomsForm>(c.instruction.form);
  const auto& choices = std::get<spec::AtomsChoices>(c.choices);
  const spec::Operands operands = fetchPlainly(c, planOf(c.instruction.form, c.choices));
  const spec::AtomsModifiers modifiers = modifiersOf(form);
  symbolic::Terms terms;
  LaneColumn address{"address", {}}, turn{"turn", {}};
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    const auto access =
        symbolic::atomsAccess(form.size, terms.truth(true), terms.constant(32, operands.row[rows::kBase][lane]),
                              terms.constant(32, modifiers.imm24), terms.constant(32, modifiers.baseIsZero),
                              terms.constant(32, c.shared.size()), terms.truth(false));
    address.text[lane] = fmt::format("{:#x}", static_cast<std::uint32_t>(access.address.value()));
    turn.text[choices.order[lane]] = std::to_string(lane);
  }
  Explanation explanation{{address}, 0};
  if (choices.order != spec::AtomsChoices{}.order)
    explanation.columns.push_back(turn);
  return explanation;
}

// ---- words

constexpr std::size_t kScalars = 9, kMemoryWords = kTrialMemory / 4;
constexpr unsigned kRowOfMemory = 20, kRowOfOrder = 30;

} // namespace

const std::vector<AtomsPair>& atomsPairs() {
  static const std::vector<AtomsPair> kPairs = [] {
    std::vector<AtomsPair> pairs;
    for (const spec::NamedForm& named : spec::namedForms(spec::Mnemonic::Atoms)) {
      const auto& form = std::get<spec::AtomsForm>(named.form);
      pairs.push_back({form.op, form.size});
    }
    return pairs;
  }();
  return kPairs;
}

AtomsTrial atomsTrial(Bytes bytes) {
  const AtomsRecord record(bytes);
  AtomsTrial trial;
  const auto& pairs = atomsPairs();
  const AtomsPair pair = pairs[record.byte(0) % pairs.size()];
  trial.op = pair.op;
  trial.size = pair.size;
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

void runAtoms(AtomsTrial& trial, spec::Results& results) {
  concrete::atomsDatapath(trial.op, trial.size)(&trial.modifiers, &trial.operands, &trial.choices, trial.memory.data(),
                                                trial.allocated, &results);
}

const Layout& atomsLayout() {
  static const Layout kLayout = [] {
    Layout layout = {{Role::Form, 0, -1, static_cast<std::uint32_t>(atomsPairs().size() - 1), false},
                     {Role::Form, 1, -1, 1, false}, // has a base register
                     {Role::Exec, 2, -1, ~0u, false},
                     {Role::Value, 3, -1, 0xfffffc, false}, // imm24
                     {Role::Value, 4, -1, 0x3ff, false},    // allocated
                     {Role::Value, 5, -1, ~0u, false},      // misalignedFirst
                     {Role::Value, 6, -1, ~0u, false},      // errorWrites
                     {Role::Value, 7, -1, 1, false},        // castPair
                     {Role::Value, 8, -1, 1, false}};       // bank64 is given
    const auto row = [&](std::uint8_t number, std::size_t count, Role role, bool memory, std::uint32_t mask = ~0u) {
      for (std::size_t i = 0; i < count; ++i)
        layout.push_back({role, number, static_cast<std::int16_t>(i), mask, memory});
    };
    for (std::uint8_t r = 0; r < 5; ++r)
      row(10 + r, kLanes, Role::Value, false); // base, operand, swap: low and high
    row(kRowOfMemory, kMemoryWords, Role::Value, true);
    row(21, kLanes, Role::Value, false);     // errorValue, low
    row(22, kLanes, Role::Value, false);     // errorValue, high
    row(23, kLanes, Role::Value, false, 31); // bank64
    row(kRowOfOrder, kLanes, Role::Order, false, 31);
    return layout;
  }();
  return kLayout;
}

namespace {

/// One or two lanes on the first cell of a form, then up to two words more.
void addSmallBases(std::vector<SmallBase>& bases, std::uint32_t form, AtomsPair pair) {
  constexpr std::size_t kForm = 0, kHasBase = 1, kExec = 2, kImm = 3, kAllocated = 4, kErrorWrites = 6,
                        kBase = kScalars, kOperand = kBase + kLanes, kOperandHigh = kOperand + kLanes,
                        kSwap = kOperandHigh + kLanes, kSwapHigh = kSwap + kLanes, kMemory = kSwapHigh + kLanes,
                        kOrder = kMemory + kMemoryWords + 3 * kLanes;
  constexpr std::uint32_t kSign = 0x80000000;
  const bool wide = isWide(pair.size), swaps = takesSwap(pair.op);
  Edits memory = {{kMemory, 1}};
  if (wide)
    memory.push_back({kMemory + 1, 1});
  if (pair.size == AtomsSize::S32)
    memory.push_back({kMemory, kSign});
  const auto ofLane = [&](std::size_t lane) {
    Edits edits = {{kOperand + lane, 1}};
    if (pair.size == AtomsSize::S32)
      edits.push_back({kOperand + lane, kSign});
    if (wide)
      edits.push_back({kOperandHigh + lane, 1});
    if (swaps)
      edits.push_back({kSwap + lane, 1});
    if (swaps && wide)
      edits.push_back({kSwapHigh + lane, 1});
    return edits;
  };
  const auto add = [&](Edits base, std::initializer_list<Edits> additions, unsigned most) {
    SmallBase small{{{kForm, form}}, {}, most};
    small.base.insert(small.base.end(), base.begin(), base.end());
    for (const Edits& more : additions)
      small.additions.insert(small.additions.end(), more.begin(), more.end());
    bases.push_back(std::move(small));
  };
  const Edit allocated{kAllocated, spec::bytesOf(pair.size)};
  add({{kExec, 1}}, {{{kErrorWrites, 1}, {kImm, 4}}}, 1);
  add({{kExec, 1}, {kHasBase, 1}}, {{{kBase, 1}, {kBase, 4}}}, 1);
  add({{kExec, 1}, allocated}, {ofLane(0), memory, {{kImm, 4}}}, 2);
  add({{kExec, 1}, {kHasBase, 1}, allocated}, {{{kBase, 1}, {kBase, 4}}}, 1);
  add({{kExec, 1}, {kHasBase, 1}, {kImm, 0x800000}, {kBase, 0x800000}, allocated}, {}, 0);
  add({{kExec, 3}, allocated}, {ofLane(0), ofLane(1), memory}, swaps ? 2 : 1);
  add({{kExec, 3}, {kOrder, 1}, {kOrder + 1, 1}, allocated}, {ofLane(0), ofLane(1), memory}, 1);
}

} // namespace

const SmallCases& atomsSmallCases() {
  static const SmallCases kCases = [] {
    std::vector<SmallBase> bases;
    for (std::uint32_t form = 0; form < atomsPairs().size(); ++form)
      addSmallBases(bases, form, atomsPairs()[form]);
    return smallCases(atomsLayout(), bases);
  }();
  return kCases;
}

Words wordsOf(const AtomsTrial& trial) {
  const auto& pairs = atomsPairs();
  const auto pair = std::find_if(pairs.begin(), pairs.end(),
                                 [&](const AtomsPair& p) { return p.op == trial.op && p.size == trial.size; });
  assert(pair != pairs.end());
  const auto& choices = trial.choices;
  Words words = {static_cast<std::uint32_t>(pair - pairs.begin()),
                 1 - trial.modifiers.baseIsZero,
                 trial.operands.exec,
                 trial.modifiers.imm24,
                 trial.allocated,
                 choices.misalignedFirst,
                 choices.errorWrites,
                 choices.castPair,
                 1 - choices.bank64IsDefault};
  words.reserve(atomsLayout().size());
  for (unsigned r = 0; r < 5; ++r)
    words.insert(words.end(), trial.operands.row[r], trial.operands.row[r] + kLanes);
  words.resize(words.size() + kMemoryWords);
  std::memcpy(&words[words.size() - kMemoryWords], trial.memory.data(), kTrialMemory);
  for (const auto& row : choices.errorValue)
    words.insert(words.end(), row.begin(), row.end());
  for (const std::uint8_t bank : choices.bank64)
    words.push_back(choices.bank64IsDefault ? 0 : bank);
  for (unsigned k = 0; k < kLanes; ++k)
    words.push_back(choices.order[k] ^ k);
  return words;
}

namespace {

/// Allocated size, absolute addressing without a base, and the order: what not every row of words satisfies.
bool isLegal(const AtomsTrial& trial) {
  if (trial.allocated > kTrialMemory)
    return false;
  if (std::any_of(trial.memory.begin() + trial.allocated, trial.memory.end(),
                  [](std::uint8_t byte) { return byte != 0; }))
    return false;
  std::uint32_t seen = 0;
  for (const std::uint8_t lane : trial.choices.order)
    seen |= 1u << lane;
  if (seen != ~0u)
    return false;
  const std::uint32_t* base = trial.operands.row[rows::kBase];
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

} // namespace

std::optional<AtomsTrial> atomsTrialOf(const Words& words) {
  AtomsTrial trial;
  const AtomsPair pair = atomsPairs()[words[0]];
  trial.op = pair.op;
  trial.size = pair.size;
  trial.modifiers = {words[3], 1 - words[1]};
  trial.operands.exec = words[2];
  trial.allocated = words[4];
  auto& choices = trial.choices;
  choices.misalignedFirst = words[5];
  choices.errorWrites = words[6];
  choices.castPair = words[7];
  choices.bank64IsDefault = 1 - words[8];
  const std::uint32_t* at = words.data() + kScalars;
  std::memcpy(trial.operands.row, at, 5 * sizeof trial.operands.row[0]);
  std::memcpy(trial.memory.data(), at += 5 * kLanes, kTrialMemory);
  std::memcpy(choices.errorValue.data(), at += kMemoryWords, sizeof choices.errorValue);
  at += 2 * kLanes;
  for (unsigned i = 0; i < kLanes; ++i)
    choices.bank64[i] = static_cast<std::uint8_t>(at[i]);
  at += kLanes;
  for (unsigned k = 0; k < kLanes; ++k)
    choices.order[k] = static_cast<std::uint8_t>(at[k] ^ k);
  if (!isWide(trial.size) || !isCast(trial.op)) {
    if (choices.castPair)
      return std::nullopt;
  }
  if (!isLegal(trial))
    return std::nullopt;
  return trial;
}

Judge atomsJudge(AtomsExecutor executor, AtomsEncoding& encoding) {
  return [executor = std::move(executor), &encoding](const Words& words) -> Kinds {
    auto trial = atomsTrialOf(words);
    if (!trial)
      return 0;
    spec::Results expected = untouchedResults(), got = untouchedResults();
    const std::uint32_t exec = trial->operands.exec;
    auto memory = trial->memory;
    encoding(trial->op, trial->size, trial->modifiers, trial->operands, trial->choices,
             {memory.data(), trial->allocated}, expected);
    executor(*trial, got);
    return differingKinds(expected, got, exec) | (memory != trial->memory ? setOf(Kind::Memory) : 0);
  };
}

spec::Case atomsCase(const AtomsTrial& trial) {
  spec::Case c;
  const spec::AtomsForm form = plainForm(trial);
  fillSources(c, form, trial);
  c.instruction.form = form;
  c.warp.active = trial.operands.exec;
  c.shared.assign(trial.memory.begin(), trial.memory.begin() + trial.allocated);
  c.choices = trial.choices;
  return c;
}

std::unique_ptr<InstructionFuzzer> makeAtomsFuzzer() { return std::make_unique<AtomsFuzzer>(); }

} // namespace warplaw::fuzz
