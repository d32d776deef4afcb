// The words that small programs of several threads can read: every reachable outcome of loads, stores, atomics and
// reductions on lines of memory that each SM may hold in its L1 (RED-8, SURED-9), in every order that threads may take
// (RED-9).
//
// An SM holds a whole line as it was when the SM brought it in, each SM for itself. It is not known whether a load that
// finds no line brings it in, nor when a line is lost: both ways are always taken. So an operation may discard a line
// that it need not discard, and effects that are not documented (ATOM's on lines; SURED's on lines of LD) may happen or
// not.
#pragma once
#include "linearize/history.h"
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace warplaw::linearize::litmus {

enum class Kind : std::uint8_t {
  Load,          ///< LD: may hit a line of the own SM, stale or not
  LoadGlobal,    ///< LD.CG: reads past L1
  LoadTexture,   ///< a texture load: may hit a texture line of the own SM, which LD does not see
  Store,         ///< ST; a line of the own SM goes, so that its thread reads what it stored (RED-9)
  Reduce,        ///< RED: the own SM's line goes; later, memory gets the operation (RED-8)
  Atomic,        ///< ATOM: gives the old value, of memory
  ReduceSurface, ///< SURED: memory gets the operation; texture lines stay (SURED-9)
  Membar,        ///< MEMBAR.GL: what stands before it comes before what stands behind it
  Barrier        ///< BAR.SYNC of all threads of the SM, which are one CTA
};
struct LitmusStep {
  Kind kind;
  unsigned address = 0;     ///< of one word of 32 bits; not of Membar and Barrier
  std::uint32_t value = 0;  ///< stored, or Rb
  Operation operation = {}; ///< of Reduce, Atomic and ReduceSurface: integers of 32 bits
  std::uint32_t swap = 0;   ///< what CAS stores
};
struct Thread {
  unsigned sm = 0;
  std::vector<LitmusStep> steps; ///< at most kMostSteps
};
inline constexpr unsigned kMostSteps = 32;

enum class Cache : std::uint8_t { Data, Texture };
/// A line that an SM holds at first, with what stands in memory.
struct Held {
  unsigned sm = 0, line = 0;
  Cache cache = Cache::Data;
};
struct Program {
  std::vector<Thread> threads;       ///< of one SM: as many barriers in each
  std::vector<std::uint32_t> memory; ///< by address
  std::vector<Held> held;
  std::vector<unsigned> lines; ///< by address: the line that the word stands in; empty: each is alone in its own,
                               ///< which has its number
  unsigned lineOf(unsigned address) const { return lines.empty() ? address : lines[address]; }
};

/// Words that loads and ATOM gave, by thread and step, and then memory.
using Outcome = std::vector<std::uint32_t>;

/// The rules; a model in which one of them does not hold is a wrong one, which tests must tell from the right one.
struct Rules {
  bool reductionsDiscard = true;    ///< RED-8
  bool globalLoadsReadPast = true;  ///< RED-8
  bool linesAreWhole = true;        ///< RED-8: a load brings in its neighbours, too
  bool textureLinesStay = true;     ///< SURED-9
  bool surfacesAreUncached = true;  ///< SURED-9
  bool oneAddressKeepsOrder = true; ///< RED-9
  bool membarOrders = true;         ///< RED-9
  bool barrierOrders = true;        ///< RED-9
  bool discardsInTwoSteps = true;   ///< RED-8, [param]: false: discard and reduction are one step
};

struct Found {
  /// Each with one way to it ("thread 0: RED.ADD [0], 1 is performed; thread 1: LD [0] hits L1, gives 0").
  std::map<Outcome, std::string> outcomes;
  std::size_t states = 0;
  bool isComplete = true; ///< otherwise more states than the limit: there may be other outcomes
};
inline constexpr std::size_t kMostStates = 1'000'000;
/// Every outcome there is. What words and SMs are called in ways: `names` by address, or their numbers.
Found outcomes(const Program& program, const Rules& rules = {}, const std::vector<std::string>& names = {},
               std::size_t limit = kMostStates);

/// "LD [0]", "RED.ADD.U32 [x], 1".
std::string textOf(const LitmusStep& step, const std::vector<std::string>& names = {});
/// Does it give a word?
constexpr bool gives(Kind kind) {
  return kind == Kind::Load || kind == Kind::LoadGlobal || kind == Kind::LoadTexture || kind == Kind::Atomic;
}

} // namespace warplaw::linearize::litmus
