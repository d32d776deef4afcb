// Where all of SURED's lanes go at once, in code (SURED-1, SURED-4..8): when they name one surface of two dimensions,
// inside which each has its element, and one region holds it; and that this is where each of them goes by itself.
#include "proofs/theorems/sured_theorems.h"
#include "spec/texture_numbers.h"
#include "symbolic/encodings/wording.h"
#include <algorithm>
#include <iterator>

namespace warplaw::proofs::sured {
namespace {
namespace rows = spec::sured_rows;
using spec::kLanes;
using symbolic::is;
using symbolic::isSet;

enum Object : unsigned { kModifiers, kOperands, kChoices, kRegions, kSurfaces, kResults };

constexpr unsigned kPlainBits = 29; ///< of a row's number and its bytes together
constexpr unsigned kRowBits = 20;   ///< of bytes of a row's elements
constexpr unsigned kUnitBits = 5;   ///< rows are of whole units of 32 bytes

/// Each: that many bits of rows, and the others of bytes.
std::vector<Term> bounds(Term rows, Term bytes) {
  std::vector<Term> all;
  for (unsigned k = 1; k < kPlainBits; ++k)
    all.push_back(rows.ult(Bits(1) << k) & bytes.ult(Bits(1) << (kPlainBits - k)));
  return all;
}

/// What lanes share that name one surface, in the code's own way: words of 32 bits.
struct PlainSurface {
  Term isPlain, isBlockLinear; ///< width 1
  Term index, handleBits, sizeBits, start, lastPlace, xShift, between, lastX, lastY, least, mostX, mostY, rowShift,
      gobRows, rowBytes;
  symbolic::HeaderWordTerms header;
};
PlainSurface plainSurface(const SuredModifierTerms& modifiers, const SuredChoiceTerms& choices, Term handle,
                          const GenericRegionTerms& regions, const SurfaceTerms& surfaces) {
  Terms& terms = handle.terms();
  const auto word = [&](Bits value) { return terms.constant(32, value); };
  std::array<Term, spec::kSourceRows> words;
  words.fill(word(0));
  words[rows::kHandle] = handle;
  const SuredReach reach = // of a lane that names it, at x and y 0
      symbolic::suredReach(modifiers, choices, terms.constant(5, 0), terms.truth(true), words, regions, surfaces);
  const symbolic::HeaderFields& header = reach.surface.header;
  const Term isWide = symbolic::suredIsWide(modifiers.size), isBytes = isSet(modifiers.byteAddress),
             isNear = is(modifiers.clamp, spec::SuredClamp::Near), bytes = isWide.ite(word(8), word(4)),
             log = isWide.ite(word(3), word(2)), width = reach.surface.widthBytes.extract(31, 0),
             height = reach.shape.heightLog.extract(31, 0);
  PlainSurface p;
  p.header = reach.surface.words;
  p.isBlockLinear = is(header.version, spec::HeaderVersion::BlockLinear);
  p.index = reach.surface.index.zext(32);
  p.handleBits = isSet(modifiers.isBound).ite(word(0), word((1u << spec::kHeaderIndexBits) - 1));
  p.sizeBits = reach.size.shl(word(kPlaceBits));
  p.xShift = isBytes.ite(word(0), log);
  p.between = isBytes.ite(bytes - Bits(1), word(0));
  p.lastX = (width.lshr(log) - Bits(1)).shl(log - p.xShift);
  p.lastY = header.lastY.zext(32);
  p.least = isNear.ite(word(0), word(0x80000000));
  p.mostX = isNear.ite(p.lastX, word(0x7fffffff));
  p.mostY = isNear.ite(p.lastY, word(0x7fffffff));
  p.rowShift = p.isBlockLinear.ite(height + Bits(3), word(0));
  p.gobRows = p.isBlockLinear.ite((word(8).shl(height) - Bits(8)).shl(word(6)), word(0));
  p.rowBytes =
      p.isBlockLinear.ite(reach.shape.columns.extract(31, 0).shl(height + Bits(9)), header.pitch.extract(31, 0));
  const Term start = header.address - symbolic::regionOf(regions, 0).base;
  p.start = start.extract(31, 0);
  p.lastPlace = regions.end[0] - bytes;
  p.isPlain = regions.end[0].eq(regions.end[spec::kGenericRegions - 1]) & bytes.ule(regions.end[0]) &
              start.ule(regions.end[0].zext(64)) & ~reach.surface.isInvalid & is(modifiers.dim, spec::SuredDim::D2) &
              ~isSet(surfaces.disabled) & bytes.ule(width) & terms.any(bounds(p.lastY.lshr(p.rowShift), p.rowBytes)) &
              ~(isBytes & isSet(choices.masksLowBits));
  return p;
}

/// Where an access lies: 32 bits each.
struct PlainPlace {
  Term rows, product; ///< before it, and their bytes
  Term place;
};
/// bytes: from the left.
PlainPlace plainPlace(const PlainSurface& p, Term bytes, Term y) {
  Terms& terms = p.index.terms();
  const auto left = [&](Term value, unsigned bits) { return value.shl(terms.constant(32, bits)); };
  const auto bits = [&](Bits value, Bits ofPitch = 0) {
    return p.isBlockLinear.ite(terms.constant(32, value), terms.constant(32, ofPitch));
  };
  const Term inRow = (bytes & bits(15, 0xffffffff)) | (left(bytes, 1) & bits(32)) | (left(bytes, 3) & bits(256)) |
                     (bytes & bits(0xffffffc0)).shl(p.rowShift);
  const Term inBlock = (left(y, 4) & bits(16)) | (left(y, 5) & bits(192)) | (left(y, 6) & p.gobRows);
  const Term rows = y.ashr(p.rowShift), product = rows * p.rowBytes;
  return {rows, product, product + inRow + inBlock + p.start};
}

struct PlainLane {
  Term signs;    ///< 32 bits: the highest is set where x, y or the place is outside
  Term others;   ///< 32 bits: 0 where it names this surface, and x is a multiple
  Term bytes, y; ///< 32 bits each
  Term place;    ///< 32 bits: of its access
  Term word;     ///< 32 bits: of its place
  Term isOutside() const { return signs.bit(31); }
  Term isIn() const { return ~isOutside() & others.eq(Bits(0)); }
};
PlainLane plainLane(const PlainSurface& p, const std::array<Term, spec::kSourceRows>& words) {
  const auto between = [](Term value, Term least, Term most) {
    const Term above = least.slt(value).ite(value, least);
    return most.slt(above).ite(most, above);
  };
  const Term x = between(words[rows::kX], p.least, p.mostX), y = between(words[rows::kSecond], p.least, p.mostY);
  const Term bytes = x.shl(p.xShift), place = plainPlace(p, bytes, y).place;
  const Term signs = x | (p.lastX - x) | y | (p.lastY - y) | place | (p.lastPlace - place);
  const Term elsewhere = (words[rows::kHandle] ^ p.index) & p.handleBits;
  return {signs, elsewhere | (words[rows::kX] & p.between), bytes, y, place, place | p.sizeBits};
}

/// The handle of the first lane that executes.
Term firstHandle(const OperandTerms& operands) {
  Terms& terms = operands.exec.terms();
  Term first = terms.constant(5, kLanes - 1);
  for (unsigned i = kLanes; i-- > 0;)
    first = operands.exec.bit(i).ite(terms.constant(5, i), first);
  return terms.select(first, operands.row[rows::kHandle]);
}

struct Plain {
  PlainSurface surface;
  symbolic::PerLane<PlainLane> lane;
};
Plain plainOf(const Given& g) {
  const auto operands = g.as<OperandTerms>(kOperands);
  Plain plain;
  plain.surface =
      plainSurface(g.as<SuredModifierTerms>(kModifiers), g.as<SuredChoiceTerms>(kChoices), firstHandle(operands),
                   g.as<GenericRegionTerms>(kRegions), g.as<SurfaceTerms>(kSurfaces));
  for (unsigned i = 0; i < kLanes; ++i)
    plain.lane[i] = plainLane(plain.surface, wordsOf(operands, i));
  return plain;
}
void leaves(Given& g, const Plain& plain) {
  const Term exec = g.as<OperandTerms>(kOperands).exec;
  auto results = g.as<ResultTerms>(kResults);
  Term others = g.terms.constant(32, 0); // of lanes that execute
  std::vector<Term> outside;
  for (unsigned i = 0; i < kLanes; ++i) {
    const Term none = g.terms.constant(32, 0);
    results.row[0][i] = (plain.surface.isPlain & exec.bit(i)).ite(plain.lane[i].word, none);
    outside.push_back(exec.bit(i) & plain.lane[i].isOutside());
    others = others | exec.bit(i).ite(plain.lane[i].others, none);
  }
  g.set(kResults, results);
  g.returned = (plain.surface.isPlain & ~g.terms.any(outside) & others.eq(Bits(0))).zext(32);
}

Contract plainContract(const std::string& path) {
  const Contract lanes = lanesContract();
  return {"warplaw_sured_plain_" + path, lanes.parameters, lanes.requires_, [](Given& g) { leaves(g, plainOf(g)); },
          "allAre"};
}

constexpr unsigned kTwinLane = 9; ///< of a twin that is wrong about one lane

std::vector<WrongEffect> wrongPlain() {
  return {{"an-access-may-end-behind-the-region",
           "allAre",
           [](Given& g) {
             Given other = g;
             auto regions = g.as<GenericRegionTerms>(kRegions);
             for (Term& end : regions.end)
               end = end + Bits(1);
             other.set(kRegions, regions);
             leaves(g, plainOf(other));
           },
           {"RED-5"}},
          {"each-lane-names-the-first-ones-surface",
           "allAre",
           [](Given& g) {
             Plain plain = plainOf(g);
             auto operands = g.as<OperandTerms>(kOperands);
             auto words = wordsOf(operands, kTwinLane);
             words[rows::kHandle] = firstHandle(operands);
             plain.lane[kTwinLane] = plainLane(plain.surface, words);
             leaves(g, plain);
           },
           {"SURED-4"}},
          {"rows-of-a-gob-follow-one-another",
           "row[0][3]",
           [](Given& g) {
             Plain plain = plainOf(g);
             PlainSurface pitch = plain.surface;
             pitch.isBlockLinear = g.terms.truth(false);
             plain.lane[3] = plainLane(pitch, wordsOf(g.as<OperandTerms>(kOperands), 3));
             leaves(g, plain);
           },
           {"SURED-8"}}};
}

Assignment atEdgesOfOne(std::mt19937_64& random) {
  Edges edges(random);
  spec::GenericRegions& regions = edges.cells.regions;
  for (std::uint32_t& end : regions.end)
    if (random() % 4)
      end = regions.end[0];
  if (random() % 4)
    edges.modifiers.dim = static_cast<std::uint32_t>(spec::SuredDim::D2);
  edges.operands.exec = static_cast<std::uint32_t>(random());
  if (random() % 4 == 0) { // one lane or two at the end of the only region, and one of them of another surface
    const unsigned first = random() % kTwinLane;
    edges.operands.exec = 1u << first | (random() % 2 ? 1u << kTwinLane : 0);
    std::ranges::fill(regions.end, static_cast<std::uint32_t>(4 + 4 * (random() % 4) - random() % 2));
    edges.modifiers.dim = static_cast<std::uint32_t>(spec::SuredDim::D2);
    for (const unsigned lane : {first, kTwinLane}) {
      edges.operands.row[rows::kX][lane] = static_cast<std::uint32_t>(random() % 4);
      edges.operands.row[rows::kSecond][lane] = 0;
      edges.operands.row[rows::kHandle][lane] = lane == first ? 0 : random() % 2;
    }
  }
  return edges.assignment();
}

Theorem plainTheorem(const Subject& subject, const concrete::Path& path) {
  const std::string pathName(path.name), name = "sured/" + pathName + "/plain";
  return red::pathTheorem(
      subject, name, "SURED", path,
      {"SURED-1", "SURED-4", "SURED-5", "SURED-6", "SURED-8", "RED-5", "MACH-1", "MACH-5"},
      "whether all executing lanes name one surface of two dimensions, with elements in it that one region holds in "
      "full, and their places there",
      plainContract(pathName), wrongPlain(), [=](const red::AskedOfPath& asked) {
        const Plain plain = plainOf(asked.given);
        const PlainSurface& p = plain.surface;
        std::vector<Term> places;
        for (const PlainLane& lane : plain.lane)
          places.push_back(lane.place);
        const Term handle = firstHandle(asked.given.as<OperandTerms>(kOperands));
        std::vector<Term> wanted(p.header.begin(), p.header.end() - 2); // the last two say nothing of it
        wanted.insert(wanted.end(), {handle, p.index, p.sizeBits, p.lastPlace, p.xShift, p.between, p.lastX, p.lastY,
                                     p.mostX, p.mostY, p.rowShift, p.gobRows, p.rowBytes, p.start, p.isPlain});
        wanted.insert(wanted.end(), places.begin(), places.end());
        shareTerms(wanted, atEdgesOfOne, {asked.required}, asked.obligations, name, asked.replay, places);
      });
}

// --- The reach: all at once, or each by itself. ---

/// One lane's word, on a surface that is never disabled.
std::vector<WrongEffect> wrongReach(const Contract& reach) {
  const auto enabled = [](Given& handed) {
    auto surfaces = handed.as<SurfaceTerms>(kSurfaces);
    surfaces.disabled = handed.terms.constant(32, 0);
    handed.set(kSurfaces, surfaces);
  };
  return {red::wordOfAnother("disabled-surfaces-are-written", reach, kResults, enabled, "SURED-7")};
}

/// Any plain lane goes where it goes by itself, for any words and any handle of the first lane. In steps: a plain lane
/// names the first lane's header; lanes that name one header go one way; and every statement about one header,
/// whichever it is and whichever lane names it, needs no other header.
class PlainLaw {
public:
  PlainLaw(const Given& given, std::string prefix)
      : given_(given), prefix_(std::move(prefix)), surfaces_(given.as<SurfaceTerms>(kSurfaces)) {
    Terms& terms = given.terms;
    lane_ = terms.variable(5, "any.lane");
    first_ = terms.variable(32, "any.first");
    index_ = terms.variable(spec::kHeaderIndexBits, "any.index");
    for (unsigned row = 0; row < spec::kSourceRows; ++row)
      words_[row] = terms.variable(32, fmt::format("any.row[{}]", row));
    for (unsigned word = 0; word < spec::kTextureHeaderWords; ++word)
      header_[word] = terms.variable(32, fmt::format("any.header[{}]", word));

    for (unsigned i = 0; i < factor_.size(); ++i)
      factor_[i] = terms.variable(i < 2 ? 64 : 32, fmt::format("any.factor[{}]", i));

    const auto modifiers = given.as<SuredModifierTerms>(kModifiers);
    own_ = reachOf(modifiers, words_, surfaces_);
    asFirst_ = reachOf(modifiers, naming(first_), surfaces_);
    const PlainSurface surface = surfaceOf(modifiers, first_, surfaces_);
    const PlainLane lane = plainLane(surface, words_);
    isPlain_ = surface.isPlain & lane.isIn(), plainWord_ = lane.word;

    SuredModifierTerms bindless = modifiers;
    bindless.isBound = terms.constant(32, 0);
    SurfaceTerms pool = surfaces_;
    for (std::size_t i = 0; i < pool.header.size(); ++i)
      pool.header[i] = header_[i % spec::kTextureHeaderWords];
    reach_ = reachOf(bindless, naming(index_.zext(32)), pool);
    surface_ = surfaceOf(bindless, index_.zext(32), pool);
    plain_ = plainLane(surface_, naming(index_.zext(32)));
    anyBytes_ = terms.variable(32, "any.bytes"), anyY_ = terms.variable(32, "any.y");
    code_ = plainPlace(surface_, anyBytes_, anyY_);
  }
  Term of(unsigned lane) const { return symbolic::substitute(says(), its(lane)); }
  /// What the law says of this lane is asked of any values: neither what surfaces nor what words make of them. Each has
  /// its own.
  std::vector<std::pair<Term, Term>> anyOf(const Plain& plain, unsigned lane) const {
    const auto instance = its(lane);
    std::vector<std::pair<Term, Term>> any;
    const auto add = [&](Term term, const std::string& name) {
      any.emplace_back(term, given_.terms.variable(term.width(), name));
    };
    add(symbolic::substitute(wordOf(own_), instance), "any.own");
    add(plain.lane[lane].word, "any.word");
    add(plain.surface.isPlain, "any.plain");
    for (unsigned i = 0; i < kLanes; ++i) {
      add(plain.lane[i].isOutside(), fmt::format("any.outside[{}]", i));
      add(plain.lane[i].others, fmt::format("any.elsewhere[{}]", i));
    }
    return any;
  }
  std::vector<Obligation> proof(Term required) {
    const Term alone = ofOneHeader(required), legal = isLegal(header_);
    add("legal-headers", {required}, ofHeader(legal, index_));
    const Term names = own_.surface.index.eq(asFirst_.surface.index);
    add("names", {}, isPlain_.implies(names));
    const Term own = own_.surface.index, first = asFirst_.surface.index;
    const Term oneWay = sameOfSame(ofHeader(wordOf(reach_), index_), index_, own, first);
    const Term known[] = {isPlain_.implies(names), ofHeader(legal, first), oneWay, ofHeader(alone, first)};
    add("plain-is-alone", {required}, given_.terms.all(known).implies(says()),
        {wordOf(own_), wordOf(asFirst_), plainWord_});
    return laws_;
  }

private:
  /// Rows before an access of any place, and bytes of one, as the encoding has them: 64 bits.
  struct Factors {
    Term rows, bytes;
  };
  Term areTheirs(const Factors& f) const {
    return f.rows.eq(code_.rows.zext(64)) & f.bytes.eq(surface_.rowBytes.zext(64)) & isOfUnits(surface_.rowBytes);
  }
  Term isExact(const Factors& f) const {
    return (f.rows * f.bytes).eq(code_.product.zext(64)) & isSmallOfUnits(code_.product);
  }
  static Term isOfUnits(Term bytes) { return bytes.extract(kUnitBits - 1, 0).eq(Bits(0)); }
  static Term isSmallOfUnits(Term product) { return product.ult(Bits(1) << kPlainBits) & isOfUnits(product); }
  /// Facts about products that fit in their bits: computed with words or with twice as many bits, they are equal.
  std::vector<Term> ofAnyProduct() {
    const auto words = bounds(factor_[2], factor_[3]);
    const Term isSame = factor_[0].eq(factor_[2].zext(64)) & factor_[1].eq(factor_[3].zext(64)) & isOfUnits(factor_[3]);
    const Term product = factor_[2] * factor_[3];
    const Term isExact = (factor_[0] * factor_[1]).eq(product.zext(64)) & isSmallOfUnits(product);
    std::vector<Term> all;
    for (std::size_t k = 0; k < words.size(); ++k) {
      all.push_back((isSame & words[k]).implies(isExact));
      add(fmt::format("product-{}", k + 1), {}, all.back());
    }
    return all;
  }
  Term ofFactors(Term law, const Factors& f) const {
    return symbolic::substitute(law, std::vector<std::pair<Term, Term>>{{factor_[0], f.rows},
                                                                        {factor_[1], f.bytes},
                                                                        {factor_[2], code_.rows},
                                                                        {factor_[3], surface_.rowBytes}});
  }
  /// On that surface, of any bytes and row: 64 bits, 32, 32 and 16.
  Term addressOf(Term bytes, Term y, Term z, Term layer) const {
    const symbolic::HeaderFields& header = reach_.surface.header;
    const Term offset = symbolic::blockLinearOffset(reach_.shape, bytes, y.sext(64), z.sext(64), layer.zext(64)).offset;
    const Term inPitch = is(header.version, spec::HeaderVersion::Pitch).ite(y.sext(64) * header.pitch + bytes, bytes);
    return header.address + surface_.isBlockLinear.ite(offset, inPitch);
  }
  /// For an access inside the surface at these bytes and this row: the address is the one that the code computes.
  Term ofAnyPlace(const std::vector<Term>& given, Term isInside, Term isThere) {
    const symbolic::BlockLinearShape& shape = reach_.shape;
    const Term none32 = given_.terms.constant(32, 0), none16 = given_.terms.constant(16, 0), y = anyY_.sext(64),
               none = given_.terms.constant(64, 0), linear = surface_.isBlockLinear;
    const symbolic::BlockLinearOffset offset =
        symbolic::blockLinearOffset(shape, anyBytes_.zext(64), y, none32.sext(64), none16.zext(64));
    const Term ofPitch = y * reach_.surface.header.pitch;
    const auto without = [](Term product, Term factor) { return product.arg(product.arg(0).same(factor) ? 1 : 0); };
    const Factors blocks{without(offset.rows, shape.rowOfBlocks), shape.rowOfBlocks},
        pitch{without(ofPitch, reach_.surface.header.pitch), reach_.surface.header.pitch};
    const std::vector<Term> products = ofAnyProduct();
    const Term few = given_.terms.any(bounds(code_.rows, surface_.rowBytes));
    std::vector<Term> known = {isInside.implies(few)};
    add("few-rows-or-small-ones", given, known.back(), {surface_.rowShift, surface_.rowBytes});
    for (const Factors& factors : {blocks, pitch}) {
      std::vector<Term> ofThese;
      for (const Term law : products)
        ofThese.push_back(ofFactors(law, factors));
      known.push_back((few & areTheirs(factors)).implies(isExact(factors)));
      add(factors.rows.same(blocks.rows) ? "exact-in-blocks" : "exact-in-pitch", {},
          given_.terms.all(ofThese).implies(known.back()),
          {factors.rows * factors.bytes, code_.product, factors.rows, factors.bytes, code_.rows, surface_.rowBytes});
    }
    // of each height of a block, which is assumed by itself: what stands for it is known by that
    std::vector<Term> heights;
    for (unsigned k = 0; k <= spec::kMostBlockLog; ++k) {
      heights.push_back(shape.heightLog.eq(Bits(k)));
      std::vector<Term> here = given;
      here.push_back(heights.back());
      const auto addHere = [&](const char* what, Term goal, std::vector<Term> any) {
        any.push_back(shape.depthLog);
        add(fmt::format("{}-{}", what, k), here, goal, any);
        Obligation& law = laws_.back();
        const Term height = given_.terms.variable(shape.heightLog.width(), "some.height");
        law.anyValues.insert(law.anyValues.end(), {{heights.back(), height.eq(Bits(k))},
                                                   {shape.heightLog.extract(31, 0), height.extract(31, 0)},
                                                   {shape.heightLog, height}});
        known.push_back(heights.back().implies(goal));
      };
      const Term isSo = isInside & linear & shape.depthLog.eq(none);
      addHere("factors", isSo.implies(areTheirs(blocks)), {});
      addHere("height", (isSo & isExact(blocks)).implies(isThere), {offset.rows, code_.product, ofPitch});
    }
    known.push_back(given_.terms.any(heights));
    add("heights", {}, known.back());
    known.push_back((isInside & ~linear).implies(areTheirs(pitch)));
    add("factors-in-pitch", given, known.back(), {offset.offset});
    known.push_back((isInside & ~linear & isExact(pitch)).implies(isThere));
    add("pitch", given, known.back(), {offset.offset, ofPitch, code_.product});
    const Term all = (isInside & shape.depthLog.eq(none)).implies(isThere);
    add("any-place", given, given_.terms.all(known).implies(all),
        {surface_.isPlain, isThere, linear, shape.depthLog, offset.rows, ofPitch, code_.product, code_.rows,
         surface_.rowBytes});
    return all;
  }

