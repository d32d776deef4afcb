// What follows from SURED's rules, said in another way (SURED-3..8, SURED-10, SURED-11): clamps land where they say,
// formats have their sign, headers are read as they are made; and the block-linear map is injective and stays inside,
// by composition: bytes of a GOB, GOBs of a block in each of 36 shapes, and steps of mixed radix.
#include "proofs/theorems/sured_theorems.h"
#include "spec/texture_header.h"
#include "symbolic/terms/evaluate.h"
#include <set>

namespace warplaw::proofs::sured {
namespace {
using symbolic::BlockLinearOffset;
using symbolic::BlockLinearShape;

constexpr unsigned kBits = 64;

// --- Clamps, formats, disabled surfaces, of any lane. ---

struct Lane : LaneTold {
  using LaneTold::LaneTold;
  Terms& terms() const { return executes.terms(); }
  std::vector<Term> legal() const { return {isLegal(modifiers), isAllowed(choices), isLegal(surfaces)}; }
  Term clampIs(spec::SuredClamp clamp) const { return modifiers.clamp.eq(Bits(clamp)); }
  Term bytes() const {
    return symbolic::suredIsWide(modifiers.size).ite(terms().constant(kBits, 8), terms().constant(kBits, 4));
  }
  /// x, y and z where a surface has an element, as numbers without a wrap (SURED-6).
  Term isInside(const SuredReach& reach, const symbolic::SuredCoordinates& at) const {
    constexpr unsigned kWide = 68;
    const auto within = [](Term value, Term last) { return value.ule(last.zext(32)); };
    const Term x = at.bytes.sext(kWide), end = x + bytes().zext(kWide), zero = terms().constant(kWide, 0);
    return zero.sle(x) & end.sle(reach.surface.widthBytes.zext(kWide)) & within(at.y, reach.surface.header.lastY) &
           within(at.z, reach.surface.header.lastZ);
  }
};

std::vector<Obligation> clampLaws(Terms& terms, const std::string& name) {
  const Lane lane(terms);
  const SuredReach reach = lane.reach();
  const auto stated = [&](const char* what, std::vector<Term> also, Term goal) {
    std::vector<Term> given = lane.legal();
    given.insert(given.end(), also.begin(), also.end());
    return implied(fmt::format("{}/{}", name, what), given, goal);
  };
  const Term near = lane.clampIs(spec::SuredClamp::Near), trap = lane.clampIs(spec::SuredClamp::Trap);
  const Term fits = lane.bytes().ule(reach.surface.widthBytes);
  const Term inside = lane.isInside(reach, reach.given);
  const Term reported = terms.select(lane.number, lane.choices.reported), error = reach.error.ne(terms.constant(8, 0));
  const Term outOfRange = reach.error.eq(Bits(spec::ErrorKind::SurfaceOutOfRange));
  const Term valid = ~reach.surface.isInvalid & lane.surfaces.disabled.eq(Bits(0)) & lane.executes &
                     (lane.modifiers.byteAddress.eq(Bits(0)) | lane.choices.masksLowBits.eq(Bits(1)));
  return {stated("near-lands-inside", {near, fits}, lane.isInside(reach, reach.clamped)),
          stated("near-leaves-what-is-inside", {near, inside},
                 reach.clamped.bytes.eq(reach.given.bytes) | lane.modifiers.byteAddress.eq(Bits(1))),
          stated("nothing-is-written-outside", {reach.performs}, lane.isInside(reach, reach.clamped)),
          stated("who-performs-was-inside", {reach.performs, ~near}, inside),
          stated("trap-reports", {trap, valid, ~inside, lane.choices.layers.ne(terms.constant(32, 2))},
                 error & ~reach.performs & reported.eq(Bits(1)).implies(outOfRange)),
          stated("an-error-is-no-access", {error}, ~reach.performs & lane.executes),
          stated("disabled-surfaces-stay", {lane.surfaces.disabled.eq(Bits(1))}, ~reach.performs)};
}

/// One lane, whatever else is chosen to be reported (SURED-11).
std::vector<Obligation> reportLaws(Terms& terms, const std::string& name) {
  Lane lane(terms), other(terms);
  for (unsigned i = 0; i < spec::kLanes; ++i)
    other.choices.reported[i] = terms.variable(8, fmt::format("other[{}]", i));
  const SuredReach one = lane.reach(), two = other.reach();
  std::vector<Term> legal = lane.legal();
  legal.push_back(isAllowed(other.choices));
  const auto stated = [&](const char* what, std::vector<Term> also, Term goal) {
    also.insert(also.end(), legal.begin(), legal.end());
    return implied(fmt::format("{}/{}", name, what), also, goal);
  };
  const auto isKind = [](const SuredReach& reach, spec::ErrorKind kind) { return reach.error.eq(Bits(kind)); };
  const Term reported = terms.select(lane.number, lane.choices.reported);
  const Term ign = lane.clampIs(spec::SuredClamp::Ign), inside = lane.isInside(one, one.given);
  const Term valid = ~one.surface.isInvalid & lane.executes &
                     (lane.surfaces.disabled.eq(Bits(0)) | lane.choices.disabledComesFirst.eq(Bits(0)));
  const Term drops = lane.choices.dropComesFirst.eq(Bits(1));
  return {
      stated("it-moves-nothing", {},
             one.performs.eq(two.performs) & isKind(one, spec::ErrorKind::None).eq(isKind(two, spec::ErrorKind::None))),
      stated("misaligned-first", {valid, one.isBytesMisaligned, inside, reported.eq(Bits(0)), ~one.isLayerOutside},
             isKind(one, spec::ErrorKind::MisalignedAddress)),
      stated("the-address-first", {valid, inside, ~one.isInRegion, reported.eq(Bits(2)), ~one.isLayerOutside},
             isKind(one, spec::ErrorKind::AddressOutOfRange)),
      stated("the-drop-first", {valid, ign, ~inside, drops}, isKind(one, spec::ErrorKind::None)),
      stated("the-error-first", {valid, ign, ~inside, ~drops, one.isBytesMisaligned},
             isKind(one, spec::ErrorKind::MisalignedAddress))};
}

/// SD32 and SD64 are the signed or the unsigned size, by the header's format (SURED-3).
std::vector<Obligation> formatLaws(Terms& terms, const std::string& name) {
  std::vector<Obligation> all;
  const std::tuple<const char*, spec::SuredSize, spec::SuredSize, spec::SuredSize> kSizes[] = {
      {"SD32", spec::SuredSize::SD32, spec::SuredSize::S32, spec::SuredSize::U32},
      {"SD64", spec::SuredSize::SD64, spec::SuredSize::S64, spec::SuredSize::U64}};
  for (const auto& [text, byFormat, isSigned, isUnsigned] : kSizes)
    for (const auto& [type, plain] :
         {std::pair{spec::TexelType::Sint, isSigned}, {spec::TexelType::Uint, isUnsigned}}) {
      Lane lane(terms), other(terms);
      lane.modifiers.size = terms.constant(32, Bits(byFormat));
      other.modifiers.size = terms.constant(32, Bits(plain));
      const SuredReach one = lane.reach(), two = other.reach();
      all.push_back(implied(fmt::format("{}/{}-of-{}", name, text, type == spec::TexelType::Sint ? "SINT" : "UINT"),
                            {one.surface.header.type.eq(Bits(type))},
                            one.size.eq(two.size) & one.place.eq(two.place) & one.error.eq(two.error) &
                                one.performs.eq(two.performs)));
    }
  return all;
}

/// A header's 256 bits put together of its fields, by the tables of bits, and read again.
std::vector<Obligation> headerLaws(Terms& terms, const std::string& name) {
  const auto v = [&](unsigned bits, const char* of) { return terms.variable(bits, of); };
  const auto zeros = [&](unsigned bits) { return terms.constant(bits, 0); };
  const Term components = v(7, "components"), type = v(3, "type"), low = v(32, "low"), high = v(16, "high"),
             width = v(32, "width"), height = v(16, "height"), depth = v(14, "depth"), pitch = v(16, "pitch"),
             blockHeight = v(3, "blockHeight"), blockDepth = v(3, "blockDepth"), texture = v(4, "texture");
  std::vector<Obligation> all;
  for (const spec::HeaderVersion version :
       {spec::HeaderVersion::Buffer1D, spec::HeaderVersion::Pitch, spec::HeaderVersion::BlockLinear}) {
    const bool isBuffer = version == spec::HeaderVersion::Buffer1D, isPitch = version == spec::HeaderVersion::Pitch;
    const unsigned unused = isBuffer ? 0 : isPitch ? 5 : 9;
    const Term lowWord = unused ? low.extract(31, unused).concat(zeros(unused)) : low;
    const Term top = isBuffer  ? width.extract(31, 16)
                     : isPitch ? pitch
                               : zeros(9).concat(blockDepth).concat(blockHeight).concat(zeros(3)).extract(15, 0);
    const Term block = isBuffer || isPitch ? top : zeros(7).concat(blockDepth).concat(blockHeight).concat(zeros(3));
    const symbolic::HeaderWordTerms words = {
        zeros(22).concat(type).concat(components),
        lowWord,
        zeros(8).concat(terms.constant(3, Bits(version))).concat(zeros(5)).concat(high),
        zeros(16).concat(block),
        zeros(5).concat(texture).concat(zeros(7)).concat(width.extract(15, 0)),
        zeros(2).concat(depth).concat(height),
        zeros(32),
        zeros(32)};
    const symbolic::HeaderFields read = symbolic::fieldsOf(words);
    Term same = read.components.eq(components) & read.type.eq(type) &
                read.version.eq(terms.constant(3, Bits(version))) & read.texture.eq(texture) &
                read.address.eq(high.concat(lowWord).zext(64));
    if (isBuffer)
      same = same & read.lastX.eq(width);
    else
      same = same & read.lastX.extract(15, 0).eq(width.extract(15, 0)) & read.lastY.eq(height) & read.lastZ.eq(depth);
    if (isPitch)
      same = same & read.pitch.eq(pitch.concat(zeros(5)).zext(64));
    if (!isBuffer && !isPitch)
      same = same & read.blockHeight.eq(blockHeight) & read.blockDepth.eq(blockDepth);
    all.push_back(implied(fmt::format("{}/version-{}", name, static_cast<unsigned>(version)), {}, same));
  }
  return all;
}

// --- The block-linear map. ---

/// An element's place, each of 64 bits.
struct Point {
  Term x, y, z, layer;

