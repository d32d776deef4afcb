// VMAD's encoding, written from rules VID-1 and VID-8 alone.
#pragma once
#include "spec/instructions/vmad_fields.h"
#include "symbolic/encodings/machine.h"

namespace warplaw::symbolic {

using VmadFormTerms = spec::VmadFormIn<AsTerms>;
using VmadModifierTerms = spec::VmadModifiersIn<AsTerms>;
using VmadChoiceTerms = spec::VmadChoicesIn<AsTerms>;

inline constexpr unsigned kVmadWidth = 128; ///< of the product and all that follows: 66 bits would hold both

/// The 32 bits of Rd of an executing lane; `word` is what it fetched (spec::video_rows), `lane` (5 bits) does not
/// matter. One multiplication, of two signed 33-bit operands at kVmadWidth.
Term vmadLane(const VmadModifierTerms& modifiers, const VmadChoiceTerms& choices, Term lane, const LaneWords& word);

/// Ranges of the raw fields; at most one of product and c negated, none under .PO (VID-1, -8). Width 1.
Term isLegal(const VmadFormTerms& form);
Term isLegal(const VmadModifierTerms& modifiers);
/// How c is extended, what .SAT clamps (VID-8). Width 1.
Term isAllowed(const VmadChoiceTerms& choices);

/// What a form's datapath is told; dtype does not matter (VID-8).
VmadModifierTerms vmadModifiers(const VmadFormTerms& form);
/// Which operands a form reads and writes (VID-8); the guard is that of `before`.
PlanTerms vmadPlan(const VmadFormTerms& form, const VmadChoiceTerms& choices, const PlanTerms& before);

} // namespace warplaw::symbolic
