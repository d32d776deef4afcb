#include "check/smallest.h"
#include "check/batch.h"
#include "check/shown.h"
#include <chrono>
#include <fmt/format.h>

namespace warplaw::check {
namespace {
using Clock = std::chrono::steady_clock;

/// A case that ends the process costs a new one each time: so long.
constexpr std::chrono::seconds kMostForEnds{3};
constexpr fuzz::Kinds kEnded = fuzz::setOf(fuzz::Kind::Rejection);
/// Of what shows a mistake: which outputs it is in does not matter, so that the smallest is the same from anywhere.
constexpr fuzz::Kinds kShown = fuzz::setOf(fuzz::Kind::Register);

} // namespace

fuzz::Kinds Smallest::ask(Bytes asked, std::vector<std::byte>& answered, const Shows& shows) const {
  answered.resize(asked.size());
  if (askOne(executor_, family_, asked, answered).how != How::Answered)
    return kEnded;
  const fuzz::Kinds wrong = family_.judge(asked, answered);
  if (!wrong || !shows)
    return wrong;
  return shows(asked, answered) ? kShown : 0;
}

bool Smallest::minimize(Exchange& exchange, bool ends, const Shows& shows) const {
  const auto end = Clock::now() + kMostForEnds;
  std::vector<std::byte> asked(family_.bytes()), answered;
  const unsigned form = family_.formOf(exchange.asked); // another one's mistake may be another one
  const fuzz::Judge judge = [&](const fuzz::Words& words) -> fuzz::Kinds {
    if ((ends && Clock::now() > end) || !family_.fromWords(words, asked) || family_.formOf(asked) != form)
      return 0;
    return ask(asked, answered, shows);
  };
  fuzz::MinimizeOptions options;
  options.small = ends ? nullptr : family_.small();
  options.stop = options_.stop;
  const fuzz::Words start = family_.wordsOf(exchange.asked);
  if (!judge(start))
    return false; // it does not fail there again: what is shown is what was seen
  const fuzz::Words least = fuzz::minimize(family_.layout(), start, judge, options).words;
  if (!family_.fromWords(least, asked) || !ask(asked, answered, shows))
    return false;
  exchange = {asked, answered};
  return true;
}

void Smallest::clearDestinations(Finding& finding, const Shows& shows) {
  spec::Case clear = finding.smallest;
  const spec::Plan plan = oracle_.of(family_.mnemonic()).planOf(clear.instruction.form, clear.choices);
  const bool isSource = std::ranges::any_of(plan.source, [&](const spec::Source& source) {
    return source.kind == spec::SourceKind::Register && source.value == plan.destination[0];
  });
  if (!isSource && plan.destination[0] != spec::kZeroRegister)
    std::fill_n(clear.warp.registers[plan.destination[0]], spec::kLanes, 0u);
  const bool isRead = plan.destinationPredicate == plan.sourcePredicate ||
                      plan.destinationPredicate == clear.instruction.guard.predicate.index;
  if (!isRead && plan.destinationPredicate != spec::kTruePredicate)
    clear.warp.predicates[plan.destinationPredicate] = 0;
  std::vector<std::byte> asked(family_.bytes()), answered;
  if (!family_.fromCase(clear, asked) || !ask(asked, answered, shows))
    return;
  finding.exchange = {asked, answered};
  finding.smallest = family_.caseOf(asked);
}

void Smallest::shrink(const FormReport& form, Finding& finding, std::span<const Shows> shows) {
  const bool isAlone = form.remark.empty() && form.status != Status::Timeout;
  Shows last;
  if (isAlone && shows.empty())
    minimize(finding.exchange, form.status == Status::Crash, {});
  if (isAlone)
    for (const Shows& show : shows)
      if (minimize(finding.exchange, false, show))
        last = show;
  finding.smallest = family_.caseOf(finding.exchange.asked);
  if (isAlone)
    clearDestinations(finding, last);
  if (form.status != Status::Mismatch) {
    finding.table = shownUnanswered(oracle_, finding.smallest, options_.colour);
    return;
  }
  const Exchange& exchange = finding.exchange;
  const Shown seen = shown(family_, oracle_, finding.smallest, exchange.asked, exchange.answered, options_.colour);
  finding.what = seen.what;
  finding.table = seen.table + "  expected: the encoding; got: the executor\n";
}

} // namespace warplaw::check
