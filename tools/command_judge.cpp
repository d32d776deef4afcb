#include "tools/command_judge.h"
#include "tools/child.h"
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <stdlib.h>

namespace warplaw::tools {
namespace fs = std::filesystem;

CommandJudge::CommandJudge(fuzz::Oracle& oracle, std::string command)
    : oracle_(oracle), command_(std::move(command)), folder_(fs::temp_directory_path() / "warplaw-XXXXXX") {
  if (!mkdtemp(folder_.data()))
    throw std::runtime_error("no folder for temporary files can be made in " + fs::temp_directory_path().string());
}

CommandJudge::~CommandJudge() {
  std::error_code ignored;
  fs::remove_all(folder_, ignored);
}

std::optional<int> CommandJudge::ask(const spec::Case& c) const {
  const auto outcome = oracle_.encode(c);
  if (!outcome)
    return std::nullopt;
  spec::Case asked = c;
  asked.expected = fuzz::expectedOf(c, *outcome);
  const std::string file = folder_ + "/case.json"; // not by way of writeCase, which waits for the disk
  if (!(std::ofstream(file, std::ios::binary) << spec::toJson(asked)).flush())
    throw std::runtime_error(file + " cannot be written");
  const auto ended = runProgram("/bin/sh", {"-c", command_ + " \"$0\"", file}, true);
  return ended ? ended->status : 255;
}

fuzz::CaseJudge CommandJudge::judge() const {
  return [this](const spec::Case& c) { return ask(c) == 1 ? fuzz::setOf(fuzz::Kind::Register) : fuzz::Kinds{0}; };
}

} // namespace warplaw::tools
