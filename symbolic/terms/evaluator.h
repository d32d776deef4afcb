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
  std::size_t size() const { return constants_.size() + variables_.size() + steps_.size(); }

private:
  struct Step {
    const Node* node;
    std::uint32_t firstArg; ///< in args_
    std::uint32_t argCount;
    Op op;
    std::uint8_t width, lastWidth, lowest; ///< lowest: of Extract
    bool isNarrow;                         ///< so are its operands
  };
  // Values have places: first the constants', then the variables', then what the steps compute.
  std::vector<Bits> constants_;
  std::vector<Term> variables_;
  std::vector<Step> steps_;
  std::vector<std::uint32_t> args_, roots_; ///< places
};

} // namespace warplaw::symbolic
