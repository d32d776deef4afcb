// What spec accepts: see accepted.h.
#include "proofs/statements/accepted.h"
#include "spec/operand_fields.h"
#include "spec/operand_legal.h"
#include "spec/row.h"
#include "symbolic/terms/evaluate.h"
#include <bitset>
#include <fmt/format.h>
#include <map>

namespace warplaw::proofs {
namespace {
using spec::Watcher;
using symbolic::Node;

constexpr unsigned kSmallBits = 8;
using Values = std::bitset<1u << kSmallBits>; ///< of a variable of at most so many bits

/// A condition on one small variable, by the variable's values; the variable is null of any other condition.
struct SmallCondition {
  const Node* variable = nullptr;
  Values yes = {};
};
using SmallConditions = std::map<const Node*, SmallCondition>; ///< found once for all ways through a check

/// One way through a check: it answers conditions as it is told, and from there on that they hold.
class Way : public Watcher {
public:
  struct Asked {
    Term condition;
    bool answer;
  };

  Way(Terms& terms, SmallConditions& small, std::span<const Term> cells, std::span<const Asked> told)
      : terms_(terms), small_(small), values_(cells.begin(), cells.end()), told_(told) {}

  Handle constant(unsigned bits, std::uint64_t value) override { return keep(terms_.constant(bits, value)); }
  Handle resized(Handle number, unsigned bits) override {
    const Term term = values_[number];
    return keep(term.width() > bits ? term.extract(bits - 1, 0) : term.zext(bits));
  }
  Handle apply(Operation operation, Handle a, Handle b) override { return keep(result(operation, values_[a], b)); }
  Handle compare(Comparison comparison, Handle a, Handle b) override {
    const Term x = values_[a], y = values_[b];
    return keep(comparison == Comparison::Equal ? x.eq(y) : x.ult(y));
  }
  bool holds(Handle handle) override {
    const Term condition = values_[handle];
    if (const auto known = knownOf(condition))
      return *known;
    const bool answer = asked_.size() >= told_.size() || told_[asked_.size()].answer;
    asked_.push_back({condition, answer});
    learn(condition, answer);
    return answer;
  }

  const std::vector<Asked>& asked() const { return asked_; }

private:
  Handle keep(Term term) {
    values_.push_back(term);
    return static_cast<Handle>(values_.size() - 1);
  }

  Term result(Operation operation, Term a, Handle other) {
    const Term b = values_[other];
    switch (operation) {
    case Operation::Add:
      return a + b;
    case Operation::Subtract:
      return a - b;
    case Operation::Multiply:
      return a * b;
    case Operation::And:
      return a & b;
    case Operation::Or:
      return a | b;
    case Operation::ShiftLeft:
      return a.shl(b);
    case Operation::ShiftRight:
      return a.lshr(b);
    case Operation::Divide:
    case Operation::Remainder:
      break;
    }
    // by a power of two alone: there is no division among terms
    assert(b.isConstant() && b.value() != 0 && (b.value() & (b.value() - 1)) == 0);
    if (operation == Operation::Remainder)
      return a & (b.value() - 1);
    unsigned log = 0;
    while (b.value() >> log != 1)
      ++log;
    return a.lshr(terms_.constant(a.width(), log));
  }

  /// The answer, where what was asked before leaves one alone: of a condition on one small variable, by its values.
  std::optional<bool> knownOf(Term condition) {
    if (condition.isConstant())
      return condition.isTrue();
    if (const auto found = known_.find(condition.node()); found != known_.end())
      return found->second;
    const SmallCondition& small = smallOf(condition);
    if (!small.variable)
      return {};
    const Values live = liveOf(small.variable), yes = live & small.yes;
    if (yes.none() || yes == live)
      return yes.any();
    return {};
  }
  void learn(Term condition, bool answer) {
    known_[condition.node()] = answer;
    known_[(~condition).node()] = !answer;
    if (const SmallCondition& small = smallOf(condition); small.variable)
      live_[small.variable] = liveOf(small.variable) & (answer ? small.yes : ~small.yes);
  }

