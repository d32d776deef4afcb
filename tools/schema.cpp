// `warplaw schema`: the JSON Schema of case files, which docs/case.schema.json is a copy of.
#include "spec/case_schema.h"
#include "tools/command.h"
#include "tools/input.h"
#include <fmt/format.h>

namespace warplaw::tools {
namespace {

Action setupSchema(Subcommand& command) {
  command.footer("Examples:\n  warplaw schema > docs/case.schema.json\nExit codes: 0 printed, 2 bad usage.");
  return [] {
    fmt::print("{}", spec::caseSchema());
    return codeOf(ExitCode::AsExpected);
  };
}

} // namespace

const Command kSchema{"schema", "print the JSON Schema of case files", setupSchema};

} // namespace warplaw::tools