  /// For that one header, if it is legal: a plain lane goes where it goes by itself.
  Term ofOneHeader(Term required) {
    Terms& terms = given_.terms;
    const std::vector<Term> given = {required, isLegal(header_)};
    const auto modifiers = given_.as<SuredModifierTerms>(kModifiers);
    const Term isPlain = surface_.isPlain & plain_.isIn();
    const Term base = symbolic::regionOf(given_.as<GenericRegionTerms>(kRegions), 0).base;
    const auto isAligned = [&](Term value) {
      return value.extract(1, 0).eq(Bits(0)) & (~symbolic::suredIsWide(modifiers.size) | ~value.bit(2));
    };
    const auto isThere = [&](Term address, Term place) {
      return address.eq(base + place.zext(64)) & isAligned(address);
    };
    const Term isInside =
        surface_.isPlain & anyBytes_.ult(Bits(1) << kRowBits) & isAligned(anyBytes_) & anyY_.ule(surface_.lastY);
    const Term none32 = terms.constant(32, 0), none16 = terms.constant(16, 0);
    const Term itsAddress = addressOf(anyBytes_.zext(64), anyY_, none32, none16);
    const Term ofAny = ofAnyPlace(given, isInside, isThere(itsAddress, code_.place));

    const symbolic::SuredCoordinates& at = reach_.clamped;
    const Term ofIts = itsPlace(ofAny);
    std::vector<Term> known = {ofIts};
    known.push_back(isPlain.implies(itsPlace(isInside) & at.bytes.eq(plain_.bytes.zext(64)) & at.y.eq(plain_.y) &
                                    at.z.eq(none32) & at.layer.eq(none16) & reach_.shape.depthLog.eq(Bits(0))));
    add("coordinates", given, known.back(), {plain_.place});
    known.push_back(reach_.address.eq(addressOf(at.bytes, at.y, at.z, at.layer)));
    add("address", {}, known.back());
    // one coordinate after another
    const Term bytes = terms.variable(64, "some.bytes"), y = terms.variable(32, "some.y"),
               z = terms.variable(32, "some.z"), layer = terms.variable(16, "some.layer");
    known.push_back(sameOfSame(addressOf(bytes, at.y, at.z, at.layer), bytes, at.bytes, plain_.bytes.zext(64)));
    known.push_back(sameOfSame(addressOf(plain_.bytes.zext(64), y, at.z, at.layer), y, at.y, plain_.y));
    known.push_back(sameOfSame(addressOf(plain_.bytes.zext(64), plain_.y, z, at.layer), z, at.z, none32));
    known.push_back(sameOfSame(addressOf(plain_.bytes.zext(64), plain_.y, none32, layer), layer, at.layer, none16));
    const Term itIsThere = isThere(reach_.address, plain_.place), its = itsPlace(itsAddress);
    add("goes-there", given, terms.all(known).implies(isPlain.implies(itIsThere)),
        {reach_.address, addressOf(at.bytes, at.y, at.z, at.layer),
         addressOf(plain_.bytes.zext(64), at.y, at.z, at.layer),
         addressOf(plain_.bytes.zext(64), plain_.y, at.z, at.layer),
         addressOf(plain_.bytes.zext(64), plain_.y, none32, at.layer), its, plain_.place, surface_.isPlain});
    known = {isPlain.implies(itIsThere), itIsThere.implies(~reach_.isAddressMisaligned)};
    add("aligned", {}, known.back());
    const Term reached = reach_.address.eq(base + plain_.place.zext(64)) & ~reach_.isAddressMisaligned;
    known.push_back((isPlain & reached).implies(wordOf(reach_).eq(plain_.word)));
    add("word", given, known.back(), {reach_.address, reach_.isAddressMisaligned, plain_.place});
    const Term alone = isPlain.implies(wordOf(reach_).eq(plain_.word));
    add("one-header", given, terms.all(known).implies(alone),
        {wordOf(reach_), plain_.word, reach_.address, reach_.isAddressMisaligned, plain_.place, surface_.isPlain,
         plain_.signs, plain_.others});
    return isLegal(header_).implies(alone);
  }
  /// What is said of any place, said of the plain lane's.
  Term itsPlace(Term term) const {
    return symbolic::substitute(term, std::vector<std::pair<Term, Term>>{{anyBytes_, plain_.bytes}, {anyY_, plain_.y}});
  }

