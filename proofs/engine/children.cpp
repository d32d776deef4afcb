#include "proofs/engine/children.h"
#include <algorithm>
#include <cassert>
#include <cerrno>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <fcntl.h>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <malloc.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <system_error>
#include <time.h>
#include <unistd.h>
#include <utility>
#include <vector>

namespace warplaw::proofs {

namespace {

constexpr int kChannel = 3; // the descriptor of the channel in every child; everything above is closed there
constexpr std::size_t kHeader = 12;

// What every child does first: dies with its parent, dies of signals, holds no descriptor but its own channel, is
// limited.
void becomeChild(pid_t parent, int channel, std::size_t memoryBytes) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent)
    _exit(1);
  for (int s : {SIGINT, SIGTERM, SIGHUP, SIGPIPE, SIGALRM, SIGCHLD})
    std::signal(s, SIG_DFL);
  if (channel != kChannel)
    dup2(channel, kChannel);
  close_range(kChannel + 1, ~0u, 0);
  // it gives its memory back by ending; until then what it frees is used again, without a page fault for every page
  mallopt(M_MMAP_THRESHOLD, 32 << 20); // the most that is accepted
  mallopt(M_TRIM_THRESHOLD, 1 << 30);
  const rlimit noCore{0, 0};
  setrlimit(RLIMIT_CORE, &noCore);
  if (memoryBytes != 0) {
    const rlimit limit{mappedBytes() + memoryBytes, mappedBytes() + memoryBytes};
    setrlimit(RLIMIT_AS, &limit);
  }
}

int runBody(const std::function<int(ParentChannel)>& body) {
  try {
    return body(ParentChannel(kChannel));
  } catch (const std::exception& e) {
    std::fprintf(stderr, "warplaw: child process: %s\n", e.what());
  } catch (...) {
    std::fprintf(stderr, "warplaw: child process: unknown exception\n");
  }
  return 125;
}

std::vector<pid_t> startedBy(pid_t pid) {
  std::vector<pid_t> all;
  std::error_code gone;
  for (const auto& thread : std::filesystem::directory_iterator(fmt::format("/proc/{}/task", pid), gone)) {
    std::ifstream children(thread.path() / "children");
    for (pid_t child = 0; children >> child;)
      all.push_back(child);
  }
  return all;
}

// A solver may be a script whose child does the work. Each is stopped first, so that it starts nothing more meanwhile,
// and reaps nothing: the numbers of its children stay theirs.
void signalWithDescendants(pid_t pid, int signal) {
  ::kill(pid, SIGSTOP);
  for (const pid_t child : startedBy(pid))
    signalWithDescendants(child, signal);
  ::kill(pid, signal);
}

double secondsOf(const rusage& used) {
  const auto seconds = [](const timeval& t) {
    return static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_usec);
  };
  return seconds(used.ru_utime) + seconds(used.ru_stime);
}

} // namespace

// How a child ended, and what it took.
struct Children::Gone {
  int status = 0;
  rusage used{};
};

std::optional<Children::Gone> Children::gone(int pid, bool wait) {
  Gone child;
  pid_t ended = 0;
  do
    ended = wait4(pid, &child.status, wait ? 0 : WNOHANG, &child.used);
  while (ended < 0 && errno == EINTR);
  return ended == pid ? std::optional(child) : std::nullopt;
}

double processorSeconds() {
  rusage used{};
  getrusage(RUSAGE_SELF, &used);
  return secondsOf(used);
}

std::size_t mappedBytes() {
  long pages = 0;
  if (FILE* file = std::fopen("/proc/self/statm", "r")) {
    if (std::fscanf(file, "%ld", &pages) != 1)
      pages = 0;
    std::fclose(file);
  }
  return static_cast<std::size_t>(pages) * static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
}

