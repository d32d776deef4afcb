// An encoding as a function on memory, compiled once it is asked often: where its cells lie follows from the lists of
// fields (spec/fields.h).
#pragma once
#include "fuzz/placement.h"
#include "symbolic/encodings/machine.h"
#include "symbolic/native/described.h"
#include <cstring>
#include <optional>
#include <span>
#include <vector>

namespace warplaw::fuzz {
using symbolic::Term;
using symbolic::Terms;

/// A function for each legal value of the modifiers while those are few, otherwise, or where
/// FuzzerHooks::oneFunction says so, one that reads them.
template <class Traits> class OfModifiers {
  using M = typename Traits::Modifiers;

public:
  /// outputsOf(terms, modifiers as terms, inputs): inputs holds the modifiers' slots of buffer 0 already.
  template <class OutputsOf> const native::LateFunction& of(const M& modifiers, OutputsOf&& outputsOf) {
    std::size_t index = 0;
    for (const Digit& digit : digits_) {
      std::uint32_t value;
      std::memcpy(&value, reinterpret_cast<const std::uint8_t*>(&modifiers) + digit.offset, 4);
      index = index * digit.count + value;
    }
    std::optional<native::LateFunction>& function = functions_[index];
    if (!function) {
      auto terms = std::make_unique<Terms>();
      std::vector<native::Slot> inputs;
      auto asTerms = symbolic::constants(*terms, modifiers);
      if (digits_.empty()) {
        asTerms = symbolic::variables<decltype(asTerms)>(*terms, "modifiers.");
        addSlots(inputs, asTerms, 0);
      }
      std::vector<native::Slot> outputs = outputsOf(*terms, asTerms, inputs);
      function.emplace(std::move(terms), std::move(inputs), std::move(outputs));
    }
    return *function;
  }

private:
  static constexpr std::uint64_t kFew = 64;
  struct Digit {
    std::size_t offset;
    std::uint64_t count;
  };
  std::vector<Digit> digits_;
  std::vector<std::optional<native::LateFunction>> functions_ = [this] {
    std::uint64_t product = 1;
    for (const spec::CellPlace& place : spec::layoutOf<M>().cells()) {
      const std::uint64_t count = place.about.count;
      product = count && count <= kFew && product ? product * count : 0;
      digits_.push_back({place.offset, count});
    }
    if (product == 0 || product > kFew || Traits::kHooks.oneFunction)
      digits_.clear();
    return std::vector<std::optional<native::LateFunction>>(digits_.empty() ? 1 : product);
  }();
};

/// Traits::kEncoding, all lanes at once.
template <class Traits> class WarpEncoding {
public:
  using Modifiers = typename Traits::Modifiers;
  using Choices = typename Traits::Choices;
  /// results: before in, after out.
  void operator()(const Modifiers& modifiers, const spec::Operands& operands, const Choices& choices,
                  std::span<std::uint8_t>, spec::Results& results) {
    const native::LateFunction& function = functions_.of(modifiers, [](auto&... parts) { return outputsOf(parts...); });
    const spec::Results before = results;
    const void* const inputs[] = {&modifiers, &operands, &choices, &before};
    void* const outputs[] = {&results};
    function(inputs, outputs);
  }

private:
  template <class ModifierTerms>
  static std::vector<native::Slot> outputsOf(Terms& terms, const ModifierTerms& modifiers,
                                             std::vector<native::Slot>& inputs) {
    const auto operands = symbolic::variables<symbolic::OperandTerms>(terms);
    const auto choices = symbolic::variables<spec::InWorld<Choices, symbolic::AsTerms>>(terms, "choices.");
    const auto before = symbolic::variables<symbolic::ResultTerms>(terms, "before.");
    addSlots(inputs, operands, 1);
    addSlots(inputs, choices, 2);
    addSlots(inputs, before, 3);
    std::vector<native::Slot> outputs;
    addSlots(outputs, Traits::kEncoding(modifiers, operands, choices, before), 0, &before);
    return outputs;
  }
  OfModifiers<Traits> functions_;
};

/// Traits::kLane, of an instruction that looks at no other lane: the word that an executing lane's Rd receives.
template <class Traits> class LaneEncoding {
public:
  using Modifiers = typename Traits::Modifiers;
  using Choices = typename Traits::Choices;
  void operator()(const Modifiers& modifiers, const spec::Operands& operands, const Choices& choices,
                  std::span<std::uint8_t>, spec::Results& results) {
    const native::LateFunction& function = functions_.of(modifiers, [](auto&... parts) { return outputsOf(parts...); });
    for (std::uint32_t lane = 0; lane < spec::kLanes; ++lane) {
      if (!(operands.exec >> lane & 1))
        continue;
      const std::uint8_t predicate = operands.predicate >> lane & 1;
      const void* const inputs[] = {&modifiers, &choices, &lane, &operands.row[0][lane], &predicate};
      void* const outputs[] = {&results.row[0][lane]};
      function(inputs, outputs);
    }
    setMasks(results, operands.exec, false);
  }

private:
  template <class ModifierTerms>
  static std::vector<native::Slot> outputsOf(Terms& terms, const ModifierTerms& modifiers,
                                             std::vector<native::Slot>& inputs) {
    const auto choices = symbolic::variables<spec::InWorld<Choices, symbolic::AsTerms>>(terms, "choices.");
    addSlots(inputs, choices, 1);
    const Term lane = terms.variable(5, "lane");
    inputs.push_back({lane, 2, 0, 4});
    symbolic::LaneWords words;
    for (unsigned row = 0; row < spec::kSourceRows; ++row) {
      words[row] = terms.variable(32, "word[" + std::to_string(row) + "]");
      inputs.push_back({words[row], 3, row * sizeof(spec::Operands{}.row[0]), 4});
    }
    words.predicate = terms.variable(1, "predicate");
    inputs.push_back({words.predicate, 4, 0, 1});
    return {{Traits::kLane(modifiers, choices, lane, words), 0, 0, 4}};
  }
  OfModifiers<Traits> functions_;
};

} // namespace warplaw::fuzz
