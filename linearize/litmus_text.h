// The text of a litmus test: a program of a few threads, the initial contents of memory and L1, and questions about its
// outcomes (docs/litmus.md).
#pragma once
#include "linearize/litmus.h"
#include "spec/rejection.h"
#include <string_view>

namespace warplaw::linearize::litmus {

/// A question, or a statement, about outcomes in which some words have these values.
struct Statement {
  enum class Says : std::uint8_t { Nothing, Allowed, Forbidden };
  Says says = Says::Nothing;
  std::vector<std::pair<std::size_t, std::uint32_t>> words; ///< places in Outcome, and values
  std::string text;                                         ///< "R1=1 [x]=0"
  std::size_t line = 0;                                     ///< of the file, from 1
  bool fits(const Outcome& outcome) const;
};

struct Test {
  Program program;
  std::vector<std::string> words;     ///< by address
  std::vector<std::string> registers; ///< of the words that loads give, in the order of Outcome
  std::vector<Statement> statements;
};

/// Reads a text of at most kMostText bytes. Rejects, with the position of the fault: anything but the form of
/// docs/litmus.md, a register that two loads write, a number beyond 32 bits, threads of one SM with different numbers
/// of barriers.
spec::Result<Test> readTest(std::string_view text);
inline constexpr std::size_t kMostText = 1 << 16, kMostThreads = 8, kMostWords = 32;

/// "R1=1 R2=0 [x]=1".
std::string textOf(const Test& test, const Outcome& outcome);

} // namespace warplaw::linearize::litmus
