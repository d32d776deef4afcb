// Programs on the command line: see program.h.
#include "tools/program.h"
#include "fuzz/program_table.h"
#include "tools/input.h"
#include <fmt/format.h>

namespace warplaw::tools {
namespace {

/// Every instruction of the program must have the path.
spec::Result<void> checkPaths(const spec::ProgramCase& c, std::string_view path) {
  for (const spec::WarpCase& warp : c.warps)
    for (const spec::Step& step : warp.program)
      if (auto known = checkPath(step.instruction.mnemonic(), path); !known)
        return known;
  return {};
}

void add(ProgramReplay& replay, const std::string& what, std::optional<unsigned> warp, const fuzz::Difference& d) {
  if (replay.differs.empty())
    replay.differs = what + describe(d);
  replay.list += fmt::format(R"({}{{"warp":{},"difference":{}}})", replay.list.empty() ? "" : ",",
                             warp ? fmt::format("{}", *warp) : "null", toJson(d));
}

} // namespace

std::string tablesOf(fuzz::Oracle& oracle, const spec::ProgramCase& c, const fuzz::ProgramOutcome& outcome,
                     fuzz::TableOptions table) {
  std::string tables;
  for (unsigned warp = 0; warp < c.warps.size(); ++warp) {
    const std::size_t count = c.warps[warp].program.size();
    tables += fmt::format("-- warp {}, before and after {} instruction{}\n{}", warp, count, count == 1 ? "" : "s",
                          fuzz::programTable(oracle, c, warp, outcome, table));
  }
  return tables;
}

spec::Result<ProgramRun> execProgram(fuzz::Oracle& oracle, const spec::ProgramCase& c, std::string_view path,
                                     fuzz::TableOptions table, std::string* shown) {
  if (auto known = checkPaths(c, path); !known)
    return known.error();
  auto outcome = fuzz::run(c, [&](const fuzz::Turn& turn, const spec::Case& step) {
    auto done = fuzz::execute(step, path);
    if (done && shown)
      *shown += fmt::format("-- {}\n{}", describe(turn), laneTable(oracle, step, *done, *done, table));
    return done;
  });
  if (!outcome)
    return outcome.error();
  spec::ProgramCase answered = c;
  answered.expected = expectedOf(c, *outcome);
  return ProgramRun{std::move(answered), std::move(*outcome)};
}

spec::Result<ProgramReplay> replayProgram(fuzz::Oracle& oracle, const spec::ProgramCase& c, std::string_view path) {
  if (auto known = checkPaths(c, path); !known)
    return known.error();
  ProgramReplay replay;
  const auto outcome = fuzz::run(c, [&](const fuzz::Turn& turn, const spec::Case& step) {
    for (const fuzz::Difference& d : oracle.differences(step, path)) {
      if (replay.differs.empty())
        replay.table = laneTable(oracle, step, {fuzz::wantsColour(1), false});
      add(replay, fmt::format("executor and encoding differ: {}: ", describe(turn)), turn.warp, d);
    }
    return oracle.encode(step);
  });
  if (!outcome)
    return outcome.error();
  if (replay.differs.empty())
    for (const fuzz::ProgramDifference& d : compareExpected(c, *outcome))
      add(replay,
          "both differ from the expected values: " + (d.warp ? fmt::format("warp {}: ", *d.warp)
                                                      : spec::aboutMemory(d.memory).name == "shared"
                                                          ? ""
                                                          : fmt::format("{} ", spec::aboutMemory(d.memory).name)),
          d.warp, d.difference);
  return replay;
}

} // namespace warplaw::tools
