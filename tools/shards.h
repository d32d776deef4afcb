// Shards: the theorems of a run cut into shares of about equal cost, the same ones by every process that is given the
// same theorems, number of shares and file of costs.
#pragma once
#include "proofs/engine/provenance.h"
#include "proofs/engine/theorem.h"
#include <map>

namespace warplaw::tools {

/// What theorems cost in an earlier run.
struct Costs {
  struct Cost {
    std::size_t obligations = 0;
    double seconds = 0;   ///< of solvers and checks, all cores together
    bool measured = true; ///< false: some answers came from a cache, or a process was lost, and nobody knows
  };
  std::map<std::string, Cost> byTheorem;
  std::string hash; ///< SHA-256 of the file

  /// As measured, or nothing.
  const Cost* of(const std::string& theorem) const;
};

/// Lines of `verify --results`, or of `verify --list --json`. The rejection's message begins with its place.
spec::Result<Costs> readCosts(const std::string& path);

/// "2/4"; nothing where that is no shard.
struct ShardNumber {
  unsigned index, of;
};
constexpr unsigned kMaxShards = 100'000;
std::optional<ShardNumber> shardNumber(std::string_view text);

/// A theorem, or every parts-th obligation of one that costs more than a shard's fair share, beginning with the
/// part-th.
struct Piece {
  std::size_t theorem = 0;
  unsigned part = 1, parts = 1;
  std::uint64_t milliseconds = 0; ///< estimated; whole numbers, so that nobody rounds otherwise
  unsigned shard = 1;
};
/// In the order of the theorems. The heaviest first, each to the shard that has least.
std::vector<Piece> partition(const std::vector<proofs::Theorem>& theorems, const Costs& costs, unsigned shards);

/// What one shard has to decide.
struct Share {
  std::vector<proofs::Theorem> theorems;
  std::vector<std::string> names; ///< of the theorems; with " 2/5" for a part of one
  proofs::ShardOf shard;
};
Share shareOf(const std::vector<proofs::Theorem>& theorems, const Costs& costs, ShardNumber shard);

} // namespace warplaw::tools
