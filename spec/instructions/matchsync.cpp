// match.sync as an instruction: p is of match.all alone, at most one destination is dropped, 64 bits are a pair
// (SYNC-4).
#include "spec/described.h"
#include "spec/instructions/matchsync_fields.h"
#include "spec/ptx_text.h"

namespace warplaw::spec {
namespace {

constexpr auto kTakes = [](const auto& form, MemberOf<MatchsyncForm> member) -> bool {
  return member != &MatchsyncForm::pd || form.mode == MatchsyncMode::All;
};
constexpr auto kMayBeAbsent = [](MemberOf<MatchsyncForm> member) { return member == &MatchsyncForm::pd; };
constexpr auto kAbout = [](const auto& form, MemberOf<MatchsyncForm> member, About about) {
  about.isPair = member == &MatchsyncForm::ra && form.type == MatchsyncType::B64;
  return about;
};
constexpr auto kRelations = [](const auto& form) -> std::optional<Fault> {
  if (form.rd.isZero() && form.pd.isTrue())
    return Fault{&MatchsyncForm::rd,
                 Rejection{"SYNC-4", "d is dropped, and no p is written", "at most one `_` of d and p"}};
  if (form.type == MatchsyncType::B32)
    return {};
  if (auto fault = faultOfOverlap("SYNC-4", form.ra, form.rd))
    return Fault{&MatchsyncForm::rd, *std::move(fault)};
  if (!form.membermask.isImmediate)
    if (auto fault = faultOfOverlap("SYNC-4", form.ra, registerIn(form.membermask)))
      return Fault{&MatchsyncForm::membermask, *std::move(fault)};
  return {};
};
/// Registers apart, a at an even one.
constexpr auto kPlace = [](MatchsyncForm& form) {
  form.rd.index = 0;
  form.ra.index = 2;
  form.membermask = {false, 4};
};

} // namespace

const InstructionRow& matchsyncRow() {
  return describedRow(Described<MatchsyncForm, MatchsyncChoices>{.mnemonic = "match.sync",
                                                                 .isPtx = true,
                                                                 .takes = kTakes,
                                                                 .about = kAbout,
                                                                 .relations = kRelations,
                                                                 .mayBeAbsent = kMayBeAbsent,
                                                                 .place = kPlace});
}

} // namespace warplaw::spec
