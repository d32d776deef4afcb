// Scalar video but VMAD for the fuzzer (VID-1..7).
#pragma once
#include "fuzz/traits.h"
#include "plain/video.h"
#include "symbolic/encodings/video.h"

namespace warplaw::fuzz {

struct Video {
  WARPLAW_LANE_TRAITS(Video, video, 3)

  /// VID-7: never both a second operation and a merge, and Rc only with one of them.
  static bool usesC(const Modifiers& modifiers) { return modifiers.second || modifiers.dPart; }
  static bool compares(const Modifiers& modifiers) { return spec::VideoOp(modifiers.op) == spec::VideoOp::Set; }
  static bool shifts(const Modifiers& modifiers) {
    return spec::VideoOp(modifiers.op) == spec::VideoOp::Shl || spec::VideoOp(modifiers.op) == spec::VideoOp::Shr;
  }
  static void bias(Trial& trial, const Record<kPlainRecord<Choices, kRows>>& record) {
    if (record.byte(kPredicateWord) % 2 && trial.modifiers.second)
      trial.modifiers.dPart = 0;
    if (trial.modifiers.dPart)
      trial.modifiers.second = 0;
    Modifiers& modifiers = trial.modifiers;
    if (compares(modifiers)) // VID-4
      modifiers.dSigned = modifiers.saturates = 0;
    else
      modifiers.condition = 0;
    if (!shifts(modifiers))
      modifiers.wraps = 0;
    else if (modifiers.bSigned = 0; record.byte(kPredicateWord) % 4) // VID-5; most numbers would be far shifts
      for (std::uint32_t& b : trial.operands.row[spec::video_rows::kB])
        b &= 0x3f3f3f3f >> 8 * (record.byte(kPredicateWord) / 4 % 4);
    if (!usesC(modifiers))
      std::memset(trial.operands.row[spec::video_rows::kC], 0, sizeof trial.operands.row[spec::video_rows::kC]);
  }
  static bool isLegal(const Trial& trial) {
    const auto& c = trial.operands.row[spec::video_rows::kC];
    return usesC(trial.modifiers) || std::all_of(c, c + spec::kLanes, [](std::uint32_t word) { return word == 0; });
  }
  static Form formOf(const Modifiers& modifiers) {
    const auto type = [](std::uint32_t isSigned) { return isSigned ? spec::VideoType::S32 : spec::VideoType::U32; };
    const auto part = [](std::uint8_t reg, std::uint32_t name) {
      return spec::RegisterPart{{reg}, static_cast<spec::Part>(name)};
    };
    Form form{.op = static_cast<spec::VideoOp>(modifiers.op),
              .dtype = type(modifiers.dSigned),
              .atype = type(modifiers.aSigned),
              .btype = type(modifiers.bSigned),
              .saturates = modifiers.saturates != 0,
              .shift = static_cast<spec::VideoShift>(modifiers.wraps),
              .condition = static_cast<spec::VideoCondition>(modifiers.condition),
              .second = static_cast<spec::VideoSecond>(modifiers.second),
              .rd = part(0, modifiers.dPart),
              .ra = part(1, modifiers.aPart),
              .rb = part(2, modifiers.bPart),
              .rc = {}};
    if (usesC(modifiers))
      form.rc.index = 3;
    return form;
  }
  static spec::Plan planOf(const Form& form, const Choices&) {
    return plainPlan(form.rd.reg, {plainSource(form.ra.reg), plainSource(form.rb.reg), plainSource(form.rc)});
  }
  static std::uint32_t plainWord(const Form& form, const Choices& choices, unsigned lane,
                                 const spec::Operands& operands) {
    return plain::video::result(form, choices, operands.row[spec::video_rows::kA][lane],
                                operands.row[spec::video_rows::kB][lane], operands.row[spec::video_rows::kC][lane]);
  }

  static constexpr FuzzerHooks<Video> kHooks = {.bias = bias, .isLegal = isLegal};
};

extern template class DescribedFuzzer<Video>;

} // namespace warplaw::fuzz
