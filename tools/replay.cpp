// `warplaw replay`: case files through executor and encoding, against each other and against their expected values; and
// recordings of real hardware.
#include "concrete/execute.h"
#include "fuzz/lane_table.h"
#include "fuzz/oracle.h"
#include "ptx/machine/run.h"
#include "spec/counted.h"
#include "tools/command.h"
#include "tools/expectation.h"
#include "tools/hardware.h"
#include "tools/input.h"
#include "tools/json_line.h"
#include "tools/launch_case.h"
#include "tools/outcome_json.h"
#include "tools/output.h"
#include "tools/program.h"
#include "tools/replay_executor.h"
#include "tools/warp_picture.h"
#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <memory>

namespace warplaw::tools {
namespace {
namespace fs = std::filesystem;

constexpr std::size_t kLargestRecording = 512u << 20;

const spec::Rejection kOneInstruction{"executor", "is asked one instruction at a time", "a case of format 1"};

struct ReplayOptions {
  std::vector<std::string> inputs;
  std::string path, svg;
  ExecutorSource executor;
  bool json = false, quiet = false, batch = false;
};

class Replaying {
public:
  explicit Replaying(const ReplayOptions& options) : options_(options) {}

  int run() {
    if (!options_.executor.isNone()) {
      auto opened = ForeignReplay::open(options_.executor);
      if (!opened)
        return badInput(options_.executor.name(), opened.error());
      foreign_ = std::move(*opened);
    }
    if (options_.batch && !foreign_)
      return badUsage("a batch is for an executor", "--executor FILE or --pipe COMMAND");
    if (auto writable = checkReportFile(options_.svg, "--svg", options_.inputs); !writable)
      return badInput("", writable.error());
    if (options_.batch)
      batch();
    for (const std::string& input : options_.batch ? std::vector<std::string>() : options_.inputs) {
      std::error_code error;
      if (fs::is_directory(input, error))
        folder(input);
      else
        file(input);
    }
    if (auto drawn = options_.svg.empty() ? spec::Result<void>() : writePicture(); !drawn) {
      bad_ = true;
      badInput("", drawn.error());
    }
    if (!options_.json)
      fmt::print("{} replayed, {}{}\n", replayed_, spec::counted(mismatches_, "mismatch", "mismatches"),
                 passedOver_ ? fmt::format(", {} not of the executor's domain", spec::counted(passedOver_, "file"))
                             : "");
    if (mismatches_)
      return codeOf(ExitCode::Counterexample);
    if (bad_)
      return codeOf(ExitCode::BadInput);
    return replayed_ ? codeOf(ExitCode::AsExpected)
                     : badUsage("nothing to replay there", ".json, .jsonl or shfl_MODE.bin");
  }

private:
  /// Links are followed, but not in a circle; what cannot be read is told, and the rest is replayed.
  void folder(const std::string& path, std::vector<fs::path> above = {}) {
    std::error_code error;
    const fs::path here = fs::canonical(path, error);
    if (std::ranges::find(above, here) != above.end())
      return reject(path, path, {"file", "is a link to a folder that it lies in", ""});
    above.push_back(here);
    std::vector<std::string> entries;
    fs::directory_iterator at(path, error);
    for (; !error && at != fs::directory_iterator(); at.increment(error))
      entries.push_back(at->path());
    if (error)
      reject(path, path, {"file", fmt::format("cannot be read: {}", error.message()), ""});
    std::ranges::sort(entries);
    for (const std::string& entry : entries)
      fs::is_directory(entry, error) ? folder(entry, above) : fileInFolder(entry);
  }

  void fileInFolder(const std::string& path) {
    const fs::path name = fs::path(path).filename();
    if (name.extension() != ".json" && name.extension() != ".jsonl" && !shflTableMode(name))
      return;
    std::error_code error;
    if (fs::is_regular_file(path, error))
      return foreign_ ? fileOfDomain(path) : file(path);
    reject(path, path, {"file", error ? fmt::format("cannot be read: {}", error.message()) : "is no regular file", ""});
  }

