// What a witness says.
#pragma once
#include "symbolic/terms/evaluate.h"

namespace warplaw::proofs {

/// The value of the variable `name` in the witness; 0 if the witness does not name it.
inline std::uint64_t valueOf(const symbolic::Assignment& witness, std::string_view name) {
  const auto found = witness.find(name);
  return found == witness.end() ? 0 : static_cast<std::uint64_t>(found->second);
}

} // namespace warplaw::proofs
