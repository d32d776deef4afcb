// shfl.sync as an instruction (SYNC-2).
#include "spec/described.h"
#include "spec/instructions/shflsync_fields.h"

namespace warplaw::spec {
namespace {

constexpr auto kMayBeAbsent = [](MemberOf<ShflsyncForm> member) { return member == &ShflsyncForm::pd; };

} // namespace

const InstructionRow& shflsyncRow() {
  return describedRow<ShflsyncForm, ShflsyncChoices>(
      {.mnemonic = "shfl.sync", .isPtx = true, .mayBeAbsent = kMayBeAbsent});
}

} // namespace warplaw::spec
