#include "fuzz/instructions/vsimd.h"
#include "fuzz/instructions/video_plain.h"

namespace warplaw::fuzz {
namespace {

/// Registers are numbers to the base of a lane, {b, a} one number of twice as many digits.
plain::Integer vsimdPlainly(const spec::VsimdForm& form, std::uint32_t rowA, std::uint32_t rowB, std::uint32_t rowC) {
  using plain::Integer, plain::power;
  const unsigned op = static_cast<unsigned>(form.op), count = op < kVsimdOps ? 2 : 4, bits = 32 / count;
  const auto digit = [&](Integer number, unsigned place, spec::VideoType type) {
    return plain::wrapped(plain::divided(number, power(bits * place)), bits, type == spec::VideoType::S32);
  };
  const auto named = [](std::uint16_t selector, unsigned lane) { return selector / (1u << 4 * lane) % 16; };
  const Integer both = rowB * power(32) + rowA;
  Integer total = rowC, merged = rowC;
  for (unsigned lane = 0; lane < count; ++lane) {
    if (form.rd.mask / (1u << lane) % 2 == 0)
      continue;
    const Integer value = plain::exactly(static_cast<spec::VideoOp>(op % kVsimdOps), form.condition,
                                         digit(both, named(form.ra.lanes, lane), form.atype),
                                         digit(both, named(form.rb.lanes, lane), form.btype));
    total += value;
    const Integer kept = form.saturates ? plain::saturated(value, bits, form.dtype == spec::VideoType::S32) : value;
    merged += (plain::wrapped(kept, bits, false) - digit(rowC, lane, spec::VideoType::U32)) * power(bits * lane);
  }
  return form.adds ? plain::wrapped(total, 32, false) : merged;
}

} // namespace

std::uint32_t Vsimd::plainWord(const Form& form, const Choices&, unsigned thread, const spec::Operands& operands) {
  namespace rows = spec::video_rows;
  return static_cast<std::uint32_t>(vsimdPlainly(form, operands.row[rows::kA][thread], operands.row[rows::kB][thread],
                                                 operands.row[rows::kC][thread]));
}

template class DescribedFuzzer<Vsimd>;
std::unique_ptr<InstructionFuzzer> makeVsimdFuzzer() { return std::make_unique<DescribedFuzzer<Vsimd>>(); }

} // namespace warplaw::fuzz
