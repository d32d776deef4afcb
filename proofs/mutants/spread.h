// A fixed choice among many.
#pragma once
#include <cstddef>
#include <utility>
#include <vector>

namespace warplaw::proofs {

/// At most `count` of them, evenly spread; the same ones every time.
template <class T> std::vector<T> spread(std::vector<T> all, std::size_t count) {
  if (all.size() <= count)
    return all;
  std::vector<T> chosen;
  for (std::size_t i = 0; i < count; ++i)
    chosen.push_back(std::move(all[i * all.size() / count + all.size() / (2 * count)]));
  return chosen;
}

} // namespace warplaw::proofs
