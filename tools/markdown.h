// The result of a run as Markdown: what GITHUB_STEP_SUMMARY shows.
#pragma once
#include "tools/run_result.h"
#include "tools/since.h"

namespace warplaw::tools {

/// What made it, what was not as expected, what is missing, the table with run times, what took longest, and what is
/// otherwise than in an earlier run (null: nobody asked). At most about kMostMarkdown bytes: what is too much is
/// counted.
std::string markdownOf(const RunResult& result, const Since* since);

/// In a code block that nothing in it ends.
std::string markdownBlock(const std::string& text);
/// The first line of a text that is no code: names and messages are ASCII, and no markup.
std::string plainMarkdown(std::string_view text);

/// GitHub takes 1 MiB of a step.
inline constexpr std::size_t kMostMarkdown = 1'000'000;

} // namespace warplaw::tools
