#include "fuzz/instructions/sured.h"
#include "fuzz/reduction_columns.h"
#include <algorithm>
#include <fmt/format.h>

namespace warplaw::fuzz {
namespace {
using spec::kLanes;
using spec::RedOp;
using spec::RedSize;
using spec::SuredClamp;
using spec::SuredDim;
using spec::SuredSize;
using spec::TextureHeader;
namespace rows = spec::sured_rows;

constexpr std::uint32_t number(auto kind) { return static_cast<std::uint32_t>(kind); }

/// One texel at address 0, of block linear unless it is a buffer.
TextureHeader smallHeader(SuredDim dim) {
  using enum spec::TextureType;
  constexpr spec::TextureType kTypes[] = {T1D, T1DBuffer, T1DArray, T2D, T2DArray, T3D};
  TextureHeader header;
  header.components = number(spec::TexelComponents::R32);
  header.version = number(dim == SuredDim::D1Buffer ? spec::HeaderVersion::Buffer1D : spec::HeaderVersion::BlockLinear);
  header.texture = number(kTypes[number(dim)]);
  return header;
}
TextureHeader smallPitch() {
  TextureHeader header = smallHeader(SuredDim::D1);
  header.version = number(spec::HeaderVersion::Pitch);
  header.pitch = 32;
  header.lastX = 1;
  return header;
}

/// Small cases over one region, and one surface at address 0.
class SmallSurfaces {
public:
  SmallSurfaces(std::vector<SmallBase>& bases, const CellWords& cells) : bases_(bases), cells_(cells) {}

