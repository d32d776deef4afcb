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
  std::vector<Term> cells;
  eachTerm(structure, [&](const spec::CellPlace&, const Term& cell) { cells.push_back(cell); });
  return cells;
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

/// What a witness says, by spec's own check and by the theorems' term; whether that is the disagreement.
struct Disagreement {
  bool accepted = false, legal = false, isOne = false;
  std::string what; ///< "VOTE.ALL R77, P0, P0;"
};
/// `goal` for all values; `accepted` null: the check has too many ways through it to be read, an error and no proof.
Obligation legalityProved(std::string name, Term accepted, std::vector<Term> assumptions, Term goal,
                          std::function<Disagreement(const Assignment&)> judge);

/// Legal to theorems exactly if spec accepts it. What is neither illegal nor legal there is shown to spec's own check.
template <template <class> class FormIn> Obligation legalityIsSpecs(const std::string& name, Term legal) {
  const std::string prefix = "form.";
  const auto form = symbolic::variables<FormIn<AsTerms>>(legal.terms(), prefix);
  const Term accepted = acceptedForm(FormIn<spec::Words>::kMnemonic, cellsOf(form));
  return legalityProved(name, accepted, {}, accepted ? legal.eq(accepted) : accepted,
                        [kept = KeptTerm(legal), prefix](const Assignment& witness) {
                          spec::Instruction instruction;
                          instruction.form = valueFrom<FormIn<spec::Words>>(witness, prefix);
                          const bool accepts = spec::check(instruction).has_value(), isLegal = kept.holds(witness);
                          return Disagreement{accepts, isLegal, accepts != isLegal, spec::print(instruction)};
                        });
}

/// Whatever choices spec allows for a form that it accepts, theorems allow.
template <template <class> class FormIn, template <class> class ChoicesIn>
Obligation choicesAreAllowed(const std::string& name, Term allowed) {
  const std::string prefix = "choices.", formPrefix = "form.";
  const spec::Mnemonic mnemonic = FormIn<spec::Words>::kMnemonic;
  const auto choices = cellsOf(symbolic::variables<ChoicesIn<AsTerms>>(allowed.terms(), prefix));
  const auto form = cellsOf(symbolic::variables<FormIn<AsTerms>>(allowed.terms(), formPrefix));
  const Term legal = acceptedForm(mnemonic, form);
  const Term accepted = legal ? acceptedChoices(mnemonic, choices, form) : legal;
  return legalityProved(name, accepted, accepted ? std::vector{legal, accepted} : std::vector<Term>{}, allowed,
                        [kept = KeptTerm(allowed), prefix, formPrefix](Assignment witness) {
                          // what was not asked about is as by default: an order of all zeros is none, and is rejected
                          witness.merge(assignmentOf(ChoicesIn<spec::Words>{}, prefix));
                          spec::Instruction instruction;
                          instruction.form = valueFrom<FormIn<spec::Words>>(witness, formPrefix);
                          const spec::Choices words = valueFrom<ChoicesIn<spec::Words>>(witness, prefix);
                          const bool accepts = spec::check(instruction) && spec::check(words, instruction.form),
                                     isLegal = kept.holds(witness);
                          return Disagreement{accepts, isLegal, accepts && !isLegal,
                                              "choices of " + spec::print(instruction)};
                        });
}

} // namespace warplaw::proofs
