// Texture headers: their fields, and the features that are rejected by name (SURED-5, SURED-8).
#include "spec/texture_header_legal.h"
#include <algorithm>

namespace warplaw::spec {
using namespace texture_header;
namespace {

void put(HeaderWords& header, Bits bits, std::uint64_t value) {
  header[bits.word()] |= (static_cast<std::uint32_t>(value) & bits.mask()) << bits.low % 32;
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

TextureHeader read(const HeaderWords& words) { return fieldsIn<Words>(words); }

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

std::optional<Rejection> faultOf(const HeaderWords& words) { return faultOfHeader<Words>(words); }

} // namespace warplaw::spec
