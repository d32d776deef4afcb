// Where no rule says what an operation of one thread gives.
#pragma once
#include "spec/scalar/operation.h"

namespace warplaw::spec::scalar {

/// An integer divided by 0 (PTX-21).
inline bool isOpen(const Form& form, const Word* sources) {
  const std::string_view mnemonic = form.operation->mnemonic();
  return !form.operation->isFloat && (mnemonic == "div" || mnemonic == "rem") && sources[1] == 0;
}

/// NVIDIA says of these how far they may be off, not what they give (PTX-32).
inline bool isApproximate(std::string_view opcode) {
  return opcode.find(".approx") != opcode.npos || opcode.find(".full") != opcode.npos;
}

} // namespace warplaw::spec::scalar