  /// Takes from a folder only what the executor claims to be right for.
  void fileOfDomain(const std::string& path) {
    if (isLaunchFile(path)) {
      ++passedOver_;
      return;
    }
    const auto read = fs::path(path).extension() == ".json" ? readProgramFile(path) : spec::ProgramCase{};
    const auto c = read ? spec::asSingle(*read) : std::nullopt;
    if (!read || (c && foreign_->isOfDomain(*c)))
      return file(path);
    ++passedOver_;
  }

  void file(const std::string& path) {
    const fs::path name = fs::path(path).filename();
    if (const auto mode = shflTableMode(name))
      return recording(path, [&](const std::string& bytes) { return replayShflTable(oracle_, *mode, bytes); });
    if (name.extension() == ".jsonl")
      return recording(path, [&](const std::string& text) { return replayObservations(oracle_, text); });
    caseFile(path);
  }

  /// where: the file, with the line where that is known
  void reject(const std::string& path, const std::string& where, const spec::Rejection& rejection) {
    bad_ = true;
    if (options_.json)
      printJsonLine(badFile(path, rejection));
    badInput(where, rejection);
  }

  template <class F> void recording(const std::string& path, F replay) {
    const auto text = readText(path, kLargestRecording);
    if (!text)
      return reject(path, path, text.error());
    const spec::Result<HardwareReport> report = replay(*text);
    if (!report)
      return reject(path, placeIn(path, *text, report.error().position), report.error());
    replayed_ += report->checked;
    mismatches_ += report->mismatchCount;
    std::string notYet;
    for (const auto& [name, count] : report->notYet)
      notYet += fmt::format("{}{} ({})", notYet.empty() ? "" : ", ", name, count);
    if (options_.quiet && !report->mismatchCount)
      return;
    if (options_.json)
      return printJsonLine({{"file", path},
                            {"status", report->mismatchCount ? "mismatch" : "ok"},
                            {"device", report->device},
                            {"checked", report->checked},
                            {"mismatches", report->mismatchCount},
                            {"first", jsonTexts(report->mismatches)},
                            {"notYet", notYet}});
    fmt::print("{}: {} checked, {}{}\n", path, spec::counted(report->checked, "observation"),
               spec::counted(report->mismatchCount, "mismatch", "mismatches"),
               report->device.empty() ? "" : " on " + printable(report->device));
    for (const std::string& line : report->mismatches)
      fmt::print("  {}\n", line);
    if (!notYet.empty())
      fmt::print("  not yet: {}\n", printable(notYet));
  }

  void program(const std::string& path, const spec::ProgramCase& c) {
    const auto replay = replayProgram(oracle_, c, options_.path);
    if (!replay)
      return reject(path, path, replay.error());
    tell(path, replay->differs, c.expected.has_value(), replay->table,
         {{"warps", c.warps.size()}, {"steps", stepsOf(c)}, {"differences", replay->list}});
  }

  /// What became of a file. differs: empty where all agree. isExpected: nothing where nobody asks what a case expects.
  void tell(const std::string& path, const std::string& differs, std::optional<bool> isExpected,
            const std::string& shown, const boost::json::object& more) {
    ++replayed_;
    const bool agree = differs.empty();
    mismatches_ += !agree;
    if (options_.quiet && agree)
      return;
    if (options_.json) {
      boost::json::object out{{"file", path}, {"status", agree ? "ok" : "mismatch"}};
      if (isExpected)
        out["expected"] = *isExpected;
      out.insert(more.begin(), more.end());
      printJsonLine(out);
    } else if (agree) {
      fmt::print("ok        {}{}\n", path, isExpected.value_or(true) ? "" : " (no expected values)");
    } else {
      fmt::print("MISMATCH  {}: {}\n{}", path, differs, shown);
    }
  }