  const SmallCondition& smallOf(Term condition) {
    const auto [at, isNew] = small_.try_emplace(condition.node());
    if (!isNew)
      return at->second;
    const std::vector<Term> variables = symbolic::variablesOf(std::span(&condition, 1));
    if (variables.size() == 1 && variables[0].width() <= kSmallBits)
      at->second = {variables[0].node(), valuesOf(condition, variables[0].node())};
    return at->second;
  }
  Values liveOf(const Node* variable) {
    const auto found = live_.find(variable);
    return found == live_.end() ? allOf(variable) : found->second;
  }
  static Values allOf(const Node* variable) {
    Values all;
    for (std::size_t value = 0; value < std::size_t{1} << variable->width; ++value)
      all.set(value);
    return all;
  }
  static Values valuesOf(Term condition, const Node* variable) {
    Values yes;
    for (std::size_t value = 0; value < std::size_t{1} << variable->width; ++value)
      yes[value] = symbolic::evaluate(std::span(&condition, 1), {{std::string(variable->name), value}}).front() != 0;
    return yes;
  }

  Terms& terms_;
  SmallConditions& small_;
  std::vector<Term> values_; ///< by handle
  std::span<const Asked> told_;
  std::vector<Asked> asked_;
  std::map<const Node*, bool> known_;
  std::map<const Node*, Values> live_;
};

/// All ways through a check, as a tree of its conditions.
class Ways {
public:
  Ways(Terms& terms, const WatchedCheck& check, std::span<const Term> cells)
      : terms_(terms), check_(check), cells_(cells) {}

