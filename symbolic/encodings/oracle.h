// Which functions are an instruction's encoding: those that its name in spec/instructions.def gives (<folder>Plan,
// <folder>Modifiers, <folder>Encoding or <folder>Lane). Oracles are made of them (fuzz/); theorems are held against
// them, term by term (proofs/statements/oracle.h), so that none can be about a function of its own.
#pragma once
#include "spec/mnemonic.h"
#include "symbolic/encodings/machine.h"
#include <optional>

namespace warplaw::symbolic {

/// A cell of an argument, by what the argument is, where the cell begins in it (bytes), and how many bits it has.
using CellOfArgument = std::function<Term(unsigned argument, std::size_t offset, unsigned bits)>;

/// What a cell of an argument is afterwards.
struct CellAfter {
  unsigned argument;
  std::string name; ///< in its structure
  std::size_t offset, bytes;
  bool isLaneMask; ///< and no lane's own
  Term value;
};

/// plan(form, choices, plan) of a function that plans: its third argument, whose guard stays.
std::vector<CellAfter> encodedPlan(spec::Mnemonic mnemonic, Terms& terms, const CellOfArgument& cell);
/// modifiers(form, modifiers): its second argument.
std::vector<CellAfter> encodedModifiers(spec::Mnemonic mnemonic, const CellOfArgument& cell);
/// datapath(modifiers, operands, choices, parts around.., results): results, and parts that change. Nothing of an
/// instruction whose encoding is no single function (one with a memory).
std::optional<std::vector<CellAfter>> encodedDatapath(spec::Mnemonic mnemonic, const CellOfArgument& cell);
/// One lane's word (lane: 5 bits), of an instruction that looks at no other; nothing of any other.
std::optional<Term> encodedLane(spec::Mnemonic mnemonic, const CellOfArgument& cell, Term lane, const LaneWords& words);

} // namespace warplaw::symbolic
