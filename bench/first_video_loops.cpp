// The loops over video instructions that one would write first: see first_loops.h.
#include "bench/first_loops.h"
#include <algorithm>
#include <cstdlib>

namespace warplaw::bench {
namespace {
using namespace spec;

bool compare(VideoCondition condition, std::int64_t a, std::int64_t b) {
  switch (condition) {
  case VideoCondition::Eq:
    return a == b;
  case VideoCondition::Ne:
    return a != b;
  case VideoCondition::Lt:
    return a < b;
  case VideoCondition::Le:
    return a <= b;
  case VideoCondition::Gt:
    return a > b;
  case VideoCondition::Ge:
    return a >= b;
  }
  return false;
}

/// VID-2..4.
std::int64_t operate(VideoOp op, VideoCondition condition, std::int64_t a, std::int64_t b) {
  switch (op) {
  case VideoOp::Add:
    return a + b;
  case VideoOp::Sub:
    return a - b;
  case VideoOp::AbsDiff:
    return std::abs(a - b);
  case VideoOp::Min:
    return std::min(a, b);
  case VideoOp::Max:
    return std::max(a, b);
  case VideoOp::Avrg:
    return a + b >= 0 ? (a + b + 1) >> 1 : (a + b) >> 1;
  case VideoOp::Set:
    return compare(condition, a, b);
  default:
    return 0;
  }
}

/// VID-5. What leaves 64 bits is large, and has its low 33.
std::int64_t shift(VideoOp op, bool wraps, bool keepsAll, std::int64_t a, std::int64_t b) {
  const std::int64_t distance = wraps ? b & 31 : std::min<std::int64_t>(b, 32);
  if (op == VideoOp::Shr)
    return a >> distance;
  const __int128 shifted = static_cast<__int128>(a) << distance;
  const auto low64 = static_cast<std::int64_t>(shifted);
  if (!keepsAll)
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(low64) << 30) >> 30;
  return low64 == shifted ? low64 : (low64 & 0x1FFFFFFFF) | std::int64_t{1} << 62;
}

/// So many bits of a word as a number.
std::int64_t extract(std::uint32_t word, unsigned first, unsigned bits, bool isSigned) {
  const std::int64_t value = word >> first & ((std::int64_t{1} << bits) - 1);
  return isSigned && value >> (bits - 1) ? value - (std::int64_t{1} << bits) : value;
}
std::int64_t saturate(std::int64_t value, unsigned bits, bool isSigned) {
  const std::int64_t least = isSigned ? -(std::int64_t{1} << (bits - 1)) : 0;
  return std::clamp(value, least, least + (std::int64_t{1} << bits) - 1);
}
std::uint32_t replace(std::uint32_t word, unsigned first, unsigned bits, std::int64_t value) {
  const std::uint32_t mask = static_cast<std::uint32_t>((std::uint64_t{1} << bits) - 1) << first;
  return (word & ~mask) | (static_cast<std::uint32_t>(value) << first & mask);
}

struct Place {
  unsigned first, bits;
};
Place placeOf(std::uint32_t part) {
  switch (static_cast<Part>(part)) {
  case Part::B0:
    return {0, 8};
  case Part::B1:
    return {8, 8};
  case Part::B2:
    return {16, 8};
  case Part::B3:
    return {24, 8};
  case Part::H0:
    return {0, 16};
  case Part::H1:
    return {16, 16};
  default:
    return {0, 32};
  }
}

/// VID-7.
std::int64_t second(VideoSecond second, std::int64_t value, std::int64_t c) {
  switch (second) {
  case VideoSecond::Add:
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(value) + static_cast<std::uint64_t>(c));
  case VideoSecond::Min:
    return std::min(value, c);
  case VideoSecond::Max:
    return std::max(value, c);
  default:
    return value;
  }
}

/// The executing lanes, one after the other.
template <class Word> void eachExecuting(const Operands* operands, Results* results, Word word) {
  for (int lane = 0; lane < 32; ++lane) {
    results->error[lane] = 0;
    if (operands->exec >> lane & 1)
      results->row[0][lane] = word(operands->row[0][lane], operands->row[1][lane], operands->row[2][lane]);
  }
  results->written[0] = operands->exec;
  results->written[1] = results->predicateWritten = 0;
}

} // namespace

void firstVideoLoop(const VideoModifiers* m, const Operands* operands, const VideoChoices* choices, Results* results) {
  eachExecuting(operands, results, [=](std::uint32_t rowA, std::uint32_t rowB, std::uint32_t c) {
    const auto op = static_cast<VideoOp>(m->op);
    const Place partA = placeOf(m->aPart), partB = placeOf(m->bPart), partD = placeOf(m->dPart);
    const std::int64_t a = extract(rowA, partA.first, partA.bits, m->aSigned);
    const std::int64_t b = extract(rowB, partB.first, partB.bits, m->bSigned);
    std::int64_t value = op == VideoOp::Shl || op == VideoOp::Shr
                             ? shift(op, m->wraps, choices->shiftKeepsAll, a, b)
                             : operate(op, static_cast<VideoCondition>(m->condition), a, b);
    if (m->saturates)
      value = saturate(value, partD.bits, m->dSigned);
    else if (m->second && choices->secondSees == 1)
      value = static_cast<std::int64_t>(static_cast<std::uint64_t>(value) << 31) >> 31;
    else if (m->second && choices->secondSees == 2)
      value = extract(static_cast<std::uint32_t>(value), 0, 32, m->dSigned);
    value = second(static_cast<VideoSecond>(m->second), value, extract(c, 0, 32, m->dSigned));
    return replace(c, partD.first, partD.bits, value);
  });
}

void firstVsimdLoop(const VsimdModifiers* m, const Operands* operands, const VsimdChoices*, Results* results) {
  const unsigned lanes = m->fourLanes ? 4 : 2, bits = 32 / lanes;
  eachExecuting(operands, results, [=](std::uint32_t rowA, std::uint32_t rowB, std::uint32_t c) {
    const auto selected = [&](std::uint32_t selector, unsigned lane, bool isSigned) {
      const unsigned digit = selector >> 4 * lane & 7;
      return extract(digit < lanes ? rowA : rowB, digit % lanes * bits, bits, isSigned);
    };
    std::uint32_t d = c;
    for (unsigned lane = 0; lane < lanes; ++lane) {
      if (!(m->mask >> lane & 1))
        continue;
      std::int64_t value = operate(static_cast<VideoOp>(m->op), static_cast<VideoCondition>(m->condition),
                                   selected(m->aLanes, lane, m->aSigned), selected(m->bLanes, lane, m->bSigned));
      if (m->saturates)
        value = saturate(value, bits, m->dSigned);
      d = m->adds ? d + static_cast<std::uint32_t>(value) : replace(d, lane * bits, bits, value);
    }
    return d;
  });
}

} // namespace warplaw::bench
