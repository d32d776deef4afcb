// What is otherwise than in an earlier run: `--since FILE`.
#pragma once
#include "proofs/engine/records.h"

namespace warplaw::tools {

/// An obligation that both runs decided, or that is new and not as expected.
struct Changed {
  proofs::Record now;
  std::optional<proofs::Record> then; ///< nothing: the earlier run had none of that name
};

struct Since {
  std::string path;              ///< of the earlier results
  std::vector<std::string> made; ///< what made them and is otherwise now, a line each: "bitcode: 12ab then, 34cd now"
  std::vector<Changed> failures; ///< not as expected now, or not certified where that was asked for, and were, or were
                                 ///< not there; or a counterexample where nothing was known
  std::vector<Changed> verdicts; ///< they, what is expected, or certificates of both runs: other than then, without
                                 ///< those failures
  std::vector<Changed> slower;   ///< the slowest first
  std::size_t both = 0;          ///< obligations of both runs
  std::size_t fresh = 0;         ///< that only this run has
  std::size_t gone = 0; ///< that only the earlier one has: of the same theorems, or whole instructions, so that a part
                        ///< of a run lacks nothing
};

/// An obligation is slower where both runs asked a solver for it, or checked it (not the cache), and it took at least
/// kSlower times as long and kLeastSeconds: less is the machine's doing.
inline constexpr double kSlower = 3, kLeastSeconds = 0.5;

Since changesSince(const std::string& path, const proofs::EarlierResults& earlier, const proofs::Provenance& made,
                   const proofs::Records& records);

/// For people: a line for the whole, and one for each change.
std::string textOf(const Since& since);
/// One JSON object.
std::string toJson(const Since& since);
/// A change in one line, without its obligation's name: "REFUTED, was PROVED",
/// "PROVED (not certified), was PROVED (certified)", "3.1 s, was 0.9 s".
std::string verdictOf(const Changed& changed);
std::string timeOf(const Changed& changed);

} // namespace warplaw::tools
