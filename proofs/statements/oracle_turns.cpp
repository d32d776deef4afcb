// RED's turns and the oracle's elements: see oracle_turns.h.
#include "proofs/statements/oracle_turns.h"
#include "proofs/statements/oracle.h"
#include "symbolic/encodings/oracle.h"
#include <algorithm>
#include <set>

namespace warplaw::proofs {
namespace {
using symbolic::ReductionElement;

constexpr const char *kAdmit = "warplaw_red_admit", *kHalves = "warplaw_red_halves";

std::string turnsOf(const ReductionElement& element) {
  return "warplaw_red_turns_" + (element.bits != 16   ? std::to_string(element.bits)
                                 : element.shift == 0 ? "low"
                                                      : "high");
}
std::string turnsOf(const symbolic::ReductionSize& size) {
  return size.elements.size() > 1 ? kHalves : turnsOf(size.elements[0]);
}
std::vector<symbolic::ReductionSize> elementsOf(const TurnsGiven& given) {
  return symbolic::encodedElements(cellsIn(std::vector{given.modifiers, given.operands, given.choices}));
}

/// The very terms, cell by cell.
bool isSame(const lift::Table& a, const lift::Table& b) {
  return std::ranges::equal(a.fields, b.fields, [](const lift::Field& x, const lift::Field& y) {
    return x.offset == y.offset && x.cellBits == y.cellBits &&
           std::ranges::equal(x.cells, y.cells, [](const lift::Cell& p, const lift::Cell& q) {
             return p.bits.same(q.bits) && p.poison.same(q.poison);
           });
  });
}
bool hands(const Step& step, std::size_t argument, const lift::Table& wanted) {
  const auto* table = argument < step.handed.size() ? std::get_if<lift::Table>(&step.handed[argument]) : nullptr;
  return table && isSame(*table, wanted);
}
bool hands(const Step& step, std::size_t argument, Term wanted) {
  const auto* term = argument < step.handed.size() ? std::get_if<Term>(&step.handed[argument]) : nullptr;
  return term && term->same(wanted);
}

/// A list, and how many it has.
struct Listed {
  lift::Table list;
  Term count;
};

/// What a listing makes of the order of an element, by who performs.
std::optional<Listed> listOf(const ReductionElement& element, const TurnsGiven& given, const CalledSteps& called) {
  const auto found = called.find(kPortableListing);
  if (found == called.end())
    return {};
  const Step& made = found->second;
  if (made.when || !hands(made, 0, laneTable("", element.order)) || !hands(made, 1, given.performing))
    return {};
  return Listed{made.after, made.returned};
}

bool takesTurns(const Step& step, const TurnsGiven& given, const std::optional<Listed>& over) {
  const auto* memory = step.handed.size() > 3 ? std::get_if<OwnMemory>(&step.handed[3]) : nullptr;
  return over && hands(step, 0, given.modifiers) && hands(step, 1, given.operands) && hands(step, 2, given.choices) &&
         memory && memory->object == 3 && hands(step, 4, given.allocated) && hands(step, 5, given.reached) &&
         hands(step, 6, over->list) && hands(step, 7, over->count);
}

/// As many calls are stated, and stated to be right, as there are callees that should be called.
Term countsThem(Terms& terms, const CallStatement& statement, const CalledSteps& called) {
  Term calls = terms.constant(32, 0);
  for (const auto& [symbol, step] : called)
    calls = calls + (step.when ? step.when.zext(32) : terms.constant(32, 1));
  Term counted = terms.truth(true);
  unsigned found = 0;
  for (const Group& group : statement.groups)
    for (const Expectation& e : group.expectations)
      if (e.name == "made" || e.name == "well") {
        counted = counted & e.value.eq(calls);
        ++found;
      }
  return counted & terms.truth(found == 2);
}

} // namespace

Obligation statesTheOraclesTake(const std::string& prefix, const TurnsGiven& given, const CalledSteps& called,
                                const CallStatement& statement) {
  Terms& terms = given.allocated.terms();
  const auto admits = called.find(kAdmit);
  bool isSo = admits != called.end() && !admits->second.when && hands(admits->second, 0, given.operands) &&
              hands(admits->second, 1, given.reached) && admits->second.returned.same(given.performing);
  std::vector<Term> goals = {countsThem(terms, statement, called)};
  std::set<std::string> takers = {kAdmit, kPortableListing};
  for (const symbolic::ReductionSize& size : elementsOf(given)) {
    const std::string symbol = turnsOf(size);
    takers.insert(symbol);
    const auto taker = called.find(symbol);
    isSo = isSo && taker != called.end() && takesTurns(taker->second, given, listOf(size.elements[0], given, called)) &&
           (symbol != kHalves || hands(taker->second, 8, given.performing));
    for (const auto& [other, step] : called)
      if (step.when)
        goals.push_back(size.isThis.implies(step.when.eq(terms.truth(other == symbol))));
  }
  goals.push_back(terms.truth(isSo && takers.size() == called.size()));
  return implied(prefix + "/states-the-oracle", {}, terms.all(goals));
}

Obligation statesTheOraclesHalves(const std::string& prefix, const TurnsGiven& given, const lift::Table& list,
                                  Term count, const CalledSteps& called, const CallStatement& statement) {
  Terms& terms = given.allocated.terms();
  bool isSo = called.size() == 3; // two elements, and the list of one
  const auto sizes = elementsOf(given);
  const auto halves = std::ranges::find_if(sizes, [](const auto& size) { return size.elements.size() > 1; });
  isSo = isSo && halves != sizes.end();
  for (const ReductionElement& element : halves->elements) {
    const auto taker = called.find(turnsOf(element));
    isSo = isSo && taker != called.end() &&
           takesTurns(taker->second, given,
                      element.shift == 0 ? std::optional(Listed{list, count}) : listOf(element, given, called));
  }
  return implied(prefix + "/states-the-oracle", {}, countsThem(terms, statement, called) & terms.truth(isSo));
}

} // namespace warplaw::proofs
