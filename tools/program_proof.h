// `warplaw verify --program`: a program's text and what is said of it as theorems, and what is shown of a statement
// that is refuted.
#pragma once
#include "proofs/engine/witness.h"
#include "proofs/statements/program.h"
#include "spec/source_reader.h"
#include "tools/input.h"
#include "tools/program_verdicts.h"

namespace warplaw::tools {

struct ProgramProof {
  proofs::ProgramContract contract;
  proofs::Encodings encodings;
  std::string asked; ///< SHA-256 of the file and of the clauses of the command line
  std::string lanes; ///< for which lanes active it is all said, and what of the file's `active:` is set aside
};

/// The file's clauses, then those of the command line. A rejection says where: FILE:LINE, or --ensures, --requires.
boost::system::result<ProgramProof, BadCase> readProgramProof(const std::string& path,
                                                              const std::vector<std::string>& requires_,
                                                              const std::vector<std::string>& ensures,
                                                              spec::Target target);

/// What the records of its theorems come to. `undecided`: theorems that an interrupt left open.
ProgramVerdicts verdictsOf(const ProgramProof& proof, const std::vector<proofs::Record>& records,
                           const std::set<std::string>& undecided);
/// The record, and in words which place of which statement says nothing, where that is what it is about.
proofs::Record inWords(const ProgramProof& proof, proofs::Record record);

/// A lane table of the smallest witness, its case file under `folder`, and the command that replays it.
proofs::CounterexampleHook programCounterexamples(const ProgramProof& proof, const std::string& folder);

/// What the program of that file leaves in each lane of the register ("R1", or a name that PTX has for it), as
/// statements: "R1[3] == ..". `target`: of which GPU the text is, where it does not say so.
boost::system::result<std::vector<std::string>, BadCase> readTrees(const std::string& path, const std::string& name,
                                                                   spec::Target target);

} // namespace warplaw::tools
