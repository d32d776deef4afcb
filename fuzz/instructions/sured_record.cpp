// A record as a test of SURED: small surfaces of every kind whose bytes lie in regions and at their edges, coordinates
// of those bytes and beside the surface's edges, lanes that collide, handles of several headers (SURED-1..9).
#include "fuzz/instructions/sured.h"
#include "fuzz/reduction_drawing.h"
#include <algorithm>

namespace warplaw::fuzz {
namespace {
using spec::kLanes;
using spec::SuredClamp;
using spec::SuredDim;
using spec::TextureHeader;
using spec::TextureType;
namespace rows = spec::sured_rows;

constexpr std::size_t kCoordinateBytes = 32, kOperandBytes = 160, kHighBytes = 288, kMemoryBytes = 416;
using SuredRecord = Record<Sured::kRecord>;

constexpr std::uint32_t number(auto kind) { return static_cast<std::uint32_t>(kind); }

/// What a record's bytes decide, and what follows from dice.
struct Draw {
  const SuredRecord& record;
  SuredTrial& trial;
  Dice dice;
  PlainRegions regions;
  /// Those that are drawn, their bytes from first to last, and one of them in a region, if one is.
  std::array<PlainSurface, spec::kTextureHeaders> surfaces;
  std::array<std::uint64_t, spec::kTextureHeaders> extent, inside;
  unsigned count = 0;
  SuredView view() const { return trial; }
};

// ---- surfaces

/// Texture type of a dimension; 2D has two.
TextureType typeOf(SuredDim dim, Dice& dice) {
  using enum TextureType;
  constexpr TextureType kTypes[] = {T1D, T1DBuffer, T1DArray, T2D, T2DArray, T3D};
  return dim == SuredDim::D2 && dice.oneIn(4) ? T2DNoMipmap : kTypes[number(dim)];
}

/// Less one: mostly few.
std::uint32_t lastOf(Dice& dice, std::uint32_t few, std::uint32_t greatest) {
  const std::uint32_t style = dice.below(16);
  return style == 0 ? greatest : style == 1 ? dice.below(greatest) : style < 6 ? dice.below(3) : dice.below(few);
}

/// Draws a legal header without its address.
TextureHeader drawShape(SuredDim dim, Dice& dice) {
  constexpr spec::TexelComponents kComponents[] = {spec::TexelComponents::R32, spec::TexelComponents::R16G16,
                                                   spec::TexelComponents::R32G32};
  constexpr spec::TexelType kTypes[] = {spec::TexelType::Sint, spec::TexelType::Uint, spec::TexelType::Float};
  TextureHeader header;
  header.components = number(kComponents[dice.below(3)]);
  header.type = dice.oneIn(8) ? dice.below(8) : number(kTypes[dice.below(3)]);
  header.texture = number(typeOf(dim, dice));
  const bool mayBePitch = dim == SuredDim::D1 || dim == SuredDim::D2;
  const spec::HeaderVersion version = dim == SuredDim::D1Buffer      ? spec::HeaderVersion::Buffer1D
                                      : mayBePitch && !dice.oneIn(3) ? spec::HeaderVersion::Pitch
                                                                     : spec::HeaderVersion::BlockLinear;
  header.version = number(version);
  header.lastX = lastOf(dice, 50, dim == SuredDim::D1Buffer ? ~0u : 0xffff);
  if (hasRows(dim))
    header.lastY = lastOf(dice, 40, 0xffff);
  if (dim == SuredDim::D3 || isArray(dim))
    header.lastZ = lastOf(dice, 12, 0x3fff);
  if (version == spec::HeaderVersion::BlockLinear) {
    header.blockHeight = dice.below(dice.oneIn(2) ? 3 : spec::kMostBlockLog + 1);
    header.blockDepth = dice.below(dice.oneIn(2) ? 3 : spec::kMostBlockLog + 1);
  } else if (version == spec::HeaderVersion::Pitch) {
    const std::uint32_t texel = header.components == number(spec::TexelComponents::R32G32) ? 8 : 4;
    header.pitch = ((header.lastX + 1) * texel + 31) / 32 * 32 + (dice.oneIn(2) ? 0 : 32 * dice.below(3));
  }
  return header;
}

/// How many bytes the surface takes from its first to its last.
std::uint64_t extentOf(const PlainSurface& surface) {
  const PlainPlace last{surface.widthBytes - 1, surface.height - 1, surface.depth - 1, surface.layers - 1};
  return static_cast<std::uint64_t>(PlainSured().offsetOf(surface, last)) + 1;
}

/// Where it begins: a region lies in it, or begins before it; seldom anywhere.
std::uint64_t drawAddress(const TextureHeader& header, std::uint64_t extent, std::uint64_t& inside, Draw& draw) {
  Dice& dice = draw.dice;
  const std::uint32_t unit = header.version == number(spec::HeaderVersion::BlockLinear) ? 512
                             : header.version == number(spec::HeaderVersion::Pitch)     ? 32
                             : dice.oneIn(8)                                            ? 1
                                                                                        : 8;
  const auto all = draw.regions.all();
  std::uint64_t address = inside = dice.oneIn(2) ? 0 : dice.next() & 0xffffffffffff;
  if (!all.empty() && !dice.oneIn(16)) {
    const auto& region = all[dice.below(static_cast<std::uint32_t>(all.size()))];
    inside = region.base + dice.below(region.bytes);
    const std::uint64_t before = dice.oneIn(3) ? 0 : dice.next() % std::min(extent, inside + 1);
    address = inside - std::min(before, inside);
  }
  return address / unit * unit;
}

void drawSurfaces(Draw& draw, bool several) {
  spec::Surfaces& surfaces = draw.trial.surfaces();
  Dice& dice = draw.dice;
  surfaces = {};
  surfaces.lastHeader = dice.oneIn(8) ? dice.below(spec::kTextureHeaders) : spec::kTextureHeaders - 1;
  draw.count = several ? 2 + dice.below(spec::kTextureHeaders - 1) : dice.oneIn(4) ? 2 : 1;
  for (unsigned i = 0; i < draw.count; ++i) {
    const SuredDim dim = dice.oneIn(12) ? static_cast<SuredDim>(dice.below(6)) : draw.view().dim();
    TextureHeader header = drawShape(dim, dice);
    PlainSurface& surface = draw.surfaces[i] = PlainSured().readHeader(spec::headerOf(header));
    draw.extent[i] = extentOf(surface);
    header.address = drawAddress(header, draw.extent[i], draw.inside[i], draw);
    surface.base = static_cast<std::int64_t>(header.address);
    spec::setHeader(surfaces, i, spec::headerOf(header));
  }
  std::uint32_t next = dice.oneIn(2) ? 0 : dice.below(spec::kBankWords - 16);
  for (unsigned k = 0; k < spec::kBoundHandles; ++k, ++next) {
    surfaces.boundAt[k] = next += dice.below(4);
    surfaces.boundHandle[k] = dice.oneIn(16) ? static_cast<std::uint32_t>(dice.next()) : dice.below(draw.count);
    surfaces.boundHandle[k] |= dice.below(2) * (dice.below(4096) << spec::kHeaderIndexBits);
  }
  surfaces.disabled = dice.oneIn(16);
}

/// Bound, or a handle a lane: one, several, now and then one of no texture.
struct HandleStyle {
  bool bound, several, invalid, sampled;
};
void drawHandles(Draw& draw, HandleStyle style) {
  SuredTrial& trial = draw.trial;
  Dice& dice = draw.dice;
  const spec::Surfaces& surfaces = trial.surfaces();
  trial.modifiers.isBound = style.bound;
  if (style.bound) {
    trial.modifiers.tsPtrIdx =
        dice.oneIn(16) ? dice.below(spec::kBankWords) : surfaces.boundAt[dice.below(spec::kBoundHandles)];
    return;
  }
  const std::uint32_t one = dice.below(dice.oneIn(8) ? spec::kTextureHeaders : draw.count);
  for (std::uint32_t& handle : trial.operands.row[rows::kHandle]) {
    const auto raw = static_cast<std::uint32_t>(dice.next());
    handle = style.several ? (raw & 0xff) * draw.count >> 8 : one;
    if (style.invalid && (raw >> 8 & 7) == 0)
      handle = raw >> 11 & 1 ? spec::kTextureHeaders : 1u << (raw >> 12 & 15);
    if (style.sampled)
      handle |= raw & ~0u << spec::kHeaderIndexBits;
  }
}

// ---- coordinates

/// Whose byte lies so far into the surface; where none does (beside it, in a GOB's or a row's rest), near it.
PlainPlace placeAt(const PlainSurface& surface, std::int64_t offset) {
  if (surface.version == number(spec::HeaderVersion::Buffer1D))
    return {offset, 0, 0, 0};
  if (surface.version == number(spec::HeaderVersion::Pitch))
    return {offset % surface.pitch, offset / surface.pitch, 0, 0};
  const unsigned high = surface.blockHeightLog, deep = surface.blockDepthLog;
  const std::int64_t byte = offset & 511, gob = offset >> 9, block = gob >> high >> deep;
  const std::int64_t wide = (surface.widthBytes + 63) / 64, tall = (surface.height + (8 << high) - 1) >> (3 + high);
  const std::int64_t gobY = (block / wide % tall << high) + (gob & ((1 << high) - 1)),
                     slabs = (surface.depth + (1 << deep) - 1) >> deep, slab = block / wide / tall;
  const std::int64_t inX = (byte >> 8 & 1) * 32 + (byte >> 5 & 1) * 16 + (byte & 15),
                     inY = (byte >> 6 & 3) * 2 + (byte >> 4 & 1);
  return {block % wide * 64 + inX, gobY * 8 + inY, (slab % slabs << deep) + (gob >> high & ((1 << deep) - 1)),
          slab / slabs};
}

/// At an edge of 0 .. count - 1, a little more or less.
std::int64_t edgeOf(std::int64_t count, std::uint32_t raw) {
  const std::int64_t near = std::int64_t{raw & 3} - 2;
  return raw & 4 ? near : count + near;
}

class Coordinates {
public:
  Coordinates(Draw& draw) : draw_(draw), elements_(draw.regions, bytesOf(draw.view().size()), true) {}

