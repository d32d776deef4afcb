// Is what theorems assume of forms and choices what spec accepts? For all of them, of every row of
// spec/instructions.def.
#include "encodings.h" // generated: those of all instructions
#include "proofs/statements/accepted.h"
#include "proofs/theorems/legality_theorems.h"
#include <fmt/format.h>

namespace warplaw::proofs {
namespace {

template <template <class> class FormIn, template <class> class ChoicesIn> AssumedLegality assumedIn(Terms& terms) {
  AssumedLegality all{isLegal(symbolic::variables<FormIn<AsTerms>>(terms, "form.")), terms.truth(true)};
  if constexpr (!std::is_empty_v<ChoicesIn<AsTerms>>) // choices without a member can only be allowed
    all.allowed = isAllowed(symbolic::variables<ChoicesIn<AsTerms>>(terms, "choices."));
  return all;
}

} // namespace

AssumedLegality assumedLegality(spec::Mnemonic mnemonic, Terms& terms) {
  switch (mnemonic) {
#define WARPLAW_INSTRUCTION(Camel, folder, text)                                                                       \
  case spec::Mnemonic::Camel:                                                                                          \
    return assumedIn<spec::Camel##FormIn, spec::Camel##ChoicesIn>(terms);
#include "spec/instructions.def"
#undef WARPLAW_INSTRUCTION
  }
  __builtin_unreachable();
}

std::vector<Obligation> legalityObligations(spec::Mnemonic mnemonic, const std::string& name,
                                            const AssumedLegality& assumed) {
  return {legalityIsSpecs(name + "/forms", mnemonic, assumed.legal),
          choicesAreAllowed(name + "/choices", mnemonic, assumed.allowed)};
}

Theorem legalityTheorem(spec::Mnemonic mnemonic) {
  Theorem theorem;
  theorem.name = fmt::format("{}/legality", spec::folderOf(mnemonic));
  theorem.instruction = spec::textOf(mnemonic);
  theorem.rules = {"MACH-3"};
  theorem.statement = "the forms that theorems assume are exactly those that spec accepts, and whatever choices it "
                      "allows they allow";
  theorem.build = [mnemonic, name = theorem.name](Terms& terms) -> Obligations {
    return legalityObligations(mnemonic, name, assumedLegality(mnemonic, terms));
  };
  return theorem;
}

} // namespace warplaw::proofs
