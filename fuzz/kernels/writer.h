// Writes the statements of a kernel, nested, and keeps in mind which lanes are at one place.
#pragma once
#include "fuzz/record.h"
#include <fmt/format.h>
#include <string>

namespace warplaw::fuzz {

/// Decisions from bytes, one each; at their end 0, which is the simplest.
class Drawn {
public:
  explicit Drawn(Bytes bytes) : bytes_(bytes) {}
  std::uint32_t below(std::uint32_t limit) { return byte() % limit; } ///< limit up to 256
  bool oneIn(std::uint32_t n) { return below(n) == n - 1; }
  std::uint32_t word() { return byte() | byte() << 8 | byte() << 16 | byte() << 24; }
  bool isAtEnd() const { return at_ >= bytes_.size(); }

private:
  std::uint32_t byte() { return at_ < bytes_.size() ? bytes_[at_++] : 0; }
  Bytes bytes_;
  std::size_t at_ = 0;
};

/// Who decides alike whether a statement is reached.
enum class Reach : std::uint8_t { Block, Warp, Lanes };

struct Context {
  Reach reach = Reach::Block;
  unsigned depth = 0;
  std::string mask = "0xffffffff"; ///< the lanes of the warp that are here; empty: nobody knows
  std::string loopEnd{};           ///< the label behind the loop, where the body itself is written; else empty
};

class Writer {
public:
  Writer(Drawn& drawn, unsigned threads) : drawn_(drawn), threads_(threads), hasExits_(drawn.below(2)) {}
  void body(Context context); ///< some statements
  std::string text;           ///< so far
  std::string lists;          ///< .branchtargets
  unsigned predicates = 0, words = 0;

private:
  void statement(Context& context);
  void straight(Context& context);
  void collective(Context& context);
  // --- blocks.cpp
  void condition(const Context& context);
  void loop(const Context& context);
  void uniformLoop(const Context& context);
  void leaveLoop(Context& context);
  void exits(Context& context);
  Context branchOn(const std::string& predicate, const Context& outer, bool isElse);
  std::string uniformCondition(Context& context);
  // --- straight.cpp
  void arithmetic();
  void floats();
  void wide();
  void video();
  void compare();
  void readInput();
  void ownSlots();
  void local();
  void call();
  void count();
  void atomicOfOwn();
  // --- collectives.cpp
  void neighbour(const Context& context);
  void shuffle(const std::string& mask, bool isPartial);
  void vote(const std::string& mask);
  void match(const std::string& mask);
  void reduce(const std::string& mask);
  void barrier(const Context& context);
  void someLanes();
  void producer();
  void namedBarrier();
  std::string maskOf(const Context& context); ///< mostly right

  template <class... Args> void line(fmt::format_string<Args...> format, Args&&... args) {
    text += "  " + fmt::format(format, std::forward<Args>(args)...) + "\n";
  }
  std::string value();    ///< to be read: a register, a number
  std::string variable(); ///< to be read or written
  std::string flag();     ///< a predicate of the pool
  std::string guard();    ///< mostly none
  std::string newPredicate() { return fmt::format("%p{}", predicates++); }
  std::string newWord() { return fmt::format("%x{}", words++); }
  std::string newLabel(std::string_view name) { return fmt::format("{}{}", name, labels_++); }

  Drawn& drawn_;
  unsigned threads_; ///< of the block
  unsigned labels_ = 0, left_ = 36;
  /// Threads may exit early, or barriers have counts: what both together do is open (BAR-1).
  bool hasExits_;
};

inline constexpr unsigned kVariables = 8, kFlags = 4, kCounters = 8;

} // namespace warplaw::fuzz
