// match.sync as an instruction: p is of match.all alone, at most one destination is dropped, 64 bits are a pair
// (SYNC-4).
#include "spec/described.h"
#include "spec/instructions/matchsync_fields.h"
#include "spec/ptx_text.h"

namespace warplaw::spec {
namespace {

struct Matchsync {
  using Form = MatchsyncForm;
  using Choices = MatchsyncChoices;
  static constexpr std::string_view kMnemonic = "match.sync";
  static constexpr bool kIsPtx = true;

  static bool takes(const auto& form, std::string_view field) {
    return field != "pd" || form.mode == MatchsyncMode::All;
  }
  static bool mayBeAbsent(std::string_view field) { return field == "pd"; }
  static About about(const auto& form, std::string_view field, About about) {
    about.isPair = field == "ra" && form.type == MatchsyncType::B64;
    return about;
  }
  static std::optional<Fault> relations(const auto& form) {
    if (form.rd.isZero() && form.pd.isTrue())
      return Fault{"rd", Rejection{"SYNC-4", "d is dropped, and no p is written", "at most one `_` of d and p"}};
    if (form.type == MatchsyncType::B32)
      return {};
    if (auto fault = faultOfOverlap("SYNC-4", form.ra, form.rd))
      return Fault{"rd", *std::move(fault)};
    if (!form.membermask.isImmediate)
      if (auto fault = faultOfOverlap("SYNC-4", form.ra, registerIn(form.membermask)))
        return Fault{"membermask", *std::move(fault)};
    return {};
  }
  /// Registers apart, a at an even one.
  static void place(MatchsyncForm& form) {
    form.rd.index = 0;
    form.ra.index = 2;
    form.membermask = {false, 4};
  }
};

} // namespace

const InstructionRow& matchsyncRow() { return describedRow<Matchsync>(); }

} // namespace warplaw::spec
