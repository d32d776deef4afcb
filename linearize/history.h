// A history: what was observed of atomic operations on memory, as plain structures that a fuzzing loop can fill without
// text (ATOMS-5, -6, -7, -9, -10, RED-6, -9). The file format is in linearize/history_file.h.
#pragma once
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace warplaw::linearize {

enum class Op : std::uint8_t { Add, Min, Max, Inc, Dec, And, Or, Xor, Exch, Cas, Cast, CastSpin };
enum class Type : std::uint8_t { U32, S32, U64, S64, F32, F16x2, F64 }; ///< F32 is F32.FTZ.RN, F16x2 and F64 are .RN

struct Operation {
  Op op = Op::Add;
  Type type = Type::U32;
  bool plain = false; ///< LD is OR with 0, ST is EXCH that returns nothing: the same steps under another name
  bool operator==(const Operation&) const = default;
};

/// One warp instruction; (warp, number) names it once.
struct Instruction {
  std::uint32_t warp = 0;
  std::uint32_t number = 0; ///< position in the warp's program: smaller is earlier
  Operation operation;
};

inline constexpr std::uint8_t kBankOfAddress = 0xff; ///< bits 6:2 of the address

/// One lane of one instruction that performed an access (lanes in error make none, MACH-8).
struct Access {
  std::uint32_t instruction = 0; ///< index into History::instructions
  std::uint8_t lane = 0;         ///< 0..31
  bool returns = false;          ///< was Rd seen? Reductions return nothing
  std::uint64_t address = 0;     ///< of the least significant byte, a multiple of the size
  std::uint64_t operand = 0;     ///< Rb: operand, or compare value of CAS and CAST; zero above the size
  std::uint64_t swap = 0;        ///< what CAS and CAST store
  std::uint64_t returned = 0;    ///< the old value, or CAST's flag; where returns is set
  std::uint8_t bank =
      kBankOfAddress; ///< CAST.SPIN.U64, whose banks are [param] (ATOMS-10): 0..31, equal at equal addresses
};

constexpr unsigned bankOf(const Access& access) {
  return access.bank == kBankOfAddress ? static_cast<unsigned>(access.address >> 2 & 31) : access.bank;
}

/// Known bytes of memory from `address` on. A list of them is sorted by address and does not overlap; all else is
/// unknown.
struct KnownBytes {
  std::uint64_t address = 0;
  std::vector<std::uint8_t> bytes;
};

/// A warp arrived at a barrier after its instructions numbered up to `after`, and before all later ones.
struct Arrival {
  std::uint32_t warp = 0;
  std::int64_t after = -1;
};

/// MEMBAR.GL: under the program order of lanes, everything that such a lane did before it comes before everything that
/// the lane does after it, at any address (RED-9). It accesses nothing.
struct Fence {
  std::uint32_t warp = 0;
  std::uint32_t number = 0;         ///< position in the warp's program, which no instruction has
  std::uint32_t lanes = 0xffffffff; ///< that execute it, a bit each
};

/// Which instructions of a warp the program order orders.
enum class ProgramOrder : std::uint8_t {
  Instruction, ///< all lanes of an instruction take effect before any lane of a later one (ATOMS)
  Lane,        ///< only accesses of one lane to overlapping bytes, and around its MEMBAR, keep their order (RED-9)
};

/// Zeros of unlike sign under MIN and MAX of F16x2 (RED-7, [param]).
enum class ZeroOrder : std::uint8_t { NegativeBelow, KeepMemory, TakeOperand };

struct History {
  std::string name;
  std::uint64_t memoryBase = 0, memorySize = std::uint64_t{1} << 40; ///< bytes that exist
  ProgramOrder programOrder = ProgramOrder::Instruction;
  ZeroOrder zeros = ZeroOrder::NegativeBelow;
  bool isOfThreads = false; ///< each warp is one thread, its lane 0, and is called so
  std::vector<Instruction> instructions;
  std::vector<Access> accesses;
  std::vector<KnownBytes> initial, final;
  std::vector<std::pair<std::uint32_t, std::uint32_t>>
      completed; ///< the first had completed before the second began (indexes)
  std::vector<std::vector<Arrival>> barriers;
  std::vector<Fence> fences;
};

inline constexpr std::size_t kMostInstructions = std::size_t{1}
                                                 << 20; ///< of one history, and accesses, barriers, MEMBARs

/// The noun for what an instruction belongs to.
constexpr const char* whoIn(const History& history) { return history.isOfThreads ? "thread" : "warp"; }

/// An empty history in the memory of the one before.
inline void clear(History& history) {
  std::vector<Instruction> instructions = std::move(history.instructions);
  std::vector<Access> accesses = std::move(history.accesses);
  instructions.clear();
  accesses.clear();
  history = History{};
  history.instructions = std::move(instructions);
  history.accesses = std::move(accesses);
}

} // namespace warplaw::linearize
