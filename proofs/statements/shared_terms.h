// Shared terms: what code and encoding of a whole warp compute both, each in its own way. Found by simulation, proved
// equal by an obligation each, and from then on the encoding's term on both sides, so that what is built on it is
// nothing to ask about. No variable stands for it: assumptions speak of it still, and every witness is an input. What
// is found decides how hard a question is, never what it says.
#pragma once
#include "proofs/statements/instruction.h"
#include <random>

namespace warplaw::proofs {

/// Inputs for simulation, at random, where legal ones are rare among all: variable -> value. What it does not name may
/// be anything; one that is not legal is passed over.
using Examples = std::function<Assignment(std::mt19937_64&)>;

/// For each of `wanted`, the first term below what obligations say of the code's outputs that is its zero extension in
/// every example: proved equal in an obligation PREFIX/shared-N, earlier ones in place, and replaced by it in those
/// that speak of outputs, twins included. `replay` is the whole function's. What was evidence stays it.
void shareTerms(const std::vector<Term>& wanted, const Examples& examples, const std::vector<Term>& assumptions,
                std::vector<Obligation>& obligations, const std::string& prefix,
                const std::function<Replay(const Assignment&)>& replay);

/// The theorem of a whole warp's datapath (InstructionProof::datapath) with terms shared that `shares` names:
/// shares(modifiers, operands, choices, parts..).
template <template <class> class FormIn, template <class> class ModifiersIn, template <class> class ChoicesIn,
          class... Around, class Shares>
Theorem withSharedTerms(Theorem theorem, const InstructionProof<FormIn, ModifiersIn, ChoicesIn, Around...>& proof,
                        const Subject& subject, Shares shares, Examples examples) {
  using Proof = std::remove_cvref_t<decltype(proof)>;
  theorem.build = [=, build = theorem.build, name = theorem.name, path = theorem.path](Terms& terms) {
    Obligations made = build(terms);
    auto* const stated = std::get_if<std::vector<Obligation>>(&made);
    if (!stated)
      return made;
    const Contract contract = asStated(subject, proof.datapathContract(path));
    FunctionContract function = functionContract(contract);
    for (const concrete::Path& one : concrete::paths(mnemonicNamed(proof.mnemonic)))
      if (one.name == path)
        function.replaySymbol = replaySymbolOf(contract.symbol, one);
    Given given{terms, {}, {}};
    for (const Parameter& parameter : contract.parameters)
      given.objects.push_back(parameter.object(terms));
    const auto around = Proof::aroundOf(given);
    const std::vector<Term> wanted = std::apply(
        [&](const auto&... part) {
          return shares(given.as<typename Proof::ModifierTerms>(0), given.as<typename Proof::OperandTerms>(1),
                        given.as<typename Proof::ChoiceTerms>(2), part...);
        },
        around);
    shareTerms(wanted, examples, {contract.requires_(given)}, *stated, name,
               [=](const Assignment& witness) { return replayEverywhere(subject, function, function.state, witness); });
    return made;
  };
  return theorem;
}

} // namespace warplaw::proofs
