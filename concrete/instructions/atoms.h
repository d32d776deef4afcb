// ATOMS's executors: one datapath a form (ATOMS-2, -4..-10) and the plan of its operands (ATOMS-8, -9).
#pragma once
#include "concrete/instructions/atoms_lanes.h"
#include "concrete/signature.h"
#include "spec/surroundings.h"

namespace warplaw::concrete {

/// Rows of Operands and Results: spec::atoms_rows.
/// If modifiers.baseIsZero, the base row is all zero (spec::atoms_rows), since a datapath always adds it (ATOMS-2).
/// Results: written, predicateWritten = 0, and error in all lanes. The words of a row change where that row's written
/// bit is set, and nowhere else; predicate does not change. Row 1 is written by 64-bit old values, and by CAST.U64
/// under castPair (with 0; in a lane in error, with its errorValue). A lane outside exec has no written bit and error
/// None.
/// The datapath of the modifiers' operation and size runs; if they are no legal pair, nothing happens (ATOMS-1).
using AtomsSignature = Signature<spec::AtomsForm, spec::AtomsModifiers, spec::AtomsChoices, spec::SharedBytes>;
WARPLAW_EXECUTORS(Atoms, atoms, (shared), portable, vbmi2)

/// The datapath of one operation and size, for any path: it lists lanes with `listing`.
using AtomsFormDatapath = void(const spec::AtomsModifiers* modifiers, const spec::Operands* operands,
                               const spec::AtomsChoices* choices, spec::SharedBytes shared, spec::Results* results,
                               AtomsListing* listing);

extern "C" {
#define WARPLAW_ATOMS_FORM(op, size, Op, Size, ...) AtomsFormDatapath warplaw_atoms_##op##_##size;
#include "concrete/instructions/atoms_forms.def"
#undef WARPLAW_ATOMS_FORM
}

} // namespace warplaw::concrete
