// Encodings that see or change cells around the warp, compiled to machine code.
#pragma once
#include "spec/surrounding_parts.h"
#include "symbolic/encodings/surroundings.h"
#include "tests/encodings/compiled.h"

namespace warplaw::symbolic {

/// encode(modifiers, operands, choices, before, parts&...) -> ResultTerms, over terms; called with words.
template <class Modifiers, class Choices, class... Part> class CompiledAround {
public:
  template <class Encode> explicit CompiledAround(Encode encode) {
    Terms terms;
    const auto modifiers = variables<spec::InWorld<Modifiers, AsTerms>>(terms, "modifiers.");
    const auto choices = variables<spec::InWorld<Choices, AsTerms>>(terms, "choices.");
    const auto operands = variables<OperandTerms>(terms);
    const auto before = variables<ResultTerms>(terms, "before.");
    std::tuple around{variables<spec::InWorld<Part, AsTerms>>(terms, spec::partName<Part>() + ".")...};
    std::vector<native::Slot> inputs, outputs;
    addSlots(inputs, modifiers, 0);
    addSlots(inputs, operands, 1);
    addSlots(inputs, choices, 2);
    addSlots(inputs, before, 3);
    unsigned buffer = 4;
    std::apply([&](const auto&... part) { (addSlots(inputs, part, buffer++), ...); }, around);
    std::apply([&](auto&... part) { addSlots(outputs, encode(modifiers, operands, choices, before, part...), 0); },
               around);
    buffer = 1;
    std::apply([&](const auto&... part) { (addSlots(outputs, part, buffer++), ...); }, around);
    function_ = native::compile(inputs, outputs);
  }
  spec::Results operator()(const Modifiers& modifiers, const spec::Operands& operands, const Choices& choices,
                           const spec::Results& before, Part&... part) const {
    spec::Results after;
    const std::tuple<Part...> old{part...};
    std::array<const void*, 4 + sizeof...(Part)> inputs = {&modifiers, &operands, &choices, &before};
    std::array<void*, 1 + sizeof...(Part)> outputs = {&after, &part...};
    std::size_t at = 4;
    std::apply([&](const auto&... one) { ((inputs[at++] = &one), ...); }, old);
    (*function_)(inputs.data(), outputs.data());
    return after;
  }

private:
  std::optional<native::Function> function_;
};

/// A warp whose lanes of `exec` execute.
inline spec::Operands executing(std::uint32_t exec, std::uint32_t predicate = 0) {
  spec::Operands operands{};
  operands.exec = exec;
  operands.predicate = predicate;
  return operands;
}

/// What `draw` makes of random bits, legal and not: legal to the encoding exactly if a machine can hold it.
template <class Part> void compareLegality(auto draw, unsigned rounds) {
  Terms terms;
  const auto part = variables<spec::InWorld<Part, AsTerms>>(terms, "part.");
  std::vector<native::Slot> inputs;
  addSlots(inputs, part, 0);
  const native::Slot output[] = {{isLegal(part), 0, 0, 1}};
  const native::Function legality = native::compile(inputs, output);
  std::mt19937_64 random(11);
  std::array<unsigned, 2> seen{};
  for (unsigned round = 0; round < rounds && !::testing::Test::HasFailure(); ++round) {
    const Part around = draw(random);
    bool isLegal = false;
    const void* given[] = {&around};
    void* taken[] = {&isLegal};
    legality(given, taken);
    const auto fault = faultOf(around);
    EXPECT_EQ(isLegal, !fault) << "round " << round << ": " << (fault ? fault->message : "");
    ++seen[isLegal];
  }
  EXPECT_GT(seen[0], rounds / 20);
  EXPECT_GT(seen[1], rounds / 20);
}

} // namespace warplaw::symbolic
