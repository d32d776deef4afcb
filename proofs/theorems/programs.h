// What is said of published programs: theorems like those of instructions.
#pragma once
#include "proofs/engine/theorem.h"
#include "proofs/statements/program_clauses.h"
#include "proofs/theorems/published.h"

namespace warplaw::proofs {

/// What is said of it. Throws std::logic_error where the text is rejected: it was published untested.
ReadContract contractOf(const PublishedProgram& program);

/// The case that shows a claim of it to be false: a file below corpus/contradictions.
std::string witnessOf(const ProgramContract& contract, const Clause& claim);

} // namespace warplaw::proofs
