// The architectural level's theorems by topic, and its functions as contracts for each other; only proofs/machine*.cpp
// include this.
#pragma once
#include "proofs/statements/lifting.h"
#include "proofs/theorems/theorems.h"

namespace warplaw::proofs::machine {

inline constexpr const char* kExecLanes = "warplaw_exec_lanes";
inline constexpr const char* kFetchRow = "warplaw_fetch_row";
inline constexpr const char* kFetch = "warplaw_fetch";
inline constexpr const char* kWriteBack = "warplaw_write_back";
inline constexpr const char* kStep = "warplaw_step";

using ExecLanesCode = std::uint32_t(const spec::Warp*, const spec::Plan*);
using FetchRowCode = void(const spec::Warp*, const spec::Source*, std::uint32_t*);
using FetchCode = void(const spec::Warp*, const spec::Plan*, spec::Operands*);
using WriteBackCode = void(spec::Warp*, const spec::Plan*, std::uint32_t, const spec::Results*);
using Datapath = void(void* context, const spec::Operands*, spec::Results*);
using StepCode = void(spec::Warp*, const spec::Plan*, Datapath*, void*);

/// What the functions with a theorem of their own do where another one calls them: the encoding, on the tables that
/// they are given. What their own theorems assume (a legal plan or source, objects apart, nothing poison that is read)
/// must hold of the call: otherwise it is undefined behaviour.
std::map<std::string, lift::Contract> contracts();
/// No two pointer arguments lead into one object.
void requireApart(lift::ContractCall& call);

/// Splits that take the register file apart: a source is no register, or one of each number (its variables are
/// "<source>.kind" and "<source>.value") ...
Split sourceSplit(Terms& terms, const std::string& source);
/// ... and for an expectation over a whole plan: by its source for an operand row, by each destination for a register.
std::vector<Split> splitsOf(Terms& terms, const Expectation& expectation);

/// Tables read back as terms, wherever the compiler put them.
symbolic::WarpTerms warpOf(const lift::Table& table);
symbolic::PlanTerms planOf(const lift::Table& table);

std::vector<Theorem>
pieceTheorems(const Subject& subject); ///< exec mask, fetch, write-back (MACH-1, -2, -3, -5, -7, -8)
std::vector<Theorem> stepTheorems(const Subject& subject); ///< a whole instruction, its datapath a contract

} // namespace warplaw::proofs::machine
