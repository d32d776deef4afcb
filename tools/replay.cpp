// `warplaw replay`: case files through executor and encoding, against each other and against their expected values; and
// recordings of real hardware.
#include "concrete/execute.h"
#include "fuzz/lane_table.h"
#include "tools/command.h"
#include "tools/hardware.h"
#include "tools/input.h"
#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <memory>

namespace warplaw::tools {
namespace {
namespace fs = std::filesystem;

constexpr std::size_t kLargestRecording = 512u << 20;

struct Options {
  std::vector<std::string> inputs;
  std::string path;
  bool json = false, quiet = false;
};

class Replay {
public:
  explicit Replay(const Options& options) : options_(options) {}

  int run() {
    for (const std::string& input : options_.inputs) {
      std::error_code error;
      if (fs::is_directory(input, error))
        folder(input);
      else
        file(input);
    }
    if (!options_.json)
      fmt::print("{} replayed, {} mismatches\n", replayed_, mismatches_);
    if (mismatches_)
      return codeOf(ExitCode::Counterexample);
    if (bad_)
      return codeOf(ExitCode::BadInput);
    return replayed_ ? codeOf(ExitCode::AsExpected)
                     : badInput("nothing to replay: no .json, .jsonl or shfl_MODE.bin there");
  }

private:
  void folder(const std::string& path) {
    std::vector<std::string> files;
    std::error_code error;
    for (fs::recursive_directory_iterator at(path, error), end; !error && at != end; at.increment(error)) {
      const fs::path& entry = at->path();
      if (at->is_regular_file() &&
          (entry.extension() == ".json" || entry.extension() == ".jsonl" || shflTableMode(entry.filename())))
        files.push_back(entry);
    }
    if (error)
      reject(path, {"file", fmt::format("cannot be read: {}", error.message()), ""});
    std::sort(files.begin(), files.end());
    for (const std::string& name : files)
      file(name);
  }

  void file(const std::string& path) {
    const fs::path name = fs::path(path).filename();
    if (const auto mode = shflTableMode(name))
      return recording(path, [&](const std::string& bytes) { return replayShflTable(oracle_, *mode, bytes); });
    if (name.extension() == ".jsonl")
      return recording(path, [&](const std::string& text) { return replayObservations(oracle_, text); });
    caseFile(path);
  }

  void reject(const std::string& path, const spec::Rejection& rejection) {
    bad_ = true;
    if (options_.json)
      fmt::print(R"({{"file":{},"status":"bad","rule":{},"message":{}}})"
                 "\n",
                 jsonText(path), jsonText(rejection.rule), jsonText(rejection.message));
    badInput(path, rejection);
  }

  template <class F> void recording(const std::string& path, F replay) {
    const auto text = readText(path, kLargestRecording);
    if (!text)
      return reject(path, text.error());
    const spec::Result<HardwareReport> report = replay(*text);
    if (!report)
      return reject(path, report.error());
    replayed_ += report->checked;
    mismatches_ += report->mismatchCount;
    std::string notYet;
    for (const auto& [name, count] : report->notYet)
      notYet += fmt::format("{}{} ({})", notYet.empty() ? "" : ", ", name, count);
    if (options_.json) {
      std::string list;
      for (const std::string& line : report->mismatches)
        list += (list.empty() ? "" : ",") + jsonText(line);
      fmt::print(R"({{"file":{},"status":"{}","device":{},"checked":{},"mismatches":{},"first":[{}],"notYet":{}}})"
                 "\n",
                 jsonText(path), report->mismatchCount ? "mismatch" : "ok", jsonText(report->device), report->checked,
                 report->mismatchCount, list, jsonText(notYet));
      return;
    }
    fmt::print("{}: {} observations checked, {} mismatches{}\n", path, report->checked, report->mismatchCount,
               report->device.empty() ? "" : " on " + printable(report->device));
    for (const std::string& line : report->mismatches)
      fmt::print("  {}\n", line);
    if (!notYet.empty())
      fmt::print("  not yet: {}\n", printable(notYet));
  }

