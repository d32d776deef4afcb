// The executor's side of the border: what runs in a process of its own. Loads a shared object, or starts a command,
// checks its table (include/warplaw/executor.h) and calls it, batch by batch, until the host hangs up or it ends by its
// own fault.
#pragma once
#include "include/warplaw/executor.h"
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace warplaw::check {

/// The families of the table, in its order.
enum class FamilyId : unsigned {
#define WARPLAW_FAMILY(Name, member, of) Name,
#include "check/families.def"
#undef WARPLAW_FAMILY
};
inline constexpr std::array kFamilyNames = {
#define WARPLAW_FAMILY(Name, member, of) std::string_view(#member),
#include "check/families.def"
#undef WARPLAW_FAMILY
};
inline constexpr unsigned kFamilies = kFamilyNames.size();
inline constexpr auto kPtxFamily = static_cast<unsigned>(FamilyId::Ptx);
inline constexpr unsigned kWarpFamilies = kFamilies - 1; ///< they stand in front, and are a Family each
static_assert(kPtxFamily == kWarpFamilies);

/// Texts of the table, as they travel.
inline constexpr std::size_t kMostNameBytes = 200, kMostDomainBytes = 60000;
inline constexpr std::uint64_t kMostStructureBytes = 1 << 14; ///< of one case

enum class Greeting : std::uint32_t { Silent, Welcome, Rejected };
enum class Doing : std::uint32_t { Loading, Waiting, Resetting, Running };

/// The page that both sides see. The host believes nothing of it: each text has an end, each number is looked at.
struct Control {
  Greeting greeting;
  Doing doing;
  char farewell[512]; ///< why it ends; where it was rejected, what is wrong with it
  char accepted[256];
  char name[kMostNameBytes + 1], version[kMostNameBytes + 1];
  char domain[kMostDomainBytes + 1];
  std::uint64_t bytes[kFamilies]; ///< of each family's structure; 0: not implemented
  std::int32_t signal;            ///< that ended it, with the address of a fault; 0: none
  std::uint64_t address;
  std::uint64_t instruction; ///< that it was at then, as bytes behind where the object begins; 0: not known
};

/// What the host asks, through a socket; the answer is the number back.
struct Command {
  std::uint32_t number, family, count, padding;
  std::uint64_t batch; ///< address of its first structure, the same on both sides
};

/// A shared object's path, or a command for the shell.
struct Source {
  std::string text;
  bool isCommand = false;
};

/// Never returns: loads, greets, then serves commands from `socket`.
[[noreturn]] void servePlugin(const Source& source, Control& control, int socket);

} // namespace warplaw::check
