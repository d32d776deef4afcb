// vote.sync as an instruction: a ballot goes to a register, everything else to a predicate (SYNC-3).
#include "spec/described.h"
#include "spec/instructions/votesync_fields.h"

namespace warplaw::spec {
namespace {

struct Votesync {
  using Form = VotesyncForm;
  using Choices = VotesyncChoices;
  static constexpr std::string_view kMnemonic = "vote.sync";
  static constexpr bool kIsPtx = true;

  static bool givesBallot(const auto& form) { return form.mode == VotesyncMode::Ballot; }
  static std::uint64_t allowed(const auto& form, std::string_view field) {
    if (field != "type")
      return ~std::uint64_t{0};
    return std::uint64_t{1} << static_cast<unsigned>(givesBallot(form) ? VotesyncType::B32 : VotesyncType::Pred);
  }
  static bool takes(const auto& form, std::string_view field) {
    return field == "rd" ? givesBallot(form) : field != "pd" || !givesBallot(form);
  }
};

} // namespace

const InstructionRow& votesyncRow() { return describedRow<Votesync>(); }

} // namespace warplaw::spec