  Point(Terms& terms, const std::string& name)
      : x(terms.variable(kBits, name + ".x")), y(terms.variable(kBits, name + ".y")),
        z(terms.variable(kBits, name + ".z")), layer(terms.variable(kBits, name + ".layer")) {}
};
Term below(Term value, Bits limit) { return value.ult(value.terms().constant(value.width(), limit)); }

void addGob(std::vector<Obligation>& all, Terms& terms, const std::string& name) {
  const Point one(terms, "one"), two(terms, "two");
  const std::vector<Term> inGob = {below(one.x, 64), below(two.x, 64), below(one.y, 8), below(two.y, 8)};
  const Term first = symbolic::gobOffset(one.x, one.y), second = symbolic::gobOffset(two.x, two.y);
  all.push_back(implied(name + "/gob/injective", inGob, first.eq(second).implies(one.x.eq(two.x) & one.y.eq(two.y))));
  all.push_back(implied(name + "/gob/inside", inGob, below(first, 512)));
}

/// A shape of constant logarithms, whose sizes are variables.
BlockLinearShape shapeOf(Terms& terms, unsigned heightLog, unsigned depthLog) {
  const auto v = [&](const char* of) { return terms.variable(kBits, of); };
  return {terms.constant(kBits, heightLog),
          terms.constant(kBits, depthLog),
          v("columns"),
          terms.constant(kBits, Bits(512) << (heightLog + depthLog)),
          v("rowOfBlocks"),
          v("rows"),
          v("slab")};
}

/// Where a point stands among the blocks, and in its own.
struct InBlocks {
  Term slab, row, column; ///< numbers of blocks
  Term inside;            ///< bytes from the block's first
  BlockLinearOffset offset;
};
InBlocks inBlocks(const BlockLinearShape& shape, const Point& at, unsigned heightLog, unsigned depthLog) {
  Terms& terms = at.x.terms();
  const auto above = [&](Term value, unsigned bits) { return value.lshr(terms.constant(kBits, bits)); };
  const BlockLinearOffset offset = symbolic::blockLinearOffset(shape, at.x, at.y, at.z, at.layer);
  return {above(at.z, depthLog), above(at.y, 3 + heightLog), above(at.x, 6), offset.slices + offset.gobs + offset.gob,
          offset};
}

/// One of the 36 shapes of a block: what stands in one block stands apart, and inside it.
void addBlock(std::vector<Obligation>& all, Terms& terms, const std::string& name, unsigned heightLog,
              unsigned depthLog) {
  const BlockLinearShape shape = shapeOf(terms, heightLog, depthLog);
  const Point one(terms, "one"), two(terms, "two");
  const InBlocks first = inBlocks(shape, one, heightLog, depthLog), second = inBlocks(shape, two, heightLog, depthLog);
  const Term same = one.x.eq(two.x) & one.y.eq(two.y) & one.z.eq(two.z);
  all.push_back(implied(fmt::format("{}/block-{}-{}/injective", name, heightLog, depthLog),
                        {first.slab.eq(second.slab), first.row.eq(second.row), first.column.eq(second.column),
                         first.inside.eq(second.inside)},
                        same));
  all.push_back(
      implied(fmt::format("{}/block-{}-{}/inside", name, heightLog, depthLog), {}, first.inside.ult(shape.block)));
}

/// Multiples of n: the next is n further, so that unlike ones are at least n apart (induction over the greater one);
/// what lies in two such steps, each below n, is not at one place. All below 2^50, which is what keeps sums exact.
void addRadix(std::vector<Obligation>& all, Terms& terms, const std::string& name) {
  const auto v = [&](const char* of) { return terms.variable(kBits, of); };
  const Term a = v("a"), n = v("n"), p = v("p"), q = v("q"), b = v("b"), c = v("c"), one = terms.constant(kBits, 1);
  const auto small = [](Term value) { return below(value, Bits(1) << 50); };
  all.push_back(implied(name + "/radix/next-multiple", {}, ((a + one) * n).eq(a * n + n)));
  all.push_back(
      implied(name + "/radix/those-after-it-too", {small(p), small(q), small(n), (p + n).ule(q)}, (p + n).ule(q + n)));
  all.push_back(implied(name + "/radix/apart", {small(p), small(q), small(n), b.ult(n), c.ult(n), (p + n).ule(q)},
                        (p + b).ult(q + c)));
}

/// One step of mixed radix: of what addRadix says of the multiples p of i and q of j, and inner offsets b and c below
/// n: the sum ends where the next size does or before, and equal sums are of equal parts. It serves columns in a row of
/// blocks, rows in a slab, slabs in a layer and layers in the surface, from the inside out.
void addStep(std::vector<Obligation>& all, Terms& terms, const std::string& name) {
  const auto v = [&](const char* of) { return terms.variable(kBits, of); };
  const Term i = v("i"), j = v("j"), p = v("p"), q = v("q"), n = v("n"), b = v("b"), c = v("c"), size = v("size");
  const auto small = [](Term value) { return below(value, Bits(1) << 50); };
  const std::vector<Term> given = {small(p), small(q), small(n), small(size), b.ult(n), c.ult(n)};
  const auto stated = [&](const char* what, std::vector<Term> also, Term goal) {
    also.insert(also.end(), given.begin(), given.end());
    return implied(fmt::format("{}/step/{}", name, what), also, goal);
  };
  const Term apart = i.ult(j).implies((p + n).ule(q)) & j.ult(i).implies((q + n).ule(p));
  all.push_back(stated("inside", {(p + n).ule(size)}, (p + b).ult(size)));
  all.push_back(stated("injective", {apart, (p + b).eq(q + c)}, i.eq(j)));
  all.push_back(stated("inner-parts", {p.eq(q), (p + b).eq(q + c)}, b.eq(c)));
}

/// In-range coordinates are in blocks that there are; the encoding's offset is the sum of these multiples.
void addNumbers(std::vector<Obligation>& all, Terms& terms, const std::string& name) {
  const auto v = [&](const char* of) { return terms.variable(kBits, of); };
  const Point at(terms, "at");
  const Term widthBytes = v("widthBytes"), height = v("height"), depth = v("depth");
  const std::vector<Term> legal = {below(widthBytes, Bits(1) << 20),
                                   below(height, (1u << 16) + 1),
                                   below(depth, (1u << 14) + 1),
                                   at.x.ult(widthBytes),
                                   at.y.ult(height),
                                   at.z.ult(depth)};
  for (unsigned log = 0; log <= spec::kMostBlockLog; ++log) {
    std::vector<Term> given = legal;
    const BlockLinearShape shape = symbolic::blockLinearShape(widthBytes, height, depth, v("bh"), v("bd"));
    given.push_back(shape.heightLog.eq(Bits(log)));
    given.push_back(shape.depthLog.eq(Bits(log)));
    const auto above = [&](Term value, unsigned bits) { return value.lshr(terms.constant(kBits, bits)); };
    const Term slabs = above(depth + Bits((1u << log) - 1), log);
    all.push_back(implied(fmt::format("{}/blocks-there-are/{}", name, log), given,
                          above(at.y, 3 + log).ult(shape.rows) & above(at.z, log).ult(slabs) &
                              above(at.x, 6).ult(shape.columns)));
  }
  const BlockLinearShape shape = symbolic::blockLinearShape(widthBytes, height, depth, v("bh"), v("bd"));
  const BlockLinearOffset offset = symbolic::blockLinearOffset(shape, at.x, at.y, at.z, at.layer);
  all.push_back(implied(name + "/sum-of-multiples", {},
                        offset.offset.eq(offset.layers + offset.slabs + offset.rows + offset.columns +
                                         (offset.slices + offset.gobs + offset.gob))));
}

/// Every element of 4 bytes of some small surfaces, by evaluation: no two of them meet, and none leaves the surface.
/// Spoilt: blocks lie half as far apart as they are long, which must be noticed.
Obligation::Evidence smallSurfaces(bool spoilt) {
  constexpr unsigned kDepth = 3;
  std::size_t elements = 0;
  for (const auto& [width, height] : {std::pair{60u, 9u}, {200u, 20u}, {64u, 8u}, {132u, 1u}})
    for (const auto& [blockHeight, blockDepth] : {std::pair{0u, 0u}, {1u, 0u}, {2u, 1u}, {5u, 5u}}) {
      Terms terms;
      const auto c = [&](Bits value) { return terms.constant(kBits, value); };
      const Point at(terms, "at");
      const BlockLinearShape shape =
          symbolic::blockLinearShape(c(width), c(height), c(kDepth), c(blockHeight), c(blockDepth));
      const BlockLinearOffset map = symbolic::blockLinearOffset(shape, at.x, at.y, at.z, c(0));
      const Term offset = spoilt ? map.offset - map.columns.lshr(c(1)) : map.offset;
      const Bits end = symbolic::blockLinearLayerBytes(shape, c(kDepth)).value();
      std::set<Bits> taken;
      for (unsigned z = 0; z < kDepth; ++z)
        for (unsigned y = 0; y < height; ++y)
          for (unsigned x = 0; x < width; x += 4) {
            const Bits place = symbolic::evaluate(std::span(&offset, 1), {{"at.x", x}, {"at.y", y}, {"at.z", z}})[0];
            if (!taken.insert(place).second || place + 4 > end)
              return {Verdict::Refuted, "",
                      fmt::format("byte {} of row {}, slice {} of {} by {} bytes: offset {:#x} is taken, or outside", x,
                                  y, z, width, height, static_cast<std::uint64_t>(place))};
            ++elements;
          }
    }
  return {Verdict::Checked, fmt::format("{} elements of 16 surfaces", elements), ""};
}

std::vector<Obligation> mapLaws(Terms& terms, const std::string& name) {
  std::vector<Obligation> all;
  addGob(all, terms, name);
  for (unsigned heightLog = 0; heightLog <= spec::kMostBlockLog; ++heightLog)
    for (unsigned depthLog = 0; depthLog <= spec::kMostBlockLog; ++depthLog)
      addBlock(all, terms, name, heightLog, depthLog);
  addNumbers(all, terms, name);
  addRadix(all, terms, name);
  addStep(all, terms, name);
  all.push_back(byEvidence(name + "/small-surfaces", Verdict::Checked, [] { return smallSurfaces(false); }));
  all.push_back(byEvidence(name + "/twin/blocks-overlap", Verdict::Refuted, [] { return smallSurfaces(true); }));
  return all;
}

} // namespace

std::vector<Theorem> lawTheorems(const Subject&) {
  return {
      red::law("sured/clamps", "SURED", {"SURED-5", "SURED-6", "SURED-7", "SURED-10"},
               "NEAR lands on an element of the surface where one fits, and leaves what is inside; nothing is written "
               "outside, whatever the clamp; TRAP reports and writes nothing; a disabled surface stays as it is",
               clampLaws),
      red::law(
          "sured/reports", "SURED", {"SURED-11"},
          "which of several errors is reported changes neither who performs nor who is in error; what comes first is "
          "reported, and an update that IGN drops is dropped or misaligned, as is chosen",
          reportLaws),
      red::law("sured/formats", "SURED", {"SURED-3"},
               "SD32 and SD64 are the signed or the unsigned size, by the header's format", formatLaws),
      red::law("sured/headers", "SURED", {"SURED-8"}, "a texture header is read as it was put together", headerLaws),
      red::law(
          "sured/block-linear", "SURED", {"SURED-10"},
          "the block-linear map takes unlike elements that are in range to unlike offsets below layers * layerStride, "
          "for every height and depth of blocks: bytes of a GOB, GOBs of a block in each of 36 shapes, and one "
          "step of mixed radix, taken four times, whose induction over multiples is two obligations",
          mapLaws)};
}

} // namespace warplaw::proofs::sured
