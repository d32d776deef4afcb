// The state before an instruction, written on the command line: registers, predicates, shared memory and choices. Each
// may be given once.
#pragma once
#include "spec/case_file.h"
#include "tools/options.h"
#include <functional>
#include <span>

namespace warplaw::tools {

/// A value of each lane:
///   5, 0x1f, -1        in every lane
///   lane, lane*4, lane+1, lane*4-3   counted
///   3,1,4,...          32 values
///   3:5,7:0x10,all:1   of these lanes; of the others, or 0
std::optional<std::array<std::uint32_t, spec::kLanes>> lanesOf(std::string_view text);
/// The same of other numbers, which `number` reads; nothing is counted.
using LaneWords = std::array<std::uint64_t, spec::kLanes>;
using ReadNumber = std::function<std::optional<std::uint64_t>(std::string_view)>;
std::optional<LaneWords> lanesOf(std::string_view text, const ReadNumber& number);

struct StateText {
  std::vector<std::string> registers;  ///< R1=VALUE
  std::vector<std::string> predicates; ///< P0=MASK
  std::vector<std::string> memory;     ///< ADDRESS=WORD
  std::vector<std::string> choices;    ///< NAME=VALUE, a member of `choices` (docs/case_format.md)
  std::string active;                  ///< MASK; empty: all lanes
  bool empty() const;
};

/// --reg, --pred, --active, --shared and --mem of a subcommand; `shared`: bytes of shared memory.
void addStateOptions(Subcommand& command, StateText& state, std::optional<std::uint32_t>& shared);

/// What to say where an instruction accesses memory and `--shared` was not given.
spec::Rejection noMemory(spec::Mnemonic mnemonic);

/// Puts all of it into a case whose instruction and shared memory are there already.
spec::Result<void> apply(const StateText& state, spec::Case& c);

} // namespace warplaw::tools
