// What an executor gave on a case, kept in the file of a counterexample beside the case (docs/case_format.md). Whoever
// reads a case passes over it.
#pragma once
#include "spec/case_file.h"

namespace warplaw::spec {

struct Got {
  std::string by;        ///< whose answer it is: the executor's name and version
  std::string what;      ///< what is wrong with it, in one line; how the executor ended
  bool isAnswer = true;  ///< false: the executor ended, and gave none
  bool anyOrder = false; ///< it does not say in which order its lanes came: each order's outcome would be right
  Choices choices = {};  ///< of an answer, as it says that they were made
  Expected outcome = {}; ///< of an answer: every place that changed
};

/// The case as JSON, with what was got behind its members.
std::string toJson(const Case& c, const Got& got);
/// What was got alone, in one line of JSON.
std::string inOneLine(const Case& c, const Got& got);
/// What the file of this case keeps; nothing where it keeps none.
Result<std::optional<Got>> gotFromJson(std::string_view text, const Case& c);
/// As readCase and writeCase.
Result<std::optional<Got>> readGot(const std::string& path, const Case& c);
Result<void> writeCase(const Case& c, const Got& got, const std::string& path, bool overwrite);

} // namespace warplaw::spec
