// Legal pairs of operation and size of an instruction whose forms have both (ATOMS-1, RED-1, SURED-2), as spec
// lists them.
#pragma once
#include "spec/instruction.h"

namespace warplaw::spec {

template <class Form> struct OpAndSize {
  decltype(Form::op) op;
  decltype(Form::size) size;
};

template <class Form> const std::vector<OpAndSize<Form>>& opsAndSizes() {
  static const auto kPairs = [] {
    std::vector<OpAndSize<Form>> pairs;
    Instruction instruction{{}, families(Form::kMnemonic).front().form, {}};
    auto& form = instruction.form.template as<Form>();
    constexpr unsigned kMost = 16; // no instruction has more of either
    for (unsigned pair = 0; pair < kMost * kMost; ++pair) {
      form.op = static_cast<decltype(Form::op)>(pair / kMost);
      form.size = static_cast<decltype(Form::size)>(pair % kMost);
      if (check(instruction))
        pairs.push_back({form.op, form.size});
    }
    return pairs;
  }();
  return kPairs;
}

} // namespace warplaw::spec
