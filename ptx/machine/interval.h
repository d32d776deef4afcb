// Accesses of a block's shared memory since its warps last met as a whole. As long as it is plain that none of them
// meets another one, of each word only that much is kept as says so, and the accesses stand in a list. Where it is not
// plain, Accesses (ptx/machine/order.h) takes the list, and says who meets whom.
#pragma once
#include "ptx/machine/order.h"
#include "ptx/machine/rows.h"
#include <array>
#include <cstdint>
#include <vector>

namespace warplaw::ptx {

class Interval {
public:
  explicit Interval(std::size_t bytes);
  /// Whatever was accessed is before whatever comes, or another block did it.
  void restart(Accesses& accesses, bool isNewBlock);
  /// Notes an access of these lanes, each of `size` bytes at address - from. True: it is noted, and meets no other
  /// access. False: Accesses has all that was noted, and is to note this one and those that follow, until restart().
  bool note(const Access& access, const std::uint64_t* address, std::uint64_t from, std::size_t size,
            std::uint32_t lanes, const Span& span, const RowFunctions& rows, Accesses& accesses);
  struct Noted {
    Stamp stamp; ///< lane 0's
    std::uint32_t step, lanes, effect;
    bool writes, isRow; ///< isRow: lane i's word is i behind lane 0's, of which `row` alone says which
    std::uint8_t words; ///< of each lane
    std::uint32_t row;
    std::array<std::uint16_t, 32> first; ///< word of each lane
  };
  /// What note() does, in three steps. next: room for an access, whose words the caller fills in; null: there is none.
  /// isPlain, isPlainRow: does it meet no other access? `isOne`: all lanes access one word. end: it is noted, or
  /// Accesses is to look at this and all that follow.
  Noted* next(const Access& access, std::uint32_t lanes) {
    if (!isOn_ || count_ == kMostNoted)
      return nullptr;
    if (count_ == noted_.size())
      noted_.resize(2 * count_);
    Noted& now = noted_[count_];
    now.stamp = access.stamp;
    now.step = access.step;
    now.lanes = lanes;
    now.effect = access.effect;
    now.writes = access.writes;
    now.words = 1;
    now.isRow = false;
    return &now;
  }
  bool isPlain(const Noted& now, std::uint32_t lanes, bool isOne, const RowFunctions& rows);
  /// note(row's words, base, thread): does what `rows` do with a row.
  template <class Note> bool isPlainRow(Noted& now, std::size_t row, const Note& note) {
    now.isRow = true;
    now.row = static_cast<std::uint32_t>(row);
    return note(words_.data() + row, base_, warpOf(now.stamp) * 32);
  }
  bool end(bool isPlain, const Clocks& clocks, Accesses& accesses) {
    count_ += isPlain ? 1 : 0;
    if (!isPlain)
      handOver(clocks, accesses);
    return isPlain;
  }
  /// Accesses is to note what follows, until the next restart().
  void handOver(const Clocks& clocks, Accesses& accesses);
  /// The clocks are about to change, and there is no restart(): what was noted was noted by these.
  void beforeClocksChange(const Clocks& clocks, Accesses& accesses) {
    if (count_ != 0)
      handOver(clocks, accesses);
  }
  /// Warps that accessed anything since the last restart(), a bit each.
  std::uint32_t users() const { return users_; }
  void use(unsigned warp) { users_ |= std::uint32_t{1} << warp; }

private:
  static constexpr std::size_t kMostNoted = 4096; ///< in one interval
  std::vector<std::uint32_t> words_;              ///< who accessed each (kWordWrites .. of rows.h)
  std::vector<Noted> noted_;                      ///< count_ of this interval, in their order
  std::size_t count_ = 0;
  std::uint32_t base_ = kWordStates, users_ = 0;
  std::uint32_t effect_ = 0;   ///< of the interval's atomics
  std::int64_t worth_ = 0;     ///< accesses that Accesses never saw, less those that it had to take
  bool isOn_, isClean_ = true; ///< isClean_: Accesses has nothing
};

} // namespace warplaw::ptx