  Term says() const { return isPlain_.implies(wordOf(own_).eq(plainWord_)); }
  std::vector<std::pair<Term, Term>> its(unsigned lane) const {
    const auto operands = given_.as<OperandTerms>(kOperands);
    std::vector<std::pair<Term, Term>> all = {{lane_, given_.terms.constant(5, lane)}, {first_, firstHandle(operands)}};
    for (unsigned row = 0; row < spec::kSourceRows; ++row)
      all.emplace_back(words_[row], operands.row[row][lane]);
    return all;
  }
  /// What is said of any header, said of the one with this index.
  Term ofHeader(Term term, Term index) const {
    const symbolic::HeaderWordTerms words = headerWords(surfaces_, index.extract(1, 0));
    std::vector<std::pair<Term, Term>> all = {{index_, index}};
    for (std::size_t word = 0; word < words.size(); ++word)
      all.emplace_back(header_[word], words[word]);
    return symbolic::substitute(term, all);
  }
  LaneWords naming(Term handle) const {
    LaneWords words = words_;
    words[rows::kHandle] = handle;
    return words;
  }
  SuredReach reachOf(const SuredModifierTerms& modifiers, const LaneWords& words, const SurfaceTerms& pool) const {
    return symbolic::suredReach(modifiers, given_.as<SuredChoiceTerms>(kChoices), lane_, given_.terms.truth(true),
                                words, given_.as<GenericRegionTerms>(kRegions), pool);
  }
  PlainSurface surfaceOf(const SuredModifierTerms& modifiers, Term handle, const SurfaceTerms& pool) const {
    return plainSurface(modifiers, given_.as<SuredChoiceTerms>(kChoices), handle,
                        given_.as<GenericRegionTerms>(kRegions), pool);
  }
  /// any: what may be any value, hard in itself or nothing to this law.
  void add(const std::string& name, std::vector<Term> given, Term goal, const std::vector<Term>& any = {}) {
    Obligation law = implied(prefix_ + "/law/" + name, std::move(given), goal);
    for (std::size_t i = 0; i < any.size(); ++i) {
      const Term value = given_.terms.variable(any[i].width(), fmt::format("some.{}.{}", any[i].width(), i));
      for (const unsigned width : {2u, 32u}) // folding may have said the lowest bits without the term itself
        if (width < any[i].width() && !any[i].extract(width - 1, 0).isConstant())
          law.anyValues.emplace_back(any[i].extract(width - 1, 0), value.extract(width - 1, 0));
      law.anyValues.emplace_back(any[i], value);
      if (any[i].width() == 1) // folding says a negated one by what it negates
        law.anyValues.emplace_back(~any[i], ~value);
    }
    laws_.push_back(std::move(law));
  }

