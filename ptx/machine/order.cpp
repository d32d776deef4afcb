#include "ptx/machine/order.h"
#include <algorithm>
#include <bit>
#include <utility>

namespace warplaw::ptx {

Clocks::Clocks(unsigned warps, std::uint64_t start)
    : start_(start), time_(warps, start), lanes_(warps), warps_(warps, std::vector<std::uint64_t>(warps)), gone_(warps),
      met_(warps), accessed_(warps) {}

void Clocks::restart(std::uint64_t start) {
  start_ = start;
  std::ranges::fill(time_, start);
  for (auto& one : lanes_)
    one.reset();
  for (Seen& seen : warps_)
    std::ranges::fill(seen, 0);
  threads_.clear();
  std::ranges::fill(gone_, Gone{});
  std::ranges::fill(met_, 0);
  std::ranges::fill(accessed_, 0);
  someLeft_ = false;
}

std::uint64_t Clocks::end() const { return *std::ranges::max_element(time_) + 1; }

void Clocks::joinLanes(unsigned warp, std::uint32_t lanes) {
  if (areOfThreads()) {
    Seen all;
    arrive(warp, lanes, all);
    return pass(warp, lanes, all);
  }
  if (lanes == ~0u) {
    met_[warp] = time_[warp];
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

void Clocks::leave(unsigned warp, std::uint32_t lanes) {
  if (accessed_[warp] <= met_[warp] || areOfThreads()) // such a thread comes nowhere any more
    return;
  someLeft_ = true;
  Gone& gone = gone_[warp];
  const std::uint32_t before = std::exchange(gone.lanes, gone.lanes | lanes);
  gone.first = before == 0 ? met_[warp] : std::min(gone.first, met_[warp]);
  for (std::uint32_t left = gone.lanes; left != 0; left &= left - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(left));
    std::uint64_t met = (before >> lane & 1) != 0 ? std::min(gone.met[lane], met_[warp]) : met_[warp];
    if (lanes_[warp]) // at a bar.warp.sync, with lanes that stay; whoever stayed until now says nothing more
      for (unsigned other = 0; other < 32; ++other)
        if ((gone.lanes >> other & 1) == 0)
          met = std::max(met, (*lanes_[warp])[other][lane]);
    gone.met[lane] = met;
  }
  gone.last = time_[warp];
}

void Clocks::come(unsigned warp, std::uint32_t lanes, Seen& came) const {
  came.resize(areOfThreads() ? threads_.size() : time_.size());
  if (!areOfThreads()) {
    came[warp] = time_[warp];
    return;
  }
  for (unsigned lane = 0; lane < 32; ++lane)
    if (lanes >> lane & 1)
      came[32 * warp + lane] = time_[warp];
}

static void takeLater(Clocks::Seen& to, const Clocks::Seen& from) {
  std::ranges::transform(to, from, to.begin(), [](std::uint64_t a, std::uint64_t b) { return std::max(a, b); });
}

void Clocks::arrive(unsigned warp, std::uint32_t lanes, Seen& seen) {
  met_[warp] = time_[warp];
  seen.resize(areOfThreads() ? threads_.size() : time_.size());
  if (areOfThreads())
    forEachView(warp, lanes, [&](const Seen& view, std::uint32_t) { takeLater(seen, view); });
  else
    takeLater(seen, warps_[warp]);
  come(warp, lanes, seen);
}

void Clocks::pass(unsigned warp, std::uint32_t lanes, const Seen& seen) {
  if (!areOfThreads()) {
    takeLater(warps_[warp], seen);
    return joinLanes(warp, ~0u);
  }
  const auto all = std::make_shared<const Seen>(seen); // whoever waits came, and what he had seen is in it
  for (std::uint32_t left = lanes; left != 0; left &= left - 1)
    threads_[32 * warp + static_cast<unsigned>(std::countr_zero(left))] = all;
  seeAll(warp);
  ++time_[warp];
}

std::optional<Clocks::Who> Clocks::unseen(const Seen& came, unsigned warp, std::uint32_t lanes, bool others) const {
  if (!areOfThreads()) {
    for (unsigned other = 0; other < came.size(); ++other)
      if (other != warp && came[other] > warps_[warp][other])
        return Who{other, {}};
    return {};
  }
  auto first = static_cast<unsigned>(came.size());
  forEachView(warp, lanes, [&](const Seen& view, std::uint32_t alike) {
    for (unsigned other = 0; other < first; ++other)
      if (const bool isOwn = other / 32 == warp;
          came[other] > view[other] && !(isOwn && (others || alike == 1U << other % 32)))
        first = other;
  });
  if (first == came.size())
    return {};
  return Who{first / 32, first % 32};
}

template <class Do> void Clocks::forEachView(unsigned warp, std::uint32_t lanes, Do once) const {
  const auto* const views = threads_.data() + std::size_t{32} * warp;
  while (lanes != 0) {
    const View& view = views[std::countr_zero(lanes)];
    std::uint32_t alike = 0;
    for (std::uint32_t left = lanes; left != 0; left &= left - 1)
      if (views[std::countr_zero(left)] == view)
        alike |= left & (~left + 1);
    once(*view, alike);
    lanes &= ~alike;
  }
}

Clocks::Seen Clocks::ofThreads(const Seen& ofWarps) const {
  Seen all(32 * ofWarps.size());
  for (unsigned thread = 0; thread < all.size(); ++thread) {
    const Gone& gone = gone_[thread / 32];
    all[thread] = ofWarps[thread / 32];
    if (gone.lanes >> thread % 32 & 1)
      all[thread] = std::min(all[thread], gone.met[thread % 32]);
  }
  return all;
}

void Clocks::takeThreads() {
  for (unsigned warp = 0; warp < warps(); ++warp) {
    const auto ofWarp = std::make_shared<const Seen>(ofThreads(warps_[warp]));
    threads_.insert(threads_.end(), 32, ofWarp);
    for (unsigned lane = 0; lanes_[warp] && lane < 32; ++lane) {
      Seen own = *ofWarp;
      for (unsigned other = 0; other < 32; ++other)
        own[32 * warp + other] = std::max(own[32 * warp + other], (*lanes_[warp])[lane][other]);
      threads_[32 * warp + lane] = std::make_shared<const Seen>(std::move(own));
    }
  }
  for (unsigned warp = 0; warp < warps(); ++warp)
    seeAll(warp);
}

void Clocks::seeAll(unsigned warp) {
  Seen& all = warps_[warp];
  std::ranges::fill(all, ~std::uint64_t{0});
  forEachView(warp, ~0U, [&](const Seen& view, std::uint32_t) {
    for (unsigned thread = 0; thread < view.size(); ++thread)
      all[thread / 32] = std::min(all[thread / 32], view[thread]);
  });
}

void Clocks::passAll() {
  for (Seen& seen : warps_)
    std::ranges::copy(time_, seen.begin());
  met_ = time_;
  for (std::uint64_t& time : time_)
    ++time;
}

std::uint32_t Clocks::notBefore(Stamp earlier, std::uint32_t lanes, unsigned warp, unsigned lane) const {
  const std::uint64_t time = timeOf(earlier);
  if (time < start_)
    return lanes;
  if (areOfThreads()) {
    const std::uint64_t* const seen = threads_[32 * warp + lane]->data() + std::size_t{32} * warpOf(earlier);
    for (std::uint32_t left = lanes; left != 0; left &= left - 1)
      if (const auto other = static_cast<unsigned>(std::countr_zero(left)); seen[other] >= time)
        lanes &= ~(1U << other);
    return warpOf(earlier) == warp ? lanes & ~(1U << lane) : lanes;
  }
  if (warps_[warp][warpOf(earlier)] >= time) {
    const Gone& gone = gone_[warpOf(earlier)];
    lanes &= gone.lanes;
    for (std::uint32_t left = lanes; left != 0; left &= left - 1)
      if (const auto other = static_cast<unsigned>(std::countr_zero(left)); gone.met[other] >= time)
        lanes &= ~(1U << other);
    if (lanes == 0)
      return 0;
  }
  if (warpOf(earlier) != warp)
    return lanes;
  lanes &= ~(1U << lane);
  if (lanes_[warp])
    for (std::uint32_t left = lanes; left != 0; left &= left - 1)
      if (const auto other = static_cast<unsigned>(std::countr_zero(left)); (*lanes_[warp])[lane][other] >= time)
        lanes &= ~(1U << other);
  return lanes;
}

void Accesses::forget() {
  for (const std::uint32_t number : touched_) {
    Line& line = lines_[number];
    if (line.places)
      (line.isBytes ? freeBytes_ : free_).push_back(line.places);
    line = Line{};
  }
  touched_.clear();
  crowds_.resize(1);
  freeCrowds_.clear();
}

Accesses::Place* Accesses::allocate(std::size_t count) {
  std::vector<Place*>& free = count == kLine ? freeBytes_ : free_;
  if (!free.empty()) {
    Place* const places = free.back();
    free.pop_back();
    return places;
  }
  owned_.push_back(std::make_unique<Place[]>(count));
  ownedPlaces_ += count;
  return owned_.back().get();
}

void Accesses::expand(Line& line) {
  touch(line);
  Place* const places = allocate(kLine / 4);
  const auto ofLane = [](Stamp stamp, std::size_t lane) { return stamp == 0 ? 0 : stamp | lane; };
  for (std::size_t i = 0; i < kLine / 4; ++i) {
    places[i] = line.whole;
    places[i].write = ofLane(line.whole.write, i);
    places[i].read = ofLane(line.whole.read, i);
    places[i].other = ofLane(line.whole.other, i);
    if (line.whole.crowd == 0)
      continue;
    places[i].crowd = newCrowd();
    crowds_[places[i].crowd] = crowds_[line.whole.crowd];
    for (Member& one : crowds_[places[i].crowd].members)
      one.lanes = 1U << i;
  }
  if (line.whole.crowd != 0)
    leave(line.whole);
  line.places = places;
}

std::uint32_t Accesses::newCrowd() {
  if (freeCrowds_.empty()) {
    freeCrowds_.push_back(static_cast<std::uint32_t>(crowds_.size()));
    crowds_.emplace_back();
  }
  const std::uint32_t number = freeCrowds_.back();
  freeCrowds_.pop_back();
  return number;
}

/// Atomics that may change places, where there was nothing else: they meet nobody. False: nothing is noted.
bool Accesses::updateWhole(Line& line, const Access& access) {
  if (access.effect == 0 || line.places || (line.whole.write | line.whole.read) != 0 ||
      (line.whole.crowd != 0 && crowds_[line.whole.crowd].effect != access.effect))
    return false;
  if (line.whole.crowd == 0) {
    line.whole.crowd = newCrowd();
    crowds_[line.whole.crowd] = {{}, access.effect, true, false};
  }
  auto& members = crowds_[line.whole.crowd].members;
  // a later one of the same warp is enough, and so is one of all other CTAs'
  const auto isOld = [&](const Member& one) { return timeOf(one.stamp) < access.clocks->start(); };
  std::erase_if(members, [&](const Member& one) {
    return isOld(one) ? &one != members.data() : warpOf(one.stamp) == warpOf(access.stamp);
  });
  members.push_back({access.stamp, ~0U, access.step, access.effect, true, true});
  return true;
}

void Accesses::collapse(Line& line) {
  free_.push_back(line.places);
  line.places = nullptr;
}

void Accesses::splitIntoBytes(Line& line) {
  Place* const bytes = allocate(kLine);
  for (std::size_t i = 0; i < kLine; ++i) {
    bytes[i] = line.places[i / 4];
    if (bytes[i].crowd != 0 && i % 4 != 0) {
      crowds_.push_back(Crowd(crowds_[bytes[i].crowd]));
      bytes[i].crowd = static_cast<std::uint32_t>(crowds_.size() - 1);
    }
  }
  free_.push_back(line.places);
  line.places = bytes;
  line.isBytes = true;
}

bool Accesses::isTouched(std::size_t line) const {
  const Line& one = lines_[line];
  return one.places || (one.whole.write | one.whole.read | one.whole.crowd) != 0;
}

Accesses::Use Accesses::useOf(std::size_t offset) const {
  const Line& line = lines_[offset / kLine];
  const Place& place = line.places ? line.places[offset % kLine / (line.isBytes ? 1 : 4)] : line.whole;
  if (place.crowd == 0)
    return {place.write != 0, place.isRead(), 0};
  const Crowd& crowd = crowds_[place.crowd];
  return {crowd.isWritten, std::ranges::any_of(crowd.members, [](const Member& one) { return !one.writes; }),
          crowd.effect};
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
  const bool someLeft = access.clocks->someLeft();
  for (; lanes != 0; lanes &= lanes - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(lanes));
    const std::size_t at = address[lane] - from;
    Line& line = lines[at / kLine];
    if (line.isBytes)
      return lanes;
    if (!line.places)
      expand(line);
    Place& place = line.places[at % kLine / 4];
    if (place.crowd != 0) {
      if (!joinsQuickly(crowds_[place.crowd], access, lane))
        return lanes;
      continue;
    }
    const Stamp stamp = own | lane;
    const auto isBefore = [&](Stamp earlier) {
      const std::uint64_t time = timeOf(earlier);
      return earlier == 0 ||
             (time >= start && ((seen[warpOf(earlier)] >= time && (!someLeft || access.clocks->isOfWhole(earlier))) ||
                                ((earlier ^ stamp) & ((1u << kTimeShift) - 1)) == 0));
    };
    if (!isBefore(place.write))
      return lanes;
    if constexpr (writes) {
      if (place.isRead() && (!isBefore(place.read) || !isBefore(place.other)))
        return lanes;
      place.write = stamp;
      place.writeStep = step;
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
  if (offset % kLine != 0)
    return false;
  Line& line = lines_[offset / kLine];
  touch(line);
  if (access.isAtomic)
    return updateWhole(line, access);
  if (line.whole.crowd != 0)
    return false;
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

namespace {
enum class Conflict : std::uint8_t { None, Race, Order };

/// The conflict between two accesses of different threads that nothing orders (PTX-15, PTX-17).
Conflict conflictOf(bool writes, bool isAtomic, std::uint32_t effect, const Access& later) {
  if (!writes && !later.writes)
    return Conflict::None;
  if (!isAtomic || !later.isAtomic)
    return Conflict::Race;
  return effect != 0 && effect == later.effect ? Conflict::None : Conflict::Order;
}

/// What is met with an earlier access that nothing orders with it.
Accesses::Met metBy(Conflict conflict, Earlier earlier) {
  return {conflict == Conflict::Race ? earlier : Earlier{}, conflict == Conflict::Order ? earlier : Earlier{}};
}
} // namespace

/// Is this the instruction of the last member, which it may join?
bool Accesses::joinsQuickly(Crowd& crowd, const Access& now, unsigned lane) {
  Member& last = crowd.members.back();
  const bool meetsItself = now.writes && now.effect == 0;
  if (meetsItself || !crowd.isPlainlyLast || last.stamp != now.stamp || last.effect != now.effect ||
      last.writes != now.writes)
    return false;
  last.lanes |= 1U << lane;
  return true;
}

/// The place says all with one write and two reads; nothing: it would not.
std::optional<Accesses::Met> Accesses::noteAlone(Place& place, const Access& now, unsigned lane) {
  const auto isPlain = [](Stamp stamp, std::uint32_t step) { return stamp != 0 && (step & kAtomic) == 0; };
  if (now.effect != 0 || (now.writes && now.isAtomic &&
                          (isPlain(place.write, place.writeStep) || isPlain(place.read, place.readStep) ||
                           isPlain(place.other, place.otherStep))))
    return std::nullopt;
  const Stamp stamp = now.stamp | lane;
  const std::uint32_t step = now.step | (now.isAtomic ? kAtomic : 0);
  const auto isFree = [&](Stamp read, std::uint32_t readStep) { // for a read that makes that one needless
    return read == 0 ||
           ((!now.isAtomic || (readStep & kAtomic) != 0) && now.clocks->isBefore(read, warpOf(now.stamp), lane));
  };
  const bool isFirst = isFree(place.read, place.readStep);
  if (!now.writes && !isFirst && !isFree(place.other, place.otherStep))
    return std::nullopt;
  Met met;
  const auto meet = [&](Stamp earlier, std::uint32_t earlierStep, bool writes) {
    if (earlier == 0 || now.clocks->isBefore(earlier, warpOf(now.stamp), lane))
      return;
    const Conflict conflict = conflictOf(writes, (earlierStep & kAtomic) != 0, 0, now);
    met.add(metBy(conflict, {earlier, earlierStep & ~kAtomic}));
  };
  meet(place.write, place.writeStep, true);
  meet(place.read, place.readStep, false);
  meet(place.other, place.otherStep, false);
  if (met.race.isNone() && !met.order.isNone()) // the launch goes on: who was met may meet others
    return std::nullopt;
  if (now.writes) {
    place = {stamp, 0, 0, step, 0, 0, 0};
  } else if (isFirst) {
    place.read = stamp;
    place.readStep = step;
  } else {
    place.other = stamp;
    place.otherStep = step;
  }
  return met;
}

/// Makes a crowd of what the place says.
void Accesses::gather(Place& place, const Access& now) {
  const std::uint32_t number = newCrowd();
  Crowd& crowd = crowds_[number];
  const auto add = [&](Stamp stamp, std::uint32_t step, bool writes) {
    if (stamp != 0)
      crowd.members.push_back({stampOf(timeOf(stamp), warpOf(stamp), 0), 1U << laneOf(stamp), step & ~kAtomic, 0,
                               writes, (step & kAtomic) != 0});
  };
  add(place.write, place.writeStep, true);
  add(place.read, place.readStep, false);
  add(place.other, place.otherStep, false);
  crowd.effect = crowd.members.empty() ? now.effect : 0;
  crowd.isWritten = place.write != 0;
  place = {.crowd = number};
}

void Accesses::leave(Place& place) {
  Crowd& crowd = crowds_[place.crowd];
  crowd.members.clear();
  freeCrowds_.push_back(place.crowd);
  place.crowd = 0;
}

Accesses::Met Accesses::noteInCrowd(Place& place, const Access& now, unsigned lane) {
  Met met;
  Crowd& crowd = crowds_[place.crowd];
  const unsigned warp = warpOf(now.stamp);
  const Member own{now.stamp, 1U << lane, now.step, now.effect, now.writes, now.isAtomic};
  const auto isOld = [&](const Member& one) { return timeOf(one.stamp) < now.clocks->start(); };
  crowd.isPlainlyLast = true;
  for (const Member& one : crowd.members) {
    const Conflict conflict = conflictOf(one.writes, one.isAtomic, one.effect, now);
    if (conflict == Conflict::None)
      continue;
    crowd.isPlainlyLast &= !isOld(one) && now.clocks->seenBy(warp)[warpOf(one.stamp)] >= timeOf(one.stamp) &&
                           now.clocks->isOfWhole(one.stamp);
    const std::uint32_t lanes = now.clocks->notBefore(one.stamp, one.lanes, warp, lane);
    if (lanes != 0)
      met.add(metBy(conflict, {one.stamp | static_cast<unsigned>(std::countr_zero(lanes)), one.step}));
  }
  std::uint32_t later = own.lanes; // lanes of this warp that did the like since
  for (auto one = crowd.members.rbegin(); one != crowd.members.rend(); ++one) {
    if (own.isEnoughFor(*one))
      one->lanes = now.clocks->notBefore(one->stamp, one->lanes, warp, lane);
    if (one->isLike(own) && warpOf(one->stamp) == warp && !isOld(*one)) {
      one->lanes &= one->stamp == now.stamp ? ~0U : ~later;
      later |= one->lanes;
    }
  }
  // Nothing orders what other CTAs did with what comes: one of a kind is enough.
  for (auto one = crowd.members.begin(); one != crowd.members.end(); ++one)
    if (isOld(*one) && std::any_of(crowd.members.begin(), one, [&](const Member& first) {
          return isOld(first) && first.lanes != 0 && first.isLike(*one);
        }))
      one->lanes = 0;
  std::erase_if(crowd.members, [](const Member& one) { return one.lanes == 0; });
  if (now.writes && now.effect == 0 && (crowd.members.empty() || !met.race.isNone())) {
    leave(place);
    place.write = now.stamp | lane;
    place.writeStep = now.step | (now.isAtomic ? kAtomic : 0);
    return met;
  }
  if (!crowd.members.empty() && crowd.members.back().stamp == own.stamp && crowd.members.back().isLike(own))
    crowd.members.back().lanes |= own.lanes;
  else
    crowd.members.push_back(own);
  crowd.effect = crowd.effect == own.effect ? own.effect : 0;
  crowd.isWritten |= own.writes;
  return met;
}

Accesses::Met Accesses::noteAt(Place& place, const Access& access, unsigned lane) {
  if (place.crowd == 0) {
    if (const auto met = noteAlone(place, access, lane))
      return *met;
    gather(place, access);
  }
  return noteInCrowd(place, access, lane);
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
    met.add(noteAt(line.places[at % kLine / step], access, lane));
    at += step;
  }
  met_ |= !met.isNone();
  return met;
}

} // namespace warplaw::ptx
