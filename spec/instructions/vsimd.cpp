// SIMD video as one instruction: lanes of a word, what VSET takes (VID-4), and .SAT without .ADD (VID-9..11).
#include "spec/described.h"
#include "spec/simd_text.h"

namespace warplaw::spec {
namespace {

bool compares(const auto& form) { return form.op == VsimdOp::Set2 || form.op == VsimdOp::Set4; }
bool hasFourLanes(const auto& form) { return form.op >= VsimdOp::Add4; }

constexpr auto kTakes = [](const auto& form, MemberOf<VsimdForm> member) -> bool {
  if (member == &VsimdForm::dtype || member == &VsimdForm::saturates)
    return !compares(form);
  return member != &VsimdForm::condition || compares(form);
};
constexpr auto kAbout = [](const auto& form, MemberOf<VsimdForm> member, About about) {
  if (compares(form) && (member == &VsimdForm::dtype || member == &VsimdForm::saturates))
    about.rule = "VID-4";
  const bool four = hasFourLanes(form);
  const auto lanes = [&](std::uint32_t absentOfFour, std::uint32_t absentOfTwo) {
    about.count = four ? 4 : 2;
    about.absent = four ? absentOfFour : absentOfTwo;
  };
  if (member == &VsimdForm::rd)
    lanes(0xF, 0x3);
  if (member == &VsimdForm::ra)
    lanes(0x3210, 0x10);
  if (member == &VsimdForm::rb)
    lanes(0x7654, 0x32);
  return about;
};
constexpr auto kRelations = [](const auto& form) -> std::optional<Fault> {
  if (form.saturates && form.adds)
    return Fault{&VsimdForm::adds, Rejection{"VID-10", "what .ADD sums up is not clamped", ".SAT or .ADD"}};
  return {};
};
/// Each operand itself.
constexpr auto kPlace = [](VsimdForm& form) {
  form.rd.mask = static_cast<std::uint8_t>(kAbout(form, &VsimdForm::rd, {}).absent);
  form.ra.lanes = static_cast<std::uint16_t>(kAbout(form, &VsimdForm::ra, {}).absent);
  form.rb.lanes = static_cast<std::uint16_t>(kAbout(form, &VsimdForm::rb, {}).absent);
};

} // namespace

const InstructionRow& vsimdRow() {
  return describedRow<VsimdForm, VsimdChoices>(
      {.mnemonic = "VADD2", .takes = kTakes, .about = kAbout, .relations = kRelations, .place = kPlace});
}

} // namespace warplaw::spec
