// A test of SURED's datapath on one surface or several, and where block linear puts texels, walked byte by byte
// (SURED-8).
#pragma once
#include "concrete/instructions/sured.h"
#include "spec/surrounding_cells_fields.h"
#include "spec/texture_header.h"
#include <algorithm>
#include <cstring>
#include <gtest/gtest.h>
#include <vector>

namespace warplaw::tests {

template <class Kind> std::uint32_t numberOf(Kind kind) { return static_cast<std::uint32_t>(kind); }

/// R32, UINT. A pitch is the least.
inline spec::TextureHeader header(spec::HeaderVersion version, spec::TextureType texture, std::uint32_t width,
                                  std::uint32_t height = 1, std::uint32_t depth = 1) {
  return {.components = numberOf(spec::TexelComponents::R32),
          .type = numberOf(spec::TexelType::Uint),
          .version = numberOf(version),
          .pitch = version == spec::HeaderVersion::Pitch ? (4 * width + 31) / 32 * 32 : 0,
          .texture = numberOf(texture),
          .lastX = width - 1,
          .lastY = height - 1,
          .lastZ = depth - 1};
}
inline spec::TextureHeader blockLinear(spec::TextureType texture, std::uint32_t width, std::uint32_t height = 1,
                                       std::uint32_t depth = 1, std::uint32_t blockHeight = 0,
                                       std::uint32_t blockDepth = 0) {
  auto h = header(spec::HeaderVersion::BlockLinear, texture, width, height, depth);
  h.blockHeight = blockHeight, h.blockDepth = blockDepth;
  return h;
}
inline spec::TextureHeader buffer(std::uint32_t width) {
  return header(spec::HeaderVersion::Buffer1D, spec::TextureType::T1DBuffer, width);
}
inline spec::TextureHeader pitch(std::uint32_t width, std::uint32_t height) {
  return header(spec::HeaderVersion::Pitch, spec::TextureType::T2D, width, height);
}

struct SuredTrial {
  static constexpr std::uint64_t kBase = 0x12'3456'7800; ///< where the first header's surface begins

  spec::SuredModifiers modifiers;
  spec::Operands operands;
  spec::SuredChoices choices;
  spec::GenericRegions regions;
  spec::Surfaces surfaces;
  std::vector<std::uint8_t> memory;
  spec::Results results;
  unsigned regionCount = 0;

  SuredTrial() {
    std::memset(&results, 0xAB, sizeof results);
    surfaces.lastHeader = spec::kTextureHeaders - 1;
  }
  /// The header's surface at kBase, with `bytes` of memory there.
  explicit SuredTrial(spec::TextureHeader header, std::uint32_t bytes = 1u << 16) : SuredTrial() {
    header.address = kBase;
    setHeader(surfaces, 0, headerOf(header));
    add(kBase, bytes);
  }
  void add(std::uint64_t base, std::uint32_t bytes) {
    regions.baseLow[regionCount] = static_cast<std::uint32_t>(base);
    regions.baseHigh[regionCount] = static_cast<std::uint32_t>(base >> 32);
    memory.resize(memory.size() + bytes);
    std::fill(regions.end + regionCount++, std::end(regions.end), static_cast<std::uint32_t>(memory.size()));
  }
  /// The lane executes, with these coordinates, that value in Rb and that handle in Rc.
  void lane(unsigned lane, std::array<std::uint32_t, 3> at, std::uint64_t operand = 1, std::uint32_t handle = 0) {
    namespace rows = spec::sured_rows;
    operands.exec |= 1u << lane;
    for (const unsigned row : {rows::kX, rows::kSecond, rows::kThird})
      operands.row[row][lane] = at[row];
    operands.row[rows::kOperand][lane] = static_cast<std::uint32_t>(operand);
    operands.row[rows::kOperandHigh][lane] = static_cast<std::uint32_t>(operand >> 32);
    operands.row[rows::kHandle][lane] = handle;
  }
  std::uint64_t at(std::uint32_t place, unsigned bytes = 4) const {
    std::uint64_t value = 0;
    std::memcpy(&value, memory.data() + place, bytes);
    return value;
  }
  void run(spec::SuredDim dim, spec::RedOp op = spec::RedOp::Add, spec::SuredSize size = spec::SuredSize::U32,
           spec::SuredClamp clamp = spec::SuredClamp::Near) {
    modifiers.dim = numberOf(dim), modifiers.op = numberOf(op), modifiers.size = numberOf(size);
    modifiers.clamp = numberOf(clamp);
    run();
  }
  void run() {
    ASSERT_FALSE(spec::faultOf(regions)) << spec::faultOf(regions)->message;
    ASSERT_FALSE(spec::faultOf(surfaces)) << spec::faultOf(surfaces)->message;
    concrete::warplaw_sured_portable(&modifiers, &operands, &choices,
                                     {memory.data(), static_cast<std::uint32_t>(memory.size())}, &regions, &surfaces,
                                     &results);
    EXPECT_EQ(results.written[0] | results.written[1] | results.predicateWritten, 0u) << "SURED returns nothing";
    for (unsigned lane = 0; lane < spec::kLanes; ++lane)
      if (!(operands.exec >> lane & 1))
        EXPECT_EQ(results.error[lane], 0) << lane << " does not execute";
  }
  spec::ErrorKind error(unsigned lane) const { return static_cast<spec::ErrorKind>(results.error[lane]); }
};

/// log2 of the GOBs of a block along an axis: no more than the surface takes.
inline unsigned leastLog(unsigned log, unsigned unit, unsigned extent) {
  while (log > 0 && unit << (log - 1) >= extent)
    --log;
  return log;
}

/// visit(offset, x in bytes, y, z, layer) for each byte of block linear storage in its order, also for those that no
/// texel has: layers of slabs of rows of blocks; in a block slices of GOBs from above to below; 512 bytes a GOB, whose
/// bits are, from the least: x3..0, y0, x4, y2..1, x5. The bytes together.
template <class Visit>
std::uint32_t walkBlockLinear(const spec::TextureHeader& h, unsigned depth, unsigned layers, Visit visit) {
  const unsigned width = (h.lastX + 1) * (h.components == numberOf(spec::TexelComponents::R32G32) ? 8 : 4),
                 height = h.lastY + 1;
  const unsigned rows = 1u << leastLog(h.blockHeight, 8, height), slices = 1u << leastLog(h.blockDepth, 1, depth);
  std::uint32_t offset = 0;
  for (unsigned layer = 0; layer < layers; ++layer)
    for (unsigned z = 0; z < depth; z += slices)
      for (unsigned y = 0; y < height; y += 8 * rows)
        for (unsigned x = 0; x < width; x += 64)
          for (unsigned slice = 0; slice < slices; ++slice)
            for (unsigned row = 0; row < rows; ++row)
              for (unsigned byte = 0; byte < 512; ++byte, ++offset) {
                const unsigned inX = (byte & 15) + (byte >> 5 & 1) * 16 + (byte >> 8) * 32;
                const unsigned inY = (byte >> 4 & 1) + (byte >> 6 & 3) * 2;
                visit(offset, x + inX, y + 8 * row + inY, z + slice, layer);
              }
  return offset;
}

} // namespace warplaw::tests
