// Texture headers: their fields, and the features that are rejected by name (SURED-5, SURED-8).
#include "spec/texture_header.h"
#include <algorithm>
#include <fmt/format.h>

namespace warplaw::spec {
namespace {

/// Bits high..low of the 256, both in one word.
struct Bits {
  unsigned high, low;
  constexpr unsigned word() const { return low / 32; }
  constexpr std::uint32_t mask() const { return static_cast<std::uint32_t>((std::uint64_t{2} << (high - low)) - 1); }
};
std::uint32_t get(const HeaderWords& header, Bits bits) { return header[bits.word()] >> bits.low % 32 & bits.mask(); }
void put(HeaderWords& header, Bits bits, std::uint64_t value) {
  header[bits.word()] |= (static_cast<std::uint32_t>(value) & bits.mask()) << bits.low % 32;
}

constexpr Bits kComponents{6, 0}, kType{9, 7}, kVersion{87, 85}, kTexture{154, 151}, kBlockHeight{101, 99},
    kBlockDepth{104, 102}, kPitch{111, 96}, kLastX{143, 128}, kLastXHigh{111, 96}, kLastY{175, 160}, kLastZ{189, 176},
    kAddressHigh{79, 64};
/// Where the low part of the address begins, in the second word and in the address alike: the bits below are 0.
unsigned addressLowBit(std::uint32_t version) {
  return version == static_cast<std::uint32_t>(HeaderVersion::BlockLinear) ? 9
         : version == static_cast<std::uint32_t>(HeaderVersion::Pitch)     ? 5
                                                                           : 0;
}

/// A field that must be 0, with what it says otherwise; of block linear alone, or of pitch too.
struct Feature {
  Bits bits;
  std::string_view what;
  bool ofPitchToo;
};
constexpr Feature kRejected[] = {
    {{98, 96}, "GOBs per block in width are not 1", false},    {{108, 106}, "the tile's width in GOBs is not 1", false},
    {{109, 109}, "GOBs of three dimensions", false},           {{127, 124}, "mip levels above the first", true},
    {{227, 224}, "the view's first mip level is not 0", true}, {{235, 232}, "multisampling", true}};
constexpr Bits kBorder{159, 157};
constexpr std::uint32_t kNoBorder = 7; ///< the sampler's color instead

bool is(std::uint32_t value, auto kind) { return value == static_cast<std::uint32_t>(kind); }
Rejection fault(std::string message, std::string accepted, std::string rule = "SURED-8") {
  return {std::move(rule), std::move(message), std::move(accepted)};
}

std::optional<Rejection> faultOfLayout(const HeaderWords& words, const TextureHeader& header) {
  const bool isPitch = is(header.version, HeaderVersion::Pitch);
  for (const Feature& feature : kRejected)
    if ((!isPitch || feature.ofPitchToo) && get(words, feature.bits))
      return fault(std::string(feature.what), fmt::format("0 in bits {}:{}", feature.bits.high, feature.bits.low));
  if (const std::uint32_t border = get(words, kBorder); border && border != kNoBorder)
    return fault("a border", "0 or 7 in bits 159:157");
  const bool isDeep = is(header.texture, TextureType::T3D), isFlat = is(header.texture, TextureType::T1D),
             isArray = is(header.texture, TextureType::T1DArray) || is(header.texture, TextureType::T2DArray);
  if (header.lastY && (isFlat || is(header.texture, TextureType::T1DArray)))
    return fault("rows of a surface of one dimension", "a height of 1");
  if (header.lastZ && !isDeep && !isArray)
    return fault("slices of a surface that has none", "a depth of 1");
  if (!isPitch && std::max(header.blockHeight, header.blockDepth) > kMostBlockLog)
    return fault("a block of more than 32 GOBs in height or depth", fmt::format("log2 at most {}", kMostBlockLog));
  if (!isPitch)
    return {};
  if (isDeep || isArray)
    return fault("a pitch surface with layers or slices", "one of one or two dimensions");
  const std::uint64_t bytes =
      (header.lastX + std::uint64_t{1}) * (is(header.components, TexelComponents::R32G32) ? 8 : 4);
  if (header.pitch < bytes)
    return fault(fmt::format("a pitch of {} bytes is less than a row of {}", header.pitch, bytes), "at least a row");
  return {};
}

} // namespace

HeaderWords headerIn(const Surfaces& surfaces, unsigned index) {
  HeaderWords header;
  std::copy_n(std::begin(surfaces.header) + kTextureHeaderWords * index, header.size(), header.begin());
  return header;
}
void setHeader(Surfaces& surfaces, unsigned index, const HeaderWords& header) {
  std::ranges::copy(header, std::begin(surfaces.header) + kTextureHeaderWords * index);
}

TextureHeader read(const HeaderWords& words) {
  TextureHeader header;
  header.components = get(words, kComponents);
  header.type = get(words, kType);
  header.version = get(words, kVersion);
  header.texture = get(words, kTexture);
  const unsigned low = addressLowBit(header.version);
  header.address = words[1] >> low << low | static_cast<std::uint64_t>(get(words, kAddressHigh)) << 32;
  header.lastX = get(words, kLastX);
  if (is(header.version, HeaderVersion::Buffer1D)) {
    header.lastX |= get(words, kLastXHigh) << 16;
    return header;
  }
  header.lastY = get(words, kLastY);
  header.lastZ = get(words, kLastZ);
  if (is(header.version, HeaderVersion::Pitch)) {
    header.pitch = get(words, kPitch) << 5;
  } else {
    header.blockHeight = get(words, kBlockHeight);
    header.blockDepth = get(words, kBlockDepth);
  }
  return header;
}

HeaderWords headerOf(const TextureHeader& header) {
  HeaderWords words = {};
  put(words, kComponents, header.components);
  put(words, kType, header.type);
  put(words, kVersion, header.version);
  put(words, kTexture, header.texture);
  words[1] = static_cast<std::uint32_t>(header.address);
  put(words, kAddressHigh, header.address >> 32);
  put(words, kLastX, header.lastX);
  if (is(header.version, HeaderVersion::Buffer1D)) {
    put(words, kLastXHigh, header.lastX >> 16);
    return words;
  }
  put(words, kLastY, header.lastY);
  put(words, kLastZ, header.lastZ);
  if (is(header.version, HeaderVersion::Pitch)) {
    put(words, kPitch, header.pitch >> 5);
  } else {
    put(words, kBlockHeight, header.blockHeight);
    put(words, kBlockDepth, header.blockDepth);
  }
  return words;
}

std::optional<Rejection> faultOf(const HeaderWords& words) {
  if (std::ranges::all_of(words, [](std::uint32_t word) { return word == 0; }))
    return {};
  const TextureHeader header = read(words);
  const bool isBuffer = is(header.version, HeaderVersion::Buffer1D);
  if (!isBuffer && !is(header.version, HeaderVersion::Pitch) && !is(header.version, HeaderVersion::BlockLinear))
    return fault(fmt::format("header version {}, which has a color key or is none", header.version),
                 "0 (1D buffer), 2 (pitch) or 3 (block linear)");
  if (!is(header.components, TexelComponents::R32) && !is(header.components, TexelComponents::R16G16) &&
      !is(header.components, TexelComponents::R32G32))
    return fault(fmt::format("texel components {:#x}", header.components),
                 "0x0f (R32), 0x0c (R16_G16) or 0x04 (R32_G32)", "SURED-5");
  if (header.texture > static_cast<std::uint32_t>(TextureType::T2DNoMipmap) || header.texture == 3)
    return fault(fmt::format("texture type {}, of cubes or of none", header.texture), "0, 1, 2, 4, 5, 6 or 7");
  if (isBuffer != is(header.texture, TextureType::T1DBuffer))
    return fault("a 1D buffer has header version 0 and texture type 6, and nothing else has one of them",
                 "both or none");
  return isBuffer ? std::nullopt : faultOfLayout(words, header);
}

} // namespace warplaw::spec
