// Does what a statement says under a condition count for any input? See program.h, ConditionalPlace.
#include "proofs/statements/program_parts.h"
#include <algorithm>
#include <cassert>
#include <fmt/format.h>

namespace warplaw::proofs {
namespace {
using spec::Statement;
using Op = spec::StatementOp;

/// In the order of the text; a definition's are those of each place where it is named.
void addPlaces(std::vector<const Statement*>& places, const Statement& statement) {
  if (statement.op == Op::Implies || statement.op == Op::Sum || statement.op == Op::All || statement.op == Op::Any)
    places.push_back(&statement);
  for (const Statement& arg : statement.args)
    addPlaces(places, arg);
}

std::vector<const Statement*> placesIn(const std::vector<const Statement*>& said) {
  std::vector<const Statement*> places;
  for (const Statement* statement : said)
    addPlaces(places, *statement);
  return places;
}

std::string nameOf(const std::string& theorem, std::size_t place) {
  return fmt::format("{}/applies-{}", theorem, place + 1);
}

} // namespace

std::vector<ConditionalPlace> conditionalPlacesOf(const std::string& theorem,
                                                  const std::vector<const Statement*>& said) {
  std::vector<ConditionalPlace> all;
  for (const Statement* place : placesIn(said))
    all.push_back({nameOf(theorem, all.size()), place->position,
                   place->op == Op::Implies ? "what stands before ==> holds for no input"
                                            : "the range is empty for every input"});
  return all;
}

std::vector<Obligation> appliesObligations(Terms& terms, const std::string& theorem,
                                           const std::vector<Term>& assumptions,
                                           const std::vector<const Statement*>& said, const Warps& warps) {
  const std::vector<const Statement*> places = placesIn(said);
  std::vector<Term> applies(places.size(), terms.truth(false));
  for (const Statement* statement : said)
    for (unsigned lane = 0; lane < (mentionsLane(*statement) ? spec::kLanes : 1); ++lane) {
      const auto found = conditionalsOf(*statement, lane, warps);
      assert(found && "the contract was checked");
      for (const Conditional& one : *found) {
        Term& known = applies[static_cast<std::size_t>(std::ranges::find(places, one.at) - places.begin())];
        known = known | one.applies;
      }
    }
  std::vector<Obligation> all;
  for (std::size_t i = 0; i < places.size(); ++i)
    if (!applies[i].isTrue()) {
      Obligation asked;
      asked.name = nameOf(theorem, i);
      asked.query.assumptions = assumptions;
      asked.query.assumptions.push_back(applies[i]);
      all.push_back(std::move(asked));
    }
  return all;
}

} // namespace warplaw::proofs
