// `warplaw merge`: the results of shards put together: the same table, demands and exit code as one run over all has.
#include "proofs/theorems/theorems.h"
#include "tools/command.h"
#include "tools/input.h"
#include "tools/interrupt.h"
#include "tools/merged.h"
#include "tools/places.h"
#include "tools/report_files.h"
#include "tools/run_files.h"
#include <memory>

namespace warplaw::tools {
namespace {

struct MergeOptions {
  std::vector<std::string> files;
  std::string golden = places().golden, results;
  ReportFiles reports;
  bool json = false;
};

/// Written by the same means as those of a run. Where something is missing or doubled the file has no end, as that of a
/// run that was killed: what is merged from it is UNFINISHED, too.
spec::Result<void> writeResults(const RunResult& result, RunFiles& files) {
  const proofs::EarlierResults nothing;
  for (std::size_t i = 0; i < result.records.size(); ++i)
    files.add(result.records.whole(i), nothing);
  if (result.gaps.empty())
    files.end({result.records.size(), result.seconds});
  return files.written();
}

int merge(const MergeOptions& options) {
  const Interrupt interrupt;
  ReportFiles reports = options.reports;
  std::vector<std::string> others = options.files;
  others.push_back(options.results);
  if (const auto ready = reports.prepare(std::move(others)); !ready)
    return badInput(ready.error());
  proofs::FiledRecords shards;
  for (const std::string& path : options.files) {
    if (const auto read = shards.read(path); !read)
      return badInput(read.error());
    const proofs::FiledRecords::File& shard = shards.files().back();
    for (const std::string& note : shard.notes)
      say("warplaw: {}\n", note);
    for (const proofs::WrittenRun& run : shard.runs)
      if (run.made.program != madeByThisProgram().program)
        return badInput(spec::Rejection{"results", fmt::format("{}: another program made it", path),
                                        "results of this very program", 0});
    if (interrupt.requested()) {
      say("warplaw: interrupted: {} of {} files are read, nothing is written\n", shards.files().size(),
          options.files.size());
      return codeOf(ExitCode::Inconclusive);
    }
  }
  const auto result = merged(std::move(shards), proofs::allTheorems(proofs::Subject::shipped()), options.golden);
  if (!result)
    return badInput(result.error());
  auto files = RunFiles::open(options.results, "", false);
  if (!files)
    return badInput(files.error());
  if (const auto begun = files->begin(result->made); !begun)
    return badInput(begun.error());
  const spec::Result<void> nothing; // lines are not read again for that
  for (const auto& written :
       {options.results.empty() ? nothing : writeResults(*result, *files), reports.report(*result, options.json)})
    if (!written)
      return badInput(written.error());
  return codeOf(result->exitCode());
}

Action setupMerge(Subcommand& command) {
  const auto options = std::make_shared<MergeOptions>();
  command.options({
      {"FILES", options->files, "results files, one for each shard", kFile.required()},
      {"--results", options->results, "write all results into this new file, as one run would have"},
      {"--golden", options->golden, "folder with the names of the obligations that whole instructions must have",
       kReadableFolder.showsDefault()},
  });
  options->reports.addOptions(command);
  command.options({
      {"--json", options->json, "print the summary as one JSON object"},
  });
  command.footer("Examples:\n"
                 "  warplaw verify --theorem sel/laws --results laws.jsonl && warplaw merge laws.jsonl\n"
                 "  warplaw merge shard-*.jsonl  # exit 2 where there are none\n"
                 "  warplaw merge laws.jsonl --markdown summary.md --since laws.jsonl\n"
                 "Exit codes: those of one run over all; also 3 if an obligation is missing or doubled, or "
                 "interrupted, and 2 if the files are not from one run of this program.");
  return [options] { return merge(*options); };
}

} // namespace

const Command kMerge{"merge", "put the results of shards together", setupMerge};

} // namespace warplaw::tools
