// Scalar video's theorems by topic; only proofs/theorems/video*.cpp and collected.cpp include this.
#pragma once
#include "proofs/statements/instruction.h"
#include "proofs/theorems/theorems.h"
#include "symbolic/encodings/video.h"

namespace warplaw::proofs::video {
using symbolic::Bits;
using symbolic::VideoChoiceTerms;
using symbolic::VideoModifierTerms;
using Proof = InstructionProof<spec::VideoFormIn, spec::VideoModifiersIn, spec::VideoChoicesIn>;

inline Term zero(Term like) { return like.terms().constant(like.width(), 0); }
inline Term number(Term like, auto value) { return like.terms().constant(like.width(), static_cast<Bits>(value)); }
inline Term is(Term value, auto which) { return value.eq(static_cast<Bits>(which)); }

/// Rules that executor and encoding might both misread.
void addMisreadings(Proof& proof);
/// The lane with its modifiers or words changed first.
Proof::WrongLane wrong(const char* name, const char* rule, std::function<void(VideoModifierTerms&, LaneWords&)> spoil);
/// The lane with another wide result: of modifiers, a and b, and the right one.
Proof::WrongLane
wrongResult(const char* name, const char* rule,
            std::function<Term(const VideoModifierTerms&, const symbolic::VideoOperands&, Term right)> result);

std::vector<Theorem> executorTheorems(const Subject& subject);
std::vector<Theorem> laws();                         ///< VID-2..7 said in another way
std::vector<Theorem> claims(const Subject& subject); ///< VID-2, VID-6: what is published and false

} // namespace warplaw::proofs::video
