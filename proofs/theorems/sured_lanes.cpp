// Where SURED's lanes go, in code (SURED-3..8, SURED-11, RED-5, MACH-8).
#include "proofs/statements/shared_terms.h"
#include "proofs/theorems/sured_theorems.h"
#include "spec/texture_header.h"
#include <algorithm>

namespace warplaw::proofs::sured {
namespace rows = spec::sured_rows;
using spec::kLanes;

Edges::Edges(std::mt19937_64& random) {
  const auto below = [&](std::uint32_t n) { return static_cast<std::uint32_t>(random() % n); };
  const auto number = [](auto kind) { return static_cast<std::uint32_t>(kind); };
  modifiers = {below(2), below(6), below(8), below(8), below(3), below(2), below(5)};
  choices.invalidIsError = below(2), choices.disabledComesFirst = below(2), choices.othersAreSigned = below(2);
  choices.masksLowBits = below(2), choices.noElementIsError = below(2), choices.layers = below(3);
  spec::Surfaces& surfaces = cells.surfaces;
  surfaces.lastHeader = below(4);
  surfaces.disabled = below(8) == 0;
  std::uint64_t bases[spec::kTextureHeaders];
  for (unsigned i = 0; i < spec::kTextureHeaders; ++i) {
    using enum spec::TextureType;
    constexpr spec::TextureType kTypes[] = {T1D, T1DBuffer, T1DArray, T2D, T2DArray, T3D, T2DNoMipmap};
    const spec::TextureType type = below(3) ? kTypes[modifiers.dim] : kTypes[below(7)];
    const bool isFlat = type == T1D || type == T1DArray, isDeep = type == T3D || type == T1DArray || type == T2DArray;
    spec::TextureHeader header;
    constexpr spec::TexelComponents kComponents[] = {spec::TexelComponents::R32, spec::TexelComponents::R16G16,
                                                     spec::TexelComponents::R32G32};
    header.components = number(kComponents[below(3)]);
    header.type = below(2) ? 3 + below(2) : below(8);
    header.version = number(type == T1DBuffer    ? spec::HeaderVersion::Buffer1D
                            : isDeep || below(2) ? spec::HeaderVersion::BlockLinear
                                                 : spec::HeaderVersion::Pitch);
    header.texture = number(type);
    header.lastX = type == T1DBuffer && below(2) ? 0xffffffff - below(4) : below(4) ? below(80) : below(0x10000);
    header.lastY = isFlat ? 0 : below(4) ? below(40) : below(0x10000);
    header.lastZ = isDeep ? (below(4) ? below(9) : below(0x4000)) : 0;
    header.blockHeight = below(6), header.blockDepth = below(6);
    header.pitch = (8 * header.lastX + 8 + 31) / 32 * 32 % (1u << 21);
    bases[i] = (std::uint64_t{i + 1} << 32) + below(4) * 512 + (type == T1DBuffer ? below(8) : 0);
    header.address = bases[i];
    if (below(16))
      setHeader(surfaces, i, headerOf(header));
    surfaces.boundHandle[i] = below(8) ? below(4) | below(2) << 20 : static_cast<std::uint32_t>(random());
  }
  for (unsigned r = 0; r < spec::kGenericRegions; r += 2) { // two for each surface, elements at their edges
    std::uint64_t base = bases[r / 2] + below(2) * below(20);
    for (const unsigned region : {r, r + 1}) {
      const std::uint32_t bytes = 1 + below(16) + (below(3) ? 0 : region == r ? below(300) : 0x2000);
      cells.regions.baseLow[region] = static_cast<std::uint32_t>(base);
      cells.regions.baseHigh[region] = static_cast<std::uint32_t>(base >> 32);
      allocated += bytes;
      cells.regions.end[region] = allocated;
      base += bytes + below(2) * below(16);
    }
  }
  operands.exec = ~0u;
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    const bool isNear = below(2); // the surface's first byte
    for (const unsigned row : {rows::kX, rows::kSecond, rows::kThird})
      operands.row[row][lane] = isNear          ? (row == rows::kX ? below(9) : 0)
                                : below(4) != 0 ? below(24)
                                : below(2) != 0 ? 0x8000 + below(8)
                                : below(2) != 0 ? 0u - below(8)
                                                : static_cast<std::uint32_t>(random());
    if (below(4) == 0) // a layer that a signed number is not, where it is one
      operands.row[modifiers.dim == number(spec::SuredDim::D1Array) ? rows::kSecond : rows::kThird][lane] ^= 0x8000;
    operands.row[rows::kHandle][lane] = below(8) ? below(4) | below(2) << 20 : static_cast<std::uint32_t>(random());
    for (const unsigned row : {rows::kOperand, rows::kOperandHigh})
      operands.row[row][lane] = static_cast<std::uint32_t>(random());
  }
  choices.dropComesFirst = below(2);
  for (std::uint8_t& reported : choices.reported)
    reported = static_cast<std::uint8_t>(below(3));
}

