#include "check/host.h"
#include "check/faults.h"
#include "spec/shell_word.h"
#include "symbolic/native/source_place.h"
#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <stdexcept>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

namespace warplaw::check {
namespace {
using Clock = Executor::Clock;

constexpr std::size_t kGuard = 1 << 16, kMargin = 4096; ///< bytes on each side of what an executor may write
constexpr std::size_t kControl = (sizeof(Control) + 4095) / 4096 * 4096;
constexpr std::size_t kRegion = kMargin + Executor::kMostBatchBytes;
constexpr std::size_t kMapped = kControl + kGuard + kRegion + kGuard;
constexpr std::size_t kBatchBytes = 256 << 10; ///< so many at a time stay in a cache
constexpr std::byte kCanaryByte{0xc5};
constexpr double kLoading = 10, kAsleep = 10; ///< times as long as a batch, as its processor time
constexpr double kLeastAsleep = 1;            ///< seconds: so long a busy machine may let it wait
constexpr double kLeastLoading = 10;          ///< seconds: what starts an interpreter is not told to hurry
const Answer kNotAsked{How::NotAsked, "the time was up"};
constexpr double kSilent = 2; ///< seconds: then it is said what is waited for

void limit(int what, std::uint64_t most) {
  const rlimit both{most, most};
  setrlimit(what, &both);
}

/// In the child: nothing of the host's is within reach but the socket and the shared pages, and it dies with the host.
void confine(const Limits& limits, int socket, int output, pid_t host) {
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != host)
    _exit(0);
  const int nothing = open("/dev/null", O_RDONLY);
  dup2(nothing, 0);
  dup2(output, 1);
  dup2(output, 2);
  const auto kept = static_cast<unsigned>(socket);
  close_range(3, kept - 1, 0);
  close_range(kept + 1, ~0u, 0);
  for (const int signal : {SIGINT, SIGTERM, SIGPIPE, SIGHUP})
    std::signal(signal, SIG_DFL);
  limit(RLIMIT_CORE, 0);
  limit(RLIMIT_FSIZE, limits.outputBytes);
  limit(RLIMIT_DATA, limits.dataBytes);
  limit(RLIMIT_STACK, limits.stackBytes);
  limit(RLIMIT_NOFILE, 64);
}

/// Seconds of processor time that a process has taken.
double processorTime(pid_t process) {
  clockid_t clock{};
  timespec time{};
  if (clock_getcpuclockid(process, &clock) != 0 || clock_gettime(clock, &time) != 0)
    return 0;
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

std::string textIn(const char* text, std::size_t size) { return {text, strnlen(text, size)}; }

/// The last line that was written to a file, as far as it can be shown: what an assertion says before it aborts.
std::string lastLineIn(int file) {
  constexpr off_t kMost = 300;
  char text[kMost];
  const off_t size = lseek(file, 0, SEEK_END);
  const ssize_t got = pread(file, text, sizeof text, std::max<off_t>(0, size - kMost));
  std::string_view said(text, got > 0 ? static_cast<std::size_t>(got) : 0);
  const auto end = said.find_last_not_of(" \n\r");
  said = said.substr(0, end == said.npos ? 0 : end + 1);
  std::string line(said.substr(said.find_last_of('\n') + 1)); // npos + 1 is 0
  std::ranges::replace_if(line, [](char c) { return c < ' ' || c > '~'; }, '?');
  return line;
}

/// To people: why nothing happens.
std::string waitingText(const Source& source, double most) {
  const std::string who = spec::shellWord(source.text);
  return fmt::format("warplaw: waiting for {}, at most {:g} s\n",
                     source.isCommand ? fmt::format("the hello of {}: one line of JSON (docs/check.md)", who)
                                      : fmt::format("{} to be loaded", who),
                     most);
}

} // namespace

Executor::Executor(Source source, const Limits& limits) : source_(std::move(source)), limits_(limits) {
  void* const mapped = mmap(nullptr, kMapped, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (mapped == MAP_FAILED)
    throw std::runtime_error("no shared memory for an executor");
  auto* const bytes = static_cast<std::byte*>(mapped);
  control_ = reinterpret_cast<Control*>(bytes);
  region_ = bytes + kControl + kGuard;
  mprotect(bytes + kControl, kGuard, PROT_NONE);
  mprotect(region_ + kRegion, kGuard, PROT_NONE);
  output_ = memfd_create("output of an executor", MFD_CLOEXEC);
  fcntl(output_, F_SETFL, O_APPEND);
}

Executor::~Executor() {
  stop();
  close(output_);
  munmap(control_, kMapped);
}

spec::Result<std::unique_ptr<Executor>> Executor::open(const Source& source, const Limits& limits) {
  std::unique_ptr<Executor> made(new Executor(source, limits));
  if (auto started = made->start(); !started)
    return started.error();
  return made;
}

spec::Result<void> Executor::start() {
  stop();
  std::memset(static_cast<void*>(control_), 0, sizeof *control_);
  int ends[2];
  if (ftruncate(output_, 0) != 0 || socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0)
    throw std::runtime_error("no socket for an executor");
  const pid_t host = getpid();
  child_ = fork();
  if (child_ < 0)
    throw std::runtime_error("no process for an executor");
  if (child_ == 0) {
    confine(limits_, ends[1], output_, host);
    servePlugin(source_, *control_, ends[1]);
  }
  setpgid(child_, child_); // whoever of the two comes first
  close(ends[1]);
  socket_ = ends[0];
  number_ = 0;
  const Answer loaded = awaitNumber(0, kLoading * limits_.seconds);
  if (control_->greeting == Greeting::Rejected)
    return spec::Rejection{"executor", textIn(control_->farewell, sizeof control_->farewell),
                           textIn(control_->accepted, sizeof control_->accepted)};
  if (loaded.how != How::Answered)
    return spec::Rejection{"executor", "cannot be loaded: " + loaded.what, "an executor (include/warplaw/executor.h)"};
  table_ = {textIn(control_->name, kMostNameBytes),
            textIn(control_->version, kMostNameBytes),
            textIn(control_->domain, kMostDomainBytes),
            {}};
  std::copy(std::begin(control_->bytes), std::end(control_->bytes), table_.bytes.begin());
  if (std::ranges::any_of(table_.bytes, [](std::uint64_t bytes) { return bytes > kMostStructureBytes; }))
    return spec::Rejection{"executor", "wrote over what it said of itself", "a table that stays as it is"};
  return {};
}

void Executor::stop() {
  if (!alive())
    return;
  kill(-child_, SIGKILL); // what it has started, too
  kill(child_, SIGKILL);
  while (waitpid(child_, nullptr, 0) < 0 && errno == EINTR) {
  }
  close(socket_);
  child_ = socket_ = -1;
}

std::size_t Executor::batchOf(unsigned family) const {
  return std::clamp<std::size_t>(kBatchBytes / std::max<std::uint64_t>(table_.bytes[family], 1), 8, 1024);
}

Answer Executor::awaitNumber(std::uint32_t number, double seconds) {
  const Clock::time_point start = Clock::now();
  const double before = processorTime(child_);
  const bool loads = number == 0; // what it says of itself comes first
  const double whole = loads ? std::max(seconds, kLeastLoading) : std::max(kAsleep * seconds, kLeastAsleep);
  const double asleep = loads ? whole : std::min(whole, secondsLeft());
  double left = std::min(seconds, asleep);
  for (bool isTold = !loads;;) {
    pollfd wait{socket_, POLLIN, 0};
    const double next = isTold ? left : std::min(left, kSilent);
    const int ready = poll(&wait, 1, static_cast<int>(std::clamp(1000 * next, 1.0, 1e9)));
    if (ready < 0 && errno == EINTR)
      continue;
    if (ready <= 0) {
      const double passed = std::chrono::duration<double>(Clock::now() - start).count();
      if (!isTold && passed >= kSilent) {
        isTold = true;
        std::fputs(waitingText(source_, asleep).c_str(), stderr);
      }
      left = seconds - (processorTime(child_) - before);
      if (left > 0 && passed < asleep) {
        left = std::min(left, asleep - passed);
        continue;
      }
      const bool loading = control_->doing == Doing::Loading;
      stop();
      if (!loads && left > 0 && passed < limits_.seconds)
        return kNotAsked;
      return {How::TimedOut,
              fmt::format("no answer after {:.3g} s{}", left > 0 && (loads || asleep < whole) ? asleep : seconds,
                          loading ? " of loading" : "")};
    }
    std::uint32_t got = 0;
    const ssize_t bytes = recv(socket_, &got, sizeof got, 0);
    if (bytes == sizeof got && got == number)
      return {};
    if (bytes <= 0)
      return ended();
  }
}

/// " in vote.c:12", where the object that was loaded has debug information about the instruction.
std::string Executor::faultPlace(int signal) {
  if (source_.isCommand || control_->signal != signal || control_->instruction == 0)
    return {};
  const std::uint64_t instruction = control_->instruction;
  const auto [known, isNew] = places_.try_emplace(instruction);
  if (isNew)
    known->second = native::sourcePlaceIn(source_.text, instruction);
  const std::string& place = known->second;
  return place.empty() ? "" : " in " + place;
}

std::string Executor::faultText(int signal) {
  std::string text = fmt::format("SIG{}", sigabbrev_np(signal) ? sigabbrev_np(signal) : std::to_string(signal));
  if (signal == SIGXFSZ)
    return text + fmt::format(": it wrote more than {} KiB to its output", limits_.outputBytes >> 10);
  if (const std::string said = signal == SIGABRT ? lastLineIn(output_) : ""; !said.empty())
    return text + std::string(kItSays) + said;
  const std::string place = faultPlace(signal);
  if (control_->signal != signal || (signal != SIGSEGV && signal != SIGBUS))
    return text + place;
  const std::uint64_t address = control_->address, start = reinterpret_cast<std::uintptr_t>(region_);
  if (address >= start + kRegion && address < start + kRegion + kGuard)
    return text + fmt::format(": {} bytes behind the batch", address - start - kRegion) + place;
  if (address >= start - kGuard && address < start)
    return text + ": before the batch" + place;
  return text + fmt::format(" at address {:#x}", address) + place;
}

Answer Executor::ended() {
  const auto end = Clock::now() + std::chrono::duration<double>(limits_.seconds);
  siginfo_t dead{}; // left to be waited for: until then its number is not another's
  while (waitid(P_PID, static_cast<id_t>(child_), &dead, WEXITED | WNOHANG | WNOWAIT) == 0 && dead.si_pid == 0 &&
         Clock::now() < end)
    usleep(500);
  const bool lives = dead.si_pid == 0;
  kill(-child_, SIGKILL);
  kill(child_, SIGKILL);
  int status = 0;
  while (waitpid(child_, &status, 0) < 0 && errno == EINTR) {
  }
  close(socket_);
  child_ = socket_ = -1;
  if (lives)
    return {How::Crashed, "it closed what it is asked through"};
  if (const std::string why = textIn(control_->farewell, sizeof control_->farewell); !why.empty())
    return {How::Crashed, why};
  if (WIFEXITED(status))
    return {How::Crashed, fmt::format("it called exit({})", WEXITSTATUS(status))};
  return {How::Crashed, faultText(WTERMSIG(status))};
}

/// The batch ends where the guard pages begin, and a canary stands before it.
std::byte* Executor::place(std::size_t stride, std::size_t bytes, std::span<const std::byte> asked) {
  const std::size_t count = asked.size() / bytes;
  std::byte* const batch = region_ + kRegion - count * stride;
  std::memset(batch - kMargin, static_cast<int>(kCanaryByte), kMargin);
  for (std::size_t k = 0; k < count; ++k) {
    std::memcpy(batch + k * stride, asked.data() + k * bytes, std::min(stride, bytes));
    if (stride > bytes)
      std::memset(batch + k * stride + bytes, 0, stride - bytes);
  }
  return batch;
}

bool Executor::outsideIsTouched(const std::byte* batch) const {
  const auto isTouched = [](std::byte byte) { return byte != kCanaryByte; };
  return WARPLAW_CHECK_FAULT(canary_off, std::any_of(batch - kMargin, batch, isTouched), false);
}

Answer Executor::ask(unsigned family, std::size_t bytes, std::span<const std::byte> asked,
                     std::span<std::byte> answered, bool afresh, double share) {
  if (isOver())
    return kNotAsked;
  if (afresh || !alive())
    if (auto started = start(); !started)
      return {How::Crashed, started.error().message};
  const std::size_t stride = table_.bytes[family], count = asked.size() / bytes;
  if (count * stride > kMostBatchBytes)
    throw std::logic_error("a batch that is too large");
  std::byte* const batch = place(stride, bytes, asked);
  const Command command{++number_, family, static_cast<std::uint32_t>(count), 0,
                        reinterpret_cast<std::uintptr_t>(batch)};
  Answer answer = send(socket_, &command, sizeof command, MSG_NOSIGNAL) == sizeof command
                      ? awaitNumber(number_, share * limits_.seconds)
                      : ended();
  if (stride < bytes)
    std::memcpy(answered.data(), asked.data(), asked.size());
  for (std::size_t k = 0; k < count; ++k)
    std::memcpy(answered.data() + k * bytes, batch + k * stride, std::min(stride, bytes));
  if (answer.how == How::Answered && outsideIsTouched(batch)) {
    stop();
    answer = {How::Crashed, "it wrote before the batch"};
  }
  if (lseek(output_, 0, SEEK_END) > 0 && ftruncate(output_, 0) != 0)
    throw std::runtime_error("the output of an executor cannot be dropped");
  return answer;
}

} // namespace warplaw::check
