// elect.sync as an instruction: p must be written (SYNC-7).
#include "spec/described.h"
#include "spec/instructions/electsync_fields.h"

namespace warplaw::spec {
namespace {

struct Electsync {
  using Form = ElectsyncForm;
  using Choices = ElectsyncChoices;
  static constexpr std::string_view kMnemonic = "elect.sync";
  static constexpr bool kIsPtx = true;

  static std::optional<Fault> relations(const auto& form) {
    if (form.pd.isTrue())
      return Fault{"pd", Rejection{"SYNC-7", "p is dropped: only d may be", "%p0..%p6"}};
    return {};
  }
};

} // namespace

const InstructionRow& electsyncRow() { return describedRow<Electsync>(); }

} // namespace warplaw::spec
