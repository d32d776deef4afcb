// The list of all theorems: one row of spec/instructions.def is one instruction.
#pragma once
#include "proofs/statements/reading.h"
#include "proofs/statements/subject.h"
#include "proofs/theorems/names.h"

namespace warplaw::proofs {

/// All theorems of one instruction; "machine" for the architectural level. Each instruction of spec/instructions.def
/// has `std::vector<Theorem> <folder>Theorems(const Subject&)` in proofs/theorems/<folder>.cpp.
#define WARPLAW_INSTRUCTION(Camel, folder, text) std::vector<Theorem> folder##Theorems(const Subject& subject);
#include "spec/instructions.def"
#undef WARPLAW_INSTRUCTION
std::vector<Theorem> machineTheorems(const Subject& subject);
Theorem surroundingsTheorem();                                  ///< one of them: which cells around a warp are legal
std::vector<Theorem> linearizeTheorems(const Subject& subject); ///< the checker of histories; instruction "linearize"
std::vector<Theorem> programsTheorems();
std::vector<Theorem> scalarTheorems(const Subject& subject); ///< of rows with an encoding: proved
std::vector<Theorem> scalarFloatTheorems();                  ///< of computed floats: checked
/// The machine's, those of every instruction in the order of spec/instructions.def, CUDA's names', published
/// programs', the checker's.
std::vector<Theorem> allTheorems(const Subject& subject);

/// Each instruction as its encoding reads the rules, and misread: `Readings <folder>Readings()` in
/// proofs/theorems/<folder>*.cpp.
#define WARPLAW_INSTRUCTION(Camel, folder, text) Readings folder##Readings();
#include "spec/instructions.def"
#undef WARPLAW_INSTRUCTION
std::vector<Readings> allReadings();

} // namespace warplaw::proofs
