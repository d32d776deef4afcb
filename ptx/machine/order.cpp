#include "ptx/machine/order.h"
#include <algorithm>
#include <bit>

namespace warplaw::ptx {

Clocks::Clocks(unsigned warps, std::uint64_t start)
    : start_(start), time_(warps, start), lanes_(warps), warps_(warps, std::vector<std::uint64_t>(warps)) {}

std::uint64_t Clocks::end() const { return *std::ranges::max_element(time_) + 1; }

void Clocks::joinLanes(unsigned warp, std::uint32_t lanes) {
  if (lanes == ~0u) {
    warps_[warp][warp] = time_[warp]++;
    return;
  }
  if (!lanes_[warp])
    lanes_[warp] = std::make_unique<std::array<LaneTimes, 32>>();
  auto& times = *lanes_[warp];
  LaneTimes all{}; // what any of them has seen
  for (unsigned lane = 0; lane < 32; ++lane)
    if (lanes >> lane & 1) {
      for (unsigned other = 0; other < 32; ++other)
        all[other] = std::max(all[other], times[lane][other]);
      all[lane] = time_[warp];
    }
  for (unsigned lane = 0; lane < 32; ++lane)
    if (lanes >> lane & 1)
      times[lane] = all;
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

bool Clocks::isBefore(Stamp earlier, unsigned warp, unsigned lane) const {
  const std::uint64_t time = timeOf(earlier);
  if (time < start_)
    return false;
  if (warps_[warp][warpOf(earlier)] >= time)
    return true;
  return warpOf(earlier) == warp &&
         (laneOf(earlier) == lane || (lanes_[warp] && (*lanes_[warp])[lane][laneOf(earlier)] >= time));
}

void Accesses::forget() {
  std::ranges::fill(lines_, Line{});
  more_.resize(1);
  freeMore_.clear();
  free_.clear();
  for (const auto& one : owned_)
    free_.push_back(one.get());
}

Accesses::Place* Accesses::allocate(std::size_t count) {
  if (count == kLine / 4 && !free_.empty()) {
    Place* const places = free_.back();
    free_.pop_back();
    return places;
  }
  owned_.push_back(std::make_unique<Place[]>(count));
  return owned_.back().get();
}

void Accesses::expand(Line& line) {
  Place* const places = allocate(kLine / 4);
  const auto ofLane = [](Stamp stamp, std::size_t lane) { return stamp == 0 ? 0 : stamp | lane; };
  for (std::size_t i = 0; i < kLine / 4; ++i) {
    places[i] = line.whole;
    places[i].write = ofLane(line.whole.write, i);
    places[i].read = ofLane(line.whole.read, i);
    places[i].other = ofLane(line.whole.other, i);
  }
  line.places = places;
}

void Accesses::collapse(Line& line) {
  free_.push_back(line.places);
  line.places = nullptr;
}

void Accesses::splitIntoBytes(Line& line) {
  Place* const bytes = allocate(kLine);
  for (std::size_t i = 0; i < kLine; ++i) {
    bytes[i] = line.places[i / 4];
    if (bytes[i].more != 0 && i % 4 != 0) {
      more_.push_back(more_[bytes[i].more]);
      bytes[i].more = static_cast<std::uint32_t>(more_.size() - 1);
    }
  }
  free_.push_back(line.places);
  line.places = bytes;
  line.isBytes = true;
}

bool Accesses::isTouched(std::size_t line) const {
  const Line& one = lines_[line];
  return one.places || (one.whole.write | one.whole.read) != 0;
}

Accesses::Use Accesses::useOf(std::size_t offset) const {
  const Line& line = lines_[offset / kLine];
  const Place& place = line.places ? line.places[offset % kLine / (line.isBytes ? 1 : 4)] : line.whole;
  const bool isRead = (place.read | place.other | place.more) != 0;
  return {place.write != 0, isRead, isRead || place.isMixed ? 0 : place.effect};
}

/// What quickly() does, of accesses that are not atomic.
template <bool writes>
std::uint32_t Accesses::noteWords(const std::uint64_t* address, std::uint64_t from, std::uint32_t lanes,
                                  const Access& access) {
  Line* const lines = lines_.data();
  const std::uint64_t start = access.clocks->start();
  const std::uint64_t* const seen = access.clocks->seenBy(warpOf(access.stamp));
  const Stamp own = access.stamp;
  const std::uint32_t step = access.step;
  for (; lanes != 0; lanes &= lanes - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(lanes));
    const std::size_t at = address[lane] - from;
    Line& line = lines[at / kLine];
    if (line.isBytes)
      return lanes;
    if (!line.places)
      expand(line);
    Place& place = line.places[at % kLine / 4];
    const Stamp stamp = own | lane;
    const auto isBefore = [&](Stamp earlier) {
      const std::uint64_t time = timeOf(earlier);
      return earlier == 0 ||
             (time >= start && (seen[warpOf(earlier)] >= time || ((earlier ^ stamp) & ((1u << kTimeShift) - 1)) == 0));
    };
    if (!isBefore(place.write))
      return lanes;
    if constexpr (writes) {
      if ((place.read | place.other | place.more) != 0 &&
          (place.more != 0 || !isBefore(place.read) || !isBefore(place.other)))
        return lanes;
      place.write = stamp;
      place.writeStep = step;
      place.effect = 0;
      place.read = place.other = 0;
    } else if (isBefore(place.read)) {
      place.read = stamp;
      place.readStep = step;
    } else if (isBefore(place.other)) {
      place.other = stamp;
      place.otherStep = step;
    } else {
      return lanes;
    }
  }
  return 0;
}

bool Accesses::noteWhole(std::size_t offset, const Access& access) {
  if (offset % kLine != 0 || access.isAtomic)
    return false;
  Line& line = lines_[offset / kLine];
  if (line.places) {
    if (!access.writes || line.isBytes)
      return false;
    std::array<std::uint64_t, 32> address;
    for (unsigned lane = 0; lane < 32; ++lane)
      address[lane] = offset + std::size_t{4} * lane;
    if (noteWords<true>(address.data(), 0, ~0u, access) != 0)
      return false; // some are noted twice then, by the same threads
    collapse(line);
    line.whole = Place{};
  }
  return quickly(line.whole, access, access.stamp, 0);
}

std::uint32_t Accesses::noteLanes(const std::uint64_t* address, std::uint64_t from, std::uint32_t lanes,
                                  const Access& access) {
  return access.writes ? noteWords<true>(address, from, lanes, access) : noteWords<false>(address, from, lanes, access);
}

/// Need the earlier read not be kept, once this one is? Of two of other CTAs the first is enough for whoever comes.
bool Accesses::follows(Stamp earlier, std::uint32_t step, const Access& now, unsigned lane) {
  return earlier == 0 ||
         (now.clocks->isBefore(earlier, warpOf(now.stamp), lane) && (!now.isAtomic || (step & kAtomic) != 0));
}

void Accesses::addRead(Place& place, const Access& access, unsigned lane) {
  const Read now{access.stamp | lane, access.step | (access.isAtomic ? kAtomic : 0)};
  const bool isFirstOld = timeOf(place.read) < access.clocks->start();
  const auto isNoNews = [&](Stamp earlier, std::uint32_t step) {
    return follows(earlier, step, access, lane) || (isFirstOld && timeOf(earlier) < access.clocks->start() &&
                                                    ((place.readStep & kAtomic) == 0 || (step & kAtomic) != 0));
  };
  if (follows(place.read, place.readStep, access, lane)) {
    place.read = now.stamp;
    place.readStep = now.step;
    return;
  }
  if (isNoNews(place.other, place.otherStep)) {
    place.other = now.stamp;
    place.otherStep = now.step;
    return;
  }
  if (place.more == 0 && !freeMore_.empty()) {
    place.more = freeMore_.back();
    freeMore_.pop_back();
  } else if (place.more == 0) {
    place.more = static_cast<std::uint32_t>(more_.size());
    more_.emplace_back();
  }
  std::vector<Read>& more = more_[place.more];
  std::erase_if(more, [&](const Read& earlier) { return isNoNews(earlier.stamp, earlier.step); });
  more.push_back(now);
}

Earlier Accesses::raceWithReads(const Place& place, const Access& now, unsigned lane) const {
  const auto races = [&](Stamp earlier, std::uint32_t step) {
    return earlier != 0 && !(now.isAtomic && (step & kAtomic) != 0) &&
           !now.clocks->isBefore(earlier, warpOf(now.stamp), lane);
  };
  if (races(place.read, place.readStep))
    return {place.read, place.readStep & ~kAtomic};
  if (races(place.other, place.otherStep))
    return {place.other, place.otherStep & ~kAtomic};
  for (const Read& read : more_[place.more])
    if (races(read.stamp, read.step))
      return {read.stamp, read.step & ~kAtomic};
  return {};
}

void Accesses::noteAt(Place& place, const Access& access, unsigned lane, Met& met) {
  if (place.write != 0 && !access.clocks->isBefore(place.write, warpOf(access.stamp), lane)) {
    const Earlier write{place.write, place.writeStep & ~kAtomic};
    const bool areAtomic = access.isAtomic && (place.writeStep & kAtomic) != 0;
    if (!areAtomic && met.race.isNone())
      met.race = write;
    if (areAtomic && met.order.isNone() && (access.effect == 0 || access.effect != place.effect))
      met.order = write;
  }
  if (!access.writes) {
    addRead(place, access, lane);
    return;
  }
  if (met.race.isNone())
    met.race = raceWithReads(place, access, lane);
  if (place.more != 0) {
    more_[place.more].clear();
    freeMore_.push_back(place.more);
  }
  const bool isMixed = place.isMixed || isMixedBy(place, access.effect);
  place = {access.stamp | lane, 0, 0, access.step | (access.isAtomic ? kAtomic : 0), 0, 0, access.effect, 0, isMixed};
}

Accesses::Met Accesses::note(std::size_t offset, std::size_t size, const Access& access, unsigned lane) {
  Met met;
  const bool isWords = (offset | size) % 4 == 0;
  for (std::size_t at = offset; at < offset + size;) {
    Line& line = lines_[at / kLine];
    if (!line.places)
      expand(line);
    if (!isWords && !line.isBytes)
      splitIntoBytes(line);
    const std::size_t step = line.isBytes ? 1 : 4;
    noteAt(line.places[at % kLine / step], access, lane, met);
    at += step;
  }
  met_ |= !met.race.isNone() || !met.order.isNone();
  return met;
}

} // namespace warplaw::ptx
