// SURED's encoding, written from rules SURED-1..9, SURED-11, RED-5, MACH-3 and MACH-7 alone: which header a lane names,
// where its update goes or why there is none, which of RED's steps it is (redStep of red.h), the plan of a form's
// operands. How lanes follow one another is not here, as it is not in RED's (SURED-9).
#pragma once
#include "spec/instructions/sured_fields.h"
#include "symbolic/encodings/block_linear.h"
#include "symbolic/encodings/lane.h"
#include "symbolic/encodings/red.h"
#include "symbolic/encodings/texture_header.h"

namespace warplaw::symbolic {

/// Legal words and pairs of operation and size, registers and immediates (SURED-1, -2, -4, -5, -6, MACH-3). A plan
/// reads, helpers excluded (SURED-1, SURED-4, SURED-9, MACH-3, MACH-7); it writes nothing.
WARPLAW_ENCODING(Sured, sured)

/// Is an access of this spec::SuredSize, a term as wide as it comes, one of 8 bytes? Otherwise 4. Width 1.
Term suredIsWide(Term size);

/// The surface that a lane's handle names (SURED-4, SURED-5).
struct SuredSurface {
  Term handle;           ///< 32 bits
  Term index;            ///< 20 bits
  HeaderWordTerms words; ///< of the header of the index's lowest bits: that of the index where it is valid
  HeaderFields header;   ///< their fields
  Term isInvalid;        ///< width 1: beyond the pool, or of another dimension
  Term texelBytes;       ///< 64 bits
  Term widthBytes;       ///< 64 bits
};

/// Where in a surface: 0 what this dimension does not have.
struct SuredCoordinates {
  Term bytes; ///< x in bytes, exact: 64 bits, signed
  Term y, z;  ///< 32 bits, signed
  Term layer; ///< 16 bits, unsigned
};

/// One lane before any access (SURED-1, -3..8, -11). What the clamp leaves of coordinates: x, y and z change under NEAR
/// alone, a layer under NEAR or where the last one stands for those that are not there. Elsewhere they may lie outside,
/// where the formula of SURED-8 goes on, negative numbers rounded down, all modulo 2^64. They do not count where no
/// element fits.
struct SuredReach {
  SuredSurface surface;
  SuredCoordinates given;        ///< with .BA's low bits masked where the implementation masks them
  SuredCoordinates clamped;      ///< after .clamp and whatever is done about layers
  Term elementBytes;             ///< 64 bits: of the whole elements of a row; 0: none fits
  Term isOutside;                ///< width 1: x, y or z as given
  Term isLayerOutside;           ///< width 1: the layer as given
  Term isBytesMisaligned;        ///< width 1: x in bytes is no multiple of the access's size
  BlockLinearShape shape;        ///< of block linear alone
  BlockLinearOffset blockLinear; ///< of block linear alone
  Term rows;                     ///< 64 bits, of pitch alone: of the rows before: a product
  Term address;                  ///< 64 bits
  Term isAddressMisaligned;      ///< width 1
  Term isInRegion;               ///< width 1: all bytes of the access
  Term place;                    ///< 32 bits: its first byte in the storage of generic memory, where it performs
  Term error;                    ///< 8 bits: spec::ErrorKind; None outside exec, and where the update is dropped
  Term performs;                 ///< width 1: executes, and neither is in error nor dropped
  Term size;                     ///< 32 bits: spec::RedSize of the lane's step (SURED-3)
};
/// lane: 5 bits; executes: width 1; words: what the lane fetched, by spec::sured_rows, 32 bits each. Modifiers, regions
/// and surfaces are legal, and choices allowed.
SuredReach suredReach(const SuredModifierTerms& modifiers, const SuredChoiceTerms& choices, Term lane, Term executes,
                      const std::array<Term, spec::kSourceRows>& words, const GenericRegionTerms& regions,
                      const SurfaceTerms& surfaces);

/// The spec::RedSize of a step of this spec::SuredSize, as wide as it comes, on a surface whose format counts as signed
/// (width 1), which only SD32 and SD64 ask (SURED-3): 32 bits.
Term suredStepSize(Term size, Term isSignedSurface);

/// The RED that takes the steps where the reach is known (SURED-9): its operation, a size as wide, the orders and what
/// unlike zeros give.
RedModifierTerms suredReductionModifiers(const SuredModifierTerms& modifiers);
RedChoiceTerms suredReductionChoices(const SuredChoiceTerms& choices);
/// `before` with exec and Rb of `operands`.
OperandTerms suredReductionOperands(const OperandTerms& operands, OperandTerms before);

/// Numbers in their ranges. That orders are permutations is not said here.
Term isAllowed(const SuredChoiceTerms& choices);

} // namespace warplaw::symbolic
