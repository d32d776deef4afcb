// A case: one instruction, the state it runs on, the choices, and what is expected; as JSON text (docs/case_format.md).
#pragma once
#include "spec/instruction.h"
#include "spec/surroundings.h"

namespace warplaw::spec {

inline constexpr int kCaseVersion = 1;
inline constexpr std::size_t kMaxCaseBytes = std::size_t{16} << 20; ///< of a case's text, read or written

/// A word that must be equal, or may be anything.
struct ExpectedWord {
  bool any = false;
  std::uint32_t value = 0;
  bool operator==(const ExpectedWord&) const = default;
};

/// One expected place after the instruction; places that are not listed are unchanged from the initial state (MACH-5)
/// when `frame` is set, unchecked otherwise.
struct Expected {
  struct RegisterLane {
    std::uint8_t reg;
    std::uint8_t lane;
    ExpectedWord word;
    bool operator==(const RegisterLane&) const = default;
  };
  struct PredicateLane {
    std::uint8_t predicate;
    std::uint8_t lane;
    ExpectedWord bit;
    bool operator==(const PredicateLane&) const = default;
  };
  struct MemoryWord {
    std::uint32_t address;
    ExpectedWord word;
    bool operator==(const MemoryWord&) const = default;
  }; ///< address: multiple of 4
  struct LaneError {
    std::uint8_t lane;
    bool any;
    ErrorKind kind;
    bool operator==(const LaneError&) const = default;
  };
  /// A cell of the surroundings, by its number (nameOfCell).
  struct Cell {
    std::uint32_t cell;
    ExpectedWord word;
    bool operator==(const Cell&) const = default;
  };
  std::vector<RegisterLane> registers;
  std::vector<PredicateLane> predicates;
  std::vector<MemoryWord> memory;
  std::vector<LaneError> errors;
  bool frame = true;
  std::vector<Cell> cells = {};
  bool operator==(const Expected&) const = default;
};

struct Case {
  std::string comment;            ///< free text: where it comes from, what it shows
  std::vector<std::string> rules; ///< rules it is about
  Instruction instruction;
  ShaderKind shader = ShaderKind::Compute;
  Warp warp;
  SharedMemory memory; ///< the one that the instruction accesses, or shared memory; size = allocated size
  Choices choices;
  std::optional<Expected> expected;
  SurroundingCells cells = {}; ///< what else is around the warp; legal (faultOf, spec/surrounding_cells_fields.h)
};

bool operator==(const Case& a, const Case& b);
/// Which memory a case has (eachMemory), and all that is around its warp.
std::size_t memoryOf(const Case& c);
Surroundings surroundingsOf(const Case& c);

/// The surroundings' cells one after the other, as words; and what is said of one: "barriers.latch[3]".
std::vector<std::uint32_t> wordsOf(const SurroundingCells& cells);
std::string nameOfCell(std::uint32_t cell);
void setCell(SurroundingCells& cells, std::uint32_t cell, std::uint32_t value);
/// The inputs of the first warp of a CTA of so many whole warps: the default of a case file.
SpecialInputs inputsOfCta(std::size_t warps);

/// Canonical, sparse: defaults are not written; same case, same bytes. The choices must be of the instruction.
std::string toJson(const Case& c);
/// Rejects unknown keys, wrong version, truncated text, values out of range; position is the byte offset where known.
Result<Case> caseFromJson(std::string_view text);
/// Reads a file of at most 16 MiB; the rejection names the file.
Result<Case> readCase(const std::string& path);
/// Writes to a temporary file beside it and renames: no partial file is left. With `overwrite` false an existing file
/// is a rejection.
Result<void> writeCase(const Case& c, const std::string& path, bool overwrite);

} // namespace warplaw::spec
