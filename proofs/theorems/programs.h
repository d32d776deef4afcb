// Published programs that rules are about, with what is said of them (corpus/programs/{idiom,law}_*.wl): theorems like
// those of instructions.
#pragma once
#include "proofs/engine/theorem.h"
#include "proofs/statements/program_clauses.h"
#include <span>

namespace warplaw::proofs {

struct PublishedProgram {
  std::string_view name; ///< of its file: "idiom_butterfly"
  std::string_view text;
};
/// In the order of their names.
std::span<const PublishedProgram> publishedPrograms();

/// What is said of it. Throws std::logic_error where the text is rejected: it was published untested.
ReadContract contractOf(const PublishedProgram& program);

/// The case that shows a claim of it to be false: a file below corpus/contradictions.
std::string witnessOf(const ProgramContract& contract, const Clause& claim);

} // namespace warplaw::proofs
