// A texture header's 256 bits as terms: its fields, and which headers describe a surface (SURED-5, SURED-8). Written
// from the rules' tables of bits.
#pragma once
#include "symbolic/encodings/surroundings.h"

namespace warplaw::symbolic {

using HeaderWordTerms = std::array<Term, spec::kTextureHeaderWords>;

/// The words of header `index`, which says how many headers there are by its width (2 bits).
HeaderWordTerms headerWords(const SurfaceTerms& surfaces, Term index);

/// A header's fields, wherever a version has them: `pitch` means something of a pitch surface alone, the block's two of
/// block linear alone, lastY and lastZ of all but a 1D buffer. As wide as they are, unless said otherwise.
struct HeaderFields {
  Term components;              ///< spec::TexelComponents
  Term type;                    ///< spec::TexelType of the first component
  Term version;                 ///< spec::HeaderVersion
  Term texture;                 ///< spec::TextureType
  Term address;                 ///< 64 bits: of the first byte; the bits that its version does not hold are 0
  Term blockHeight, blockDepth; ///< log2
  Term pitch;                   ///< 64 bits: bytes
  Term lastX;                   ///< 32 bits, of which 16 count unless it is a 1D buffer
  Term lastY, lastZ;
};
HeaderFields fieldsOf(const HeaderWordTerms& words);

/// Bytes of a texel, and of a row of texels: 64 bits. The header is legal.
Term texelBytes(const HeaderFields& header);
Term widthBytes(const HeaderFields& header);

/// A header of zeros, or one with no feature that is rejected by name (SURED-5, SURED-8). Width 1.
Term isLegal(const HeaderWordTerms& words);

} // namespace warplaw::symbolic
