#include "tools/kept_verdicts.h"
#include "proofs/engine/hash.h"
#include "proofs/engine/report.h"
#include "tools/output.h"
#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace warplaw::tools {
using namespace proofs;
namespace {

std::string fileIn(const std::string& directory) { return directory + "/verdicts.jsonl"; }

bool isOurs(const WrittenRun& run) { return run.made.program == provingHash(); }

/// Or else a part of what was found of a theorem would be taken for all of it.
bool isWhole(const WrittenRun& run) { return run.end && run.end->obligations == run.names.size(); }

/// Runs that asked for other theorems in the same way have the same one.
std::string headerOf(Provenance made) {
  made.scope = Scope::Part; // it is a part of what is known
  made.theorems.clear();
  made.shard.reset();
  return proofs::lineOf(made) + "\n";
}

std::string lineOf(Record record) {
  record.answers.clear();
  record.counterexample.clear();
  return toJson(record) + "\n";
}

/// Nobody else reads and writes anew at the same time; without one where the file system knows none.
class Alone {
public:
  explicit Alone(const std::string& directory)
      : lock_(open((directory + "/verdicts.lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644)) {
    while (lock_ >= 0 && flock(lock_, LOCK_EX) != 0 && errno == EINTR) {
    }
  }
  Alone(const Alone&) = delete;
  Alone& operator=(const Alone&) = delete;
  ~Alone() {
    if (lock_ >= 0)
      close(lock_);
  }

private:
  int lock_;
};

} // namespace

spec::Result<EarlierResults> KeptVerdicts::results(const std::string& directory) {
  auto results = readResults(fileIn(directory));
  if (results && (results->runs.empty() || !std::ranges::all_of(results->runs, isOurs)))
    return spec::Rejection{"results", "another program's", "those of this very program"};
  return results;
}

KeptVerdicts KeptVerdicts::from(const EarlierResults& results) {
  KeptVerdicts kept;
  kept.isWhole_ = std::ranges::all_of(results.runs, isWhole);
  for (const auto& [name, record] : results.records)
    if (const WrittenRun* run = results.runOf(name); run && isOurs(*run))
      kept.byTheorem_[record.theorem].push_back(record);
  return kept;
}

void KeptVerdicts::keep(const std::string& directory, const Provenance& made, const Records& records) {
  std::vector<std::pair<std::string, std::string>> runs; // headers, and the lines under them
  const auto linesUnder = [&](const Provenance& maker) -> std::string& {
    std::string header = headerOf(maker);
    const auto found = std::ranges::find(runs, header, &std::pair<std::string, std::string>::first);
    return found == runs.end() ? runs.emplace_back(std::move(header), "").second : found->second;
  };
  std::set<std::string> decided;
  for (const Record& record : records) {
    decided.insert(record.theorem);
    linesUnder(made) += lineOf(record);
  }
  const Alone alone(directory); // of two runs that end at once, the second finds what the first kept
  if (const auto known = results(directory))
    for (const auto& [name, record] : known->records)
      if (const WrittenRun* run = known->runOf(name); run && !decided.contains(record.theorem))
        linesUnder(run->made) += lineOf(record);
  std::string text;
  for (const auto& [header, lines] : runs)
    text +=
        header + lines + proofs::lineOf(RunEnd{static_cast<std::size_t>(std::ranges::count(lines, '\n')), 0}) + "\n";
  (void)writeReportFile(fileIn(directory), text);
}

const std::vector<Record>* KeptVerdicts::decided(const std::string& theorem) const {
  const auto found = byTheorem_.find(theorem);
  const auto isSettled = [](const Record& record) { return record.exitCode() == ExitCode::AsExpected; };
  return isWhole_ && found != byTheorem_.end() && std::ranges::all_of(found->second, isSettled) ? &found->second
                                                                                                : nullptr;
}

std::string KeptVerdicts::lastKept(const std::string& directory) {
  struct stat file{};
  if (stat(fileIn(directory).c_str(), &file) != 0)
    return "an unknown day";
  return fmt::format("{:%Y-%m-%d %H:%M} UTC", fmt::gmtime(file.st_mtime));
}

std::string KeptVerdicts::of(const std::string& theorem) const {
  const auto found = byTheorem_.find(theorem);
  if (found == byTheorem_.end())
    return "not run";
  Summary summary;
  Verdict weakest = Verdict::Proved;
  bool proved = false;
  std::size_t certified = 0;
  for (const Record& record : found->second) {
    summary.add(record);
    certified += record.certificate && record.certificate->status == Certificate::Status::Certified;
    if (record.expected == Verdict::Refuted && record.exitCode() == ExitCode::AsExpected)
      continue;
    proved = true;
    weakest = weaker(weakest, record.verdict);
  }
  std::string counts;
  const auto add = [&](std::size_t count, std::string_view what) {
    if (count)
      counts += fmt::format("{}{} {}", counts.empty() ? "" : ", ", count, what);
  };
  const InstructionSummary& row = summary.rows().front();
  add(row.proved, "proved");
  add(row.checked, "checked");
  add(row.refutedAsExpected, "refuted as expected");
  add(row.other, "not as expected");
  add(certified, "certified");
  return fmt::format("{}: {}", textOf(proved ? weakest : Verdict::Refuted), counts);
}

} // namespace warplaw::tools
