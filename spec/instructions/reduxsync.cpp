// redux.sync as an instruction: which types an operation takes, and what .abs and .NaN are of (SYNC-5).
#include "spec/described.h"
#include "spec/instructions/reduxsync_fields.h"

namespace warplaw::spec {
namespace {

constexpr std::uint64_t setOf(ReduxsyncType type) { return std::uint64_t{1} << static_cast<unsigned>(type); }

constexpr auto kAllowed = [](const auto& form, MemberOf<ReduxsyncForm> member) -> std::uint64_t {
  const bool compares = form.op == ReduxsyncOp::Min || form.op == ReduxsyncOp::Max;
  if (member == &ReduxsyncForm::abs || member == &ReduxsyncForm::nan)
    return compares ? 3 : 1;
  if (member != &ReduxsyncForm::type)
    return ~std::uint64_t{0};
  if (form.abs || form.nan)
    return setOf(ReduxsyncType::F32);
  if (compares)
    return setOf(ReduxsyncType::U32) | setOf(ReduxsyncType::S32) | setOf(ReduxsyncType::F32);
  return form.op == ReduxsyncOp::Add ? setOf(ReduxsyncType::U32) | setOf(ReduxsyncType::S32)
                                     : setOf(ReduxsyncType::B32);
};

} // namespace

const InstructionRow& reduxsyncRow() {
  return describedRow(
      Described<ReduxsyncForm, ReduxsyncChoices>{.mnemonic = "redux.sync", .isPtx = true, .allowed = kAllowed});
}

} // namespace warplaw::spec
