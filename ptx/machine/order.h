// What happens before what, among the threads of one launch (PTX-13, PTX-15): clocks of lanes and warps, and who
// accessed each place of memory, as far as a later access may meet them.
#pragma once
#include "ptx/machine/launch.h"
#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace warplaw::ptx {

/// Who, and when: of a CTA's warp, one a step. Times of one machine's CTAs follow one another. 0: nobody.
using Stamp = std::uint64_t;
inline constexpr unsigned kLaneBits = 5, kTimeShift = 2 * kLaneBits;
constexpr Stamp stampOf(std::uint64_t time, unsigned warp, unsigned lane) {
  return time << kTimeShift | warp << kLaneBits | lane;
}
constexpr std::uint64_t timeOf(Stamp stamp) { return stamp >> kTimeShift; }
constexpr unsigned warpOf(Stamp stamp) { return stamp >> kLaneBits & 31; }
constexpr unsigned laneOf(Stamp stamp) { return stamp & 31; }

/// The clocks of one CTA.
class Clocks {
public:
  Clocks(unsigned warps, std::uint64_t start);
  void restart(std::uint64_t start); ///< of the next CTA
  unsigned warps() const { return static_cast<unsigned>(time_.size()); }
  std::uint64_t start() const { return start_; } ///< earlier times are other CTAs'
  std::uint64_t end() const;                     ///< when the next CTA may start
  std::uint64_t now(unsigned warp) const { return time_[warp]; }
  void tick(unsigned warp) { ++time_[warp]; }
  void noteAccess(unsigned warp) { accessed_[warp] = time_[warp]; } ///< now
  /// Lanes exit, and others of the warp stay. What they did since they last met anybody is before nothing.
  void leave(unsigned warp, std::uint32_t lanes);
  bool someLeft() const { return someLeft_; } ///< who did something since they last met anybody
  /// Did no lane leave that may have done it alone? Then it is before what is after the time of its warp.
  bool isOfWhole(Stamp earlier) const {
    const Gone& gone = gone_[warpOf(earlier)];
    return timeOf(earlier) <= gone.first || timeOf(earlier) > gone.last;
  }
  /// What these lanes did is before whatever each of them does from now on.
  void joinLanes(unsigned warp, std::uint32_t lanes);
  /// Until when what each warp did is before something; what each thread did, if areOfThreads().
  using Seen = std::vector<std::uint64_t>;
  /// What these lanes did, and what is before it, is in `seen` from now on. They are all of the warp that have not
  /// exited, or areOfThreads() holds.
  void arrive(unsigned warp, std::uint32_t lanes, Seen& seen);
  /// What is in `seen` is before whatever these lanes do from now on: all, or areOfThreads(), as above. They arrived
  /// there, and have done nothing since.
  void pass(unsigned warp, std::uint32_t lanes, const Seen& seen);
  /// These lanes come now.
  void come(unsigned warp, std::uint32_t lanes, Seen& came) const;
  /// One who came then, and of whom one of these lanes has not seen it; nothing: there is none. `others`: of other
  /// warps.
  struct Who {
    unsigned warp;
    std::optional<unsigned> lane; ///< if areOfThreads()
  };
  std::optional<Who> unseen(const Seen& came, unsigned warp, std::uint32_t lanes, bool others) const;
  /// Threads of a warp are taken by themselves until the next CTA: some of them come to a barrier without the others.
  void takeThreads();
  bool areOfThreads() const { return !threads_.empty(); }
  /// What is said of warps, said of each of their threads; of what is kept outside, just before takeThreads().
  Seen ofThreads(const Seen& ofWarps) const;
  /// What any warp did is before whatever any of them does from now on.
  void passAll();
  /// Until when what each warp did is before what this warp's lanes do: of its own, by any of them.
  const std::uint64_t* seenBy(unsigned warp) const { return warps_[warp].data(); }
  /// Is `earlier` before what this lane does now? What another CTA did never is.
  bool isBefore(Stamp earlier, unsigned warp, unsigned lane) const {
    return notBefore(earlier, 1U << laneOf(earlier), warp, lane) == 0;
  }
  /// `lanes` did something at `earlier`: those whose doing is not before what this lane does now.
  std::uint32_t notBefore(Stamp earlier, std::uint32_t lanes, unsigned warp, unsigned lane) const;

private:
  using LaneTimes = std::array<std::uint64_t, 32>;
  using View = std::shared_ptr<const Seen>;
  void seeAll(unsigned warp); ///< warps_ of it, from threads_
  /// Each view of these lanes once, with those that have it; areOfThreads() holds.
  template <class Do> void forEachView(unsigned warp, std::uint32_t lanes, Do once) const;
  std::uint64_t start_;
  std::vector<std::uint64_t> time_;
  /// [warp][lane][other lane]: until when the other's is before, where some lanes met without the others.
  std::vector<std::unique_ptr<std::array<LaneTimes, 32>>> lanes_;
  std::vector<std::vector<std::uint64_t>> warps_; ///< [warp][other warp]; of threads, what all see of all
  /// [thread]: its view of each thread, if areOfThreads(); else empty. Who met has one with the others.
  std::vector<View> threads_;
  /// Lanes of a warp that left: until when what each did is before what others do who have seen the warp since.
  struct Gone {
    std::uint64_t first = 0, last = 0; ///< of them all: from when on that is not so, and until when
    std::uint32_t lanes = 0;
    LaneTimes met{};
  };
  std::vector<Gone> gone_;
  std::vector<std::uint64_t> met_, accessed_; ///< when each warp last met others as a whole, and accessed anything
  bool someLeft_ = false;
};

