/* Code that is written lane by lane, as a GPU's kernel is, run on the host: each lane is a fiber with a stack of its
   own, and goes on until it meets others in an exchange, a vote, a match or a barrier. So a function with several
   exchanges, with loops and with branches that lanes take differently is an executor for `warplaw check`
   (warplaw/executor.h) as it stands:

     static void vote(warplaw_vote* batch, uint32_t count) {
       warplaw::simt::each_warp(batch, count, [](warplaw_vote& warp) {
         const unsigned i = warplaw::simt::lane();
         warp.ballot[i] = warplaw::simt::ballot(warp.votes >> i & 1);
         ..
       });
     }

   Lanes run one at a time, on the caller's thread, so they may share what they like. Nobody is left behind: lanes meet
   when all of them wait in the same function; one that returns has left, and the others meet without it. If nobody can
   go on, because some wait in a ballot and some in a barrier, the program says which and aborts: `check` shows a CRASH,
   and what was said.

   C++17 on POSIX, nothing to link. `warplaw prove` cannot read fibers, and says so (docs/check.md); for it there is
   warplaw/lane.h. Fibers are begun by makecontext, and switched by _setjmp and _longjmp, which make no system call: ten
   times as many warps in a second as by swapcontext, which WARPLAW_SIMT_UCONTEXT asks for all the same. The sanitizer
   of addresses knows swapcontext alone, and gets it. Coroutines (C++20) would need no stacks; but each function between
   a lane and its exchange would have to be one, and code that was written for a GPU is none. */
#ifndef WARPLAW_SIMT_H
#define WARPLAW_SIMT_H
#include <csetjmp>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <sys/mman.h>
#include <tuple>
#include <type_traits>
#include <ucontext.h>
#include <unistd.h>
#include <warplaw/executor.h>

#ifndef WARPLAW_SIMT_STACK /* bytes of a lane's stack; what lies below it cannot be touched */
#define WARPLAW_SIMT_STACK (256u << 10)
#endif
#ifdef __has_feature
#if __has_feature(address_sanitizer)
#define WARPLAW_SIMT_UCONTEXT
#endif
#endif
#if defined(__SANITIZE_ADDRESS__) && !defined(WARPLAW_SIMT_UCONTEXT)
#define WARPLAW_SIMT_UCONTEXT
#endif

namespace warplaw::simt {

/// All lanes that run.
inline constexpr std::uint32_t kEveryone = ~std::uint32_t{0};

namespace detail {

[[noreturn]] inline void fail(const char* what) {
  std::fprintf(stderr, "warplaw/simt.h: %s\n", what);
  std::abort();
}

#ifdef WARPLAW_PROVE
extern "C" void warplaw_simt_runs_fibers_use_check(); // nowhere: whoever proves is told this name
#endif

#if defined(__GLIBC__) && defined(_FORTIFY_SOURCE)
// _longjmp itself: the one that is checked takes another stack for a frame that is gone
extern "C" [[noreturn]] void warplaw_simt_jump(std::jmp_buf, int) __asm__("_longjmp");
#else
[[noreturn]] inline void warplaw_simt_jump(std::jmp_buf to, int value) { _longjmp(to, value); }
#endif

/// Where a fiber, or the caller of run, goes on.
struct Flow {
  ucontext_t context;
#ifndef WARPLAW_SIMT_UCONTEXT
  std::jmp_buf jump;
  bool begun = true;
#endif
};

[[gnu::noinline]] inline void change(Flow& from, Flow& to) {
#ifdef WARPLAW_SIMT_UCONTEXT
  swapcontext(&from.context, &to.context);
#else
  if (_setjmp(from.jump) != 0)
    return;
  if (to.begun)
    warplaw_simt_jump(to.jump, 1);
  to.begun = true;
  setcontext(&to.context);
#endif
}

/// Where lanes wait for each other, and in what of how many bytes.
enum class Meeting : unsigned char { Barrier, Ballot, FromLane, Match };
inline constexpr const char* kMeetings[] = {"barrier", "ballot", "from_lane", "match"};

struct Lane {
  Flow flow;
  Meeting meeting;                  ///< in which it waits
  unsigned bytes;                   ///< of what it brings along
  std::uint32_t mask;               ///< whom it waits for
  std::uint64_t brought, exchanged; ///< the second: when all were there
  std::uint32_t together;           ///< whom it met last
};

/// The 32 fibers of a thread, and the warp that they run.
class Warp {
public:
  using Body = void(void*);

