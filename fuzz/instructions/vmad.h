// VMAD for the fuzzer (VID-8).
#pragma once
#include "fuzz/traits.h"
#include "plain/video.h"
#include "symbolic/encodings/vmad.h"

namespace warplaw::fuzz {

struct Vmad {
  WARPLAW_LANE_TRAITS(Vmad, vmad, 3)

  /// VID-8: the product is negated, or c, or one is added.
  static void bias(Trial& trial, const Record<kPlainRecord<Choices, kRows>>& record) {
    Modifiers& modifiers = trial.modifiers;
    const unsigned only = record.byte(kPredicateWord) % 4;
    modifiers.negatesProduct &= only == 1;
    modifiers.negatesC &= only == 2;
    modifiers.plusOne &= only == 3;
  }
  static Form formOf(const Modifiers& modifiers) {
    const auto type = [](std::uint32_t isSigned) { return isSigned ? spec::VideoType::S32 : spec::VideoType::U32; };
    Form form;
    form.atype = type(modifiers.aSigned);
    form.btype = type(modifiers.bSigned);
    form.plusOne = modifiers.plusOne != 0;
    form.saturates = modifiers.saturates != 0;
    form.shift = static_cast<spec::VmadShift>(modifiers.shift);
    form.rd.index = 0;
    form.ra = {modifiers.negatesProduct != 0, {{1}, static_cast<spec::Part>(modifiers.aPart)}};
    form.rb = {false, {{2}, static_cast<spec::Part>(modifiers.bPart)}};
    form.rc = {modifiers.negatesC != 0, {3}};
    return form;
  }
  /// dtype has no effect; two signs are one, or none.
  static void vary(Form& form, Dice& dice) {
    form.dtype = dice.oneIn(2) ? spec::VideoType::S32 : spec::VideoType::U32;
    if (dice.oneIn(2)) {
      std::swap(form.ra.negated, form.rb.negated);
      if (!form.ra.negated && dice.oneIn(2))
        form.ra.negated = form.rb.negated = !form.rb.negated;
    }
  }
  static spec::Plan planOf(const Form& form, const Choices&) {
    return plainPlan(form.rd, {plainSource(form.ra.part.reg), plainSource(form.rb.part.reg), plainSource(form.rc.reg)});
  }
  static std::uint32_t plainWord(const Form& form, const Choices& choices, unsigned lane,
                                 const spec::Operands& operands) {
    return plain::video::result(form, choices, operands.row[spec::video_rows::kA][lane],
                                operands.row[spec::video_rows::kB][lane], operands.row[spec::video_rows::kC][lane]);
  }

  static constexpr FuzzerHooks<Vmad> kHooks = {.bias = bias, .vary = vary};
};

extern template class DescribedFuzzer<Vmad>;

} // namespace warplaw::fuzz
