#include "tools/query_file.h"
#include "tools/output.h"
#include <algorithm>
#include <filesystem>
#include <fmt/format.h>

namespace warplaw::tools {

proofs::UndecidedHook queryWriter(std::string folder) {
  return [folder = std::move(folder)](const proofs::Undecided& undecided) {
    std::string name = undecided.obligation;
    std::ranges::replace(name, '/', '.');
    const std::string path = fmt::format("{}/{}.smt2", folder, name);
    std::error_code refused; // said when the file is written
    std::filesystem::create_directories(folder, refused);
    const auto written =
        writeReportFile(path, fmt::format("; {}\n; {}\n{}", undecided.obligation, undecided.said, undecided.text));
    return written ? fmt::format("\nthe query: {}", path)
                   : fmt::format("\n(no file of the query: {})", written.error().message);
  };
}

} // namespace warplaw::tools
