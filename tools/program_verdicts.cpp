#include "tools/program_verdicts.h"
#include <boost/json/array.hpp>
#include <cmath>
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

boost::json::object toJson(const ProgramVerdicts& verdicts) {
  boost::json::array statements;
  for (const StatementVerdict& one : verdicts.statements)
    statements.push_back({{"name", one.name},
                          {"text", one.text},
                          {"verdict", proofs::textOf(one.verdict)},
                          {"expected", proofs::textOf(one.expected)},
                          {"questions", one.questions},
                          {"seconds", std::round(1000 * one.seconds) / 1000},
                          {"remark", one.remark}});
  return {{"lanes", verdicts.lanes}, {"statements", std::move(statements)}};
}

} // namespace warplaw::tools
