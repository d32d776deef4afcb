#include "check/smallest.h"
#include "check/batch.h"
#include "check/shown.h"
#include <algorithm>
#include <bit>
#include <chrono>
#include <fmt/format.h>
#include <sys/resource.h>

namespace warplaw::check {
namespace {
using Clock = std::chrono::steady_clock;

/// A case that ends the process costs a new process each time. All findings of a family together may take kMostForEnds
/// seconds of processor time, so that a busy machine finds the same, and kWaits times as much of the clock's time.
constexpr double kMostForEnds = 3, kWaits = 4;
/// Whoever computes so long has hung, while a smaller case is looked for; seconds of processor time.
constexpr double kHangs = 0.002;
/// Times a batch's limit: to wait until it has passed, on a machine that does something else, too.
constexpr double kSeesHang = 1.1;
/// How many small cases are tried where each case that ends the process costs a new one.
constexpr std::size_t kMostSmall = 4096;
constexpr fuzz::Kinds kEnded = fuzz::setOf(fuzz::Kind::Rejection);
/// What shows a mistake. Which outputs it is in does not matter, so that the smallest is the same from anywhere.
constexpr fuzz::Kinds kShown = fuzz::setOf(fuzz::Kind::Register);

/// The processor time of this process, and of those that it has waited for.
double processorSeconds() {
  double seconds = 0;
  for (const auto whose : {RUSAGE_SELF, RUSAGE_CHILDREN}) {
    rusage used{};
    getrusage(whose, &used);
    for (const timeval& time : {used.ru_utime, used.ru_stime})
      seconds += static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
  }
  return seconds;
}

} // namespace

Smallest::Smallest(Family& family, Executor& executor, const RunOptions& options)
    : family_(family), executor_(executor), options_(options), left_(kMostForEnds) {}

fuzz::Kinds Smallest::ask(Status status, Bytes asked, std::vector<std::byte>& answered, const Shows& shows) const {
  answered.resize(asked.size());
  const double share = status == Status::Timeout ? hangShare_ : endsSome_ ? kLeastShare : 1;
  const How how = askOne(executor_, family_, asked, answered, share).how;
  if (how == How::NotAsked)
    return 0;
  if (how != How::Answered)
    return (how == How::TimedOut ? Status::Timeout : Status::Crash) == status ? kEnded : 0;
  const fuzz::Kinds wrong = status == Status::Mismatch ? family_.judge(asked, answered) : 0;
  if (!wrong || !shows)
    return wrong;
  return shows(asked, answered) ? kShown : 0;
}

bool Smallest::minimize(Finding& finding, const Shows& shows) {
  const Clock::time_point begin = Clock::now();
  const double used = processorSeconds();
  const auto passed = [&] {
    return std::max(processorSeconds() - used, std::chrono::duration<double>(Clock::now() - begin).count() / kWaits);
  };
  const Status status = finding.status;
  const bool isLimited = status != Status::Mismatch || endsSome_;
  std::vector<std::byte> asked(family_.bytes()), answered;
  const unsigned form = family_.formOf(finding.exchange.asked); // another one's mistake may be another one
  const fuzz::Judge judge = [&](const fuzz::Words& words) -> fuzz::Kinds {
    const bool isOver = passed() > left_ || (status == Status::Timeout && !canSeeHang());
    if ((isLimited && isOver) || !family_.fromWords(words, asked) || family_.formOf(asked) != form)
      return 0;
    return ask(status, asked, answered, shows);
  };
  fuzz::MinimizeOptions options;
  const fuzz::SmallCases* const small = family_.small();
  fuzz::SmallCases few;
  if (status != Status::Mismatch)
    few.assign(small->begin(), small->begin() + static_cast<std::ptrdiff_t>(std::min(small->size(), kMostSmall)));
  options.small = status == Status::Mismatch ? small : &few;
  options.stop = options_.stop;
  const fuzz::Words start = family_.wordsOf(finding.exchange.asked);
  if (!judge(start))
    return false; // it does not fail there again: what is shown is what was seen
  fuzz::Words least = fuzz::minimize(family_.layout(), start, judge, options).words;
  // memory was made small for several lanes; one alone may need another
  const auto exec = static_cast<std::size_t>(
      std::ranges::find(family_.layout(), fuzz::WordRole::Exec, &fuzz::WordInfo::role) - family_.layout().begin());
  for (std::uint32_t lanes = std::popcount(least[exec]) > 1 ? start[exec] : 0; lanes; lanes &= lanes - 1) {
    fuzz::Words alone = start;
    alone[exec] = lanes & (0 - lanes);
    if (!judge(alone))
      continue;
    least = fuzz::minimize(family_.layout(), alone, judge, options).words;
    break;
  }
  if (isLimited)
    left_ = std::max(0.0, left_ - passed());
  if (!family_.fromWords(least, asked) ||
      (!ask(status, asked, answered, shows) && (status == Status::Mismatch || !executor_.isOver())))
    return false;
  finding.exchange = {asked, answered};
  return true;
}

/// Is there time to wait for it as long as it may take, and a little more?
bool Smallest::canSeeHang() const { return executor_.secondsLeft() > kSeesHang * options_.limits.seconds; }

/// On the way each case has a part of the time: what is shown must take all of it.
void Smallest::minimizeHang(Finding& finding) {
  const Exchange seen = finding.exchange;
  std::vector<std::byte> answered(family_.bytes());
  const auto hangs = [&](const Exchange& exchange) {
    const Answer answer = askOne(executor_, family_, exchange.asked, answered);
    if (answer.how == How::TimedOut)
      finding.what = answer.what;
    return answer.how == How::TimedOut;
  };
  const double all = left_;
  const auto isLeft = [&] { // as it was seen, if nobody has the time for more
    if (canSeeHang())
      return true;
    finding.exchange = seen;
    finding.isSmall = false;
    return false;
  };
  for (const double share : {kHangs / options_.limits.seconds, kLeastShare}) { // an executor may be slow
    if (!isLeft())
      return;
    hangShare_ = std::min(share, kLeastShare);
    left_ = std::max(left_, all / 2);
    finding.exchange = seen;
    minimize(finding, {});
    if (hangs(finding.exchange))
      return;
  }
  if (!isLeft())
    return;
  finding.isAlone = finding.exchange.asked != seen.asked && hangs(seen);
  finding.exchange = seen;
}

void Smallest::clearDestinations(Finding& finding, const Shows& shows) {
  spec::Case clear = family_.caseOf(finding.exchange.asked);
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
  if (!family_.fromCase(clear, asked) || !ask(finding.status, asked, answered, shows))
    return;
  finding.exchange = {asked, answered};
}

void Smallest::shrink(Finding& finding, std::span<const Shows> shows) {
  Shows last;
  if (finding.isAlone && finding.status == Status::Timeout)
    minimizeHang(finding);
  else if (finding.isAlone && shows.empty())
    minimize(finding, {});
  else if (finding.isAlone)
    for (const Shows& show : shows)
      if (minimize(finding, show))
        last = show;
  if (finding.isAlone && finding.status != Status::Timeout) {
    clearDestinations(finding, last);
    finding.isSmall = !executor_.isOver();
  }
  show(finding);
}

/// What it says as it ends hangs on the case.
void Smallest::sayAgain(Finding& finding) {
  std::vector<std::byte> answered(family_.bytes());
  const Answer answer = askOne(executor_, family_, finding.exchange.asked, answered);
  if (answer.how == How::Crashed)
    finding.what = answer.what;
}

void Smallest::show(Finding& finding) {
  const std::string by = executor_.table().by();
  finding.smallest = family_.caseOf(finding.exchange.asked);
  if (finding.status != Status::Mismatch) {
    finding.table = shownUnanswered(oracle_, finding.smallest, {.colour = options_.colour});
    if (finding.isAlone && finding.what.find(kItSays) != finding.what.npos)
      sayAgain(finding);
    finding.got = spec::Got{.by = by, .what = finding.what, .isAnswer = false};
    return;
  }
  const Exchange& exchange = finding.exchange;
  Shown seen = shown(family_, oracle_, finding.smallest, exchange.asked, exchange.answered, by, options_.colour);
  finding.what = seen.what;
  finding.table = seen.table + "  expected: the encoding; got: the executor\n";
  finding.right = std::move(seen.right);
  finding.got = std::move(seen.got);
}

} // namespace warplaw::check
