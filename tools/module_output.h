// What came of a launch, for people and as JSON: arrays that changed, what was expected of them, findings, counters,
// and each step as a lane table.
#pragma once
#include "proofs/engine/verdict.h"
#include "ptx/machine/kernel.h"
#include "tools/launch_text.h"
#include <boost/json/array.hpp>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace warplaw::tools {

/// Where things stand: in the PTX text, and in the CUDA source where `.loc` says so.
struct ModulePlaces {
  std::string path;               ///< as the user named the file
  bool isCuda = false;            ///< it was compiled: the text that a user knows is CUDA
  const ptx::Module* module = {}; ///< for the names of source files
  /// "kernels.cu:33", "module.ptx:120": where a user looks first; FILE where neither is known.
  std::string first(const ptx::Place& place) const;
  /// The others, "inlined at kernels.cu:40; PTX line 120" or "kernels.cu:33, inlined at kernels.cu:40"; empty: there
  /// are none.
  std::string second(const ptx::Place& place) const;
  /// Where the function was inlined that it stands in, and where that one was: "kernels.cu:40".
  std::vector<std::string> inlinedAt(const ptx::Place& place) const;
  /// For CUDA, the `.file`'s number and line where a user looks first. A header's wrapper counts as where it is called.
  std::optional<std::pair<std::uint32_t, std::uint32_t>> ofUser(const ptx::Place& place) const;
  /// "kernels.cu:33" of a `.file`'s number.
  std::string inSource(std::uint32_t file, std::uint32_t line) const;
};

struct ModuleRun {
  ModulePlaces places;
  const ptx::Kernel* kernel = {};
  BoundLaunch bound;
  ptx::Outcome outcome;
  std::set<ptx::FindingKind> allowed;
  bool showsAll = false; ///< of changed elements
  boost::json::array steps;
};

/// An element that is not as expected.
struct ElementDifference {
  std::string array;
  std::size_t element;
  std::string expected, got;
};
std::vector<ElementDifference> differencesIn(const ModuleRun& run);

/// A finding is an error that nobody allowed, or an array is not as expected.
proofs::ExitCode exitCodeOf(const ModuleRun& run);
std::string textOf(const ModuleRun& run, bool colour);
std::string jsonOf(const ModuleRun& run); ///< one object, in one line

/// A step: a lane a line, those alike together; undefined values as `any`.
std::string tableOf(const ptx::Traced& step, const ModulePlaces& places, bool allLanes, bool colour);
/// The same of a step at which something is found: the lanes of the finding, marked, and few others.
std::string foundTable(const ptx::Traced& step, const ModulePlaces& places, std::uint32_t found, bool colour);
/// What a lane has in the step's registers: "%r1 0x3", "-> %r2 any".
std::vector<std::string> wordsOf(const ptx::Traced& step, unsigned lane);
/// Arrays that changed.
std::string arraysText(const ModuleRun& run);
boost::json::object jsonOf(const ptx::Traced& step, const ModulePlaces& places);

} // namespace warplaw::tools