/// One access of one warp instruction.
struct Access {
  const Clocks* clocks;
  Stamp stamp;        ///< lane 0's
  std::uint32_t step; ///< index into Kernel::steps
  bool writes = false, isAtomic = false;
  /// Atomics with one effect may change places: 0: with none. Whoever notes gives equal effects equal numbers.
  std::uint32_t effect = 0;
};

/// An earlier access that somebody met.
struct Earlier {
  Stamp stamp = 0; ///< 0: none
  std::uint32_t step = 0;
  bool isNone() const { return stamp == 0; }
};

/// Who accessed the bytes of one region. A place: its last write, and two reads since; where that does not say all,
/// a crowd of accesses. An access is needless once whoever meets it meets a later one, too. Places are 4 bytes, or one
/// byte in a line of 128 of which somebody accessed a part of 4. A line that warps access as a whole, lane i the word
/// i, is one place, until somebody accesses it in another way.
class Accesses {
public:
  explicit Accesses(std::size_t bytes) : lines_(bytes / kLine + 1) {}
  void forget(); ///< nobody accessed anything
  /// Earlier ones of other threads that nothing orders with an access.
  struct Met {
    Earlier race;  ///< one of the two a write, not both atomic
    Earlier order; ///< both atomic, and their order shows
    bool isNone() const { return race.isNone() && order.isNone(); }
    /// What was met first stays.
    void add(const Met& other) {
      race = race.isNone() ? other.race : race;
      order = order.isNone() ? other.order : order;
    }
  };
  /// Notes an access of one lane.
  Met note(std::size_t offset, std::size_t size, const Access& access, unsigned lane);
  /// The same where it is plain that the access meets nobody; else false, and nothing is noted.
  bool noteQuickly(std::size_t offset, std::size_t size, const Access& access, unsigned lane) {
    const bool isWords = (offset | size) % 4 == 0;
    for (std::size_t at = offset; at < offset + size;) {
      Line& line = lines_[at / kLine];
      if (!isWords && !line.isBytes)
        return false;
      if (!line.places)
        expand(line);
      const std::size_t step = line.isBytes ? 1 : 4;
      if (!quickly(line.places[at % kLine / step], access, access.stamp | lane, lane))
        return false; // places before it are noted twice then, by one thread
      at += step;
    }
    return true;
  }
  /// Lanes of an access of 4 bytes each, at address - from: notes them quickly as far as that goes, and gives those
  /// that are left, of which the first is to be noted by note().
  std::uint32_t noteLanes(const std::uint64_t* address, std::uint64_t from, std::uint32_t lanes, const Access& access);
  /// All lanes, lane i the word of 4 bytes at offset + 4 i. False: nothing is noted.
  bool noteWhole(std::size_t offset, const Access& access);
  void expect(std::size_t offset) const { __builtin_prefetch(&lines_[offset / kLine]); } ///< it is noted soon
  bool met() const { return met_; }                                                      ///< has note() met anybody?
  std::size_t ownedPlaces() const { return ownedPlaces_; }                               ///< that it holds memory for

