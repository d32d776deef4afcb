// S2R for the fuzzer (SR-1..3).
#include "symbolic/encodings/s2r.h"
#include "fuzz/traits.h"

namespace warplaw::fuzz {
namespace {
using spec::SpecialRegister;

struct S2r {
  WARPLAW_LANE_TRAITS(S2r, s2r, 0, const spec::SpecialInputs)

  static Form formOf(const Modifiers& modifiers) { return {{0}, {static_cast<SpecialRegister>(modifiers.sr)}}; }
  static spec::Plan planOf(const Form& form, const Choices&) { return plainPlan(form.rd, {}); }

  /// SR-2, a lane's bit at a time.
  static std::uint32_t maskOf(SpecialRegister name, unsigned own) {
    std::uint32_t mask = 0;
    for (unsigned lane = 0; lane < spec::kLanes; ++lane) {
      const bool named = name == SpecialRegister::EqMask   ? lane == own
                         : name == SpecialRegister::LtMask ? lane < own
                         : name == SpecialRegister::LeMask ? lane <= own
                         : name == SpecialRegister::GtMask ? lane > own
                                                           : lane >= own;
      mask |= std::uint32_t{named} << lane;
    }
    return mask;
  }
  /// SR-3: the threads in order, one step for each that comes before.
  static std::array<std::uint32_t, 3> threadAt(std::uint32_t linear, const spec::SpecialInputs& inputs) {
    std::array<std::uint32_t, 3> tid{};
    for (; linear > 0; --linear) {
      if (++tid[0] < inputs.ntid[0])
        continue;
      tid[0] = 0;
      if (++tid[1] < inputs.ntid[1])
        continue;
      tid[1] = 0;
      ++tid[2];
    }
    return tid;
  }
  static std::uint32_t wordOf(SpecialRegister name, unsigned own, const spec::SpecialInputs& inputs) {
    if (name == SpecialRegister::LaneId)
      return own;
    if (name < SpecialRegister::TidX)
      return maskOf(name, own);
    const auto axis = [&](SpecialRegister x) { return static_cast<unsigned>(name) - static_cast<unsigned>(x); };
    if (name < SpecialRegister::CtaidX)
      return threadAt(spec::kLanes * inputs.warp + own, inputs)[axis(SpecialRegister::TidX)];
    if (name < SpecialRegister::NtidX)
      return inputs.ctaid[axis(SpecialRegister::CtaidX)];
    if (name < SpecialRegister::NctaidX)
      return inputs.ntid[axis(SpecialRegister::NtidX)];
    if (name < SpecialRegister::ClockLow)
      return inputs.nctaid[axis(SpecialRegister::NctaidX)];
    const std::uint32_t rest[] = {inputs.clockLow,        inputs.clockHigh,        inputs.smemSize,
                                  inputs.sharedWindowLow, inputs.sharedWindowSize, inputs.localWindowLow,
                                  inputs.localWindowSize};
    return rest[axis(SpecialRegister::ClockLow)];
  }
  static void runPlainly(const Form& form, const Choices&, const spec::Operands& operands,
                         spec::SurroundingCells& cells, spec::Results& results) {
    setMasks(results, operands.exec, false);
    for (unsigned lane = 0; lane < spec::kLanes; ++lane)
      if (operands.exec >> lane & 1)
        results.row[0][lane] = wordOf(form.sr.name, lane, cells.inputs);
  }

  static constexpr FuzzerHooks<S2r> kHooks{};
};

} // namespace
WARPLAW_FUZZER(S2r)
} // namespace warplaw::fuzz
