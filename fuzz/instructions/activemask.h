// activemask for the fuzzer (SYNC-6).
#pragma once
#include "fuzz/described.h"
#include "fuzz/traits.h"
#include "symbolic/encodings/activemask.h"

namespace warplaw::fuzz {

struct Activemask {
  WARPLAW_WARP_TRAITS(Activemask, activemask, 0)

  static Form formOf(const Modifiers&) { return {spec::ActivemaskType::B32, {0}}; }
  static spec::Plan planOf(const Form& form, const Choices&) {
    spec::Plan plan;
    plan.destination[0] = form.rd.index;
    return plan;
  }
  static std::uint32_t plainWord(const Form&, const Choices&, unsigned, const spec::Operands& operands) {
    std::uint32_t mask = 0;
    for (unsigned lane = 0; lane < spec::kLanes; ++lane)
      if (operands.exec >> lane & 1)
        mask += 1u << lane;
    return mask;
  }

  static constexpr FuzzerHooks<Activemask> kHooks{};
};

extern template class DescribedFuzzer<Activemask>;

} // namespace warplaw::fuzz
