// Is what theorems assume of forms and choices what spec accepts? For all of them, of every row of
// spec/instructions.def.
#include "proofs/statements/accepted.h"
#include "proofs/theorems/legality_theorems.h"
#include "symbolic/encodings/activemask.h"
#include "symbolic/encodings/atoms.h"
#include "symbolic/encodings/b2r.h"
#include "symbolic/encodings/bar.h"
#include "symbolic/encodings/cs2r.h"
#include "symbolic/encodings/electsync.h"
#include "symbolic/encodings/fadd.h"
#include "symbolic/encodings/flo.h"
#include "symbolic/encodings/iadd.h"
#include "symbolic/encodings/isetp.h"
#include "symbolic/encodings/lop.h"
#include "symbolic/encodings/matchsync.h"
#include "symbolic/encodings/pmtrig.h"
#include "symbolic/encodings/popc.h"
#include "symbolic/encodings/red.h"
#include "symbolic/encodings/reduxsync.h"
#include "symbolic/encodings/s2r.h"
#include "symbolic/encodings/sel.h"
#include "symbolic/encodings/shfl.h"
#include "symbolic/encodings/shflsync.h"
#include "symbolic/encodings/shift.h"
#include "symbolic/encodings/sured.h"
#include "symbolic/encodings/video.h"
#include "symbolic/encodings/vmad.h"
#include "symbolic/encodings/vote.h"
#include "symbolic/encodings/votesync.h"
#include "symbolic/encodings/vsimd.h"
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
