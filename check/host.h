// A user's executor in a process of its own: it is loaded there, asked in batches through shared memory between guard
// pages, and watched. A fault of the executor ends that process and nothing else.
#pragma once
#include "check/plugin.h"
#include "spec/rejection.h"
#include <chrono>
#include <map>
#include <memory>
#include <span>
#include <sys/types.h>

namespace warplaw::check {

struct Limits {
  /// A batch, in the executor's own processor time, which does not hang on what else the machine does; ten times as
  /// much where it sleeps. Loading may take ten times as long.
  double seconds = 1;
  std::uint64_t outputBytes = 1 << 20;              ///< that a batch may write to stdout and stderr together
  std::uint64_t dataBytes = std::uint64_t{4} << 30; ///< of heap and the like
  std::uint64_t stackBytes = 16 << 20;
};

/// The executor's own description of itself. Texts are as it gives them.
struct Table {
  std::string name, version, domain;
  std::array<std::uint64_t, kFamilies> bytes{}; ///< of each family's structure; 0: not implemented

  /// Name and version in one line: "mine 2"; "executor" where it has no name.
  std::string by() const { return (name.empty() ? "executor" : name) + (version.empty() ? "" : " " + version); }
};

/// In what is said of a crash, before the last line that the executor wrote.
inline constexpr std::string_view kItSays = ": it says: ";

enum class How : std::uint8_t {
  Answered,
  Crashed, ///< a signal, an exit, a write outside, too much output
  TimedOut,
  NotAsked ///< nobody had the time to ask, or to wait as long as it may take (Executor::endAt)
};
struct Answer {
  How how = How::Answered;
  std::string what; ///< one line: how it ended
};

class Executor {
public:
  /// Rejected by "executor": no shared object, no symbol, no hello, another ABI, sizes that cannot be.
  static spec::Result<std::unique_ptr<Executor>> open(const Source& source, const Limits& limits = {});
  ~Executor();
  Executor(const Executor&) = delete;
  Executor& operator=(const Executor&) = delete;

  const Table& table() const { return table_; }
  bool isCommand() const { return source_.isCommand; }
  static constexpr std::size_t kMostBatchBytes = std::size_t{1} << 20;
  /// How many cases go into one batch.
  std::size_t batchOf(unsigned family) const;

  /// One batch of `bytes`-sized structures, at most batchOf(family); what does not fit the executor's own is cut, what
  /// it has more is 0. `answered` receives what stands there afterwards, also where it did not end well. A batch after
  /// one that did not end well, and one with `afresh`, runs in a new process. It has this share of the limit's seconds.
  Answer ask(unsigned family, std::size_t bytes, std::span<const std::byte> asked, std::span<std::byte> answered,
             bool afresh = false, double share = 1);

  using Clock = std::chrono::steady_clock;
  /// From then on it is not asked, and not waited for. If it has not answered by then, it has timed out, provided that
  /// it had its full time.
  void endAt(Clock::time_point end) { end_ = end; }
  Clock::time_point end() const { return end_; }
  double limit() const { return limits_.seconds; }
  bool isOver() const { return secondsLeft() <= 0; }
  double secondsLeft() const { return std::chrono::duration<double>(end_ - Clock::now()).count(); }

private:
  explicit Executor(Source source, const Limits& limits);
  spec::Result<void> start(); ///< and reads the table
  void stop();
  bool alive() const { return child_ > 0; }
  Answer awaitNumber(std::uint32_t number, double seconds);
  Answer ended(); ///< reaps it, and says how it ended
  std::string faultText(int signal);
  std::string faultPlace(int signal);
  std::byte* place(std::size_t stride, std::size_t bytes, std::span<const std::byte> asked);
  bool outsideIsTouched(const std::byte* batch) const;

  Source source_;
  Limits limits_;
  Table table_;
  Control* control_ = nullptr;  ///< shared, as is the batch behind it, between guard pages
  std::byte* region_ = nullptr; ///< kMostBatchBytes and a canary before them
  int socket_ = -1, output_ = -1;
  pid_t child_ = -1;
  std::uint32_t number_ = 0;
  Clock::time_point end_ = Clock::time_point::max();
  std::map<std::uint64_t, std::string> places_; ///< by instruction: to look one up takes longer than a case
};

} // namespace warplaw::check
