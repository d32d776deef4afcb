#include "tools/target_option.h"
#include "spec/source_reader.h"
#include <fmt/format.h>

namespace warplaw::tools {
namespace {

std::string whyNoTarget(const std::string& name) {
  return spec::targetNamed(name) ? "" : fmt::format("{} is no target; accepted: sm_50, sm_90a", name);
}

} // namespace

OptionRow targetRow(std::optional<unsigned>& target, std::string_view needs) {
  Takes aTarget = judgedBy(whyNoTarget).needs(needs);
  aTarget.read = spec::targetNamed;
  return {"--target", target,
          "the GPU that a text is for, such as sm_50, or that CUDA is compiled for; it overrides what the text says "
          "(docs/text.md)",
          aTarget};
}

} // namespace warplaw::tools
