#include "fuzz/trial.h"
#include <algorithm>
#include <cassert>

namespace warplaw::fuzz {

void CellWords::add(std::string name, const WordInfo& info, std::size_t offset, std::size_t bytes,
                    std::uint32_t initial) {
  const bool isPlain = bytes == 4 && initial == 0;
  if (isPlain && !runs_.empty() && runs_.back().isPlain && runs_.back().offset + 4 * runs_.back().count == offset)
    ++runs_.back().count;
  else
    runs_.push_back({offset, layout_.size(), 1, bytes, isPlain});
  layout_.push_back(info);
  names_.push_back(std::move(name));
  initial_.push_back(initial);
}

std::size_t CellWords::word(std::string_view name) const {
  const auto found = std::ranges::find(names_, name);
  assert(found != names_.end() && "a word of that name");
  return static_cast<std::size_t>(found - names_.begin());
}

void CellWords::read(const void* object, std::uint32_t* words) const {
  for (const Run& run : runs_) {
    const auto* const from = static_cast<const std::uint8_t*>(object) + run.offset;
    if (!run.isPlain)
      words[run.first] = 0;
    std::memcpy(words + run.first, from, run.count * run.bytes);
    if (!run.isPlain)
      words[run.first] ^= initial_[run.first];
  }
}

void CellWords::write(const std::uint32_t* words, void* object) const {
  for (const Run& run : runs_) {
    auto* const to = static_cast<std::uint8_t*>(object) + run.offset;
    if (run.isPlain) {
      std::memcpy(to, words + run.first, run.count * run.bytes);
      continue;
    }
    const std::uint32_t value = words[run.first] ^ initial_[run.first];
    std::memcpy(to, &value, run.bytes);
  }
}

bool CellWords::areLegal(const std::uint32_t* words) const {
  for (const Limit& limit : limits_)
    if ((words[limit.word] ^ initial_[limit.word]) >= limit.count)
      return false;
  for (const std::size_t order : orders_) {
    std::uint32_t seen = 0;
    for (unsigned k = 0; k < spec::kLanes; ++k)
      seen |= 1u << ((words[order + k] ^ initial_[order + k]) % spec::kLanes);
    if (seen != ~0u)
      return false;
  }
  return true;
}

} // namespace warplaw::fuzz
