// Case files and histories on the page that `warplaw report` makes: as pictures, with what judges them.
#pragma once
#include "fuzz/oracle.h"
#include "spec/got.h"
#include "spec/program_case.h"
#include <filesystem>

namespace warplaw::tools {

class ReportedFiles {
public:
  /// By its name: case files end in .json, histories in .jsonl.
  static bool takes(const std::filesystem::path& path);

  /// HTML. Of a case of one instruction its picture and table; of a program its steps and its warps before and after;
  /// of a file of histories the first 20 that are illegal, unknown and legal with their trail. What cannot be read says
  /// so.
  std::string shown(const std::string& path);
  /// The same of a case, with what somebody's executor gave on it, if that is known.
  std::string shown(const spec::Case& c, const std::optional<spec::Got>& got);

private:
  std::string single(const spec::Case& c);
  std::string answered(const spec::Case& c, const spec::Got& got);
  std::string pictured(const spec::Case& c, const fuzz::Outcome& expected, const fuzz::Outcome& got,
                       const std::string& legend);
  std::string program(const spec::ProgramCase& c);
  fuzz::Oracle oracle_;
};

} // namespace warplaw::tools
