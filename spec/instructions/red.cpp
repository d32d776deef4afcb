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

struct Red {
  using Form = RedForm;
  using Choices = RedChoices;
  static constexpr std::string_view kMnemonic = "RED";
  static constexpr bool kReturnsNothing = true;
  static constexpr std::string_view kMemory = "generic";

  static std::uint64_t allowed(const auto& form, std::string_view field) {
    return field == "size" ? sizesOf(form.op) : ~std::uint64_t{0};
  }

  static std::optional<Fault> relations(const auto& form) {
    if (form.extended)
      if (auto fault = faultOfPair("Ra", form.address.base))
        return Fault{"address", *std::move(fault)};
    if (form.extended && !form.address.hasBase && form.address.offset & kSign)
      return Fault{"address", Rejection{"RED-2", "a negative offset from nothing under .E", "0..0x7ffff"}};
    if (isWide(form.size))
      if (auto fault = faultOfPair("rb", form.rb))
        return Fault{"rb", *std::move(fault)};
    return {};
  }

  static std::optional<Rejection> choiceRelations(const auto& choices, const auto&) {
    for (unsigned lane = 0; lane < kLanes; ++lane) {
      const auto high = choices.nanHigh[lane];
      if ((high & kQuietBits) != kQuietBits || !(high & 0xfffff || choices.nanLow[lane]))
        return Rejection{"RED-7", fmt::format("nanHigh, nanLow of lane {} are no NaN", lane), "bits of an F64 NaN"};
    }
    return {};
  }

  static Result<void> checkShader(ShaderKind) { return {}; }

  static void place(RedForm& form) {
    form.address = {true, {2}, 0};
    form.rb.index = 4;
  }
};

} // namespace

const InstructionRow& redRow() { return describedRow<Red>(); }

} // namespace warplaw::spec
