#include "tools/target_option.h"
#include <fmt/format.h>

namespace warplaw::tools {

void addTarget(CLI::App& command, spec::Target& target) {
  command
      .add_option_function<std::string>(
          "--target", [&target](const std::string& name) { target = spec::targetIn(name); },
          "the GPU that a text is for, such as sm_50; it overrides what the text says (docs/text.md)")
      ->type_name("TEXT")
      ->check([](const std::string& name) {
        return name.starts_with("sm_") && spec::targetIn(name)
                   ? ""
                   : fmt::format("{} is no target; accepted: sm_50, sm_90a", name);
      });
}

} // namespace warplaw::tools
