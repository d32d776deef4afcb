#include "proofs/rup/cnf.h"
#include <algorithm>
#include <charconv>
#include <cstdlib>

namespace warplaw::rup {

void Cnf::add(std::span<const Literal> clause) {
  literals_.insert(literals_.end(), clause.begin(), clause.end());
  ends_.push_back(literals_.size());
  for (const Literal literal : clause)
    variables_ = std::max(variables_, std::abs(literal));
}

std::span<const Literal> Cnf::clause(std::size_t i) const {
  const std::size_t begin = i == 0 ? 0 : ends_[i - 1];
  return std::span(literals_).subspan(begin, ends_[i] - begin);
}

std::string dimacs(const Cnf& formula) {
  std::string text = "p cnf " + std::to_string(formula.variables()) + ' ' + std::to_string(formula.size()) + '\n';
  text.reserve(text.size() + 8 * formula.literals() + 3 * formula.size());
  char digits[16];
  for (std::size_t i = 0; i < formula.size(); ++i) {
    for (const Literal literal : formula.clause(i)) {
      text.append(digits, std::to_chars(digits, std::end(digits), literal).ptr);
      text += ' ';
    }
    text += "0\n";
  }
  return text;
}

} // namespace warplaw::rup
