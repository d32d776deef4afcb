#include "tools/case_keeper.h"
#include "fuzz/check.h"
#include "spec/shell_word.h"
#include <fmt/format.h>

namespace warplaw::tools {

std::string CaseKeeper::keep(const std::string& shown, const spec::Case& c, const std::optional<spec::Got>& got) const {
  const auto path = fuzz::writeCounterexample({"", c, got}, folder);
  if (!path)
    return fmt::format("{}\n  the case could not be written: {}\n", shown, path.error().message);
  return fmt::format("{}  case file: {}\n  replay:    warplaw replay {} {}\n", shown, *path, replayWith,
                     spec::shellPath(*path));
}

std::string CaseKeeper::keep(const check::Pair& pair) const {
  const std::string shown = fmt::format("{}\n{}", pair.what, pair.table);
  const auto wrong = fuzz::writeCounterexample({"", pair.wrong, pair.got}, folder);
  const auto other = fuzz::writeCounterexample({"", pair.other}, folder);
  if (!wrong || !other)
    return fmt::format("{}\n  the cases could not be written: {}\n", shown, (wrong ? other : wrong).error().message);
  const auto& first = pair.isSecond ? *other : *wrong;
  const auto& second = pair.isSecond ? *wrong : *other;
  return fmt::format("{}  case files: {} {}\n  replay:    warplaw replay {} --batch {} {}\n", shown, first, second,
                     replayWith, spec::shellPath(first), spec::shellPath(second));
}

} // namespace warplaw::tools
