// Programs through executor and encoding: see program.h.
#include "fuzz/oracle.h"
#include "tools/json_line.h"
#include "tools/program.h"
#include <boost/json.hpp>
#include <fmt/format.h>

namespace warplaw::tools {
namespace {

void add(ProgramReplay& replay, const std::string& what, std::optional<unsigned> warp, const fuzz::Difference& d) {
  if (replay.differs.empty())
    replay.differs = what + describe(d);
  replay.list.push_back({{"warp", warp ? boost::json::value(*warp) : nullptr}, {"difference", toJson(d)}});
}

} // namespace

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
