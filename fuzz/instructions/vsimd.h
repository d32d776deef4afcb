// SIMD video for the fuzzer (VID-9..11).
#pragma once
#include "fuzz/traits.h"
#include "plain/video.h"
#include "symbolic/encodings/vsimd.h"

namespace warplaw::fuzz {

/// Mnemonics that end with 2 come first, then as many that end with 4.
inline constexpr std::uint32_t kVsimdOps = 7;

struct Vsimd {
  WARPLAW_LANE_TRAITS(Vsimd, vsimd, 3)

  /// Selectors and masks that there are (VID-9), what VSET lacks (VID-4), .SAT or .ADD (VID-10).
  static void bias(Trial& trial, const Record<kPlainRecord<Choices, kRows>>& record) {
    Modifiers& modifiers = trial.modifiers;
    const std::uint32_t dice = record.word(kPredicateWord), digits = modifiers.fourLanes ? 0x7777 : 0x33;
    const bool areThemselves = record.byte(kChosenRowStyle) % 4 == 0;
    modifiers.aLanes = areThemselves ? modifiers.fourLanes ? 0x3210 : 0x10 : dice & digits;
    modifiers.bLanes = areThemselves ? modifiers.fourLanes ? 0x7654 : 0x32 : dice >> 16 & digits;
    modifiers.mask &= modifiers.fourLanes ? 0xf : 0x3;
    if (!modifiers.mask)
      modifiers.mask = modifiers.fourLanes ? 0xf : 0x3;
    if (spec::VideoOp(modifiers.op) == spec::VideoOp::Set)
      modifiers.dSigned = modifiers.saturates = 0;
    else
      modifiers.condition = 0;
    if (modifiers.saturates)
      modifiers.adds = 0;
  }
  static Form formOf(const Modifiers& modifiers) {
    const auto type = [](std::uint32_t isSigned) { return isSigned ? spec::VideoType::S32 : spec::VideoType::U32; };
    const auto lanes = [](std::uint8_t reg, std::uint32_t selector) {
      return spec::SelectedLanes{{reg}, static_cast<std::uint16_t>(selector)};
    };
    return {.op = static_cast<spec::VsimdOp>(modifiers.op + (modifiers.fourLanes ? kVsimdOps : 0)),
            .dtype = type(modifiers.dSigned),
            .atype = type(modifiers.aSigned),
            .btype = type(modifiers.bSigned),
            .saturates = modifiers.saturates != 0,
            .condition = static_cast<spec::VideoCondition>(modifiers.condition),
            .adds = modifiers.adds != 0,
            .rd = {{0}, static_cast<std::uint8_t>(modifiers.mask)},
            .ra = lanes(1, modifiers.aLanes),
            .rb = lanes(2, modifiers.bLanes),
            .rc = {3}};
  }
  static spec::Plan planOf(const Form& form, const Choices&) {
    return plainPlan(form.rd.reg, {plainSource(form.ra.reg), plainSource(form.rb.reg), plainSource(form.rc)});
  }
  static std::uint32_t plainWord(const Form& form, const Choices&, unsigned lane, const spec::Operands& operands) {
    return plain::video::result(form, operands.row[spec::video_rows::kA][lane],
                                operands.row[spec::video_rows::kB][lane], operands.row[spec::video_rows::kC][lane]);
  }

  static constexpr FuzzerHooks<Vsimd> kHooks = {.bias = bias};
};

extern template class DescribedFuzzer<Vsimd>;

} // namespace warplaw::fuzz
