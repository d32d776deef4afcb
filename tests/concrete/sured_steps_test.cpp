// What SURED's lanes do where they go (SURED-3, SURED-9, MACH-8); whole instructions from text (SURED-1, SURED-4,
// MACH-3, MACH-5, MACH-7).
#include "state.h"
#include "sured_trial.h"

namespace warplaw {
namespace {
using spec::ErrorKind;
using spec::RedOp;
using spec::SuredClamp;
using spec::SuredDim;
using spec::SuredSize;
using spec::TexelType;
using spec::TextureType;
using tests::blockLinear;
using tests::buffer;
using tests::numberOf;
using tests::pitch;
using Trial = tests::SuredTrial;

// ---- steps

TEST(Sured, SignsComeFromTheFormat_SURED_3) {
  const auto after = [](TexelType type, RedOp op, SuredSize size, std::uint32_t othersAreSigned) {
    auto h = buffer(4);
    h.type = numberOf(type);
    Trial t(h, 16);
    std::fill(t.memory.begin(), t.memory.end(), 0xff); // -1, or the greatest
    t.choices.othersAreSigned = othersAreSigned;
    t.lane(0, {0}, 5);
    t.run(SuredDim::D1Buffer, op, size);
    return t.at(0, isWide(size) ? 8 : 4);
  };
  for (const auto& [size, least] : {std::pair{SuredSize::SD32, 0xffffffffull}, {SuredSize::SD64, ~0ull}})
    for (const std::uint32_t choice : {0u, 1u}) {
      EXPECT_EQ(after(TexelType::Sint, RedOp::Min, size, choice), least);
      EXPECT_EQ(after(TexelType::Sint, RedOp::Max, size, choice), 5u);
      EXPECT_EQ(after(TexelType::Uint, RedOp::Min, size, choice), 5u);
      EXPECT_EQ(after(TexelType::Uint, RedOp::Max, size, choice), least);
      EXPECT_EQ(after(TexelType::Float, RedOp::Min, size, choice), choice ? least : 5u);
    }
  for (const TexelType type : {TexelType::Sint, TexelType::Uint}) {
    EXPECT_EQ(after(type, RedOp::Min, SuredSize::U32, 1), 5u);
    EXPECT_EQ(after(type, RedOp::Min, SuredSize::S32, 0), 0xffffffffu);
    EXPECT_EQ(after(type, RedOp::Min, SuredSize::U64, 1), 5u);
    EXPECT_EQ(after(type, RedOp::Min, SuredSize::S64, 0), ~0ull);
  }
}

TEST(Sured, EachLaneHasTheSignOfItsSurface_SURED_3) {
  auto h = buffer(4);
  Trial t(h, 16);
  std::fill(t.memory.begin(), t.memory.end(), 0xff);
  h.type = numberOf(TexelType::Sint), h.address = Trial::kBase;
  setHeader(t.surfaces, 2, headerOf(h));
  t.lane(4, {0}, 5, 0);
  t.lane(9, {1}, 5, 2);
  t.run(SuredDim::D1Buffer, RedOp::Max, SuredSize::SD32);
  EXPECT_EQ(t.at(0), 0xffffffffu) << "UINT";
  EXPECT_EQ(t.at(4), 5u) << "SINT";
}

TEST(Sured, LanesTakeTurnsInTheChosenOrder_SURED_9) {
  const auto after = [](unsigned first, unsigned second) { // INC to 0 (Rb = 0) and to 1 (Rb = 1): the last one tells
    Trial t(buffer(1), 4);
    t.lane(first, {0}, 0);
    t.lane(second, {0}, 1);
    std::swap(t.choices.order[3], t.choices.order[20]);
    t.run(SuredDim::D1Buffer, RedOp::Inc);
    return t.at(0);
  };
  EXPECT_EQ(after(1, 2), 1u) << "0 stays 0, then 0 + 1";
  EXPECT_EQ(after(2, 1), 0u) << "0 + 1, then back to 0";
  EXPECT_EQ(after(3, 20), 0u) << "20 comes before 3";
  EXPECT_EQ(after(20, 3), 1u);
}

TEST(Sured, HalvesHaveTheirOwnOrders_SURED_9) {
  Trial t(buffer(1), 4);
  const std::uint32_t both = 0x68006800; // {2048, 2048}
  std::memcpy(t.memory.data(), &both, sizeof both);
  t.lane(0, {0}, 0x3c003c00); // {1, 1}
  t.lane(1, {0}, 0xe800e800); // {-2048, -2048}
  std::swap(t.choices.orderHigh[0], t.choices.orderHigh[1]);
  t.run(SuredDim::D1Buffer, RedOp::Add, SuredSize::F16x2);
  EXPECT_EQ(t.at(0), 0x3c000000u) << "2048 + 1 ties to 2048";
}

TEST(Sured, ZerosOfUnlikeSignAreAChoice_SURED_9) {
  for (const auto& [choice, wanted] : {std::pair{0u, 0x8000u}, {1u, 0u}, {2u, 0x8000u}}) {
    Trial t(buffer(1), 4);
    t.lane(0, {0}, 0x8000);
    t.choices.unlikeZeros = choice;
    t.run(SuredDim::D1Buffer, RedOp::Min, SuredSize::F16x2);
    EXPECT_EQ(t.at(0), wanted) << choice;
  }
}

TEST(Sured, OneLanesErrorStopsNobody_MACH_8) {
  Trial t(pitch(2, 1));
  for (unsigned lane = 0; lane + 1 < spec::kLanes; ++lane)
    t.lane(lane, {lane % 3});
  t.run(SuredDim::D2, RedOp::Add, SuredSize::U32, SuredClamp::Trap);
  EXPECT_EQ(t.at(0), 11u) << "lanes 0, 3, .. 30";
  EXPECT_EQ(t.at(4), 10u) << "lanes 1, 4, .. 28";
  for (unsigned lane = 0; lane < spec::kLanes; ++lane)
    EXPECT_EQ(t.error(lane) != ErrorKind::None, lane % 3 == 2 && lane != 31) << lane;
}

// ---- whole instructions

/// Two surfaces of 8 x 2 texels; the second one's handle stands in word 9 of the constant bank.
tests::State stateWithSurfaces() {
  tests::State s;
  auto& cells = s.surroundings.cells;
  cells.regions.baseHigh[0] = 0x12;
  std::fill(std::begin(cells.regions.end), std::end(cells.regions.end), 128u);
  s.surroundings.generic.resize(128);
  for (const unsigned index : {0u, 1u}) {
    auto h = pitch(8, 2);
    h.address = 0x12'0000'0000 + 64 * index;
    setHeader(cells.surfaces, index, headerOf(h));
  }
  cells.surfaces.lastHeader = 1;
  cells.surfaces.boundAt[3] = 9, cells.surfaces.boundHandle[3] = 1;
  for (unsigned lane = 0; lane < spec::kLanes; ++lane) // R2, R3: coordinates; R6: a handle
    s.warp->registers[2][lane] = 3, s.warp->registers[3][lane] = 1, s.warp->registers[6][lane] = 0;
  return s;
}
spec::SharedMemory holding(std::uint32_t place, std::uint8_t low, std::uint8_t second = 0) {
  spec::SharedMemory memory(128);
  memory[place] = low, memory[place + 1] = second;
  return memory;
}

TEST(SuredInstruction, NothingButMemoryAndErrorsChanges_MACH_5) {
  tests::State s = stateWithSurfaces();
  s.warp->predicates[0] = 0x0f;
  s.warp->active = 0x3c;
  const spec::Warp before = *s.warp;
  ASSERT_TRUE(s.run("@P0 SURED.D.2D.ADD.U32 [R2], R4, R6"));
  EXPECT_EQ(s.surroundings.generic, holding(32 + 12, 5, 8)) << "R4 of lanes 2 and 3";
  EXPECT_EQ(std::memcmp(&before, s.warp.get(), sizeof before), 0);
  EXPECT_EQ(s.shared, spec::SharedMemory(256));
}

TEST(SuredInstruction, BoundAndBindless_SURED_4) {
  for (const auto& [text, place] : {std::pair{"SURED.D.2D.OR [R2], R8, 9", 64 + 44},
                                    {"SURED.D.2D.OR [R2], R8, 8", 44},
                                    {"SURED.D.BA.2D.OR [R2], R8, R6", 32}}) {
    tests::State s = stateWithSurfaces();
    s.warp->active = 1;
    s.warp->registers[2][0] = place == 32 ? 0 : 3;
    ASSERT_TRUE(s.run(text));
    EXPECT_EQ(s.surroundings.generic, holding(place, 0, 8)) << text;
  }
}

TEST(SuredInstruction, Pairs_MACH_3) {
  tests::State s = stateWithSurfaces();
  s.warp->active = 1;
  ASSERT_TRUE(s.run("SURED.D.2D.ADD.U64.IGN [R2], R4, R6"));
  EXPECT_EQ(s.surroundings.generic[32 + 24 + 1], 4) << "R4";
  EXPECT_EQ(s.surroundings.generic[32 + 24 + 5], 5) << "R5";
  ASSERT_TRUE(s.run("SURED.D.2D.AND.U64.IGN [R2], RZ, R6"));
  EXPECT_EQ(s.surroundings.generic, spec::SharedMemory(128)) << "both words of RZ are 0";
  s.warp->registers[2][0] = 8;
  ASSERT_TRUE(s.run("SURED.D.2D.ADD.U32.TRAP [R2], R4, R6"));
  EXPECT_EQ(s.warp->errors[0], static_cast<int>(ErrorKind::SurfaceOutOfRange));
}

TEST(SuredInstruction, ThreeCoordinates_SURED_1) {
  tests::State s = stateWithSurfaces();
  auto& cells = s.surroundings.cells;
  std::fill(std::begin(cells.regions.end), std::end(cells.regions.end), 2048u);
  s.surroundings.generic = spec::SharedMemory(2048);
  auto h = blockLinear(TextureType::T3D, 4, 3, 3);
  h.address = 0x12'0000'0000;
  setHeader(cells.surfaces, 0, headerOf(h));
  s.warp->active = 1;
  s.warp->registers[12][0] = 1, s.warp->registers[13][0] = 2, s.warp->registers[14][0] = 2;
  ASSERT_TRUE(s.run("SURED.D.3D.ADD [R12], R8, R6"));
  EXPECT_EQ(s.surroundings.generic[1024 + 64 + 4 + 1], 8) << "slice 2, row 2, texel 1";
}

TEST(SuredInstruction, HelpersLeaveMemory_MACH_7) {
  for (const auto shader : {spec::ShaderKind::Pixel, spec::ShaderKind::Compute}) {
    tests::State s = stateWithSurfaces();
    s.warp->registers[6][1] = 2;
    s.warp->helpers = 0xfffffffe;
    ASSERT_TRUE(s.run("SURED.D.2D.ADD.U32 [R2], R4, R6", {}, shader));
    EXPECT_EQ(s.surroundings.generic, holding(44, 0, 4)) << "R4 of lane 0 alone";
    EXPECT_EQ(s.warp->errors[1], 0);
  }
}

TEST(SuredInstruction, RejectedSurroundings_SURED_4_SURED_8) {
  const auto ruleOf = [](auto change) -> std::string {
    tests::State s = stateWithSurfaces();
    change(s.surroundings);
    const auto done = s.run("SURED.D.2D.ADD [R2], R4, R6");
    return done ? "" : done.error().rule;
  };
  EXPECT_EQ(ruleOf([](auto&) {}), "");
  EXPECT_EQ(ruleOf([](auto& s) { s.generic.resize(64); }), "RED-5");
  EXPECT_EQ(ruleOf([](auto& s) { s.cells.surfaces.lastHeader = 4; }), "SURED-4");
  EXPECT_EQ(ruleOf([](auto& s) { s.cells.surfaces.header[3] |= 0xf0000000; }), "SURED-8");
}

} // namespace
} // namespace warplaw
