// Equalities of words as a relation: a question that depends only on which words are equal, and not on their bits, is
// first asked about any transitive relation. 32 words that are compared with each other are thousands of bits for a
// solver, but only a few hundred as a relation.
#pragma once
#include "proofs/engine/theorem.h"

namespace warplaw::proofs {

/// Where an obligation compares many variables of 32 bits with each other: assumes of every three of them that equality
/// is transitive, which holds of all words, and lets equalities be any values (Obligation::anyValues). Where one word
/// is compared again and again, it is one of the three: others seldom help, and fewer assumptions ask no less. Of
/// these assumptions each is an instance of one more obligation, THEOREM/equality-is-transitive, which is added then.
void askOfRelations(Terms& terms, const std::string& theorem, std::vector<Obligation>& obligations);

} // namespace warplaw::proofs
