// SURED's executor in all legal forms against a model that asks one question after the other of one lane after the
// other, in wide integers, and finds an element of block linear by walking there (SURED-1..9, SURED-11).
#include "concrete/instructions/red.h"
#include "spec/instruction.h"
#include "sured_trial.h"
#include <functional>
#include <optional>
#include <random>

namespace warplaw {
namespace {
using spec::ErrorKind;
using spec::HeaderVersion;
using spec::RedOp;
using spec::RedSize;
using spec::SuredClamp;
using spec::SuredDim;
using spec::SuredSize;
using spec::TextureType;
using tests::numberOf;
using Trial = tests::SuredTrial;

// ---- the model

std::optional<SuredDim> dimOf(const spec::TextureHeader& h) {
  const bool isBuffer = h.version == numberOf(HeaderVersion::Buffer1D);
  switch (static_cast<TextureType>(h.texture)) {
  case TextureType::T1DBuffer:
    return isBuffer ? std::optional(SuredDim::D1Buffer) : std::nullopt;
  case TextureType::T1D:
    return isBuffer ? std::nullopt : std::optional(SuredDim::D1);
  case TextureType::T1DArray:
    return SuredDim::D1Array;
  case TextureType::T2DArray:
    return SuredDim::D2Array;
  case TextureType::T3D:
    return SuredDim::D3;
  default:
    return SuredDim::D2;
  }
}

struct Position {
  std::int64_t x, y, z, layer; ///< x in bytes
};
struct Outcome {
  std::optional<std::uint64_t> address = {}; ///< of an access
  ErrorKind error = ErrorKind::None;
};

std::int64_t bytesOfRow(const spec::TextureHeader& h) {
  return (h.lastX + std::int64_t{1}) * (h.components == 4 ? 8 : 4);
}
std::int64_t restOf(std::int64_t n, std::int64_t d) { return (n % d + d) % d; }

/// From the surface's first byte, if the walk comes by.
std::optional<std::int64_t> walkTo(const spec::TextureHeader& h, const Position& at) {
  const bool isDeep = dimOf(h) == SuredDim::D3;
  std::optional<std::int64_t> found;
  tests::walkBlockLinear(h, isDeep ? h.lastZ + 1 : 1, isDeep ? 1 : h.lastZ + 1,
                         [&](unsigned offset, unsigned x, unsigned y, unsigned z, unsigned layer) {
                           if (x == at.x && y == at.y && z == at.z && layer == at.layer)
                             found = offset;
                         });
  return found;
}

std::uint64_t addressOf(const spec::TextureHeader& h, const Position& at) {
  if (h.version != numberOf(HeaderVersion::BlockLinear))
    return h.address + at.y * h.pitch + at.x;
  if (const auto offset = walkTo(h, at))
    return h.address + *offset;
  // outside, blocks go on: the same byte of the first one, and as many as lie between
  const std::int64_t height = h.lastY + 1, depth = dimOf(h) == SuredDim::D3 ? h.lastZ + 1 : 1;
  const std::int64_t rows = 8 << tests::leastLog(h.blockHeight, 8, h.lastY + 1),
                     slices = 1 << tests::leastLog(h.blockDepth, 1, static_cast<unsigned>(depth));
  const Position first{restOf(at.x, 64), restOf(at.y, rows), restOf(at.z, slices), 0};
  const std::int64_t block = 64 * rows * slices, rowOfBlocks = (bytesOfRow(h) + 63) / 64 * block,
                     slab = (height + rows - 1) / rows * rowOfBlocks;
  return h.address + *walkTo(h, first) + (at.x - first.x) / 64 * block + (at.y - first.y) / rows * rowOfBlocks +
         ((at.z - first.z) / slices + at.layer) * slab;
}

std::optional<spec::TextureHeader> textureOf(const Trial& t, unsigned lane) {
  std::uint32_t handle = t.operands.row[spec::sured_rows::kHandle][lane];
  if (t.modifiers.isBound) {
    const auto* found = std::ranges::find(t.surfaces.boundAt, t.modifiers.tsPtrIdx);
    handle = found == std::end(t.surfaces.boundAt) ? 0 : t.surfaces.boundHandle[found - t.surfaces.boundAt];
  }
  if (handle % 0x100000 > t.surfaces.lastHeader)
    return {};
  const auto h = spec::read(headerIn(t.surfaces, handle % 0x100000));
  return dimOf(h) == static_cast<SuredDim>(t.modifiers.dim) ? std::optional(h) : std::nullopt;
}

enum class End { Inside, Dropped, Outside, NoElement };

/// Brought inside, or why not.
End clamp(const Trial& t, const spec::TextureHeader& h, std::int64_t size, Position& at) {
  const auto dim = static_cast<SuredDim>(t.modifiers.dim);
  const auto clamp = static_cast<SuredClamp>(t.modifiers.clamp);
  const bool isDeep = dim == SuredDim::D3;
  const std::int64_t width = bytesOfRow(h), height = h.lastY + 1, depth = isDeep ? h.lastZ + 1 : 1,
                     layers = isDeep ? 1 : h.lastZ + 1;
  if (at.layer >= layers && t.choices.layers == 2)
    return End::Dropped;
  if (clamp == SuredClamp::Near || t.choices.layers == 1)
    at.layer = std::min(at.layer, layers - 1);
  if (clamp == SuredClamp::Near) {
    if (width < size)
      return t.choices.noElementIsError ? End::NoElement : End::Dropped;
    at.x = std::clamp<std::int64_t>(at.x, 0, (width / size - 1) * size);
    at.y = std::clamp<std::int64_t>(at.y, 0, height - 1);
    at.z = std::clamp<std::int64_t>(at.z, 0, depth - 1);
    return End::Inside;
  }
  if (at.x >= 0 && at.x + size <= width && at.y >= 0 && at.y < height && at.z >= 0 && at.z < depth && at.layer < layers)
    return End::Inside;
  return clamp == SuredClamp::Trap ? End::Outside : End::Dropped;
}

bool isInRegion(const Trial& t, std::uint64_t address, std::uint64_t size) {
  for (unsigned r = 0, start = 0; r < spec::kGenericRegions; start = t.regions.end[r++]) {
    const std::uint64_t base = std::uint64_t{t.regions.baseHigh[r]} << 32 | t.regions.baseLow[r];
    if (address >= base && address - base + size <= t.regions.end[r] - start)
      return true;
  }
  return false;
}

Outcome outcomeOf(const Trial& t, unsigned lane) {
  const bool isDisabled = t.surfaces.disabled;
  if (isDisabled && t.choices.disabledComesFirst)
    return {};
  const auto h = textureOf(t, lane);
  if (!h)
    return {.error = t.choices.invalidIsError ? ErrorKind::InvalidTexture : ErrorKind::None};
  const auto dim = static_cast<SuredDim>(t.modifiers.dim);
  const std::int64_t size = isWide(static_cast<SuredSize>(t.modifiers.size)) ? 8 : 4;
  const auto word = [&](unsigned row) { return t.operands.row[row][lane]; };
  const auto number = [&](unsigned row) { return static_cast<std::int32_t>(word(row)); };
  const bool isUnsigned = dim == SuredDim::D1Buffer && static_cast<SuredClamp>(t.modifiers.clamp) != SuredClamp::Near;
  Position at{.x = isUnsigned ? std::int64_t{word(0)} : number(0), .y = 0, .z = 0, .layer = 0};
  at.x *= t.modifiers.byteAddress ? 1 : size;
  if (t.choices.masksLowBits)
    at.x -= restOf(at.x, size);
  const bool isBetween = restOf(at.x, size) != 0;
  if (dim == SuredDim::D1Array)
    at.layer = word(1) & 0xffff;
  if (dim == SuredDim::D2 || dim == SuredDim::D2Array || dim == SuredDim::D3)
    at.y = number(1);
  if (dim == SuredDim::D2Array)
    at.layer = word(2) & 0xffff;
  if (dim == SuredDim::D3)
    at.z = number(2);
  const End end = clamp(t, *h, size, at);
  if (end == End::Dropped)
    return {.error = isBetween && !t.choices.dropComesFirst ? ErrorKind::MisalignedAddress : ErrorKind::None};
  const std::uint64_t address = end == End::NoElement ? 0 : addressOf(*h, at);
  const std::vector<std::pair<ErrorKind, bool>> wrong = {
      {ErrorKind::MisalignedAddress, isBetween || address % static_cast<std::uint64_t>(size) != 0},
      {ErrorKind::SurfaceOutOfRange, end != End::Inside},
      {ErrorKind::AddressOutOfRange, end != End::NoElement && !isInRegion(t, address, size)}};
  for (std::size_t i = 0; i < wrong.size(); ++i)
    if (const auto& [kind, holds] = wrong[(t.choices.reported[lane] + i) % wrong.size()]; holds)
      return {.error = kind};
  return isDisabled ? Outcome{} : Outcome{.address = address};
}

RedSize stepOf(const Trial& t, unsigned lane) {
  const auto type = static_cast<spec::TexelType>(textureOf(t, lane)->type);
  const bool isSigned = type == spec::TexelType::Sint || (type != spec::TexelType::Uint && t.choices.othersAreSigned);
  switch (static_cast<SuredSize>(t.modifiers.size)) {
  case SuredSize::U32:
    return RedSize::U32;
  case SuredSize::S32:
    return RedSize::S32;
  case SuredSize::SD32:
    return isSigned ? RedSize::S32 : RedSize::U32;
  case SuredSize::U64:
    return RedSize::U64;
  case SuredSize::S64:
    return RedSize::S64;
  case SuredSize::SD64:
    return isSigned ? RedSize::S64 : RedSize::U64;
  case SuredSize::F32:
    return RedSize::F32;
  default:
    return RedSize::F16x2;
  }
}

/// SURED-9: a RED of that lane alone, at its address.
void step(const Trial& t, unsigned lane, std::uint64_t address, std::vector<std::uint8_t>& memory) {
  spec::RedModifiers modifiers{.op = t.modifiers.op, .size = numberOf(stepOf(t, lane)), .extended = 1};
  spec::Operands operands{.exec = 1u << lane};
  operands.row[spec::red_rows::kBase][lane] = static_cast<std::uint32_t>(address);
  operands.row[spec::red_rows::kBaseHigh][lane] = static_cast<std::uint32_t>(address >> 32);
  operands.row[spec::red_rows::kOperand][lane] = t.operands.row[spec::sured_rows::kOperand][lane];
  operands.row[spec::red_rows::kOperandHigh][lane] = t.operands.row[spec::sured_rows::kOperandHigh][lane];
  spec::RedChoices choices;
  choices.unlikeZeros = t.choices.unlikeZeros;
  const spec::SpecialInputs inputs;
  spec::Results results;
  concrete::warplaw_red_portable(&modifiers, &operands, &choices,
                                 {memory.data(), static_cast<std::uint32_t>(memory.size())}, &t.regions, &inputs,
                                 &results);
  EXPECT_EQ(results.error[lane], 0);
}

// ---- trials

struct Random {
  std::mt19937 engine{7};
  std::uint32_t below(std::uint32_t count) { return static_cast<std::uint32_t>(engine() % count); }
  bool oneIn(std::uint32_t count) { return below(count) == 0; }
};

/// Draws a surface of at most 64 KiB, most often of that dimension.
spec::TextureHeader anyHeader(SuredDim dim, Random& random) {
  constexpr TextureType kTypes[] = {TextureType::T1D, TextureType::T1DBuffer, TextureType::T1DArray,
                                    TextureType::T2D, TextureType::T2DArray,  TextureType::T3D};
  const auto type = kTypes[random.oneIn(8) ? random.below(std::size(kTypes)) : numberOf(dim)];
  const std::uint32_t width = 1 + random.below(random.oneIn(4) ? 1 : 20), height = 1 + random.below(20),
                      depth = 1 + random.below(6);
  const bool isFlat = type == TextureType::T1D || type == TextureType::T1DArray,
             isArray = type == TextureType::T1DArray || type == TextureType::T2DArray;
  if (type == TextureType::T1DBuffer)
    return tests::buffer(width);
  auto h = tests::blockLinear(type, width, isFlat ? 1 : height, isArray || type == TextureType::T3D ? depth : 1,
                              random.below(6), random.below(6));
  if (type == TextureType::T2D && random.oneIn(2))
    h.texture = numberOf(TextureType::T2DNoMipmap);
  if ((type == TextureType::T2D || type == TextureType::T1D) && random.oneIn(2)) {
    h.version = numberOf(HeaderVersion::Pitch), h.blockHeight = h.blockDepth = 0;
    h.pitch = 32 * (5 + random.below(5));
  }
  return h;
}

void drawSurfaces(Trial& t, SuredDim dim, Random& random) {
  for (unsigned i = 0; i < spec::kTextureHeaders; ++i) {
    const std::uint64_t base = Trial::kBase + 0x20000 * i;
    t.add(base - 8 * random.below(2), random.oneIn(3) ? 1 + random.below(600) : 0x10000 + random.below(64));
    if (random.oneIn(10))
      continue; // a header of zeros
    auto h = anyHeader(dim, random);
    constexpr std::uint32_t kComponents[] = {0x0f, 0x0c, 0x04};
    constexpr std::uint32_t kTypes[] = {3, 4, 7};
    h.components = kComponents[random.below(3)], h.type = kTypes[random.below(3)];
    const bool isBuffer = h.version == numberOf(HeaderVersion::Buffer1D);
    h.address = base + (isBuffer ? random.below(3) * 2 : 0);
    setHeader(t.surfaces, i, headerOf(h));
  }
  t.surfaces.lastHeader = random.oneIn(4) ? random.below(4) : 3;
  t.surfaces.boundAt[3] = 5000;
  for (std::uint32_t& handle : t.surfaces.boundHandle)
    handle = random.below(5);
  t.surfaces.disabled = random.oneIn(8);
}

void drawLanes(Trial& t, Random& random) {
  const auto coordinate = [&] {
    const std::uint32_t extents[] = {1, 2, 4, 6, 20, 160};
    const std::uint32_t near = random.below(extents[random.below(std::size(extents))] + 2) - 1;
    return random.oneIn(12) ? static_cast<std::uint32_t>(random.engine()) : near;
  };
  for (unsigned lane = 0; lane < spec::kLanes; ++lane)
    t.lane(lane,
           {t.modifiers.byteAddress && !random.oneIn(4) ? coordinate() * 8 : coordinate(), coordinate(), coordinate()},
           random.oneIn(2) ? random.below(4) : random.engine() | std::uint64_t{random.engine()} << 32,
           random.below(5) | random.below(2) << 31);
  t.operands.exec = static_cast<std::uint32_t>(random.engine() | random.engine());
  std::ranges::shuffle(t.choices.order, random.engine);
  t.choices.orderHigh = t.choices.order;
  t.choices.unlikeZeros = random.below(3), t.choices.layers = random.below(3);
  for (std::uint32_t* choice : {&t.choices.invalidIsError, &t.choices.disabledComesFirst, &t.choices.othersAreSigned,
                                &t.choices.masksLowBits, &t.choices.noElementIsError, &t.choices.dropComesFirst})
    *choice = random.below(2);
  for (std::uint8_t& reported : t.choices.reported)
    reported = static_cast<std::uint8_t>(random.below(3));
}

/// How many lanes made an access, and how many had which error.
using Tally = std::array<unsigned, 8>;

void compare(const spec::SuredForm& form, Random& random, Tally& tally) {
  Trial t;
  concrete::warplaw_sured_modifiers(&form, &t.modifiers);
  drawSurfaces(t, form.dim, random);
  drawLanes(t, random);
  std::array<std::uint8_t, 61> pattern;
  std::ranges::generate(pattern, [&] { return static_cast<std::uint8_t>(random.below(3) - 1); });
  for (std::size_t at = 0; at < t.memory.size(); ++at)
    t.memory[at] = pattern[at % pattern.size()];
  std::vector<std::uint8_t> wanted = t.memory;
  std::array<ErrorKind, spec::kLanes> errors = {};
  for (const unsigned lane : t.choices.order)
    if (t.operands.exec >> lane & 1) {
      const Outcome outcome = outcomeOf(t, lane);
      errors[lane] = outcome.error;
      ++tally[outcome.address ? 7 : numberOf(outcome.error)];
      if (outcome.address)
        step(t, lane, *outcome.address, wanted);
    }
  t.run();
  EXPECT_TRUE(t.memory == wanted) << spec::nameOf(form);
  for (unsigned lane = 0; lane < spec::kLanes; ++lane)
    EXPECT_EQ(t.error(lane), errors[lane]) << spec::nameOf(form) << ", lane " << lane;
}

void eachForm(const std::function<void(const spec::SuredForm&)>& visit) {
  spec::SuredForm form;
  form.coordinates = {{4}}, form.rb = {8};
  Random random;
  for (unsigned byteAddress = 0; byteAddress < 2; ++byteAddress)
    for (unsigned dim = 0; dim < 6; ++dim)
      for (unsigned op = 0; op < 8; ++op)
        for (unsigned size = 0; size < 8; ++size)
          for (unsigned clamp = 0; clamp < 3; ++clamp)
            for (const bool isImmediate : {false, true}) {
              form.byteAddress = byteAddress;
              form.dim = static_cast<SuredDim>(dim), form.op = static_cast<RedOp>(op);
              form.size = static_cast<SuredSize>(size), form.clamp = static_cast<SuredClamp>(clamp);
              form.handle = {isImmediate, isImmediate ? std::array{2u, 77u, 5000u}[random.below(3)] : 10};
              if (spec::check(spec::Instruction{{}, form, {}}))
                visit(form);
            }
}

TEST(SuredForms, EveryFormDoesWhatTheModelDoes_SURED_9) {
  Random random;
  Tally tally = {};
  unsigned forms = 0;
  eachForm([&](const spec::SuredForm& form) {
    ++forms;
    compare(form, random, tally);
  });
  EXPECT_GT(forms, 1000u);
  const ErrorKind all[] = {ErrorKind::None, ErrorKind::AddressOutOfRange, ErrorKind::MisalignedAddress,
                           ErrorKind::InvalidTexture, ErrorKind::SurfaceOutOfRange};
  for (const ErrorKind kind : all)
    EXPECT_GT(tally[numberOf(kind)], forms / 10) << numberOf(kind);
  EXPECT_GT(tally[7], 4 * forms) << "accesses";
}

} // namespace
} // namespace warplaw
