// What no text says: an instruction or a case that was read, with one cell of it made another value, so that a program
// that builds structures by itself is told by rule what is wrong, and whatever is legal can be written and read.
#pragma once
#include "fuzz/counterexample.h"
#include "spec/program_case.h"

namespace warplaw::fuzz {

/// Rejected by rule, or printed and read back the same. `seed` says which cell, and what it becomes.
std::optional<Failure> checkWrongCell(spec::Instruction instruction, std::uint64_t seed);
/// A choice of a step, or a cell of the surroundings; it has at least one step.
std::optional<Failure> checkWrongCell(spec::ProgramCase c, std::uint64_t seed);

} // namespace warplaw::fuzz
