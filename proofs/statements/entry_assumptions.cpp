// Assumptions of entries: see entry_assumptions.h.
#include "proofs/statements/entry_assumptions.h"
#include "proofs/statements/accepted.h"
#include "proofs/statements/oracle.h"
#include "spec/operand_fields.h"
#include "spec/surrounding_parts.h"
#include "symbolic/encodings/surroundings.h"
#include <fmt/format.h>

namespace warplaw::proofs {
namespace {

constexpr unsigned kForm = 0, kGuard = 1, kChoices = 2, kAround = 4;

std::optional<spec::Mnemonic> mnemonicOf(const std::string& symbol) {
  for (const spec::Mnemonic mnemonic : spec::allMnemonics())
    if (symbol.starts_with(fmt::format("warplaw_{}_", spec::folderOf(mnemonic))) && symbol.ends_with("_run"))
      return mnemonic;
  return {};
}

/// The cells of an object that is a structure of spec's: a bool is stored as a byte.
std::vector<Term> storedCells(const lift::Table& table) {
  std::vector<Term> cells;
  for (const lift::Field& f : table.fields)
    for (const lift::Cell& cell : f.cells) {
      const bool isTruth = cell.bits.op() == symbolic::Op::Zext && cell.bits.arg(0).width() == 1;
      cells.push_back(isTruth ? cell.bits.arg(0) : cell.bits);
    }
  return cells;
}

/// What the machine checks of the parts around: each is legal, and generic memory ends where the last region does.
class Machine {
public:
  Machine(Terms& terms, const CallStatement& statement) {
    for (std::size_t i = kAround; i < statement.input.objects.size(); ++i)
      if (const auto* table = std::get_if<lift::Table>(&statement.input.objects[i]))
        addPart(*table);
      else
        allocated_ = std::get<lift::ByteMemory>(statement.input.objects[i]).size;
    if (allocated_)
      checked_.push_back(end_ ? allocated_.eq(end_) : allocated_.ule(terms.constant(32, spec::kMaxSharedBytes)));
  }
  /// Takes those of these objects that are parts; nothing is checked about the others.
  explicit Machine(std::span<const lift::Table> objects) {
    std::ranges::for_each(objects, [this](const lift::Table& table) { addPart(table); });
  }
  bool knows() const { return known_; } ///< every part
  const std::vector<Term>& checked() const { return checked_; }

private:
  void addPart(const lift::Table& table) {
    const std::size_t before = checked_.size();
    if (isPart<spec::SpecialInputsIn>(table) || isPart<spec::CountersIn>(table) || isPart<spec::BarriersIn>(table) ||
        isPart<spec::SurfacesIn>(table) || isPart<spec::ExitedLanesIn>(table))
      return;
    if (isPart<spec::GenericRegionsIn>(table))
      end_ = structureIn<symbolic::GenericRegionTerms>(table).end[spec::kGenericRegions - 1];
    known_ = known_ && checked_.size() > before;
  }
  template <template <class> class Part> bool isPart(const lift::Table& table) {
    if (table.name != spec::partName<Part<spec::Words>>())
      return false;
    checked_.push_back(isLegal(structureIn<Part<AsTerms>>(table)));
    return true;
  }

  Term allocated_, end_;
  std::vector<Term> checked_;
  bool known_ = true;
};

/// What callees leave, by the encodings: plan, modifiers and, where they are spoken of, operands.
std::vector<std::pair<Term, Term>> calleesLeave(Terms& terms, spec::Mnemonic mnemonic, const CallStatement& statement,
                                                bool withOperands) {
  const auto& objects = statement.input.objects;
  const auto guard = structureIn<spec::GuardIn<AsTerms>>(std::get<lift::Table>(objects[kGuard]));
  symbolic::PlanTerms fresh = symbolic::constants(terms, spec::Plan{});
  fresh.guardPredicate = guard.predicate.index.zext(32);
  fresh.guardNegated = guard.negated.zext(32);
  const lift::Table freshTable = tableOf("plan", fresh);
  const auto cell = cellsIn(std::vector<const lift::Table*>{&std::get<lift::Table>(objects[kForm]),
                                                            &std::get<lift::Table>(objects[kChoices]), &freshTable});
  std::vector<std::pair<Term, Term>> left;
  const auto add = [&](const std::string& prefix, const std::vector<symbolic::CellAfter>& cells) {
    for (const symbolic::CellAfter& after : cells)
      left.emplace_back(terms.variable(after.value.width(), prefix + after.name), after.value);
  };
  add("plan.", symbolic::encodedPlan(mnemonic, terms, cell));
  add("before.", symbolic::encodedModifiers(mnemonic, cell));
  if (withOperands) {
    auto plan = symbolic::variables<symbolic::PlanTerms>(terms, "plan.");
    eachTerm(plan, [&](const spec::CellPlace&, Term& term) { term = symbolic::substitute(term, left); });
    const auto fetched = cellsOf(symbolic::fetch(symbolic::variables<symbolic::WarpTerms>(terms, "warp."), plan));
    const auto operands = cellsOf(symbolic::variables<symbolic::OperandTerms>(terms, "operands."));
    for (std::size_t i = 0; i < operands.size(); ++i)
      left.emplace_back(operands[i], fetched[i]);
  }
  return left;
}

} // namespace

Obligation assumesWhatIsChecked(Terms& terms, const std::string& symbol, const CallStatement& statement,
                                const std::string& prefix) {
  const std::string name = prefix + "/assumes-what-is-checked";
  const auto mnemonic = mnemonicOf(symbol);
  const Machine machine(terms, statement);
  std::vector<Term> checked = machine.checked();
  if (mnemonic && machine.knows()) {
    const auto& objects = statement.input.objects;
    const std::vector<Term> form = storedCells(std::get<lift::Table>(objects[kForm])),
                            choices = storedCells(std::get<lift::Table>(objects[kChoices]));
    for (const Term accepted : {acceptedForm(*mnemonic, form), acceptedChoices(*mnemonic, choices, form),
                                acceptedGuard(storedCells(std::get<lift::Table>(objects[kGuard])))})
      checked.push_back(accepted);
  }
  if (!mnemonic || !machine.knows() || std::ranges::any_of(checked, [](Term term) { return !term; }))
    return byEvidence(name, Verdict::Proved, [symbol] {
      return Obligation::Evidence{Verdict::Error, "", symbol + ": what is checked of it cannot be read"};
    });
  const std::vector<Term> named = symbolic::variablesOf(statement.assumptions);
  const bool withOperands = std::ranges::any_of(named, [](Term v) { return v.node()->name.starts_with("operands."); });
  const auto left = calleesLeave(terms, *mnemonic, statement, withOperands);
  std::vector<Term> assumed;
  for (const Term assumption : statement.assumptions)
    assumed.push_back(symbolic::substitute(assumption, left));
  return implied(name, std::move(checked), terms.all(assumed));
}

Obligation requiresWhatIsChecked(Terms& terms, const Contract& contract, const std::string& prefix) {
  const Given given = variablesOf(terms, contract);
  const std::vector<Term> checked = Machine(given.objects).checked();
  if (checked.empty() || contract.requires_(given).isTrue())
    return assumesNothing(terms, contract, prefix);
  return implied(prefix + "/assumes-legal-surroundings", {terms.all(checked)}, contract.requires_(given));
}

} // namespace warplaw::proofs
