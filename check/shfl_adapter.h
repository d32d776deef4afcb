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
  static constexpr FamilyId kFamily = FamilyId::Shfl;
  static constexpr std::size_t kOutputsAt = offsetof(Wire, result);
  static constexpr std::string_view kFormsKey = "modes";
  static constexpr std::array<std::string_view, 2> kOutputs = {"result", "predicate"};
  static constexpr bool kHasSameRegister = true;
  static constexpr std::array kResultMayBe = {SourceRow{WARPLAW_IS_VALUE, WarpOfShfl::kValue},
                                              SourceRow{WARPLAW_IS_LANE, WarpOfShfl::kLane},
                                              SourceRow{WARPLAW_IS_RANGE, WarpOfShfl::kRange}};
  static constexpr std::array<std::uint32_t, 1> kPredicateMayBe = {WARPLAW_IS_GUARD};
  static constexpr unsigned kFormWords = 1;

  static std::span<const std::string_view> forms() { return spec::kShflModes; }
  static std::string formName(std::string_view name) { return fmt::format("SHFL.{}", name); }
  static unsigned formOf(const spec::ShflModifiers& modifiers) { return modifiers.mode; }
  static void aim(unsigned form, std::span<std::uint8_t> record) { aimAt(record, 0, form, 4); }

  static ShflDomain defaultsOf(Profile profile) {
    ShflDomain domain;
    if (profile != Profile::Sass)
      domain.exec = ExecMasks::NonEmpty;
    if (profile == Profile::Cuda) {
      domain.range = Ranges::Cuda;
      domain.predicate = false;
    }
    return domain;
  }
  static void readMore(spec::JsonReader& reader, spec::JsonFields& fields, ShflDomain& domain) {
    readShfl(reader, fields, domain);
  }
  static void widen(ShflDomain& domain) {
    domain.range = Ranges::Any;
    domain.distance = Distances::Any;
  }
  static std::uint32_t* destination(Wire& wire) { return wire.result; }

  template <class Sample, class Visit> static void places(Sample& sample, Visit&& visit) {
    auto& operands = sample.trial.operands;
    visit("mode", offsetof(Wire, mode), sample.trial.modifiers.mode);
    visit("exec", offsetof(Wire, exec), operands.exec);
    visit("same_register", offsetof(Wire, same_register), sample.sameRegister);
    visit("value", offsetof(Wire, value), operands.row[spec::shfl_rows::kValue]);
    visit("lane", offsetof(Wire, lane), operands.row[spec::shfl_rows::kLane]);
    visit("range", offsetof(Wire, range), operands.row[spec::shfl_rows::kRange]);
    visit("inactive", offsetof(Wire, inactive), sample.trial.choices.inactive);
    visit("result", offsetof(Wire, result), sample.before);
    visit("predicate", offsetof(Wire, predicate), sample.predicateBefore);
  }
};

} // namespace warplaw::check
