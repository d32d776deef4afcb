// An instruction's entry: plan, modifiers, fetch, datapath and write-back put together on a warp (MACH-1, -2, -3, -5,
// -7, -8), each by its own contract. What an entry assumes is where every chain of calls ends, and is all that can be
// assumed: a legal form, a guard that exists, allowed choices, objects apart, at most 2^24 bytes of memory, legal
// cells around.
#pragma once
#include "proofs/statements/around.h"
#include "proofs/statements/machine_contracts.h"
#include "proofs/statements/whole_case.h"

namespace warplaw::proofs {

/// The whole instruction by the encodings, on words: what a replay compares machine code with. `around`: the parts of
/// the surroundings, in order. `twist` spoils the plan (a twin).
using WholeInstruction =
    std::function<void(const std::byte* form, const std::byte* guard, const std::byte* choices, spec::Warp& warp,
                       std::span<std::uint8_t> memory, std::span<std::vector<std::byte>> around,
                       const std::function<void(symbolic::PlanTerms&)>& twist)>;

/// The same machine before it, as a case: form, guard and choices as they lie in memory.
using MachineAsCase = std::function<spec::Case(const std::byte* form, const std::byte* guard, const std::byte* choices,
                                               const spec::Warp& warp, std::size_t allocated,
                                               std::span<const std::vector<std::byte>> around)>;

/// A plan as an entry hands it to the plan function: nothing of the form in it, the guard in place.
symbolic::PlanTerms freshPlan(Terms& terms, const spec::GuardIn<AsTerms>& guard);

struct Entry {
  std::string symbol;                 ///< "warplaw_shfl_portable_run"
  Contract plan, modifiers, datapath; ///< of its callees; a datapath's memory stands apart
  Contract fetch = machine::fetch(), writeBack = machine::writeBack();
  std::uint32_t memoryBytes = 0;       ///< the most that the memory has which the datapath takes; 0: none
  std::vector<AroundPart> around = {}; ///< parts of the surroundings that are cells
  /// What a machine keeps between the memory's allocated size and those parts; may be empty.
  std::function<Term(Term allocated, std::span<const lift::Table> around)> fits = {};
  /// Under which it shows in memory, registers or errors who executes: twins, which change that, are refuted under it.
  /// Null: it always shows.
  std::function<Term(Terms&)> telling;
  std::function<lift::Table(Terms&)> form, choices;                                 ///< as variables
  std::function<Term(const lift::Table& form, const lift::Table& choices)> isLegal; ///< legal form, allowed choices
  /// What the modifiers' own theorem says of them; empty where there are none.
  std::function<Term(const lift::Table& modifiers)> modifiersAreLegal = {};
  /// What the theorems of plan, modifiers and fetch say together of modifiers and operands; may be empty.
  std::function<Term(const lift::Table& modifiers, const symbolic::OperandTerms& operands)> promised = {};
  std::string replaySymbol = {}; ///< another path's entry, where this processor cannot run this one
  WholeInstruction whole;
  MachineAsCase asCase;
  std::vector<std::vector<std::byte>> examples; ///< legal forms, as bytes: what a witness is tried on besides its own
};

/// Is this member of a plan the guard's?
inline bool isGuard(const lift::Field& field) { return field.name == "guardPredicate" || field.name == "guardNegated"; }

/// The entry's obligations under `prefix`: its callees are handed what they should be, once and in this order, what
/// they require is established, and the warp afterwards is write-back's; twins.
Obligations entryObligations(Terms& terms, const Subject& subject, const Entry& entry, const std::string& prefix);

} // namespace warplaw::proofs
