#include "tools/command_judge.h"
#include "proofs/engine/hash.h"
#include "tools/child.h"
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <stdexcept>

namespace warplaw::tools {
namespace fs = std::filesystem;

CommandJudge::CommandJudge(fuzz::Oracle& oracle, std::string command, TemporaryFolder folder, Interrupt& interrupt)
    : oracle_(oracle), interrupt_(interrupt), command_(std::move(command)), folder_(std::move(folder)) {}

int CommandJudge::run(const std::string& json) const {
  const std::string file = folder_.in("case.json"); // not by way of writeCase, which waits for the disk
  if (!(std::ofstream(file, std::ios::binary) << json).flush())
    throw std::runtime_error(file + " cannot be written");
  const auto ended = runProgram("/bin/sh", {"-c", command_ + " \"$0\"", file}, true);
  return ended ? ended->status : 255;
}

std::optional<int> CommandJudge::ask(const spec::Case& c) {
  const auto outcome = oracle_.encode(c);
  if (!outcome)
    return std::nullopt;
  spec::Case asked = c;
  asked.expected = fuzz::expectedOf(c, *outcome);
  const std::string json = spec::toJson(asked);
  const std::string key = proofs::sha256(json);
  const auto before = answers_.find(key);
  if (interrupt_.requested())
    return before == answers_.end() ? std::nullopt : std::optional(before->second);
  const int now = run(json);
  if (interrupt_.requested()) // Ctrl-C reached the command, too: that is no answer
    return before == answers_.end() ? std::nullopt : std::optional(before->second);
  if (before == answers_.end())
    return answers_[key] = now;
  if (now != before->second) {
    changedItsMind_ = fmt::format("the command answered {}, then {}, on the same case", before->second, now);
    interrupt_.request();
  }
  return before->second;
}

fuzz::CaseJudge CommandJudge::judge() {
  return [this](const spec::Case& c) { return ask(c) == 1 ? fuzz::setOf(fuzz::Kind::Register) : fuzz::Kinds{0}; };
}

} // namespace warplaw::tools
