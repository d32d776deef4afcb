// The smallest case of a domain on which an executor still fails in the same way, as a case file and a lane table.
#pragma once
#include "check/run.h"

namespace warplaw::check {

class Smallest {
public:
  Smallest(Family& family, Executor& executor, const RunOptions& options);
  /// Is it this mistake that a wrong answer shows?
  using Shows = std::function<bool(Bytes asked, Bytes answered)>;
  /// Minimises a finding, unless it depends on cases before it, and fills in what is shown of it. Its case stays one
  /// that shows the mistake, by each of `shows`, the stricter ones later, that some case on the way passes. Where it
  /// turns out that no case alone takes too long, it does not stay alone.
  void shrink(Finding& finding, std::span<const Shows> shows = {});
  /// Fills in what is shown of a finding as it is.
  void show(Finding& finding);
  /// Some cases of the form end the process: no finding is given more than a few seconds, all of them together neither.
  void limitTime() { endsSome_ = true; }

private:
  /// Which kinds of output are wrong, of an answer that shows the mistake; Rejection where it ends as `status` says,
  /// and none where it ends in another way.
  fuzz::Kinds ask(Status status, Bytes asked, std::vector<std::byte>& answered, const Shows& shows) const;
  /// False: it does not fail like that.
  bool minimize(Finding& finding, const Shows& shows);
  bool canSeeHang() const;
  void minimizeHang(Finding& finding);
  /// Nothing in the destinations, where the executor fails like that, too: a shorter case file.
  void clearDestinations(Finding& finding, const Shows& shows);
  void sayAgain(Finding& finding);

  Family& family_;
  Executor& executor_;
  const RunOptions& options_;
  fuzz::Oracle& oracle_ = sharedOracle();
  bool endsSome_ = false;
  double hangShare_ = 0; ///< of a batch's time: what takes so long on the way is taken to hang
  double left_;          ///< seconds, of findings that limitTime speaks of
};

} // namespace warplaw::check
