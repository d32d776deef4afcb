#include "tools/query_file.h"
#include "proofs/engine/report.h"
#include "tools/output.h"
#include <fmt/format.h>

namespace warplaw::tools {

proofs::UndecidedHook queryWriter(std::string folder) {
  return [folder = std::move(folder)](const proofs::Undecided& undecided) {
    const std::string path = proofs::fileOf(folder, undecided.obligation, ".smt2");
    const auto written =
        writeReportFile(path, fmt::format("; {}\n; {}\n{}", undecided.obligation, undecided.said, undecided.text));
    return written ? fmt::format("\nthe query: {}", path)
                   : fmt::format("\n(no file of the query: {})", written.error().message);
  };
}

} // namespace warplaw::tools
