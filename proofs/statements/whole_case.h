// A witness written down as a whole instruction and the machine around it: the operands of a datapath become registers
// from which a fetch takes them. Only a replay shows whether executor and encoding differ on such a case.
#pragma once
#include "proofs/engine/theorem.h"
#include "spec/datapath.h"
#include <random>

namespace warplaw::proofs {

/// A witness as a case; none if it cannot be written down.
using AsCase = std::function<std::optional<spec::Case>(const Assignment& witness)>;

/// An instruction, as its encoding reads the rules.
struct WrittenDown {
  spec::Mnemonic mnemonic;
  std::function<spec::Plan(const spec::Form&, const spec::Choices&)> plan;
  std::function<Assignment(const spec::Form&)> modifiers; ///< that the form's datapath is told, by their names
};

/// What a datapath is handed besides its modifiers, and what its results hold before.
struct HandedWords {
  spec::Operands operands;
  spec::Choices choices;
  spec::SurroundingCells cells;
  spec::Results before;
  spec::SharedMemory memory = {}; ///< none: of generic memory as much as its regions have
};

/// The instruction that hands its datapath these words. Its form is searched: a legal one with these modifiers, with as
/// many different registers and predicates as it has operands.
std::optional<spec::Case> caseOf(const WrittenDown& instruction, const Assignment& modifiers,
                                 const HandedWords& handed);

/// A warp in which everything can be told apart; the same numbers make the same one.
std::unique_ptr<spec::Warp> tellingWarp(std::mt19937& random);
/// A form on a warp; and on one in which everything can be told apart, and all lanes execute.
spec::Case onWarp(const spec::Form& form, const spec::Choices& choices, const spec::Warp& warp);
spec::Case onTellingWarp(const spec::Form& form, const spec::Choices& choices);

} // namespace warplaw::proofs
