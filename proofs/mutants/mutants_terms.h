// Mutants of the encodings: one expected output of a theorem with one thing wrong in its term, for a test of the proofs
// themselves.
#pragma once
#include "proofs/statements/subject.h"
#include <memory>
#include <string>
#include <vector>

namespace warplaw::proofs {

/// Every wrong version of a term by one change of one node below it: predicates and operands swapped, constants by one,
/// conditions of choices dropped, other operators, zero for sign extension, in an order that the term's structure alone
/// decides. Versions that fold to the term itself are left out.
struct TermMutant {
  Term term;
  std::string text; ///< "ult(x, y) becomes ule"
};
std::vector<TermMutant> termMutants(Term term);
/// The number of changes that are tried.
std::size_t termSites(Term term);
/// The first of them from ordinal `site` on, wrapping round; null where there is none.
TermMutant termMutantFrom(Term term, std::size_t site);

/// A subject under which the output of this name is wrong at a site chosen by `seed` (the first site from there on that
/// changes anything), the same at every statement of the theorem. `text` tells what was changed, once the theorem has
/// been stated.
Subject subjectWithWrongOutput(std::string output, std::size_t seed, std::shared_ptr<std::string> text);

} // namespace warplaw::proofs
