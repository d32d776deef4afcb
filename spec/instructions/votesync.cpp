// vote.sync as an instruction: a ballot goes to a register, everything else to a predicate (SYNC-3).
#include "spec/described.h"
#include "spec/instructions/votesync_fields.h"

namespace warplaw::spec {
namespace {

bool givesBallot(const auto& form) { return form.mode == VotesyncMode::Ballot; }
constexpr auto kAllowed = [](const auto& form, MemberOf<VotesyncForm> member) -> std::uint64_t {
  if (member != &VotesyncForm::type)
    return ~std::uint64_t{0};
  return std::uint64_t{1} << static_cast<unsigned>(givesBallot(form) ? VotesyncType::B32 : VotesyncType::Pred);
};
constexpr auto kTakes = [](const auto& form, MemberOf<VotesyncForm> member) -> bool {
  return member == &VotesyncForm::rd ? givesBallot(form) : member != &VotesyncForm::pd || !givesBallot(form);
};

} // namespace

const InstructionRow& votesyncRow() {
  return describedRow<VotesyncForm, VotesyncChoices>(
      {.mnemonic = "vote.sync", .isPtx = true, .allowed = kAllowed, .takes = kTakes});
}

} // namespace warplaw::spec
