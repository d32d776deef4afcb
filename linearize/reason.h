// Verdicts as sentences that a person understands.
#pragma once
#include "linearize/verdict.h"
#include <span>
#include <string>

namespace warplaw::linearize {

/// "legal", "illegal", "unknown".
const char* textOf(Answer answer);

/// One sentence, without a full stop: "lanes 4 and 9 both read 7, but 7 was produced once, by lane 2".
std::string explain(const History& history, const Verdict& verdict);

/// "lane 4", "lanes 4 and 9"; with several instructions: "lane 4 of warp 1's instruction 2".
std::string nameOf(const History& history, std::span<const std::uint32_t> accesses);
/// A value of this many bytes: small ones in decimal, others in hex.
std::string valueText(std::uint64_t value);

} // namespace warplaw::linearize
