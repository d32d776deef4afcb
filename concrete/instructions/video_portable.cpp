// The datapath of VADD, VSUB, VABSDIFF, VMIN and VMAX (VID-1, -2, -6, -7). Nothing in it leaves 36 bits.
#include "concrete/instructions/video.h"
#include "concrete/lanewise.h"
#include "concrete/video.h"

using namespace warplaw::spec;
using namespace warplaw::concrete;

namespace {

/// The operation itself (VID-2); what is no VideoOp counts as MAX.
std::int64_t primary(std::uint32_t op, std::int64_t a, std::int64_t b) {
  const auto is = [op](VideoOp wanted) { return op == static_cast<std::uint32_t>(wanted); };
  const std::int64_t difference = a - b;
  const bool less = difference < 0;
  std::int64_t value = less ? b : a;
  value = is(VideoOp::Min) ? (less ? a : b) : value;
  value = is(VideoOp::AbsDiff) ? (less ? -difference : difference) : value;
  value = is(VideoOp::Sub) ? difference : value;
  return is(VideoOp::Add) ? a + b : value;
}

/// What the second operation sees (VID-7). Of what .SAT has clamped, all three are the same.
std::int64_t seen(std::uint32_t choice, std::int64_t value, bool isSigned) {
  const std::int64_t low33 = static_cast<std::int64_t>(static_cast<std::uint64_t>(value) << 31) >> 31;
  const std::int64_t low32 = extended(static_cast<std::uint32_t>(value), 0, isSigned);
  return choice == 1 ? low33 : choice == 2 ? low32 : value;
}

/// The second operation (VID-7); what is no VideoSecond counts as none.
std::int64_t secondary(std::uint32_t second, std::int64_t value, std::int64_t seen, std::int64_t c) {
  const auto is = [second](VideoSecond wanted) { return second == static_cast<std::uint32_t>(wanted); };
  value = is(VideoSecond::Max) ? (seen < c ? c : seen) : value;
  value = is(VideoSecond::Min) ? (seen < c ? seen : c) : value;
  return is(VideoSecond::Add) ? seen + c : value;
}

std::uint32_t videoLane(const VideoModifiers* modifiers, const VideoChoices* choices, std::uint32_t lane,
                        const Operands* operands) {
  const std::int64_t a = extended(operands->row[video_rows::kA][lane], modifiers->aPart, modifiers->aSigned);
  const std::int64_t b = extended(operands->row[video_rows::kB][lane], modifiers->bPart, modifiers->bSigned);
  const std::uint32_t c = operands->row[video_rows::kC][lane];
  const Bits written = bitsOf(modifiers->dPart);
  const bool isSigned = modifiers->dSigned != 0;
  const std::int64_t exact = primary(modifiers->op, a, b);
  const std::int64_t first = modifiers->saturates ? clamped(exact, written.mask, isSigned) : exact;
  const std::int64_t last =
      secondary(modifiers->second, first, seen(choices->secondSees, first, isSigned), extended(c, 0, isSigned));
  const std::uint32_t merged = written.mask << written.first;
  return (c & ~merged) | (static_cast<std::uint32_t>(last) << written.first & merged);
}

} // namespace

extern "C" void warplaw_video_portable(const VideoModifiers* modifiers, const Operands* operands,
                                       const VideoChoices* choices, Results* results) {
  eachLane<videoLane>(modifiers, operands, choices, results);
}
