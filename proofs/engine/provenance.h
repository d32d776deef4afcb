// Provenance: what made a file of results. It stands before them and in every report of them.
#pragma once
#include <boost/json/fwd.hpp>
#include <optional>
#include <string>
#include <vector>

namespace warplaw::proofs {

/// What a run was asked for: it decides which results may be missing.
enum class Scope {
  Everything,   ///< all theorems
  Instructions, ///< all of some instructions
  Part,         ///< anything less
};
std::string_view textOf(Scope scope); ///< "everything", "instructions", "part"

/// One of several runs that share the work.
struct ShardOf {
  unsigned index = 1, of = 1;
  std::string partition; ///< SHA-256 of which theorems each of them has: it is the same for all
  std::string costs;     ///< SHA-256 of the file of costs that balanced them
};

struct Provenance {
  std::string warplaw;  ///< version
  std::string program;  ///< provingHash of the program that ran
  std::string bitcode;  ///< SHA-256 over all embedded bitcode
  std::string compiler; ///< that made it
  std::string solvers;  ///< "any: z3 4.8.12, cvc5 1.0.3"
  std::string options;  ///< what else decides what is asked and concluded: "fold"
  std::string limits;   ///< "60 s and 4096 MiB an answer": more of them never changes a definite one
  Scope scope = Scope::Part;
  std::vector<std::string> theorems; ///< that it was to decide
  std::optional<ShardOf> shard;
};

std::string toJson(const Provenance& made); ///< one object
/// Throws what Boost.JSON throws.
Provenance provenanceFrom(const boost::json::value& value);
/// What keeps the results of two runs from being one: "made by another program". Empty: nothing.
std::string whyNotOneRun(const Provenance& a, const Provenance& b);

} // namespace warplaw::proofs
