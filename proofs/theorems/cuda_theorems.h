// CUDA's warp functions, which are no instructions of their own: theorems about their code (CSHFL-1, VOTE-1..3) and
// about what the shuffles read (CSHFL-2..5).
#pragma once
#include "proofs/statements/subject.h"
#include "spec/instructions/shfl.h"

namespace warplaw::proofs::cuda {

std::vector<Theorem> theorems(const Subject& subject); ///< all of them; instruction "cuda"

std::string nameOf(spec::ShflMode mode); ///< "shfl_up": of theorems, and in symbols after "warplaw_cuda_"
Theorem about(std::string name, std::vector<std::string> rules, std::string statement);

std::vector<Theorem> executorTheorems(const Subject& subject); ///< CSHFL-1, VOTE-1..3 on code
std::vector<Theorem> lawTheorems(const Subject& subject);      ///< CSHFL-2..5

} // namespace warplaw::proofs::cuda
