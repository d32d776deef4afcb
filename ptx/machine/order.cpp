#include "ptx/machine/order.h"
#include <algorithm>

namespace warplaw::ptx {

Clocks::Clocks(unsigned warps) : time_(warps, 1), lanes_(warps), warps_(warps, std::vector<std::uint32_t>(warps)) {}

void Clocks::joinLanes(unsigned warp, std::uint32_t lanes) {
  LaneTimes all{}; // what any of them has seen
  for (unsigned lane = 0; lane < 32; ++lane)
    if (lanes >> lane & 1) {
      for (unsigned other = 0; other < 32; ++other)
        all[other] = std::max(all[other], lanes_[warp][lane][other]);
      all[lane] = time_[warp];
    }
  for (unsigned lane = 0; lane < 32; ++lane)
    if (lanes >> lane & 1)
      lanes_[warp][lane] = all;
  ++time_[warp];
}

void Clocks::arrive(unsigned warp, Seen& seen) const {
  seen.resize(time_.size());
  for (std::size_t other = 0; other < seen.size(); ++other)
    seen[other] = std::max(seen[other], warps_[warp][other]);
  seen[warp] = time_[warp];
}

void Clocks::pass(unsigned warp, const Seen& seen) {
  for (std::size_t other = 0; other < seen.size(); ++other)
    warps_[warp][other] = std::max(warps_[warp][other], seen[other]);
  joinLanes(warp, ~0u);
}

bool Clocks::isBefore(const Access& earlier, std::uint32_t cta, unsigned warp, unsigned lane) const {
  if (earlier.cta != cta)
    return false;
  if (earlier.warp != warp)
    return warps_[warp][earlier.warp] >= earlier.time;
  return earlier.lane == lane || lanes_[warp][lane][earlier.lane] >= earlier.time;
}

bool Accesses::races(const Access& earlier, const Access& now, const Clocks& clocks) {
  return !earlier.isNone() && !(earlier.isAtomic && now.isAtomic) &&
         !clocks.isBefore(earlier, now.cta, now.warp, now.lane);
}

bool Accesses::showOrder(const Access& earlier, const Access& now, const Clocks& clocks) {
  return !earlier.isNone() && earlier.isAtomic && now.isAtomic && (now.effect == 0 || now.effect != earlier.effect) &&
         !clocks.isBefore(earlier, now.cta, now.warp, now.lane);
}

Access Accesses::raceWithReads(const Byte& byte, const Access& now, const Clocks& clocks) const {
  if (races(byte.read, now, clocks))
    return byte.read;
  for (const Access& read : more_[byte.more])
    if (races(read, now, clocks))
      return read;
  return {};
}

void Accesses::addRead(Byte& byte, const Access& access, const Clocks& clocks) {
  const auto follows = [&](const Access& earlier) {
    return earlier.isNone() ||
           (clocks.isBefore(earlier, access.cta, access.warp, access.lane) && (access.isAtomic <= earlier.isAtomic));
  };
  if (follows(byte.read)) {
    byte.read = access;
    return;
  }
  if (byte.more == 0) {
    byte.more = static_cast<std::uint32_t>(more_.size());
    more_.emplace_back();
  }
  std::vector<Access>& more = more_[byte.more];
  std::erase_if(more, follows);
  more.push_back(access);
}

Accesses::Met Accesses::note(std::size_t offset, std::size_t size, const Access& access, bool writes,
                             const Clocks& clocks) {
  Met met;
  for (std::size_t i = offset; i < offset + size; ++i) {
    Byte& byte = bytes_[i];
    if (met.race.isNone() && races(byte.write, access, clocks))
      met.race = byte.write;
    if (met.order.isNone() && showOrder(byte.write, access, clocks))
      met.order = byte.write;
    if (!writes) {
      addRead(byte, access, clocks);
      continue;
    }
    if (met.race.isNone())
      met.race = raceWithReads(byte, access, clocks);
    byte.write = access;
    byte.read = {};
    if (byte.more != 0)
      more_[byte.more].clear();
  }
  return met;
}

} // namespace warplaw::ptx
