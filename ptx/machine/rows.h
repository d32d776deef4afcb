// Work on the 32 lanes of a register at once, compiled for each kind of processor.
#pragma once
#include <array>
#include <cstdint>

namespace warplaw::ptx {

/// The properties that 32 addresses have in common.
struct Span {
  std::uint64_t least, most; ///< of them
  std::uint64_t bits;        ///< that any of them has; of consecutive ones, the first
  bool isConsecutive;        ///< lanes that are there: lane i's is i times `size` behind lane 0's
};

/// The properties that the addresses of words have in common; the words count modulo 2^16.
struct Words {
  std::uint64_t bits; ///< that any address has
  std::uint16_t least, most;
};

/// Who accessed a word of shared memory in an interval (ptx/machine/interval.h), as a number on top of that interval's
/// base, a multiple of kWordStates. Less: nobody did. t: thread t alone, which read; kWordWrites + t: thread t alone,
/// which wrote.
inline constexpr std::uint32_t kWordWrites = 1024, kWordReads = 2048, ///< kWordReads: several threads, which read
    kWordUpdates = 2049,                                              ///< atomics of one effect
    kWordStates = 4096;

struct RowFunctions {
  bool (*isSupported)();
  std::uint32_t (*bitsOf)(const std::uint64_t* row);                                ///< bit 0 of each lane
  std::uint32_t (*zerosOf)(const std::uint64_t* row, std::uint64_t bits);           ///< lanes that have none of these
  void (*blend)(std::uint32_t lanes, const std::uint64_t* from, std::uint64_t* to); ///< into these lanes alone
  void (*mask)(std::uint64_t bits, std::uint64_t* row);
  void (*invert)(const std::uint64_t* from, std::uint64_t* to); ///< bit 0
  /// These bits of base + offset, of lanes that are not there the first one's; `first`: that lane.
  Span (*addresses)(const std::uint64_t* base, std::uint64_t offset, std::uint64_t kept, std::uint32_t size,
                    std::uint32_t lanes, unsigned first, std::uint64_t* to);
  /// Sectors of 32 bytes that addresses touch which do not decrease; 0: they do.
  unsigned (*sectorsOf)(const std::uint64_t* addresses);
  /// Is each of these lanes' words 4 behind the one before it?
  bool (*areSideBySide)(std::uint32_t lanes, unsigned first, const std::uint64_t* row);
  /// Consecutive words of these lanes; the words of other lanes stay.
  void (*load4)(std::uint32_t lanes, const std::uint8_t* bytes, std::uint64_t* row);
  void (*store4)(std::uint32_t lanes, const std::uint64_t* row, std::uint8_t* bytes);
  /// isDefined has a byte, 0 or 1, for each byte of 32 words of 4 bytes. definedOf: the mask of the words whose bytes
  /// are all 1. define: makes the bytes of these lanes' words 1, and returns how many were 0.
  std::uint32_t (*definedOf)(const std::uint8_t* isDefined);
  std::uint32_t (*define)(std::uint32_t lanes, std::uint8_t* isDefined);
  /// Words of 4 bytes at address - from, and which of them are defined.
  void (*gather4)(const std::uint8_t* bytes, const std::uint64_t* address, std::uint64_t from, std::uint64_t* row);
  std::uint32_t (*gatherDefined)(const std::uint8_t* isDefined, const std::uint64_t* address, std::uint64_t from);
  /// These lanes' words, lane i's the one numbered first[i].
  void (*loadEach)(std::uint32_t lanes, const std::uint8_t* bytes, const std::uint16_t* first, std::uint64_t* row);
  /// How many more words of 4 bytes one bank is asked for than one; `asked`: of each word `now`, if it was asked for.
  unsigned (*conflictsOf)(const std::uint16_t* first, std::uint32_t now, std::uint32_t* asked);
  /// The numbers of the words of 4 bytes at the addresses (base + offset) & kept; lanes that are not there get lane
  /// `first`'s.
  Words (*wordsOf)(const std::uint64_t* base, std::uint64_t offset, std::uint64_t kept, std::uint32_t lanes,
                   unsigned first, std::uint16_t* to);
  /// Accesses of lanes, which are threads `thread` + lane, lane i's of words[i]; false: some meets an earlier one.
  bool (*readRow)(std::uint32_t* words, std::uint32_t base, std::uint32_t thread, std::uint32_t lanes);
  bool (*writeRow)(std::uint32_t* words, std::uint32_t base, std::uint32_t thread, std::uint32_t lanes);
  /// The same; if none meets one, bytes are loaded or stored as by load4 and store4.
  bool (*loadRow)(std::uint32_t* words, std::uint32_t base, std::uint32_t thread, std::uint32_t lanes,
                  const std::uint8_t* bytes, std::uint64_t* row);
  bool (*storeRow)(std::uint32_t* words, std::uint32_t base, std::uint32_t thread, std::uint32_t lanes,
                   const std::uint64_t* row, std::uint8_t* bytes);
  /// Accesses of lane i's words[first[i]].
  using NoteEach = bool(std::uint32_t* words, const std::uint16_t* first, std::uint32_t base, std::uint32_t thread,
                        std::uint32_t lanes);
  NoteEach *readEach, *writeEach, *updateEach;
};

/// For each kind, from the plainest to the fastest.
std::array<const RowFunctions*, 3> rowPaths();
/// For this processor.
const RowFunctions& rowFunctions();

} // namespace warplaw::ptx
