// One warp of a CTA: its registers, and which of its lanes are where (PTX-11, PTX-12).
#pragma once
#include "ptx/machine/kernel.h"
#include "ptx/machine/launch.h"
#include "ptx/machine/memory.h"
#include <array>
#include <bit>
#include <map>
#include <span>
#include <vector>

namespace warplaw::ptx {

using Row = std::array<std::uint64_t, 32>;

/// A register of all lanes; lanes whose value may be anything, and those among them that got it from a lane that was
/// not there, and of which only some bits may be anything (Warp::undefinedBits).
struct alignas(64) Value { // a row of 64 bits fills whole lines of the cache
  Row word{};
  std::uint32_t undefined = 0, ofLane = 0, partly = 0;
  bool operator==(const Value&) const = default;
};

/// Lanes that are at one instruction together.
struct Fragment {
  enum class State : std::uint8_t { Runs, AtSync, AtBarrier };
  std::uint32_t pc = 0;
  std::uint32_t lanes = 0;
  std::int32_t meeting = -1; ///< index into Warp::meetings: where they wait for others next; -1: nowhere
  State state = State::Runs;
  std::uint32_t awaited = 0; ///< at a .sync: lanes that had not come then
};

/// Where the sides of a branch meet, and which lanes have come.
struct Meeting {
  std::uint32_t pc = 0;
  std::uint32_t expected = 0, arrived = 0;
  std::int32_t outer = -1; ///< the meeting that they all go to then
};

class Warp {
public:
  /// values: of its registers before the first instruction, and of whatever else steps read.
  Warp(const Kernel& kernel, const Launch& launch, unsigned number, std::vector<Value> values);
  /// In the next CTA; `read`: registers that a thread may read before it writes them. What others have does not matter.
  void restart(const Kernel& kernel, const Launch& launch, std::span<const std::uint32_t> read);

  // --- where lanes are
  std::vector<Fragment> fragments; ///< the last one that runs is next
  std::vector<Meeting> meetings;
  std::uint32_t exited = 0; ///< lanes that a short block does not have, too
  std::uint32_t live() const { return ~exited; }
  bool isDone() const { return fragments.empty(); }
  /// The fragment that runs next; nothing where all wait.
  std::optional<std::size_t> next() const;
  /// Sides of a branch: lanes that go to `target`, and the others to `otherwise`; they meet at `meetAt`.
  void diverge(std::size_t fragment, std::uint32_t taken, std::uint32_t target, std::uint32_t otherwise,
               std::uint32_t meetAt);
  /// The same of the last fragment, where one side (`lanes`) goes straight to where they meet: it goes on without them.
  void sendAhead(std::uint32_t lanes, std::uint32_t meetAt);
  /// Where the fragment meets others; ~0: nowhere.
  std::uint32_t meetingPlace(const Fragment& one) const {
    return one.meeting < 0 ? ~0u : meetings[static_cast<std::size_t>(one.meeting)].pc;
  }
  /// The last fragment comes to where it meets others. True: all of them have come, and go on in it.
  bool meetsAll();
  /// Splits these lanes off a fragment, so that they wait and the others go on; they meet behind the instruction.
  void splitOff(std::size_t fragment, std::uint32_t lanes);
  /// Some lanes of a fragment become one of their own, at the same instruction: which one.
  std::size_t part(std::size_t fragment, std::uint32_t lanes);
  /// To an instruction, or into the meeting that stands there.
  void advance(std::size_t fragment, std::uint32_t pc);
  void leave(std::size_t fragment, std::uint32_t lanes); ///< they have exited
  /// Lets those go on who have come to a meeting whose others wait elsewhere; false where nobody is at one.
  bool releaseMeeting();

  // --- registers
  std::vector<Value> values;
  std::vector<std::uint8_t> areDefined; ///< of each value: 1 if undefined is 0
  std::map<std::uint32_t, Row> partial; ///< of values that are undefined partly: those bits
  std::uint64_t undefinedBits(std::uint32_t place, unsigned lane) const {
    const Value& value = values[place];
    if ((value.undefined >> lane & 1) == 0)
      return 0;
    return (value.partly >> lane & 1) != 0 ? partial.at(place)[lane] : ~std::uint64_t{0};
  }
  unsigned number;         ///< in the CTA
  std::uint32_t turns = 0; ///< jumps back of one fragment since another one ran
  /// The same while others wait for it where ways meet, and whether it asked for what others write: it may wait for
  /// them.
  std::uint32_t spins = 0;
  bool asksOthers = false;

  // --- a thread's own memory
  std::vector<Region> local; ///< a lane each; parameters too
  std::vector<Region> param;

private:
  std::int32_t meetingOf(const Fragment& whole, std::uint32_t meetAt); ///< of the sides of a branch; maybe a new one
  void dropMeetings();                                                 ///< the last ones to which nobody comes
  void go(std::size_t fragment, std::uint32_t pc);
  void settle(); ///< meetings to which all have come go on
};

} // namespace warplaw::ptx