  /// From where `told` leads; null if there are too many.
  Term from(std::vector<Way::Asked> told) {
    if (++taken_ > kMostWays)
      return {};
    std::vector<Watcher::Handle> handles(cells_.size());
    for (std::size_t i = 0; i < handles.size(); ++i)
      handles[i] = static_cast<Watcher::Handle>(i);
    Way way(terms_, small_, cells_, told);
    Term accepted = terms_.truth(check_(way, handles));
    std::vector<Way::Asked> asked = way.asked();
    for (std::size_t i = asked.size(); i-- > told.size();) {
      std::vector<Way::Asked> other(asked.begin(), asked.begin() + static_cast<std::ptrdiff_t>(i) + 1);
      other.back().answer = false;
      const Term otherwise = from(std::move(other));
      if (!otherwise)
        return {};
      accepted = asked[i].condition.ite(accepted, otherwise);
    }
    return accepted;
  }

private:
  Terms& terms_;
  const WatchedCheck& check_;
  std::span<const Term> cells_;
  SmallConditions small_;
  std::size_t taken_ = 0;
};

Term copied(Terms& to, Term from, std::map<const Node*, Term>& done) {
  if (const auto found = done.find(from.node()); found != done.end())
    return found->second;
  std::vector<Term> args;
  for (unsigned i = 0; i < from.node()->argCount; ++i)
    args.push_back(copied(to, from.arg(i), done));
  return done[from.node()] = to.raw(from.op(), from.width(), args, from.node()->value, from.node()->name);
}

} // namespace

KeptTerm::KeptTerm(Term term) {
  std::map<const Node*, Term> done;
  term_ = copied(*terms_, term, done);
}
bool KeptTerm::holds(const Assignment& values) const {
  return symbolic::evaluate(std::span(&term_, 1), values).front() != 0;
}

Obligation legalityProved(std::string name, Term accepted, std::vector<Term> assumptions, Term goal,
                          std::function<Disagreement(const Assignment&)> judge) {
  if (!accepted)
    return byEvidence(std::move(name), Verdict::Proved, [] {
      return Obligation::Evidence{Verdict::Error, "", "spec's check has too many ways through it to be read"};
    });
  Obligation o;
  o.name = std::move(name);
  o.query = {std::move(assumptions), goal};
  o.replay = [judge = std::move(judge)](const Assignment& witness) {
    const Disagreement shown = judge(witness);
    return Replay{.reproduced = shown.isOne,
                  .report =
                      fmt::format("spec {} {}, and theorems take it for {}", shown.accepted ? "accepts" : "rejects",
                                  shown.what, shown.legal ? "legal" : "illegal"),
                  .counterexample = {}};
  };
  return o;
}

Term acceptedBy(const WatchedCheck& check, std::span<const Term> cells) {
  return Ways(cells[0].terms(), check, cells).from({});
}

Term acceptedForm(spec::Mnemonic mnemonic, std::span<const Term> form) {
  return acceptedBy(
      [mnemonic](Watcher& watcher, std::span<const Watcher::Handle> cells) {
        return spec::rowOf(mnemonic).accepts(watcher, cells);
      },
      form);
}

Term acceptedChoices(spec::Mnemonic mnemonic, std::span<const Term> choices, std::span<const Term> form) {
  std::vector<Term> cells(choices.begin(), choices.end());
  cells.insert(cells.end(), form.begin(), form.end());
  return acceptedBy(
      [&](Watcher& watcher, std::span<const Watcher::Handle> handles) {
        return spec::rowOf(mnemonic).acceptsChoices(watcher, handles.first(choices.size()),
                                                    handles.subspan(choices.size()));
      },
      cells);
}

Term acceptedGuard(std::span<const Term> guard) {
  return acceptedBy(
      [](Watcher& watcher, std::span<const Watcher::Handle> handles) -> bool {
        return spec::isGuard(spec::watched<spec::Guard>(watcher, handles));
      },
      guard);
}

namespace {

constexpr std::string_view kForm = "form.", kChoices = "choices.";

spec::Form formIn(const Assignment& witness, const spec::InstructionRow& row) {
  spec::Form form = row.defaultForm();
  setFrom(witness, kForm, row.formLayout(), form.data());
  return form;
}

} // namespace

Obligation legalityIsSpecs(const std::string& name, spec::Mnemonic mnemonic, Term legal) {
  const spec::InstructionRow& row = spec::rowOf(mnemonic);
  const Term accepted = acceptedForm(mnemonic, symbolic::variableCells(legal.terms(), kForm, row.formLayout()));
  return legalityProved(name, accepted, {}, accepted ? legal.eq(accepted) : accepted,
                        [kept = KeptTerm(legal), &row](const Assignment& witness) {
                          spec::Instruction instruction;
                          instruction.form = formIn(witness, row);
                          const bool accepts = spec::check(instruction).has_value(), isLegal = kept.holds(witness);
                          return Disagreement{accepts, isLegal, accepts != isLegal, spec::print(instruction)};
                        });
}

Obligation choicesAreAllowed(const std::string& name, spec::Mnemonic mnemonic, Term allowed) {
  const spec::InstructionRow& row = spec::rowOf(mnemonic);
  const auto choices = symbolic::variableCells(allowed.terms(), kChoices, row.choicesLayout());
  const auto form = symbolic::variableCells(allowed.terms(), kForm, row.formLayout());
  const Term legal = acceptedForm(mnemonic, form);
  const Term accepted = legal ? acceptedChoices(mnemonic, choices, form) : legal;
  return legalityProved(name, accepted, accepted ? std::vector{legal, accepted} : std::vector<Term>{}, allowed,
                        [kept = KeptTerm(allowed), &row](Assignment witness) {
                          // what was not asked about is as by default: an order of all zeros is none, and is rejected
                          spec::Choices words = row.defaultChoices();
                          witness.merge(assignmentOf(words.data(), row.choicesLayout(), kChoices));
                          setFrom(witness, kChoices, row.choicesLayout(), words.data());
                          spec::Instruction instruction;
                          instruction.form = formIn(witness, row);
                          const bool accepts = spec::check(instruction) && spec::check(words, instruction.form),
                                     isLegal = kept.holds(witness);
                          return Disagreement{accepts, isLegal, accepts && !isLegal,
                                              "choices of " + spec::print(instruction)};
                        });
}

} // namespace warplaw::proofs
