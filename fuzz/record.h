// A record: the fixed number of bytes that one test is made of. Every byte string is a valid one: what is missing reads
// as zero, what is too much is ignored. Rows of words are bent towards interesting values by one style byte each.
#pragma once
#include "spec/operand.h"
#include <array>
#include <cstring>
#include <span>

namespace warplaw::fuzz {

using Bytes = std::span<const std::uint8_t>;

/// `Size` bytes, zero-padded.
template <std::size_t Size> struct Record {
  alignas(8) std::array<std::uint8_t, Size> bytes;
  explicit Record(Bytes data) {
    const std::size_t given = data.size() < Size ? data.size() : Size;
    if (given)
      std::memcpy(bytes.data(), data.data(), given);
    if (given < Size)
      std::memset(bytes.data() + given, 0, Size - given);
  }
  std::uint8_t byte(std::size_t at) const { return bytes[at]; }
  std::uint32_t word(std::size_t at) const {
    std::uint32_t value;
    std::memcpy(&value, bytes.data() + at, 4);
    return value;
  }
  std::uint64_t doubleWord(std::size_t at) const {
    std::uint64_t value;
    std::memcpy(&value, bytes.data() + at, 8);
    return value;
  }
};

/// Words at which arithmetic changes its mind; 16 of them.
inline constexpr std::array<std::uint32_t, 16> kEdges = {
    0,          1,          2,          3,          4,          0x7f,       0x80,       0xff,
    0x7fffffff, 0x80000000, 0x80000001, 0xfffffffe, 0xffffffff, 0xfffffffc, 0x00ffffff, 0x55555555};

/// One row of 32 lanes from 128 bytes. style (modulo 8): 0, 1 the bytes themselves; 2 one word in all lanes; 3 the lane
/// added to one word; 4 edges; 5 two bits a lane; 6 one edge in all lanes; 7 zero or one word.
inline void fillRow(std::uint32_t* row, const std::uint8_t* bytes, unsigned style) {
  std::memcpy(row, bytes, 4 * spec::kLanes);
  const std::uint32_t first = row[0];
  switch (style % 8) {
  case 2:
    for (unsigned i = 0; i < spec::kLanes; ++i)
      row[i] = first;
    break;
  case 3:
    for (unsigned i = 0; i < spec::kLanes; ++i)
      row[i] = first + i;
    break;
  case 4:
    for (unsigned i = 0; i < spec::kLanes; ++i)
      row[i] = kEdges[row[i] % 16];
    break;
  case 5:
    for (unsigned i = 0; i < spec::kLanes; ++i)
      row[i] &= 3;
    break;
  case 6:
    for (unsigned i = 0; i < spec::kLanes; ++i)
      row[i] = kEdges[first % 16];
    break;
  case 7:
    for (unsigned i = 0; i < spec::kLanes; ++i)
      row[i] = row[i] & 1 ? first : 0;
    break;
  default:
    break;
  }
}

/// Executing lanes from one word; style (modulo 8): mostly the word itself; 4 and 5 all lanes; 6 one lane; 7 a prefix,
/// possibly empty.
inline std::uint32_t execMask(std::uint32_t word, unsigned style) {
  switch (style % 8) {
  case 4:
  case 5:
    return ~0u;
  case 6:
    return 1u << (word % 32);
  case 7:
    return (1u << (word % 32)) - 1;
  default:
    return word;
  }
}

/// Further decisions that need no bytes of their own: a fixed function of the record (splitmix64).
class Dice {
public:
  explicit Dice(std::uint64_t seed) : state_(seed) {}
  std::uint64_t next() {
    std::uint64_t z = (state_ += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
  }
  std::uint32_t below(std::uint32_t limit) { return static_cast<std::uint32_t>(next() % limit); } ///< 0 .. limit-1
  bool oneIn(std::uint32_t n) { return below(n) == 0; }
  void fill(std::span<std::uint8_t> bytes) { ///< eight at a time
    std::size_t at = 0;
    for (; at + 8 <= bytes.size(); at += 8) {
      const std::uint64_t word = next();
      std::memcpy(bytes.data() + at, &word, 8); // of a size that the compiler knows: no call
    }
    if (at < bytes.size()) {
      const std::uint64_t word = next();
      std::memcpy(bytes.data() + at, &word, bytes.size() - at);
    }
  }

private:
  std::uint64_t state_;
};

} // namespace warplaw::fuzz
