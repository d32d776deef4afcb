#include "check/run.h"
#include "check/entries.h"
#include "check/ptx.h"
#include "check/smallest.h"
#include "spec/counted.h"
#include <algorithm>
#include <chrono>
#include <cstring>
#include <fmt/format.h>
#include <numeric>
#include <utility>

namespace warplaw::check {
namespace {
using Clock = Executor::Clock;

constexpr std::size_t kKeptWrong = 16, kKeptRight = 24; ///< exchanges that readings are held against
constexpr std::size_t kMoreCases = 4096, kMoreWrong = 256, kMoreRight = 256, kSmallTried = 2000;
constexpr std::uint64_t kRepeatEvery = 16, kLookEvery = 16, kJudgeEvery = 16;
constexpr std::uint64_t kOutsideCases = 1 << 14;
constexpr unsigned kProbes = 2;              ///< of each form
constexpr std::uint64_t kOtherSizeEvery = 4; ///< one batch in so many has any number of cases; half of these have ..
constexpr std::uint32_t kFewCases = 8;       ///< .. at most so many
/// Times --timeout, of kMostOver: to make small what hangs, and see it hang again; and what one family has of that at
/// least: better one is made small than none.
constexpr double kToConclude = 2.5, kToConcludeOne = 2;

double secondsSince(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

Exchange exchangeOf(const Batch& batch, std::size_t k) {
  const Bytes asked = batch.asked(k), answered = batch.answered(k);
  return {{asked.begin(), asked.end()}, {answered.begin(), answered.end()}};
}

/// One family from the first case to its report.
class FamilyRun {
public:
  FamilyRun(Family& family, Executor& executor, const RunOptions& options, double seconds)
      : family_(family), executor_(executor), options_(options), seconds_(seconds), dice_(options.seed * 1000003),
        batch_(family, executor), smallest_(family, executor, options) {
    report_.name = kFamilyNames[family.index()];
    report_.implemented = executor.table().bytes[family.index()] != 0;
    report_.counters = family.counters();
    for (unsigned form = 0; form < family.forms().size(); ++form)
      if (family.domain().forms >> form & 1) {
        report_.forms.emplace_back().form = family.forms()[form];
        forms_.push_back(form);
      }
    kept_.resize(forms_.size());
    leaks_.resize(forms_.size());
  }

  /// The cases.
  void ask() {
    if (!report_.implemented)
      return;
    corpus();
    lost_ = 0;
    const Clock::time_point start = Clock::now();
    for (std::uint64_t number = 0; !over(start) && someFormIsLeft(); ++number)
      oneBatch(number);
    report_.seconds = secondsSince(start) - lost_;
  }
  /// Did some form end the process? To make such a case small costs new processes.
  bool hasEnded() const { return std::ranges::any_of(report_.forms, isGivenUp); }
  /// What ended the process, made small.
  void concludeEnds() {
    for (std::size_t k = 0; k < forms_.size(); ++k)
      if (isGivenUp(report_.forms[k]))
        concludeEnd(k);
  }
  /// What else they show; until: what the domain leaves out is asked.
  FamilyReport concluded(Clock::time_point until) {
    for (std::size_t k = 0; k < forms_.size(); ++k)
      if (report_.implemented)
        conclude(k);
      else
        report_.forms[k].status = Status::NotImplemented;
    executor_.endAt(until);
    if (report_.implemented && options_.outside && !stopped())
      outside();
    return report_;
  }

private:
  bool stopped() const { return options_.stop && *options_.stop; }
  bool over(Clock::time_point start) const {
    if (stopped())
      return true;
    return options_.cases ? report_.cases >= options_.cases
                          : secondsSince(start) - lost_ >= seconds_ || executor_.isOver();
  }
  static bool isGivenUp(const FormReport& form) {
    return form.status == Status::Crash || form.status == Status::Timeout;
  }
  bool someFormIsLeft() const { return !std::ranges::all_of(report_.forms, isGivenUp); }
  FormReport& reportOf(std::size_t k) { return report_.forms[numberOf_[k]]; }

  /// What is counted of a form as its cases are drawn.
  struct Drawn {
    std::uint64_t cases, looked;
    Coverage coverage;
  };
  void remember() {
    drawn_.clear();
    for (const FormReport& form : report_.forms)
      drawn_.push_back({form.cases, form.looked, form.coverage});
  }
  /// The time was up: cases of the batch that nobody answered say nothing of their forms.
  void forgetCut() {
    std::vector<bool> isCut(report_.forms.size());
    for (std::size_t k = 0; k < batch_.size(); ++k)
      isCut[numberOf_[k]] = isCut[numberOf_[k]] || !batch_.isAnswered(k);
    for (std::size_t number = 0; number < isCut.size(); ++number) {
      FormReport& form = report_.forms[number];
      if (!isCut[number] || isGivenUp(form))
        continue;
      report_.cases -= std::min(report_.cases, form.cases - drawn_[number].cases); // not those of the corpus
      form.cases = drawn_[number].cases;
      form.looked = drawn_[number].looked;
      form.coverage = drawn_[number].coverage;
    }
  }

  /// Forms take turns; those that have ended the process are left out.
  void drawBatch(std::uint64_t number) {
    remember();
    std::size_t count = executor_.batchOf(family_.index());
    // odd ones, too: an executor may go wrong at some numbers alone; what --cases and --seed draw stays what it was
    if (!options_.cases && number % kOtherSizeEvery == 1) {
      const auto most = static_cast<std::uint32_t>(count);
      count = 1 + sizes_.below(number / kOtherSizeEvery % 2 ? most : std::min(most, kFewCases));
    }
    if (options_.cases)
      count = std::min<std::size_t>(count, options_.cases - report_.cases);
    batch_.resize(count);
    numberOf_.resize(count);
    for (std::size_t k = 0; k < count; ++k) {
      do
        turn_ = (turn_ + 1) % forms_.size();
      while (isGivenUp(report_.forms[turn_]));
      numberOf_[k] = turn_;
      family_.draw(forms_[turn_], dice_, batch_.asked(k));
      FormReport& form = report_.forms[turn_];
      ++form.cases;
      if (number < 4 || dice_.oneIn(kLookEvery)) { // no fixed step: forms take turns in one, too
        family_.observe(batch_.asked(k), form.coverage);
        ++form.looked;
      }
    }
    report_.cases += count;
  }

  /// The cases of the corpus that are of the domain, as many at a time as go into a batch.
  void corpus() {
    std::vector<std::vector<std::byte>> all;
    for (const spec::Case& c : options_.corpus) {
      std::vector<std::byte> asked(family_.bytes());
      if (c.instruction.mnemonic() == family_.mnemonic() && family_.fromCase(c, asked) && family_.contains(asked))
        all.push_back(std::move(asked));
    }
    const std::size_t most = executor_.batchOf(family_.index());
    for (std::size_t first = 0; first < all.size() && !stopped() && !executor_.isOver(); first += most) {
      remember();
      batch_.resize(std::min(most, all.size() - first));
      numberOf_.resize(batch_.size());
      for (std::size_t k = 0; k < batch_.size(); ++k) {
        std::ranges::copy(all[first + k], batch_.asked(k).begin());
        numberOf_[k] =
            static_cast<std::size_t>(std::ranges::find(forms_, family_.formOf(all[first + k])) - forms_.begin());
        ++reportOf(k).cases;
      }
      askBatch(true, true);
      report_.corpus += executor_.isOver() ? 0 : batch_.size();
    }
  }

  void oneBatch(std::uint64_t number) {
    drawBatch(number);
    askBatch(number < 4 || number % kRepeatEvery == 0);
  }

  /// judgeAll: by the encoding, whatever the shipped executor says.
  void askBatch(bool repeat, bool judgeAll = false) {
    const Clock::time_point start = Clock::now();
    const auto ended = batch_.askAll();
    if (!ended.empty())
      lost_ += secondsSince(start); // not the others' time
    for (const Ended& end : ended)
      note(end);
    if (executor_.isOver())
      forgetCut();
    repeat = repeat && ended.empty();
    std::vector<std::size_t> first; // of each form that was right up to now
    wrong_.assign(batch_.size(), 0);
    for (std::size_t k = 0; k < batch_.size(); ++k) {
      if (!batch_.isAnswered(k))
        continue;
      wrong_[k] = judgeAll || dice_.oneIn(kJudgeEvery) || !isAsShipped(k) ? judge(k) : 0;
      if (wrong_[k] && noteWrong(k))
        first.push_back(k);
      if (!wrong_[k])
        keepRight(k);
    }
    for (const std::size_t k : first)
      lookForLeak(k);
    if (repeat)
      repeated();
  }

  /// A first look, which is not believed: the encoding itself judges where it finds a difference, and one of so many
  /// cases where it finds none.
  bool isAsShipped(std::size_t k) { return family_.isAsShipped(batch_.asked(k), batch_.answered(k)); }
  fuzz::Kinds judge(std::size_t k) {
    const std::uint64_t undecided = family_.undecided();
    const fuzz::Kinds wrong = family_.judge(batch_.asked(k), batch_.answered(k));
    reportOf(k).undecided += family_.undecided() - undecided;
    return wrong;
  }

  void note(const Ended& end) {
    FormReport& form = reportOf(end.index);
    if (isGivenUp(form))
      return;
    endForm(form, end.answer.how == How::TimedOut ? Status::Timeout : Status::Crash,
            {.exchange = exchangeOf(batch_, end.index), .what = end.answer.what, .isAlone = end.alone});
    form.findings.back().isSmall = !end.isSuspect;
    if (end.isSuspect)
      form.findings.back().what += fmt::format(" to a batch of {}; nobody had the time to ask this one alone",
                                               spec::counted(batch_.size(), "case"));
  }
  static void endForm(FormReport& form, Status how, Finding finding) {
    ++form.wrong;
    form.status = finding.status = how;
    if (!finding.isAlone)
      form.remark = "only after other cases: state leaks from one case into the next";
    form.findings.push_back(std::move(finding));
  }

  void keepRight(std::size_t k) {
    if (lookDice_.oneIn(kLookEvery))
      family_.observeAnswer(batch_.asked(k), batch_.answered(k), reportOf(k).coverage);
    if (right_.size() < kKeptRight && dice_.oneIn(4))
      right_.push_back(exchangeOf(batch_, k));
  }

  /// Is it the first of its form?
  bool noteWrong(std::size_t k) {
    FormReport& form = reportOf(k);
    ++form.wrong;
    auto& kept = kept_[numberOf_[k]];
    if (kept.size() < kKeptWrong)
      kept.push_back(exchangeOf(batch_, k));
    return !isGivenUp(form) && std::exchange(form.status, Status::Mismatch) != Status::Mismatch;
  }

  /// Wrong among others, is it right alone?
  void lookForLeak(std::size_t k) {
    if (!rightAfter({&k, 1}))
      return;
    std::vector<std::size_t> before(k + 1);
    std::iota(before.begin(), before.end(), 0);
    noteLeak(k, before);
  }

  /// Is the last of these cases right when a fresh process is asked these, in this order?
  bool rightAfter(std::span<const std::size_t> which) {
    return batch_.ask(which, true).how == How::Answered &&
           !family_.judge(batch_.asked(which.back()), batch_.answered(which.back()));
  }

  /// Is it wrong again when a fresh process is asked the whole batch?
  bool isWrongAmongAll(std::size_t k) {
    std::vector<std::size_t> all(batch_.size());
    std::iota(all.begin(), all.end(), 0);
    return batch_.ask(all, true).how == How::Answered && family_.judge(batch_.asked(k), batch_.answered(k));
  }

  /// `before` ends with a case that is wrong after the others and right alone: how many of them does it take?
  void noteLeak(std::size_t k, std::span<const std::size_t> before) {
    FormReport& form = reportOf(k);
    leaks_[numberOf_[k]] = true;
    std::size_t least = 1, most = before.size(); // right after the last `least`, wrong after the last `most`
    if (rightAfter(before)) {
      form.remark =
          isWrongAmongAll(k)
              ? fmt::format("the case is right alone, and wrong in a batch of {}: the answer depends on the number of "
                            "cases, or on a later one",
                            batch_.size())
              : "not always the same answer to the same cases: it depends on something that is not among them";
      return;
    }
    while (most - least > 1) {
      const std::size_t middle = (least + most) / 2;
      (rightAfter(before.last(middle)) ? least : most) = middle;
    }
    const std::size_t first = before[before.size() - most];
    if (executor_.isOver()) {
      form.remark = "state leaks from one case into the next: the case is right alone";
      return;
    }
    form.remark =
        fmt::format("state leaks from one case into the next: the case is right alone, and wrong {} after one of {}",
                    spec::counted(most - 1, "case"), family_.forms()[family_.formOf(batch_.asked(first))]);
  }

  /// The same cases in another order, one of them twice: right answers stay right.
  void repeated() {
    std::vector<std::size_t> order(batch_.size());
    std::iota(order.begin(), order.end(), 0);
    for (std::size_t k = order.size(); k-- > 1;)
      std::swap(order[k], order[dice_.below(static_cast<std::uint32_t>(k + 1))]);
    const Answer answer = batch_.ask(order);
    if (answer.how == How::NotAsked)
      return;
    if (answer.how != How::Answered) {
      endForm(reportOf(order.front()), Status::Crash,
              {.exchange = exchangeOf(batch_, order.front()),
               .what = "the same cases in another order end it",
               .isAlone = false});
      return;
    }
    for (std::size_t at = 0; at < order.size(); ++at) {
      const std::size_t k = order[at];
      FormReport& form = reportOf(k);
      if (wrong_[k] || form.status == Status::Mismatch || !family_.judge(batch_.asked(k), batch_.answered(k)))
        continue;
      form.status = Status::Mismatch;
      ++form.wrong;
      kept_[numberOf_[k]].push_back(exchangeOf(batch_, k));
      noteLeak(k, std::span(order).first(at + 1));
      return; // answers of this batch are other ones now
    }
  }

  void conclude(std::size_t k) {
    FormReport& form = report_.forms[k];
    if (form.status == Status::Ok && !form.cases && !options_.cases && !stopped())
      return form.setNotAsked();
    if (const auto& found = family_.contradiction(); found && form.status == Status::Ok)
      return contradict(form, *found);
    if (form.status == Status::Ok) {
      form.remark = form.undecided ? fmt::format("for {} it is undecided whether some order gives the outcome",
                                                 spec::counted(form.undecided, "case"))
                                   : family_.lacking(forms_[k], form.coverage);
      if (!form.remark.empty())
        form.status = Status::Vacuous;
      return;
    }
    if (kept_[k].empty())
      return; // nothing was wrong before it ended
    if (!leaks_[k] && options_.readings)
      return findMistakes(k);
    Finding& finding = form.findings.emplace_back(findingOf(plainest(kept_[k])));
    finding.isAlone = !leaks_[k];
    smallest_.shrink(finding);
  }

  /// What ends it in several forms in one way is made small once.
  void concludeEnd(std::size_t k) {
    FormReport& form = report_.forms[k];
    Finding& finding = form.findings.front();
    smallest_.limitTime();
    const auto endsAlike = [&](const FormReport& other) {
      return isGivenUp(other) && isSameMistake(other.findings.front(), finding);
    };
    if (std::any_of(report_.forms.begin(), report_.forms.begin() + static_cast<std::ptrdiff_t>(k), endsAlike))
      return smallest_.show(finding);
    const bool wasAlone = finding.isAlone;
    smallest_.shrink(finding);
    if (wasAlone && !finding.isAlone)
      form.remark = "no case of it takes so long alone";
    if (!finding.isSmall)
      form.remark = "not made small, as the time was up";
  }

  /// No smaller case shows it: it takes two.
  void contradict(FormReport& form, const Contradiction& found) {
    form.status = Status::Mismatch;
    ++form.wrong;
    form.remark = "right alone: it takes two cases";
    Finding& finding = form.findings.emplace_back(findingOf({found.asked, found.answered}));
    finding.isAlone = false;
    smallest_.shrink(finding);
    finding.what = found.what;
  }

  static Finding findingOf(const Exchange& exchange) { return {.exchange = exchange}; }
  /// The smallest case keeps the kind of output that fails first: from any of these it is the same one.
  const Exchange& plainest(std::span<const Exchange> wrong) {
    return *std::ranges::min_element(wrong, {}, [&](const Exchange& exchange) {
      return fuzz::classOf(family_.judge(exchange.asked, exchange.answered));
    });
  }

  /// A finding for each mistake that the mismatches of a form show.
  void findMistakes(std::size_t k) {
    FormReport& form = report_.forms[k];
    std::vector<Exchange>& wrong = kept_[k];
    Mistakes mistakes(family_, options_.readings(family_.mnemonic()), [this, k] { return smallExchanges(k); });
    mistakes.learn(wrong, right_);
    if (!isGivenUp(form))
      lookForMore(k, mistakes);
    for (std::size_t mistake = 0; mistake < mistakes.count(); ++mistake) {
      const auto shows = [&, mistake](Mistakes::How how) {
        return [&, mistake, how](Bytes asked, Bytes answered) { return mistakes.shows(mistake, how, asked, answered); };
      };
      const std::array<Smallest::Shows, 2> each = {shows(Mistakes::How::Among), shows(Mistakes::How::Alone)};
      const auto found = std::ranges::find_if(
          wrong, [&](const Exchange& exchange) { return each.front()(exchange.asked, exchange.answered); });
      if (found == wrong.end())
        continue; // nowhere by itself
      const bool isOnly = mistakes.count() == 1;
      Finding& finding = form.findings.emplace_back(findingOf(isOnly ? plainest(wrong) : *found));
      finding.behavesLike = mistakes.namesOf(mistake);
      finding.isInPart = !finding.behavesLike.empty() && mistakes.leavesSome();
      smallest_.shrink(finding, isOnly ? std::span<const Smallest::Shows>() : each);
    }
  }

  /// Exchanges of a fixed choice of the minimiser's small cases.
  std::vector<Exchange> smallExchanges(std::size_t k) {
    const fuzz::SmallCases& small = *family_.small();
    const std::size_t most = executor_.batchOf(family_.index());
    std::vector<Exchange> all;
    Batch batch(family_, executor_);
    batch.resize(most);
    std::size_t count = 0;
    for (std::size_t at = 0, step = 1 + small.size() / kSmallTried; at < small.size() && count < most; at += step) {
      fuzz::Words words(family_.layout().size());
      for (const fuzz::Edit& edit : small[at])
        words[edit.word] = edit.value;
      if (family_.fromWords(words, batch.asked(count)) && family_.formOf(batch.asked(count)) == forms_[k])
        ++count;
    }
    batch.resize(count);
    batch.askAll();
    for (std::size_t at = 0; at < count; ++at)
      if (batch.isAnswered(at))
        all.push_back(exchangeOf(batch, at));
    return all;
  }

  /// More cases of the form: a mistake that is seldom seen beside one that a reading explains, and a reading that
  /// explains all that was wrong, and is wrong itself where the executor is right.
  void lookForMore(std::size_t k, Mistakes& mistakes) {
    std::vector<Exchange>& wrong = kept_[k];
    std::vector<Exchange> right = right_;
    std::size_t seen = 0, seenRight = 0;
    for (std::size_t cases = 0; cases < kMoreCases && seen < kMoreWrong && !stopped();) {
      batch_.resize(executor_.batchOf(family_.index()));
      for (std::size_t at = 0; at < batch_.size(); ++at)
        family_.draw(forms_[k], dice_, batch_.asked(at));
      cases += batch_.size();
      if (!batch_.askAll().empty())
        return;
      for (std::size_t at = 0; at < batch_.size() && seen < kMoreWrong; ++at) {
        if (mistakes.namesOf(mistakes.count() - 1).empty())
          return; // there is what no reading explains, whatever else there is
        if (!family_.judge(batch_.asked(at), batch_.answered(at))) {
          if (seenRight < kMoreRight && !mistakes.allowRight(batch_.asked(at), batch_.answered(at))) {
            right.push_back(exchangeOf(batch_, at));
            mistakes.learn(wrong, right);
          }
          ++seenRight;
          continue;
        }
        ++seen;
        if (mistakes.isExplained(batch_.asked(at), batch_.answered(at)))
          continue;
        wrong.push_back(exchangeOf(batch_, at));
        mistakes.learn(wrong, right);
      }
    }
  }

  /// What the domain leaves out, in a process of its own: no verdict, but it tells a wrong claim from an honest limit.
  void outside() {
    const std::unique_ptr<Family> wide = family_.unrestricted();
    Batch batch(*wide, executor_);
    auto& seen = report_.outside;
    const std::uint64_t most = options_.cases ? std::min(options_.cases, kOutsideCases) : kOutsideCases;
    std::uint64_t tried = 0;
    const auto start = Clock::now();
    const auto isOver = [&] { return stopped() || (!options_.cases && secondsSince(start) >= seconds_); };
    for (bool first = true; seen.cases < most && tried < 4 * most && seen.ended.empty() && !isOver(); first = false) {
      drawOutside(*wide, batch, tried);
      std::vector<std::size_t> which;
      for (std::size_t k = 0; k < batch.size(); ++k)
        if (!family_.contains(batch.asked(k)))
          which.push_back(k);
      if (which.empty())
        continue;
      const Answer answer = batch.ask(which, first);
      if (answer.how == How::NotAsked)
        break;
      if (answer.how != How::Answered) {
        seen.ended = answer.what;
        break;
      }
      seen.cases += which.size();
      for (const std::size_t k : which)
        seen.differ += wide->judge(batch.asked(k), batch.answered(k)) != 0;
    }
  }
  void drawOutside(Family& wide, Batch& batch, std::uint64_t& tried) {
    batch.resize(executor_.batchOf(wide.index()));
    for (std::size_t k = 0; k < batch.size(); ++k)
      wide.draw(static_cast<unsigned>(tried++ % wide.forms().size()), dice_, batch.asked(k));
  }

  Family& family_;
  Executor& executor_;
  const RunOptions& options_;
  double seconds_;
  WideDice dice_, lookDice_{1}, sizes_{2}; ///< what is looked at changes nothing of what is drawn
  Batch batch_;
  FamilyReport report_;
  std::vector<unsigned> forms_;             ///< of report_.forms, in the family's numbers
  std::vector<std::size_t> numberOf_;       ///< of each case in the batch, its form in report_.forms
  std::vector<Drawn> drawn_;                ///< of each form, before the batch was drawn
  std::vector<fuzz::Kinds> wrong_;          ///< of each case in the batch
  std::vector<std::vector<Exchange>> kept_; ///< of each form, some that were answered wrongly
  std::vector<bool> leaks_;                 ///< of each form: they are wrong after other cases only
  std::vector<Exchange> right_;
  std::size_t turn_ = 0;
  double lost_ = 0; ///< seconds that batches took which ended the process
  Smallest smallest_;
};

} // namespace

std::string_view nameOf(Status status) {
  constexpr std::string_view kNames[] = {"OK", "MISMATCH", "CRASH", "TIMEOUT", "NOT-IMPLEMENTED", "VACUOUS"};
  return kNames[static_cast<unsigned>(status)];
}

namespace {

/// Until when the executor is asked: nobody's hanging takes the time of others, and all of it ends soon after
/// RunOptions::seconds. Where a number of cases is asked, there is no end.
class Time {
public:
  using Point = Executor::Clock::time_point;
  /// share: of a family; families: how many there are.
  Time(const RunOptions& options, double share, unsigned families)
      : isLimited_(!options.cases), share_(share), families_(families), least_(kToConcludeOne * options.limits.seconds),
        askEnd_(after(Clock::now(), options.seconds + (kMostOver - kToConclude) * options.limits.seconds)),
        end_(after(askEnd_, kToConclude * options.limits.seconds)) {}
  /// Cases of the family of this number, from 1: what comes after it has its share.
  Point toAsk(unsigned number) const {
    return isLimited_ ? after(askEnd_, -share_ * (families_ - number)) : Point::max();
  }
  /// What one of so many families that are left shows that ended the process: all of them have as much, if that is
  /// enough for one.
  Point toConclude(unsigned left) const {
    const std::chrono::duration<double> rest = end_ - Clock::now();
    return isLimited_ ? std::min(end_, after(Clock::now(), std::max(rest.count() / left, least_))) : Point::max();
  }
  Point end() const { return isLimited_ ? end_ : Point::max(); }
  /// What others show, which takes no new process for each case.
  static Point unlimited() { return Point::max(); }

private:
  static Point after(Point start, double seconds) {
    return start + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
  }
  bool isLimited_;
  double share_;
  unsigned families_;
  double least_;
  Point askEnd_, end_;
};

/// A command that gives no answer to a few plain cases speaks another language: it is no executor, whatever the case.
spec::Result<void> probe(Executor& executor, std::span<const std::unique_ptr<Family>> families, std::uint64_t seed) {
  Answer last;
  WideDice dice(seed);
  for (const auto& family : families)
    for (unsigned form = 0; family && form < family->forms().size() && executor.table().bytes[family->index()];
         ++form) {
      if (!(family->domain().forms >> form & 1))
        continue;
      std::vector<std::byte> asked(family->bytes()), answered(family->bytes());
      for (unsigned k = 0; k < kProbes && last.how != How::TimedOut; ++k) {
        family->draw(form, dice, asked);
        last = executor.ask(family->index(), family->bytes(), asked, answered, true);
        if (last.how == How::Answered)
          return {};
      }
    }
  if (last.how == How::Answered)
    return {}; // it implements nothing
  return spec::Rejection{"executor", "answers no case: " + last.what, "as many bytes as came, in time (docs/check.md)"};
}

} // namespace

spec::Result<Report> run(Executor& executor, const RunOptions& options) {
  auto families = familiesFor(executor.table().domain, executor.table().bytes);
  if (!families)
    return families.error();
  if (executor.isCommand())
    if (auto answers = probe(executor, *families, options.seed); !answers)
      return answers.error();
  Report report{executor.table(), {}, false};
  const auto isAsked = [&](unsigned family) {
    return options.family.empty() || options.family == kFamilyNames[family];
  };
  unsigned count = 0;
  for (unsigned family = 0; family < kFamilies; ++family)
    count += isAsked(family) && executor.table().bytes[family];
  const double seconds = options.seconds / std::max(count, 1u);
  const Time time(options, seconds, count);
  std::vector<std::unique_ptr<FamilyRun>> runs;
  unsigned asked = 0;
  const auto begin = [&](unsigned family) {
    asked += executor.table().bytes[family] != 0;
    executor.endAt(time.toAsk(asked));
  };
  for (const auto& family : *families)
    if (family && isAsked(family->index())) {
      begin(family->index());
      runs.push_back(std::make_unique<FamilyRun>(*family, executor, options, seconds));
      runs.back()->ask();
    }
  std::vector<FamilyReport> ptx;
  if (kRunPtx && isAsked(kPtxFamily)) {
    begin(kPtxFamily);
    ptx.push_back(kRunPtx(executor, options, seconds));
  }
  auto ended = std::ranges::count_if(runs, &FamilyRun::hasEnded);
  for (const auto& run : runs) {
    if (run->hasEnded()) {
      executor.endAt(time.toConclude(static_cast<unsigned>(ended--)));
      run->concludeEnds();
    }
    executor.endAt(run->hasEnded() ? time.end() : Time::unlimited());
    report.families.push_back(run->concluded(time.end()));
  }
  std::ranges::move(ptx, std::back_inserter(report.families));
  auto next = report.families.begin();
  for (unsigned family = 0; family < kFamilies; ++family) // what is not linked is not implemented either
    if (isAsked(family)) {
      if (next == report.families.end() || next->name != kFamilyNames[family]) {
        next = report.families.emplace(next);
        next->name = kFamilyNames[family];
      }
      ++next;
    }
  report.interrupted = options.stop && *options.stop;
  return report;
}

Status worstOf(const Report& report) {
  const auto rank = [](Status status) {
    constexpr unsigned kRanks[] = {1, 4, 4, 4, 0, 3}; // what nobody implements says nothing
    return kRanks[static_cast<unsigned>(status)];
  };
  Status worst = Status::NotImplemented;
  for (const FamilyReport& family : report.families)
    for (const FormReport& form : family.forms)
      if (rank(form.status) > rank(worst))
        worst = form.status;
  return worst;
}

} // namespace warplaw::check
