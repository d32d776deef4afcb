// ATOMS as an instruction: legal pairs, aligned registers, the shader kind (ATOMS-1, -8, -9, -11, MACH-3).
#include "spec/described.h"
#include "spec/instructions/atoms_fields.h"

namespace warplaw::spec {
namespace {

constexpr unsigned bit(AtomsSize size) { return 1u << static_cast<unsigned>(size); }
constexpr unsigned k32 = bit(AtomsSize::U32) | bit(AtomsSize::S32);
constexpr unsigned kAll = k32 | bit(AtomsSize::U64);

/// ATOMS-1's table of legal pairs; EXCH and what compares, which are the last, have all sizes.
unsigned sizesOf(AtomsOp op) {
  if (op == AtomsOp::Inc || op == AtomsOp::Dec)
    return bit(AtomsSize::U32);
  return op < AtomsOp::Exch ? k32 : kAll;
}

bool isCast(const auto& form) { return form.op == AtomsOp::Cast || form.op == AtomsOp::CastSpin; }
bool swaps(const auto& form) { return form.op == AtomsOp::Cas || isCast(form); }
bool isWide(const auto& form) { return form.size == AtomsSize::U64; }
/// Rd's high word is written by every 64-bit form but CAST, whose flag may take one register (ATOMS-9).
bool returnsPair(const auto& form) { return isWide(form) && !isCast(form); }

/// {Rb, Rc} of CAS and CAST (ATOMS-8).
std::optional<Fault> faultOfSwapPair(const auto& form) {
  const unsigned step = isWide(form) ? 2 : 1;
  if (form.rb.isZero() || form.rb.index % (2 * step) != 0)
    return Fault{&AtomsForm::rb,
                 Rejection{"ATOMS-8", fmt::format("Rb = {} does not begin an aligned {{Rb, Rc}}", print(form.rb)),
                           isWide(form) ? "R0, R4, .. R252" : "an even register, R0..R254"}};
  const auto next = form.rb.index + step;
  if (form.rc.isZero() || (form.rc.index == next && next + step <= kRegisters))
    return {};
  return Fault{&AtomsForm::rc,
               Rejection{"ATOMS-8", fmt::format("Rc = {} does not follow Rb = {}", print(form.rc), print(form.rb)),
                         next + step <= kRegisters ? fmt::format("R{} or RZ", next) : "RZ"}};
}

constexpr auto kAllowed = [](const auto& form, MemberOf<AtomsForm> member) -> std::uint64_t {
  return member == &AtomsForm::size ? sizesOf(form.op) : (1u << std::size(kAtomsOps)) - 1;
};
/// Mandatory for CAS and CAST: what Rc's absence would mean is not known (ATOMS-8), so it is not guessed.
constexpr auto kTakes = [](const auto& form, MemberOf<AtomsForm> member) -> bool {
  return member != &AtomsForm::rc || swaps(form);
};

constexpr auto kRelations = [](const auto& form) -> std::optional<Fault> {
  if (returnsPair(form))
    if (auto fault = faultOfPair(&AtomsForm::rd, form.rd))
      return fault;
  if (swaps(form))
    return faultOfSwapPair(form);
  return isWide(form) ? faultOfPair(&AtomsForm::rb, form.rb) : std::nullopt;
};

constexpr auto kChoiceRelations = [](const auto& choices, const auto& form) -> std::optional<Rejection> {
  auto fault =
      isWide(form) && isCast(form) && choices.castPair ? faultOfPair(nameOf(&AtomsForm::rd), form.rd) : std::nullopt;
  if (fault) {
    fault->rule = "ATOMS-9";
    fault->message = fmt::format("castPair with Rd = {}, which begins no pair", print(form.rd));
  }
  return fault;
};

/// A case file that gives banks means them.
constexpr auto kGiven = [](AtomsChoices& choices, MemberOf<AtomsChoices> member) {
  if (member == &AtomsChoices::bank64)
    choices.bank64IsDefault = 0;
};

constexpr auto kCheckShader = [](ShaderKind shader) -> Result<void> {
  if (shader == ShaderKind::Compute)
    return {};
  return Rejection{"ATOMS-11", "ATOMS needs shared memory, which only compute shaders have", "compute"};
};

constexpr auto kPlace = [](AtomsForm& form) {
  form.address = {true, {2}, 0};
  form.rb.index = 4;
  form.rc.index = !swaps(form) ? kZeroRegister : isWide(form) ? 6 : 5;
};

} // namespace

const InstructionRow& atomsRow() {
  return describedRow(Described<AtomsForm, AtomsChoices>{.mnemonic = "ATOMS",
                                                         .allowed = kAllowed,
                                                         .takes = kTakes,
                                                         .relations = kRelations,
                                                         .choiceRelations = kChoiceRelations,
                                                         .given = kGiven,
                                                         .checkShader = kCheckShader,
                                                         .place = kPlace});
}

} // namespace warplaw::spec
