// SURED as somebody might misread it on both sides (SURED-1..9, SURED-11): what only the third statement can see.
#include "proofs/theorems/sured_theorems.h"
#include "spec/texture_header.h"

namespace warplaw::proofs::sured {
namespace {
namespace rows = spec::sured_rows;

Misreading ofRun(const char* name, const char* rule, AnyLane reach,
                 std::function<void(spec::SuredChoices&)> change = {}) {
  Proof proof = proofOf();
  proof.onWords = Proof::ofWords(onWords(std::move(reach), std::move(change)));
  return {name, {rule}, proof.reading()};
}

Misreading ofReach(const char* name, const char* rule, Proof::Spoil spoil) {
  return ofRun(name, rule, Proof::laneBut(laneWord, name, {rule}, std::move(spoil)).lane);
}

/// Lanes whose surface is block linear go elsewhere: `offset` is from its first byte.
Misreading ofOffset(const char* name, std::function<Term(const SuredReach&)> offset) {
  const auto word = [offset = std::move(offset)](const SuredModifierTerms& modifiers, const SuredChoiceTerms& choices,
                                                 Term lane, const LaneWords& words, const GenericRegionTerms& regions,
                                                 const SurfaceTerms& surfaces) {
    const SuredReach reach =
        symbolic::suredReach(modifiers, choices, lane, lane.terms().truth(true), words, regions, surfaces);
    const Term linear = reach.surface.header.version.eq(Bits(spec::HeaderVersion::BlockLinear));
    const Term address = linear.ite(reach.surface.header.address + offset(reach), reach.address);
    const symbolic::RedPlaced placed =
        symbolic::redPlaceOf(regions, address, symbolic::redBytes(symbolic::suredReductionModifiers(modifiers).size));
    const Term leaves = constant(reach.error, Bits(spec::ErrorKind::AddressOutOfRange));
    return reachWord(reach.performs & placed.isInside, placed.place,
                     (reach.performs & ~placed.isInside).ite(leaves, reach.error), reach.size);
  };
  return ofRun(name, "SURED-8", Proof::ofLane(word));
}

} // namespace

std::vector<Misreading> misreadings() {
  return {
      ofReach("a-layer-is-32-bits", "SURED-1",
              [](auto& m, auto&, LaneWords& words, auto&...) { // any high bit is a layer that is not there
                const auto beyond = [&](unsigned row, spec::SuredDim dim) {
                  const Term fits = m.dim.ne(constant(m.dim, Bits(dim))) | words[row].extract(31, 16).eq(Bits(0));
                  words[row] = fits.ite(words[row], words[row] | constant(words[row], 0xffff));
                };
                beyond(rows::kSecond, spec::SuredDim::D1Array), beyond(rows::kThird, spec::SuredDim::D2Array);
              }),
      ofReach("every-format-is-unsigned", "SURED-3",
              [](auto& m, auto&...) {
                replace(m.size, spec::SuredSize::SD32, spec::SuredSize::U32);
                replace(m.size, spec::SuredSize::SD64, spec::SuredSize::U64);
              }),
      ofReach("the-pool-has-no-end", "SURED-4",
              [](auto&, auto&, auto&, auto&, SurfaceTerms& surfaces) {
                surfaces.lastHeader = constant(surfaces.lastHeader, 3);
              }),
      ofReach("bytes-are-elements", "SURED-5", [](auto& m, auto&...) { m.byteAddress = constant(m.byteAddress, 0); }),
      ofReach("ignored-is-trapped", "SURED-6",
              [](auto& m, auto&...) { replace(m.clamp, spec::SuredClamp::Ign, spec::SuredClamp::Trap); }),
      ofReach("near-is-ignored", "SURED-6",
              [](auto& m, auto&...) { replace(m.clamp, spec::SuredClamp::Near, spec::SuredClamp::Ign); }),
      ofReach("disabled-is-nothing", "SURED-7",
              [](auto&, auto&, auto&, auto&, SurfaceTerms& surfaces) {
                surfaces.disabled = constant(surfaces.disabled, 0);
              }),
      ofOffset("blocks-never-shrink",
               [](const SuredReach& reach) {
                 const symbolic::HeaderFields& header = reach.surface.header;
                 const Term many = reach.address.terms().constant(64, 1u << 20); // nothing shrinks to these
                 symbolic::BlockLinearShape shape = symbolic::blockLinearShape(
                     reach.surface.widthBytes, many, many, header.blockHeight.zext(64), header.blockDepth.zext(64));
                 return symbolic::blockLinearOffset(shape, reach.clamped.bytes, reach.clamped.y.sext(64),
                                                    reach.clamped.z.sext(64), reach.clamped.layer.zext(64))
                     .offset;
               }),
      ofOffset("rows-of-a-gob-follow-one-another",
               [](const SuredReach& reach) {
                 const Term x = reach.clamped.bytes, y = reach.clamped.y; // 64 bytes a row
                 const Term plain = y.extract(2, 0).concat(x.extract(5, 0)).zext(64);
                 return reach.blockLinear.offset - reach.blockLinear.gob + plain;
               }),
      ofRun("halves-share-an-order", "SURED-9", Proof::ofLane(laneWord),
            [](spec::SuredChoices& choices) { choices.orderHigh = choices.order; }),
      ofReach("misaligned-comes-first", "SURED-11",
              [](auto&, auto& choices, auto&...) { choices.reported.fill(constant(choices.reported[0], 0)); }),
      ofReach("what-is-ignored-is-aligned", "SURED-11",
              [](auto&, auto& choices, auto&...) { choices.dropComesFirst = constant(choices.dropComesFirst, 0); })};
}

} // namespace warplaw::proofs::sured
