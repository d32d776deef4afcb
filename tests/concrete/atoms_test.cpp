// ATOMS's datapaths: each rule on hand-checked lanes, and all forms against a second, slower model over random warps.
#include "concrete/execute.h"
#include "concrete/instructions/atoms.h"
#include "spec/instruction.h"
#include <algorithm>
#include <cstring>
#include <gtest/gtest.h>
#include <random>

namespace warplaw {
namespace {
using spec::AtomsOp;
using spec::AtomsSize;
using spec::ErrorKind;

struct Trial {
  spec::AtomsModifiers modifiers;
  spec::Operands operands;
  spec::AtomsChoices choices;
  std::vector<std::uint8_t> memory = std::vector<std::uint8_t>(1024);
  spec::Results results;

  Trial() {
    modifiers.imm24 = 0;
    modifiers.baseIsZero = 0;
    operands.exec = 1;
    std::memset(&results, 0xAB, sizeof results);
  }
  std::uint32_t& base(unsigned lane) { return operands.row[spec::atoms_rows::kBase][lane]; }
  void operand(unsigned lane, std::uint64_t value) {
    operands.row[spec::atoms_rows::kOperand][lane] = static_cast<std::uint32_t>(value);
    operands.row[spec::atoms_rows::kOperandHigh][lane] = static_cast<std::uint32_t>(value >> 32);
  }
  void swap(unsigned lane, std::uint64_t value) {
    operands.row[spec::atoms_rows::kSwap][lane] = static_cast<std::uint32_t>(value);
    operands.row[spec::atoms_rows::kSwapHigh][lane] = static_cast<std::uint32_t>(value >> 32);
  }
  std::uint64_t cell(std::uint32_t address, unsigned bytes = 4) const {
    std::uint64_t value = 0;
    for (unsigned at = 0; at < bytes; ++at)
      value |= static_cast<std::uint64_t>(memory[address + at]) << 8 * at;
    return value;
  }
  void setCell(std::uint32_t address, std::uint64_t value, unsigned bytes = 4) {
    for (unsigned at = 0; at < bytes; ++at)
      memory[address + at] = static_cast<std::uint8_t>(value >> 8 * at);
  }
  void run(AtomsOp op, AtomsSize size = AtomsSize::U32) {
    modifiers.op = static_cast<std::uint32_t>(op);
    modifiers.size = static_cast<std::uint32_t>(size);
    const Trial before = *this;
    execute("portable");
    for (const concrete::Path& path : concrete::paths(spec::Mnemonic::Atoms)) { // every path does the same
      Trial other = before;
      if (path.supported)
        other.execute(path.name);
      EXPECT_TRUE(!path.supported || (other.memory == memory && sameResults(other))) << path.name;
    }
  }
  void execute(std::string_view path) {
    const std::string symbol = "warplaw_atoms_" + std::string(path);
    auto* datapath = reinterpret_cast<concrete::AtomsDatapath*>(concrete::shippedFunction(symbol));
    ASSERT_NE(datapath, nullptr) << symbol;
    datapath(&modifiers, &operands, &choices, {memory.data(), static_cast<std::uint32_t>(memory.size())}, &results);
  }
  bool sameResults(const Trial& other) const { return std::memcmp(&other.results, &results, sizeof results) == 0; }
  std::uint32_t rd(unsigned lane) const { return results.row[0][lane]; }
  ErrorKind error(unsigned lane) const { return static_cast<ErrorKind>(results.error[lane]); }
};

/// One lane's new memory value; its old value is in rd.
std::uint64_t once(AtomsOp op, AtomsSize size, std::uint64_t memory, std::uint64_t operand) {
  Trial t;
  t.setCell(0, memory, spec::bytesOf(size));
  t.operand(0, operand);
  t.run(op, size);
  EXPECT_EQ(t.rd(0), static_cast<std::uint32_t>(memory));
  return t.cell(0, spec::bytesOf(size));
}

TEST(Atoms, AddressIsBasePlusSignExtendedImmediate_ATOMS_2) {
  Trial t;
  t.base(0) = 0x100;
  t.modifiers.imm24 = 0xFFFFFC; // -4
  t.operand(0, 7);
  t.run(AtomsOp::Exch);
  EXPECT_EQ(t.cell(0xFC), 7u);
}

TEST(Atoms, ImmediateWithoutBaseIsZeroExtended_ATOMS_2) {
  Trial t;
  t.modifiers.imm24 = 0xFFFFFC;
  t.modifiers.baseIsZero = 1;
  t.run(AtomsOp::Exch);
  EXPECT_EQ(t.error(0), ErrorKind::AddressOutOfRange); // 0x00FFFFFC, far beyond
  t.memory.resize(1 << 24);
  t.operand(0, 9);
  t.run(AtomsOp::Exch);
  EXPECT_EQ(t.error(0), ErrorKind::None);
  EXPECT_EQ(t.cell(0xFFFFFC), 9u);
}

TEST(Atoms, AddressWrapsAt32Bits_ATOMS_2) {
  Trial t;
  t.base(0) = 0xFFFFFFF0;
  t.modifiers.imm24 = 0x20;
  t.operand(0, 5);
  t.run(AtomsOp::Exch);
  EXPECT_EQ(t.cell(0x10), 5u);
}

TEST(Atoms, LastWordFitsAndTheNextDoesNot_ATOMS_4) {
  for (auto [address, error] : {std::pair{1020u, ErrorKind::None},
                                {1024u, ErrorKind::AddressOutOfRange},
                                {0xFFFFFFFCu, ErrorKind::AddressOutOfRange}}) {
    Trial t;
    t.base(0) = address;
    t.run(AtomsOp::Add);
    EXPECT_EQ(t.error(0), error) << address;
  }
  Trial wide;
  wide.base(0) = 0xFFFFFFF8; // address + 8 is 2^32: it must not wrap to 0
  wide.run(AtomsOp::Exch, AtomsSize::U64);
  EXPECT_EQ(wide.error(0), ErrorKind::AddressOutOfRange);
  EXPECT_EQ(wide.results.written[0], 0u);
}

TEST(Atoms, NothingFitsInTooLittleMemory_ATOMS_4) {
  for (std::size_t bytes : {0, 1, 3, 4, 7}) {
    Trial t;
    t.memory.resize(bytes);
    t.run(AtomsOp::Exch, AtomsSize::U64);
    EXPECT_EQ(t.error(0), ErrorKind::AddressOutOfRange) << bytes;
    t.run(AtomsOp::Exch);
    EXPECT_EQ(t.error(0), bytes < 4 ? ErrorKind::AddressOutOfRange : ErrorKind::None) << bytes;
  }
}

TEST(Atoms, MisalignedByTheAccessSize_ATOMS_4) {
  Trial t;
  t.base(0) = 4;
  t.run(AtomsOp::Exch);
  EXPECT_EQ(t.error(0), ErrorKind::None);
  t.run(AtomsOp::Exch, AtomsSize::U64);
  EXPECT_EQ(t.error(0), ErrorKind::MisalignedAddress);
}

TEST(Atoms, WhereBothErrorsHoldTheChoiceDecides_MACH_8) {
  Trial t;
  t.operands.exec = 3;
  t.base(0) = t.base(1) = 0x10001;
  t.choices.misalignedFirst = 2;
  t.run(AtomsOp::Add);
  EXPECT_EQ(t.error(0), ErrorKind::AddressOutOfRange);
  EXPECT_EQ(t.error(1), ErrorKind::MisalignedAddress);
}

TEST(Atoms, RangeDoesNotWrapWhereTheErrorIsNamed_ATOMS_4) {
  Trial t;
  t.base(0) = 0xFFFFFFFE; // + 4 is 2 mod 2^32
  t.run(AtomsOp::Add);
  EXPECT_EQ(t.error(0), ErrorKind::AddressOutOfRange);
}

TEST(Atoms, ErrorLanesWriteTheChosenValueOrNothing_ATOMS_4) {
  Trial t;
  t.operands.exec = 7;
  t.base(0) = t.base(1) = 1;
  t.base(2) = 8;
  t.choices.errorWrites = 2;
  t.choices.errorValueLow[1] = 77;
  t.choices.errorValueHigh[1] = 88;
  t.setCell(8, 0x1122334455667788, 8);
  t.run(AtomsOp::Exch, AtomsSize::U64);
  EXPECT_EQ(t.results.written[0], 6u);
  EXPECT_EQ(t.results.written[1], 6u);
  EXPECT_EQ(t.rd(0), 0xABABABABu);
  EXPECT_EQ(t.rd(1), 77u);
  EXPECT_EQ(t.results.row[1][1], 88u);
  EXPECT_EQ(t.rd(2), 0x55667788u); // the other lanes go on (MACH-8)
  EXPECT_EQ(t.results.row[1][2], 0x11223344u);
}

TEST(Atoms, LanesAreSerialisedInTheChosenOrder_ATOMS_5) {
  Trial t;
  t.operands.exec = 7;
  for (unsigned lane = 0; lane < 3; ++lane)
    t.operand(lane, 10 + lane);
  t.setCell(0, 1);
  std::swap(t.choices.order[0], t.choices.order[2]); // 2, 1, 0
  t.run(AtomsOp::Exch);
  EXPECT_EQ(t.rd(2), 1u);
  EXPECT_EQ(t.rd(1), 12u);
  EXPECT_EQ(t.rd(0), 11u);
  EXPECT_EQ(t.cell(0), 10u);
}

TEST(Atoms, Operations_ATOMS_6) {
  const auto u32 = AtomsSize::U32, s32 = AtomsSize::S32;
  EXPECT_EQ(once(AtomsOp::Add, u32, 0xFFFFFFFF, 2), 1u);
  EXPECT_EQ(once(AtomsOp::Add, s32, 0x7FFFFFFF, 1), 0x80000000u);
  EXPECT_EQ(once(AtomsOp::Min, u32, 0xFFFFFFFF, 1), 1u);
  EXPECT_EQ(once(AtomsOp::Min, s32, 0xFFFFFFFF, 1), 0xFFFFFFFFu);
  EXPECT_EQ(once(AtomsOp::Max, u32, 0xFFFFFFFF, 1), 0xFFFFFFFFu);
  EXPECT_EQ(once(AtomsOp::Max, s32, 0xFFFFFFFF, 1), 1u);
  EXPECT_EQ(once(AtomsOp::And, u32, 0b1100, 0b1010), 0b1000u);
  EXPECT_EQ(once(AtomsOp::Or, s32, 0b1100, 0b1010), 0b1110u);
  EXPECT_EQ(once(AtomsOp::Xor, u32, 0b1100, 0b1010), 0b0110u);
  EXPECT_EQ(once(AtomsOp::Exch, AtomsSize::U64, 0x1122334455667788, 0x8877665544332211), 0x8877665544332211u);
}

TEST(Atoms, IncAndDecAtTheirEdges_ATOMS_6) {
  const auto u32 = AtomsSize::U32;
  EXPECT_EQ(once(AtomsOp::Inc, u32, 4, 5), 5u);
  EXPECT_EQ(once(AtomsOp::Inc, u32, 5, 5), 0u);
  EXPECT_EQ(once(AtomsOp::Inc, u32, 0xFFFFFFFF, 0xFFFFFFFF), 0u);
  EXPECT_EQ(once(AtomsOp::Dec, u32, 5, 5), 4u);
  EXPECT_EQ(once(AtomsOp::Dec, u32, 6, 5), 5u);
  EXPECT_EQ(once(AtomsOp::Dec, u32, 0, 5), 5u);
  EXPECT_EQ(once(AtomsOp::Dec, u32, 0xFFFFFFFF, 5), 5u); // unsigned
}

TEST(Atoms, CasComparesWithRbAndSwapsInRc_ATOMS_7) {
  Trial t;
  t.operands.exec = 3;
  t.setCell(0, 5);
  t.operand(0, 5), t.swap(0, 6);
  t.operand(1, 5), t.swap(1, 7); // comes second: sees 6
  t.run(AtomsOp::Cas);
  EXPECT_EQ(t.rd(0), 5u);
  EXPECT_EQ(t.rd(1), 6u);
  EXPECT_EQ(t.cell(0), 6u);
}

TEST(Atoms, Cas64ComparesAllBits_ATOMS_7) {
  for (std::uint64_t memory : {0x0000000500000005ull, 0x0000000400000005ull}) {
    Trial t;
    t.setCell(8, memory, 8);
    t.base(0) = 8;
    t.operand(0, 0x0000000500000005), t.swap(0, 0xAAAAAAAABBBBBBBB);
    t.run(AtomsOp::Cas, AtomsSize::U64);
    EXPECT_EQ(t.cell(8, 8), memory == 0x0000000500000005 ? 0xAAAAAAAABBBBBBBB : memory);
    EXPECT_EQ(t.rd(0), 5u);
    EXPECT_EQ(t.results.row[1][0], memory >> 32);
  }
}

TEST(Atoms, CastReturnsAFlag_ATOMS_9) {
  Trial t;
  t.operands.exec = 3;
  t.setCell(0, 5);
  t.operand(0, 5), t.swap(0, 6);
  t.operand(1, 5), t.swap(1, 7);
  t.run(AtomsOp::Cast);
  EXPECT_EQ(t.rd(0), 1u);
  EXPECT_EQ(t.rd(1), 0u);
  EXPECT_EQ(t.cell(0), 6u);
}

TEST(Atoms, Cast64WritesOneRegisterOrTwo_ATOMS_9) {
  for (AtomsOp op : {AtomsOp::Cast, AtomsOp::CastSpin})
    for (std::uint32_t pair : {0u, 1u}) {
      Trial t;
      t.choices.castPair = pair;
      t.run(op, AtomsSize::U64); // memory 0, compare 0: it holds
      EXPECT_EQ(t.rd(0), 1u);
      EXPECT_EQ(t.results.written[0], 1u);
      EXPECT_EQ(t.results.written[1], pair);
      EXPECT_EQ(t.results.row[1][0], pair ? 0 : 0xABABABABu);
    }
}

TEST(Atoms, SpinLetsTheFirstOfABankPerform_ATOMS_10) {
  Trial t;
  t.operands.exec = 7;
  t.base(0) = 0, t.base(1) = 128, t.base(2) = 4; // lanes 0 and 1 share bank 0
  t.setCell(0, 5), t.setCell(128, 5), t.setCell(4, 5);
  for (unsigned lane = 0; lane < 3; ++lane)
    t.operand(lane, 5), t.swap(lane, 9);
  t.run(AtomsOp::CastSpin);
  EXPECT_EQ(t.rd(0), 1u);
  EXPECT_EQ(t.rd(1), 0u); // though its compare would have held
  EXPECT_EQ(t.rd(2), 1u);
  EXPECT_EQ(t.cell(128), 5u);
  EXPECT_EQ(t.cell(0), 9u);
  EXPECT_EQ(t.results.written[0], 7u);
}

TEST(Atoms, SpinWinnerFollowsTheOrder_ATOMS_10) {
  Trial t;
  t.operands.exec = 3;
  t.base(1) = 128;
  std::swap(t.choices.order[0], t.choices.order[1]);
  t.swap(0, 9), t.swap(1, 9);
  t.run(AtomsOp::CastSpin);
  EXPECT_EQ(t.rd(0), 0u);
  EXPECT_EQ(t.rd(1), 1u);
}

TEST(Atoms, ALaneInErrorDoesNotBlockItsBank_ATOMS_10) {
  Trial t;
  t.operands.exec = 3;
  t.base(0) = 1 << 20; // bank 0, out of range
  t.swap(1, 9);
  t.run(AtomsOp::CastSpin);
  EXPECT_EQ(t.error(0), ErrorKind::AddressOutOfRange);
  EXPECT_EQ(t.rd(1), 1u);
  EXPECT_EQ(t.cell(0), 9u);
}

TEST(Atoms, Spin64GroupsByTheChosenBank_ATOMS_10) {
  for (std::uint32_t byDefault : {0u, 1u}) {
    Trial t;
    t.operands.exec = 3;
    t.base(0) = 0, t.base(1) = 8;
    t.choices.bank64IsDefault = byDefault;
    t.choices.bank64[0] = t.choices.bank64[1] = 3;
    t.run(AtomsOp::CastSpin, AtomsSize::U64);
    EXPECT_EQ(t.rd(0), 1u);
    EXPECT_EQ(t.rd(1), byDefault);
  }
}

TEST(Atoms, MemoryIsLittleEndian_MACH_4) {
  Trial t;
  t.operand(0, 0x0A0B0C0D01020304);
  t.run(AtomsOp::Exch, AtomsSize::U64);
  const std::vector<std::uint8_t> expected = {4, 3, 2, 1, 0x0D, 0x0C, 0x0B, 0x0A};
  EXPECT_TRUE(std::equal(expected.begin(), expected.end(), t.memory.begin()));
}

/// All of ATOMS as the rules read: lane by lane, bit widths by masking, nothing shared with the datapaths.
struct Model {
  Trial t;
  AtomsOp op;
  AtomsSize size;

