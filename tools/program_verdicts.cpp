#include "tools/program_verdicts.h"
#include "tools/input.h"
#include <fmt/format.h>

namespace warplaw::tools {

std::string textOf(const ProgramVerdicts& verdicts) {
  std::string text;
  for (const StatementVerdict& one : verdicts.statements) {
    text += fmt::format("{:<14} {}: {} ({}{:.2f} s)", proofs::textOf(one.verdict), one.name, one.text,
                        one.questions == 1 ? "" : fmt::format("{} lanes, ", one.questions), one.seconds);
    text += one.remark.empty() ? "\n" : fmt::format("\n  {}\n", one.remark);
  }
  return text + fmt::format("  {}\n", verdicts.lanes);
}

std::string toJson(const ProgramVerdicts& verdicts) {
  std::string statements;
  for (const StatementVerdict& one : verdicts.statements)
    statements += fmt::format(
        R"({}{{"name":{},"text":{},"verdict":{},"expected":{},"questions":{},"seconds":{:.3f},"remark":{}}})",
        statements.empty() ? "" : ",", jsonText(one.name), jsonText(one.text), jsonText(proofs::textOf(one.verdict)),
        jsonText(proofs::textOf(one.expected)), one.questions, one.seconds, jsonText(one.remark));
  return fmt::format(R"({{"lanes":{},"statements":[{}]}})", jsonText(verdicts.lanes), statements);
}

} // namespace warplaw::tools
