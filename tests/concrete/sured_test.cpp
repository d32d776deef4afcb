// Where SURED's lanes go: each rule on lanes worked out by hand (SURED-1, SURED-4..8, SURED-11, RED-3, RED-5, MACH-8).
#include "sured_trial.h"

namespace warplaw {
namespace {
using spec::ErrorKind;
using spec::RedOp;
using spec::SuredClamp;
using spec::SuredDim;
using spec::SuredSize;
using spec::TexelComponents;
using spec::TextureType;
using tests::blockLinear;
using tests::buffer;
using tests::numberOf;
using tests::pitch;
using Trial = tests::SuredTrial;

constexpr std::int64_t kDropped = -1; ///< no access and no error
constexpr std::int64_t failed(ErrorKind kind) { return -100 - static_cast<std::int64_t>(kind); }
constexpr std::int64_t kMisaligned = failed(ErrorKind::MisalignedAddress),
                       kOutside = failed(ErrorKind::SurfaceOutOfRange),
                       kUnallocated = failed(ErrorKind::AddressOutOfRange),
                       kNoTexture = failed(ErrorKind::InvalidTexture);

/// The place that one lane reaches (its element there becomes 1), or what else becomes of it.
std::int64_t reached(Trial t, SuredDim dim, std::array<std::uint32_t, 3> at, SuredClamp clamp = SuredClamp::Near,
                     SuredSize size = SuredSize::U32, std::uint32_t handle = 0) {
  t.lane(13, at, 1, handle);
  t.run(dim, RedOp::Add, size, clamp);
  const auto changed = std::ranges::find_if(t.memory, [](std::uint8_t byte) { return byte != 0; });
  if (changed == t.memory.end())
    return t.error(13) == ErrorKind::None ? kDropped : failed(t.error(13));
  EXPECT_EQ(t.error(13), ErrorKind::None);
  EXPECT_EQ(std::ranges::count(t.memory, 0), static_cast<std::ptrdiff_t>(t.memory.size() - 1));
  return changed - t.memory.begin();
}
constexpr std::uint32_t minus(std::uint32_t value) { return -value; }

// ---- addresses

TEST(Sured, Pitch_SURED_8) {
  auto h = pitch(100, 5);
  h.pitch = 512;
  const Trial t(h);
  EXPECT_EQ(reached(t, SuredDim::D2, {0, 0}), 0);
  EXPECT_EQ(reached(t, SuredDim::D2, {3, 2}), 2 * 512 + 3 * 4);
  EXPECT_EQ(reached(t, SuredDim::D2, {99, 4}), 4 * 512 + 99 * 4);
  h.texture = numberOf(TextureType::T2DNoMipmap), h.pitch = 0x1fffe0; // the widest
  EXPECT_EQ(reached(Trial(h, 1u << 24), SuredDim::D2, {1, 4}), 4 * 0x1fffe0 + 4);
  h.texture = numberOf(TextureType::T1D), h.lastY = 0;
  EXPECT_EQ(reached(Trial(h), SuredDim::D1, {7, 3, 3}), 28) << "y and z are not read";
}

TEST(Sured, Buffer_SURED_8) {
  EXPECT_EQ(reached(Trial(buffer(100)), SuredDim::D1Buffer, {5, 9, 9}), 20);
  auto t = Trial(buffer(0x20001)); // its width has a high half
  EXPECT_EQ(reached(t, SuredDim::D1Buffer, {0x3fff}), 0x3fff * 4);
  t.modifiers.byteAddress = 1;
  EXPECT_EQ(reached(t, SuredDim::D1Buffer, {20}), 20);
}

/// 100 x 40 texels of 4 bytes: 7 columns of blocks, each of 2 GOBs = 1024 bytes; a row of blocks is 7168 bytes.
/// (37, 29): byte 148 of row 29: column 2 = 2048, row 1 of blocks = 7168, its second GOB = 512, in that
/// (20, 5): 2 * 64 + 32 + 16 + 4 = 180.
TEST(Sured, BlockLinear_SURED_8) {
  const Trial t(blockLinear(TextureType::T2D, 100, 40, 1, 1));
  EXPECT_EQ(reached(t, SuredDim::D2, {37, 29}), 2048 + 7168 + 512 + 180);
  EXPECT_EQ(reached(t, SuredDim::D2, {8, 0}), 256);
  EXPECT_EQ(reached(t, SuredDim::D2, {0, 16}), 7168);
}

/// 20 x 20 x 5: 2 columns, 2 rows of blocks of 2 x 2 GOBs = 2048 bytes, a slab of 2 slices is 8192 bytes. (17, 18, 3):
/// column 1 = 2048, row 1 = 4096, slab 1 = 8192, its second slice = 1024, in the GOB (4, 2) = 64 + 4.
TEST(Sured, Slices_SURED_8) {
  const Trial t(blockLinear(TextureType::T3D, 20, 20, 5, 1, 1));
  EXPECT_EQ(reached(t, SuredDim::D3, {17, 18, 3}), 2048 + 4096 + 8192 + 1024 + 68);
  EXPECT_EQ(reached(t, SuredDim::D3, {0, 0, 4}), 2 * 8192);
}

/// 64 x 20, 3 layers, 4 columns of blocks of 2 GOBs: 2 rows of blocks of 4096 bytes a layer. The depth of blocks is 1.
TEST(Sured, Layers_SURED_8) {
  const Trial t(blockLinear(TextureType::T2DArray, 64, 20, 3, 1, 2));
  EXPECT_EQ(reached(t, SuredDim::D2Array, {0, 0, 2}), 2 * 8192);
  EXPECT_EQ(reached(t, SuredDim::D2Array, {1, 17, 1}), 8192 + 4096 + 16 + 4);
  EXPECT_EQ(reached(Trial(blockLinear(TextureType::T1DArray, 20, 1, 4, 5, 5)), SuredDim::D1Array, {17, 3}),
            3 * 1024 + 512 + 4);
}

/// Bits below those that a header has of an address are no part of it; nor has a buffer rows or layers.
TEST(Sured, BitsBesideAHeadersFields_SURED_8) {
  Trial linear(blockLinear(TextureType::T2D, 4)), rows(pitch(4, 1)), bytes(buffer(4));
  linear.surfaces.header[1] |= 0x1ff;
  rows.surfaces.header[1] |= 0x1f;
  bytes.surfaces.header[5] = 0xffffffff;
  EXPECT_EQ(reached(linear, SuredDim::D2, {1, 0}), 4);
  EXPECT_EQ(reached(rows, SuredDim::D2, {1, 0}), 4);
  EXPECT_EQ(reached(bytes, SuredDim::D1Buffer, {1, 0}, SuredClamp::Trap), 4);
}

TEST(Sured, BlocksShrink_SURED_8) {
  const auto secondColumn = [](std::uint32_t height, std::uint32_t blockHeight) { // in GOBs of one block
    return reached(Trial(blockLinear(TextureType::T2D, 17, height, 1, blockHeight)), SuredDim::D2, {16, 0}) / 512;
  };
  EXPECT_EQ(secondColumn(8, 5), 1);
  EXPECT_EQ(secondColumn(9, 5), 2);
  EXPECT_EQ(secondColumn(16, 5), 2);
  EXPECT_EQ(secondColumn(17, 5), 4);
  EXPECT_EQ(secondColumn(128, 5), 16);
  EXPECT_EQ(secondColumn(129, 5), 32);
  EXPECT_EQ(secondColumn(129, 3), 8) << "no more than the header says";
  EXPECT_EQ(reached(Trial(blockLinear(TextureType::T3D, 17, 1, 3, 0, 5)), SuredDim::D3, {16, 0, 0}), 4 * 512);
  EXPECT_EQ(reached(Trial(blockLinear(TextureType::T3D, 17, 1, 2, 0, 5)), SuredDim::D3, {16, 0, 0}), 2 * 512);
}

/// Every texel of surfaces whose blocks have every size, and those of 64-bit elements.
TEST(Sured, BlockLinearIsWhatAWalkOverItsBytesSays_SURED_8) {
  const auto check = [](spec::TextureHeader h, SuredDim dim, SuredSize size) {
    const bool isDeep = dim == SuredDim::D3, isArray = dim == SuredDim::D1Array || dim == SuredDim::D2Array;
    const unsigned bytes = isWide(size) ? 8 : 4, width = (h.lastX + 1) * (h.components == 4 ? 8 : 4);
    const unsigned depth = isDeep ? h.lastZ + 1 : 1, layers = isArray ? h.lastZ + 1 : 1;
    const unsigned length = tests::walkBlockLinear(h, depth, layers, [](auto...) {});
    Trial t(h, length);
    std::vector<std::uint8_t> wanted(length);
    unsigned lane = 0;
    std::uint64_t number = 0;
    tests::walkBlockLinear(h, depth, layers, [&](unsigned offset, unsigned x, unsigned y, unsigned z, unsigned layer) {
      if (x % bytes || x + bytes > width || y > h.lastY || z >= depth)
        return;
      std::memcpy(&wanted[offset], &++number, bytes);
      const bool isSecond = dim == SuredDim::D1Array;
      t.lane(lane, {x / bytes, isSecond ? layer : y, isDeep ? z : layer}, number);
      if (++lane == spec::kLanes)
        lane = 0, t.run(dim, RedOp::Add, size, SuredClamp::Trap), t.operands.exec = 0;
    });
    t.run(dim, RedOp::Add, size, SuredClamp::Trap);
    EXPECT_GT(number, 0u);
    EXPECT_EQ(t.memory == wanted, true) << numberOf(dim) << " " << h.blockHeight << " " << h.blockDepth;
  };
  for (std::uint32_t log = 0; log <= spec::kMostBlockLog; ++log)
    for (const SuredSize size : {SuredSize::U32, SuredSize::U64}) {
      check(blockLinear(TextureType::T1D, 37, 1, 1, log, log), SuredDim::D1, size);
      check(blockLinear(TextureType::T1DArray, 37, 1, 3, log, log), SuredDim::D1Array, size);
      check(blockLinear(TextureType::T2D, 37, 131, 1, log), SuredDim::D2, size);
      check(blockLinear(TextureType::T2DArray, 19, 43, 3, log, 5 - log), SuredDim::D2Array, size);
      check(blockLinear(TextureType::T3D, 19, 21, 17, log, 5 - log), SuredDim::D3, size);
      auto pairs = blockLinear(TextureType::T2D, 19, 9, 1, log);
      pairs.components = numberOf(TexelComponents::R32G32);
      check(pairs, SuredDim::D2, size);
    }
}

TEST(Sured, AddressesLieInOneRegionAndAreAligned_RED_3_RED_5) {
  Trial t;
  auto h = buffer(100);
  h.address = 0x12'0000'0001; // a buffer begins anywhere
  setHeader(t.surfaces, 0, headerOf(h));
  t.add(0x12'0000'0000, 64);
  EXPECT_EQ(reached(t, SuredDim::D1Buffer, {1}), kMisaligned);
  h.address = 0x12'0000'0004;
  setHeader(t.surfaces, 0, headerOf(h));
  EXPECT_EQ(reached(t, SuredDim::D1Buffer, {14}), 60);
  EXPECT_EQ(reached(t, SuredDim::D1Buffer, {15}), kUnallocated);
  EXPECT_EQ(reached(t, SuredDim::D1Buffer, {0}, SuredClamp::Near, SuredSize::U64), kMisaligned);
  EXPECT_EQ(reached(Trial(pitch(16, 2), 66), SuredDim::D2, {0, 1}), kUnallocated) << "half of it lies outside";
  h.address = 0x8012'0000'0000; // 48 bits, of which generic memory has 40
  setHeader(t.surfaces, 0, headerOf(h));
  EXPECT_EQ(reached(t, SuredDim::D1Buffer, {0}), kUnallocated);
}

// ---- coordinates

TEST(Sured, LayersHave16Bits_SURED_1) {
  const Trial array(blockLinear(TextureType::T1DArray, 4, 1, 3));
  EXPECT_EQ(reached(array, SuredDim::D1Array, {1, 0xffff0002, 7}, SuredClamp::Trap), 2 * 512 + 4);
  const Trial layers(blockLinear(TextureType::T2DArray, 4, 3, 3));
  EXPECT_EQ(reached(layers, SuredDim::D2Array, {1, 2, 0x80000001}, SuredClamp::Trap), 512 + 68);
}

TEST(Sured, XOfABufferIsUnsignedUnlessNear_SURED_1) {
  Trial t;
  auto h = buffer(0x60000000); // 6 GiB
  h.address = 0x10'0000'0000;
  setHeader(t.surfaces, 0, headerOf(h));
  t.add(0x10'0000'0000, 4);
  t.add(0x10'8000'0000, 4);
  t.add(0x11'0000'0000, 4);
  for (const SuredClamp clamp : {SuredClamp::Ign, SuredClamp::Trap}) {
    EXPECT_EQ(reached(t, SuredDim::D1Buffer, {0x40000000}, clamp), 8) << "times 4, no wrap at 32 bits";
    t.modifiers.byteAddress = 1;
    EXPECT_EQ(reached(t, SuredDim::D1Buffer, {0x80000000}, clamp), 4);
    t.modifiers.byteAddress = 0;
  }
  EXPECT_EQ(reached(t, SuredDim::D1Buffer, {0x40000000}), 8);
  t.modifiers.byteAddress = 1;
  EXPECT_EQ(reached(t, SuredDim::D1Buffer, {0x80000000}), 0) << "negative: the first element";
}

TEST(Sured, ByteAddresses_SURED_5) {
  Trial t(pitch(16, 2));
  t.modifiers.byteAddress = 1;
  for (std::uint32_t x = 0; x < 32; ++x) {
    t.choices.masksLowBits = 0;
    EXPECT_EQ(reached(t, SuredDim::D2, {x, 1}), x % 4 ? kMisaligned : 64 + x) << x;
    EXPECT_EQ(reached(t, SuredDim::D2, {x, 1}, SuredClamp::Trap, SuredSize::U64), x % 8 ? kMisaligned : 64 + x) << x;
    t.choices.masksLowBits = 1;
    EXPECT_EQ(reached(t, SuredDim::D2, {x, 1}), 64 + x / 4 * 4) << x;
    EXPECT_EQ(reached(t, SuredDim::D2, {x, 1}, SuredClamp::Trap, SuredSize::U64), 64 + x / 8 * 8) << x;
  }
  EXPECT_EQ(reached(t, SuredDim::D2, {67, 1}), 64 + 60);
  EXPECT_EQ(reached(t, SuredDim::D2, {minus(1), 1}, SuredClamp::Ign), kDropped) << "-1 becomes -4";
}

TEST(Sured, ClampTakesWhatIsNear_SURED_6) {
  const Trial t(pitch(15, 3)); // rows of 60 bytes, a pitch of 64
  const auto at = [&](std::uint32_t x, std::uint32_t y, SuredSize size = SuredSize::U32) {
    return reached(t, SuredDim::D2, {x, y}, SuredClamp::Near, size);
  };
  EXPECT_EQ(at(14, 2), 128 + 56);
  EXPECT_EQ(at(15, 1), 64 + 56);
  EXPECT_EQ(at(minus(1), 1), 64);
  EXPECT_EQ(at(0x80000000, 0x80000000), 0);
  EXPECT_EQ(at(0x7fffffff, 0x7fffffff), 128 + 56);
  EXPECT_EQ(at(0x40000000, 0), 56) << "x times 4 does not wrap";
  EXPECT_EQ(at(6, 0, SuredSize::U64), 48);
  EXPECT_EQ(at(7, 0, SuredSize::U64), 48) << "no half of an element";
  const Trial deep(blockLinear(TextureType::T3D, 4, 2, 3));
  EXPECT_EQ(reached(deep, SuredDim::D3, {0, 0, minus(1)}), 0);
  EXPECT_EQ(reached(deep, SuredDim::D3, {0, 0, 3}), 1024);
}

TEST(Sured, IgnoredOrTrapped_SURED_6) {
  const Trial t(pitch(15, 3)), deep(blockLinear(TextureType::T3D, 15, 3, 2));
  for (const auto& [clamp, outside] : {std::pair{SuredClamp::Ign, kDropped}, {SuredClamp::Trap, kOutside}}) {
    const auto at = [&](std::uint32_t x, std::uint32_t y, SuredSize size = SuredSize::U32) {
      return reached(t, SuredDim::D2, {x, y}, clamp, size);
    };
    EXPECT_EQ(at(14, 2), 128 + 56);
    for (const std::uint32_t x : {15u, minus(1), 0x40000000u, 0x7fffffffu, 0x80000000u, 0xc0000000u})
      EXPECT_EQ(at(x, 0), outside) << x;
    for (const std::uint32_t y : {3u, minus(1), 0x10000u, 0x80000000u})
      EXPECT_EQ(at(0, y), outside) << y;
    EXPECT_EQ(at(6, 0, SuredSize::U64), 48);
    EXPECT_EQ(at(7, 0, SuredSize::U64), outside) << "half of it lies outside";
    EXPECT_EQ(reached(deep, SuredDim::D3, {0, 0, 1}, clamp), 512);
    EXPECT_EQ(reached(deep, SuredDim::D3, {0, 0, 2}, clamp), outside);
    EXPECT_EQ(reached(deep, SuredDim::D3, {0, 0, minus(1)}, clamp), outside);
  }
}

TEST(Sured, RowsWithoutAnElement_SURED_6) {
  Trial t(pitch(1, 1));
  const auto at = [&](SuredClamp clamp) { return reached(t, SuredDim::D2, {0, 0}, clamp, SuredSize::U64); };
  EXPECT_EQ(at(SuredClamp::Near), kDropped);
  EXPECT_EQ(at(SuredClamp::Trap), kOutside);
  t.choices.noElementIsError = 1;
  EXPECT_EQ(at(SuredClamp::Near), kOutside);
  EXPECT_EQ(at(SuredClamp::Ign), kDropped);
}

TEST(Sured, LayersThatAreNotThere_SURED_6) {
  Trial t(blockLinear(TextureType::T2DArray, 1, 1, 3));
  const auto at = [&](std::uint32_t x, SuredClamp clamp, SuredSize size = SuredSize::U32) {
    return reached(t, SuredDim::D2Array, {x, 0, 3}, clamp, size);
  };
  EXPECT_EQ(at(0, SuredClamp::Near), 1024);
  EXPECT_EQ(at(0, SuredClamp::Ign), kDropped);
  EXPECT_EQ(at(0, SuredClamp::Trap), kOutside);
  t.choices.layers = 1;
  for (const SuredClamp clamp : {SuredClamp::Near, SuredClamp::Ign, SuredClamp::Trap})
    EXPECT_EQ(at(0, clamp), 1024) << "the last one";
  EXPECT_EQ(at(1, SuredClamp::Trap), kOutside);
  t.choices.layers = 2, t.choices.noElementIsError = 1;
  EXPECT_EQ(at(0, SuredClamp::Near), kDropped);
  EXPECT_EQ(at(1, SuredClamp::Trap), kDropped) << "whatever else is outside";
  EXPECT_EQ(at(0, SuredClamp::Near, SuredSize::U64), kDropped);
}

// ---- several errors

/// By the choice, of the kinds that hold.
TEST(Sured, TheFirstErrorInTheChosenTurnIsReported_SURED_11) {
  using Kinds = std::array<std::int64_t, 3>;
  Trial t;
  const auto place = [&](std::uint64_t address) { // 16 texels, of which 32 bytes are allocated
    auto h = buffer(16);
    h.address = address;
    setHeader(t.surfaces, 0, headerOf(h));
  };
  t.add(0x12'0000'0000, 32);
  t.modifiers.byteAddress = 1;
  const auto all = [&](std::uint32_t x, SuredClamp clamp = SuredClamp::Trap) {
    Kinds kinds;
    for (std::uint8_t first = 0; first < 3; ++first)
      t.choices.reported[13] = first, kinds[first] = reached(t, SuredDim::D1Buffer, {x}, clamp);
    return kinds;
  };
  place(0x12'0000'0000);
  EXPECT_EQ(all(28), (Kinds{28, 28, 28}));
  EXPECT_EQ(all(27), (Kinds{kMisaligned, kMisaligned, kMisaligned}));
  EXPECT_EQ(all(32), (Kinds{kUnallocated, kUnallocated, kUnallocated}));
  EXPECT_EQ(all(33), (Kinds{kMisaligned, kUnallocated, kUnallocated}));
  EXPECT_EQ(all(64), (Kinds{kOutside, kOutside, kUnallocated}));
  EXPECT_EQ(all(65), (Kinds{kMisaligned, kOutside, kUnallocated}));
  place(0x12'0000'0002); // what is no multiple may be the base's fault
  EXPECT_EQ(all(26), (Kinds{kMisaligned, kMisaligned, kMisaligned})) << "the address is one, x is none";
  EXPECT_EQ(all(32), (Kinds{kMisaligned, kUnallocated, kUnallocated}));
  EXPECT_EQ(all(64), (Kinds{kMisaligned, kOutside, kUnallocated}));
  EXPECT_EQ(all(64, SuredClamp::Near), (Kinds{kMisaligned, kUnallocated, kUnallocated}));
}

/// Outside the surface SURED-8's formula goes on: there may be memory, before it too.
TEST(Sured, WhatIsOutsideHasAnAddress_SURED_8_11) {
  constexpr std::uint64_t kBefore = 8192;
  const auto at = [](spec::TextureHeader h, SuredDim dim, std::array<std::uint32_t, 3> to, bool allocated) {
    Trial t;
    h.address = Trial::kBase;
    setHeader(t.surfaces, 0, headerOf(h));
    t.add(Trial::kBase - kBefore, allocated ? 2 * kBefore : 4);
    t.choices.reported.fill(2);
    return reached(t, dim, to, SuredClamp::Trap);
  };
  struct Row {
    spec::TextureHeader header;
    SuredDim dim;
    std::array<std::uint32_t, 3> at;
  };
  for (const Row& row : {Row{pitch(8, 2), SuredDim::D2, {0, minus(3)}}, Row{pitch(8, 2), SuredDim::D2, {minus(3), 9}},
                         Row{blockLinear(TextureType::T2D, 8, 8), SuredDim::D2, {0, minus(20)}},
                         Row{blockLinear(TextureType::T2D, 8, 8), SuredDim::D2, {minus(20), 2}},
                         Row{blockLinear(TextureType::T3D, 8, 8, 2, 0, 1), SuredDim::D3, {1, 1, minus(3)}},
                         Row{blockLinear(TextureType::T2DArray, 8, 8, 2), SuredDim::D2Array, {1, 1, 5}}}) {
    EXPECT_EQ(at(row.header, row.dim, row.at, true), kOutside);
    EXPECT_EQ(at(row.header, row.dim, row.at, false), kUnallocated);
  }
  EXPECT_EQ(at(pitch(8, 2), SuredDim::D2, {0, minus(300)}, true), kUnallocated);
  EXPECT_EQ(at(blockLinear(TextureType::T2DArray, 8, 8, 2), SuredDim::D2Array, {1, 1, 16}, true), kUnallocated);
}

TEST(Sured, WithoutAnElementThereIsNoAddress_SURED_11) {
  Trial t(pitch(1, 1), 1);
  t.choices.noElementIsError = 1;
  for (std::uint8_t first = 0; first < 3; ++first) {
    t.choices.reported[13] = first;
    EXPECT_EQ(reached(t, SuredDim::D2, {0, 0}, SuredClamp::Near, SuredSize::U64), kOutside);
    t.modifiers.byteAddress = 1;
    EXPECT_EQ(reached(t, SuredDim::D2, {1, 0}, SuredClamp::Near, SuredSize::U64), first == 1 ? kOutside : kMisaligned);
    t.modifiers.byteAddress = 0;
  }
}

TEST(Sured, ADropComesFirstOrDoesNot_SURED_11) {
  Trial t(blockLinear(TextureType::T2DArray, 1, 1, 3));
  t.modifiers.byteAddress = 1;
  for (const std::uint32_t first : {0u, 1u}) {
    const std::int64_t wanted = first ? kDropped : kMisaligned;
    t.choices.dropComesFirst = first;
    const auto at = [&](std::uint32_t x, std::uint32_t layer, SuredClamp clamp, SuredSize size = SuredSize::U32) {
      return reached(t, SuredDim::D2Array, {x, 0, layer}, clamp, size);
    };
    t.choices.layers = 0;
    EXPECT_EQ(at(5, 0, SuredClamp::Ign), wanted);
    EXPECT_EQ(at(4, 0, SuredClamp::Ign), kDropped);
    EXPECT_EQ(at(1, 3, SuredClamp::Ign), wanted);
    EXPECT_EQ(at(1, 0, SuredClamp::Near, SuredSize::U64), wanted) << "no element";
    EXPECT_EQ(at(1, 0, SuredClamp::Near), kMisaligned) << "it is not dropped";
    EXPECT_EQ(at(1, 0, SuredClamp::Ign), wanted) << "its last byte is outside";
    t.choices.layers = 2;
    EXPECT_EQ(at(1, 3, SuredClamp::Trap), wanted);
  }
}

// ---- textures

TEST(Sured, Handles_SURED_4) {
  Trial t(pitch(4, 1));
  auto second = pitch(4, 1);
  second.address = Trial::kBase + 32;
  setHeader(t.surfaces, 1, headerOf(second));
  t.surfaces.lastHeader = 1;
  const auto at = [&](std::uint32_t handle) {
    return reached(t, SuredDim::D2, {0, 0}, SuredClamp::Near, SuredSize::U32, handle);
  };
  EXPECT_EQ(at(0), 0);
  EXPECT_EQ(at(1), 32);
  EXPECT_EQ(at(0xfff00001), 32) << "the sampler's bits";
  setHeader(t.surfaces, 2, headerOf(second));
  for (const std::uint32_t handle : {2u, 3u, 4u, 5u, 0x80000u, 0xfffffu}) {
    t.choices.invalidIsError = 1;
    EXPECT_EQ(at(handle), kNoTexture) << handle;
    t.choices.invalidIsError = 0;
    EXPECT_EQ(at(handle), kDropped) << handle;
  }
}

TEST(Sured, BoundHandles_SURED_4) {
  Trial t(pitch(4, 1));
  auto second = pitch(4, 1);
  second.address = Trial::kBase + 32;
  setHeader(t.surfaces, 3, headerOf(second));
  const std::uint32_t words[] = {0, 7, 8, 8191}, handles[] = {0, 0x40000003, 0x80000, 3};
  std::copy_n(words, 4, t.surfaces.boundAt), std::copy_n(handles, 4, t.surfaces.boundHandle);
  t.modifiers.isBound = 1;
  const auto at = [&](std::uint32_t word) {
    t.modifiers.tsPtrIdx = word;
    return reached(t, SuredDim::D2, {0, 0}, SuredClamp::Near, SuredSize::U32, 0x3ffff);
  };
  EXPECT_EQ(at(0), 0);
  EXPECT_EQ(at(1), 0) << "a word that is not listed is 0";
  EXPECT_EQ(at(7), 32);
  EXPECT_EQ(at(8), kNoTexture);
  EXPECT_EQ(at(8191), 32);
}

TEST(Sured, TheHeaderHasTheDimensionOfTheInstruction_SURED_4) {
  using enum TextureType;
  const std::pair<TextureType, SuredDim> fitting[] = {
      {T1D, SuredDim::D1}, {T1DBuffer, SuredDim::D1Buffer}, {T1DArray, SuredDim::D1Array}, {T2D, SuredDim::D2},
      {T3D, SuredDim::D3}, {T2DArray, SuredDim::D2Array},   {T2DNoMipmap, SuredDim::D2}};
  for (const auto& [type, itsDim] : fitting)
    for (unsigned dim = 0; dim < 6; ++dim) {
      const auto t = Trial(type == T1DBuffer ? buffer(4) : blockLinear(type, 4));
      EXPECT_EQ(reached(t, static_cast<SuredDim>(dim), {0, 0, 0}), numberOf(itsDim) == dim ? 0 : kNoTexture)
          << numberOf(type) << " " << dim;
    }
  for (unsigned dim = 0; dim < 6; ++dim) {
    Trial none;
    none.add(0, 4096);
    EXPECT_EQ(reached(none, static_cast<SuredDim>(dim), {0, 0, 0}), kNoTexture) << "a header of zeros";
  }
}

TEST(Sured, DisabledSurfaces_SURED_7) {
  Trial t(pitch(4, 1));
  t.surfaces.disabled = 1;
  const auto at = [&](std::uint32_t x, std::uint32_t handle = 0) {
    return reached(t, SuredDim::D2, {x}, SuredClamp::Trap, SuredSize::U32, handle);
  };
  for (const std::uint32_t x : {0u, 4u})
    EXPECT_EQ(at(x), kDropped);
  EXPECT_EQ(at(0, 1), kDropped);
  t.choices.disabledComesFirst = 0;
  EXPECT_EQ(at(0), kDropped);
  EXPECT_EQ(at(4), kOutside);
  EXPECT_EQ(at(0, 1), kNoTexture);
  t.modifiers.byteAddress = 1;
  EXPECT_EQ(at(1), kMisaligned);
}

TEST(Sured, TheFirstErrorIsReported_SURED_11_MACH_8) {
  auto h = buffer(4);
  Trial t(h, 8);
  h.address = Trial::kBase + 1;
  setHeader(t.surfaces, 0, headerOf(h));
  t.modifiers.byteAddress = 1;
  const auto at = [&](std::uint32_t x, std::uint32_t handle = 0) {
    return reached(t, SuredDim::D1Buffer, {x}, SuredClamp::Trap, SuredSize::U32, handle);
  };
  EXPECT_EQ(at(17, 1), kNoTexture) << "before its x";
  EXPECT_EQ(at(17), kMisaligned) << "x before the range";
  EXPECT_EQ(at(16), kMisaligned) << "the address before the range";
  EXPECT_EQ(at(12), kMisaligned) << "the address before its region";
  t.choices.reported.fill(1);
  EXPECT_EQ(at(17), kOutside) << "the range before x";
  EXPECT_EQ(at(16), kOutside) << "the range before the address";
  EXPECT_EQ(at(12), kUnallocated) << "its region before the address";
  EXPECT_EQ(at(17, 1), kNoTexture);
}

} // namespace
} // namespace warplaw
