// elect.sync as an instruction: p must be written (SYNC-7).
#include "spec/described.h"
#include "spec/instructions/electsync_fields.h"

namespace warplaw::spec {
namespace {

constexpr auto kRelations = [](const auto& form) -> std::optional<Fault> {
  if (form.pd.isTrue())
    return Fault{&ElectsyncForm::pd, Rejection{"SYNC-7", "p is dropped: only d may be", "%p0..%p6"}};
  return {};
};

} // namespace

const InstructionRow& electsyncRow() {
  return describedRow<ElectsyncForm, ElectsyncChoices>(
      {.mnemonic = "elect.sync", .isPtx = true, .relations = kRelations});
}

} // namespace warplaw::spec
