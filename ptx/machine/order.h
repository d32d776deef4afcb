// What happens before what, among the threads of one launch (PTX-13, PTX-15): clocks of lanes and warps, and who
// accessed each byte last.
#pragma once
#include "ptx/machine/launch.h"
#include <array>
#include <cstdint>
#include <unordered_map>
#include <vector>

namespace warplaw::ptx {

/// One access of one thread. Time: of its warp, one a step.
struct Access {
  std::uint32_t cta = 0; ///< from 1; 0: nobody
  std::uint32_t time = 0;
  std::uint32_t step = 0; ///< index into Kernel::steps
  std::uint8_t warp = 0, lane = 0;
  bool isAtomic = false;
  /// Atomics with one effect may change places: 0: with none.
  std::uint64_t effect = 0;
  bool isNone() const { return cta == 0; }
};

/// The clocks of one CTA.
class Clocks {
public:
  explicit Clocks(unsigned warps);
  std::uint32_t now(unsigned warp) const { return time_[warp]; }
  void tick(unsigned warp) { ++time_[warp]; }
  /// What these lanes did is before whatever each of them does from now on.
  void joinLanes(unsigned warp, std::uint32_t lanes);
  /// Until when what each warp did is before something.
  using Seen = std::vector<std::uint32_t>;
  /// What this warp did, and what is before it, is in `seen` from now on.
  void arrive(unsigned warp, Seen& seen) const;
  /// What is in `seen` is before whatever this warp does from now on.
  void pass(unsigned warp, const Seen& seen);
  /// Is `earlier` before what this lane does now? Of another CTA: never.
  bool isBefore(const Access& earlier, std::uint32_t cta, unsigned warp, unsigned lane) const;

private:
  using LaneTimes = std::array<std::uint32_t, 32>;
  std::vector<std::uint32_t> time_;
  std::vector<std::array<LaneTimes, 32>> lanes_;  ///< [warp][lane][other lane]: until when the other's is before
  std::vector<std::vector<std::uint32_t>> warps_; ///< [warp][other warp]
};

/// Who accessed the bytes of one region. A byte: its last write, and every read since that another read does not
/// follow.
class Accesses {
public:
  explicit Accesses(std::size_t bytes) : bytes_(bytes) {}
  /// Earlier ones of other threads that nothing orders with an access; nobody's: there is none.
  struct Met {
    Access race;  ///< one of the two a write, not both atomic
    Access order; ///< both atomic, and their order shows
  };
  /// Notes an access.
  Met note(std::size_t offset, std::size_t size, const Access& access, bool writes, const Clocks& clocks);

private:
  struct Byte {
    Access write, read;
    std::uint32_t more = 0; ///< index into more_ of further reads; 0: none
  };
  static bool races(const Access& earlier, const Access& now, const Clocks& clocks);
  static bool showOrder(const Access& earlier, const Access& now, const Clocks& clocks);
  Access raceWithReads(const Byte& byte, const Access& now, const Clocks& clocks) const;
  void addRead(Byte& byte, const Access& access, const Clocks& clocks);
  std::vector<Byte> bytes_;
  std::vector<std::vector<Access>> more_{1};
};

} // namespace warplaw::ptx