  /// The executor that somebody else wrote, against the encoding.
  void foreign(const std::string& path, const spec::Case& c) {
    const auto replay = foreign_->replay(oracle_, c);
    if (!replay)
      return reject(path, path, replay.error());
    tellOf(path, c, *replay);
  }

  /// All files as one batch.
  void batch() {
    std::vector<spec::Case> cases;
    for (const std::string& path : options_.inputs) {
      const auto read = readProgramFile(path);
      if (!read)
        return reject(path, read.error().where, read.error().rejection);
      const auto c = spec::asSingle(*read);
      if (!c)
        return reject(path, path, kOneInstruction);
      cases.push_back(*c);
    }
    const auto replays = foreign_->replayBatch(oracle_, cases);
    if (!replays)
      return reject(options_.inputs.front(), options_.inputs.front(), replays.error());
    for (std::size_t k = 0; k < cases.size(); ++k)
      tellOf(options_.inputs[k], cases[k], (*replays)[k]);
  }

  void tellOf(const std::string& path, const spec::Case& c, const check::Shown& replay) {
    boost::json::object more{{"what", replay.what}};
    if (!replay.what.empty())
      addOutcomes(more, c, replay.got, replay.right);
    tell(path, replay.what, std::nullopt, replay.table + byWhom(replay.got), more);
  }
  /// As the page and JSON have it.
  static std::string byWhom(const std::optional<spec::Got>& got) {
    return got ? fmt::format("  expected: the encoding; got: {}\n", printable(got->by)) : "";
  }

  /// A whole launch: does it end as it did?
  void launch(const std::string& path) {
    const auto c = readLaunchFile(path);
    if (!c)
      return reject(path, c.error().where, c.error().rejection);
    const auto prepared = prepare(*c, path);
    if (!prepared)
      return reject(path, prepared.error().where, prepared.error().rejection);
    ModuleRun& run = (*prepared)->run;
    run.outcome = ptx::run((*prepared)->kernel, run.bound.launch);
    const auto differences = c->expected ? differencesFrom(*c->expected, run) : std::vector<std::string>();
    const std::string differs = differences.empty() ? "" : differences.front();
    tell(path, differs, c->expected.has_value(), differs.empty() ? "" : textOf(run, fuzz::wantsColour(1)),
         {{"findings", run.outcome.findings.size()}, {"differences", jsonTexts(differences)}});
  }

  void caseFile(const std::string& path) {
    if (isLaunchFile(path))
      return foreign_ ? reject(path, path, kOneInstruction) : launch(path);
    const auto read = readProgramFile(path);
    if (!read)
      return reject(path, read.error().where, read.error().rejection);
    const auto c = spec::asSingle(*read);
    if (foreign_)
      return c ? foreign(path, *c) : reject(path, path, kOneInstruction);
    if (!c)
      return program(path, *read);
    if (auto known = checkPath(c->instruction.mnemonic(), options_.path); !known)
      return reject(path, path, known.error());
    const auto encoded = oracle_.encode(*c);
    auto differences = oracle_.differences(*c, options_.path);
    if (!encoded && differences.empty())
      return reject(path, path, encoded.error());
    std::string against = "executor and encoding differ";
    fuzz::Outcome held = encoded ? *encoded : fuzz::Outcome{};
    if (differences.empty()) { // they agree: one of them against the expected values
      differences = fuzz::compareExpected(*c, *encoded);
      against = "both differ from the expected values";
      for (const fuzz::Difference& d : differences)
        apply(held, d);
    }
    const bool agree = differences.empty();
    if (encoded)
      draw(*c, held, agree);
    boost::json::array list;
    for (const fuzz::Difference& d : differences)
      list.push_back(toJson(d));
    tell(path, agree ? "" : fmt::format("{}: {}", against, fuzz::describe(differences.front())),
         c->expected.has_value(), agree ? "" : shown(*c, held, encoded.has_value() && against.starts_with("both")),
         {{"differences", std::move(list)}});
  }

