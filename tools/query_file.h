// A query that solvers decide nothing about, as a file that any solver reads.
#pragma once
#include "proofs/engine/runner.h"

namespace warplaw::tools {

/// Keeps the query as FOLDER/OBLIGATION.smt2 ('/' as '.'; the folder is made when needed), headed by the obligation's
/// name and by what the solvers said; gives a line with the file's name.
proofs::UndecidedHook queryWriter(std::string folder);

} // namespace warplaw::tools
