// What the rules of all comparisons share.
#pragma once
#include "symbolic/terms/fold_words.h"

namespace warplaw::symbolic::fold {

Term compare(Op op, Term a, Term b);

Term ofEqual(Terms& terms, const Parts& p);
/// A choice with a constant in it, against a constant: the comparison moves into the branches.
Term ofChoice(Terms& terms, const Parts& p);
void choices(Instances& i);
Term compareOneBit(Terms& terms, const Parts& p);
void comparedTruths(Instances& i);

} // namespace warplaw::symbolic::fold
