// `warplaw verify --program`: a program's text and what is said of it as theorems, and what is shown of a statement
// that is refuted.
#pragma once
#include "proofs/engine/witness.h"
#include "proofs/statements/program.h"
#include "tools/input.h"

namespace warplaw::tools {

struct ProgramProof {
  proofs::ProgramContract contract;
  proofs::Encodings encodings;
  std::string asked; ///< SHA-256 of the file and of the clauses of the command line
};

/// The file's clauses, then those of the command line. A rejection says where: FILE:LINE, or --ensures, --requires.
boost::system::result<ProgramProof, BadCase> readProgramProof(const std::string& path,
                                                              const std::vector<std::string>& requires_,
                                                              const std::vector<std::string>& ensures);

/// A lane table of the smallest witness, its case file under `folder`, and the command that replays it.
proofs::CounterexampleHook programCounterexamples(const ProgramProof& proof, const std::string& folder);

/// What the program of that file leaves in each lane of the register ("R1"), as statements: "R1[3] == ..".
boost::system::result<std::vector<std::string>, BadCase> readTrees(const std::string& path, const std::string& reg);

} // namespace warplaw::tools
