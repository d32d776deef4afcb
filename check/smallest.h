// The smallest case of a domain on which an executor still fails in the same way, as a case file and a lane table.
#pragma once
#include "check/run.h"

namespace warplaw::check {

class Smallest {
public:
  Smallest(Family& family, Executor& executor, const Options& options)
      : family_(family), executor_(executor), options_(options) {}
  /// Minimises the form's finding, unless it depends on cases before it, and fills in what is shown of it.
  void shrink(FormReport& form);

private:
  fuzz::Kinds ask(Bytes asked, std::vector<std::byte>& answered) const;
  void minimize(Exchange& exchange, bool ends) const;
  /// Nothing in the destinations, where the executor fails like that, too: a shorter case file.
  void clearDestinations(Finding& finding);

  Family& family_;
  Executor& executor_;
  const Options& options_;
  fuzz::Oracle oracle_;
};

} // namespace warplaw::check
