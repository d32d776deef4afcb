// Functions with a cut loop: see cut_loop.h.
#include "proofs/statements/cut_loop.h"
#include "proofs/statements/evidence.h"
#include <algorithm>
#include <cassert>

namespace warplaw::proofs {

Obligation definedInEveryTurn(Stage stage, const LiftedFunction& lifted, std::vector<Term> assumptions,
                              const Rewriting& read, const lift::Table* given) {
  const lift::Cut& loop = *lifted.cut;
  Terms& terms = loop.continues.terms();
  Term poison = poisonIn(terms, loop.entry) | (loop.continues & poisonIn(terms, loop.next)) |
                (~loop.continues & poisonIn(terms, lifted.after));
  if (lifted.returned)
    poison = poison | (~loop.continues & lifted.returned->poison);
  if (given)
    poison = poison | poisonIn(terms, {{*given}});
  const Term undefined = lifted.undefined | poison;
  Obligation o;
  o.name = std::string(stage == Stage::Final ? "final" : "unoptimized") + "/no-undefined-behaviour";
  o.query = {std::move(assumptions), ~(read ? read(undefined) : undefined) & ~lifted.boundExceeded};
  LiftedEvidence::seal(o, stage == Stage::Final ? Part::DefinedFinal : Part::DefinedUnoptimized, lifted.code);
  return o;
}

void Equalities::add(const std::string& name, Term got, Term expected) {
  if (expected_)
    expected = expected_(expected);
  if (got_)
    got = got_(got);
  outputs_.push_back({name, got, expected});
  goals_.push_back(got.eq(expected));
}

void Equalities::add(const std::string& name, const lift::Cell& got, Term expected) {
  add(name, got.bits, expected);
  goals_.push_back(~(got_ ? got_(got.poison) : got.poison));
}

Obligation Equalities::obligation(std::string name, std::vector<Term> assumptions,
                                  std::function<Replay(const Assignment&)> replay) {
  Obligation o;
  o.name = std::move(name);
  o.query = {std::move(assumptions), terms_.all(goals_)};
  o.outputs = std::move(outputs_);
  o.replay = std::move(replay);
  LiftedEvidence::seal(o, code_ && !code_->isOptimized ? Part::DefinedUnoptimized : Part::Outputs, code_);
  return o;
}

Obligation asTwin(Obligation equality, const std::string& name, const std::string& output) {
  const auto wrong = std::ranges::find(equality.outputs, output, &Output::name);
  assert(equality.countsAs() == Part::Outputs && wrong != equality.outputs.end() && "a twin is about an output");
  equality.name = "twin/" + name;
  equality.expected = Verdict::Refuted;
  equality.mustDiffer = output;
  equality.query.goal = wrong->got.eq(wrong->expected);
  LiftedEvidence::seal(equality, Part::Twin);
  return equality;
}

} // namespace warplaw::proofs
