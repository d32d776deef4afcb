// What the checker says of a history: legal with an order that replays, illegal with what shows it, or unknown with
// what was spent.
#pragma once
#include "linearize/history.h"
#include <optional>

namespace warplaw::linearize {

enum class Answer : std::uint8_t { Legal, Illegal, Unknown };

/// One step of a witness order.
struct WitnessStep {
  std::uint32_t access = 0;
  std::uint8_t half = 0; ///< 0: the whole access; 1, 2: its low, high half (F16x2, RED-6)
  bool performs = true;  ///< false: a lane that CAST.SPIN left out (ATOMS-10): no access, flag 0
  bool operator==(const WitnessStep&) const = default;
};

enum class FaultKind : std::uint8_t {
  None,
  FirstNotLeft,    ///< trail: the value that stands first cannot be where the edges start
  LastNotReached,  ///< trail: they do not end at the final value
  Unbalanced,      ///< trail: some value was found more often than produced
  Disconnected,    ///< trail: closed loops that nothing enters
  CastFailed,      ///< a CAST failed though memory never held anything but its compare value
  NotAFlag,        ///< a CAST returned neither 0 nor 1 (ATOMS-9)
  TwoStores,       ///< two lanes of one bank stored under CAST.SPIN (ATOMS-10)
  NoAttempt,       ///< all lanes of a bank failed under CAST.SPIN though whichever performed would have stored
  WrongTotal,      ///< no old values: what the operations leave is not the final value
  StrayByte,       ///< a byte changed that no access touches (MACH-5)
  SumOutOfReach,   ///< float ADD: the final value is further from the exact sum than all roundings together
  CountOutOfReach, ///< INC: no order counts up to the final value under these limits
  AgainstOrder,    ///< every order begins as the values say, until the known order forbids what comes next
  AgainstEnd,      ///< the same from the end: what must come last is known to come earlier
  NoOrder,         ///< every order was tried, up to what is equal
};

/// Why one operation must come before another.
enum class Why : std::uint8_t {
  KnownOrder,
  FoundWhatItLeft,   ///< the second found what the first alone left
  FoundTheFirst,     ///< the first found what was there at first, which the second changed, and which nobody left again
  FoundBeforeChange, ///< the first found a value before the second, which comes after what left it, changed it
  LeftAfterChange,   ///< the first changed memory before somebody found what the second left
  LeftTheLast,       ///< memory ends as the second left it
};
struct Before {
  std::uint32_t first = 0, second = 0; ///< accesses
  Why why = Why::KnownOrder;
  std::uint64_t value = 0;
};

/// Where an illegal history shows it; linearize/reason.h makes a sentence of it.
struct Fault {
  FaultKind kind = FaultKind::None;
  std::uint64_t address = 0;
  unsigned bytes = 4;
  std::uint64_t value = 0;             ///< the value that shows it; WrongTotal: what they leave
  std::vector<std::uint32_t> accesses; ///< the accesses that the fault is among
  std::uint8_t half = 0;
  std::optional<std::uint64_t> first, last; ///< what was known before and after them
  bool lastIsFinal = true;                  ///< last is final memory
  /// AgainstOrder, AgainstEnd: the step before (after) them; what must come next; what is known to come before (after)
  /// it
  std::vector<std::uint32_t> reached, next, blocking;
  /// NoOrder, where it was asked for: those that have no order whatever the others did; without any one of them there
  /// is an order, if that could be seen
  std::vector<std::uint32_t> core;
  bool coreIsMinimal = false;
  bool coreIsOfSections = false;   ///< the core has no order wherever the others come, who leave what they left
  std::vector<Before> cycle;       ///< through the core, each before the next; empty where none was found
  std::vector<std::uint64_t> ends; ///< NoOrder at one place: what memory can end with, 9 at most; CountOutOfReach: may
  bool firstAssumed = false;       ///< nothing tells first: it is one of those tried, and all of them failed
};

struct Spent {
  std::uint64_t states = 0, nanoseconds = 0, bytes = 0;
  const char* limit = ""; ///< which limit was met: "states", "memory", "time"; "" where no method can tell
};

/// Limits of the search. States and bytes are counted, so that an answer does not depend on the machine's load.
struct Budget {
  std::uint64_t nanoseconds = ~std::uint64_t{0}; ///< no limit, unless it is asked for
  std::uint64_t bytes = 256u << 20;
  std::uint64_t states = 1u << 21;
};

struct Verdict {
  Answer answer = Answer::Legal;
  Fault fault;                    ///< illegal
  std::vector<WitnessStep> order; ///< legal, where a witness was asked for
  std::vector<KnownBytes>
      assumed; ///< legal with witness: values of initial bytes that were unknown, as the order needs them
  Spent spent;
};

} // namespace warplaw::linearize
