// One CTA: its threads, each by itself, and what they wait for.
#pragma once
#include "plain/memory.h"
#include "plain/scheduler.h"
#include <map>
#include <tuple>

namespace warplaw::plain {

enum class State : std::uint8_t { Runs, WaitsForLanes, WaitsAtBarrier, Exited };

struct Thread {
  std::uint32_t number = 0;  ///< in the CTA, flattened (PTX-10)
  std::uint32_t counter = 0; ///< the step that is next
  State state = State::Runs;
  bool takesGuarded = true;     ///< did the guard of the instruction hold?
  std::uint32_t membermask = 0; ///< of a thread that waits for lanes
  std::uint32_t barrier = 0;    ///< of a thread that waits at one
  std::vector<Held> registers;
  Region local, parameters;

  std::uint32_t lane() const { return number % 32; }
  std::uint32_t warp() const { return number / 32; }
};

/// One generation of a barrier (BAR-1, BAR-4).
struct Generation {
  bool hasBegun = false;
  bool isReduction = false;
  std::uint8_t reduction = 0;
  std::uint32_t count = 0; ///< 0: all threads
  std::uint32_t arrived = 0, isTrue = 0;
  std::map<std::uint32_t, std::uint32_t> ofWarp = {}; ///< of those that arrived
};

/// An end before the finish.
struct Stopped {
  End end;
  std::string what;
};

/// What a run has for all its CTAs.
struct Running {
  const ptx::Kernel& kernel;
  const ptx::Launch& launch;
  GlobalMemory memory;
  Scheduler& scheduler;
  bool undefined = false;
  std::uint64_t steps = 0;
  std::uint64_t leaders = 0; ///< the function of elect.sync (SYNC-7)
  std::uint8_t unwritten = 0;
};

class Cta {
public:
  Cta(Running& running, ptx::Dimensions number);
  void run(); ///< throws Stopped

private:
  // --- cta.cpp
  std::uint32_t next(const std::vector<std::uint32_t>& ready);
  void oneStep(Thread& thread);
  bool isSeen(const Thread& thread) const; ///< could another thread see the next step, or it others'?
  void release(Thread& thread);
  void leave(Thread& thread);
  bool guardHolds(Thread& thread, const ptx::Step& step);
  [[noreturn]] void deadlock() const;
  const ptx::Step& stepOf(const Thread& thread) const { return running_.kernel.steps[thread.counter]; }

  // --- steps.cpp
  void execute(Thread& thread, const ptx::Step& step);
  Held held(const Thread& thread, const ptx::Source& source) const;
  /// Its lowest bits, which decide something.
  Word value(const Thread& thread, const ptx::Source& source, unsigned width = 64);
  void give(Thread& thread, std::uint32_t index, Held value);
  Word special(const Thread& thread, const ptx::Source& source) const;
  void scalar(Thread& thread, const ptx::Step& step);
  void pack(Thread& thread, const ptx::Step& step);
  void unpack(Thread& thread, const ptx::Step& step);
  void video(Thread& thread, const ptx::Step& step);
  void branchIndexed(Thread& thread, const ptx::Step& step);

  // --- accesses.cpp
  Found accessed(Thread& thread, const ptx::Step& step, bool writes);
  Found generic(Thread& thread, std::uint64_t address, std::uint64_t count);
  bool isGlobal(const Thread& thread, const Region& region) const; ///< is the region one that other CTAs reach?
  void load(Thread& thread, const ptx::Step& step);
  void store(Thread& thread, const ptx::Step& step);
  void atomic(Thread& thread, const ptx::Step& step);
  void copyParameter(Thread& thread, const ptx::Step& step);

  // --- together.cpp
  using Lanes = std::vector<Thread*>;
  void arrive(Thread& thread, const ptx::Step& step);
  void tryTogether(std::uint32_t warp, std::uint32_t membermask);
  void together(const Lanes& part);
  void alone(Thread& thread, const ptx::Step& step);
  Word undefinedAmong(const Lanes& part) const;
  void shuffle(const Lanes& part);
  void vote(const Lanes& part);
  void match(const Lanes& part);
  void reduce(const Lanes& part);
  void elect(const Lanes& part);

  // --- barriers.cpp
  void barrier(Thread& thread, const ptx::Step& step);
  void tryBarrier(std::uint32_t id);
  std::uint32_t countedOf(const Generation& generation) const;

  Running& running_;
  ptx::Dimensions number_;
  std::vector<Thread> threads_;
  std::vector<std::uint64_t> stamps_;
  std::uint64_t now_ = 0;
  Region shared_;
  std::array<Generation, 16> barriers_{};
};

} // namespace warplaw::plain
