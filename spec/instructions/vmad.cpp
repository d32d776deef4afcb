// VMAD as an instruction: what may be negated (VID-8).
#include "spec/described.h"
#include "spec/instructions/vmad_fields.h"
#include "spec/video_text.h"

namespace warplaw::spec {
namespace {

struct Vmad {
  using Form = VmadForm;
  using Choices = VmadChoices;
  static constexpr std::string_view kMnemonic = "VMAD";

  static std::optional<Fault> relations(const auto& form) {
    const bool negatesProduct = form.ra.negated != form.rb.negated;
    if (form.plusOne && (negatesProduct || form.rc.negated))
      return Fault{negatesProduct ? "ra" : "rc", Rejection{"VID-8", ".PO negates nothing", "Ra * Rb + Rc"}};
    if (negatesProduct && form.rc.negated)
      return Fault{"rc", Rejection{"VID-8", "the product is negated already", "Rc, not negated"}};
    return {};
  }
};

} // namespace

const InstructionRow& vmadRow() { return describedRow<Vmad>(); }

} // namespace warplaw::spec
