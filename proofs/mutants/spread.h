// A fixed choice among many.
#pragma once
#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

namespace warplaw::proofs {

/// At most `count` of those that are wanted, evenly spread; the same ones every time. It may cost much to say which are
/// wanted: few are asked about. In place of one that is not wanted stands the next one that is.
template <class T, class Wanted> std::vector<T> spread(std::vector<T> all, std::size_t count, Wanted wanted) {
  count = std::min(count, all.size());
  std::vector<bool> asked(all.size());
  std::vector<T> chosen;
  for (std::size_t i = 0; i < count; ++i)
    for (std::size_t k = 0, begin = i * all.size() / count + all.size() / (2 * count); k < all.size(); ++k) {
      const std::size_t at = (begin + k) % all.size();
      if (asked[at])
        continue;
      asked[at] = true;
      if (wanted(std::as_const(all[at]))) {
        chosen.push_back(std::move(all[at]));
        break;
      }
    }
  return chosen;
}
/// Spread over all of them.
template <class T> std::vector<T> spread(std::vector<T> all, std::size_t count) {
  return spread(std::move(all), count, [](const T&) { return true; });
}

} // namespace warplaw::proofs
