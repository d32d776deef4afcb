#include "tools/replay_executor.h"
#include "check/batch.h"
#include <fmt/format.h>

namespace warplaw::tools {

spec::Result<std::unique_ptr<ForeignReplay>> ForeignReplay::open(const ExecutorSource& source) {
  auto plugin = PluginFile::open(source, {});
  if (!plugin)
    return plugin.error();
  const check::Table& table = (*plugin)->executor().table();
  auto families = check::familiesFor(table.domain, table.bytes);
  if (!families)
    return families.error();
  auto made = std::make_unique<ForeignReplay>();
  made->plugin_ = std::move(*plugin);
  made->families_ = std::move(*families);
  return made;
}

check::Family* ForeignReplay::familyOf(const spec::Case& c) const {
  for (const auto& family : families_)
    if (family->mnemonic() == c.instruction.mnemonic() && plugin_->executor().table().bytes[family->index()])
      return family.get();
  return nullptr;
}

bool ForeignReplay::isOfDomain(const spec::Case& c) {
  check::Family* const family = familyOf(c);
  if (!family)
    return false;
  std::vector<std::byte> asked(family->bytes());
  return family->fromCase(c, asked) && family->contains(asked);
}

spec::Result<check::Shown> ForeignReplay::replay(fuzz::Oracle& oracle, const spec::Case& c) {
  check::Family* const found = familyOf(c);
  if (!found)
    return spec::Rejection{"executor", fmt::format("{} is not implemented", spec::textOf(c.instruction.mnemonic())),
                           ""};
  if (const auto legal = oracle.encode(c); !legal)
    return legal.error();
  check::Family& family = *found;
  std::vector<std::byte> asked(family.bytes()), answered(family.bytes());
  if (!family.fromCase(c, asked))
    return spec::Rejection{"executor", "the case does not fit the family's structure", "include/warplaw/executor.h"};
  spec::Case decided = c;
  decided.choices = family.questionOf(asked).choices; // as the domain says that the executor makes them
  const check::Answer answer = check::askOne(plugin_->executor(), family, asked, answered);
  if (answer.how != check::How::Answered)
    return check::Shown{answer.what, check::shownUnanswered(oracle, decided, fuzz::wantsColour(1))};
  check::Shown shown = check::shown(family, oracle, decided, asked, answered, fuzz::wantsColour(1));
  if (!shown.what.empty())
    shown.table += "  expected: the encoding; got: the executor\n";
  return shown;
}

} // namespace warplaw::tools
