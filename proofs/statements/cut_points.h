// Cut points: terms of the encoding that the code computes too, in its own way and at its own width. Found by
// simulation, shown equal by an obligation each, and then one variable on both sides, so that what is built on them
// need not be taken apart again. What is found decides how hard a question is, never what it says. Without folding
// (--no-fold) nothing is cut: a case leaves terms as they are, and what meets there would be lost.
#pragma once
#include "proofs/engine/theorem.h"

namespace warplaw::proofs {

struct CutPoints {
  /// Width 1 each: to be proved, of what is built on earlier cut points for all that their variables may be.
  std::vector<Term> equalities;
  std::vector<std::pair<Term, Term>> ofCode, ofEncoding; ///< term -> what stands for it
};

/// For each of `wanted`, terms below `got` that are its sign or zero extension wherever `assumptions` hold, or of which
/// it is the sign extension. `prefix`: what the names of their variables begin with.
CutPoints cutPoints(Terms& terms, Term got, const std::vector<Term>& wanted, const std::vector<Term>& assumptions,
                    const std::string& prefix);

/// The assumptions that have no variables but the fact's, after the values that they give to single variables were put
/// in. Cases that differ only in the other assumptions ask about the fact once.
std::vector<Term> assumptionsAbout(Term fact, const std::vector<Term>& assumptions);

/// The one product of non-constant factors below each of the two terms, as one variable: the low bits of a product are
/// those of its factors' low bits. Nothing where there is no such product on one side.
CutPoints sharedProduct(Terms& terms, Term got, Term expected);

/// Was it never met as a negative number where the assumptions hold? A guess, to be proved.
bool isNeverNegative(Term wanted, const std::vector<Term>& assumptions);

/// Is it the product of sign-extended numbers that have as many bits together? Then it may be any number.
bool isAsWideAsItsFactors(Term product);

/// What a condition says of variables: each that it sets equal to a constant, and that constant.
std::vector<std::pair<Term, Term>> valuesIn(Term condition);

/// That cut points are equal, as obligations NAMEfirst, NAMEfirst+1, ..: guesses, for where one does not hold, that
/// says nothing of the function yet.
std::vector<Obligation> equalitiesOf(const CutPoints& points, const std::vector<Term>& assumptions,
                                     const std::string& name, std::size_t first);

/// Terms with what the last assumption of an obligation of a case (inCases) says put in.
std::vector<Term> inCase(const Obligation& one, std::vector<Term> wanted);

/// Cuts at `wanted` what obligations say of outputs (twins aside), and adds those equalities as obligations NAMEcut-I,
/// which are guesses. What was evidence stays it, and is asked uncut where a guess does not hold.
void cutAt(Terms& terms, const std::vector<Term>& wanted, const std::vector<Term>& assumptions,
           std::vector<Obligation>& obligations, const std::string& name);

} // namespace warplaw::proofs
