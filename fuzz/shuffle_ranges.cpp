#include "fuzz/shuffle_ranges.h"
#include "fuzz/table.h"
#include "spec/instructions/shfl.h"
#include "spec/instructions/shflsync.h"
#include <bit>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <map>
#include <optional>
#include <vector>

namespace warplaw::fuzz {
namespace {
using spec::kLanes;
constexpr std::uint32_t kLaneBits = 31;
constexpr std::size_t kMostLines = 4, kMostGroups = 8; ///< of groups, as many as fit a line

std::optional<unsigned> rangeRow(spec::Mnemonic mnemonic) {
  switch (mnemonic) {
  case spec::Mnemonic::Shfl:
    return spec::shfl_rows::kRange;
  case spec::Mnemonic::Shflsync:
    return spec::shflsync_rows::kRange;
  default:
    return {};
  }
}

/// Lanes that agree in the segment's bits are together; of those groups, the ones that these lanes are in.
std::string segmentsOf(std::uint32_t segment, std::uint32_t lanes) {
  if (segment == kLaneBits)
    return "each lane is its own";
  if (std::countl_one(segment << 27) != std::popcount(segment)) // they are not side by side
    return "lanes that agree in these bits";
  std::map<std::uint32_t, std::uint32_t> groups;
  for (std::uint32_t lane = 0; lane < kLanes; ++lane)
    groups[lane & segment] |= 1u << lane;
  std::vector<std::string> texts;
  for (const auto& [least, group] : groups)
    if (group & lanes)
      texts.push_back(laneList(group));
  if (texts.size() > kMostGroups)
    texts = {texts[0], texts[1], "..", texts.back()};
  return fmt::format("lanes {}", fmt::join(texts, ", "));
}

std::string namesOf(std::uint32_t lanes) {
  return fmt::format("{} {}", std::has_single_bit(lanes) ? "lane" : "lanes", laneList(lanes));
}

} // namespace

std::string shuffleRanges(spec::Mnemonic mnemonic, const spec::Operands& operands) {
  const auto row = rangeRow(mnemonic);
  if (!row)
    return {};
  std::map<std::uint32_t, std::uint32_t> lanesOf; // by what counts of the operand
  for (unsigned lane = 0; lane < kLanes; ++lane)
    if (operands.exec >> lane & 1)
      lanesOf[operands.row[*row][lane] & 0x1f1f] |= 1u << lane;
  const bool isUniform = lanesOf.size() == 1;
  std::erase_if(lanesOf, [](const auto& range) { return range.first >> 8 == 0; });
  if (lanesOf.size() > kMostLines)
    return fmt::format("  segments: {} kinds\n", lanesOf.size());
  std::string text;
  for (const auto& [range, lanes] : lanesOf)
    text += fmt::format("  {}segment {:#x}: {}; clamp {}\n", isUniform ? "" : namesOf(lanes) + ": ", range >> 8,
                        segmentsOf(range >> 8, lanes), range & kLaneBits);
  return text;
}

} // namespace warplaw::fuzz
