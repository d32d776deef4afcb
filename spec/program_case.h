// A case of several warps of one CTA, each with a program, on the memories around them: format 2 of case files
// (docs/case_format.md). A case of one warp and one instruction is one of these, too, and is written as format 1.
#pragma once
#include "spec/case_file.h"
#include "spec/surroundings_fields.h"
#include <array>

namespace warplaw::spec {

inline constexpr int kProgramVersion = 2;
inline constexpr std::size_t kMaxWarps = kCtaWarps;
inline constexpr std::size_t kMaxSteps = 4096; ///< instructions of one warp's program

/// One instruction of a program, and what the implementation chooses when it runs.
struct ProgramStep {
  Instruction instruction;
  Choices choices;
  bool operator==(const ProgramStep&) const = default;
};

struct WarpCase {
  Warp warp; ///< before its program; `errors` is none: errors are of outcomes (MACH-8)
  std::vector<ProgramStep> program;
};

/// What must hold once every warp has run its program.
struct ProgramExpected {
  std::vector<Expected> warps; ///< one a warp: registers, predicates, and the first error of each lane
  std::array<std::vector<Expected::MemoryWord>, kMemories> memories; ///< in the order of eachMemory
  bool frame = true;                                                 ///< places that are not listed are as they were
  std::vector<Expected::Cell> cells = {};
};

struct ProgramCase {
  std::string comment;
  std::vector<std::string> rules;
  ShaderKind shader = ShaderKind::Compute;
  std::vector<WarpCase> warps;    ///< 1..kMaxWarps, each with at least one step
  std::vector<unsigned> schedule; ///< whose step comes next: each warp as often as it has steps
  Surroundings surroundings;      ///< its inputs are those of the first warp; the others follow it in the CTA
  std::optional<ProgramExpected> expected;
  /// CLOCK64 at each turn of the schedule, never decreasing (SR-3); empty: the inputs' at every turn.
  std::vector<std::uint64_t> clocks = {};
};

bool operator==(const ProgramCase& a, const ProgramCase& b);

std::size_t stepsOf(const ProgramCase& c); ///< of all warps together
/// Each warp to its end, in turn: the schedule where a file gives none. It is run as far as warps come: one that waits
/// at a barrier is passed over until it is released.
std::vector<unsigned> defaultSchedule(const std::vector<WarpCase>& warps);

ProgramCase asProgram(const Case& c);
/// The same as a case of one warp and one instruction, if that is what it is.
std::optional<Case> asSingle(const ProgramCase& c);

/// Canonical: format 1 where that can say it, format 2 elsewhere.
std::string toJson(const ProgramCase& c);
/// A file of either version.
Result<ProgramCase> programCaseFromJson(std::string_view text);
Result<ProgramCase> readProgramCase(const std::string& path);
Result<void> writeCase(const ProgramCase& c, const std::string& path, bool overwrite);

} // namespace warplaw::spec
