// A command as an executor: its first line is a hello in JSON, then it gets batches as frames through its input, or
// each case as a line of JSON (docs/case_format.md), and answers through its output.
#include "check/family.h"
#include "check/serving.h"
#include "spec/case_file.h"
#include "spec/json_text.h"
#include <algorithm>
#include <boost/json.hpp>
#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <memory>
#include <span>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

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
    if (!readLine(line, kMostHelloBytes))
      reject(control_, "no hello: " + howItEnded(), kHello);
    if (line.empty())
      reject(control_, "its hello is more than a line", kHello);
    return line;
  }

  /// A line there, without its end, and a line back.
  std::string exchange(std::string line) {
    line += '\n';
    send(std::as_bytes(std::span(line)));
    if (!readLine(line, spec::kMaxCaseBytes))
      leave(control_, howItEnded() + " in the middle of an answer");
    if (line.empty())
      leave(control_, "it answers more than a line to a line");
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
  /// False at the end; empty: more than a line of so many bytes.
  bool readLine(std::string& line, std::size_t most) const {
    for (line.clear(); line.empty() || line.back() != '\n';) {
      char some[4096];
      const ssize_t got = readSome(some, sizeof some);
      if (got <= 0)
        return false;
      line.append(some, static_cast<std::size_t>(got));
      const auto end = line.find('\n');
      if (line.size() > most || (end != line.npos && end + 1 < line.size())) {
        line.clear();
        return true;
      }
    }
    line.pop_back();
    return true;
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

/// A batch for a command that wants no structures: case after case, each answered by the same case with what it
/// computed as the expected values.
class Lines {
public:
  Lines(std::shared_ptr<Pipes> pipes, std::unique_ptr<Family> family, std::size_t stride, Control& control)
      : pipes_(std::move(pipes)), family_(std::move(family)), stride_(stride), control_(control) {}

  void ask(std::span<std::byte> batch) const {
    for (std::vector<std::byte> one(family_->bytes()); !batch.empty(); batch = batch.subspan(stride_)) {
      std::copy_n(batch.begin(), stride_, one.begin());
      const spec::Case c = family_->questionOf(one);
      const std::string line = pipes_->exchange(boost::json::serialize(boost::json::parse(spec::toJson(c))));
      const auto answer = spec::caseFromJson(line);
      if (!answer)
        leave(control_, "its answer is no case: " + answer.error().message);
      if (!answer->expected)
        leave(control_, "its answer has no expected values");
      if (!family_->takeAnswer(c, *answer->expected, one))
        leave(control_, "its answer names a place that the instruction does not write");
      std::copy_n(one.begin(), stride_, batch.begin());
    }
  }

private:
  std::shared_ptr<Pipes> pipes_;
  std::shared_ptr<Family> family_;
  std::size_t stride_; ///< of a case in a batch: what stands behind it is 0
  Control& control_;
};

/// The number of a family; rejects what is none.
FamilyId familyNamed(std::string_view name, Control& control) {
  const auto found = std::ranges::find(kFamilyNames, name);
  if (found == kFamilyNames.end())
    reject(control, "there is no family " + std::string(name), kHello);
  return static_cast<FamilyId>(found - kFamilyNames.begin());
}

/// Which families, of how many bytes a structure; gives those that are asked in lines, a bit each.
std::uint32_t takeHello(const std::string& line, Control& control) {
  std::uint32_t inLines = 0;
  JsonReader reader(line);
  if (!reader.failed()) {
    JsonFields fields(reader, reader.root());
    const auto abi = fields.take("abi");
    if (const std::uint32_t number = abi ? reader.integer(*abi, ~0u) : 0; number != WARPLAW_EXECUTOR_ABI)
      reject(control, "its hello is of ABI " + std::to_string(number), "ABI 1");
    takeText(reader, fields, "name", control.name);
    takeText(reader, fields, "version", control.version);
    takeText(reader, fields, "domain", control.domain);
    const auto families = fields.take("families"), lines = fields.take("lines"), same = fields.take("same_registers");
    const bool takesSame = same && reader.boolean(*same);
    if (!families && !lines)
      reject(control, "its hello names no families", kHello);
    if (families)
      for (const auto& member : reader.members(*families))
        takeBytes(control, familyNamed(member.key, control), reader.integer(member.value, ~0u));
    if (lines)
      for (const auto element : reader.elements(*lines)) {
        const FamilyId family = familyNamed(reader.string(element), control);
        if (family == FamilyId::Ptx)
          reject(control, "the family ptx is not asked in lines", "ptx under families");
        takeBytes(control, family, takesSame ? structureBytes(family) : firstStructureBytes(family));
        inLines |= 1u << static_cast<unsigned>(family);
      }
    fields.finish();
  }
  if (reader.failed())
    reject(control, "its hello: " + reader.rejection().message, kHello);
  return inLines;
}

} // namespace

Plugin startCommand(const std::string& command, Control& control) {
  const auto pipes = std::make_shared<Pipes>(command, control);
  const std::uint32_t inLines = takeHello(pipes->hello(), control);
  auto families = familiesIn(control.domain); // where it is none the host says so, and asks nothing
  Plugin plugin;
  for (unsigned family = 0; family < kFamilies; ++family) {
    const std::uint64_t stride = control.bytes[family];
    const auto batchOf = [stride](void* batch, std::uint32_t count) {
      return std::span(static_cast<std::byte*>(batch), count * stride);
    };
    if (!(inLines >> family & 1))
      plugin.run[family] = [pipes, family, batchOf](void* batch, std::uint32_t count) {
        pipes->ask(family, count, batchOf(batch, count));
      };
    else if (families)
      plugin.run[family] = [lines = Lines(pipes, std::move((*families)[family]), stride, control),
                            batchOf](void* batch, std::uint32_t count) { lines.ask(batchOf(batch, count)); };
  }
  return plugin;
}

} // namespace warplaw::check