  void caseFile(const std::string& path) {
    const auto c = spec::readCase(path);
    if (!c)
      return reject("", c.error());
    if (auto known = checkPath(c->instruction.mnemonic(), options_.path); !known)
      return reject(path, known.error());
    const auto encoded = oracle_.encode(*c);
    auto differences = oracle_.differences(*c, options_.path);
    if (!encoded && differences.empty())
      return reject(path, encoded.error());
    ++replayed_;
    std::string against = "executor and encoding differ";
    fuzz::Outcome held = encoded ? *encoded : fuzz::Outcome{};
    if (differences.empty()) { // they agree: one of them against the expected values
      differences = fuzz::compareExpected(*c, *encoded);
      against = "both differ from the expected values";
      for (const fuzz::Difference& d : differences)
        apply(held, d);
    }
    const bool agree = differences.empty();
    if (!agree)
      ++mismatches_;
    if (options_.json) {
      std::string list;
      for (const fuzz::Difference& d : differences)
        list += (list.empty() ? "" : ",") + toJson(d);
      fmt::print(R"({{"file":{},"status":"{}","expected":{},"differences":[{}]}})"
                 "\n",
                 jsonText(path), agree ? "ok" : "mismatch", c->expected.has_value(), list);
    } else if (agree) {
      if (!options_.quiet)
        fmt::print("ok        {}{}\n", path, c->expected ? "" : " (no expected values)");
    } else {
      fmt::print("MISMATCH  {}: {}: {}\n", path, against, fuzz::describe(differences.front()));
      show(*c, held, encoded.has_value() && against.starts_with("both"));
    }
  }

  /// The lane table: executor against encoding, or the outcome against the expected values.
  void show(const spec::Case& c, const fuzz::Outcome& held, bool againstExpected) {
    const fuzz::TableOptions table{fuzz::wantsColour(1), false};
    if (!againstExpected)
      fmt::print("{}", fuzz::laneTable(oracle_, c, table));
    else if (const auto got = fuzz::execute(c, options_.path))
      fmt::print("{}  expected: the case file; got: executor and encoding\n",
                 fuzz::laneTable(oracle_, c, held, *got, table));
  }

  /// Makes an outcome the expected one in one place.
  static void apply(fuzz::Outcome& outcome, const fuzz::Difference& d) {
    switch (d.kind) {
    case fuzz::Kind::Register:
      outcome.warp.registers[d.index][d.lane] = d.expected;
      break;
    case fuzz::Kind::Predicate:
      outcome.warp.predicates[d.index] = (outcome.warp.predicates[d.index] & ~(1u << d.lane)) | (d.expected & 1)
                                                                                                    << d.lane;
      break;
    case fuzz::Kind::Error:
      outcome.warp.errors[d.lane] = static_cast<std::uint8_t>(d.expected);
      break;
    case fuzz::Kind::Memory:
      for (unsigned byte = 0; byte < 4 && d.index + byte < outcome.shared.size(); ++byte)
        outcome.shared[d.index + byte] = static_cast<std::uint8_t>(d.expected >> (8 * byte));
      break;
    default:
      break;
    }
  }

  const Options& options_;
  fuzz::Oracle oracle_;
  std::size_t replayed_ = 0, mismatches_ = 0;
  bool bad_ = false;
};

void setup(CLI::App& command, Run& run) {
  const auto options = std::make_shared<Options>();
  command
      .add_option("inputs", options->inputs,
                  "case files, recordings (observations.jsonl, shfl_MODE.bin), folders of them")
      ->required();
  command.add_option("--path", options->path, "only this code path of the executor (default: every supported one)");
  command.add_flag("--quiet,-q", options->quiet, "say nothing of cases that agree");
  command.add_flag("--json", options->json, "one JSON object a file");
  command.footer("Examples:\n"
                 "  warplaw replay corpus\n"
                 "  warplaw replay counterexamples/mismatch-0123456789abcdef.json --path portable\n"
                 "  warplaw replay corpus/hardware/observations.jsonl --json");
  run = [options] { return Replay(*options).run(); };
}

} // namespace

const Command kReplay{"replay", "case files and hardware recordings through executor and encoding", setup};

} // namespace warplaw::tools
