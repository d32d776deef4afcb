// SURED as an instruction: legal pairs, and the registers that its vectors take (SURED-1, SURED-2, MACH-3).
#include "spec/described.h"
#include "spec/instructions/sured_fields.h"

namespace warplaw::spec {
namespace {

constexpr unsigned bit(SuredSize size) { return 1u << static_cast<unsigned>(size); }

/// SURED-2's table of legal pairs.
unsigned sizesOf(RedOp op) {
  constexpr unsigned kBitwise = bit(SuredSize::U32) | bit(SuredSize::S32) | bit(SuredSize::SD32) | bit(SuredSize::U64);
  switch (op) {
  case RedOp::Add:
    return kBitwise | bit(SuredSize::F32) | bit(SuredSize::F16x2);
  case RedOp::Min:
  case RedOp::Max:
    return kBitwise | bit(SuredSize::S64) | bit(SuredSize::SD64) | bit(SuredSize::F16x2);
  case RedOp::Inc:
  case RedOp::Dec:
    return bit(SuredSize::U32);
  default:
    return kBitwise;
  }
}

constexpr auto kAllowed = [](const auto& form, MemberOf<SuredForm> member) -> std::uint64_t {
  return member == &SuredForm::size ? sizesOf(form.op) : ~std::uint64_t{0};
};

constexpr auto kRelations = [](const auto& form) -> std::optional<Fault> {
  const auto ra = form.coordinates.base;
  const unsigned registers = coordinatesOf(form.dim), unit = registers == 3 ? 4 : registers;
  if (ra.isZero())
    return Fault{&SuredForm::coordinates, Rejection{"SURED-1", "Ra is RZ", "R0..R254"}};
  if (ra.index % unit || ra.index + registers > kRegisters)
    return Fault{&SuredForm::coordinates,
                 Rejection{"MACH-3", fmt::format("{} begins no {} registers", print(ra), registers),
                           fmt::format("a multiple of {}, at most R252", unit)}};
  if (isWide(form.size))
    if (auto fault = faultOfPair(&SuredForm::rb, form.rb))
      return fault;
  if (!form.handle.isImmediate && form.handle.value == kZeroRegister)
    return Fault{&SuredForm::handle, Rejection{"SURED-1", "Rc is RZ", "R0..R254 or 0..8191"}};
  return {};
};

constexpr auto kPlace = [](SuredForm& form) {
  form.coordinates.base = {4};
  form.rb.index = 8;
  form.handle = {false, 10};
};

} // namespace

const InstructionRow& suredRow() {
  return describedRow(Described<SuredForm, SuredChoices>{.mnemonic = "SURED",
                                                         .returnsNothing = true,
                                                         .memory = "generic",
                                                         .allowed = kAllowed,
                                                         .relations = kRelations,
                                                         .place = kPlace});
}

} // namespace warplaw::spec