Assignment Edges::assignment() const {
  Assignment all = assignmentOf(modifiers);
  all.merge(assignmentOf(operands));
  all.merge(assignmentOf(choices));
  all.merge(assignmentOf(cells.regions, "regions."));
  all.merge(assignmentOf(cells.surfaces, "surfaces."));
  return all;
}

LaneTold::LaneTold(Terms& terms, Term given)
    : modifiers(symbolic::variables<SuredModifierTerms>(terms)), choices(symbolic::variables<SuredChoiceTerms>(terms)),
      regions(symbolic::variables<GenericRegionTerms>(terms, "regions.")),
      surfaces(symbolic::variables<SurfaceTerms>(terms, "surfaces.")), words(), number(terms.variable(5, "lane")),
      executes(given ? given : terms.variable(1, "executes")) {
  for (unsigned row = 0; row < spec::kSourceRows; ++row)
    words[row] = terms.variable(32, fmt::format("words[{}]", row));
}

namespace {

Proof::WrongLane misread(const char* name, const char* rule, Proof::Spoil spoil) {
  return Proof::laneBut(laneWord, name, {rule}, std::move(spoil));
}

Proof reachProof() {
  Proof proof = proofOf();
  proof.onWords = {};
  proof.lane = Proof::ofLane(laneWord);
  proof.wrongLanes = {
      misread("formats-have-no-sign", "SURED-3",
              [](auto& m, auto&...) { replace(m.size, spec::SuredSize::SD32, spec::SuredSize::U32); }),
      misread("the-sampler-counts", "SURED-4",
              [](auto&, auto&, LaneWords& words, auto&...) {
                words[rows::kHandle] = words[rows::kHandle] | words[rows::kHandle].bit(20).zext(32);
              }),
      misread("trap-clamps", "SURED-6",
              [](auto& m, auto&...) { replace(m.clamp, spec::SuredClamp::Trap, spec::SuredClamp::Near); }),
      misread("disabled-surfaces-are-written", "SURED-7",
              [](auto&, auto&, auto&, auto&, SurfaceTerms& surfaces) {
                surfaces.disabled = constant(surfaces.disabled, 0);
              }),
      misread("misaligned-comes-first", "SURED-11",
              [](auto&, auto& choices, auto&...) { choices.reported.fill(constant(choices.reported[0], 0)); }),
      misread("what-is-dropped-is-aligned", "SURED-11",
              [](auto&, auto& choices, auto&...) { choices.dropComesFirst = constant(choices.dropComesFirst, 0); }),
      misread("layers-are-signed", "SURED-1", [](SuredModifierTerms& m, auto&, LaneWords& words, auto&, auto&) {
        const auto isSigned = [&](unsigned row, spec::SuredDim dim) {
          words[row] = m.dim.eq(Bits(dim)).ite(words[row] & Bits(0x7fff), words[row]);
        };
        isSigned(rows::kSecond, spec::SuredDim::D1Array), isSigned(rows::kThird, spec::SuredDim::D2Array);
      })};
  return proof;
}

// --- What makes the question small. ---

SuredReach reachOf(const Given& g, Term lane) {
  return symbolic::suredReach(g.as<SuredModifierTerms>(0), g.as<SuredChoiceTerms>(2), lane, g.terms.truth(true),
                              wordsOf(g.as<OperandTerms>(1), lane), g.as<GenericRegionTerms>(Proof::kAround),
                              g.as<SurfaceTerms>(Proof::kAround + 1));
}

/// In their order.
std::vector<Term> shares(const Given& g, Term lane) {
  const auto regions = g.as<GenericRegionTerms>(Proof::kAround);
  const SuredReach reach = reachOf(g, lane);
  const auto low = [](Term term, unsigned bits) { return term.extract(bits - 1, 0); };
  std::vector<Term> all = {reach.surface.index};
  for (const Term word : reach.surface.words)
    all.push_back(word);
  const symbolic::BlockLinearShape& shape = reach.shape;
  const symbolic::BlockLinearOffset& offset = reach.blockLinear;
  const Term isWide = symbolic::suredIsWide(g.as<SuredModifierTerms>(0).size);
  all.insert(all.end(), {isWide.ite(g.terms.constant(64, 8), g.terms.constant(64, 4)),
                         reach.surface.header.address,
                         reach.surface.widthBytes,
                         reach.surface.isInvalid,
                         reach.size,
                         reach.given.bytes,
                         reach.given.y,
                         reach.given.z,
                         reach.given.layer,
                         reach.isBytesMisaligned,
                         reach.isOutside,
                         reach.elementBytes,
                         reach.clamped.bytes,
                         reach.clamped.y,
                         reach.clamped.z,
                         reach.clamped.layer,
                         low(shape.heightLog, 32),
                         low(shape.depthLog, 32),
                         shape.columns,
                         shape.block,
                         shape.rowOfBlocks,
                         low(shape.rows, 32),
                         shape.slab});
  for (const Term product : {offset.slabs, offset.rows, offset.columns, offset.layers, reach.rows})
    all.insert(all.end(), {product.arg(0), product.arg(1), product});
  all.insert(all.end(),
             {offset.slices, low(offset.gobs, 32), offset.gob, offset.slabs + offset.slices + offset.layers,
              offset.offset, low(reach.address, 3), low(reach.address, 32), reach.address, reach.isAddressMisaligned});
  const Term bytes = isWide.ite(g.terms.constant(32, 8), g.terms.constant(32, 4));
  for (unsigned r = 0; r < spec::kGenericRegions; ++r)
    all.push_back(symbolic::redIsInside(symbolic::regionOf(regions, r), reach.address, bytes));
  all.insert(all.end(), {reach.isInRegion.ite(reach.place, g.terms.constant(32, kNoAccess)), ~reach.isInRegion});
  return all;
}

/// Products stand in it: what comes after holds of any address.
std::vector<Term> general(const Given& g, Term lane) { return {reachOf(g, lane).address}; }

Assignment atEdges(std::mt19937_64& random) {
  Edges edges(random);
  if (random() % 8 != 0) { // all look at one surface, and all regions lie there: they may overlap, as far as this goes
    const auto one = static_cast<std::uint32_t>(random() % spec::kTextureHeaders);
    std::ranges::fill(edges.operands.row[rows::kHandle], one);
    std::ranges::fill(edges.cells.surfaces.boundHandle, one);
    spec::GenericRegions& regions = edges.cells.regions;
    const std::uint32_t first = regions.baseLow[2 * one], high = regions.baseHigh[2 * one];
    for (unsigned r = 0; r < spec::kGenericRegions; ++r) {
      regions.baseLow[r] = first + static_cast<std::uint32_t>(random() % 16);
      regions.baseHigh[r] = high;
    }
  }
  Assignment all = edges.assignment();
  all["k"] = random() % kLanes;
  return all;
}

/// What the turns rely on: who reaches a place reaches all of its access, and its step is one of RED's.
std::vector<Obligation> performersReachTheirs(Terms& terms, const std::string& name) {
  const LaneTold lane(terms, terms.truth(true));
  const SuredReach reach = lane.reach();
  const RedModifierTerms red = symbolic::suredReductionModifiers(lane.modifiers);
  std::vector<Obligation> all = red::regionsAreAllocated(terms, name, lane.regions, red.size);
  all.push_back(implied(name + "/in-one", {reach.performs},
                        red::isInOne(lane.regions, reach.address, reach.place, symbolic::redBytes(red.size))));
  const auto any = [&, &values = all.back().anyValues](Term term) {
    values.emplace_back(term, terms.variable(term.width(), fmt::format("any.{}", values.size())));
  };
  for (unsigned r = 0; r < spec::kGenericRegions; ++r) // at any address, whatever the place in each region is
    any(symbolic::redPlaceIn(symbolic::regionOf(lane.regions, r), reach.address));
  for (const Term known : {reach.address, reach.surface.isInvalid, reach.isOutside, reach.isLayerOutside,
                           reach.isBytesMisaligned, reach.isAddressMisaligned})
    any(known);
  all.push_back(red::wordReaches(terms, name + "/word", isLegal(lane.modifiers), lane.regions, red, reach.size));
  return all;
}

} // namespace

