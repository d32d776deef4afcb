// How a trial of SHFL lies in the structures that cross the border, in any domain (SHFL-1..8): CUDA's widths, lanes
// below the width, what an inactive source gives.
#pragma once
#include "check/shfl_words.h"
#include "spec/instructions/shfl_fields.h"

namespace warplaw::check {
static_assert(WARPLAW_SHFL_BFLY == static_cast<int>(spec::ShflMode::Bfly));

/// The lanes that may be read are those that execute (SHFL-7).
struct WarpOfShfl {
  static constexpr unsigned kValue = spec::shfl_rows::kValue, kLane = spec::shfl_rows::kLane,
                            kRange = spec::shfl_rows::kRange;
  template <class Sample> static auto members(const Sample& sample, unsigned) { return sample.trial.operands.exec; }
  template <class Choices> static auto& given(Choices& choices) { return choices.inactive; }
};

struct Shfl : ShflWords<fuzz::Shfl, warplaw_shfl, ShflDomain, WarpOfShfl> {
  static constexpr bool kHasSameRegister = true;
  static constexpr std::array kResultMayBe = {SourceRow{WARPLAW_IS_VALUE, WarpOfShfl::kValue},
                                              SourceRow{WARPLAW_IS_LANE, WarpOfShfl::kLane},
                                              SourceRow{WARPLAW_IS_RANGE, WarpOfShfl::kRange}};

  static std::span<const std::string_view> forms() { return spec::kShflModes; }
  static std::string formName(std::string_view name) { return fmt::format("SHFL.{}", name); }
  static unsigned formOf(const spec::ShflModifiers& modifiers) { return modifiers.mode; }

  static void readMore(spec::JsonReader& reader, spec::JsonFields& fields, ShflDomain& domain) {
    readShfl(reader, fields, domain);
  }
  template <class Sample, class Visit> static void places(Sample& sample, Visit&& visit) {
    auto& operands = sample.trial.operands;
    visit("mode", offsetof(Wire, mode), sample.trial.modifiers.mode);
    visit("exec", offsetof(Wire, exec), operands.exec);
    visit("same_register", offsetof(Wire, same_register), sample.sameRegister);
    visit("value", offsetof(Wire, value), operands.row[spec::shfl_rows::kValue]);
    visit("lane", offsetof(Wire, lane), operands.row[spec::shfl_rows::kLane]);
    visit("range", offsetof(Wire, range), operands.row[spec::shfl_rows::kRange]);
    visit("inactive", offsetof(Wire, inactive), sample.trial.choices.inactive);
  }
};

} // namespace warplaw::check
