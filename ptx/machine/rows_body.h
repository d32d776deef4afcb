// Row functions, for the processor that the including file is compiled for: see rows.h. WARPLAW_ROWS: their name;
// WARPLAW_ROWS_SUPPORTED: may they run? Nothing here is shared with another file.
#include "ptx/machine/rows.h"
#include <cstring>

namespace warplaw::ptx {
namespace {
using u64 = std::uint64_t;
using u32 = std::uint32_t;

bool isSupported() { return WARPLAW_ROWS_SUPPORTED; }

u32 bitsOf(const u64* row) {
  u64 bits = 0;
  for (unsigned lane = 0; lane < 32; ++lane)
    bits |= (row[lane] & 1) << lane;
  return static_cast<u32>(bits);
}
u32 zerosOf(const u64* row, u64 mask) {
  u64 bits = 0;
  for (unsigned lane = 0; lane < 32; ++lane)
    bits |= u64{(row[lane] & mask) == 0} << lane;
  return static_cast<u32>(bits);
}
void blend(u32 lanes, const u64* from, u64* to) {
  for (unsigned lane = 0; lane < 32; ++lane)
    to[lane] = (lanes >> lane & 1) != 0 ? from[lane] : to[lane];
}
void mask(u64 bits, u64* row) {
  for (unsigned lane = 0; lane < 32; ++lane)
    row[lane] &= bits;
}
void invert(const u64* from, u64* to) {
  for (unsigned lane = 0; lane < 32; ++lane)
    to[lane] = from[lane] ^ 1;
}
Span addresses(const u64* base, u64 offset, u64 kept, u64 size, u32 lanes, unsigned first, u64* to) {
  const u64 start = (base[first] + offset) & kept;
  u64 least = start, most = start, bits = 0, unlike = 0;
  if (lanes == ~0u) {
    for (unsigned lane = 0; lane < 32; ++lane) {
      const u64 address = (base[lane] + offset) & kept;
      to[lane] = address;
      least = address < least ? address : least;
      most = address > most ? address : most;
      bits |= address;
      unlike |= address ^ (start + lane * size);
    }
    return {least, most, bits, unlike == 0};
  }
  for (unsigned lane = 0; lane < 32; ++lane) {
    const u64 address = (lanes >> lane & 1) != 0 ? (base[lane] + offset) & kept : start;
    to[lane] = address;
    least = address < least ? address : least;
    most = address > most ? address : most;
    bits |= address;
  }
  return {least, most, bits, false};
}
u32 banksOf(const u64* addresses) {
  u64 banks = 0;
  for (unsigned lane = 0; lane < 32; ++lane)
    banks |= u64{1} << (addresses[lane] >> 2 & 31);
  return static_cast<u32>(banks);
}
unsigned sectorsOf(const u64* addresses) {
  u64 count = 1, decreases = 0;
  for (unsigned lane = 1; lane < 32; ++lane) {
    count += u64{addresses[lane] >> 5 != addresses[lane - 1] >> 5};
    decreases |= u64{addresses[lane] < addresses[lane - 1]};
  }
  return decreases != 0 ? 0 : static_cast<unsigned>(count);
}
void load4(const std::uint8_t* bytes, u64* row) {
  u32 words[32];
  std::memcpy(words, bytes, sizeof words);
  for (unsigned lane = 0; lane < 32; ++lane)
    row[lane] = words[lane];
}
void store4(const u64* row, std::uint8_t* bytes) {
  u32 words[32];
  for (unsigned lane = 0; lane < 32; ++lane)
    words[lane] = static_cast<u32>(row[lane]);
  std::memcpy(bytes, words, sizeof words);
}

} // namespace

extern const RowFunctions WARPLAW_ROWS;
constinit const RowFunctions WARPLAW_ROWS{isSupported, bitsOf,  zerosOf,   blend, mask,  invert,
                                          addresses,   banksOf, sectorsOf, load4, store4};

} // namespace warplaw::ptx
