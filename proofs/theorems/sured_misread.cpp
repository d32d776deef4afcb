// SURED as somebody might misread it on both sides (SURED-1..9, SURED-11): what only the third statement can see.
#include "proofs/theorems/sured_theorems.h"
#include "spec/texture_header.h"

namespace warplaw::proofs::sured {
namespace {
namespace rows = spec::sured_rows;
using Words = std::array<Term, spec::kSourceRows>;

Misreading ofRun(const char* name, const char* rule, LaneReach reach,
                 std::function<void(spec::SuredChoices&)> change = {}) {
  Proof proof = proofOf();
  proof.onWords = Proof::ofWords([reach = std::move(reach), change = std::move(change)](
                                     const spec::SuredModifiers& modifiers, const spec::Operands& operands,
                                     spec::SuredChoices choices, std::span<std::uint8_t> memory,
                                     const spec::SurroundingCells& cells, spec::Results& results) {
    if (change)
      change(choices);
    runOnWords(modifiers, operands, choices, memory, cells, results, reach);
  });
  return {name, {rule}, proof.reading()};
}

/// What a lane's reach is told.
struct Told {
  SuredModifierTerms modifiers;
  SuredChoiceTerms choices;
  Words words;
  SurfaceTerms surfaces;
};
Misreading ofReach(const char* name, const char* rule, std::function<void(Told&)> spoil) {
  return ofRun(name, rule,
               [spoil = std::move(spoil)](const SuredModifierTerms& modifiers, const SuredChoiceTerms& choices,
                                          Term lane, Term executes, const Words& words,
                                          const GenericRegionTerms& regions, const SurfaceTerms& surfaces) {
                 Told told{modifiers, choices, words, surfaces};
                 spoil(told);
                 return symbolic::suredReach(told.modifiers, told.choices, lane, executes, told.words, regions,
                                             told.surfaces);
               });
}

Term constant(Term like, Bits value) { return like.terms().constant(like.width(), value); }
void replace(Term& told, auto from, auto to) { told = told.eq(Bits(from)).ite(constant(told, Bits(to)), told); }

/// Lanes whose surface is block linear go elsewhere: `offset` is from its first byte.
Misreading ofOffset(const char* name, std::function<Term(const SuredReach&)> offset) {
  return ofRun(name, "SURED-8",
               [offset = std::move(offset)](const SuredModifierTerms& modifiers, const SuredChoiceTerms& choices,
                                            Term lane, Term executes, const Words& words,
                                            const GenericRegionTerms& regions, const SurfaceTerms& surfaces) {
                 SuredReach reach = symbolic::suredReach(modifiers, choices, lane, executes, words, regions, surfaces);
                 const Term linear = reach.surface.header.version.eq(Bits(spec::HeaderVersion::BlockLinear));
                 reach.address = linear.ite(reach.surface.header.address + offset(reach), reach.address);
                 const symbolic::RedPlaced placed = symbolic::redPlaceOf(
                     regions, reach.address, symbolic::redBytes(symbolic::suredReductionModifiers(modifiers).size));
                 reach.place = placed.place;
                 reach.error = (reach.performs & ~placed.isInside)
                                   .ite(constant(reach.error, Bits(spec::ErrorKind::AddressOutOfRange)), reach.error);
                 reach.performs = reach.performs & placed.isInside;
                 return reach;
               });
}

} // namespace

std::vector<Misreading> misreadings() {
  return {
      ofReach("a-layer-is-32-bits", "SURED-1",
              [](Told& told) { // any high bit is a layer that is not there
                const auto beyond = [&](unsigned row, spec::SuredDim dim) {
                  Term& word = told.words[row];
                  const Term fits =
                      told.modifiers.dim.ne(constant(told.modifiers.dim, Bits(dim))) | word.extract(31, 16).eq(Bits(0));
                  word = fits.ite(word, word | constant(word, 0xffff));
                };
                beyond(rows::kSecond, spec::SuredDim::D1Array), beyond(rows::kThird, spec::SuredDim::D2Array);
              }),
      ofReach("every-format-is-unsigned", "SURED-3",
              [](Told& told) {
                replace(told.modifiers.size, spec::SuredSize::SD32, spec::SuredSize::U32);
                replace(told.modifiers.size, spec::SuredSize::SD64, spec::SuredSize::U64);
              }),
      ofReach("the-pool-has-no-end", "SURED-4",
              [](Told& told) { told.surfaces.lastHeader = constant(told.surfaces.lastHeader, 3); }),
      ofReach("bytes-are-elements", "SURED-5",
              [](Told& told) { told.modifiers.byteAddress = constant(told.modifiers.byteAddress, 0); }),
      ofReach("ignored-is-trapped", "SURED-6",
              [](Told& told) { replace(told.modifiers.clamp, spec::SuredClamp::Ign, spec::SuredClamp::Trap); }),
      ofReach("near-is-ignored", "SURED-6",
              [](Told& told) { replace(told.modifiers.clamp, spec::SuredClamp::Near, spec::SuredClamp::Ign); }),
      ofReach("disabled-is-nothing", "SURED-7",
              [](Told& told) { told.surfaces.disabled = constant(told.surfaces.disabled, 0); }),
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
      ofRun("halves-share-an-order", "SURED-9", symbolic::suredReach,
            [](spec::SuredChoices& choices) { choices.orderHigh = choices.order; }),
      ofReach("misaligned-comes-first", "SURED-11",
              [](Told& told) { told.choices.reported.fill(constant(told.choices.reported[0], 0)); }),
      ofReach("what-is-ignored-is-aligned", "SURED-11",
              [](Told& told) { told.choices.dropComesFirst = constant(told.choices.dropComesFirst, 0); }),
  };
}

} // namespace warplaw::proofs::sured
