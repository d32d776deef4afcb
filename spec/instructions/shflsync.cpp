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

const InstructionRow& shflsyncRow() {
  static const InstructionRow kRow = describedRow<Shflsync>();
  return kRow;
}

const WatchedRow& shflsyncWatchedRow() {
  static constexpr WatchedRow kRow = watchedRow<Shflsync>();
  return kRow;
}

} // namespace warplaw::spec
