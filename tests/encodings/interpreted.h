// Encodings that see cells around the warp, interpreted: for large ones of which a test asks some thousand values,
// which takes less time than compiling them. Fuzzers compile them.
#pragma once
#include "spec/surrounding_parts.h"
#include "symbolic/encodings/surroundings.h"
#include "symbolic/terms/evaluator.h"
#include <algorithm>
#include <optional>

namespace warplaw::symbolic {

/// As CompiledAround, of parts that are only read.
template <class Modifiers, class Choices, class... Part> class InterpretedAround {
public:
  template <class Encode> explicit InterpretedAround(Encode encode) {
    const auto modifiers = variables<spec::InWorld<Modifiers, AsTerms>>(terms_, "modifiers.");
    const auto choices = variables<spec::InWorld<Choices, AsTerms>>(terms_, "choices.");
    const auto operands = variables<OperandTerms>(terms_);
    const auto before = variables<ResultTerms>(terms_, "before.");
    const std::tuple around{variables<spec::InWorld<Part, AsTerms>>(terms_, spec::partName<Part>() + ".")...};
    std::vector<Term> inputs, outputs;
    add(inputs, modifiers);
    add(inputs, operands);
    add(inputs, choices);
    add(inputs, before);
    std::apply([&](const auto&... part) { (add(inputs, part), ...); }, around);
    add(outputs,
        std::apply([&](const auto&... part) { return encode(modifiers, operands, choices, before, part...); }, around));
    evaluator_.emplace(outputs);
    for (const Term variable : evaluator_->variables())
      places_.push_back(static_cast<std::size_t>(
          std::ranges::find_if(inputs, [&](Term input) { return input.same(variable); }) - inputs.begin()));
  }
  spec::Results operator()(const Modifiers& modifiers, const spec::Operands& operands, const Choices& choices,
                           const spec::Results& before, const Part&... part) const {
    std::vector<Bits> cells, inputs;
    add(cells, modifiers);
    add(cells, operands);
    add(cells, choices);
    add(cells, before);
    (add(cells, part), ...);
    for (const std::size_t place : places_)
      inputs.push_back(cells[place]);
    const std::vector<Bits> outputs = (*evaluator_)(inputs);
    spec::Results after;
    std::size_t next = 0;
    spec::eachCell([&]<class T>(const spec::CellPlace&, T& cell) { cell = static_cast<T>(outputs[next++]); }, after);
    return after;
  }

private:
  template <class S> static void add(std::vector<Term>& all, const S& structure) {
    eachTerm(structure, [&](const spec::CellPlace&, const Term& cell) { all.push_back(cell); });
  }
  template <class S> static void add(std::vector<Bits>& all, const S& structure) {
    spec::eachCell([&](const spec::CellPlace&, const auto& cell) { all.push_back(static_cast<Bits>(cell)); },
                   structure);
  }
  Terms terms_;
  std::optional<Evaluator> evaluator_;
  std::vector<std::size_t> places_; ///< of the evaluator's variables, among all cells in their order
};

} // namespace warplaw::symbolic
