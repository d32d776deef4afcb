#include "check/mistakes.h"
#include <algorithm>
#include <numeric>

namespace warplaw::check {
namespace {

/// A reading counts where an executor errs as it does so many times as often as it is right where the reading is wrong.
/// Not always: two mistakes may undo each other.
constexpr std::size_t kErrsAsOften = 16;

/// Where a reading gives something, one output on which the executor is right instead counts against so many given.
constexpr std::ptrdiff_t kContradicted = 4;

/// Beside what nobody explains, a reading counts that gives at least one wrong output for so many of those: a reading
/// that errs in one lane alone has that in common with much.
constexpr std::size_t kMostUnexplained = 10;

} // namespace

/// Is it one that these readings leave, or one on which two of them meet?
bool Mistakes::View::isCovered(std::span<const std::size_t> by, std::size_t output) const {
  std::size_t differ = 0;
  for (const std::size_t reading : by) {
    if (read[reading][output] == got[output])
      return true;
    differ += read[reading][output] != right[output];
  }
  return differ > 1;
}

/// An answer as readings see it. To run one takes long: each runs once, and only if somebody asks.
class Mistakes::Seen {
public:
  Seen(const Mistakes& of, Bytes asked, Bytes answered)
      : of_(of), asked_(asked.begin(), asked.end()), stated_(of.family_.statedOf(asked, answered)),
        got_(stated_.empty() ? Outputs{1} : of.family_.outputsOf(asked, answered)), left_(choices()) {}

  /// How many choices the answer may have made.
  std::size_t choices() const { return std::max<std::size_t>(stated_.size(), 1); }
  const Outputs& got() const { return got_; }
  const Outputs& right(std::size_t choice) const { return leaves(kRight, choice); }
  const Outputs& leaves(std::size_t reading, std::size_t choice) const {
    const auto [at, isNew] = left_[choice].try_emplace(reading);
    if (isNew)
      at->second = ran(reading, choice);
    return at->second;
  }
  bool isGivenBy(std::size_t reading) const {
    for (std::size_t choice = 0; choice < choices(); ++choice)
      if (leaves(reading, choice) == got_)
        return true;
    return false;
  }
  /// The choice that leaves the fewest wrong.
  std::size_t likeliest() const {
    std::size_t best = 0, fewest = ~std::size_t{0};
    for (std::size_t choice = 0; choice < choices() && fewest != 0; ++choice) {
      std::size_t wrong = 0;
      for (std::size_t output = 0; output < got_.size(); ++output)
        wrong += got_[output] != right(choice)[output];
      if (wrong < fewest) {
        fewest = wrong;
        best = choice;
      }
    }
    return best;
  }
  /// What these leave, each at its place among them.
  View viewOf(std::span<const std::size_t> readings, std::size_t choice) const {
    View view{got_, right(choice), {}};
    for (const std::size_t reading : readings)
      view.read.push_back(leaves(reading, choice));
    return view;
  }

private:
  static constexpr std::size_t kRight = ~std::size_t{0}; ///< the number of the reading that is none of the wrong ones

  Outputs ran(std::size_t reading, std::size_t choice) const {
    if (stated_.empty()) // choices that are none: no reading has any
      return {0};
    Stated stated = stated_[choice];
    (reading == kRight ? of_.readings_.right : of_.readings_.wrong[reading]).run(stated);
    return of_.family_.outputsAsRead(asked_, stated);
  }

