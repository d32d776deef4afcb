// VOTE for executors that somebody else wrote (VOTE-1..3).
#include "check/vote_adapter.h"

namespace warplaw::check {
namespace {

class VoteFamily final : public WordFamily<Vote> {
public:
  using WordFamily::WordFamily;
  explicit VoteFamily(const Domain& domain) : WordFamily(domain) {}
  std::unique_ptr<Family> unrestricted() const override { return std::make_unique<VoteFamily>(widest()); }
};

} // namespace

std::unique_ptr<Family> makeVoteFamily(Profile profile) { return std::make_unique<VoteFamily>(profile); }

} // namespace warplaw::check
