#include "tools/target_option.h"
#include "spec/source_reader.h"
#include <fmt/format.h>

namespace warplaw::tools {
namespace {

std::string whyNoTarget(const std::string& name) {
  return name.starts_with("sm_") && spec::targetIn(name)
             ? ""
             : fmt::format("{} is no target; accepted: sm_50, sm_90a", name);
}

} // namespace

OptionRow targetRow(std::optional<unsigned>& target, std::string_view needs) {
  Takes aTarget = judgedBy(whyNoTarget).needs(needs);
  aTarget.read = spec::targetIn;
  return {"--target", target,
          "the GPU that a text is for, such as sm_50; it overrides what the text says (docs/text.md)", aTarget};
}

} // namespace warplaw::tools
