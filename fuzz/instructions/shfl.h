// SHFL for the fuzzer: what biases a record, and which operands its forms read (SHFL-9).
#pragma once
#include "fuzz/described.h"
#include "fuzz/explained/shfl.h"
#include "fuzz/traits.h"
#include "symbolic/encodings/shfl.h"

namespace warplaw::fuzz {

struct Shfl {
  WARPLAW_WARP_TRAITS(Shfl, shfl, 3)

  static void bias(Trial& trial, const Record<kPlainRecord<Choices, kRows>>& record);
  static Form formOf(const Modifiers& modifiers);
  static spec::Plan planOf(const Form& form, const Choices& choices);
  static void runPlainly(const Form& form, const Choices& choices, const spec::Operands& operands,
                         std::span<std::uint8_t> memory, spec::Results& results);
  static std::vector<std::uint32_t> smallValues(unsigned row);
  static std::vector<PlantedBug> planted();
  static std::vector<Property> properties();

  static constexpr FuzzerHooks<Shfl> kHooks = {
      .bias = bias, .smallValues = smallValues, .explain = explained, .planted = planted, .properties = properties};
};

using ShflTrial = Shfl::Trial;
using ShflFuzzer = DescribedFuzzer<Shfl>;

extern template class DescribedFuzzer<Shfl>;

} // namespace warplaw::fuzz
