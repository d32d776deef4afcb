// VOTE for users' executors (VOTE-1..3).
#include "check/vote_adapter.h"

namespace warplaw::check {

std::unique_ptr<Family> makeVoteFamily(Profile profile) { return std::make_unique<WordFamily<Vote>>(profile); }

} // namespace warplaw::check
