#include "proofs/rup/rup.h"
#include "proofs/rup/clauses.h"
#include <algorithm>
#include <cstdlib>

namespace warplaw::rup {
namespace {

class Checker {
public:
  Checker(const Cnf& formula, std::string_view proof, DratFormat format)
      : variables_(formula.variables()), reader_(proof, format), clauses_(variables_) {
    for (std::size_t i = 0; i < formula.size(); ++i)
      clauses_.add(formula.clause(i));
  }

  Checked run() {
    DratStep step;
    while (reader_.next(step))
      if (const char* const why = whyNot(step)) {
        result_.reason = "step " + std::to_string(result_.added + result_.deleted + 1) + why;
        return result_;
      }
    if (const auto& malformed = reader_.malformed())
      result_.reason = "byte " + std::to_string(malformed->offset) + ": " + malformed->what;
    else if (!clauses_.contradictory())
      result_.reason = "after its last step no contradiction follows";
    else
      result_.proved = true;
    return result_;
  }

private:
  const char* whyNot(const DratStep& step) {
    if (std::any_of(step.clause.begin(), step.clause.end(), [this](Literal l) { return std::abs(l) > variables_; }))
      return " has a variable that the formula has not";
    if (step.deletes) {
      if (!clauses_.remove(step.clause))
        return " deletes a clause that is not there";
      ++result_.deleted;
      return nullptr;
    }
    if (!clauses_.imply(step.clause))
      return " adds a clause that does not follow by unit propagation";
    clauses_.add(step.clause);
    ++result_.added;
    return nullptr;
  }

  Literal variables_;
  DratReader reader_;
  Clauses clauses_;
  Checked result_;
};

} // namespace

Checked check(const Cnf& formula, std::string_view proof, DratFormat format) {
  return Checker(formula, proof, format).run();
}

} // namespace warplaw::rup
