// Texture headers as terms: fields by their bits, legal headers, and legal pools and banks of them (SURED-4, -5, -7,
// -8).
#include "symbolic/encodings/texture_header.h"
#include "spec/texture_header.h"
#include "symbolic/encodings/wording.h"

namespace warplaw::symbolic {
namespace {
using spec::HeaderVersion;
using spec::TexelComponents;
using spec::TextureType;

constexpr unsigned kAddressLowBits = 9; // the low bits of word 1 that are no address in block linear (512 bytes) ...
constexpr unsigned kPitchUnitBits = 5;  // ... and in pitch, whose pitch counts 32 bytes as well
constexpr Bits kNoBorder = 7;           // the sampler's color instead

/// Bits high:low of the 256, as the rules number them; both in one word.
Term bitsOf(const HeaderWordTerms& words, unsigned high, unsigned low) {
  return words[low / 32].extract(high % 32, low % 32);
}

Term isZero(Term value) { return value.eq(Bits(0)); }

/// Word 1 without its lowest bits.
Term without(Term word, unsigned bits) { return word.extract(31, bits).concat(word.terms().constant(bits, 0)); }

/// What both layouts with rows must not have: mip levels (of the header, of the view), samples, a border.
Term hasNoMore(const HeaderWordTerms& words) {
  const Term border = bitsOf(words, 159, 157);
  return isZero(bitsOf(words, 127, 124)) & isZero(bitsOf(words, 227, 224)) & isZero(bitsOf(words, 235, 232)) &
         (isZero(border) | border.eq(kNoBorder));
}

/// Blocks are one GOB wide, tiles too, GOBs are flat, and a block is of at most 32 GOBs in height and in depth.
Term isLegalBlock(const HeaderWordTerms& words, const HeaderFields& header) {
  return isZero(bitsOf(words, 98, 96)) & isZero(bitsOf(words, 108, 106)) & isZero(bitsOf(words, 109, 109)) &
         atMost(header.blockHeight, spec::kMostBlockLog) & atMost(header.blockDepth, spec::kMostBlockLog);
}

/// The layout of anything but a 1D buffer.
Term isLegalLayout(const HeaderWordTerms& words, const HeaderFields& header) {
  const auto isTexture = [&](TextureType type) { return is(header.texture, type); };
  const Term isArray = isTexture(TextureType::T1DArray) | isTexture(TextureType::T2DArray);
  const Term hasRows = ~isTexture(TextureType::T1D) & ~isTexture(TextureType::T1DArray);
  const Term isStacked = isArray | isTexture(TextureType::T3D); // in slices or layers
  const Term legalPitch = ~isStacked & widthBytes(header).ule(header.pitch);
  return hasNoMore(words) & (hasRows | isZero(header.lastY)) & (isStacked | isZero(header.lastZ)) &
         is(header.version, HeaderVersion::Pitch).ite(legalPitch, isLegalBlock(words, header));
}

} // namespace

HeaderWordTerms headerWords(const SurfaceTerms& surfaces, Term index) {
  HeaderWordTerms words;
  for (unsigned word = 0; word < spec::kTextureHeaderWords; ++word) {
    std::array<Term, spec::kTextureHeaders> cells;
    for (unsigned i = 0; i < spec::kTextureHeaders; ++i)
      cells[i] = surfaces.header[spec::kTextureHeaderWords * i + word];
    words[word] = index.terms().select(index, cells);
  }
  return words;
}

HeaderFields fieldsOf(const HeaderWordTerms& words) {
  Terms& terms = words[0].terms();
  HeaderFields header;
  header.components = bitsOf(words, 6, 0);
  header.type = bitsOf(words, 9, 7);
  header.version = bitsOf(words, 87, 85);
  header.texture = bitsOf(words, 154, 151);
  const Term low = is(header.version, HeaderVersion::BlockLinear)
                       .ite(without(words[1], kAddressLowBits),
                            is(header.version, HeaderVersion::Pitch).ite(without(words[1], kPitchUnitBits), words[1]));
  header.address = bitsOf(words, 79, 64).concat(low).zext(64);
  header.blockHeight = bitsOf(words, 101, 99);
  header.blockDepth = bitsOf(words, 104, 102);
  header.pitch = bitsOf(words, 111, 96).concat(terms.constant(kPitchUnitBits, 0)).zext(64);
  const Term high = is(header.version, HeaderVersion::Buffer1D).ite(bitsOf(words, 111, 96), terms.constant(16, 0));
  header.lastX = high.concat(bitsOf(words, 143, 128));
  header.lastY = bitsOf(words, 175, 160);
  header.lastZ = bitsOf(words, 189, 176);
  return header;
}

Term texelBytes(const HeaderFields& header) {
  Terms& terms = header.components.terms();
  return is(header.components, TexelComponents::R32G32).ite(terms.constant(64, 8), terms.constant(64, 4));
}

Term widthBytes(const HeaderFields& header) {
  Terms& terms = header.lastX.terms();
  const Term texels = header.lastX.zext(64) + Bits(1);
  return is(header.components, TexelComponents::R32G32)
      .ite(texels * terms.constant(64, 8), texels * terms.constant(64, 4));
}

Term isLegal(const HeaderWordTerms& words) {
  const HeaderFields header = fieldsOf(words);
  const auto hasVersion = [&](HeaderVersion version) { return is(header.version, version); };
  const auto has = [&](TexelComponents components) { return is(header.components, components); };
  Term any = words[0];
  for (const Term word : words)
    any = any | word;
  const Term isBuffer = hasVersion(HeaderVersion::Buffer1D);
  const Term conditions[] = {
      isBuffer | hasVersion(HeaderVersion::Pitch) | hasVersion(HeaderVersion::BlockLinear),
      has(TexelComponents::R32) | has(TexelComponents::R16G16) | has(TexelComponents::R32G32),
      atMost(header.texture, static_cast<Bits>(TextureType::T2DNoMipmap)) & ~header.texture.eq(Bits(3)), // 3: cubes
      isBuffer.eq(is(header.texture, TextureType::T1DBuffer)),
      isBuffer | isLegalLayout(words, header),
  };
  return isZero(any) | any.terms().all(conditions);
}

Term isLegal(const SurfaceTerms& surfaces) {
  Terms& terms = surfaces.disabled.terms();
  std::vector<Term> all = {atMost(surfaces.lastHeader, spec::kTextureHeaders - 1), atMost(surfaces.disabled, 1),
                           atMost(surfaces.boundAt[spec::kBoundHandles - 1], spec::kBankWords - 1)};
  for (unsigned i = 1; i < spec::kBoundHandles; ++i)
    all.push_back(surfaces.boundAt[i - 1].ult(surfaces.boundAt[i]));
  for (unsigned i = 0; i < spec::kTextureHeaders; ++i)
    all.push_back(isLegal(headerWords(surfaces, terms.constant(2, i))));
  return terms.all(all);
}

} // namespace warplaw::symbolic