  const Given& given_;
  std::string prefix_;
  SurfaceTerms surfaces_;
  Term lane_, first_;        ///< any
  LaneWords words_;          ///< any
  SuredReach own_, asFirst_; ///< as the lane names its surface, and as the first one does
  Term isPlain_, plainWord_;

  Term index_;                       ///< any
  symbolic::HeaderWordTerms header_; ///< any
  SuredReach reach_;                 ///< on the surface of that header
  PlainSurface surface_;
  PlainLane plain_;
  Term anyBytes_, anyY_;       ///< any: 32 bits each
  PlainPlace code_;            ///< there, as the code says it
  std::array<Term, 4> factor_; ///< any: of rows and of bytes, of 64 and of 32 bits
  std::vector<Obligation> laws_;
};

Theorem reachTheorem(const Subject& subject, const concrete::Path& path) {
  const std::string pathName(path.name), name = "sured/" + pathName + "/reach";
  const Contract reach = reachContract(pathName);
  return red::pathTheorem(
      subject, name, "SURED", path,
      {"SURED-1", "SURED-3", "SURED-4", "SURED-5", "SURED-6", "SURED-7", "SURED-8", "SURED-11", "RED-5", "MACH-1",
       "MACH-5", "MACH-8"},
      "which element each executing lane reaches, or why none, whether all are looked at once or each by itself: the "
      "encoding's place and step, error or nothing",
      reach, wrongReach(reach),
      [=](const red::AskedOfPath& asked) {
        std::vector<Obligation>& all = asked.obligations;
        const Plain plain = plainOf(asked.given);
        PlainLaw law(asked.given, name);
        const std::vector<Obligation> laws = law.proof(lanesContract().requires_(asked.given));
        for (unsigned lane = 0; lane < kLanes; ++lane)
          for (Obligation& o : all)
            if (o.name == name + "/" + laneGroup(lane)) {
              askKnowing(o, {law.of(lane)}, laws);
              o.anyValues = law.anyOf(plain, lane);
            }
        all.insert(all.begin(), laws.begin(), laws.end());
      },
      {plainContract(pathName), lanesContract()});
}

} // namespace

std::vector<Theorem> plainTheorems(const Subject& subject) {
  std::vector<Theorem> all;
  for (const concrete::Path& path : concrete::paths(spec::Mnemonic::Sured))
    for (const auto theorem : {plainTheorem, reachTheorem})
      all.push_back(theorem(subject, path));
  return all;
}

} // namespace warplaw::proofs::sured
