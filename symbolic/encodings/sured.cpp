// SURED's datapath as terms: the surface that a lane names (SURED-4), coordinates and clamps (SURED-1, -5, -6), the
// address (SURED-8), and what keeps an update from being performed: what comes first, and of several errors the one
// that is reported (SURED-11).
#include "symbolic/encodings/sured.h"
#include "spec/texture_header.h"
#include "symbolic/encodings/wording.h"

namespace warplaw::symbolic {
namespace {
using spec::ErrorKind;
using spec::HeaderVersion;
using spec::SuredClamp;
using spec::SuredDim;
using spec::TexelType;
using spec::TextureType;
namespace rows = spec::sured_rows;

constexpr unsigned kLayerBits = 16;
constexpr Bits kLayerAsClamp = 0, kLayerIsLast = 1, kLayerDropped = 2; // the choice of layers

Term hasY(Term dim) { return is(dim, SuredDim::D2) | is(dim, SuredDim::D2Array) | is(dim, SuredDim::D3); }
Term isArray(Term dim) { return is(dim, SuredDim::D1Array) | is(dim, SuredDim::D2Array); }

/// The word of the constant bank at #tsPtrIdx: 0 where none is listed (SURED-4).
Term boundWord(const SurfaceTerms& surfaces, Term tsPtrIdx) {
  Term word = tsPtrIdx.terms().constant(32, 0);
  for (unsigned i = 0; i < spec::kBoundHandles; ++i)
    word = surfaces.boundAt[i].eq(tsPtrIdx).ite(surfaces.boundHandle[i], word);
  return word;
}

/// Is a header of this dimension? One of zeros is of none: its version is a 1D buffer's, its texture's type is not.
Term fits(Term dim, const HeaderFields& header) {
  const auto pairs = [&](SuredDim which, TextureType type) { return is(dim, which) & is(header.texture, type); };
  const Term isBuffer = pairs(SuredDim::D1Buffer, TextureType::T1DBuffer);
  const Term isOther = pairs(SuredDim::D1, TextureType::T1D) | pairs(SuredDim::D1Array, TextureType::T1DArray) |
                       pairs(SuredDim::D2, TextureType::T2D) | pairs(SuredDim::D2, TextureType::T2DNoMipmap) |
                       pairs(SuredDim::D2Array, TextureType::T2DArray) | pairs(SuredDim::D3, TextureType::T3D);
  const Term hasRows = is(header.version, HeaderVersion::Pitch) | is(header.version, HeaderVersion::BlockLinear);
  return (isBuffer & is(header.version, HeaderVersion::Buffer1D)) | (isOther & hasRows);
}

SuredSurface surfaceOf(const SuredModifierTerms& modifiers, Term handle, const SurfaceTerms& surfaces) {
  SuredSurface surface;
  surface.handle = isSet(modifiers.isBound).ite(boundWord(surfaces, modifiers.tsPtrIdx), handle);
  surface.index = surface.handle.extract(spec::kHeaderIndexBits - 1, 0);
  surface.words = headerWords(surfaces, surface.index.extract(1, 0)); // the pool has no more than four
  surface.header = fieldsOf(surface.words);
  surface.isInvalid = surfaces.lastHeader.ult(surface.index.zext(32)) | ~fits(modifiers.dim, surface.header);
  surface.texelBytes = texelBytes(surface.header);
  surface.widthBytes = widthBytes(surface.header);
  return surface;
}

/// Without what is left over a multiple of the access's size (64 bits).
Term wholeElements(Term bytes, Term isWide) {
  return bytes.extract(63, 3).concat(bytes.bit(2) & ~isWide).concat(bytes.terms().constant(2, 0));
}

/// x in bytes before anything is masked (SURED-1, SURED-5).
Term bytesOf(const SuredModifierTerms& modifiers, Term x, Term isWide) {
  Terms& terms = x.terms();
  const Term isUnsigned = is(modifiers.dim, SuredDim::D1Buffer) & ~is(modifiers.clamp, SuredClamp::Near);
  const Term exact = isUnsigned.ite(x.zext(64), x.sext(64));
  const Term scaled = isWide.ite(exact * terms.constant(64, 8), exact * terms.constant(64, 4));
  return isSet(modifiers.byteAddress).ite(exact, scaled);
}

SuredCoordinates coordinatesOf(const SuredModifierTerms& modifiers, Term bytes,
                               const std::array<Term, spec::kSourceRows>& words) {
  const auto low = [](Term word) { return word.extract(kLayerBits - 1, 0); };
  const Term none = bytes.terms().constant(32, 0), dim = modifiers.dim;
  const Term layer1D = is(dim, SuredDim::D1Array).ite(low(words[rows::kSecond]), low(none));
  return {bytes, hasY(dim).ite(words[rows::kSecond], none), is(dim, SuredDim::D3).ite(words[rows::kThird], none),
          is(dim, SuredDim::D2Array).ite(low(words[rows::kThird]), layer1D)};
}

/// Is one of x, y and z outside (SURED-6)? Width 1.
Term isOutside(const SuredCoordinates& at, Term accessBytes, const SuredSurface& surface) {
  const auto beyond = [](Term value, Term last) { return last.zext(32).ult(value); }; // below 0, too
  return at.bytes.bit(63) | surface.widthBytes.slt(at.bytes + accessBytes) | beyond(at.y, surface.header.lastY) |
         beyond(at.z, surface.header.lastZ);
}

/// Signed; last: at least 0.
Term nearest(Term value, Term last) {
  const Term zero = value.terms().constant(value.width(), 0);
  return value.slt(zero).ite(zero, last.slt(value).ite(last, value));
}

SuredCoordinates clampedTo(const SuredReach& reach, Term lastBytes, Term isNear, Term layers) {
  const SuredCoordinates& given = reach.given;
  const HeaderFields& header = reach.surface.header;
  const Term becomesLast = reach.isLayerOutside & (isNear | layers.eq(kLayerIsLast));
  return {isNear.ite(nearest(given.bytes, lastBytes), given.bytes),
          isNear.ite(nearest(given.y, header.lastY.zext(32)), given.y),
          isNear.ite(nearest(given.z, header.lastZ.zext(32)), given.z),
          becomesLast.ite(header.lastZ.zext(kLayerBits), given.layer)};
}

/// All that lies between the clamped coordinates and the address (SURED-8). isDeep: width 1: lastZ counts slices, which
/// lie in blocks; otherwise it counts layers, or nothing.
void locate(SuredReach& reach, Term isDeep) {
  const SuredSurface& surface = reach.surface;
  const HeaderFields& header = surface.header;
  const SuredCoordinates& at = reach.clamped;
  const Term y = at.y.sext(64), one = y.terms().constant(64, 1);
  const Term height = header.lastY.zext(64) + one, depth = isDeep.ite(header.lastZ.zext(64) + one, one);
  reach.shape =
      blockLinearShape(surface.widthBytes, height, depth, header.blockHeight.zext(64), header.blockDepth.zext(64));
  reach.blockLinear = blockLinearOffset(reach.shape, at.bytes, y, at.z.sext(64), at.layer.zext(64));
  reach.rows = y * header.pitch;
  const Term inPitch = is(header.version, HeaderVersion::Pitch).ite(reach.rows + at.bytes, at.bytes);
  reach.address =
      header.address + is(header.version, HeaderVersion::BlockLinear).ite(reach.blockLinear.offset, inPitch);
}

/// One reason for not performing an update.
struct Reason {
  Term holds; ///< width 1
  Term error; ///< 8 bits: None where it is dropped
};

/// What .clamp and the choice of layers leave undone (SURED-6). Each of width 1.
struct ClampEnd {
  Term hasElement; ///< under NEAR: an element fits in a row
  Term drops, isError;
};
ClampEnd clampEnd(const SuredReach& reach, const SuredModifierTerms& modifiers, const SuredChoiceTerms& choices) {
  const Term isNear = is(modifiers.clamp, SuredClamp::Near), isTrap = is(modifiers.clamp, SuredClamp::Trap);
  const Term isLayerDropped = reach.isLayerOutside & choices.layers.eq(kLayerDropped);
  const Term isLayerClamped = reach.isLayerOutside & choices.layers.eq(kLayerAsClamp);
  const Term hasNone = isNear & ~isSet(reach.elementBytes);
  const Term stops = isNear.ite(hasNone, reach.isOutside | isLayerClamped);
  const Term isError = isNear.ite(isSet(choices.noElementIsError), isTrap);
  return {~hasNone, isLayerDropped | (stops & ~isError), ~isLayerDropped & stops & isError};
}

/// The error that a lane reports whose update .clamp does not drop (SURED-11); None if there is none.
Term errorOf(const SuredReach& reach, const ClampEnd& end, Term reported) {
  return redReported(
      {{{reach.isBytesMisaligned | (end.hasElement & reach.isAddressMisaligned), ErrorKind::MisalignedAddress},
        {end.isError, ErrorKind::SurfaceOutOfRange},
        {end.hasElement & ~reach.isInRegion, ErrorKind::AddressOutOfRange}}},
      reported);
}

/// All of them, in the order in which they are asked. reported: 8 bits, of the lane.
std::array<Reason, 6> reasonsAgainst(const SuredReach& reach, const SuredModifierTerms& modifiers,
                                     const SuredChoiceTerms& choices, Term reported, Term isDisabled) {
  const auto kind = [&](ErrorKind error) { return reported.terms().constant(8, static_cast<Bits>(error)); };
  const auto kindIf = [&](Term isError, ErrorKind error) { return isError.ite(kind(error), kind(ErrorKind::None)); };
  const ClampEnd end = clampEnd(reach, modifiers, choices);
  const Term error = errorOf(reach, end, reported);
  return {{
      {isDisabled & isSet(choices.disabledComesFirst), kind(ErrorKind::None)},
      {reach.surface.isInvalid, kindIf(isSet(choices.invalidIsError), ErrorKind::InvalidTexture)},
      {end.drops & isSet(choices.dropComesFirst), kind(ErrorKind::None)},
      {end.drops, kindIf(reach.isBytesMisaligned, ErrorKind::MisalignedAddress)},
      {isSet(error), error},
      {isDisabled, kind(ErrorKind::None)},
  }};
}

/// The error of the first reason that holds, and whether none does.
void decide(SuredReach& reach, Term executes, std::span<const Reason> reasons) {
  const Term none = executes.terms().constant(8, static_cast<Bits>(ErrorKind::None));
  Term error = none;
  reach.performs = executes;
  for (std::size_t i = reasons.size(); i-- > 0;) {
    error = reasons[i].holds.ite(reasons[i].error, error);
    reach.performs = reach.performs & ~reasons[i].holds;
  }
  reach.error = executes.ite(error, none);
}

/// Does the surface's format count as signed (SURED-3)?
Term isSignedFormat(const HeaderFields& header, const SuredChoiceTerms& choices) {
  const Term isSigned = is(header.type, TexelType::Sint), isUnsigned = is(header.type, TexelType::Uint);
  return isSigned | (~isUnsigned & isSet(choices.othersAreSigned));
}

} // namespace

SuredReach suredReach(const SuredModifierTerms& modifiers, const SuredChoiceTerms& choices, Term lane, Term executes,
                      const std::array<Term, spec::kSourceRows>& words, const GenericRegionTerms& regions,
                      const SurfaceTerms& surfaces) {
  Terms& terms = executes.terms();
  const Term isWide = suredIsWide(modifiers.size), isNear = is(modifiers.clamp, SuredClamp::Near);
  const Term accessBytes = isWide.ite(terms.constant(64, 8), terms.constant(64, 4));
  const auto isMisaligned = [&](Term value) { return wholeElements(value, isWide).ne(value); };
  SuredReach reach;
  reach.surface = surfaceOf(modifiers, words[rows::kHandle], surfaces);

  const Term bytes = bytesOf(modifiers, words[rows::kX], isWide);
  const Term masks = isSet(modifiers.byteAddress) & isSet(choices.masksLowBits);
  reach.given = coordinatesOf(modifiers, masks.ite(wholeElements(bytes, isWide), bytes), words);
  reach.elementBytes = wholeElements(reach.surface.widthBytes, isWide);
  reach.isOutside = isOutside(reach.given, accessBytes, reach.surface);
  reach.isLayerOutside = reach.surface.header.lastZ.zext(kLayerBits).ult(reach.given.layer);
  reach.isBytesMisaligned = isMisaligned(reach.given.bytes); // under .BA alone
  reach.clamped = clampedTo(reach, reach.elementBytes - accessBytes, isNear, choices.layers);

  locate(reach, ~isArray(modifiers.dim));
  reach.isAddressMisaligned = isMisaligned(reach.address);
  const RedPlaced placed = redPlaceOf(regions, reach.address, accessBytes.extract(31, 0));
  reach.isInRegion = placed.isInside;
  reach.place = placed.place;
  const Term reported = terms.select(lane, choices.reported);
  decide(reach, executes, reasonsAgainst(reach, modifiers, choices, reported, isSet(surfaces.disabled)));
  reach.size = suredStepSize(modifiers.size, isSignedFormat(reach.surface.header, choices));
  return reach;
}

RedModifierTerms suredReductionModifiers(const SuredModifierTerms& modifiers) {
  Terms& terms = modifiers.op.terms();
  return {modifiers.op, suredStepSize(modifiers.size, terms.truth(true)), terms.constant(32, 0), terms.constant(32, 0)};
}

RedChoiceTerms suredReductionChoices(const SuredChoiceTerms& choices) {
  RedChoiceTerms red = constants(choices.unlikeZeros.terms(), spec::RedChoices{});
  red.order = choices.order;
  red.orderHigh = choices.orderHigh;
  red.unlikeZeros = choices.unlikeZeros;
  return red;
}

OperandTerms suredReductionOperands(const OperandTerms& operands, OperandTerms before) {
  before.exec = operands.exec;
  before.row[spec::red_rows::kOperand] = operands.row[spec::sured_rows::kOperand];
  before.row[spec::red_rows::kOperandHigh] = operands.row[spec::sured_rows::kOperandHigh];
  return before;
}

} // namespace warplaw::symbolic
