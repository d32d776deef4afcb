#include "check/batch.h"
#include <algorithm>
#include <cstring>
#include <numeric>

namespace warplaw::check {

namespace {
const Answer kInputsChanged{How::Crashed, "it changed what goes in"};
}

Answer askOne(Executor& executor, const Family& family, Bytes asked, std::span<std::byte> answered) {
  const Answer answer = executor.ask(family.index(), family.bytes(), asked, answered);
  return answer.how == How::Answered && !family.inputsAreKept(asked, answered) ? kInputsChanged : answer;
}

void Batch::resize(std::size_t count) {
  count_ = count;
  asked_.resize(count * bytes_);
  answered_.resize(count * bytes_);
  isAnswered_.assign(count, false);
}

bool Batch::inputsAreKept(std::size_t k) const { return family_.inputsAreKept(asked(k), answered(k)); }

Answer Batch::askWhole() {
  const Answer answer = executor_.ask(family_.index(), bytes_, asked_, answered_);
  isAnswered_.assign(count_, answer.how == How::Answered);
  return answer;
}

Answer Batch::ask(std::span<const std::size_t> which, bool afresh) {
  out_.resize(which.size() * bytes_);
  in_.resize(which.size() * bytes_);
  for (std::size_t k = 0; k < which.size(); ++k)
    std::memcpy(out_.data() + k * bytes_, asked(which[k]).data(), bytes_);
  const Answer answer = executor_.ask(family_.index(), bytes_, out_, in_, afresh);
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

/// The first case that shows no answer, or one before it, which wrote over its neighbour; else halves decide.
Ended Batch::culprit(std::span<const std::size_t> which, const Answer& seen) {
  const auto untouched = std::ranges::find_if(which, [&](std::size_t k) {
    const std::size_t at = family_.outputsAt();
    return std::memcmp(asked(k).data() + at, answered(k).data() + at, bytes_ - at) == 0;
  });
  const auto changed = std::ranges::find_if(which, [&](std::size_t k) { return !inputsAreKept(k); });
  std::size_t suspect = static_cast<std::size_t>(std::min(untouched, changed) - which.begin());
  suspect = std::min(suspect, which.size() - 1);
  if (auto found = alone(which[suspect]))
    return *found;
  if (suspect > 0)
    if (auto found = alone(which[suspect - 1]))
      return *found;
  if (auto found = byHalving(which))
    return *found;
  return {which[suspect], seen, false};
}

std::vector<Ended> Batch::askAll() {
  std::vector<std::size_t> left(count_);
  std::iota(left.begin(), left.end(), 0);
  std::vector<Ended> all;
  while (!left.empty()) {
    const Answer answer = askAndLook(left, false);
    if (answer.how == How::Answered)
      break;
    all.push_back(culprit(left, answer));
    const unsigned form = family_.formOf(asked(all.back().index));
    for (const std::size_t k : left)
      isAnswered_[k] = false;
    std::erase_if(left, [&](std::size_t k) { return family_.formOf(asked(k)) == form; });
  }
  return all;
}

} // namespace warplaw::check
