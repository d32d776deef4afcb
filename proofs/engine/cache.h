// Cache: raw answers of solvers on disk, keyed by the whole query text and everything else that decides the answer. It
// holds no time-out, and a cached answer is judged again like a fresh one. Beside them, what came of whole theorems,
// believed by the very program that found it. One small file each, written whole or not at all.
#pragma once
#include "proofs/engine/solver.h"
#include <functional>
#include <optional>
#include <string>

namespace warplaw::proofs {

/// The key of an answer, here and in results files: everything that decides the answer. queryHash: SHA-256 of the query
/// text.
std::string answerKey(const std::string& queryHash, const Solver& solver);
/// SHA-256 over key and answer: shows what a disk or an editor did to either.
std::string sealOf(const std::string& key, const RawAnswer& answer);

/// Answers: of solvers alone, no outcomes. Enforce: the same, and what is not in the cache is an error.
enum class CacheMode { Use, Answers, Off, Enforce };

class Cache {
public:
  /// Called with one line about an entry that cannot be believed; it is then treated as absent.
  using Note = std::function<void(const std::string&)>;

  /// Makes the directory. A rejection says why nothing can be read or (unless Enforce) written there.
  static spec::Result<Cache> open(std::string directory, CacheMode mode);
  /// $WARPLAW_CACHE, else $XDG_CACHE_HOME/warplaw, else ~/.cache/warplaw.
  static std::string defaultDirectory();

  CacheMode mode() const { return mode_; }
  std::optional<RawAnswer> find(const std::string& queryHash, const Solver& solver, const Note& note) const;
  /// Keeps a definite answer; drops any other. False where the disk refused.
  bool store(const std::string& queryHash, const Solver& solver, const RawAnswer& answer) const;
  /// Likewise what came of a theorem, under all that it follows from (one line). Of each theorem the last one alone is
  /// kept that a program of this name found: an old one leaves nothing to a new one, and those of one build do not
  /// take each other's place.
  std::optional<std::string> findOutcome(const std::string& theorem, const std::string& key) const;
  bool storeOutcome(const std::string& theorem, const std::string& key, const std::string& outcome) const;
  /// Is anything kept?
  bool keeps() const { return mode_ == CacheMode::Use || mode_ == CacheMode::Answers; }
  /// The file of an entry, for tests.
  std::string pathOf(const std::string& queryHash, const Solver& solver) const;
  std::string outcomePath(const std::string& theorem) const;

private:
  Cache(std::string directory, CacheMode mode) : directory_(std::move(directory)), mode_(mode) {}
  std::string directory_;
  CacheMode mode_;
};

} // namespace warplaw::proofs
