// RED as an instruction: legal pairs, register pairs, absolute addresses (RED-1, RED-2, MACH-3).
#include "spec/described.h"
#include "spec/instructions/red_fields.h"

namespace warplaw::spec {
namespace {

constexpr unsigned bit(RedSize size) { return 1u << static_cast<unsigned>(size); }

/// RED-1's table of legal pairs.
unsigned sizesOf(RedOp op) {
  constexpr unsigned kBitwise = bit(RedSize::U32) | bit(RedSize::S32) | bit(RedSize::U64);
  switch (op) {
  case RedOp::Add:
    return kBitwise | bit(RedSize::F32) | bit(RedSize::F16x2) | bit(RedSize::F64);
  case RedOp::Min:
  case RedOp::Max:
    return kBitwise | bit(RedSize::S64) | bit(RedSize::F16x2);
  case RedOp::Inc:
  case RedOp::Dec:
    return bit(RedSize::U32);
  default:
    return kBitwise;
  }
}

constexpr std::uint32_t kSign = 1u << 19;        ///< of the offset
constexpr std::uint32_t kQuietBits = 0x7ff00000; ///< an F64's exponent, in its high word

constexpr auto kAllowed = [](const auto& form, MemberOf<RedForm> member) -> std::uint64_t {
  return member == &RedForm::size ? sizesOf(form.op) : ~std::uint64_t{0};
};

constexpr auto kRelations = [](const auto& form) -> std::optional<Fault> {
  if (form.extended)
    if (auto fault = faultOfPair("Ra", form.address.base))
      return Fault{&RedForm::address, *std::move(fault)};
  if (form.extended && !form.address.hasBase && form.address.offset & kSign)
    return Fault{&RedForm::address, Rejection{"RED-2", "a negative offset from nothing under .E", "0..0x7ffff"}};
  if (isWide(form.size))
    if (auto fault = faultOfPair(&RedForm::rb, form.rb))
      return fault;
  return {};
};

constexpr auto kChoiceRelations = [](const auto& choices, const auto&) -> std::optional<Rejection> {
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    const auto high = choices.nanHigh[lane];
    if ((high & kQuietBits) != kQuietBits || !(high & 0xfffff || choices.nanLow[lane]))
      return Rejection{"RED-7", fmt::format("nanHigh, nanLow of lane {} are no NaN", lane), "bits of an F64 NaN"};
  }
  return {};
};

constexpr auto kPlace = [](RedForm& form) {
  form.address = {true, {2}, 0};
  form.rb.index = 4;
};

} // namespace

const InstructionRow& redRow() {
  return describedRow(Described<RedForm, RedChoices>{.mnemonic = "RED",
                                                     .returnsNothing = true,
                                                     .memory = "generic",
                                                     .allowed = kAllowed,
                                                     .relations = kRelations,
                                                     .choiceRelations = kChoiceRelations,
                                                     .place = kPlace});
}

} // namespace warplaw::spec
