// A command as an executor: its first line is a hello in JSON, then it gets batches as frames through its input and
// answers through its output.
#include "check/serving.h"
#include "spec/json_text.h"
#include <algorithm>
#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <memory>
#include <span>
#include <sys/wait.h>
#include <unistd.h>

namespace warplaw::check {
namespace {
using spec::JsonFields;
using spec::JsonReader;

constexpr std::size_t kMostHelloBytes = 1 << 17;
constexpr const char* kHello = R"(a line such as {"abi":1,"name":"mine","families":{"shfl":656}} (docs/check.md))";

struct Frame {
  std::uint32_t family, count;
  std::uint64_t bytes;
};

class Pipes {
public:
  Pipes(const std::string& command, Control& control) : control_(control) {
    int to[2], from[2];
    if (pipe2(to, O_CLOEXEC) != 0 || pipe2(from, O_CLOEXEC) != 0)
      reject(control, "no pipe for a command", kHello);
    for (const int end : {to[1], from[0]})
      fcntl(end, F_SETPIPE_SZ, 1 << 20); // a batch at once, where the system allows it
    std::signal(SIGPIPE, SIG_IGN);       // a write to a command that is gone fails, and is said
    child_ = fork();
    if (child_ < 0)
      reject(control, "no process for a command", kHello);
    if (child_ == 0) {
      std::signal(SIGPIPE, SIG_DFL);
      dup2(to[0], 0);
      dup2(from[1], 1);
      execl("/bin/sh", "sh", "-c", command.c_str(), nullptr);
      _exit(127);
    }
    close(to[0]);
    close(from[1]);
    to_ = to[1];
    from_ = from[0];
  }

  /// The first line, without its end.
  std::string hello() {
    std::string line;
    while (line.empty() || line.back() != '\n') {
      char some[4096];
      const ssize_t got = readSome(some, sizeof some);
      if (got <= 0)
        reject(control_, "no hello: " + howItEnded(), kHello);
      line.append(some, static_cast<std::size_t>(got));
      if (const auto end = line.find('\n');
          line.size() > kMostHelloBytes || (end != line.npos && end + 1 < line.size()))
        reject(control_, "its hello is more than a line", kHello);
    }
    line.pop_back();
    return line;
  }

  void ask(unsigned family, std::uint32_t count, std::span<std::byte> batch) {
    const Frame frame{family, count, batch.size()};
    send(std::as_bytes(std::span(&frame, 1)));
    send(batch);
    std::uint64_t bytes = 0;
    receive(std::as_writable_bytes(std::span(&bytes, 1)));
    if (bytes != batch.size())
      leave(control_, "it answers " + std::to_string(bytes) + " bytes to " + std::to_string(batch.size()));
    receive(batch);
  }

private:
  ssize_t readSome(void* to, std::size_t most) const {
    ssize_t got;
    while ((got = read(from_, to, most)) < 0 && errno == EINTR) {
    }
    return got;
  }
  void send(std::span<const std::byte> bytes) {
    while (!bytes.empty()) {
      const ssize_t sent = write(to_, bytes.data(), bytes.size());
      if (sent < 0 && errno == EINTR)
        continue;
      if (sent <= 0)
        leave(control_, howItEnded());
      bytes = bytes.subspan(static_cast<std::size_t>(sent));
    }
  }
  void receive(std::span<std::byte> bytes) {
    while (!bytes.empty()) {
      const ssize_t got = readSome(bytes.data(), bytes.size());
      if (got <= 0)
        leave(control_, howItEnded() + " in the middle of an answer");
      bytes = bytes.subspan(static_cast<std::size_t>(got));
    }
  }
  std::string howItEnded() const {
    int status = 0;
    close(to_); // whoever waits for more sees that there is none
    while (waitpid(child_, &status, 0) < 0 && errno == EINTR) {
    }
    return WIFSIGNALED(status) ? std::string("the command ended by SIG") + sigabbrev_np(WTERMSIG(status))
                               : "the command ended with code " + std::to_string(WEXITSTATUS(status));
  }

  Control& control_;
  int to_ = -1, from_ = -1;
  pid_t child_ = -1;
};

/// Text of the hello into the table's place.
template <std::size_t size>
void takeText(JsonReader& reader, JsonFields& fields, std::string_view key, char (&to)[size]) {
  if (const auto value = fields.take(key)) {
    const std::string_view text = reader.string(*value);
    if (text.size() >= size)
      reader.reject(*value, "is too long", "at most " + std::to_string(size - 1) + " bytes");
    copyText(to, text);
  }
}

/// Which families, of how many bytes a structure.
void takeHello(const std::string& line, Control& control) {
  JsonReader reader(line);
  if (!reader.failed()) {
    JsonFields fields(reader, reader.root());
    const auto abi = fields.take("abi");
    if (const std::uint32_t number = abi ? reader.integer(*abi, ~0u) : 0; number != WARPLAW_EXECUTOR_ABI)
      reject(control, "its hello is of ABI " + std::to_string(number), "ABI 1");
    takeText(reader, fields, "name", control.name);
    takeText(reader, fields, "version", control.version);
    takeText(reader, fields, "domain", control.domain);
    const auto families = fields.take("families");
    if (!families)
      reject(control, "its hello names no families", kHello);
    for (const auto& member : reader.members(*families)) {
      const auto found = std::ranges::find(kFamilyNames, member.key);
      if (found == kFamilyNames.end())
        reject(control, "there is no family " + std::string(member.key), kHello);
      takeBytes(control, static_cast<FamilyId>(found - kFamilyNames.begin()), reader.integer(member.value, ~0u));
    }
    fields.finish();
  }
  if (reader.failed())
    reject(control, "its hello: " + reader.rejection().message, kHello);
}

} // namespace

Plugin startCommand(const std::string& command, Control& control) {
  const auto pipes = std::make_shared<Pipes>(command, control);
  takeHello(pipes->hello(), control);
  Plugin plugin;
  for (unsigned family = 0; family < kFamilies; ++family)
    plugin.run[family] = [pipes, family, stride = control.bytes[family]](void* batch, std::uint32_t count) {
      pipes->ask(family, count, {static_cast<std::byte*>(batch), count * stride});
    };
  return plugin;
}

} // namespace warplaw::check
