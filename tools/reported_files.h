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

  /// HTML. A case of one instruction is shown by PicturedCases; a program by its steps and its warps before and after;
  /// a file of histories by the first 20 illegal, unknown and legal ones with their trail. For a file that cannot be
  /// read, the HTML says so.
  std::string shown(const std::string& path);

private:
  std::string program(const spec::ProgramCase& c);
  PicturedCases cases_;
};

} // namespace warplaw::tools
