// SIMD video as one instruction: lanes of a word, what VSET takes (VID-4), and .SAT without .ADD (VID-9..11).
#include "spec/described.h"
#include "spec/vsimd_text.h"

namespace warplaw::spec {
namespace {

bool compares(const auto& form) { return form.op == VsimdOp::Set2 || form.op == VsimdOp::Set4; }
bool hasFourLanes(const auto& form) { return form.op >= VsimdOp::Add4; }

struct Vsimd {
  using Form = VsimdForm;
  using Choices = VsimdChoices;
  static constexpr std::string_view kMnemonic = "VADD2";

  static bool takes(const auto& form, std::string_view field) {
    if (field == "dtype" || field == "saturates")
      return !compares(form);
    return field != "condition" || compares(form);
  }
  static About about(const auto& form, std::string_view field, About about) {
    if (compares(form) && (field == "dtype" || field == "saturates"))
      about.rule = "VID-4";
    const bool four = hasFourLanes(form);
    const auto lanes = [&](std::uint32_t absentOfFour, std::uint32_t absentOfTwo) {
      about.count = four ? 4 : 2;
      about.absent = four ? absentOfFour : absentOfTwo;
    };
    if (field == "rd")
      lanes(0xF, 0x3);
    if (field == "ra")
      lanes(0x3210, 0x10);
    if (field == "rb")
      lanes(0x7654, 0x32);
    return about;
  }
  static std::optional<Fault> relations(const auto& form) {
    if (form.saturates && form.adds)
      return Fault{"adds", Rejection{"VID-10", "what .ADD sums up is not clamped", ".SAT or .ADD"}};
    return {};
  }
  /// Each operand itself.
  static void place(VsimdForm& form) {
    form.rd.mask = static_cast<std::uint8_t>(about(form, "rd", {}).absent);
    form.ra.lanes = static_cast<std::uint16_t>(about(form, "ra", {}).absent);
    form.rb.lanes = static_cast<std::uint16_t>(about(form, "rb", {}).absent);
  }
};

} // namespace

const InstructionRow& vsimdRow() { return describedRow<Vsimd>(); }

} // namespace warplaw::spec
