// VOTE as an instruction (VOTE-2): all of it follows from its lists of fields.
#include "spec/described.h"
#include "spec/instructions/vote_fields.h"

namespace warplaw::spec {
namespace {
struct Vote {
  using Form = VoteForm;
  using Choices = VoteChoices;
  static constexpr std::string_view kMnemonic = "VOTE";
};
} // namespace

const InstructionRow& voteRow() { return describedRow<Vote>(); }

} // namespace warplaw::spec
