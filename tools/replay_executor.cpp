#include "tools/replay_executor.h"
#include "check/batch.h"
#include <algorithm>
#include <fmt/format.h>

namespace warplaw::tools {

spec::Result<std::unique_ptr<ForeignReplay>> ForeignReplay::open(const std::string& path) {
  auto plugin = PluginFile::open({path}, {});
  if (!plugin)
    return plugin.error();
  auto families = check::familiesIn((*plugin)->executor().table().domain);
  if (!families)
    return families.error();
  auto made = std::make_unique<ForeignReplay>();
  made->plugin_ = std::move(*plugin);
  made->families_ = std::move(*families);
  return made;
}

spec::Result<check::Shown> ForeignReplay::replay(fuzz::Oracle& oracle, const spec::Case& c) {
  check::Executor& executor = plugin_->executor();
  const auto found = std::ranges::find_if(families_, [&](const auto& family) {
    return family->mnemonic() == c.instruction.mnemonic() && executor.table().bytes[family->index()];
  });
  if (found == families_.end())
    return spec::Rejection{"executor", fmt::format("{} is not implemented", spec::textOf(c.instruction.mnemonic())),
                           ""};
  if (const auto legal = oracle.encode(c); !legal)
    return legal.error();
  check::Family& family = **found;
  std::vector<std::byte> asked(family.bytes()), answered(family.bytes());
  if (!family.fromCase(c, asked))
    return spec::Rejection{"executor", "the case does not fit the family's structure", "include/warplaw/executor.h"};
  const check::Answer answer = check::askOne(executor, family, asked, answered);
  if (answer.how != check::How::Answered)
    return check::Shown{answer.what, check::shownUnanswered(oracle, c, fuzz::wantsColour(1))};
  check::Shown shown = check::shown(family, oracle, c, asked, answered, fuzz::wantsColour(1));
  if (!shown.what.empty())
    shown.table += "  expected: the encoding; got: the executor\n";
  return shown;
}

} // namespace warplaw::tools