  /// Keeps the picture of the first case that differs or, where none does, of the first.
  void draw(const spec::Case& c, const fuzz::Outcome& expected, bool agree) {
    if (options_.svg.empty() || hasDifference_ || (agree && !picture_.empty()))
      return;
    const spec::Plan plan = oracle_.of(c.instruction.mnemonic()).planOf(c.instruction.form, c.choices);
    for (const concrete::Path& path : concrete::paths(c.instruction.mnemonic())) {
      if (!path.supported || (!options_.path.empty() && path.name != options_.path))
        continue;
      if (const auto got = fuzz::execute(c, path.name)) {
        picture_ = warpPictureFile(oracle_, c, expected, *got);
        if (!fuzz::compare(c, plan, expected, *got).empty())
          break;
      }
    }
    hasDifference_ = !agree;
  }

  spec::Result<void> writePicture() const {
    if (picture_.empty())
      return spec::Rejection{"svg", "there is no case of one instruction to draw", "a case of format 1"};
    return writeReportFile(options_.svg, picture_);
  }

  /// The lane table: executor against encoding, or the outcome against the expected values.
  std::string shown(const spec::Case& c, const fuzz::Outcome& held, bool againstExpected) {
    const fuzz::TableOptions table{fuzz::wantsColour(1), false};
    if (!againstExpected)
      return fuzz::laneTable(oracle_, c, table);
    const auto got = fuzz::execute(c, options_.path);
    return got ? fuzz::laneTable(oracle_, c, held, *got, table) +
                     "  expected: the case file; got: executor and encoding\n"
               : "";
  }

  const ReplayOptions& options_;
  fuzz::Oracle oracle_;
  std::unique_ptr<ForeignReplay> foreign_; ///< null: executor and encoding of this program
  std::size_t replayed_ = 0, mismatches_ = 0, passedOver_ = 0;
  bool bad_ = false, hasDifference_ = false; ///< hasDifference_: what is drawn
  std::string picture_;
};

Action setupReplay(Subcommand& command) {
  const auto options = std::make_shared<ReplayOptions>();
  command.options({
      {"inputs", options->inputs,
       "case files (-: standard input), recordings (observations.jsonl, shfl_MODE.bin), or folders of these",
       kFile.required()},
      {"--path", options->path, "only this code path of the executor (default: every supported one)"},
      {"--executor", options->executor.files,
       "compare an executor that you wrote with the encoding. It is given as for `warplaw check`; repeat the "
       "option for each file. Only case files are replayed, and from folders only those in its domain",
       kReadableFile.excludes("--path")},
      {"--pipe", options->executor.command, "the same for a command that `warplaw check --pipe` takes",
       kText.excludes("--path --executor")},
  });
  addSourceOptions(command, options->executor);
  command.options({
      {"--batch", options->batch, "give the executor all case files in one batch, in this order"},
      {"--svg", options->svg, "draw the warp of the first case that differs, or else of the first case, to this file",
       kText.excludes("--executor --pipe")},
      {"--quiet,-q", options->quiet, "show mismatches only"},
      {"--json", options->json, "print a JSON object for each file"},
  });
  command.footer("Examples:\n"
                 "  warplaw replay corpus\n"
                 "  warplaw replay corpus/seeds/shfl-up.json --path portable\n"
                 "  warplaw replay corpus --quiet --json\n"
                 "  warplaw replay examples/wrong/emulator.json --svg warp.svg # exit 1\n"
                 "  warplaw replay corpus --quiet --executor examples/shfl.c\n"
                 "  warplaw replay corpus/seeds/shfl-up.json --pipe 'python3 examples/shfl.py'\n"
                 "Exit codes: 0 all agree, 1 a mismatch, 2 bad usage or bad input, or nothing to replay.");
  return [options] { return Replaying(*options).run(); };
}

} // namespace

const Command kReplay{"replay", "run case files and hardware recordings through executor and encoding", setupReplay};

} // namespace warplaw::tools
