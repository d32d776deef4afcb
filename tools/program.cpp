// Programs on the command line: see program.h.
#include "tools/program.h"
#include "concrete/execute.h"
#include "fuzz/program_table.h"
#include "spec/counted.h"
#include "spec/surroundings_fields.h"
#include "tools/input.h"
#include "tools/json_line.h"
#include "tools/outcome_json.h"
#include <algorithm>
#include <boost/json.hpp>
#include <fmt/format.h>

namespace warplaw::tools {
namespace {

// ---- what may be anything, as JSON

void addGroup(boost::json::object& out, const fuzz::AnyGroup& group) {
  out["places"] = boost::json::array(group.places.begin(), group.places.end());
  if (group.lanes != 0)
    out["lanes"] = fmt::format("{:#x}", group.lanes);
}

/// Where they are no warp's: of that memory.
boost::json::array left(const std::vector<fuzz::MayBeAny>& all, bool areWarps) {
  boost::json::array list;
  for (std::size_t number = 0; number < all.size(); ++number) {
    std::vector<fuzz::AnyPlace> places;
    for (const fuzz::Place& place : all[number].places)
      places.push_back({place, {}, nullptr, {}});
    for (const fuzz::AnyGroup& group : groupsOf(places)) {
      boost::json::object one;
      if (areWarps)
        one["warp"] = number;
      else if (group.places.front().starts_with('['))
        one["memory"] = spec::aboutMemory(number).name;
      addGroup(one, group);
      list.push_back(std::move(one));
    }
  }
  return list;
}

boost::json::array stepsToJson(const std::vector<fuzz::UndefinedStep>& undefined) {
  boost::json::array list;
  for (const fuzz::UndefinedStep& step : undefined)
    for (const fuzz::AnyGroup& group : groupsOf(step.places)) {
      boost::json::object one{{"warp", step.turn.warp},
                              {"step", step.turn.instruction + 1},
                              {"instruction", spec::print(step.instruction)}};
      addGroup(one, group);
      one["why"] = group.why;
      one["rule"] = group.rule;
      list.push_back(std::move(one));
    }
  return list;
}

boost::json::object withLists(const std::string& json, boost::json::array any, boost::json::array undefined) {
  boost::json::object out = boost::json::parse(json).as_object();
  if (!any.empty())
    out["any"] = std::move(any);
  if (!undefined.empty())
    out["undefined"] = std::move(undefined);
  return out;
}

} // namespace

spec::Result<void> checkPath(spec::Mnemonic mnemonic, std::string_view path) {
  if (path.empty())
    return {};
  std::string known;
  for (const concrete::Path& candidate : concrete::paths(mnemonic)) {
    if (candidate.name == path && candidate.supported)
      return {};
    if (candidate.name == path)
      return spec::Rejection{"usage", fmt::format("this processor cannot run path {}", path), ""};
    known += fmt::format("{}{}", known.empty() ? "" : ", ", candidate.name);
  }
  return spec::Rejection{"usage", fmt::format("{} has no path {}", spec::textOf(mnemonic), path), known};
}

spec::Result<void> checkPaths(const spec::ProgramCase& c, std::string_view path) {
  for (const spec::WarpCase& warp : c.warps)
    for (const spec::ProgramStep& step : warp.program)
      if (auto known = checkPath(step.instruction.mnemonic(), path); !known)
        return known;
  return {};
}

std::string inOneLine(const spec::Case& answered, const fuzz::AnyInStep& any,
                      const std::optional<fuzz::RightOutcomes>& right) {
  if (any.own.empty() && !right)
    return inOneLine(spec::toJson(answered));
  fuzz::MayBeAny warp, around;
  for (const fuzz::Place& place : any.after.places)
    (place.kind == fuzz::Kind::Memory || place.kind == fuzz::Kind::Cell ? around : warp).places.insert(place);
  std::vector<fuzz::MayBeAny> memories(spec::kMemories);
  memories[spec::memoryOf(answered)] = around;
  boost::json::array all = left({warp}, true);
  std::ranges::move(left(memories, false), std::back_inserter(all));
  boost::json::object out =
      withLists(spec::toJson(answered), std::move(all), stepsToJson({{{0, 0, 1}, answered.instruction, any.own}}));
  if (right)
    out["right"] = rightToJson(answered, *right);
  return boost::json::serialize(out);
}

std::string inOneLine(const ProgramRun& run) {
  boost::json::array all = left(run.warps, true);
  std::ranges::move(left(run.memories, false), std::back_inserter(all));
  return boost::json::serialize(withLists(spec::toJson(run.answered), std::move(all), stepsToJson(run.undefined)));
}

std::vector<std::string> undefinedLines(const spec::ProgramCase& c, const ProgramRun& run) {
  constexpr std::size_t kMost = 64;
  std::vector<std::string> lines;
  for (std::size_t i = 0; i < std::min(run.undefined.size(), kMost); ++i)
    std::ranges::move(linesOf(run.undefined[i], c.warps.size() > 1), std::back_inserter(lines));
  if (run.undefined.size() > kMost)
    lines.push_back("and " + spec::counted(run.undefined.size() - kMost, "more step"));
  return lines;
}

std::string tablesOf(fuzz::Readers& readers, const spec::ProgramCase& c, const ProgramRun& run,
                     fuzz::TableOptions table) {
  std::string tables;
  for (unsigned warp = 0; warp < c.warps.size(); ++warp) {
    const std::size_t count = c.warps[warp].program.size();
    tables += fmt::format("-- warp {}, before and after {}\n{}", warp, spec::counted(count, "instruction"),
                          fuzz::programTable(readers, c, warp, run.outcome, run.warps.at(warp), table));
  }
  tables += fuzz::programMemory(c, run.outcome, run.memories, table.colour);
  for (const std::string& line : undefinedLines(c, run))
    tables += line + "\n";
  return tables;
}

spec::Result<ProgramRun> execProgram(fuzz::Readers& readers, const spec::ProgramCase& c, std::string_view path,
                                     fuzz::TableOptions table, std::string* shown) {
  if (auto known = checkPaths(c, path); !known)
    return known.error();
  fuzz::BesideOthers others(readers, c, path);
  auto outcome = fuzz::run(c, [&](const fuzz::Turn& turn, const spec::Case& step) {
    auto done = fuzz::execute(step, path);
    if (!done)
      return done;
    const fuzz::AnyInStep any = others.next(turn, step, *done);
    if (shown)
      *shown += fmt::format("-- {}\n{}", describe(turn), laneTable(readers, step, *done, *done, table, &any));
    return done;
  });
  if (!outcome)
    return outcome.error();
  ProgramRun run{c, std::move(*outcome), others.undefined(), {}, {}};
  run.answered.expected = expectedOf(c, run.outcome);
  for (unsigned warp = 0; warp < c.warps.size(); ++warp)
    run.warps.push_back(others.ofWarp(warp));
  for (std::size_t memory = 0; memory < spec::kMemories; ++memory)
    run.memories.push_back(others.ofMemory(memory));
  return run;
}

} // namespace warplaw::tools