  /// By style (modulo 8): 0-3 few elements of the regions, so that lanes collide; 4 any of them; 5 edges of the
  /// surface; 6 an element with one coordinate at an edge, or any words; 7 small numbers.
  void fill(unsigned style) {
    const SuredRecord& record = draw_.record;
    const unsigned kind = style % 8, few = 1 + style / 64; // kFew at most
    const std::uint32_t first = draw_.dice.below(std::max(1u, elements_.count));
    for (unsigned lane = 0; lane < kLanes; ++lane) {
      const std::uint32_t raw = record.word(kCoordinateBytes + 4 * lane);
      const unsigned header =
          std::min(PlainSured().headerOf(draw_.view(), lane) % spec::kTextureHeaders, draw_.count - 1);
      const PlainSurface& surface = draw_.surfaces[header];
      if (kind == 6 && few <= 2)
        set(lane, raw, raw * 0x9e3779b9u, raw * 0x85ebca6bu);
      else if (kind == 7)
        set(lane, raw & 15, raw >> 4 & 15, raw >> 8 & 3);
      else if (kind == 5)
        setPlace(lane, edges(surface, raw), raw);
      else if (kind <= 3)
        setPlace(lane, oneOfFew(header, raw % few, first), raw);
      else
        setPlace(lane, element(header, kind == 4 ? raw : first + raw % few, kind == 6 ? raw >> 8 : 3), raw);
    }
  }

private:
  static constexpr unsigned kFew = 4;
  const PlainPlace& oneOfFew(unsigned header, unsigned number, std::uint32_t first) {
    std::optional<PlainPlace>& place = few_[header][number];
    if (!place)
      place = element(header, first + number, 3);
    return *place;
  }
  PlainPlace edges(const PlainSurface& surface, std::uint32_t raw) const {
    const std::int64_t size = bytesOf(draw_.view().size());
    return {edgeOf(surface.widthBytes / size, raw) * size, edgeOf(surface.height, raw >> 3),
            edgeOf(surface.depth, raw >> 6), edgeOf(surface.layers, raw >> 9)};
  }
  /// An element of the regions, where it lies in the surface; otherwise a byte that does. at: which coordinate is at an
  /// edge; 3: none.
  PlainPlace element(unsigned header, std::uint32_t which, unsigned at) const {
    const PlainSurface& surface = draw_.surfaces[header];
    const auto base = static_cast<std::uint64_t>(surface.base), size = std::uint64_t{bytesOf(draw_.view().size())};
    std::uint64_t offset = elements_[which % std::max(1u, elements_.count)] - base;
    if (offset >= draw_.extent[header])
      offset = (draw_.inside[header] - base) / size * size;
    PlainPlace place = placeAt(surface, static_cast<std::int64_t>(offset));
    if (at % 4 == 3)
      return place;
    const PlainPlace edge = edges(surface, which);
    std::int64_t* const coordinates[] = {&place.xb, &place.y, &place.z};
    const std::int64_t beside[] = {edge.xb, edge.y, edge.z};
    *coordinates[at % 4] = beside[at % 4];
    return place;
  }
  void set(unsigned lane, std::uint32_t x, std::uint32_t second, std::uint32_t third) {
    const unsigned count = spec::coordinatesOf(draw_.view().dim());
    spec::Operands& operands = draw_.trial.operands;
    operands.row[rows::kX][lane] = x;
    operands.row[rows::kSecond][lane] = count >= 2 ? second : 0;
    operands.row[rows::kThird][lane] = count == 3 ? third : 0;
  }
  /// The words that say so; of .BA one lane in sixteen is no multiple, of layers the high half does not matter.
  void setPlace(unsigned lane, const PlainPlace& place, std::uint32_t raw) {
    const SuredDim dim = draw_.view().dim();
    const std::int64_t size = bytesOf(draw_.view().size());
    const bool bytes = draw_.trial.modifiers.byteAddress;
    const std::int64_t x = bytes ? place.xb + (raw >> 28 == 0 ? raw >> 26 & 3 : 0) : place.xb / size;
    const auto layer = static_cast<std::uint32_t>(place.layer & 0xffff) | (raw & 0x100 ? raw & 0xffff0000 : 0);
    set(lane, static_cast<std::uint32_t>(x), dim == SuredDim::D1Array ? layer : static_cast<std::uint32_t>(place.y),
        dim == SuredDim::D2Array ? layer : static_cast<std::uint32_t>(place.z));
  }