  Edit is(std::string_view name, std::uint32_t value) const { return {cells_.word(name), value}; }
  /// region: its first address; bytes: its size.
  void add(SuredPair pair, SuredDim dim, SuredClamp clamp, const TextureHeader& header, Edits base, Edits additions,
           unsigned most, std::uint32_t region = 0, std::uint32_t bytes = 8) const {
    if (region)
      base.push_back(is("baseLow[0]", region));
    base.insert(base.begin(), {is("op", number(pair.op)), is("size", number(pair.size)), is("dim", number(dim)),
                               is("clamp", number(clamp)), is("allocated", bytes)});
    for (unsigned r = 0; r < spec::kGenericRegions; ++r)
      base.push_back(is(fmt::format("end[{}]", r), bytes));
    const spec::HeaderWords words = spec::headerOf(header);
    for (unsigned word = 0; word < words.size(); ++word)
      if (words[word])
        base.push_back(is(fmt::format("header[{}]", word), words[word]));
    bases_.push_back({std::move(base), std::move(additions), most});
  }

private:
  std::vector<SmallBase>& bases_;
  const CellWords& cells_;
};

/// Every operation on one element of one or two lanes, whose words are told apart by one bit.
void addSteps(const SmallSurfaces& small) {
  for (const SuredPair pair : suredPairs()) {
    Edits words;
    for (const std::uint32_t value : {1u, 0x80000000u})
      for (const std::string_view word : {"memory[0]", "row[3][0]", "memory[1]", "row[4][0]"})
        if (spec::isWide(pair.size) || word == "memory[0]" || word == "row[3][0]")
          words.push_back(small.is(word, value));
    for (const std::uint32_t exec : {1u, 3u})
      for (const auto type : {0u, number(spec::TexelType::Sint), number(spec::TexelType::Uint)}) {
        TextureHeader header = smallPitch();
        header.type = type;
        small.add(pair, SuredDim::D1, SuredClamp::Near, header, {small.is("exec", exec)}, words, 2);
      }
  }
}

/// Every dimension and clamp: coordinates at edges, and what else there is to say of a surface.
void addPlaces(const SmallSurfaces& small) {
  constexpr SuredPair kAdd{RedOp::Add, SuredSize::U32};
  for (std::uint32_t dim = 0; dim < 6; ++dim)
    for (std::uint32_t clamp = 0; clamp < 3; ++clamp) {
      const Edits base = {small.is("exec", 1), small.is("row[3][0]", 1)};
      Edits additions = {small.is("disabled", 1), small.is("byteAddress", 1), small.is("row[5][0]", 1),
                         small.is("row[5][0]", 1u << spec::kHeaderIndexBits)};
      for (const std::uint32_t value : {1u, 8u, 0x10000u, 0x40000000u, 0x80000000u})
        for (unsigned row = 0; row < spec::coordinatesOf(static_cast<SuredDim>(dim)); ++row)
          additions.push_back(small.is(fmt::format("row[{}][0]", row), value));
      for (const TextureHeader& header : {smallHeader(static_cast<SuredDim>(dim)), smallPitch()})
        small.add(kAdd, static_cast<SuredDim>(dim), static_cast<SuredClamp>(clamp), header, base, additions, 2);
    }
}

/// One element of block linear that only the whole rule reaches: blocks that shrink, a GOB's columns and rows, slabs
/// that are not full, layers; and the last element of a row that has half of one more.
void addBlocks(const SmallSurfaces& small) {
  struct Element {
    SuredDim dim;
    TextureHeader header;
    std::uint32_t x, second, third; ///< coordinates
    PlainPlace place;               ///< where that is
    SuredSize size = SuredSize::U32;
  };
  const auto surface = [](SuredDim dim, std::uint32_t lastX, std::uint32_t lastY, std::uint32_t lastZ,
                          std::uint32_t blockHeight) {
    TextureHeader header = smallHeader(dim);
    header.lastX = lastX, header.lastY = lastY, header.lastZ = lastZ, header.blockHeight = blockHeight;
    return header;
  };
  TextureHeader threeTexels = smallPitch();
  threeTexels.lastX = 2;
  const Element elements[] = {{SuredDim::D1, surface(SuredDim::D1, 16, 0, 0, 1), 16, 0, 0, {.xb = 64}},
                              {SuredDim::D1, surface(SuredDim::D1, 4, 0, 0, 0), 4, 0, 0, {.xb = 16}},
                              {SuredDim::D2, surface(SuredDim::D2, 0, 1, 0, 0), 0, 1, 0, {.y = 1}},
                              {SuredDim::D3, surface(SuredDim::D3, 0, 8, 1, 0), 0, 0, 1, {.z = 1}},
                              {SuredDim::D1Array, surface(SuredDim::D1Array, 0, 0, 1, 0), 0, 0x8000, 0, {.layer = 1}},
                              {SuredDim::D1, threeTexels, 1, 0, 0, {}, SuredSize::U64}};
  for (const Element& element : elements) {
    const PlainSured plain;
    const auto offset =
        static_cast<std::uint32_t>(plain.offsetOf(plain.readHeader(spec::headerOf(element.header)), element.place));
    const Edits base = {small.is("exec", 1), small.is("row[3][0]", 1), small.is("row[0][0]", element.x),
                        small.is("row[1][0]", element.second), small.is("row[2][0]", element.third)};
    // it is reached, or something else is, or both are
    for (const auto& [region, bytes] : {std::pair{offset, 8u}, {0u, 8u}, {0u, 40u}})
      small.add({RedOp::Add, element.size}, element.dim, SuredClamp::Near, element.header, base, {}, 0, region, bytes);
  }
}

} // namespace

/// Memory that the regions speak of; a number of a bound handle only where there is one.
bool Sured::isLegal(const SuredTrial& trial) {
  return trial.regions().end[spec::kGenericRegions - 1] == trial.allocated &&
         (trial.modifiers.isBound || trial.modifiers.tsPtrIdx == 0);
}

spec::SuredForm Sured::formOf(const Modifiers& modifiers) {
  spec::SuredForm form;
  form.byteAddress = modifiers.byteAddress;
  form.dim = static_cast<SuredDim>(modifiers.dim);
  form.op = static_cast<RedOp>(modifiers.op);
  form.size = static_cast<SuredSize>(modifiers.size);
  form.clamp = static_cast<SuredClamp>(modifiers.clamp);
  form.coordinates.base = {4};
  form.rb = {8};
  form.handle = {modifiers.isBound != 0, modifiers.isBound ? modifiers.tsPtrIdx : 10};
  return form;
}

spec::Plan Sured::planOf(const Form& form, const Choices&) {
  spec::Plan plan;
  plan.excludesHelpers = 1; // MACH-7
  const auto read = [&](unsigned row, std::uint32_t reg) { plan.source[row] = {spec::SourceKind::Register, reg}; };
  for (unsigned row = 0; row < spec::coordinatesOf(form.dim); ++row) // SURED-1
    read(rows::kX + row, form.coordinates.base.index + row);
  read(rows::kOperand, form.rb.index);
  if (spec::isWide(form.size)) // MACH-3: both words of RZ are 0
    read(rows::kOperandHigh, form.rb.isZero() ? spec::kZeroRegister : form.rb.index + 1u);
  if (!form.handle.isImmediate) // SURED-4
    read(rows::kHandle, form.handle.value);
  return plan; // nothing is returned (SURED-9)
}

void Sured::runPlainly(const Form& form, const Choices& choices, const spec::Operands& operands,
                       std::span<std::uint8_t> memory, spec::SurroundingCells& cells, spec::Results& results) {
  const bool isBound = form.handle.isImmediate;
  const Modifiers modifiers(form.byteAddress, number(form.dim), number(form.op), number(form.size), number(form.clamp),
                            isBound, isBound ? form.handle.value : 0u);
  PlainSured().run({modifiers, operands, choices, cells.surfaces}, cells.regions, memory, results);
}

std::vector<SmallBase> Sured::smallBases(const CellWords& cells) {
  std::vector<SmallBase> bases;
  const SmallSurfaces small(bases, cells);
  addSteps(small);
  addPlaces(small);
  addBlocks(small);
  return bases;
}

template class DescribedFuzzer<Sured>;
std::unique_ptr<InstructionFuzzer> makeSuredFuzzer() { return std::make_unique<SuredFuzzer>(); }

} // namespace warplaw::fuzz