  const Mistakes& of_;
  std::vector<std::byte> asked_;
  std::vector<Stated> stated_;
  Outputs got_;
  mutable std::vector<std::map<std::size_t, Outputs>> left_; ///< by choice and reading
};

Mistakes::Mistakes(Family& family, KnownReadings readings, Small small)
    : family_(family), readings_(std::move(readings)), small_(std::move(small)) {}
Mistakes::~Mistakes() = default;

const Mistakes::Seen& Mistakes::seen(const Exchange& exchange) {
  std::unique_ptr<Seen>& made = seen_[{exchange.asked, exchange.answered}];
  if (!made)
    made = std::make_unique<Seen>(*this, exchange.asked, exchange.answered);
  return *made;
}

std::vector<std::size_t> Mistakes::knownReadings() const {
  std::vector<std::size_t> readings;
  for (const Known& known : known_)
    readings.push_back(known.reading);
  return readings;
}
void Mistakes::learn(std::span<const Exchange> wrong, std::span<const Exchange> right) {
  known_.clear();
  isUnexplained_ = false;
  if (learnOne(wrong, right))
    return;
  std::vector<Exchange> ofForm; // what is wrong in one form may be right in others that are code of their own
  for (const Exchange& exchange : right)
    if (!wrong.empty() && family_.formOf(exchange.asked) == family_.formOf(wrong.front().asked))
      ofForm.push_back(exchange);
  if (!learnOne(wrong, ofForm))
    learnSeveral(wrong, right);
}

/// One mistake: readings that give every answer, the right ones, too.
bool Mistakes::learnOne(std::span<const Exchange> wrong, std::span<const Exchange> right) {
  for (std::size_t k = 0; k < readings_.wrong.size(); ++k) {
    const auto isGiven = [&](const Exchange& exchange) { return seen(exchange).isGivenBy(k); };
    if (!std::ranges::all_of(wrong, isGiven) || !std::ranges::all_of(right, isGiven))
      continue;
    if (known_.empty())
      known_.push_back({{}, k});
    known_.front().add(readings_.wrong[k].name, k);
  }
  return !known_.empty();
}

/// Drops readings that are wrong where the executor is right, or mostly wrong in another way. `erred`: that it errs as
/// they do is known already.
void Mistakes::keepTrue(std::vector<std::size_t>& readings, std::span<const Exchange> exchanges, bool erred) {
  struct Count {
    std::size_t errs, isRight, outputs, otherOutputs;
  };
  std::vector<Count> counts(readings_.wrong.size(), {erred, 0, erred, 0});
  const auto isUntrue = [&](std::size_t reading) {
    const Count& count = counts[reading];
    return count.errs <= kErrsAsOften * count.isRight || count.outputs <= count.otherOutputs;
  };
  std::vector<const Exchange*> rightOnes; // they tell against a reading, never for it: few are left to run there
  for (const Exchange& exchange : exchanges) {
    const Seen& answer = seen(exchange);
    const Outputs &got = answer.got(), &right = answer.right(answer.likeliest());
    if (got == right) {
      rightOnes.push_back(&exchange);
      continue;
    }
    for (const std::size_t reading : readings) {
      const Outputs& read = answer.leaves(reading, answer.likeliest());
      std::size_t alike = 0, unlike = 0;
      for (std::size_t output = 0; output < read.size(); ++output)
        if (read[output] != right[output]) {
          alike += read[output] == got[output];
          unlike += got[output] != right[output] && read[output] != got[output];
        }
      counts[reading].errs += alike != 0;
      counts[reading].isRight += alike + unlike == 0 && read != right;
      counts[reading].outputs += alike;
      counts[reading].otherOutputs += unlike;
    }
  }
  std::erase_if(readings, isUntrue);
  for (const Exchange* exchange : rightOnes) {
    const Seen& answer = seen(*exchange);
    std::erase_if(readings, [&](std::size_t reading) {
      const std::size_t choice = answer.likeliest();
      counts[reading].isRight += answer.leaves(reading, choice) != answer.right(choice);
      return isUntrue(reading);
    });
  }
}

/// As few readings as it takes, those first that leave most of the wrong outputs.
void Mistakes::learnSeveral(std::span<const Exchange> wrong, std::span<const Exchange> right) {
  std::vector<std::size_t> all(readings_.wrong.size());
  std::iota(all.begin(), all.end(), 0);
  std::vector<Exchange> exchanges(wrong.begin(), wrong.end());
  exchanges.insert(exchanges.end(), right.begin(), right.end());
  keepTrue(all, exchanges, false);
  if (!all.empty()) {
    if (!smallOnes_)
      smallOnes_ = small_();
    keepTrue(all, *smallOnes_, true);
  }
  std::vector<View> views;
  for (const Exchange& exchange : exchanges) {
    const Seen& answer = seen(exchange);
    View& view = views.emplace_back(answer.viewOf({}, answer.likeliest()));
    view.read.resize(readings_.wrong.size()); // by the reading's number, as everywhere here
    for (const std::size_t reading : all)
      view.read[reading] = answer.leaves(reading, answer.likeliest());
  }

  const auto counted = [&](auto&& counts) {
    std::size_t count = 0;
    for (const View& view : views)
      for (std::size_t output = 0; output < view.got.size(); ++output)
        count += counts(view, output);
    return count;
  };
  std::vector<std::size_t> chosen;
  const auto given = [&](std::span<const std::size_t> by) {
    return counted([&](const View& view, std::size_t output) {
      return view.isWrong(output) && std::ranges::any_of(by, [&](std::size_t reading) {
               return view.read[reading][output] == view.got[output];
             });
    });
  };
  const auto gain = [&](std::size_t reading) {
    std::vector<std::size_t> more = chosen;
    more.push_back(reading);
    return static_cast<std::ptrdiff_t>(given(more) - given(chosen));
  };
  const auto worth = [&](std::size_t reading) {
    const std::size_t contradicted = counted([&](const View& view, std::size_t output) {
      return !view.isWrong(output) && view.read[reading][output] != view.right[output];
    });
    return gain(reading) - kContradicted * static_cast<std::ptrdiff_t>(contradicted);
  };
  for (std::vector<std::size_t> left = all; chosen.size() + 1 < kMost;) {
    std::erase_if(left, [&](std::size_t reading) { return gain(reading) == 0; });
    if (left.empty())
      break;
    chosen.push_back(*std::ranges::max_element(left, {}, worth));
  }
  const std::size_t unexplained = counted(
      [&](const View& view, std::size_t output) { return view.isWrong(output) && !view.isCovered(chosen, output); });
  for (std::size_t k = chosen.size(); k-- > 0;) {
    std::vector<std::size_t> others = chosen;
    others.erase(others.begin() + static_cast<std::ptrdiff_t>(k));
    const std::size_t alone = given(chosen) - given(others);
    if (alone == 0 || kMostUnexplained * alone < unexplained)
      chosen = others;
  }

  for (const std::size_t reading : chosen) {
    Known known{{}, reading};
    for (const std::size_t other : all)
      if (std::ranges::all_of(views, [&](const View& view) { return view.read[other] == view.read[reading]; }))
        known.add(readings_.wrong[other].name, other);
    known_.push_back(std::move(known));
  }
  isUnexplained_ = known_.empty() ||
                   !std::ranges::all_of(wrong, [&](const Exchange& exchange) { return isExplained(seen(exchange)); });
}

bool Mistakes::allowRight(Bytes asked, Bytes answered) const {
  if (known_.size() != 1 || isUnexplained_)
    return true; // of several together, each is wrong where another one is not
  const Seen answer(*this, asked, answered);
  return std::ranges::all_of(known_.front().alike, [&](std::size_t reading) { return answer.isGivenBy(reading); });
}

bool Mistakes::isExplained(Bytes asked, Bytes answered) const { return isExplained(Seen(*this, asked, answered)); }
bool Mistakes::isExplained(const Seen& answer) const {
  const std::vector<std::size_t> known = knownReadings();
  // most often one reading gives all of it: then nobody needs to know what is right there
  if (std::ranges::any_of(known, [&](std::size_t reading) { return answer.isGivenBy(reading); }))
    return true;
  std::vector<std::size_t> each(known.size());
  std::iota(each.begin(), each.end(), 0);
  for (std::size_t choice = 0; choice < answer.choices(); ++choice) {
    const View view = answer.viewOf(known, choice);
    bool isAll = true;
    for (std::size_t output = 0; output < view.got.size(); ++output)
      isAll = isAll && (!view.isWrong(output) || view.isCovered(each, output));
    if (isAll)
      return true;
  }
  return false;
}

bool Mistakes::shows(std::size_t mistake, How how, Bytes asked, Bytes answered) const {
  if (count() == 1)
    return true;
  if (mistake == known_.size())
    return !isExplained(asked, answered);
  const Seen answer(*this, asked, answered);
  const View view = answer.viewOf(knownReadings(), answer.likeliest());
  const Outputs& read = view.read[mistake];
  if (how == How::Alone && read != view.got)
    return false;
  for (std::size_t output = 0; output < view.got.size(); ++output) {
    const auto isGiven = [&](const Outputs& left) { return left[output] == view.got[output]; };
    if (view.isWrong(output) && isGiven(read) && std::ranges::count_if(view.read, isGiven) == 1)
      return true;
  }
  return false;
}

} // namespace warplaw::check
