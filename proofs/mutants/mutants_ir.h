// Mutants of the executors: the bitcode that ships with one thing wrong, for a test of the proofs themselves
// (docs/trust.md).
#pragma once
#include "proofs/statements/subject.h"
#include <string>
#include <vector>

namespace llvm {
class Module;
}

namespace warplaw::proofs {

/// One thing that can be wrong with one instruction of a function.
struct IrMutant {
  std::string symbol;       ///< the function under proof that changes ("warplaw_shfl_portable")
  std::string function;     ///< where the instruction stands: the same, or a function of its module that it calls
  unsigned instruction = 0; ///< ordinal in that function
  unsigned change = 0;      ///< ordinal among the changes of that instruction
  std::string text;         ///< "%cmp9 = icmp sle ...: compares with slt"
};

/// Every mutant of the function that the symbol names and of what it calls in its module, in order of the text of the
/// program: swapped predicates and operands, other operators, constants by one, forced branches and selects, dropped
/// stores, zero for sign extension and the other way round. Changes of memory addresses, of shift amounts beyond the
/// width and of loop exits that would run out of an object are left out: what they do is undefined.
std::vector<IrMutant> irMutants(std::string_view symbol);

/// The theorems' subject with the final code of one function changed by hand.
Subject subjectWith(std::string symbol, std::function<void(llvm::Module&)> change);

/// The theorems' subject with this one change in the final code (the unoptimized code stays, as does every flag-free
/// meaning: flags and attributes that make results poison are dropped from the function first, so that a mutant is
/// wrong rather than undefined).
Subject subjectOf(const IrMutant& mutant);

} // namespace warplaw::proofs
