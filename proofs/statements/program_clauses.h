// What a program's text says about it (docs/programs.md), as a contract to prove.
#pragma once
#include "proofs/statements/program.h"
#include "spec/program_text.h"

namespace warplaw::proofs {

struct ReadContract {
  ProgramContract contract; ///< of all lanes, or, where a line speaks of which are active, of any
  std::vector<spec::Definition> definitions;
  std::map<std::string, std::size_t> positions; ///< by a clause's name, where its text begins in the whole text
};

/// Rejections (rules "statement", "program") have their place in the whole text. Lines that only say how the program is
/// run are passed over.
spec::Result<ReadContract> readContract(std::string name, const spec::ProgramText& text);

/// A further clause, "ensures-3" after two of that kind; rejected with the place in its own text.
spec::Result<void> addClause(std::vector<Clause>& clauses, std::string_view kind, const std::string& text,
                             const std::vector<spec::Definition>& definitions);

/// The name of the first clause that speaks of which lanes are active; empty: none does.
std::string whoAsksWhoIsActive(const ProgramContract& contract);
bool asksWhoIsActive(const ProgramContract& contract);

} // namespace warplaw::proofs
