#include "proofs/engine/cache.h"
#include "proofs/engine/hash.h"
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

namespace warplaw::proofs {
namespace {

// Counts changes of what an entry says or of how a text is put to a solver.
constexpr std::string_view kSchema = "warplaw-answer-1";

constexpr std::size_t kProbeBytes = 1 << 12; // an empty file fits a full disk

std::string contentOf(const std::string& key, const RawAnswer& answer) {
  return fmt::format("{}\n{}\n{}", key, textOf(answer.kind), answer.detail);
}

// An entry: its seal, which is the hash of the rest; key, answer, model.
std::string entryOf(const std::string& key, const RawAnswer& answer) {
  return sealOf(key, answer) + "\n" + contentOf(key, answer);
}

std::optional<std::string> readFile(const std::string& path) {
  const int descriptor = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0)
    return std::nullopt;
  std::string bytes;
  char buffer[1 << 14];
  ssize_t n;
  while ((n = read(descriptor, buffer, sizeof buffer)) > 0)
    bytes.append(buffer, static_cast<std::size_t>(n));
  close(descriptor);
  return bytes;
}

std::optional<RawAnswer> answerFromEntry(const std::string& key, std::string_view entry) {
  const std::size_t hashEnd = entry.find('\n');
  if (hashEnd == entry.npos)
    return std::nullopt;
  const std::string_view content = entry.substr(hashEnd + 1);
  if (sha256(content) != entry.substr(0, hashEnd) || !content.starts_with(key + "\n"))
    return std::nullopt;
  const std::string_view answerText = content.substr(key.size() + 1);
  const std::size_t lineEnd = answerText.find('\n');
  if (lineEnd == answerText.npos)
    return std::nullopt;
  RawAnswer answer;
  answer.detail = answerText.substr(lineEnd + 1);
  if (answerText.starts_with("sat\n"))
    answer.kind = RawAnswer::Kind::Sat;
  else if (answerText.starts_with("unsat\n"))
    answer.kind = RawAnswer::Kind::Unsat;
  else
    return std::nullopt;
  return answer;
}

// Beside its final place and renamed: a reader sees the whole entry or none, also where two runs write it at once.
bool writeWhole(const std::string& path, const std::string& bytes) {
  std::string temporary = path + ".XXXXXX";
  const int descriptor = mkstemp(temporary.data());
  if (descriptor < 0)
    return false;
  bool whole = true;
  for (std::string_view rest = bytes; whole && !rest.empty();) {
    const ssize_t n = write(descriptor, rest.data(), rest.size());
    if (n < 0 && errno == EINTR)
      continue;
    whole = n > 0;
    if (whole)
      rest.remove_prefix(static_cast<std::size_t>(n));
  }
  whole = close(descriptor) == 0 && whole && rename(temporary.c_str(), path.c_str()) == 0;
  if (!whole)
    unlink(temporary.c_str());
  return whole;
}

bool writeBelow(const std::string& path, const std::string& bytes) {
  mkdir(path.substr(0, path.rfind('/')).c_str(), 0755); // there already: fine; refused: the write below says so
  return writeWhole(path, bytes);
}

} // namespace

std::string answerKey(const std::string& queryHash, const Solver& solver) {
  return fmt::format("{} {} {} {} {}", kSchema, queryHash, solver.name(), solver.version(), solver.options());
}

std::string sealOf(const std::string& key, const RawAnswer& answer) { return sha256(contentOf(key, answer)); }

std::string Cache::defaultDirectory() {
  const auto variable = [](const char* name) {
    const char* value = std::getenv(name);
    return std::string(value == nullptr ? "" : value);
  };
  if (const std::string own = variable("WARPLAW_CACHE"); !own.empty())
    return own;
  if (const std::string base = variable("XDG_CACHE_HOME"); !base.empty())
    return base + "/warplaw";
  const std::string home = variable("HOME");
  return (home.empty() ? "." : home) + "/.cache/warplaw";
}

spec::Result<Cache> Cache::open(std::string directory, CacheMode mode) {
  const auto rejected = [&](const std::string& why) {
    return spec::Rejection{"cache", fmt::format("{}: {}", directory, why),
                           "--cache-dir DIR, $WARPLAW_CACHE or --cache=off", 0};
  };
  if (mode == CacheMode::Off)
    return Cache({}, mode);
  if (mode == CacheMode::Enforce) {
    if (!std::filesystem::is_directory(directory))
      return rejected("no such directory, and --cache=enforce makes none");
    return Cache(std::move(directory), mode);
  }
  std::error_code error;
  std::filesystem::create_directories(directory, error);
  if (error)
    return rejected("cannot be made: " + error.message());
  const std::string probe = directory + "/.probe";
  if (!writeWhole(probe, std::string(kProbeBytes, ' ')))
    return rejected(fmt::format("cannot be written: {}", std::strerror(errno)));
  unlink(probe.c_str()); // another run's, where two begin at once: then it is gone already
  return Cache(std::move(directory), mode);
}

std::string Cache::pathOf(const std::string& queryHash, const Solver& solver) const {
  const std::string hash = sha256(answerKey(queryHash, solver));
  return fmt::format("{}/{}/{}", directory_, hash.substr(0, 2), hash.substr(2));
}

std::optional<RawAnswer> Cache::find(const std::string& queryHash, const Solver& solver, const Note& note) const {
  if (mode_ == CacheMode::Off)
    return std::nullopt;
  const std::string path = pathOf(queryHash, solver);
  const auto entry = readFile(path);
  if (!entry)
    return std::nullopt;
  auto answer = answerFromEntry(answerKey(queryHash, solver), *entry);
  if (!answer && note)
    note(fmt::format("cache entry {} is corrupt; ignored", path));
  return answer;
}

bool Cache::store(const std::string& queryHash, const Solver& solver, const RawAnswer& answer) const {
  return !keeps() || !answer.definite() ||
         writeBelow(pathOf(queryHash, solver), entryOf(answerKey(queryHash, solver), answer));
}

std::string Cache::outcomePath(const std::string& theorem) const {
  std::error_code none;
  static const std::string program = std::filesystem::read_symlink("/proc/self/exe", none).filename();
  return fmt::format("{}/outcomes/{}", directory_, sha256(program + "\n" + theorem));
}

// Under another key it is what another program found: no accident, and no word about it.
std::optional<std::string> Cache::findOutcome(const std::string& theorem, const std::string& key) const {
  if (mode_ != CacheMode::Use)
    return std::nullopt;
  const auto entry = readFile(outcomePath(theorem));
  auto found = entry ? answerFromEntry(key, *entry) : std::nullopt;
  return found ? std::optional(std::move(found->detail)) : std::nullopt;
}

bool Cache::storeOutcome(const std::string& theorem, const std::string& key, const std::string& outcome) const {
  return mode_ != CacheMode::Use || writeBelow(outcomePath(theorem), entryOf(key, {RawAnswer::Kind::Sat, outcome, 0}));
}

} // namespace warplaw::proofs
