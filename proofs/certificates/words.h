// Operations on words of literals, as circuits of gates.
#pragma once
#include "proofs/certificates/gates.h"
#include "symbolic/terms/term.h"
#include <span>

namespace warplaw::certificates {

/// One bit a literal, the least first.
using Word = std::vector<Literal>;

Word constantWord(unsigned width, symbolic::Bits value);
/// a + b + carry, as wide as both are.
Word sum(Gates& gates, const Word& a, const Word& b, Literal carry);
/// The lower half of the product: as wide as each is.
Word product(Gates& gates, const Word& a, const Word& b);
/// `fill` comes in; an amount of the word's width or more leaves nothing else.
Word shiftedUp(Gates& gates, const Word& word, const Word& amount, Literal fill);
Word shiftedDown(Gates& gates, const Word& word, const Word& amount, Literal fill);
Literal equal(Gates& gates, const Word& a, const Word& b);
Literal unsignedLess(Gates& gates, const Word& a, const Word& b);
Literal signedLess(Gates& gates, Word a, Word b);
Word choose(Gates& gates, Literal condition, const Word& whenTrue, const Word& whenFalse);
/// An index past the last cell reads the last cell.
Word select(Gates& gates, const Word& index, std::vector<Word> cells);
Word negated(Word word); ///< each bit

} // namespace warplaw::certificates