double secondsSince(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

bool FrameReader::next(Frame& frame) {
  if (bytes_.size() - begin_ < kHeader)
    return false;
  std::uint32_t header[3];
  std::memcpy(header, bytes_.data() + begin_, kHeader);
  if (bytes_.size() - begin_ - kHeader < header[2])
    return false;
  frame.kind = header[0];
  frame.id = header[1];
  frame.body = bytes_.substr(begin_ + kHeader, header[2]);
  begin_ += kHeader + header[2];
  if (begin_ > bytes_.size() / 2) {
    bytes_.erase(0, begin_);
    begin_ = 0;
  }
  return true;
}

std::string encode(const Frame& frame) {
  const std::uint32_t header[3] = {frame.kind, frame.id, static_cast<std::uint32_t>(frame.body.size())};
  std::string bytes(reinterpret_cast<const char*>(header), kHeader);
  return bytes += frame.body;
}

void ParentChannel::write(std::string_view bytes) const {
  while (!bytes.empty()) {
    const ssize_t n = ::send(descriptor_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (n < 0 && errno == EINTR)
      continue;
    if (n < 0 && errno == EAGAIN) {
      pollfd wait{descriptor_, POLLOUT, 0};
      ::poll(&wait, 1, -1);
      continue;
    }
    if (n < 0)
      _exit(1);
    bytes.remove_prefix(static_cast<std::size_t>(n));
  }
}

bool ParentChannel::receive(Frame& frame) {
  char buffer[1 << 16];
  while (!reader_.next(frame)) {
    const ssize_t n = recv(descriptor_, buffer, sizeof buffer, 0);
    if (n < 0 && errno == EINTR)
      continue;
    if (n <= 0)
      return false;
    reader_.add({buffer, static_cast<std::size_t>(n)});
  }
  return true;
}

std::string Ended::text() const {
  switch (how) {
  case How::Exited:
    return fmt::format("exit status {}", code);
  case How::Killed:
    return fmt::format("signal {} ({})", code, strsignal(code));
  case How::TimedOut:
    return fmt::format("time-out after {:.3g} s", elapsed);
  case How::Babbled:
    return fmt::format("more than {} MiB of output", kMostOutput >> 20);
  }
  std::abort();
}

struct Children::Child {
  Spec spec;
  pid_t pid = -1;
  int descriptor = -1;
  Clock::time_point start = Clock::now();
  std::optional<Clock::time_point> paused; ///< since when, if it is
  std::optional<Clock::time_point> closed; ///< since when its channel is: it is about to end
  FrameReader reader;
  std::string raw;
  std::string unsent;
  bool limited() const { return spec.seconds > 0 && !paused; }
  void flush() {
    while (!unsent.empty()) {
      const ssize_t n = ::send(descriptor, unsent.data(), unsent.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
      if (n < 0 && errno == EINTR)
        continue;
      if (n <= 0)
        return; // full, or gone: its end will be seen by receive()
      unsent.erase(0, static_cast<std::size_t>(n));
    }
  }
};

struct Children::Listener {
  int descriptor;
  FrameReader reader;
  std::function<void(const Frame&)> onFrame;
  std::function<void()> onClosed;
};

Children::Children() = default;

Children::~Children() {
  while (!children_.empty())
    kill(children_.begin()->first);
}

Children::Id Children::start(Spec spec) {
  int pair[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) != 0)
    throw std::system_error(errno, std::generic_category(), "socketpair");
  std::fflush(nullptr); // or the child would print what is still buffered a second time
  const pid_t parent = getpid();
  const pid_t pid = fork();
  if (pid < 0)
    throw std::system_error(errno, std::generic_category(), "fork");
  if (pid == 0) {
    becomeChild(parent, pair[1], spec.memoryBytes);
    const int status = runBody(spec.body);
    std::fflush(nullptr);
    _exit(status);
  }
  close(pair[1]);
  auto child = std::make_unique<Child>();
  child->spec = std::move(spec);
  child->pid = pid;
  child->descriptor = pair[0];
  children_[next_] = std::move(child);
  return next_++;
}

void Children::listen(int descriptor, std::function<void(const Frame&)> onFrame, std::function<void()> onClosed) {
  listener_ = std::make_unique<Listener>(Listener{descriptor, {}, std::move(onFrame), std::move(onClosed)});
}

void Children::send(Id id, const Frame& frame) {
  const auto it = children_.find(id);
  if (it == children_.end())
    return;
  it->second->unsent += encode(frame);
  it->second->flush();
}

double Children::seconds(Id id) const {
  const auto it = children_.find(id);
  clockid_t clock = 0;
  timespec taken{};
  if (it == children_.end() || clock_getcpuclockid(it->second->pid, &clock) != 0 || clock_gettime(clock, &taken) != 0)
    return 0;
  return static_cast<double>(taken.tv_sec) + 1e-9 * static_cast<double>(taken.tv_nsec);
}

void Children::limit(Id id, double seconds) {
  const auto it = children_.find(id);
  if (it == children_.end())
    return;
  it->second->spec.seconds = seconds;
  it->second->start = Clock::now();
}

void Children::kill(Id id) {
  const auto it = children_.find(id);
  if (it == children_.end())
    return;
  signalWithDescendants(it->second->pid, SIGKILL);
  gone(it->second->pid, true);
  close(it->second->descriptor);
  children_.erase(it);
}

void Children::pause(Id id) {
  const auto it = children_.find(id);
  if (it == children_.end() || it->second->paused)
    return;
  it->second->paused = Clock::now();
  signalWithDescendants(it->second->pid, SIGSTOP);
}

void Children::resume(Id id) {
  const auto it = children_.find(id);
  if (it == children_.end() || !it->second->paused)
    return;
  it->second->start += Clock::now() - *std::exchange(it->second->paused, std::nullopt);
  signalWithDescendants(it->second->pid, SIGCONT);
}

// Reads what is there; calls may start, send to and kill children, so nothing is held across them but the id.
void Children::receive(Id id) {
  char buffer[1 << 16];
  while (true) {
    const auto it = children_.find(id);
    if (it == children_.end())
      return;
    Child& child = *it->second;
    const ssize_t n = recv(child.descriptor, buffer, sizeof buffer, MSG_DONTWAIT);
    if (n < 0 && errno == EINTR)
      continue;
    if (n < 0 && errno == EAGAIN)
      return;
    if (n <= 0) {
      child.closed = Clock::now();
      return;
    }
    const std::string_view bytes(buffer, static_cast<std::size_t>(n));
    if (child.spec.raw) {
      child.raw += bytes;
      if (child.raw.size() <= kMostOutput)
        continue;
      signalWithDescendants(child.pid, SIGKILL);
      end(id, Ended::How::Babbled, gone(child.pid, true).value());
      return;
    }
    child.reader.add(bytes);
    Frame frame;
    while (children_.contains(id) && children_[id]->reader.next(frame)) {
      const auto onFrame = children_[id]->spec.onFrame;
      if (onFrame)
        onFrame(frame);
    }
  }
}

// A child that closed its channel is at its end. To give back its memory takes it a while, and nobody waits for that;
// one that lingers all the same is ended.
void Children::endIfGone(Id id) {
  resume(id);
  Child& child = *children_.at(id);
  if (const auto ended = gone(child.pid, false))
    end(id, Ended::How::Exited, *ended);
  else if (secondsSince(*child.closed) > 1)
    signalWithDescendants(child.pid, SIGKILL);
}

void Children::end(Id id, Ended::How how, const Gone& gone) {
  const auto it = children_.find(id);
  const std::unique_ptr<Child> child = std::move(it->second);
  children_.erase(it);
  close(child->descriptor);
  Ended ended{how, 0, secondsOf(gone.used), secondsSince(child->start), std::move(child->raw)};
  if (how == Ended::How::Exited) {
    ended.how = WIFSIGNALED(gone.status) ? Ended::How::Killed : Ended::How::Exited;
    ended.code = WIFSIGNALED(gone.status) ? WTERMSIG(gone.status) : WEXITSTATUS(gone.status);
  }
  if (child->spec.onEnd)
    child->spec.onEnd(ended);
}

void Children::poll(double seconds) {
  constexpr double kUntilGone = 0.001;
  std::vector<pollfd> polled;
  std::vector<Id> ids;
  for (auto& [id, child] : children_) {
    const int descriptor = child->closed ? -1 : child->descriptor; // poll() skips -1
    polled.push_back({descriptor, static_cast<short>(POLLIN | (child->unsent.empty() ? 0 : POLLOUT)), 0});
    ids.push_back(id);
    if (child->closed)
      seconds = std::min(seconds, kUntilGone);
    else if (child->limited())
      seconds = std::min(seconds, std::max(0.0, child->spec.seconds - secondsSince(child->start)));
  }
  if (listener_)
    polled.push_back({listener_->descriptor, POLLIN, 0});
  // rounded up, or the last millisecond of a limit would be spent spinning
  const int ready = ::poll(polled.data(), polled.size(), static_cast<int>(std::ceil(seconds * 1000)));
  for (std::size_t i = 0; ready > 0 && i < ids.size(); ++i) {
    if ((polled[i].revents & POLLOUT) != 0 && children_.contains(ids[i]))
      children_[ids[i]]->flush();
    if ((polled[i].revents & ~POLLOUT) != 0)
      receive(ids[i]);
  }
  for (Id id : ids) {
    const auto it = children_.find(id);
    if (it == children_.end())
      continue;
    const Child& child = *it->second;
    if (child.closed) {
      endIfGone(id);
    } else if (child.limited() && secondsSince(child.start) >= child.spec.seconds) {
      signalWithDescendants(child.pid, SIGKILL);
      end(id, Ended::How::TimedOut, gone(child.pid, true).value());
    }
  }
  if (!listener_ || ready <= 0 || polled.back().revents == 0)
    return;
  char buffer[1 << 16];
  const ssize_t n = recv(listener_->descriptor, buffer, sizeof buffer, MSG_DONTWAIT);
  if (n > 0)
    listener_->reader.add({buffer, static_cast<std::size_t>(n)});
  Frame frame;
  while (listener_->reader.next(frame))
    listener_->onFrame(frame);
  if (n == 0 || (n < 0 && errno != EAGAIN && errno != EINTR))
    listener_->onClosed();
}

} // namespace warplaw::proofs
