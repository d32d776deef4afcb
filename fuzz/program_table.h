// A program's warps before and after it, as tables: what it reads and what it writes; and the memory that it changes.
#pragma once
#include "fuzz/lane_table.h"
#include "fuzz/program.h"
#include <bitset>

namespace warplaw::fuzz {

struct NamedPlaces {
  std::bitset<spec::kRegisters + 1> registers; ///< RZ among them
  std::bitset<spec::kPredicates + 1> predicates;

  bool any() const { return registers.any() || predicates.any(); }
  bool meets(const NamedPlaces& other) const {
    return (registers & other.registers).any() || (predicates & other.predicates).any();
  }
  NamedPlaces& operator|=(const NamedPlaces& other) {
    registers |= other.registers;
    predicates |= other.predicates;
    return *this;
  }
  void remove(const NamedPlaces& other) {
    registers &= ~other.registers;
    predicates &= ~other.predicates;
  }
};

/// What a table is about.
struct TableFocus {
  std::uint32_t marked = 0; ///< lanes to point at
  NamedPlaces about;        ///< only these afterwards, and before only what they may hang on; none: everything
  NamedPlaces before;       ///< and these
};

/// The table of one warp. It has a column for each register and predicate that some instruction reads before the
/// program writes it, with its value before the program; and one for each that some instruction writes, with its value
/// afterwards. Equal lanes share a line. `any`: what may be anything in the warp afterwards.
std::string programTable(Readers& readers, const spec::ProgramCase& c, unsigned warp, const ProgramOutcome& outcome,
                         const MayBeAny& any, TableOptions options = {}, const TableFocus& focus = {});

/// Words of each memory that changed or may be anything; "" if there are none. any: what may be anything, by memory.
std::string programMemory(const spec::ProgramCase& c, const ProgramOutcome& outcome, const std::vector<MayBeAny>& any,
                          bool colour);

} // namespace warplaw::fuzz
