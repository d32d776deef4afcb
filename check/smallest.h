// The smallest case of a domain on which an executor still fails in the same way, as a case file and a lane table.
#pragma once
#include "check/run.h"

namespace warplaw::check {

class Smallest {
public:
  Smallest(Family& family, Executor& executor, const Options& options)
      : family_(family), executor_(executor), options_(options) {}
  /// Is it this mistake that a wrong answer shows?
  using Shows = std::function<bool(Bytes asked, Bytes answered)>;
  /// Minimises a finding of the form, unless it depends on cases before it, and fills in what is shown of it. Its case
  /// stays one that shows the mistake, by each of `shows`, the stricter ones later, that some case on the way passes.
  void shrink(const FormReport& form, Finding& finding, std::span<const Shows> shows = {});

private:
  /// Which kinds of output are wrong, of an answer that shows the mistake; Rejection where it ends the process.
  fuzz::Kinds ask(Bytes asked, std::vector<std::byte>& answered, const Shows& shows) const;
  /// False: it does not fail like that.
  bool minimize(Exchange& exchange, bool ends, const Shows& shows) const;
  /// Nothing in the destinations, where the executor fails like that, too: a shorter case file.
  void clearDestinations(Finding& finding, const Shows& shows);

  Family& family_;
  Executor& executor_;
  const Options& options_;
  fuzz::Oracle& oracle_ = sharedOracle();
};

} // namespace warplaw::check
