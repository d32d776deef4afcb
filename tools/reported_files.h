// Case files and histories on the page that `warplaw report` makes: as pictures, with what judges them.
#pragma once
#include "spec/program_case.h"
#include "tools/pictured_cases.h"
#include <filesystem>

namespace warplaw::tools {

class ReportedFiles {
public:
  /// By its name: case files end in .json, histories in .jsonl.
  static bool takes(const std::filesystem::path& path);

  /// HTML. Of a case of one instruction what PicturedCases show; of a program its steps and its warps before and after;
  /// of a file of histories the first 20 that are illegal, unknown and legal with their trail. What cannot be read says
  /// so.
  std::string shown(const std::string& path);

private:
  std::string program(const spec::ProgramCase& c);
  PicturedCases cases_;
};

} // namespace warplaw::tools
