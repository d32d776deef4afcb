// Encodings of instructions: declarations that follow from their names in spec/instructions.def.
#pragma once
#include "symbolic/encodings/machine.h"

/// Of the row that begins with Camel and name, whose lanes look at no other; more: parts around the warp that are only
/// read, `const XTerms& x`.
///   <name>Lane: the 32 bits of Rd of an executing lane (5 bits); `words` is what it fetched, by the rows of
///   spec::<name>_rows.
/// And what WARPLAW_ENCODING declares.
#define WARPLAW_LANE_ENCODING(Camel, name, ...)                                                                        \
  WARPLAW_ENCODING(Camel, name)                                                                                        \
  Term name##Lane(const Camel##ModifierTerms& modifiers, const Camel##ChoiceTerms& choices, Term lane,                 \
                  const LaneWords& words __VA_OPT__(, ) __VA_ARGS__);

/// Of any other row without a memory.
///   <name>Encoding: the whole datapath, what Results is afterwards, given what it was before; more: parts around,
///   those that change `XTerms& x`, before in, after out.
#define WARPLAW_WARP_ENCODING(Camel, name, ...)                                                                        \
  WARPLAW_ENCODING(Camel, name)                                                                                        \
  ResultTerms name##Encoding(const Camel##ModifierTerms& modifiers, const OperandTerms& operands,                      \
                             const Camel##ChoiceTerms& choices, const ResultTerms& before __VA_OPT__(, ) __VA_ARGS__);

///   isLegal: ranges of the raw fields, and what the rules say of two together. Width 1. Modifiers without a member are
///   not asked, and need none.
///   <name>Modifiers: what a form's datapath is told.
///   <name>Plan: which operands a form reads and writes; the guard is that of `before`.
#define WARPLAW_ENCODING(Camel, name)                                                                                  \
  using Camel##FormTerms = spec::Camel##FormIn<AsTerms>;                                                               \
  using Camel##ModifierTerms = spec::Camel##ModifiersIn<AsTerms>;                                                      \
  using Camel##ChoiceTerms = spec::Camel##ChoicesIn<AsTerms>;                                                          \
  Term isLegal(const Camel##FormTerms& form);                                                                          \
  Term isLegal(const Camel##ModifierTerms& modifiers);                                                                 \
  Camel##ModifierTerms name##Modifiers(const Camel##FormTerms& form);                                                  \
  PlanTerms name##Plan(const Camel##FormTerms& form, const Camel##ChoiceTerms& choices, const PlanTerms& before);
