// CUDA's functions on a warp, which are no instructions of their own: theorems about their code (CSHFL-1, VOTE-1..3,
// BAR-1..4, PM-1, PM-2, SR-3, SYNC-8) and about what the shuffles read (CSHFL-2..5).
#pragma once
#include "proofs/statements/contract.h"
#include "proofs/statements/subject.h"
#include "spec/instructions/shfl.h"

namespace warplaw::proofs::cuda {

std::vector<Theorem> theorems(const Subject& subject); ///< all of them; instruction "cuda"

std::string nameOf(spec::ShflMode mode); ///< "shfl_up": of theorems, and in symbols after "warplaw_cuda_"
const char* ruleOf(spec::ShflMode mode); ///< "CSHFL-3": which lane is read
Theorem about(std::string name, std::vector<std::string> rules, std::string statement);

/// A function's code and the datapaths that it calls.
struct OnCode {
  Contract function;
  std::vector<Contract> called;
  std::vector<WrongEffect> wrong; ///< its twins
  std::function<std::vector<Split>(Terms&, const Expectation&)> splits = {};
  /// A call that shows what is wrong with most twins, where they are hard to meet at random.
  Assignment near = {};
};
Theorem onCode(const Subject& subject, Theorem theorem, const OnCode& code);

/// A shuffle's width as the variable of that name: each one that is accepted, and none of them.
std::vector<Split> splitByWidth(Terms& terms, const Expectation& output);

std::vector<Theorem> warpTheorems(const Subject& subject);      ///< CSHFL-1, VOTE-1..3 on code
std::vector<Theorem> barrierTheorems(const Subject& subject);   ///< BAR-1..4 on code
std::vector<Theorem> reductionTheorems(const Subject& subject); ///< BAR-3 said of inputs
std::vector<Theorem> counterTheorems(const Subject& subject);   ///< PM-1, PM-2 and SR-3 on code
std::vector<Theorem> lawTheorems(const Subject& subject);       ///< CSHFL-2..5, SYNC-8
std::vector<Theorem> syncTheorems(const Subject& subject);      ///< SYNC-8 on code

} // namespace warplaw::proofs::cuda
