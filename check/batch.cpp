#include "check/batch.h"
#include <algorithm>
#include <cstring>
#include <numeric>

namespace warplaw::check {

namespace {
const Answer kInputsChanged{How::Crashed, "it changed what goes in"};
}

Answer askOne(Executor& executor, const Family& family, Bytes asked, std::span<std::byte> answered, double share) {
  const Answer answer = executor.ask(family.index(), family.bytes(), asked, answered, false, share);
  return answer.how == How::Answered && !family.inputsAreKept(asked, answered) ? kInputsChanged : answer;
}

void Batch::resize(std::size_t count) {
  count_ = count;
  asked_.resize(count * bytes_);
  answered_.resize(count * bytes_);
  isAnswered_.assign(count, false);
}

bool Batch::inputsAreKept(std::size_t k) const { return family_.inputsAreKept(asked(k), answered(k)); }

/// As a batch has so much time, so have its parts, but not next to none.
double Batch::shareOf(std::size_t count) const {
  return hasHung_ ? std::max(kLeastShare, static_cast<double>(count) / static_cast<double>(count_)) : 1;
}

Answer Batch::askWhole() {
  const Answer answer = executor_.ask(family_.index(), bytes_, asked_, answered_);
  isAnswered_.assign(count_, answer.how == How::Answered);
  hasHung_ |= answer.how == How::TimedOut;
  return answer;
}

Answer Batch::ask(std::span<const std::size_t> which, bool afresh) {
  out_.resize(which.size() * bytes_);
  in_.resize(which.size() * bytes_);
  for (std::size_t k = 0; k < which.size(); ++k)
    std::memcpy(out_.data() + k * bytes_, asked(which[k]).data(), bytes_);
  const Answer answer = executor_.ask(family_.index(), bytes_, out_, in_, afresh, shareOf(which.size()));
  hasHung_ |= answer.how == How::TimedOut;
  for (std::size_t k = 0; k < which.size(); ++k) {
    std::memcpy(answered_.data() + which[k] * bytes_, in_.data() + k * bytes_, bytes_);
    isAnswered_[which[k]] = answer.how == How::Answered;
  }
  return answer;
}

Answer Batch::askAndLook(std::span<const std::size_t> which, bool afresh) {
  const Answer answer = which.size() == count_ && !afresh ? askWhole() : ask(which, afresh);
  if (answer.how == How::Answered && !std::ranges::all_of(which, [&](std::size_t k) { return inputsAreKept(k); }))
    return kInputsChanged;
  return answer;
}

std::optional<Ended> Batch::alone(std::size_t k) {
  const Answer answer = askAndLook({&k, 1}, true);
  if (answer.how == How::Answered)
    return std::nullopt;
  return Ended{k, answer, true};
}

std::optional<Ended> Batch::byHalving(std::span<const std::size_t> which) {
  if (which.size() == 1)
    return alone(which.front());
  const std::size_t half = which.size() / 2;
  for (const auto part : {which.first(half), which.subspan(half)})
    if (askAndLook(part, true).how != How::Answered)
      return byHalving(part);
  return std::nullopt;
}

/// Who is at fault is found out, even if the time is nearly up: for as long as a batch may take.
class Grace {
public:
  explicit Grace(Executor& executor) : executor_(executor), end_(executor.end()) {
    const std::chrono::duration<double> limit(executor.limit());
    const auto least = Executor::Clock::now() + std::chrono::duration_cast<Executor::Clock::duration>(limit);
    executor.endAt(std::max(end_, least));
  }
  ~Grace() { executor_.endAt(end_); }
  Grace(const Grace&) = delete;
  Grace& operator=(const Grace&) = delete;

private:
  Executor& executor_;
  Executor::Clock::time_point end_;
};

/// The first case that shows no answer, or one before it, which wrote over its neighbour; else halves decide.
Ended Batch::culprit(std::span<const std::size_t> which, const Answer& seen) {
  const Grace grace(executor_);
  const auto untouched = std::ranges::find_if(which, [&](std::size_t k) {
    const std::size_t at = family_.outputsAt();
    return std::memcmp(asked(k).data() + at, answered(k).data() + at, bytes_ - at) == 0;
  });
  const auto changed = std::ranges::find_if(which, [&](std::size_t k) { return !inputsAreKept(k); });
  std::size_t suspect = static_cast<std::size_t>(std::min(untouched, changed) - which.begin());
  suspect = std::min(suspect, which.size() - 1);
  auto found = alone(which[suspect]);
  if (!found && suspect > 0)
    found = alone(which[suspect - 1]);
  if (!found)
    found = byHalving(which);
  if (!found)
    return {which[suspect], seen, false};
  if (found->answer.how == How::NotAsked)
    return {found->index, seen, true, true};
  if (seen.how == How::TimedOut && found->answer.how == How::TimedOut)
    found->answer = seen; // it had a part of that time
  return *found;
}

/// Cases of a form that stood before one that ended the process: what they answered counts.
void Batch::askEarlier(std::span<const std::size_t> which) {
  const bool isAnswered = !which.empty() && askAndLook(which, false).how == How::Answered;
  for (const std::size_t k : which)
    isAnswered_[k] = isAnswered;
}

void Batch::askWhatIsLeft(std::vector<std::size_t> left, std::vector<Ended>& ended) {
  const auto formOf = [&](std::size_t k) { return family_.formOf(asked(k)); };
  while (!left.empty()) {
    const Answer answer = askAndLook(left, false);
    if (answer.how == How::Answered || answer.how == How::NotAsked)
      return;
    ended.push_back(culprit(left, answer));
    const std::size_t last = ended.back().index;
    for (const std::size_t k : left)
      isAnswered_[k] = false;
    std::vector<std::size_t> earlier;
    std::copy_if(left.begin(), std::ranges::find(left, last), std::back_inserter(earlier),
                 [&](std::size_t k) { return formOf(k) == formOf(last); });
    askEarlier(earlier);
    std::erase_if(left, [&](std::size_t k) { return formOf(k) == formOf(last); });
    if (answer.how != How::TimedOut)
      continue;
    while (!left.empty()) {
      std::vector<std::size_t> next;
      const auto isOfNext = [&, of = formOf(left.front())](std::size_t k) { return formOf(k) == of; };
      std::ranges::copy_if(left, std::back_inserter(next), isOfNext);
      std::erase_if(left, isOfNext);
      askWhatIsLeft(std::move(next), ended);
    }
  }
}

std::vector<Ended> Batch::askAll() {
  std::vector<std::size_t> all(count_);
  std::iota(all.begin(), all.end(), 0);
  std::vector<Ended> ended;
  askWhatIsLeft(std::move(all), ended);
  return ended;
}

} // namespace warplaw::check
