#include "tools/target_option.h"
#include "spec/source_reader.h"
#include "tools/numbers.h"
#include <algorithm>
#include <cctype>
#include <fmt/format.h>

namespace warplaw::tools {
namespace {

/// `sm_50`, `SM_90a`, and nothing behind it.
spec::Target targetNamed(std::string_view name) {
  std::string small(name);
  std::ranges::transform(small, small.begin(), [](unsigned char c) { return std::tolower(c); });
  std::string_view number = small;
  if (!number.starts_with("sm_"))
    return {};
  number.remove_prefix(3);
  if (number.ends_with('a') || number.ends_with('f')) // of that GPU alone, or of its family
    number.remove_suffix(1);
  const bool isDecimal = number.find_first_not_of("0123456789") == number.npos;
  const auto generation = isDecimal ? wholeNumber(number) : std::nullopt;
  return generation && *generation >= 10 && *generation < 1000 ? spec::Target(*generation) : std::nullopt;
}

std::string whyNoTarget(const std::string& name) {
  return targetNamed(name) ? "" : fmt::format("{} is no target; accepted: sm_50, sm_90a", name);
}

} // namespace

OptionRow targetRow(std::optional<unsigned>& target, std::string_view needs) {
  Takes aTarget = judgedBy(whyNoTarget).needs(needs);
  aTarget.read = targetNamed;
  return {"--target", target,
          "the GPU that a text is for, such as sm_50; it overrides what the text says (docs/text.md)", aTarget};
}

} // namespace warplaw::tools
