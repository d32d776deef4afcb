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
  using Eight = u64 __attribute__((ext_vector_type(8)));
  using Bits = bool __attribute__((ext_vector_type(8)));
  u32 bits = 0;
  for (unsigned lane = 0; lane < 32; lane += 8) {
    Eight words;
    std::memcpy(&words, row + lane, sizeof words);
    bits |= u32{__builtin_bit_cast(std::uint8_t, __builtin_convertvector((words & 1) != 0, Bits))} << lane;
  }
  return bits;
}
u32 zerosOf(const u64* row, u64 mask) {
  u64 bits = 0;
  for (unsigned lane = 0; lane < 32; ++lane)
    bits |= u64{(row[lane] & mask) == 0} << lane;
  return static_cast<u32>(bits);
}
void blend(u32 lanes, const u64* __restrict from, u64* __restrict to) {
  for (unsigned lane = 0; lane < 32; ++lane) {
    const u64 word = from[lane], before = to[lane]; // both, or no vector is made of them
    to[lane] = (lanes >> lane & 1) != 0 ? word : before;
  }
}
void mask(u64 bits, u64* row) {
  for (unsigned lane = 0; lane < 32; ++lane)
    row[lane] &= bits;
}
void invert(const u64* from, u64* to) {
  for (unsigned lane = 0; lane < 32; ++lane)
    to[lane] = from[lane] ^ 1;
}
template <bool areAll>
Span addressesOf(const u64* base, u64 offset, u64 kept, u32 size, u32 lanes, unsigned first, u64* to) {
  const u64 start = (base[first] + offset) & kept, ofLane0 = start - u64{first} * size;
  u64 unlike = 0;
  for (unsigned lane = 0; lane < 32; ++lane) {
    const bool isThere = areAll || (lanes >> lane & 1) != 0;
    const u64 address = (base[lane] + offset) & kept;
    to[lane] = isThere ? address : start;
    unlike |= isThere ? address ^ (ofLane0 + u64{lane} * size) : 0;
  }
  const u64 last = ofLane0 + u64{31 - static_cast<unsigned>(__builtin_clz(lanes))} * size;
  if (unlike == 0 && last >= start) // a row may go on at address 0
    return {start, last, start, true};
  u64 least = start, most = start, bits = 0;
  for (unsigned lane = 0; lane < 32; ++lane) {
    least = to[lane] < least ? to[lane] : least;
    most = to[lane] > most ? to[lane] : most;
    bits |= to[lane];
  }
  return {least, most, bits, false};
}
Span addresses(const u64* base, u64 offset, u64 kept, u32 size, u32 lanes, unsigned first, u64* to) {
  return lanes == ~0u ? addressesOf<true>(base, offset, kept, size, lanes, 0, to)
                      : addressesOf<false>(base, offset, kept, size, lanes, first, to);
}
unsigned sectorsOf(const u64* addresses) {
  u64 count = 1, decreases = 0;
  for (unsigned lane = 1; lane < 32; ++lane) {
    count += u64{addresses[lane] >> 5 != addresses[lane - 1] >> 5};
    decreases |= u64{addresses[lane] < addresses[lane - 1]};
  }
  return decreases != 0 ? 0 : static_cast<unsigned>(count);
}
template <bool areAll> bool areSideBySideOf(u32 lanes, unsigned first, const u64* row) {
  const u64 ofLane0 = row[first] - u64{first} * 4;
  u64 unlike = 0;
  for (unsigned lane = 0; lane < 32; ++lane)
    unlike |= areAll || (lanes >> lane & 1) != 0 ? row[lane] ^ (ofLane0 + u64{lane} * 4) : 0;
  return unlike == 0;
}
bool areSideBySide(u32 lanes, unsigned first, const u64* row) {
  return lanes == ~0u ? areSideBySideOf<true>(lanes, 0, row) : areSideBySideOf<false>(lanes, first, row);
}
[[gnu::always_inline]] inline void load4(u32 lanes, const std::uint8_t* bytes, u64* row) {
  u32 words[32];
  std::memcpy(words, bytes, sizeof words);
  for (unsigned lane = 0; lane < 32; ++lane)
    row[lane] = (lanes >> lane & 1) != 0 ? words[lane] : row[lane];
}
[[gnu::always_inline]] inline void store4(u32 lanes, const u64* row, std::uint8_t* bytes) {
  u32 words[32];
  std::memcpy(words, bytes, sizeof words);
  for (unsigned lane = 0; lane < 32; ++lane)
    words[lane] = (lanes >> lane & 1) != 0 ? static_cast<u32>(row[lane]) : words[lane];
  std::memcpy(bytes, words, sizeof words);
}
constexpr u32 kDefined = 0x01010101;
u32 definedOf(const std::uint8_t* isDefined) {
  u32 words[32];
  std::memcpy(words, isDefined, sizeof words);
  u32 lanes = 0;
  for (unsigned lane = 0; lane < 32; ++lane)
    lanes |= u32{words[lane] == kDefined} << lane;
  return lanes;
}
u32 define(u32 lanes, std::uint8_t* isDefined) {
  u32 words[32], count = 0;
  std::memcpy(words, isDefined, sizeof words);
  for (unsigned lane = 0; lane < 32; ++lane) {
    const u32 word = (lanes >> lane & 1) != 0 ? kDefined : words[lane];
    count += ((word ^ words[lane]) * kDefined) >> 24;
    words[lane] = word;
  }
  std::memcpy(isDefined, words, sizeof words);
  return count;
}
void gather4(const std::uint8_t* bytes, const u64* address, u64 from, u64* row) {
  for (unsigned lane = 0; lane < 32; ++lane) {
    u32 word;
    std::memcpy(&word, bytes + (address[lane] - from), sizeof word);
    row[lane] = word;
  }
}
u32 gatherDefined(const std::uint8_t* isDefined, const u64* address, u64 from) {
  std::uint8_t words[32 * 4];
  for (unsigned lane = 0; lane < 32; ++lane)
    std::memcpy(words + std::size_t{4} * lane, isDefined + (address[lane] - from), 4);
  return definedOf(words);
}
void loadEach(u32 lanes, const std::uint8_t* bytes, const std::uint16_t* first, u64* row) {
  u32 words[32];
  for (unsigned lane = 0; lane < 32; ++lane)
    std::memcpy(words + lane, bytes + std::size_t{4} * first[lane], sizeof *words);
  for (unsigned lane = 0; lane < 32; ++lane)
    row[lane] = (lanes >> lane & 1) != 0 ? words[lane] : row[lane];
}
unsigned conflictsOf(const std::uint16_t* first, u32 now, u32* asked) {
  std::uint8_t count[32] = {}, most = 1;
  for (unsigned lane = 0; lane < 32; ++lane) {
    const u32 word = first[lane], isNew = asked[word] != now;
    asked[word] = now;
    count[word % 32] = static_cast<std::uint8_t>(count[word % 32] + isNew);
  }
  for (const std::uint8_t one : count)
    most = one > most ? one : most;
  return most - 1u;
}
template <bool areAll>
Words wordsFrom(const u64* base, u64 offset, u64 kept, u32 lanes, unsigned first, std::uint16_t* to) {
  const u64 start = (base[first] + offset) & kept;
  u64 bits = 0;
  for (unsigned lane = 0; lane < 32; ++lane) {
    const u64 address = (base[lane] + offset) & kept, at = areAll || (lanes >> lane & 1) != 0 ? address : start;
    bits |= at;
    to[lane] = static_cast<std::uint16_t>(at >> 2);
  }
  std::uint16_t least = to[0], most = to[0];
  for (unsigned lane = 0; lane < 32; ++lane) {
    least = to[lane] < least ? to[lane] : least;
    most = to[lane] > most ? to[lane] : most;
  }
  return {bits, least, most};
}
Words wordsOf(const u64* base, u64 offset, u64 kept, u32 lanes, unsigned first, std::uint16_t* to) {
  return lanes == ~0u ? wordsFrom<true>(base, offset, kept, lanes, first, to)
                      : wordsFrom<false>(base, offset, kept, lanes, first, to);
}
/// What a thread's access makes of a word; `meets`: it meets an earlier one.
template <bool writes> u32 noted(u32 word, u32 own, u32 base, bool& meets) {
  const bool isNew = word < base, isOwn = ((word ^ own) & ~kWordWrites) == 0;
  if (writes) {
    meets = !isNew & !isOwn;
    return own + kWordWrites;
  }
  meets = !isNew & !isOwn & (word - base >= kWordWrites) & (word != base + kWordReads);
  return isNew ? own : isOwn ? word : base + kWordReads;
}
template <bool writes> [[gnu::always_inline]] inline bool noteRow(u32* words, u32 base, u32 thread, u32 lanes) {
  u32 met = 0;
  for (unsigned lane = 0; lane < 32; ++lane) {
    bool meets;
    const u32 word = noted<writes>(words[lane], base + thread + lane, base, meets);
    const bool isThere = (lanes >> lane & 1) != 0;
    met |= static_cast<u32>(meets & isThere);
    words[lane] = isThere ? word : words[lane];
  }
  return met == 0;
}
bool loadRow(u32* words, u32 base, u32 thread, u32 lanes, const std::uint8_t* bytes, u64* row) {
  const auto load = [&](u32 some) __attribute__((always_inline)) {
    const bool isPlain = noteRow<false>(words, base, thread, some);
    if (isPlain)
      load4(some, bytes, row);
    return isPlain;
  };
  return lanes == ~0u ? load(~0u) : load(lanes);
}
bool storeRow(u32* words, u32 base, u32 thread, u32 lanes, const u64* row, std::uint8_t* bytes) {
  const auto store = [&](u32 some) __attribute__((always_inline)) {
    const bool isPlain = noteRow<true>(words, base, thread, some);
    if (isPlain)
      store4(some, row, bytes);
    return isPlain;
  };
  return lanes == ~0u ? store(~0u) : store(lanes);
}
/// noteEach of many lanes: all look, then all leave what they make of it. Processors do that quicker than in turns.
/// Where several have one word, one of them finds something else there than it left. Lanes that are not there do what
/// the first one does.
template <bool writes> bool noteAll(u32* words, const std::uint16_t* first, u32 base, u32 thread, u32 lanes) {
  u32 left[32], met = 0, unlike = 0;
  const u32 lead = static_cast<u32>(__builtin_ctz(lanes));
  for (unsigned lane = 0; lane < 32; ++lane)
    left[lane] = words[first[lane]];
  for (unsigned lane = 0; lane < 32; ++lane) {
    bool meets;
    const u32 own = (lanes >> lane & 1) != 0 ? lane : lead;
    left[lane] = noted<writes>(left[lane], base + thread + own, base, meets);
    met |= static_cast<u32>(meets);
  }
  for (unsigned lane = 0; lane < 32; ++lane)
    words[first[lane]] = left[lane];
  for (unsigned lane = 0; lane < 32; ++lane)
    unlike |= words[first[lane]] ^ left[lane];
  for (unsigned lane = 0; !writes && unlike != 0 && lane < 32; ++lane)
    words[first[lane]] = words[first[lane]] != left[lane] ? base + kWordReads : left[lane];
  return (met | (writes ? unlike : 0)) == 0;
}
template <bool writes> bool noteEach(u32* words, const std::uint16_t* first, u32 base, u32 thread, u32 lanes) {
  if (__builtin_popcount(lanes) >= 8)
    return noteAll<writes>(words, first, base, thread, lanes);
  bool met = false;
  for (; lanes != 0; lanes &= lanes - 1) {
    const unsigned lane = static_cast<unsigned>(__builtin_ctz(lanes));
    u32& word = words[first[lane]];
    bool meets;
    word = noted<writes>(word, base + thread + lane, base, meets);
    met |= meets;
  }
  return !met;
}
/// All leave the same, so that all may look first. Lanes that are not there have the first one's word.
bool updateEach(u32* words, const std::uint16_t* first, u32 base, u32, u32) {
  u32 found[32], met = 0;
  for (unsigned lane = 0; lane < 32; ++lane)
    found[lane] = words[first[lane]];
  for (const u32 word : found)
    met |= static_cast<u32>((word >= base) & (word != base + kWordUpdates));
  for (unsigned lane = 0; lane < 32; ++lane)
    words[first[lane]] = base + kWordUpdates;
  return met == 0;
}

} // namespace

extern const RowFunctions WARPLAW_ROWS;
constinit const RowFunctions WARPLAW_ROWS{isSupported, bitsOf,      zerosOf,         blend,          mask,
                                          invert,      addresses,   sectorsOf,       areSideBySide,  load4,
                                          store4,      definedOf,   define,          gather4,        gatherDefined,
                                          loadEach,    conflictsOf, wordsOf,         noteRow<false>, noteRow<true>,
                                          loadRow,     storeRow,    noteEach<false>, noteEach<true>, updateEach};

} // namespace warplaw::ptx
