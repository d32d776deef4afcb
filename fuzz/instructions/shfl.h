// SHFL for the fuzzer: what biases a record, what explains a case, and which operands its forms read (SHFL-9).
#pragma once
#include "fuzz/described.h"
#include "symbolic/encodings/shfl.h"

namespace warplaw::fuzz {

/// The lane that lane i reads, and is it in range (SHFL-1..6).
struct ShflSourcePlain {
  int lane;
  bool inRange;
};
ShflSourcePlain shflSourcePlainly(spec::ShflMode mode, int i, std::uint32_t sb, std::uint32_t sc);

struct Shfl {
  using Form = spec::ShflForm;
  using Modifiers = spec::ShflModifiers;
  using Choices = spec::ShflChoices;
  using Trial = fuzz::Trial<Modifiers, Choices>;
  static constexpr std::string_view kFolder = "shfl";
  static constexpr unsigned kRows = 3;
  static constexpr auto kModifiers = symbolic::shflModifiers;
  static constexpr auto kPlan = symbolic::shflPlan;
  static constexpr auto kEncoding = symbolic::shflEncoding;

  static void bias(Trial& trial, const Record<kPlainRecord<Choices, kRows>>& record);
  static Form formOf(const Modifiers& modifiers);
  static spec::Plan planOf(const Form& form, const Choices& choices);
  static void runPlainly(const Form& form, const Choices& choices, const spec::Operands& operands,
                         std::span<std::uint8_t> memory, spec::Results& results);
  static std::vector<std::uint32_t> smallValues(unsigned row);
  static Explanation explain(const Modifiers& modifiers, const spec::Operands& operands, const Choices& choices,
                             std::uint32_t allocated, const spec::SurroundingCells&);
  static std::vector<PlantedBug> planted();
  static std::vector<Property> properties();

  static constexpr FuzzerHooks<Shfl> kHooks = {
      .bias = bias, .smallValues = smallValues, .explain = explain, .planted = planted, .properties = properties};
};

using ShflTrial = Shfl::Trial;
using ShflEncoding = WarpEncoding<Shfl>;
using ShflFuzzer = DescribedFuzzer<Shfl>;

extern template class DescribedFuzzer<Shfl>;

} // namespace warplaw::fuzz
