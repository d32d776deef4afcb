// The assertions of a fuzz target (fuzz/targets.h) about one byte string. If one fails, the mismatch is minimised,
// shown as a lane table and written as a case file.
#pragma once
#include "fuzz/counterexample.h"
#include "fuzz/linearize_bridge.h"
#include "fuzz/minimize/minimize.h"
#include "fuzz/oracle.h"

namespace warplaw::fuzz {

/// The operand level: each supported path of the executor's datapath against the encoding.
std::optional<Failure> checkRecord(Oracle& oracle, spec::Mnemonic mnemonic, Bytes record);
/// The whole case of a record: every path against the encoding on the architectural level, text and case file round
/// trips.
std::optional<Failure> checkMachine(Oracle& oracle, spec::Mnemonic mnemonic, Bytes record);

/// A record of ATOMS's: what its executor gives must come from some serial order, which the checker of histories finds
/// without being told (ATOMS-5, -13).
std::optional<Failure> checkOutcome(Oracle& oracle, OutcomeChecker& check, Bytes record);

/// parse(print(i)) = i, case -> JSON -> case -> same bytes.
std::optional<Failure> checkRoundTrip(const spec::Case& c);
/// Any text as an instruction: rejected by rule, or print(parse(text)) is stable; with a cell made wrong
/// (fuzz/wrong_cells.h), too.
std::optional<Failure> checkParser(std::string_view text);
/// Any text as a case file: rejected, or it reads and writes itself; with a cell made wrong, too.
std::optional<Failure> checkCaseFile(std::string_view text);

/// Minimises the failure's case, if it has one and it is a mismatch of outputs.
void shrink(Oracle& oracle, Failure& failure, const std::atomic<bool>* stop = nullptr);
/// Table, case file under `folder` and the one command that replays it.
std::string report(Oracle& oracle, const Failure& failure, const std::string& folder, bool colour);

} // namespace warplaw::fuzz
