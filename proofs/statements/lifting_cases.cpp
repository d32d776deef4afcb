// Case splits of goals over large tables: where the index of an entry is known, only that entry is left of the table.
#include "proofs/statements/lifting.h"
#include "symbolic/terms/walk.h"
#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace warplaw::proofs {
namespace {

/// Rebuilds a term in one case; tables' other entries are never visited.
class Resolver {
public:
  /// Resolves terms that `walk` has.
  Resolver(Terms& terms, const symbolic::Walk& walk, const SplitCase& known, unsigned wide)
      : terms_(terms), walk_(walk), wide_(wide), done_(walk.nodes().size()) {
    for (const auto& [variable, value] : known.values)
      if (const auto found = std::ranges::find(walk.nodes(), variable.node()); found != walk.nodes().end())
        done_[walk.indexOf(*found)] = value;
  }

  Term operator()(Term term) {
    const std::uint32_t place = walk_.indexOf(term.node());
    if (!done_[place])
      done_[place] = rebuilt(term);
    return done_[place];
  }

private:
  Term rebuilt(Term term) {
    const symbolic::Node& node = *term.node();
    if (node.argCount == 0)
      return term;
    if (term.op() == symbolic::Op::Select) {
      const Term index = (*this)(term.arg(0));
      const unsigned last = node.argCount - 2;
      if (index.isConstant())
        return picked(term, index);
      if (isChoice(index))
        return index.arg(0).ite(picked(term, index.arg(1)), picked(term, index.arg(2)));
      if (last + 1 >= wide_)
        return terms_.variable(term.width(), fmt::format("any.{}", node.id));
    }
    std::vector<Term> args(node.argCount);
    bool changed = false;
    for (unsigned i = 0; i < node.argCount; ++i) {
      args[i] = (*this)(term.arg(i));
      changed |= !args[i].same(term.arg(i));
    }
    const auto made = [&](std::span<const Term> of) {
      return terms_.make(node.op, node.width, of, node.value, node.name);
    };
    // of two constants comes one of two: an index that is the lane's own or another reads no table
    const auto open = std::ranges::find_if_not(args, &Term::isConstant);
    if (open == args.end() || !isChoice(*open) ||
        !std::all_of(open + 1, args.end(), [](Term t) { return t.isConstant(); }))
      return changed ? made(args) : term;
    const Term choice = *open;
    *open = choice.arg(1);
    const Term one = made(args);
    *open = choice.arg(2);
    return choice.arg(0).ite(one, made(args));
  }
  /// Between two constants.
  static bool isChoice(Term term) {
    return term.op() == symbolic::Op::Ite && term.arg(1).isConstant() && term.arg(2).isConstant();
  }
  Term picked(Term select, Term index) {
    const unsigned last = select.node()->argCount - 2;
    return (*this)(select.arg(1 + static_cast<unsigned>(std::min<symbolic::Bits>(index.value(), last))));
  }

  Terms& terms_;
  const symbolic::Walk& walk_;
  unsigned wide_;
  std::vector<Term> done_; ///< by place in the walk; null: not yet
};

} // namespace

Split splitOn(Term condition, std::vector<std::pair<Term, Term>> ifFalse, std::vector<std::pair<Term, Term>> ifTrue) {
  return {{~condition, std::move(ifFalse)}, {condition, std::move(ifTrue)}};
}

Term splitIntoCases(Term goal, const std::vector<Split>& splits, unsigned wide) {
  Terms& terms = goal.terms();
  std::vector<SplitCase> cases = {{terms.truth(true), {}}};
  for (const Split& split : splits) {
    std::vector<SplitCase> finer;
    for (const SplitCase& coarse : cases)
      for (const SplitCase& more : split) {
        finer.push_back({coarse.condition & more.condition, coarse.values});
        finer.back().values.insert(finer.back().values.end(), more.values.begin(), more.values.end());
      }
    cases = std::move(finer);
  }
  const symbolic::Walk walk(std::array{goal});
  std::vector<Term> parts;
  for (const SplitCase& known : cases)
    parts.push_back(known.condition.implies(Resolver(terms, walk, known, wide)(goal)));
  return terms.all(parts);
}

} // namespace warplaw::proofs
