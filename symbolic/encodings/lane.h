// Encodings of instructions: declarations that follow from their names in spec/instructions.def.
#pragma once
#include "symbolic/encodings/machine.h"

/// Declares the encoding of the row that begins with Camel and name, each lane of which depends on no other lane; more:
/// parts around the warp that are only read, `const XTerms& x`.
///   <name>Lane: the 32 bits of Rd of an executing lane (5 bits); `words` is what it fetched, by the rows of
///   spec::<name>_rows.
/// And what WARPLAW_ENCODING declares.
#define WARPLAW_LANE_ENCODING(Camel, name, ...)                                                                        \
  WARPLAW_ENCODING(Camel, name)                                                                                        \
  Term name##Lane(const Camel##ModifierTerms& modifiers, const Camel##ChoiceTerms& choices, Term lane,                 \
                  const LaneWords& words __VA_OPT__(, ) __VA_ARGS__);

/// Declares the encoding of any other row without a memory.
///   <name>Encoding: the whole datapath. It returns Results afterwards, given Results before. more: parts around the
///   warp; a part that changes is `XTerms& x`, which holds its value before, and afterwards its value after.
#define WARPLAW_WARP_ENCODING(Camel, name, ...)                                                                        \
  WARPLAW_ENCODING(Camel, name)                                                                                        \
  ResultTerms name##Encoding(const Camel##ModifierTerms& modifiers, const OperandTerms& operands,                      \
                             const Camel##ChoiceTerms& choices, const ResultTerms& before __VA_OPT__(, ) __VA_ARGS__);

///   isLegal: ranges of the raw fields, and the rules about two fields together. Width 1. Modifiers without a member
///   need none.
///   <name>Modifiers: the modifiers of a form's datapath.
///   <name>Plan: which operands a form reads and writes; the guard is that of `before`.
#define WARPLAW_ENCODING(Camel, name)                                                                                  \
  using Camel##FormTerms = spec::Camel##FormIn<AsTerms>;                                                               \
  using Camel##ModifierTerms = spec::Camel##ModifiersIn<AsTerms>;                                                      \
  using Camel##ChoiceTerms = spec::Camel##ChoicesIn<AsTerms>;                                                          \
  Term isLegal(const Camel##FormTerms& form);                                                                          \
  Term isLegal(const Camel##ModifierTerms& modifiers);                                                                 \
  Camel##ModifierTerms name##Modifiers(const Camel##FormTerms& form);                                                  \
  PlanTerms name##Plan(const Camel##FormTerms& form, const Camel##ChoiceTerms& choices, const PlanTerms& before);
