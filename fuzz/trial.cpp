#include "fuzz/trial.h"
#include <algorithm>
#include <bit>
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
  for (const WordRun& run : runs_) {
    const auto* const from = static_cast<const std::uint8_t*>(object) + run.offset;
    if (!run.isPlain)
      words[run.first] = 0;
    std::memcpy(words + run.first, from, run.count * run.bytes);
    if (!run.isPlain)
      words[run.first] ^= initial_[run.first];
  }
}

void CellWords::write(const std::uint32_t* words, void* object) const {
  for (const WordRun& run : runs_) {
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

/// At most so many legal values, and a modifier is a form of its own; above, it is a number.
constexpr std::uint64_t kMostForms = 256;

void CellWords::addCells(const spec::Layout& cells, const void* defaults, std::size_t offset, std::uint8_t firstRow,
                         bool areForms) {
  int row = firstRow - 1;
  for (const spec::CellPlace& place : cells.cells()) {
    if (place.lane <= 0)
      ++row;
    const std::uint64_t count = place.about.count;
    WordInfo info{WordRole::Value, static_cast<std::uint8_t>(row), static_cast<std::int16_t>(place.lane), ~0u,
                  false,           place.about.isLaneMask};
    if (count)
      info.mask = static_cast<std::uint32_t>(std::bit_ceil(count) - 1);
    else if (place.bits < 32)
      info.mask = (1u << place.bits) - 1;
    if (place.about.isOrder) {
      info.role = WordRole::Order;
      if (place.lane == 0)
        orders_.push_back(layout_.size());
    } else if (areForms && count && count <= kMostForms) {
      info.role = WordRole::Form;
      info.mask = static_cast<std::uint32_t>(count - 1);
    }
    if (count && !std::has_single_bit(count))
      limits_.push_back({layout_.size(), static_cast<std::uint32_t>(count)});
    add(std::string(place.name), info, offset + place.offset, place.bytes,
        static_cast<std::uint32_t>(spec::cellOf(defaults, place)));
  }
}

} // namespace warplaw::fuzz
