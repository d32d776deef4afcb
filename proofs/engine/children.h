// Children: forked processes behind a poll loop, so that code that hangs, crashes or eats memory ends itself and
// nothing else. Processes that a child started are paused, resumed and killed with it. Single-threaded on purpose:
// fork() copies the parent as it stands, closures and loaded code included.
#pragma once
#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace warplaw::proofs {

using Clock = std::chrono::steady_clock;
double secondsSince(Clock::time_point start);
double processorSeconds(); ///< that this process has taken
std::size_t mappedBytes(); ///< by this process

/// One message on a channel: what it is, what it is about, and its content.
struct Frame {
  std::uint32_t kind = 0, id = 0;
  std::string body;
};

/// Splits received bytes into frames.
class FrameReader {
public:
  void add(std::string_view bytes) { bytes_ += bytes; }
  bool next(Frame& frame); ///< false: no complete frame yet
private:
  std::string bytes_;
  std::size_t begin_ = 0;
};
std::string encode(const Frame& frame);

/// A child's end of the channel to its parent. Writes block; a parent that is gone ends the child.
class ParentChannel {
public:
  explicit ParentChannel(int descriptor) : descriptor_(descriptor) {}
  int descriptor() const { return descriptor_; }
  void send(const Frame& frame) const { write(encode(frame)); }
  void write(std::string_view bytes) const;
  bool receive(Frame& frame); ///< waits for one; false: there will be none

private:
  int descriptor_;
  FrameReader reader_;
};

/// No answer is as long; without an end they would fill memory.
inline constexpr std::size_t kMostOutput = std::size_t{64} << 20;

/// How a child came to its end.
struct Ended {
  enum class How { Exited, Killed, TimedOut, Babbled } how = How::Exited;
  int code = 0;       ///< exit status, or the signal's number
  double seconds = 0; ///< of processors that it took: not what it waited for, nor what else ran beside it
  double elapsed = 0; ///< seconds from its start
  std::string bytes;  ///< what a raw child wrote
  /// "exit status 1", "signal 6 (Aborted)", "time-out after 60 s", "more than 64 MiB of output"
  std::string text() const;
};

class Children {
public:
  using Id = int;
  struct Spec {
    std::function<int(ParentChannel)> body; ///< runs in the child; its value is the exit status
    double seconds = 0;                     ///< wall-clock limit; 0: none
    std::size_t memoryBytes = 0;            ///< address-space limit *above* what the parent has mapped; 0: none
    bool raw = false; ///< its bytes are collected for onEnd, not split into frames; too many of them end it
    std::function<void(const Frame&)> onFrame;
    std::function<void(const Ended&)> onEnd; ///< called once, after the last frame; not after kill()
  };
  Children();
  Children(const Children&) = delete;
  Children& operator=(const Children&) = delete;
  ~Children(); ///< kills what still runs

  Id start(Spec spec);
  /// Also listens on a descriptor that is no child's: frames, and its end.
  void listen(int descriptor, std::function<void(const Frame&)> onFrame, std::function<void()> onClosed);
  void send(Id child, const Frame& frame); ///< queued; ignored where the child has ended
  void limit(Id child, double seconds);    ///< its wall-clock limit, from now on; 0: none
  void kill(Id child);                     ///< at once, without onEnd
  void pause(Id child);                    ///< until resume(); its time limit rests too
  void resume(Id child);
  double seconds(Id child) const; ///< of processors that it has taken; what it started itself is not counted
  std::size_t running() const { return children_.size(); }
  /// Waits until something happens, at most so long, and calls what it concerns.
  void poll(double seconds);

private:
  struct Child;
  struct Listener;
  struct Gone;
  void receive(Id id);
  void endIfGone(Id id);
  static std::optional<Gone> gone(int pid, bool wait); ///< nothing: it has not ended, and is not waited for
  void end(Id id, Ended::How how, const Gone& gone);
  std::map<Id, std::unique_ptr<Child>> children_;
  std::unique_ptr<Listener> listener_;
  Id next_ = 1;
};

} // namespace warplaw::proofs
