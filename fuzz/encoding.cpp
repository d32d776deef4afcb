#include "fuzz/encoding.h"
#include "spec/row.h"
#include <cassert>

namespace warplaw::fuzz {
namespace {
constexpr std::uint64_t kFew = 64;
/// Buffers of inputs; of outputs, results come first and then the parts.
constexpr unsigned kModifiers = 0, kOperands = 1, kChoices = 2, kBefore = 3, kLane = 3, kFirstPart = 4;

/// The cells of a structure of terms; one more where there are none, so that it lies somewhere.
class Cells {
public:
  explicit Cells(const spec::Layout& layout) : layout_(layout), cells_(layout.cells().size() + 1) {}
  void* data() { return cells_.data(); }
  std::span<Term> terms() { return std::span(cells_).first(layout_.cells().size()); }
  void addTo(std::vector<native::Slot>& slots, unsigned buffer) { addSlots(slots, layout_, terms(), buffer); }

private:
  const spec::Layout& layout_;
  std::vector<Term> cells_;
};

Cells cellsOf(Terms& terms, std::string_view prefix, const spec::Layout& layout) {
  Cells cells(layout);
  symbolic::setVariables(terms, prefix, layout, cells.terms());
  return cells;
}

} // namespace

DescribedEncoding::DescribedEncoding(const FuzzedInstruction& of) : of_(of) {
  std::uint64_t product = 1;
  for (const spec::CellPlace& place : of.modifiers->cells()) {
    const std::uint64_t count = place.about.count;
    product = count && count <= kFew && product ? product * count : 0;
    digits_.push_back({place.offset, count});
  }
  if (product == 0 || product > kFew || of.oneFunction)
    digits_.clear();
  functions_.resize(digits_.empty() ? 1 : product);
}

const native::LateFunction& DescribedEncoding::functionOf(const void* modifiers) {
  std::size_t index = 0;
  for (const Digit& digit : digits_) {
    std::uint32_t value;
    std::memcpy(&value, static_cast<const std::byte*>(modifiers) + digit.offset, 4);
    index = index * digit.count + value;
  }
  std::optional<native::LateFunction>& function = functions_[index];
  if (!function)
    function = made(modifiers);
  return *function;
}

native::LateFunction DescribedEncoding::made(const void* modifierWords) const {
  auto owned = std::make_unique<Terms>();
  Terms& terms = *owned;
  std::vector<native::Slot> inputs, outputs;
  Cells modifiers(*of_.modifiers);
  if (digits_.empty()) {
    symbolic::setVariables(terms, "modifiers.", *of_.modifiers, modifiers.terms());
    modifiers.addTo(inputs, kModifiers);
  } else {
    symbolic::setConstants(terms, modifierWords, *of_.modifiers, modifiers.terms());
  }
  Cells choices = cellsOf(terms, "choices.", spec::rowOf(of_.mnemonic).choicesLayout());
  choices.addTo(inputs, kChoices);
  std::vector<Cells> parts;
  std::vector<void*> partTerms;
  for (unsigned k = 0; k < of_.parts.size(); ++k) {
    const PartKind& kind = *of_.parts[k].kind;
    parts.push_back(cellsOf(terms, kind.name + ".", *kind.layout));
    parts.back().addTo(inputs, kFirstPart + k);
    partTerms.push_back(parts.back().data());
  }
  if (of_.lane) {
    const Term lane = terms.variable(5, "lane");
    inputs.push_back({lane, kLane, 0, 4});
    symbolic::LaneWords words;
    words.fill(terms.constant(32, 0));
    for (unsigned row = 0; row < of_.rows; ++row) {
      words[row] = terms.variable(32, "word[" + std::to_string(row) + "]");
      inputs.push_back({words[row], kOperands, row * sizeof(spec::Operands{}.row[0]), 4});
    }
    words.predicate = terms.variable(1, "predicate");
    inputs.push_back({words.predicate, kFirstPart + static_cast<unsigned>(parts.size()), 0, 1});
    outputs.push_back({of_.lane(modifiers.data(), choices.data(), lane, words, partTerms.data()), 0, 0, 4});
  } else {
    const auto operands = symbolic::variables<symbolic::OperandTerms>(terms);
    const auto before = symbolic::variables<symbolic::ResultTerms>(terms, "before.");
    addSlots(inputs, operands, kOperands);
    addSlots(inputs, before, kBefore);
    std::vector<Cells> after = parts;
    for (unsigned k = 0; k < after.size(); ++k)
      partTerms[k] = after[k].data();
    addSlots(outputs, of_.whole(modifiers.data(), operands, choices.data(), before, partTerms.data()), 0, &before);
    for (unsigned k = 0; k < after.size(); ++k)
      addSlots(outputs, *of_.parts[k].kind->layout, after[k].terms(), 1 + k, parts[k].terms());
  }
  return {std::move(owned), std::move(inputs), std::move(outputs)};
}

void DescribedEncoding::operator()(const void* modifiers, const spec::Operands& operands, const void* choices,
                                   std::span<std::uint8_t>, void* around, spec::Results& results) {
  const native::LateFunction& function = functionOf(modifiers);
  alignas(std::max_align_t) std::array<std::byte, kMostAround> aroundBefore;
  std::array<const void*, kFirstPart + kMostParts + 1> inputs = {modifiers, &operands, choices};
  std::array<void*, 1 + kMostParts> outputs = {&results};
  const std::size_t parts = of_.parts.size();
  if (parts)
    std::memcpy(aroundBefore.data(), around, of_.at.aroundBytes);
  for (std::size_t k = 0; k < parts; ++k) {
    inputs[kFirstPart + k] = aroundBefore.data() + of_.parts[k].offset;
    outputs[1 + k] = static_cast<std::byte*>(around) + of_.parts[k].offset;
  }
  if (!of_.lane) {
    const spec::Results before = results;
    inputs[kBefore] = &before;
    function(inputs.data(), outputs.data());
    return;
  }
  for (std::uint32_t lane = 0; lane < spec::kLanes; ++lane) {
    if (!(operands.exec >> lane & 1))
      continue;
    const std::uint8_t predicate = operands.predicate >> lane & 1;
    inputs[kOperands] = &operands.row[0][lane];
    inputs[kLane] = &lane;
    inputs[kFirstPart + parts] = &predicate;
    outputs[0] = &results.row[0][lane];
    function(inputs.data(), outputs.data());
  }
  setMasks(results, operands.exec, false);
}

} // namespace warplaw::fuzz
