// The plain interpreter of terms, made ready once for many assignments: what simulation asks thousands of times.
#pragma once
#include "symbolic/terms/evaluate.h"

namespace warplaw::symbolic {

class Evaluator {
public:
  /// Null roots are passed over, and are 0.
  explicit Evaluator(std::span<const Term> roots);

  /// The variables below the roots, each once.
  const std::vector<Term>& variables() const { return variables_; }
  /// Values of the roots; `inputs`: of variables(), in that order.
  std::vector<Bits> operator()(std::span<const Bits> inputs, const Functions& functions = {}) const;
  /// The same by the variables' names; what has no value is 0.
  std::vector<Bits> operator()(const Assignment& assignment, const Functions& functions = {}) const;
  /// How many nodes that is: what one evaluation costs.
  std::size_t size() const { return steps_.size(); }

private:
  struct Step {
    const Node* node;
    std::uint32_t firstArg; ///< in args_; of a variable, its place in variables_
    std::uint32_t lastWidth;
  };
  std::vector<Step> steps_;
  std::vector<std::uint32_t> args_; ///< places in steps_
  std::vector<std::uint32_t> roots_;
  std::vector<Term> variables_;
};

} // namespace warplaw::symbolic
