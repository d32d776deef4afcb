#include "fuzz/minimize/words.h"
#include <algorithm>
#include <bit>
#include <cassert>
#include <tuple>

namespace warplaw::fuzz {

Weight weightOf(const Layout& layout, const Words& words) {
  assert(layout.size() == words.size());
  Weight weight;
  for (std::size_t w = 0; w < words.size(); ++w) {
    const std::uint32_t value = words[w];
    switch (layout[w].role) {
    case WordRole::Exec:
      weight.lanes += static_cast<unsigned>(std::popcount(value));
      break;
    case WordRole::Form:
      break;
    case WordRole::Value:
    case WordRole::Order:
      if (!value)
        break;
      ++weight.nonZero;
      weight.bits += static_cast<unsigned>(std::popcount(value));
      weight.sum += value;
    }
  }
  return weight;
}

namespace {

void addSets(SmallCases& cases, const Edits& chosen, const Edits& additions, std::size_t from, unsigned most) {
  cases.push_back(chosen);
  if (most == 0)
    return;
  for (std::size_t next = from; next < additions.size(); ++next) {
    const auto sets = [&](const Edit& edit) { return edit.word == additions[next].word; };
    if (std::any_of(chosen.begin(), chosen.end(), sets))
      continue;
    Edits more = chosen;
    more.push_back(additions[next]);
    addSets(cases, more, additions, next + 1, most - 1);
  }
}

} // namespace

SmallCases smallCases(const Layout& layout, const std::vector<SmallBase>& bases) {
  SmallCases cases;
  for (const SmallBase& base : bases)
    addSets(cases, base.base, base.additions, 0, base.most);
  const auto wordsOf = [&](const Edits& edits) {
    Words words(layout.size());
    for (const Edit& edit : edits)
      words[edit.word] = edit.value;
    return words;
  };
  std::vector<std::tuple<Weight, Words, std::size_t>> ranked;
  for (std::size_t k = 0; k < cases.size(); ++k) {
    Words words = wordsOf(cases[k]);
    const Weight weight = weightOf(layout, words);
    ranked.emplace_back(weight, std::move(words), k);
  }
  std::sort(ranked.begin(), ranked.end());
  SmallCases sorted;
  for (const auto& [weight, words, k] : ranked)
    sorted.push_back(std::move(cases[k]));
  return sorted;
}

bool smaller(const Layout& layout, const Words& a, const Words& b) {
  const Weight weightA = weightOf(layout, a), weightB = weightOf(layout, b);
  if (weightA != weightB)
    return weightA < weightB;
  return a < b;
}

} // namespace warplaw::fuzz
