// What spec accepts, as a term: its own checks run on watched words (spec/watched.h), once for each way through them.
// No value is left out, and none is tried: so a theorem's legality can be proved equal to it.
#pragma once
#include "proofs/statements/described.h"
#include "spec/instruction.h"
#include "spec/watched.h"

namespace warplaw::proofs {

/// A check: does it accept these cells?
using WatchedCheck = std::function<bool(spec::Watcher& watcher, std::span<const spec::Watcher::Handle> cells)>;

/// Width 1: the check accepts the cells, whatever they are. Each cell is as wide as eachCell says. Null if there are
/// more than kMostWays ways through the check.
inline constexpr std::size_t kMostWays = 20'000;
Term acceptedBy(const WatchedCheck& check, std::span<const Term> cells);

/// The cells of a structure of terms, in the order of eachCell.
template <class S> std::vector<Term> cellsOf(const S& structure) {
  const auto cells = symbolic::asCells(structure);
  return {cells.begin(), cells.end()};
}

/// Does spec::check accept the form, the choices for that form, the guard?
Term acceptedForm(spec::Mnemonic mnemonic, std::span<const Term> form);
Term acceptedChoices(spec::Mnemonic mnemonic, std::span<const Term> choices, std::span<const Term> form);
Term acceptedGuard(std::span<const Term> guard);

/// A term of width 1 that is asked about after its Terms is gone: it has its own.
class KeptTerm {
public:
  explicit KeptTerm(Term term);
  bool holds(const Assignment& values) const;

private:
  std::shared_ptr<Terms> terms_ = std::make_shared<Terms>();
  Term term_;
};

/// The answers on a witness by spec's own check and by the theorems' term; and whether they disagree as claimed.
struct Disagreement {
  bool accepted = false, legal = false, isOne = false;
  std::string what; ///< "VOTE.ALL R77, P0, P0;"
};
/// `goal` for all values; `accepted` null: the check has too many ways through it to be read, an error and no proof.
Obligation legalityProved(std::string name, Term accepted, std::vector<Term> assumptions, Term goal,
                          std::function<Disagreement(const Assignment&)> judge);

/// `legal`, of a form whose variables are named "form." + path: legal to theorems exactly if spec accepts it. What is
/// neither illegal nor legal there is shown to spec's own check.
Obligation legalityIsSpecs(const std::string& name, spec::Mnemonic mnemonic, Term legal);

/// `allowed`, of choices named "choices." + path: whatever choices spec allows for a form that it accepts, theorems
/// allow.
Obligation choicesAreAllowed(const std::string& name, spec::Mnemonic mnemonic, Term allowed);

} // namespace warplaw::proofs
