// What a run of theorems finds, by Z3.
#pragma once
#include "proofs/theorems/theorems.h"
#include "tests/proofs/toy.h"
#include <algorithm>

namespace warplaw::proofs::tests {

inline RunOptions byZ3(unsigned jobs = 1) {
  RunOptions options;
  options.policy = solverPolicy("z3").value();
  options.jobs = jobs;
  return options;
}

/// The one of that name.
inline Theorem named(const std::vector<Theorem>& theorems, std::string_view name) {
  const auto found = std::ranges::find(theorems, name, &Theorem::name);
  EXPECT_NE(found, theorems.end()) << name;
  return found == theorems.end() ? Theorem() : *found;
}

/// By their obligations' names.
inline std::map<std::string, Record> recordsOf(const std::vector<Theorem>& theorems) {
  return toy::runAll(theorems, byZ3()).records;
}

} // namespace warplaw::proofs::tests
