// A case's outcome by the third statement, and that the encoding and every path of the executor leave the same.
#pragma once
#include "fuzz/oracle.h"
#include <gtest/gtest.h>

namespace warplaw::fuzz {

inline Outcome statedPlainly(Oracle& oracle, const spec::Case& c) {
  const InstructionFuzzer& fuzzer = oracle.of(c.instruction.mnemonic());
  return outcomeOf(c, fuzzer.planOf(c.instruction.form, c.choices),
                   [&](const spec::Operands& operands, std::span<std::uint8_t> memory, spec::SurroundingCells& cells,
                       spec::Results& results) {
                     fuzzer.runPlainly(c.instruction.form, c.choices, operands, memory, cells, results);
                   });
}

inline void expectEncodedAsStated(Oracle& oracle, const spec::Case& c) {
  const auto encoded = oracle.encode(c);
  ASSERT_TRUE(encoded) << spec::print(c.instruction);
  const auto differences = compare(c, oracle.planOf(c.instruction.form, c.choices), statedPlainly(oracle, c), *encoded);
  ASSERT_TRUE(differences.empty()) << spec::print(c.instruction) << ": " << describe(differences[0]);
}

inline void expectAgreement(Oracle& oracle, const spec::Case& c) {
  ASSERT_NO_FATAL_FAILURE(expectEncodedAsStated(oracle, c));
  const auto differences = oracle.differences(c);
  ASSERT_TRUE(differences.empty()) << spec::print(c.instruction) << ": " << describe(differences[0]);
}

} // namespace warplaw::fuzz