  Warp() : stackBytes_(wholePages(WARPLAW_SIMT_STACK)) {
    void* const stacks = mmap(nullptr, bytes(), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (stacks == MAP_FAILED)
      fail("no memory for the lanes' stacks");
    stacks_ = static_cast<std::byte*>(stacks);
    for (unsigned i = 0; i < WARPLAW_LANES; ++i)
      begin(lanes_[i].flow, stacks_ + i * (page() + stackBytes_));
  }
  ~Warp() { munmap(stacks_, bytes()); }
  Warp(const Warp&) = delete;
  Warp& operator=(const Warp&) = delete;

  static Warp& ofThread() {
    static thread_local Warp warp;
    return warp;
  }

  void run(std::uint32_t lanes, Body* body, void* of) {
    if (running_)
      fail("a lane runs lanes");
    body_ = body;
    of_ = of;
    running_ = ready_ = lanes;
    for (Lane& lane : lanes_)
      lane.together = lanes;
    next();
  }

  unsigned current() const {
    if (current_ == kCaller)
      fail("what only a lane may ask was asked outside of run and each_warp");
    return current_;
  }
  const Lane& lane(unsigned number) const { return lanes_[number]; }

  /// Waits for the others; gives who met, the lane itself among them: what they brought is then `exchanged`.
  std::uint32_t meet(Meeting meeting, std::uint32_t mask, std::uint64_t brought = 0, unsigned bytes = 0) {
    if (!(mask >> current() & 1))
      fail("a lane waits with a mask that does not name it");
    Lane& lane = lanes_[current_];
    lane.meeting = meeting;
    lane.bytes = bytes;
    lane.mask = mask;
    lane.brought = brought;
    next();
    return lane.together;
  }

private:
  static constexpr unsigned kCaller = WARPLAW_LANES; ///< of run

  static std::size_t page() { return static_cast<std::size_t>(sysconf(_SC_PAGESIZE)); }
  static std::size_t wholePages(std::size_t bytes) { return (bytes + page() - 1) / page() * page(); }
  std::size_t bytes() const { return WARPLAW_LANES * (page() + stackBytes_); }

  /// The first page is a wall.
  void begin(Flow& flow, std::byte* stack) {
    mprotect(stack, page(), PROT_NONE);
    getcontext(&flow.context);
    flow.context.uc_stack.ss_sp = stack + page();
    flow.context.uc_stack.ss_size = stackBytes_;
    flow.context.uc_link = nullptr;
    makecontext(&flow.context, &Warp::live, 0);
#ifndef WARPLAW_SIMT_UCONTEXT
    flow.begun = false;
#endif
  }

  /// A fiber's life: warp after warp. No exception leaves a lane.
  static void live() noexcept {
    for (Warp& warp = ofThread();;) {
      warp.body_(warp.of_);
      warp.running_ &= ~(1u << warp.current_);
      warp.next();
    }
  }

  /// Goes on with the lowest lane that can go on, or with the caller when all have returned; comes back when it is this
  /// one's turn.
  void next() {
    if (!ready_ && running_)
      release();
    const unsigned from = current_;
    current_ = ready_ ? static_cast<unsigned>(__builtin_ctz(ready_)) : kCaller;
    ready_ &= ready_ - 1;
    if (from != current_)
      change(flow(from), flow(current_));
  }
  Flow& flow(unsigned number) { return number == kCaller ? caller_ : lanes_[number].flow; }

  /// Everybody who runs waits: those go on of whom nobody is missing.
  void release() {
    for (std::uint32_t left = running_; left; left &= left - 1) {
      const unsigned i = static_cast<unsigned>(__builtin_ctz(left));
      const std::uint32_t members = lanes_[i].mask & running_;
      if (ready_ >> i & 1 || alike(i) != members)
        continue;
      for (Lane& lane : lanes_)
        if (members >> (&lane - lanes_) & 1) {
          lane.exchanged = lane.brought;
          lane.together = members;
        }
      ready_ |= members;
    }
    if (!ready_)
      failApart();
  }
  /// The lanes that wait for the same others, and in the same function.
  std::uint32_t alike(unsigned i) const {
    const auto key = [this](const Lane& lane) {
      return std::make_tuple(lane.meeting, lane.bytes, lane.mask & running_);
    };
    std::uint32_t found = 0;
    for (std::uint32_t left = running_; left; left &= left - 1)
      if (const auto j = static_cast<unsigned>(__builtin_ctz(left)); key(lanes_[j]) == key(lanes_[i]))
        found |= 1u << j;
    return found;
  }
  [[noreturn]] void failApart() const {
    std::string what = "lanes wait in different places:";
    for (std::uint32_t left = running_; left;) {
      const Lane& lane = lanes_[__builtin_ctz(left)];
      const std::uint32_t waiting = alike(static_cast<unsigned>(__builtin_ctz(left)));
      char line[128];
      std::snprintf(line, sizeof line, "%s 0x%08x in %s", left == running_ ? "" : ",", waiting,
                    kMeetings[static_cast<unsigned>(lane.meeting)]);
      what += line;
      if (lane.bytes)
        what += " of " + std::to_string(lane.bytes) + " bytes";
      std::snprintf(line, sizeof line, " for 0x%08x", lane.mask & running_);
      what += line;
      left &= ~waiting;
    }
    fail(what.c_str());
  }

  std::size_t stackBytes_;
  std::byte* stacks_;
  Flow caller_;
  Lane lanes_[WARPLAW_LANES] = {};
  unsigned current_ = kCaller;
  std::uint32_t running_ = 0; ///< have begun and not returned
  std::uint32_t ready_ = 0;   ///< of these, can go on
  Body* body_ = nullptr;
  void* of_ = nullptr;
};

/// A value's bits, and back.
template <class T> std::uint64_t bitsOf(const T& value) {
  static_assert(std::is_trivially_copyable_v<T> && sizeof(T) <= sizeof(std::uint64_t),
                "lanes exchange values of at most 8 bytes that can be copied as bytes");
  std::uint64_t bits = 0;
  std::memcpy(&bits, &value, sizeof value);
  return bits;
}
template <class T> struct Same {
  using Type = T;
};

} // namespace detail

/// The lane's own number, 0..31.
inline unsigned lane() { return detail::Warp::ofThread().current(); }

/// The lanes that this one met last, itself among them; before it met any, all that began. Who has returned since is
/// still there, so that the answer does not hang on which lane runs first.
inline std::uint32_t active() { return detail::Warp::ofThread().lane(lane()).together; }

/// The functions in which lanes meet. `mask` says whom a lane waits for: by default all that run; otherwise those of
/// the mask that run, as CUDA's functions with _sync do. All of them must wait for the same lanes in the same function.
inline void barrier(std::uint32_t mask = kEveryone) { detail::Warp::ofThread().meet(detail::Meeting::Barrier, mask); }

/// The lanes that met and say yes.
inline std::uint32_t ballot(bool yes, std::uint32_t mask = kEveryone) {
  detail::Warp& warp = detail::Warp::ofThread();
  const std::uint32_t met = warp.meet(detail::Meeting::Ballot, mask, yes);
  std::uint32_t all = 0;
  for (unsigned i = 0; i < WARPLAW_LANES; ++i)
    if (met >> i & 1 && warp.lane(i).exchanged)
      all |= 1u << i;
  return all;
}

/// What lane `from` (bits 4:0 count) brought along as its `value`; `nobodys` where it has not met the others.
template <class T>
T from_lane(const T& value, unsigned from, const typename detail::Same<T>::Type& nobodys = T(),
            std::uint32_t mask = kEveryone) {
  detail::Warp& warp = detail::Warp::ofThread();
  const std::uint32_t met = warp.meet(detail::Meeting::FromLane, mask, detail::bitsOf(value), sizeof value);
  if (!(met >> (from & 31) & 1))
    return nobodys;
  T theirs;
  std::memcpy(&theirs, &warp.lane(from & 31).exchanged, sizeof theirs);
  return theirs;
}

/// The lanes that met and brought the same bits along.
template <class T> std::uint32_t match(const T& value, std::uint32_t mask = kEveryone) {
  detail::Warp& warp = detail::Warp::ofThread();
  const std::uint64_t own = detail::bitsOf(value);
  const std::uint32_t met = warp.meet(detail::Meeting::Match, mask, own, sizeof value);
  std::uint32_t all = 0;
  for (unsigned i = 0; i < WARPLAW_LANES; ++i)
    if (met >> i & 1 && warp.lane(i).exchanged == own)
      all |= 1u << i;
  return all;
}

/// Calls body() as each lane of `lanes`, until all have returned.
template <class Body> void run(std::uint32_t lanes, Body&& body) {
#ifdef WARPLAW_PROVE
  (void)lanes, (void)body;
  detail::warplaw_simt_runs_fibers_use_check();
#else
  using Called = std::remove_reference_t<Body>;
  detail::Warp::ofThread().run(
      lanes, [](void* called) { (*static_cast<Called*>(called))(); },
      const_cast<void*>(static_cast<const void*>(std::addressof(body))));
#endif
}

/// Calls body(warp) for each warp of a batch (warplaw/executor.h), as each lane that executes.
template <class Family, class Body> void each_warp(Family* batch, std::uint32_t count, Body body) {
  for (Family* warp = batch; warp != batch + count; ++warp)
    run(warp->exec, [&] { body(*warp); });
}

/// The own bit of a word that has one for each lane: `predicate` of most families.
inline void set_bit(std::uint32_t& word, bool bit) {
  word = (word & ~(1u << lane())) | static_cast<std::uint32_t>(bit) << lane();
}

} // namespace warplaw::simt
#endif
