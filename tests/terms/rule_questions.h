// Folding rules as questions to solvers: is the unfolded left side equal to what the rule gives, for all values?
#pragma once
#include "solvers.h"
#include "symbolic/terms/fold.h"
#include <set>
#include <string>
#include <vector>

namespace warplaw::symbolic::fold {

/// Some instances of one rule at one width, in one SMT-LIB text; unsat means that the rule holds on all of them.
struct Question {
  std::string name;
  std::string text;
};

struct Questions {
  std::vector<Question> list;
  std::size_t instances = 0;
  std::set<std::string> silent; ///< rules with instances on which the rule should have fired and did not
};

/// Everything to be asked of a rule at a width of 1..8. Nothing in the questions is folded, on either side.
Questions questionsOf(const Rule& rule, unsigned width);

/// The answers, in order: "unsat", "sat", or something else where the solver gave up.
std::vector<std::string> ask(Solver solver, const std::vector<Question>& questions);

} // namespace warplaw::symbolic::fold
