// RED's executor: each rule on lanes worked out by hand (RED-2..7, MACH-3, -4, -7, -8); whole instructions from text.
#include "concrete/instructions/red.h"
#include "spec/surrounding_cells_fields.h"
#include "state.h"
#include <algorithm>
#include <cstring>
#include <fmt/format.h>

namespace warplaw {
namespace {
using spec::ErrorKind;
using spec::RedOp;
using spec::RedSize;

/// A datapath's test over regions that are added one by one.
struct Trial {
  spec::RedModifiers modifiers;
  spec::Operands operands;
  spec::RedChoices choices;
  spec::GenericRegions regions;
  spec::SpecialInputs inputs;
  std::vector<std::uint8_t> memory;
  spec::Results results;
  unsigned regionCount = 0;

  Trial() { std::memset(&results, 0xAB, sizeof results); }
  explicit Trial(std::initializer_list<std::pair<std::uint64_t, std::uint32_t>> all) : Trial() {
    for (const auto& [base, bytes] : all)
      add(base, bytes);
  }
  void add(std::uint64_t base, std::uint32_t bytes) {
    regions.baseLow[regionCount] = static_cast<std::uint32_t>(base);
    regions.baseHigh[regionCount] = static_cast<std::uint32_t>(base >> 32);
    memory.resize(memory.size() + bytes);
    std::fill(regions.end + regionCount++, std::end(regions.end), static_cast<std::uint32_t>(memory.size()));
  }
  /// The lane executes, with that address in Ra and that value in Rb.
  void lane(unsigned lane, std::uint64_t base, std::uint64_t operand) {
    operands.exec |= 1u << lane;
    operands.row[spec::red_rows::kBase][lane] = static_cast<std::uint32_t>(base);
    operands.row[spec::red_rows::kBaseHigh][lane] = static_cast<std::uint32_t>(base >> 32);
    operands.row[spec::red_rows::kOperand][lane] = static_cast<std::uint32_t>(operand);
    operands.row[spec::red_rows::kOperandHigh][lane] = static_cast<std::uint32_t>(operand >> 32);
  }
  void set(std::uint32_t place, std::uint64_t value, unsigned bytes) {
    for (unsigned at = 0; at < bytes; ++at)
      memory[place + at] = static_cast<std::uint8_t>(value >> 8 * at);
  }
  std::uint64_t at(std::uint32_t place, unsigned bytes = 4) const {
    std::uint64_t value = 0;
    for (unsigned byte = 0; byte < bytes; ++byte)
      value |= std::uint64_t{memory[place + byte]} << 8 * byte;
    return value;
  }
  void run(RedOp op, RedSize size) {
    ASSERT_FALSE(spec::faultOf(regions)) << spec::faultOf(regions)->message;
    ASSERT_FALSE(spec::faultOf(inputs)) << spec::faultOf(inputs)->message;
    modifiers.op = static_cast<std::uint32_t>(op);
    modifiers.size = static_cast<std::uint32_t>(size);
    const Trial before = *this;
    execute("portable");
    for (const concrete::Path& path : concrete::paths(spec::Mnemonic::Red)) { // every path does the same
      Trial other = before;
      if (path.supported)
        other.execute(path.name);
      EXPECT_TRUE(!path.supported ||
                  (other.memory == memory && std::memcmp(&other.results, &results, sizeof results) == 0))
          << path.name;
    }
    EXPECT_EQ(results.written[0] | results.written[1] | results.predicateWritten, 0u) << "RED returns nothing";
    for (unsigned lane = 0; lane < spec::kLanes; ++lane)
      if (!(operands.exec >> lane & 1))
        EXPECT_EQ(results.error[lane], 0) << lane << " does not execute";
  }
  void execute(std::string_view path) {
    const std::string symbol = "warplaw_red_" + std::string(path);
    auto* datapath = reinterpret_cast<concrete::RedDatapath*>(concrete::shippedFunction(symbol));
    ASSERT_NE(datapath, nullptr) << symbol;
    datapath(&modifiers, &operands, &choices, {memory.data(), static_cast<std::uint32_t>(memory.size())}, &regions,
             &inputs, &results);
  }
  ErrorKind error(unsigned lane) const { return static_cast<ErrorKind>(results.error[lane]); }
};

/// What one lane's Rb makes of memory.
std::uint64_t once(RedOp op, RedSize size, std::uint64_t memory, std::uint64_t operand,
                   const spec::RedChoices& choices = {}) {
  Trial t{{0x100, 16}};
  const unsigned bytes = spec::bytesOf(size);
  std::fill(t.memory.begin(), t.memory.end(), 0xEE);
  t.set(8, memory, bytes);
  t.lane(13, 0x108, operand);
  t.choices = choices;
  t.run(op, size);
  EXPECT_EQ(t.error(13), ErrorKind::None);
  EXPECT_TRUE(std::all_of(t.memory.begin(), t.memory.begin() + 8, [](auto byte) { return byte == 0xEE; }));
  EXPECT_TRUE(std::all_of(t.memory.begin() + 8 + bytes, t.memory.end(), [](auto byte) { return byte == 0xEE; }));
  return t.at(8, bytes);
}
/// The error of one lane at that address, size U32 or wide.
ErrorKind errorAt(Trial t, std::uint64_t address, RedSize size = RedSize::U32) {
  const auto before = t.memory;
  t.lane(5, address, 1);
  t.run(RedOp::Add, size);
  EXPECT_EQ(t.memory == before, t.error(5) != ErrorKind::None) << "an access exactly where there is no error";
  return t.error(5);
}

TEST(Red, TableOfIntegers_RED_6) {
  struct {
    RedOp op;
    RedSize size;
    std::uint64_t memory, operand, after;
  } const kRows[] = {
      {RedOp::Add, RedSize::U32, 0xffffffff, 2, 1},
      {RedOp::Add, RedSize::S32, 0x7fffffff, 1, 0x80000000},
      {RedOp::Add, RedSize::U64, 0xffffffff, 1, 0x100000000},
      {RedOp::Add, RedSize::U64, ~0ull, 1, 0},
      {RedOp::Min, RedSize::U32, 1, 0xffffffff, 1},
      {RedOp::Min, RedSize::S32, 1, 0xffffffff, 0xffffffff},
      {RedOp::Max, RedSize::U32, 1, 0xffffffff, 0xffffffff},
      {RedOp::Max, RedSize::S32, 1, 0xffffffff, 1},
      {RedOp::Min, RedSize::U64, 1ull << 63, 5, 5},
      {RedOp::Min, RedSize::S64, 1ull << 63, 5, 1ull << 63},
      {RedOp::Max, RedSize::U64, 1ull << 63, 5, 1ull << 63},
      {RedOp::Max, RedSize::S64, 1ull << 63, 5, 5},
      {RedOp::Max, RedSize::U64, 0x1ffffffff, 0x200000000, 0x200000000},
      {RedOp::Inc, RedSize::U32, 4, 5, 5},
      {RedOp::Inc, RedSize::U32, 5, 5, 0},
      {RedOp::Inc, RedSize::U32, 6, 5, 0},
      {RedOp::Dec, RedSize::U32, 0, 5, 5},
      {RedOp::Dec, RedSize::U32, 6, 5, 5},
      {RedOp::Dec, RedSize::U32, 5, 5, 4},
      {RedOp::And, RedSize::U32, 0b1100, 0b1010, 0b1000},
      {RedOp::Or, RedSize::S32, 0b1100, 0b1010, 0b1110},
      {RedOp::Xor, RedSize::U64, 0xf00000000ull | 0b1100, 0x300000000ull | 0b1010, 0xc00000000ull | 0b0110},
  };
  for (const auto& row : kRows)
    EXPECT_EQ(once(row.op, row.size, row.memory, row.operand), row.after)
        << int(row.op) << " " << int(row.size) << " " << row.memory << " " << row.operand;
}

TEST(Red, SinglesFlushAndRoundToEven_RED_7) {
  constexpr auto kAdd = RedOp::Add;
  constexpr auto kSingle = RedSize::F32;
  EXPECT_EQ(once(kAdd, kSingle, 0x3f800000, 0x40000000), 0x40400000u) << "1 + 2";
  EXPECT_EQ(once(kAdd, kSingle, 0x4b800000, 0x3f800000), 0x4b800000u) << "2^24 + 1 ties to the even one";
  EXPECT_EQ(once(kAdd, kSingle, 0x4b800001, 0x3f800000), 0x4b800002u) << "2^24 + 2 + 1 ties to the even one";
  EXPECT_EQ(once(kAdd, kSingle, 0x00400000, 0x3f800000), 0x3f800000u);
  EXPECT_EQ(once(kAdd, kSingle, 0x00400000, 0x00400000), 0u) << "subnormal M and Rb are zeros";
  EXPECT_EQ(once(kAdd, kSingle, 0x80400000, 0x80400000), 0x80000000u) << "of their signs";
  EXPECT_EQ(once(kAdd, kSingle, 0x80400000, 0x00400000), 0u);
  EXPECT_EQ(once(kAdd, kSingle, 0x00800000, 0x80c00000), 0x80000000u) << "a subnormal sum is -0";
  EXPECT_EQ(once(kAdd, kSingle, 0x00c00000, 0x80800000), 0u) << "a subnormal sum is +0";
  EXPECT_EQ(once(kAdd, kSingle, 0x7f7fffff, 0x7f7fffff), 0x7f800000u) << "overflow";
  EXPECT_EQ(once(kAdd, kSingle, 0x7f800000, 0xff800000), 0x7fffffffu) << "infinity - infinity";
  EXPECT_EQ(once(kAdd, kSingle, 0x7fc01234, 0x3f800000), 0x7fffffffu) << "one NaN, whatever came";
}

TEST(Red, HalvesKeepSubnormals_RED_7) {
  EXPECT_EQ(once(RedOp::Add, RedSize::F16x2, 0x3c000001, 0x3c000001), 0x40000002u) << "1 + 1, and 2^-24 twice";
  EXPECT_EQ(once(RedOp::Add, RedSize::F16x2, 0xffff7bff, 0x00007bff), 0x7fff7c00u) << "a NaN; overflow";
  EXPECT_EQ(once(RedOp::Add, RedSize::F16x2, 0x68006801, 0x3c003c00), 0x68006802u) << "ties go to the even one";
  EXPECT_EQ(once(RedOp::Min, RedSize::F16x2, 0x3c00bc00, 0xbc003c00), 0xbc00bc00u);
  EXPECT_EQ(once(RedOp::Max, RedSize::F16x2, 0x3c00bc00, 0xbc003c00), 0x3c003c00u);
  EXPECT_EQ(once(RedOp::Max, RedSize::F16x2, 0x00010002, 0x00020001), 0x00020002u) << "subnormals are numbers";
  EXPECT_EQ(once(RedOp::Min, RedSize::F16x2, 0x7e01fc01, 0x7c003c00), 0x7c003c00u) << "a number beside a NaN";
  EXPECT_EQ(once(RedOp::Min, RedSize::F16x2, 0x7c003c00, 0x7e01fc01), 0x7c003c00u);
  EXPECT_EQ(once(RedOp::Max, RedSize::F16x2, 0xfe01fc01, 0x7e017fff), 0x7fff7fffu) << "two NaNs";
}

TEST(Red, ZerosOfUnlikeSignAreAChoice_RED_7) {
  const auto after = [](RedOp op, std::uint32_t choice) {
    spec::RedChoices choices;
    choices.unlikeZeros = choice;
    return once(op, RedSize::F16x2, 0x80000000, 0x00008000, choices); // -0 with +0, +0 with -0
  };
  EXPECT_EQ(after(RedOp::Min, 0), 0x80008000u);
  EXPECT_EQ(after(RedOp::Max, 0), 0u);
  for (const RedOp op : {RedOp::Min, RedOp::Max}) {
    EXPECT_EQ(after(op, 1), 0x80000000u) << "memory's stay";
    EXPECT_EQ(after(op, 2), 0x00008000u) << "Rb's are taken";
  }
}

TEST(Red, DoublesRoundOnceAndNanIsAChoice_RED_7) {
  constexpr std::uint64_t kOne = 0x3ff0000000000000, kInfinity = 0x7ff0000000000000, kMinus = 1ull << 63;
  EXPECT_EQ(once(RedOp::Add, RedSize::F64, kOne, kOne), 0x4000000000000000u);
  EXPECT_EQ(once(RedOp::Add, RedSize::F64, 1, 2), 3u) << "no flush";
  EXPECT_EQ(once(RedOp::Add, RedSize::F64, 0x4340000000000000, kOne), 0x4340000000000000u) << "2^53 + 1 ties to even";
  EXPECT_EQ(once(RedOp::Add, RedSize::F64, 0x4340000000000001, kOne), 0x4340000000000002u);
  EXPECT_EQ(once(RedOp::Add, RedSize::F64, kInfinity, kInfinity | kMinus), 0x7ff8000000000000u) << "the default";
  spec::RedChoices choices;
  choices.nanHigh[13] = 0xfff12345, choices.nanLow[13] = 0x6789abcd;
  EXPECT_EQ(once(RedOp::Add, RedSize::F64, kInfinity | 7, kOne, choices), 0xfff123456789abcdu) << "the lane's own";
}

TEST(Red, AddressesAre32BitsWide_RED_2) {
  const auto reaches = [](std::uint64_t region, std::uint32_t base, std::uint32_t imm20) {
    Trial t{{region, 4}};
    t.modifiers.imm20 = imm20;
    return errorAt(t, base) == ErrorKind::None;
  };
  EXPECT_TRUE(reaches(0x1000, 0x1000, 0));
  EXPECT_TRUE(reaches(0x817fc, 0x2000, 0x7f7fc));
  EXPECT_TRUE(reaches(0xffc, 0x1000, 0xffffc)) << "-4";
  EXPECT_TRUE(reaches(0x1000, 0x81000, 0x80000)) << "-2^19";
  EXPECT_TRUE(reaches(0xffff0000, 0, 0xf0000)) << "[0xFFFF0000]";
  EXPECT_TRUE(reaches(0x10, 0xfffffff0, 0x20)) << "wraps at 32 bits";
  EXPECT_FALSE(reaches(0x100000010, 0xfffffff0, 0x20));
  EXPECT_FALSE(reaches(0xf0000, 0, 0xf0000)) << "not zero-extended";
}

TEST(Red, AddressesUnderEAre64BitsWide_RED_2) {
  const auto reaches = [](std::uint64_t region, std::uint64_t base, std::uint32_t imm20, bool highBitsCount = true) {
    Trial t{{region, 4}};
    t.modifiers = {.extended = 1, .imm20 = imm20};
    t.choices.highBitsCount = highBitsCount;
    return errorAt(t, base) == ErrorKind::None;
  };
  EXPECT_TRUE(reaches(0x1000, 0x1000, 0));
  EXPECT_TRUE(reaches(0x100000010, 0xfffffff0, 0x20)) << "no wrap at 32 bits";
  EXPECT_TRUE(reaches(0xfffffffc, 0x100000000, 0xffffc)) << "-4 borrows";
  EXPECT_TRUE(reaches(0xfffffffffc, 0xfffffffffc, 0)) << "the last word of 40 bits";
  EXPECT_TRUE(reaches(0x10, ~0ull - 15, 0x20)) << "wraps at 64 bits";
  for (const unsigned bit : {40u, 41u, 63u}) { // [param]
    EXPECT_FALSE(reaches(0x1000, 0x1000 | 1ull << bit, 0)) << bit;
    EXPECT_TRUE(reaches(0x1000, 0x1000 | 1ull << bit, 0, false)) << bit;
  }
  EXPECT_FALSE(reaches(0x1000, 0x1000 | 1ull << 39, 0, false));
  EXPECT_FALSE(reaches(0xfffffffffc, ~0ull - 3, 0));
  EXPECT_TRUE(reaches(0xfffffffffc, ~0ull - 3, 0, false));
}

TEST(Red, MisalignedAddressesMakeNoAccess_RED_3) {
  const Trial t{{0x100, 32}};
  for (std::uint32_t address = 0x100; address < 0x110; ++address) {
    EXPECT_EQ(errorAt(t, address), address % 4 ? ErrorKind::MisalignedAddress : ErrorKind::None) << address;
    EXPECT_EQ(errorAt(t, address, RedSize::U64), address % 8 ? ErrorKind::MisalignedAddress : ErrorKind::None);
    EXPECT_EQ(errorAt(t, address, RedSize::F16x2), address % 4 ? ErrorKind::MisalignedAddress : ErrorKind::None);
  }
}

TEST(Red, WindowsAreNoGlobalMemory_RED_4) {
  Trial t{{0x1000, 0x100}};
  t.inputs.sharedWindowLow = 0x1010, t.inputs.sharedWindowSize = 0x10;
  t.inputs.localWindowLow = 0x1040, t.inputs.localWindowSize = 4;
  for (std::uint32_t address = 0x1000; address < 0x1100; address += 4) {
    const bool inside = (address >= 0x1010 && address < 0x1020) || address == 0x1040;
    EXPECT_EQ(errorAt(t, address), inside ? ErrorKind::InvalidAddressSpace : ErrorKind::None) << address;
  }
  Trial last{{0xfffffff8, 8}};
  last.inputs.localWindowLow = 0xff000000, last.inputs.localWindowSize = 0x1000000;
  EXPECT_EQ(errorAt(last, 0xfffffffc), ErrorKind::InvalidAddressSpace) << "a window that ends at 4 GiB";
  Trial high{{0x1'0000'1010, 8}};
  high.inputs = t.inputs;
  high.modifiers.extended = 1;
  EXPECT_EQ(errorAt(high, 0x1'0000'1010), ErrorKind::None) << "windows lie below 4 GiB";
}

TEST(Red, AnAccessLiesInOneRegion_RED_5) {
  const Trial t{{0x102, 6}, {0x108, 9}, {0x120, 4}}; // 0x102..0x107, 0x108..0x110, 0x120..0x123
  const std::vector<std::uint32_t> words = {0x104, 0x108, 0x10c, 0x120}, pairs = {0x108};
  for (std::uint32_t address = 0xf8; address < 0x130; address += 4)
    EXPECT_EQ(errorAt(t, address) == ErrorKind::None, std::ranges::count(words, address) == 1) << address;
  for (std::uint32_t address = 0xf8; address < 0x130; address += 8)
    EXPECT_EQ(errorAt(t, address, RedSize::U64) == ErrorKind::None, std::ranges::count(pairs, address) == 1) << address;
  const Trial adjacent{{0x100, 6}, {0x106, 6}};
  EXPECT_EQ(errorAt(adjacent, 0x104), ErrorKind::AddressOutOfRange) << "half in either region";
  EXPECT_EQ(errorAt(adjacent, 0x108), ErrorKind::None);
  EXPECT_EQ(errorAt(Trial{}, 0), ErrorKind::AddressOutOfRange) << "no memory";
}

TEST(Red, EachRegionHasItsBytes_RED_5) {
  Trial t{{0x102, 6}, {0x1'0000'0000, 8}, {0xff'ffff'fff8, 8}};
  t.modifiers.extended = 1;
  t.lane(0, 0x104, 1);
  t.lane(1, 0x1'0000'0004, 2);
  t.lane(2, 0xff'ffff'fff8, 3);
  t.run(RedOp::Add, RedSize::U32);
  std::vector<std::uint8_t> wanted(22);
  wanted[2] = 1, wanted[6 + 4] = 2, wanted[6 + 8] = 3;
  EXPECT_EQ(t.memory, wanted);
}

/// What the turns are handed, by RED and by SURED.
TEST(Red, AReachIsAPlaceAndASizeOrAnError_RED_5_RED_6) {
  for (const RedSize size : {RedSize::U32, RedSize::S32, RedSize::S64, RedSize::F64}) {
    Trial t{{0x100, 8}, {0x200, 24}};
    t.modifiers.size = static_cast<std::uint32_t>(size);
    t.lane(3, 0x210, 1);
    t.lane(4, 0x211, 1);
    spec::Results reached;
    concrete::warplaw_red_reach_portable(&t.modifiers, &t.operands, &t.choices, &t.regions, &t.inputs, &reached);
    EXPECT_EQ(reached.row[0][3], 24 | t.modifiers.size << 24);
    EXPECT_EQ(reached.row[0][4], 1u << 31 | static_cast<std::uint32_t>(ErrorKind::MisalignedAddress));
  }
}

TEST(Red, TheFirstErrorInTheChosenTurnIsReported_MACH_8) {
  using enum ErrorKind;
  const auto reported = [](std::uint32_t address, std::uint8_t choice) {
    Trial t{{0x100, 16}};
    t.inputs.sharedWindowLow = 0x108, t.inputs.sharedWindowSize = 0x100;
    t.choices.reported[5] = choice;
    return errorAt(t, address);
  };
  const auto all = [&](std::uint32_t address) {
    return std::array{reported(address, 0), reported(address, 1), reported(address, 2)};
  };
  EXPECT_EQ(all(0x104), (std::array{None, None, None}));
  EXPECT_EQ(all(0x101), (std::array{MisalignedAddress, MisalignedAddress, MisalignedAddress}));
  EXPECT_EQ(all(0x10c), (std::array{InvalidAddressSpace, InvalidAddressSpace, InvalidAddressSpace}));
  EXPECT_EQ(all(0x300), (std::array{AddressOutOfRange, AddressOutOfRange, AddressOutOfRange}));
  EXPECT_EQ(all(0x109), (std::array{MisalignedAddress, InvalidAddressSpace, MisalignedAddress}));
  EXPECT_EQ(all(0x110), (std::array{InvalidAddressSpace, InvalidAddressSpace, AddressOutOfRange}));
  EXPECT_EQ(all(0x302), (std::array{MisalignedAddress, AddressOutOfRange, AddressOutOfRange}));
  EXPECT_EQ(all(0x112), (std::array{MisalignedAddress, InvalidAddressSpace, AddressOutOfRange}));
}

TEST(Red, OneLanesErrorStopsNobody_MACH_8) {
  Trial t{{0x100, 8}};
  for (unsigned lane = 0; lane < spec::kLanes; ++lane)
    t.lane(lane, lane % 2 ? 0x100 : 0x101 + lane, 1);
  t.operands.exec &= ~(1u << 31);
  t.run(RedOp::Add, RedSize::U32);
  EXPECT_EQ(t.at(0), 15u) << "lanes 1, 3, .. 29";
  EXPECT_EQ(t.at(4), 0u);
  for (unsigned lane = 0; lane < spec::kLanes; ++lane)
    EXPECT_EQ(t.error(lane) != ErrorKind::None, lane % 2 == 0) << lane;
}

TEST(Red, LittleEndian_MACH_4) {
  Trial t{{0x103, 13}}; // the word at 0x104 begins with the second byte
  t.lane(0, 0x104, 0x04030201);
  t.run(RedOp::Or, RedSize::U32);
  t.lane(0, 0x108, 0x0807060504030201);
  t.run(RedOp::Or, RedSize::U64);
  EXPECT_EQ(t.memory, (std::vector<std::uint8_t>{0, 1, 2, 3, 4, 1, 2, 3, 4, 5, 6, 7, 8}));
}

TEST(Red, LanesTakeTurnsInTheChosenOrder_RED_6) {
  const auto after = [](unsigned first, unsigned second) { // INC to 0 (Rb = 0) and to 1 (Rb = 1): the last one tells
    Trial t{{0x100, 4}};
    t.lane(first, 0x100, 0);
    t.lane(second, 0x100, 1);
    std::swap(t.choices.order[3], t.choices.order[20]);
    t.run(RedOp::Inc, RedSize::U32);
    return t.at(0);
  };
  EXPECT_EQ(after(1, 2), 1u) << "0 stays 0, then 0 + 1";
  EXPECT_EQ(after(2, 1), 0u) << "0 + 1, then back to 0";
  EXPECT_EQ(after(3, 20), 0u) << "20 comes before 3";
  EXPECT_EQ(after(20, 3), 1u);
  Trial all{{0x100, 4}};
  for (unsigned lane = 0; lane < spec::kLanes; ++lane)
    all.lane(lane, 0x100, 1);
  all.run(RedOp::Add, RedSize::U32);
  EXPECT_EQ(all.at(0), 32u) << "no step is lost";
}

/// The document calls RED atomic; of F16x2 each half is, on its own.
TEST(Red, HalvesHaveTheirOwnOrders_RED_6) {
  const auto after = [](bool lowTurned, bool highTurned) {
    Trial t{{0x100, 4}};
    t.set(0, 0x68006800, 4);      // {2048, 2048}
    t.lane(0, 0x100, 0x3c003c00); // {1, 1}
    t.lane(1, 0x100, 0xe800e800); // {-2048, -2048}
    if (lowTurned)
      std::swap(t.choices.order[0], t.choices.order[1]);
    if (highTurned)
      std::swap(t.choices.orderHigh[0], t.choices.orderHigh[1]);
    t.run(RedOp::Add, RedSize::F16x2);
    return t.at(0);
  };
  EXPECT_EQ(after(false, false), 0x00000000u) << "2048 + 1 ties to 2048";
  EXPECT_EQ(after(true, true), 0x3c003c00u);
  EXPECT_EQ(after(true, false), 0x00003c00u) << "as no order of both would leave it";
  EXPECT_EQ(after(false, true), 0x3c000000u);
}

// ---- whole instructions

tests::State stateWith(std::uint64_t base, std::uint32_t bytes) {
  tests::State s;
  s.surroundings.cells.regions.baseLow[0] = static_cast<std::uint32_t>(base);
  s.surroundings.cells.regions.baseHigh[0] = static_cast<std::uint32_t>(base >> 32);
  std::fill(std::begin(s.surroundings.cells.regions.end), std::end(s.surroundings.cells.regions.end), bytes);
  s.surroundings.generic.resize(bytes);
  return s;
}

TEST(RedInstruction, NothingButMemoryAndErrorsChanges_MACH_5) {
  tests::State s = stateWith(0x100, 4);
  std::fill_n(s.warp->registers[1], spec::kLanes, 0x100u);
  s.warp->predicates[0] = 0x0f;
  s.warp->active = 0x3c;
  const spec::Warp before = *s.warp;
  ASSERT_TRUE(s.run("@P0 RED.ADD.U32 [R1], R2"));
  EXPECT_EQ(s.surroundings.generic, (spec::SharedMemory{5, 4, 0, 0})) << "R2 of lanes 2 and 3";
  EXPECT_EQ(std::memcmp(&before, s.warp.get(), sizeof before), 0);
  EXPECT_EQ(s.shared, spec::SharedMemory(256));
}

TEST(RedInstruction, HelpersLeaveMemory_MACH_7) {
  for (const auto shader : {spec::ShaderKind::Pixel, spec::ShaderKind::Compute, spec::ShaderKind::Vertex}) {
    tests::State s = stateWith(0x100, 4);
    std::fill_n(s.warp->registers[1], spec::kLanes, 0x100u);
    s.warp->registers[1][1] = 0x101;
    s.warp->helpers = 0xfffffffe;
    ASSERT_TRUE(s.run("RED.ADD.U32 [R1], R2", {}, shader));
    EXPECT_EQ(s.surroundings.generic, (spec::SharedMemory{0, 2, 0, 0})) << "R2 of lane 0 alone";
    EXPECT_EQ(s.warp->errors[1], 0);
  }
}

TEST(RedInstruction, PairsAndZeroRegisters_MACH_3) {
  tests::State s = stateWith(0x1'0000'0008, 8);
  s.warp->active = 1;
  s.warp->registers[2][0] = 4, s.warp->registers[3][0] = 1; // 0x1'0000'0004
  ASSERT_TRUE(s.run("RED.E.ADD.U64 [R2 + 4], R4"));
  EXPECT_EQ(s.surroundings.generic, (spec::SharedMemory{0, 4, 0, 0, 0, 5, 0, 0})) << "R4 and R5 of lane 0";
  ASSERT_TRUE(s.run("RED.E.AND.U64 [R2 + 4], RZ"));
  EXPECT_EQ(s.surroundings.generic, spec::SharedMemory(8)) << "both words of RZ are 0";
  tests::State low = stateWith(0x10, 4);
  low.warp->active = 1;
  for (const std::string_view text : {"RED.E.OR [RZ + 0x10], R9", "RED.OR [RZ + 0x10], R9", "RED.E.OR [0x10], R9"}) {
    low.surroundings.generic = spec::SharedMemory(4);
    ASSERT_TRUE(low.run(text));
    EXPECT_EQ(low.surroundings.generic, (spec::SharedMemory{0, 9, 0, 0})) << text;
  }
}

TEST(RedInstruction, AbsoluteAddressesFromText_RED_2) {
  for (const std::string_view text :
       {"RED.MIN.S32 [0xFFFF0000], R9", "RED.MIN.S32 [RZ - 0x10000], R9", "RED.E.MIN.S32 [R2 - 0x10000], R9"}) {
    tests::State s = stateWith(0xffff0000, 4);
    s.surroundings.generic = {0xff, 0xff, 0xff, 0x7f};
    s.warp->active = 1;
    s.warp->registers[2][0] = 0, s.warp->registers[3][0] = 1;
    ASSERT_TRUE(s.run(text));
    EXPECT_EQ(s.surroundings.generic, (spec::SharedMemory{0, 9, 0, 0})) << text;
  }
  tests::State s = stateWith(0xf0000, 4);
  s.warp->active = 1;
  ASSERT_TRUE(s.run("RED.ADD [RZ - 0x10000], R9"));
  EXPECT_EQ(s.warp->errors[0], static_cast<int>(ErrorKind::AddressOutOfRange)) << "sign-extended under RZ, too";
}

TEST(RedInstruction, RejectedSurroundings_RED_4_RED_5) {
  const auto ruleOf = [](auto change) -> std::string {
    tests::State s = stateWith(0x100, 8);
    change(s.surroundings);
    const auto done = s.run("RED.ADD [0x100], R1");
    EXPECT_TRUE(s.run("S2R R0, SR_EQMASK") || !done) << "looks at no generic memory";
    return done ? "" : done.error().rule;
  };
  EXPECT_EQ(ruleOf([](auto&) {}), "");
  EXPECT_EQ(ruleOf([](auto& s) { s.generic.resize(4); }), "RED-5") << "fewer bytes than the regions say";
  EXPECT_EQ(ruleOf([](auto& s) { s.generic.resize(12); }), "RED-5");
  EXPECT_EQ(ruleOf([](auto& s) { s.cells.regions.baseHigh[0] = 0x100; }), "RED-5");
  EXPECT_EQ(ruleOf([](auto& s) { s.cells.inputs.sharedWindowLow = 2, s.cells.inputs.sharedWindowSize = ~0u; }),
            "RED-4");
}

} // namespace
} // namespace warplaw