  std::uint64_t pair(unsigned row, unsigned lane) const {
    const std::uint64_t low = t.operands.row[row][lane];
    return size == AtomsSize::U64 ? low | static_cast<std::uint64_t>(t.operands.row[row + 1][lane]) << 32 : low;
  }
  std::uint64_t address(unsigned lane) const {
    const std::uint64_t imm = t.modifiers.imm24;
    if (t.modifiers.baseIsZero)
      return imm;
    const std::uint64_t extended = imm >= 0x800000 ? imm + 0xFF000000 : imm;
    return (t.operands.row[0][lane] + extended) % 0x100000000;
  }
  std::uint64_t applied(std::uint64_t m, std::uint64_t b) const {
    const auto lesser = [&](std::uint64_t x, std::uint64_t y) {
      return size == AtomsSize::S32 ? static_cast<std::int32_t>(x) < static_cast<std::int32_t>(y) : x < y;
    };
    switch (op) {
    case AtomsOp::Add:
      return (m + b) % 0x100000000;
    case AtomsOp::Min:
      return lesser(b, m) ? b : m;
    case AtomsOp::Max:
      return lesser(m, b) ? b : m;
    case AtomsOp::Inc:
      return m >= b ? 0 : m + 1;
    case AtomsOp::Dec:
      return m == 0 || m > b ? b : m - 1;
    case AtomsOp::And:
      return m & b;
    case AtomsOp::Or:
      return m | b;
    case AtomsOp::Xor:
      return m ^ b;
    default:
      return b;
    }
  }
  void run() {
    const unsigned bytes = spec::bytesOf(size);
    const bool flag = op == AtomsOp::Cast || op == AtomsOp::CastSpin;
    const bool pairWritten = size == AtomsSize::U64 && (!flag || t.choices.castPair);
    spec::Results& r = t.results;
    r.written[0] = r.written[1] = r.predicateWritten = 0;
    std::array<bool, 32> bankTaken{};
    const auto give = [&](unsigned lane, std::uint64_t value) {
      r.row[0][lane] = static_cast<std::uint32_t>(value);
      r.written[0] |= 1u << lane;
      if (!pairWritten)
        return;
      r.row[1][lane] = static_cast<std::uint32_t>(value >> 32);
      r.written[1] |= 1u << lane;
    };
    for (unsigned lane : t.choices.order) {
      r.error[lane] = 0;
      if (!(t.operands.exec >> lane & 1))
        continue;
      const std::uint64_t at = address(lane);
      const bool outside = at + bytes > t.memory.size(), misaligned = at % bytes;
      if (outside || misaligned) {
        const bool saysMisaligned = misaligned && (!outside || (t.choices.misalignedFirst >> lane & 1));
        r.error[lane] =
            static_cast<std::uint8_t>(saysMisaligned ? ErrorKind::MisalignedAddress : ErrorKind::AddressOutOfRange);
        if (t.choices.errorWrites >> lane & 1)
          give(lane, t.choices.errorValueLow[lane] | static_cast<std::uint64_t>(t.choices.errorValueHigh[lane]) << 32);
        continue;
      }
      const std::uint64_t m = t.cell(static_cast<std::uint32_t>(at), bytes), b = pair(1, lane), c = pair(3, lane);
      const bool compares = op == AtomsOp::Cas || flag;
      if (op == AtomsOp::CastSpin) {
        const bool chosen = size == AtomsSize::U64 && !t.choices.bank64IsDefault;
        bool& taken = bankTaken[chosen ? t.choices.bank64[lane] : at / 4 % 32];
        if (taken) {
          give(lane, 0);
          continue;
        }
        taken = true;
      }
      if (!compares || m == b)
        t.setCell(static_cast<std::uint32_t>(at), compares ? c : applied(m, b), bytes);
      give(lane, flag ? m == b : m);
    }
  }
};

Model randomTrial(AtomsOp op, AtomsSize size, std::mt19937& random) {
  const auto word = [&] { return static_cast<std::uint32_t>(random()); };
  Model model{{}, op, size};
  Trial& t = model.t;
  t.memory.resize(word() % 4 ? 256 : word() % 64);
  for (std::uint8_t& byte : t.memory)
    byte = static_cast<std::uint8_t>(word() % 3 ? 0 : word());
  for (auto& row : t.operands.row)
    for (std::uint32_t& value : row)
      value = word() % 2 ? word() % 4 : word();
  t.operands.exec = word() % 4 ? word() : ~0u;
  t.modifiers.baseIsZero = word() % 8 == 0;
  t.modifiers.imm24 = (word() % 2 ? word() % 64 : 0x1000000 - word() % 64) & 0xFFFFFC;
  const std::uint32_t imm = t.modifiers.imm24 >= 0x800000 ? t.modifiers.imm24 - 0x1000000 : t.modifiers.imm24;
  for (std::uint32_t& base : t.operands.row[0]) {
    const std::uint32_t address = word() % 8 ? word() % 12 * 8 : word() % 300; // mostly legal, often equal
    base = t.modifiers.baseIsZero ? 0 : address - imm;
  }
  std::shuffle(t.choices.order.begin(), t.choices.order.end(), random);
  t.choices.misalignedFirst = word(), t.choices.errorWrites = word();
  for (auto* row : {&t.choices.errorValueLow, &t.choices.errorValueHigh})
    for (std::uint32_t& value : *row)
      value = word();
  t.choices.castPair = word() % 2, t.choices.bank64IsDefault = word() % 2;
  for (unsigned lane = 0; lane < 32; ++lane)
    t.choices.bank64[lane] = model.address(lane) / 8 % 5;
  return model;
}

TEST(Atoms, EveryFormIsTheSlowModelOnRandomWarps_ATOMS_1_to_10) {
  std::mt19937 random(11);
  for (const spec::FormFamily& named : spec::families(spec::Mnemonic::Atoms)) {
    ASSERT_EQ(named.count, 1u) << named.name;
    const auto& form = named.form.as<spec::AtomsForm>();
    for (int round = 0; round < 2000; ++round) {
      Model model = randomTrial(form.op, form.size, random);
      Trial trial = model.t;
      model.run();
      trial.run(form.op, form.size);
      ASSERT_EQ(trial.memory, model.t.memory) << named.name << ", round " << round;
      ASSERT_EQ(std::memcmp(&trial.results, &model.t.results, sizeof trial.results), 0)
          << named.name << ", round " << round;
    }
  }
}
} // namespace
} // namespace warplaw
