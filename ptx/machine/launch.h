// A launch of one entry of a module, and its outcome (PTX-10, PTX-14, PTX-50).
#pragma once
#include "ptx/text/module.h"
#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace warplaw::ptx {

using Dimensions = std::array<std::uint32_t, 3>; ///< x, y, z

/// An array in global memory. Bytes without a given value are undefined until they are written (PTX-16).
struct Array {
  std::string name;
  std::vector<std::uint8_t> bytes;
  std::vector<bool> isDefined; ///< a byte each; empty: all of them
  unsigned elementBytes = 1;   ///< the address is a multiple of it, of 256 at least
  bool isReadOnly = false;
};

/// One parameter of the entry: bytes, or the address of an array of the launch.
struct Argument {
  std::vector<std::uint8_t> bytes; ///< little-endian; as many as the parameter has
  int array = -1;                  ///< index into Launch::arrays; -1: the bytes count
};

struct Launch {
  std::string entry; ///< empty: the module's only one
  Dimensions grid{1, 1, 1}, block{32, 1, 1};
  std::uint32_t dynamicSharedBytes = 0;
  std::vector<Argument> arguments; ///< one a parameter
  std::vector<Array> arrays;
  std::uint64_t mostSteps = 100'000'000; ///< of all warps together
  unsigned cores = 0;                    ///< CTAs run on so many at once; 0: on all that there are
};

/// The threads of one block.
inline std::uint64_t threadsOf(const Launch& launch) {
  return std::uint64_t{launch.block[0]} * launch.block[1] * launch.block[2];
}
inline unsigned warpsOf(const Launch& launch) { return static_cast<unsigned>((threadsOf(launch) + 31) / 32); }

/// What is said of a launch, by name (PTX-50).
enum class FindingKind : std::uint8_t {
  UndefinedSync,
  Deadlock,
  DivergentBarrier,
  UndefinedLane,
  Uninitialised,
  OutOfBounds,
  Misaligned,
  Race,
  DivideByZero,
  DependsOnSchedule,
  DependsOnOrder,
  Trap,
  Bound,
  NotJudged, ///< communication by fences and flags (PTX-15), an approximate function (PTX-32): a note
};
std::string_view nameOf(FindingKind kind);  ///< "undefined-sync"
std::string_view ruleOf(FindingKind kind);  ///< "PTX-12"
std::string_view wordsOf(FindingKind kind); ///< what it is, for people: one sentence
bool isError(FindingKind kind);             ///< or a dependence or note, which is no error by itself

/// The first of its kind at its place; `times`: how many there were.
struct Finding {
  FindingKind kind;
  Place place;             ///< of the instruction
  std::string instruction; ///< its text
  Dimensions block{};      ///< which CTA
  std::uint32_t warp = 0;  ///< in the CTA
  std::uint32_t lanes = 0; ///< which lanes, of the first time
  std::string what;        ///< one sentence with values: "lane 3 reads 4 bytes at in + 800, which has 800 bytes"
  Place other;             ///< of a race: the other access; else nowhere
  std::uint64_t times = 1;
};

/// Counted while it runs.
struct Counters {
  std::uint64_t warpInstructions = 0, threadInstructions = 0, divergentBranches = 0;
  std::uint64_t globalAccesses = 0, globalSegments = 0; ///< warp instructions; 32-byte sectors that they touch
  std::uint64_t sharedAccesses = 0, sharedBankConflicts = 0;
};

struct Outcome {
  std::vector<Array> arrays;    ///< after
  std::vector<Array> variables; ///< of the module in global memory, after
  std::vector<Finding> findings;
  Counters counters;
  bool finished = true; ///< false: an error of the launch, a deadlock or the bound ended it
};

/// One executed instruction of one warp, as --trace sees it; a branch and one that waits for ever only where something
/// is found at it. Values are of the instruction's registers.
struct TracedRegister {
  std::string name;
  spec::scalar::Type type;
  bool isWritten;
  std::array<std::uint64_t, 32> before, after;
  std::uint32_t undefined; ///< lanes whose value may be anything
};
struct Traced {
  Dimensions block;
  std::uint32_t warp;
  std::uint32_t lanes; ///< that execute it
  Place place;
  std::string instruction;
  std::vector<TracedRegister> registers;
  std::size_t findings; ///< so many there are, those of this step among them
};
using Trace = std::function<void(const Traced&)>; ///< empty: none

} // namespace warplaw::ptx