  /// What was noted of a place: all writes, and the reads since the last write.
  struct Use {
    bool isWritten = false, isRead = false;
    std::uint32_t effect = 0; ///< of writes that are atomics of this one effect, and nothing else is noted
  };
  static constexpr std::size_t kLine = 128; ///< bytes
  std::size_t lines() const { return lines_.size(); }
  bool isTouched(std::size_t line) const;
  bool isInBytes(std::size_t line) const { return lines_[line].isBytes; }
  Use useOf(std::size_t offset) const;

private:
  static constexpr std::uint32_t kAtomic = std::uint32_t{1} << 31; ///< of a step
  struct Place {
    Stamp write = 0, read = 0, other = 0; ///< other: a second read
    std::uint32_t writeStep = 0, readStep = 0, otherStep = 0;
    std::uint32_t crowd = 0; ///< index into crowds_, which then says all; 0: none
    bool isRead() const { return (read | other) != 0; }
  };
  /// What lanes of a warp did together.
  struct Member {
    Stamp stamp; ///< lane 0's
    std::uint32_t lanes, step, effect;
    bool writes, isAtomic;
    /// Whoever nothing orders with one conflicts with it if he does so with the other.
    bool isLike(const Member& o) const { return writes == o.writes && isAtomic == o.isAtomic && effect == o.effect; }
    /// After it, is that needless? Whoever races with that, or changes places with it, must do so with this one.
    bool isEnoughFor(const Member& that) const {
      if (!writes)
        return !that.writes && (!isAtomic || that.isAtomic);
      return !isAtomic || (effect == 0 ? that.isAtomic : isLike(that));
    }
  };
  /// Accesses of a place that may change places, as reads do, and atomics of one effect. So a later access has to be
  /// compared with more than the last one.
  struct Crowd {
    std::vector<Member> members;
    std::uint32_t effect = 0;   ///< if all accesses of the place ever were atomics of this one
    bool isWritten = false;     ///< ever
    bool isPlainlyLast = false; ///< whom the last member conflicts with is before all of its warp
  };
  struct alignas(64) Line {
    Place whole; ///< lane i's word; its crowd, too, then has all lanes in each member
    Place* places = nullptr;
    bool isBytes = false;
    bool isListed = false; ///< in touched_
  };
  void touch(Line& line) {
    if (line.isListed)
      return;
    line.isListed = true;
    touched_.push_back(static_cast<std::uint32_t>(&line - lines_.data()));
  }
  /// Is it before what any lane of the warp does, or the same thread's?
  static bool isPlainlyBefore(Stamp earlier, const Access& now, unsigned lane) {
    const std::uint64_t time = timeOf(earlier);
    return earlier == 0 ||
           (time >= now.clocks->start() && ((now.clocks->seenBy(warpOf(now.stamp))[warpOf(earlier)] >= time &&
                                             (!now.clocks->someLeft() || now.clocks->isOfWhole(earlier))) ||
                                            ((earlier ^ now.stamp ^ lane) & ((1u << kTimeShift) - 1)) == 0));
  }
  bool quickly(Place& place, const Access& now, Stamp stamp, unsigned lane) {
    if (place.crowd != 0)
      return joinsQuickly(crowds_[place.crowd], now, lane);
    if (now.effect != 0 || !isPlainlyBefore(place.write, now, lane))
      return false;
    if (now.writes && now.isAtomic && (place.isRead() || (place.write != 0 && (place.writeStep & kAtomic) == 0)))
      return false;
    if (now.writes) {
      if (place.isRead() && (!isPlainlyBefore(place.read, now, lane) || !isPlainlyBefore(place.other, now, lane)))
        return false;
      place.write = stamp;
      place.writeStep = now.step | (now.isAtomic ? kAtomic : 0);
      place.read = place.other = 0;
      return true;
    }
    if (now.isAtomic)
      return false;
    if (isPlainlyBefore(place.read, now, lane)) {
      place.read = stamp;
      place.readStep = now.step;
    } else if (isPlainlyBefore(place.other, now, lane)) {
      place.other = stamp;
      place.otherStep = now.step;
    } else {
      return false;
    }
    return true;
  }
  template <bool writes>
  std::uint32_t noteWords(const std::uint64_t* address, std::uint64_t from, std::uint32_t lanes, const Access& access);
  bool updateWhole(Line& line, const Access& access);
  std::uint32_t newCrowd();
  void expand(Line& line);
  void splitIntoBytes(Line& line);
  void collapse(Line& line);
  static bool joinsQuickly(Crowd& crowd, const Access& now, unsigned lane);
  static std::optional<Met> noteAlone(Place& place, const Access& now, unsigned lane);
  void gather(Place& place, const Access& now);
  Met noteInCrowd(Place& place, const Access& now, unsigned lane);
  void leave(Place& place);
  Met noteAt(Place& place, const Access& access, unsigned lane);
  Place* allocate(std::size_t count);

  std::vector<Line> lines_;
  std::vector<Crowd> crowds_{1};
  std::vector<std::uint32_t> freeCrowds_; ///< of crowds_, empty
  std::vector<std::unique_ptr<Place[]>> owned_;
  std::size_t ownedPlaces_ = 0;
  std::vector<Place*> free_, freeBytes_; ///< of 32 places; of one for each byte
  std::vector<std::uint32_t> touched_;   ///< lines of which forget() has to forget something
  bool met_ = false;
};

} // namespace warplaw::ptx
