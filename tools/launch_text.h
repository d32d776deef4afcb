// A launch of a kernel as people write it: as options, or in the file as comments,
//
//   // warplaw: entry=k block=256 in=u32[256]:lane out=u32[8]
//
// and what becomes of it once the kernel's parameters are known.
#pragma once
#include "ptx/machine/launch.h"
#include "tools/array_text.h"
#include "tools/input.h"
#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace warplaw::tools {

/// NAME=VALUE of a parameter, and where that stands: FILE:LINE; empty: on the command line.
struct Assigned {
  std::string name, value, where;
};

/// What an implementation chooses of threads that only have to exit: others wait for them, or they have left.
inline constexpr std::array<std::string_view, 2> kChoices{"returning=waits", "returning=left"};

/// What is said of a launch. Nothing: not said.
struct LaunchText {
  std::string entry;
  std::optional<ptx::Dimensions> grid, block;
  std::string target; ///< that CUDA is compiled for; empty: sm_80
  std::optional<std::uint32_t> shared;
  std::optional<std::uint64_t> steps, seed;
  std::vector<Assigned> arguments, expected;
  std::vector<Assigned> allowed; ///< names of findings
  std::string choice;            ///< one of kChoices; empty: the first
  std::vector<Assigned> said;    ///< `requires`, `ensures`, `invariant`, .. and what follows it: for proofs
  std::string folder;            ///< where files of arrays lie; empty: the current one
};

/// "what; accepted: .." in its parts, as ptx/ says what it rejects.
spec::Rejection rejectionOf(const std::string& rule, const std::string& what);

/// "8", "8,2" or "8,2,1".
std::optional<ptx::Dimensions> dimensionsOf(std::string_view text);
/// "1..64" of threads in a block: the first and the last of so many launches.
std::optional<std::pair<std::uint32_t, std::uint32_t>> blocksOf(std::string_view text);
/// NAME=VALUE; nothing: there is no `=`, or no name before it.
std::optional<Assigned> assignedIn(std::string_view text);

/// The launches that comments of a file say. The first is what stands before every `entry=`; each of these begins
/// another, which has all of the first. A word that is none of entry, grid, block, shared, target, steps, seed, allow,
/// choice is an argument, as arg:NAME=VALUE is; expect:NAME=VALUE is what an array shall hold. A line that begins with
/// requires, ensures, invariant, decreases or ghost says something of the launch.
boost::system::result<std::vector<LaunchText>, BadCase> launchesIn(std::string_view text, const std::string& path);

/// `more` goes before what `launch` says, argument by argument.
void refine(LaunchText& launch, const LaunchText& more);

/// A parameter of an entry.
struct ParameterText {
  std::string name;       ///< in PTX
  std::string sourceName; ///< in CUDA; empty: not known
  spec::scalar::Type type;
  unsigned bytes = 0;
  bool isAggregate = false;             ///< a structure or an array, by value
  unsigned addressBytes = 8;            ///< that an address of the module has
  std::optional<bool> isSigned = false; ///< in CUDA; nothing: nobody here knows its type
  const std::string& shown() const { return sourceName.empty() ? name : sourceName; }
};
using Parameters = std::vector<ParameterText>;

/// The parameter that is meant: by its number, its name, or the end of its name behind a `_`, which no other has.
spec::Result<std::size_t> parameterNamed(std::string_view name, const Parameters& parameters);
/// "0 in: u64, 1 out: u64"
std::string listOf(const Parameters& parameters);

struct ExpectedArray {
  int array; ///< index into the launch's
  ArrayText holds;
};
struct BoundLaunch {
  ptx::Launch launch;
  std::vector<spec::scalar::Type> types; ///< of the elements of each array
  std::vector<ExpectedArray> expected;
};
/// Every parameter gets its value. Rejected, with the place: a name that is none, a value that does not fit, a
/// parameter that nobody gave.
boost::system::result<BoundLaunch, BadCase> bindTo(const LaunchText& text, const Parameters& parameters);

} // namespace warplaw::tools
