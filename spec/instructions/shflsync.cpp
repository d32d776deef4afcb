// shfl.sync as an instruction (SYNC-2).
#include "spec/described.h"
#include "spec/instructions/shflsync_fields.h"

namespace warplaw::spec {
namespace {

struct Shflsync {
  using Form = ShflsyncForm;
  using Choices = ShflsyncChoices;
  static constexpr std::string_view kMnemonic = "shfl.sync";
  static constexpr bool kIsPtx = true;

  static bool mayBeAbsent(std::string_view field) { return field == "pd"; }
};

} // namespace

const InstructionRow& shflsyncRow() { return describedRow<Shflsync>(); }

} // namespace warplaw::spec
