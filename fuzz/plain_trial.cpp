#include "fuzz/plain_trial.h"

namespace warplaw::fuzz {
namespace {

constexpr std::uint64_t kFewForms = 64;

std::vector<Edits> formsOf(const Layout& layout) {
  std::vector<Edits> forms = {{}};
  std::uint64_t product = 1;
  for (const WordInfo& info : layout)
    if (info.role == WordRole::Form)
      product *= info.mask + 1;
  for (std::size_t w = 0; w < layout.size(); ++w) {
    if (layout[w].role != WordRole::Form)
      continue;
    const std::size_t before = product <= kFewForms ? forms.size() : 1;
    for (std::uint32_t value = 1; value <= layout[w].mask; ++value)
      for (std::size_t form = 0; form < before; ++form) {
        Edits more = forms[form];
        more.push_back({w, value});
        forms.push_back(std::move(more));
      }
  }
  return forms;
}

} // namespace

std::vector<SmallBase> plainSmallBases(const CellWords& cells, unsigned rows,
                                       std::vector<std::uint32_t> (*values)(unsigned row)) {
  const Layout& layout = cells.layout();
  const std::size_t exec = cells.word("exec"), firstRow = rows ? cells.word("row[0][0]") : 0;
  std::vector<SmallBase> bases;
  for (const Edits& form : formsOf(layout))
    for (const std::uint32_t lanes : {1u << 0, 1u << 1, 1u << 31, 3u << 0}) {
      SmallBase small{form, {}, 2};
      small.base.push_back({exec, lanes});
      for (std::size_t w = 0; w < layout.size(); ++w) {
        const int lane = layout[w].position;
        if (layout[w].role != WordRole::Value || layout[w].memory || (lane > 0 && !(lanes >> lane & 1)))
          continue; // lane 0 counts even where it does not execute: others may look at it
        std::vector<std::uint32_t> tried = {1};
        if (rows && w >= firstRow && w < firstRow + rows * spec::kLanes)
          tried = values(static_cast<unsigned>((w - firstRow) / spec::kLanes));
        else if (lane < 0 && lanes != 1)
          tried.push_back(lanes);
        for (const std::uint32_t value : tried)
          if (!(value & ~layout[w].mask))
            small.additions.push_back({w, value});
      }
      bases.push_back(std::move(small));
    }
  return bases;
}

} // namespace warplaw::fuzz