  Draw& draw_;
  ReductionElements elements_;
  std::array<std::array<std::optional<PlainPlace>, kFew>, spec::kTextureHeaders> few_;
};

void fillChoices(Draw& draw) {
  spec::SuredChoices& choices = draw.trial.choices;
  Dice& dice = draw.dice;
  const unsigned flags = draw.record.byte(6);
  drawOrder(choices.order, flags, dice);
  drawOrder(choices.orderHigh, flags / 4, dice);
  choices.unlikeZeros = dice.below(3);
  const bool byDefault = flags >> 4 & 1; // all else
  if (byDefault)
    return;
  choices.invalidIsError = dice.below(2);
  choices.disabledComesFirst = dice.below(2);
  choices.othersAreSigned = dice.below(2);
  choices.masksLowBits = dice.below(2);
  choices.noElementIsError = dice.below(2);
  choices.layers = dice.below(3);
  choices.dropComesFirst = dice.below(2);
  for (std::uint8_t& reported : choices.reported)
    reported = static_cast<std::uint8_t>(dice.below(3));
}

} // namespace

SuredTrial Sured::trialOf(Bytes bytes) {
  const SuredRecord record(bytes);
  SuredTrial trial;
  Dice dice(record.doubleWord(16) ^ record.doubleWord(8) * 31);
  const auto& pairs = suredPairs();
  const SuredPair pair = pairs[record.byte(0) % pairs.size()];
  trial.modifiers.op = number(pair.op);
  trial.modifiers.size = number(pair.size);
  trial.modifiers.dim = record.byte(7) % 6;
  trial.modifiers.clamp = record.byte(7) / 6 % 3;
  trial.modifiers.byteAddress = record.byte(24) & 1;
  trial.operands.exec = execMask(record.word(8), record.byte(1));
  do
    fuzz::draw(trial.regions(), dice);
  while (trial.regions().end[spec::kGenericRegions - 1] == 0 && !dice.oneIn(8)); // no memory at all is seldom
  trial.allocated = trial.regions().end[spec::kGenericRegions - 1];
  Draw draw{record, trial, dice, PlainRegions(trial.regions()), {}, {}, {}};
  const unsigned flags = record.byte(24);
  const HandleStyle handles{(flags & 2) != 0, (flags & 4) != 0, (flags & 8) != 0, (flags & 16) != 0};
  drawSurfaces(draw, handles.several);
  drawHandles(draw, handles);
  Coordinates(draw).fill(record.byte(2));
  const ReductionOperands operands{trial.operands.row[rows::kOperand], trial.operands.row[rows::kOperandHigh]};
  const spec::RedSize size = plainStep(pair.size);
  drawOperands(operands, size, record.bytes.data() + kOperandBytes, record.byte(3), record.bytes.data() + kHighBytes,
               record.byte(4));
  drawMemory({trial.memory.data(), trial.allocated}, size, draw.regions, operands, record.bytes.data() + kMemoryBytes,
             record.byte(5));
  fillChoices(draw);
  return trial;
}

} // namespace warplaw::fuzz
