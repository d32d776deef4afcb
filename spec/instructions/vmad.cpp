// VMAD as an instruction: what may be negated (VID-8).
#include "spec/described.h"
#include "spec/instructions/vmad_fields.h"
#include "spec/video_text.h"

namespace warplaw::spec {
namespace {

constexpr auto kRelations = [](const auto& form) -> std::optional<Fault> {
  const bool negatesProduct = form.ra.negated != form.rb.negated;
  if (form.plusOne && (negatesProduct || form.rc.negated)) {
    const Rejection negates{"VID-8", ".PO negates nothing", "Ra * Rb + Rc"};
    return negatesProduct ? Fault{&VmadForm::ra, negates} : Fault{&VmadForm::rc, negates};
  }
  if (negatesProduct && form.rc.negated)
    return Fault{&VmadForm::rc, Rejection{"VID-8", "the product is negated already", "Rc, not negated"}};
  return {};
};

} // namespace

const InstructionRow& vmadRow() {
  return describedRow(Described<VmadForm, VmadChoices>{.mnemonic = "VMAD", .relations = kRelations});
}

} // namespace warplaw::spec
