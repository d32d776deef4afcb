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
  auto shown = replayBatch(oracle, std::span(&c, 1));
  if (!shown)
    return shown.error();
  return std::move(shown->front());
}

spec::Result<std::vector<check::Shown>> ForeignReplay::replayBatch(fuzz::Oracle& oracle,
                                                                   std::span<const spec::Case> cases) {
  check::Family* const found = familyOf(cases.front());
  if (!found)
    return spec::Rejection{
        "executor", fmt::format("{} is not implemented", spec::textOf(cases.front().instruction.mnemonic())), ""};
  check::Family& family = *found;
  if (cases.size() > plugin_->executor().batchOf(family.index()))
    return spec::Rejection{"executor", "these are more cases than a batch has", ""};
  check::Batch batch(family, plugin_->executor());
  batch.resize(cases.size());
  std::vector<std::size_t> which;
  std::vector<spec::Case> decided(cases.begin(), cases.end());
  for (std::size_t k = 0; k < cases.size(); ++k) {
    if (familyOf(cases[k]) != found)
      return spec::Rejection{"executor", "a batch is of one family", ""};
    if (const auto legal = oracle.encode(cases[k]); !legal)
      return legal.error();
    if (!family.fromCase(cases[k], batch.asked(k)))
      return spec::Rejection{"executor", "the case does not fit the family's structure", "include/warplaw/executor.h"};
    decided[k].choices = family.questionOf(batch.asked(k)).choices; // as the domain says that the executor makes them
    which.push_back(k);
  }
  const check::Answer answer = batch.askInOrder(which);
  const std::string by = plugin_->executor().table().by();
  std::vector<check::Shown> all;
  for (std::size_t k = 0; k < cases.size(); ++k) {
    if (answer.how != check::How::Answered) {
      all.push_back({answer.what, check::shownUnanswered(oracle, decided[k], {.colour = fuzz::wantsColour(1)}),
                     spec::Got{.by = by, .what = answer.what, .isAnswer = false}});
      continue;
    }
    all.push_back(
        check::shown(family, oracle, decided[k], batch.asked(k), batch.answered(k), by, fuzz::wantsColour(1)));
    if (!all.back().what.empty())
      all.back().table += "  expected: the encoding; got: the executor\n";
  }
  return all;
}

} // namespace warplaw::tools
