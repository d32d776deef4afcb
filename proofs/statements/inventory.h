// The inventory: what must be proved, as the code that ships demands it and not the list of theorems. For every
// external definition of the embedded bitcode: no undefined behaviour in both stages, outputs and frame, and a twin;
// for every path that calls itself proved, the same of its datapath and its entry. A function that neither writes
// memory nor returns anything (modifiers of an instruction that has none) leaves no output that a twin could get wrong.
#pragma once
#include "concrete/entries.h"
#include "proofs/engine/records.h"
#include "proofs/engine/theorem.h"
#include <map>

namespace warplaw::proofs {

/// Which parts must be settled of each symbol.
const std::map<std::string, std::vector<Part>>& demandedParts();
/// The functions that call it, by the bitcode and not by what theorems say.
std::vector<std::string> callersOf(const std::string& symbol);

/// Paths that call themselves proved and call another function than the one of their name, whose bitcode is proved.
std::vector<std::string> strayPaths(const std::vector<concrete::PathEntry>& entries);

std::string missingLine(const std::string& symbol, Part part); ///< "warplaw_shfl_plan: twin"
/// What no record settles as it should, one missingLine each; and the paths that stray. `theorems` say which code a
/// record is about.
std::vector<std::string> missing(const std::vector<Theorem>& theorems, const Records& records);

/// What a golden list holds of one obligation: its name; and, where it is about no code, what it asks: 12
/// digits of the hash of its query (results.h), with "folded" before them where folding made the goal true
/// ("atoms/laws/x folded 0123456789ab"), or "check". A goal that is made true, and an assumption that is added, change
/// the line.
std::string goldenLine(const Record& record);
/// Those of one instruction, sorted, one a line.
std::string goldenList(const Records& records, const std::string& instruction);

} // namespace warplaw::proofs
