// What small programs of several threads can read: every reachable outcome of loads, stores and reductions on lines of
// memory that each SM may hold in an L1 of its own (RED-8), in every order that threads may take (RED-9).
#pragma once
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace warplaw::linearize::litmus {

enum class Op : std::uint8_t {
  Load,       ///< LD: may hit a line of the own SM, stale or not
  LoadGlobal, ///< LD.CG: reads past L1
  Store,      ///< ST; a line of the own SM goes, so that its thread reads what it stored (RED-9)
  Add,        ///< RED.ADD; so does RED's (RED-8)
  Membar,     ///< MEMBAR.GL: what stands before it comes before what stands behind it
  Barrier     ///< BAR.SYNC of all threads of the program
};
struct Step {
  Op op;
  unsigned address = 0;    ///< of one word, alone in its line; not of Membar and Barrier
  std::uint32_t value = 0; ///< stored or added
};
struct Thread {
  unsigned sm = 0;
  std::vector<Step> steps;
};
struct Program {
  std::vector<Thread> threads;       ///< as many barriers in each
  std::vector<std::uint32_t> memory; ///< by address
  /// (SM, address): lines that an SM holds at first, with what stands in memory.
  std::vector<std::pair<unsigned, unsigned>> held;
};

/// Words that loads gave, by thread and step, and then memory.
using Outcome = std::vector<std::uint32_t>;

/// The rules; a model in which one of them does not hold is a wrong one, which tests must tell from the right one.
struct Rules {
  bool reductionsDiscard = true;    ///< RED-8
  bool globalLoadsReadPast = true;  ///< RED-8
  bool oneAddressKeepsOrder = true; ///< RED-9
  bool membarOrders = true;         ///< RED-9
  bool barrierOrders = true;        ///< RED-9
};

/// Every outcome there is, each with one way to it ("thread 0: RED.ADD [0]; thread 1: LD [0] hits L1, gives 0"). For
/// programs of up to about ten steps; at most 32 a thread.
std::map<Outcome, std::string> outcomes(const Program& program, const Rules& rules = {});

} // namespace warplaw::linearize::litmus
