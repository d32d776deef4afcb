#include "check/pair.h"
#include "check/shown.h"
#include <algorithm>
#include <fmt/format.h>

namespace warplaw::check {
namespace {

constexpr fuzz::Kinds kFails = fuzz::setOf(fuzz::Kind::Register); ///< however it does

class TwoCases {
public:
  TwoCases(Family& family, Executor& executor) : by_(executor.table().by()), family_(family), batch_(family, executor) {
    batch_.resize(2);
  }

  std::optional<Pair> operator()(Bytes first, Bytes second) {
    set(0, first);
    set(1, second);
    const Answer answer = ask();
    if (answer.how != How::Answered)
      return shownOf(1, answer.what, true);
    for (const unsigned k : {0u, 1u})
      if (fails(k)) {
        minimize(k, k);
        minimize(1 - k, k);
        if (ask().how == How::Answered && fails(k))
          return shownOf(k, family_.inputsAreKept(asked(k), batch_.answered(k)) ? "" : "it changed what goes in",
                         false);
      }
    return std::nullopt;
  }

private:
  Bytes asked(unsigned k) const { return std::as_const(batch_).asked(k); }
  void set(unsigned k, Bytes bytes) { std::ranges::copy(bytes, batch_.asked(k).begin()); }
  Answer ask() {
    constexpr std::array<std::size_t, 2> kBoth = {0, 1};
    return batch_.ask(kBoth);
  }
  bool fails(unsigned k) {
    return !family_.inputsAreKept(asked(k), batch_.answered(k)) || family_.judge(asked(k), batch_.answered(k));
  }

  /// Number k, as long as `wrong` fails.
  void minimize(unsigned k, unsigned wrong) {
    const unsigned form = family_.formOf(asked(k));
    std::vector<std::byte> best(asked(k).begin(), asked(k).end()), tried(family_.bytes());
    const auto put = [&](const fuzz::Words& words) {
      if (!family_.fromWords(words, tried) || family_.formOf(tried) != form)
        return false;
      set(k, tried);
      return true;
    };
    const fuzz::Judge judge = [&](const fuzz::Words& words) -> fuzz::Kinds {
      return put(words) && ask().how == How::Answered && fails(wrong) ? kFails : 0;
    };
    fuzz::MinimizeOptions options;
    options.small = family_.small();
    const fuzz::Words start = family_.wordsOf(best);
    if (judge(start) && put(fuzz::minimize(family_.layout(), start, judge, options).words))
      return;
    set(k, best); // what stands in destinations is no word of it, and may decide
  }

  static const char* place(unsigned k) { return k ? "second" : "first"; }
  Pair shownOf(unsigned k, const std::string& what, bool ended) {
    const unsigned other = 1 - k;
    const auto copy = [&](unsigned at) { return std::vector<std::byte>(asked(at).begin(), asked(at).end()); };
    Pair pair{{copy(0), copy(1)}, family_.caseOf(asked(k)), family_.caseOf(asked(other)), k == 1, "", ""};
    fuzz::Oracle& oracle = sharedOracle();
    Shown seen = ended ? Shown{"", shownUnanswered(oracle, pair.wrong)}
                       : shown(family_, oracle, pair.wrong, asked(k), batch_.answered(k), by_, false);
    pair.what = fmt::format("{}, as the {} of a batch of two", what.empty() ? seen.what : what, place(k));
    pair.table = fmt::format("{}{}  the {} of the batch:\n{}", seen.table,
                             ended ? "" : "  expected: the encoding; got: the executor\n", place(other),
                             shownUnanswered(oracle, pair.other, {.allLanes = true}));
    pair.got = ended ? spec::Got{.by = by_, .what = pair.what, .isAnswer = false} : std::move(seen.got);
    return pair;
  }

  std::string by_;
  Family& family_;
  Batch batch_;
};

} // namespace

std::optional<Pair> wrongPair(Family& family, Executor& executor, Bytes first, Bytes second) {
  return TwoCases(family, executor)(first, second);
}

std::optional<Pair> wrongBeside(Family& family, Executor& executor, Bytes asked, unsigned tries) {
  TwoCases two(family, executor);
  WideDice dice(2);
  std::vector<std::byte> other(family.bytes());
  const unsigned form = family.formOf(asked);
  for (unsigned k = 0; k < tries; ++k) {
    family.draw(form, dice, other);
    if (auto pair = k % 2 ? two(asked, other) : two(other, asked))
      return pair;
  }
  return std::nullopt;
}

} // namespace warplaw::check