namespace {
/// It requires: surfaces that a machine can hold; regions that begin at addresses and follow one another; and the
/// lane's own choices, no other lane's.
Contract wordsContract(const std::string& function) {
  Contract contract = reachProof().datapathContract(function);
  contract.requires_ = [](const Given& g) {
    return isLegal(g.as<SuredModifierTerms>(0)) & isAllowed(g.as<SuredChoiceTerms>(2)) &
           red::regionsAscend(g.as<GenericRegionTerms>(Proof::kAround)) &
           isLegal(g.as<SurfaceTerms>(Proof::kAround + 1));
  };
  return contract;
}
} // namespace

Contract reachContract(const std::string& path) { return red::intoZeros(wordsContract("reach_" + path)); }
Contract lanesContract() { return wordsContract("lanes_portable"); }

Theorem performersTheorem() {
  const std::string name = "sured/performers-reach";
  return instructionTheorem(name, "SURED", "", {"SURED-8", "SURED-9"},
                            "who reaches a place reaches all of its access, and its step is one of RED's", {},
                            [=](Terms& terms) -> Obligations { return performersReachTheirs(terms, name); });
}

std::vector<Theorem> laneTheorems(const Subject& subject) {
  const concrete::Path path = concrete::paths(spec::Mnemonic::Sured).front(); // portable
  return {performersTheorem(),
          red::lanesTheorem(
              subject, reachProof(), path, "sured/portable/lanes", lanesContract(),
              {"SURED-1", "SURED-3", "SURED-4", "SURED-5", "SURED-6", "SURED-7", "SURED-8", "SURED-11", "RED-5",
               "MACH-1", "MACH-5", "MACH-8"},
              "which element each executing lane reaches by itself, or why none: for all modifiers, operands, choices, "
              "surfaces, handles and regions, no undefined behaviour, and the encoding's place and step, error or "
              "nothing",
              {shares, general, atEdges})};
}

} // namespace warplaw::proofs::sured
