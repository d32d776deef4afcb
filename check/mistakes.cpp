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

std::vector<Mistakes::View> Mistakes::viewsOf(Bytes asked, Bytes answered,
                                              std::span<const std::size_t> readings) const {
  std::vector<View> views;
  for (const Stated& stated : family_.statedOf(asked, answered)) {
    const auto leaves = [&](const Reading& reading) {
      Stated ran = stated;
      reading.run(ran);
      return family_.outputsAsRead(asked, ran);
    };
    View view{family_.outputsOf(asked, answered), leaves(readings_.right), {}};
    for (const std::size_t reading : readings)
      view.read.push_back(leaves(readings_.wrong[reading]));
    views.push_back(std::move(view));
  }
  if (views.empty()) // choices that are none: no reading has any
    views.push_back({{1}, {0}, std::vector<Outputs>(readings.size(), Outputs{0})});
  return views;
}

/// With the choices that leave the fewest wrong.
Mistakes::View Mistakes::viewOf(Bytes asked, Bytes answered, std::span<const std::size_t> readings) const {
  std::vector<View> views = viewsOf(asked, answered, readings);
  const auto wrong = [](const View& view) {
    std::size_t count = 0;
    for (std::size_t output = 0; output < view.got.size(); ++output)
      count += view.isWrong(output);
    return count;
  };
  return std::move(*std::ranges::min_element(views, {}, wrong));
}

std::vector<std::size_t> Mistakes::knownReadings() const {
  std::vector<std::size_t> readings;
  for (const Known& known : known_)
    readings.push_back(known.reading);
  return readings;
}
Mistakes::View Mistakes::viewByKnown(Bytes asked, Bytes answered) const {
  return viewOf(asked, answered, knownReadings());
}

bool Mistakes::gives(const Reading& reading, const Exchange& exchange) const {
  const Outputs got = family_.outputsOf(exchange.asked, exchange.answered);
  std::vector<Stated> all = family_.statedOf(exchange.asked, exchange.answered);
  return std::ranges::any_of(all, [&](Stated& stated) {
    reading.run(stated);
    return family_.outputsAsRead(exchange.asked, stated) == got;
  });
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
    const Reading& reading = readings_.wrong[k];
    const auto isGiven = [&](const Exchange& exchange) { return gives(reading, exchange); };
    if (!std::ranges::all_of(wrong, isGiven) || !std::ranges::all_of(right, isGiven))
      continue;
    if (known_.empty())
      known_.push_back({{}, k});
    known_.front().add(reading.name, k);
  }
  return !known_.empty();
}

/// Drops readings that are wrong where the executor is right, or mostly wrong in another way. `erred`: that it errs as
/// they do is known already.
void Mistakes::keepTrue(std::vector<std::size_t>& readings, std::span<const View> views, bool erred) const {
  std::erase_if(readings, [&](std::size_t reading) {
    std::size_t errs = erred, isRight = 0, outputs = erred, otherOutputs = 0;
    for (const View& view : views) {
      const Outputs& read = view.read[reading];
      std::size_t alike = 0, unlike = 0;
      for (std::size_t output = 0; output < read.size(); ++output)
        if (read[output] != view.right[output]) {
          alike += read[output] == view.got[output];
          unlike += view.isWrong(output) && read[output] != view.got[output];
        }
      errs += alike != 0;
      isRight += alike + unlike == 0 && read != view.right;
      outputs += alike;
      otherOutputs += unlike;
    }
    return errs <= kErrsAsOften * isRight || outputs <= otherOutputs;
  });
}

/// As few readings as it takes, those first that leave most of the wrong outputs.
void Mistakes::learnSeveral(std::span<const Exchange> wrong, std::span<const Exchange> right) {
  std::vector<std::size_t> all(readings_.wrong.size());
  std::iota(all.begin(), all.end(), 0);
  const auto look = [&](std::span<const Exchange> exchanges, std::vector<View>& views) {
    for (const Exchange& exchange : exchanges) {
      View& view = views.emplace_back(viewOf(exchange.asked, exchange.answered, all));
      std::vector<Outputs> read(readings_.wrong.size()); // by the reading's number, as everywhere here
      for (std::size_t k = 0; k < all.size(); ++k)
        read[all[k]] = std::move(view.read[k]);
      view.read = std::move(read);
    }
  };
  std::vector<View> views, small;
  look(wrong, views);
  look(right, views);
  keepTrue(all, views, false);
  if (!all.empty()) {
    if (!smallOnes_)
      smallOnes_ = small_();
    look(*smallOnes_, small);
    keepTrue(all, small, true);
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
  isUnexplained_ = known_.empty() || std::ranges::any_of(wrong, [&](const Exchange& exchange) {
                     return !isExplained(exchange.asked, exchange.answered);
                   });
}

bool Mistakes::allowRight(Bytes asked, Bytes answered) const {
  if (known_.size() != 1 || isUnexplained_)
    return true; // of several together, each is wrong where another one is not
  const Exchange exchange{{asked.begin(), asked.end()}, {answered.begin(), answered.end()}};
  return std::ranges::all_of(known_.front().alike,
                             [&](std::size_t reading) { return gives(readings_.wrong[reading], exchange); });
}

bool Mistakes::isExplained(Bytes asked, Bytes answered) const {
  const std::vector<std::size_t> known = knownReadings();
  // most often one reading gives all of it: then nobody needs to know what is right there
  const Exchange exchange{{asked.begin(), asked.end()}, {answered.begin(), answered.end()}};
  if (std::ranges::any_of(known, [&](std::size_t reading) { return gives(readings_.wrong[reading], exchange); }))
    return true;
  return std::ranges::any_of(viewsOf(asked, answered, known), [](const View& view) {
    std::vector<std::size_t> all(view.read.size());
    std::iota(all.begin(), all.end(), 0);
    for (std::size_t output = 0; output < view.got.size(); ++output)
      if (view.isWrong(output) && !view.isCovered(all, output))
        return false;
    return true;
  });
}

bool Mistakes::shows(std::size_t mistake, How how, Bytes asked, Bytes answered) const {
  if (count() == 1)
    return true;
  if (mistake == known_.size())
    return !isExplained(asked, answered);
  const View view = viewByKnown(asked, answered);
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
