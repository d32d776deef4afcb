#include "ptx/machine/interval.h"
#include <algorithm>
#include <bit>

namespace warplaw::ptx {
namespace {
constexpr std::size_t kMostWords = 1 << 16;                            ///< so many have numbers
constexpr std::int64_t kMostWorth = 1 << 20, kLeastWorth = -(1 << 14); ///< less: it is not tried any more
} // namespace

// Behind the last word there is room for a row that begins there.
Interval::Interval(std::size_t bytes) : words_(bytes / 4 + 32), noted_(64), isOn_(words_.size() < kMostWords) {}

void Interval::restart(Accesses& accesses, bool isNewBlock) {
  worth_ = std::min(worth_ + static_cast<std::int64_t>(count_), kMostWorth);
  isOn_ = worth_ >= kLeastWorth && words_.size() < kMostWords;
  if (!isClean_ && isNewBlock) { // in a block the clocks say that it is before
    accesses.forget();
    isClean_ = true;
  }
  isClean_ &= isOn_;
  count_ = 0;
  users_ = effect_ = 0;
  base_ += kWordStates;
  if (base_ == 0) { // all numbers were used
    std::ranges::fill(words_, 0);
    base_ = kWordStates;
  }
}

void Interval::handOver(const Clocks& clocks, Accesses& accesses) {
  if (!isOn_)
    return;
  isOn_ = isClean_ = false;
  for (std::size_t i = 0; i < count_; ++i) {
    const Noted& one = noted_[i];
    const Access access{&clocks, one.stamp, one.step, one.writes, one.effect != 0, one.effect};
    for (std::uint32_t left = one.lanes; left != 0; left &= left - 1) {
      const auto lane = static_cast<unsigned>(std::countr_zero(left));
      const auto word = one.isRow ? one.row + lane : one.first[lane];
      accesses.note(4 * word, std::size_t{4} * one.words, access, lane);
    }
  }
  worth_ -= 2 * static_cast<std::int64_t>(count_);
  count_ = 0;
}

bool Interval::isPlain(const Noted& now, std::uint32_t lanes, bool isOne, const RowFunctions& rows) {
  const std::uint32_t thread = warpOf(now.stamp) * 32;
  if (now.effect != 0) {
    if (effect_ != 0 && effect_ != now.effect)
      return false;
    effect_ = now.effect;
  } else if (!now.writes && isOne) {
    const std::uint32_t others = lanes & (lanes - 1);
    lanes ^= others & (others - 1); // what two of them make of a word, all make
  }
  const auto each = now.effect != 0 ? rows.updateEach : now.writes ? rows.writeEach : rows.readEach;
  bool isPlain = true;
  for (unsigned word = 0; word < now.words; ++word)
    isPlain &= each(words_.data() + word, now.first.data(), base_, thread, lanes);
  return isPlain;
}

bool Interval::note(const Access& access, const std::uint64_t* address, std::uint64_t from, std::size_t size,
                    std::uint32_t lanes, const Span& span, const RowFunctions& rows, Accesses& accesses) {
  use(warpOf(access.stamp));
  Noted* const now = next(access, lanes);
  const auto row = static_cast<std::int64_t>((span.least - from) / 4) - std::countr_zero(lanes);
  bool isNoted = false;
  if (now && span.isConsecutive && size == 4 && !access.isAtomic && row >= 0) {
    isNoted = isPlainRow(*now, static_cast<std::size_t>(row), [&](auto* words, auto base, auto thread) {
      return (now->writes ? rows.writeRow : rows.readRow)(words, base, thread, lanes);
    });
  } else if (now && size % 4 == 0 && access.isAtomic == (access.effect != 0)) {
    now->words = static_cast<std::uint8_t>(size / 4);
    rows.wordsOf(address, 0 - from, ~std::uint64_t{0}, ~0u, 0, now->first.data());
    isNoted = isPlain(*now, lanes, span.least == span.most, rows);
  }
  return end(isNoted, *access.clocks, accesses);
}

} // namespace warplaw::ptx
