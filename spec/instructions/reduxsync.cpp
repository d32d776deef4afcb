// redux.sync as an instruction: which types an operation takes, and what .abs and .NaN are of (SYNC-5).
#include "spec/described.h"
#include "spec/instructions/reduxsync_fields.h"

namespace warplaw::spec {
namespace {

constexpr std::uint64_t setOf(ReduxsyncType type) { return std::uint64_t{1} << static_cast<unsigned>(type); }

struct Reduxsync {
  using Form = ReduxsyncForm;
  using Choices = ReduxsyncChoices;
  static constexpr std::string_view kMnemonic = "redux.sync";
  static constexpr bool kIsPtx = true;

  static std::uint64_t allowed(const auto& form, std::string_view field) {
    const bool compares = form.op == ReduxsyncOp::Min || form.op == ReduxsyncOp::Max;
    if (field == "abs" || field == "nan")
      return compares ? 3 : 1;
    if (field != "type")
      return ~std::uint64_t{0};
    if (form.abs || form.nan)
      return setOf(ReduxsyncType::F32);
    if (compares)
      return setOf(ReduxsyncType::U32) | setOf(ReduxsyncType::S32) | setOf(ReduxsyncType::F32);
    return form.op == ReduxsyncOp::Add ? setOf(ReduxsyncType::U32) | setOf(ReduxsyncType::S32)
                                       : setOf(ReduxsyncType::B32);
  }
};

} // namespace

const InstructionRow& reduxsyncRow() { return describedRow<Reduxsync>(); }

} // namespace warplaw::spec
