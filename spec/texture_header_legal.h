// Which texture headers describe a surface (SURED-5, SURED-8), and the fields of one, said once for every world whose
// words can be compared (spec/watched.h): rejections are made of it, and proofs read it.
#pragma once
#include "spec/texture_header.h"
#include "spec/watched.h"
#include <fmt/format.h>

namespace warplaw::spec {

template <class In> using HeaderWordsIn = std::array<Word32<In>, kTextureHeaderWords>;

namespace texture_header {

/// Bits high..low of the 256, both in one word.
struct Bits {
  unsigned high, low;
  constexpr unsigned word() const { return low / 32; }
  constexpr std::uint32_t mask() const { return static_cast<std::uint32_t>((std::uint64_t{2} << (high - low)) - 1); }
};
template <class Word> Word get(const std::array<Word, kTextureHeaderWords>& header, Bits bits) {
  return header[bits.word()] >> bits.low % 32 & bits.mask();
}

inline constexpr Bits kComponents{6, 0}, kType{9, 7}, kVersion{87, 85}, kTexture{154, 151}, kBlockHeight{101, 99},
    kBlockDepth{104, 102}, kPitch{111, 96}, kLastX{143, 128}, kLastXHigh{111, 96}, kLastY{175, 160}, kLastZ{189, 176},
    kAddressHigh{79, 64};

/// A field that must be 0, with what it says otherwise; of block linear alone, or of pitch too.
struct Feature {
  Bits bits;
  std::string_view what;
  bool ofPitchToo;
};
inline constexpr Feature kRejected[] = {
    {{98, 96}, "GOBs per block in width are not 1", false},    {{108, 106}, "the tile's width in GOBs is not 1", false},
    {{109, 109}, "GOBs of three dimensions", false},           {{127, 124}, "mip levels above the first", true},
    {{227, 224}, "the view's first mip level is not 0", true}, {{235, 232}, "multisampling", true}};
inline constexpr Bits kBorder{159, 157};
inline constexpr std::uint32_t kNoBorder = 7; ///< the sampler's color instead

template <class Word> auto is(const Word& value, auto kind) { return value == static_cast<std::uint32_t>(kind); }
inline Rejection fault(std::string message, std::string accepted, std::string rule = "SURED-8") {
  return {std::move(rule), std::move(message), std::move(accepted)};
}

/// Where the low part of the address begins, in the second word and in the address alike: the bits below are 0.
template <class Word> unsigned addressLowBit(const Word& version) {
  if (is(version, HeaderVersion::BlockLinear))
    return 9;
  return is(version, HeaderVersion::Pitch) ? 5 : 0;
}

template <class In> TextureHeaderIn<In> fieldsIn(const HeaderWordsIn<In>& words) {
  TextureHeaderIn<In> header;
  header.components = get(words, kComponents);
  header.type = get(words, kType);
  header.version = get(words, kVersion);
  header.texture = get(words, kTexture);
  const unsigned low = addressLowBit(header.version);
  header.address = numberOf(Word32<In>(words[1] >> low << low)) | numberOf(get(words, kAddressHigh)) << 32u;
  header.lastX = get(words, kLastX);
  if (is(header.version, HeaderVersion::Buffer1D)) {
    header.lastX = header.lastX | (get(words, kLastXHigh) << 16u);
    return header;
  }
  header.lastY = get(words, kLastY);
  header.lastZ = get(words, kLastZ);
  if (is(header.version, HeaderVersion::Pitch)) {
    header.pitch = get(words, kPitch) << 5u;
  } else {
    header.blockHeight = get(words, kBlockHeight);
    header.blockDepth = get(words, kBlockDepth);
  }
  return header;
}

template <class In>
std::optional<Rejection> faultOfLayout(const HeaderWordsIn<In>& words, const TextureHeaderIn<In>& header) {
  const bool isPitch = is(header.version, HeaderVersion::Pitch);
  for (const Feature& feature : kRejected)
    if ((!isPitch || feature.ofPitchToo) && get(words, feature.bits) != 0u)
      return fault(std::string(feature.what), fmt::format("0 in bits {}:{}", feature.bits.high, feature.bits.low));
  if (const Word32<In> border = get(words, kBorder); border != 0u && border != kNoBorder)
    return fault("a border", "0 or 7 in bits 159:157");
  const auto isTexture = [&](TextureType type) { return is(header.texture, type); };
  const auto isDeep = isTexture(TextureType::T3D), isFlat = isTexture(TextureType::T1D),
             isArray = isTexture(TextureType::T1DArray) || isTexture(TextureType::T2DArray);
  if (header.lastY != 0u && (isFlat || isTexture(TextureType::T1DArray)))
    return fault("rows of a surface of one dimension", "a height of 1");
  if (header.lastZ != 0u && !isDeep && !isArray)
    return fault("slices of a surface that has none", "a depth of 1");
  if (!isPitch && (header.blockHeight > kMostBlockLog || header.blockDepth > kMostBlockLog))
    return fault("a block of more than 32 GOBs in height or depth", fmt::format("log2 at most {}", kMostBlockLog));
  if (!isPitch)
    return {};
  if (isDeep || isArray)
    return fault("a pitch surface with layers or slices", "one of one or two dimensions");
  const std::uint64_t texelBytes = is(header.components, TexelComponents::R32G32) ? 8 : 4;
  const auto bytes = (numberOf(header.lastX) + std::uint64_t{1}) * texelBytes;
  if (numberOf(header.pitch) < bytes)
    return fault(fmt::format("a pitch of {} bytes is less than a row of {}", header.pitch, bytes), "at least a row");
  return {};
}

} // namespace texture_header

/// faultOf of spec/texture_header.h, in any world.
template <class In> std::optional<Rejection> faultOfHeader(const HeaderWordsIn<In>& words) {
  using namespace texture_header;
  Word32<In> any = 0u;
  for (const Word32<In>& word : words)
    any = any | word;
  if (any == 0u)
    return {};
  const TextureHeaderIn<In> header = fieldsIn<In>(words);
  const bool isBuffer = is(header.version, HeaderVersion::Buffer1D);
  if (!isBuffer && !is(header.version, HeaderVersion::Pitch) && !is(header.version, HeaderVersion::BlockLinear))
    return fault(fmt::format("header version {}, which has a color key or is none", header.version),
                 "0 (1D buffer), 2 (pitch) or 3 (block linear)");
  if (!is(header.components, TexelComponents::R32) && !is(header.components, TexelComponents::R16G16) &&
      !is(header.components, TexelComponents::R32G32))
    return fault(fmt::format("texel components {:#x}", header.components),
                 "0x0f (R32), 0x0c (R16_G16) or 0x04 (R32_G32)", "SURED-5");
  if (header.texture > static_cast<std::uint32_t>(TextureType::T2DNoMipmap) || header.texture == 3u)
    return fault(fmt::format("texture type {}, of cubes or of none", header.texture), "0, 1, 2, 4, 5, 6 or 7");
  if (isBuffer != is(header.texture, TextureType::T1DBuffer))
    return fault("a 1D buffer has header version 0 and texture type 6, and nothing else has one of them",
                 "both or none");
  return isBuffer ? std::nullopt : faultOfLayout<In>(words, header);
}

} // namespace warplaw::spec
