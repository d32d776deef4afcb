// SHFL's datapath in plain C++, branch-free in the mode and in the lanes (SHFL-1..8).
#include "concrete/shfl.h"

using namespace warplaw::spec;

namespace {
constexpr std::uint32_t maskOf(bool set) { return set ? ~0u : 0u; }
} // namespace

extern "C" void warplaw_shfl_portable(std::uint32_t mode, const Operands* operands, const ShflChoices* choices, Results* results) {
  const std::uint32_t isIdx = maskOf(mode == static_cast<std::uint32_t>(ShflMode::Idx));
  const std::uint32_t isUp = maskOf(mode == static_cast<std::uint32_t>(ShflMode::Up));
  const std::uint32_t isBfly = maskOf(mode == static_cast<std::uint32_t>(ShflMode::Bfly));
  const std::uint32_t exec = operands->exec;
  const std::uint32_t* value = operands->row[shfl_rows::kValue];
  const std::uint32_t* inactive = choices->inactive.data();
  std::uint32_t inRange = 0;
  for (std::uint32_t i = 0; i < kLanes; ++i) {
    const std::uint32_t b = operands->row[shfl_rows::kLane][i] & 31;
    const std::uint32_t range = operands->row[shfl_rows::kRange][i];
    const std::uint32_t seg = (range >> 8) & 31;
    const std::uint32_t minLane = i & seg;
    const std::uint32_t maxLane = minLane | (range & 31 & ~seg);
    // j = own part +- other part, less the carries of an exclusive or (x ^ y = x + y - 2 (x & y)); IDX cuts both parts to the segment
    const std::uint32_t own = i & (seg | ~isIdx);
    const std::uint32_t other = b & ~(seg & isIdx);
    const std::uint32_t j = own + ((other ^ isUp) - isUp) - ((i & b & isBfly) << 1);
    // ~ reverses the order of signed numbers: UP asks j >= maxLane, the others j <= maxLane
    const bool p = static_cast<std::int32_t>(j ^ isUp) <= static_cast<std::int32_t>(maxLane ^ isUp);
    const std::uint32_t source = (p ? j : i) & 31; // p implies 0 <= j <= 31 (SHFL-10)
    const std::uint32_t active = value[source];
    const std::uint32_t unpredictable = inactive[i];
    const std::uint32_t read = (exec >> source) & 1 ? active : unpredictable;
    const std::uint32_t old = results->row[0][i];
    results->row[0][i] = (exec >> i) & 1 ? read : old;
    inRange |= static_cast<std::uint32_t>(p) << i;
  }
  results->written[0] = exec;
  results->written[1] = 0;
  results->predicateWritten = exec;
  results->predicate = (results->predicate & ~exec) | (inRange & exec);
  for (std::uint32_t i = 0; i < kLanes; ++i) results->error[i] = static_cast<std::uint8_t>(ErrorKind::None);
}
