// Shared memory that is reserved for system software, and that cooperative groups use (%reserved_smem_offset_..,
// PTX-41).
#pragma once
#include "ptx/machine/kernel.h"
#include <algorithm>
#include <optional>

namespace warplaw::ptx {

/// A variable behind those that the kernel declares, where the kernel asks for it.
inline constexpr std::string_view kReserved = "%reserved_smem";
/// NVIDIA's: 1 KiB of a block since sm_80.
inline constexpr std::uint32_t kReservedBytes = 1024, kReservedAlignment = 16;
inline constexpr unsigned kReservedSince = 80, kAggregateSince = 90;

inline bool isOfReserved(std::string_view name) { return name.starts_with(kReserved) || name == "%aggr_smem_size"; }

/// Where it begins. Nothing: the kernel does not ask for it.
inline std::optional<std::uint64_t> reservedOf(const Kernel& kernel) {
  const auto found = std::ranges::find(kernel.variables, kReserved, &Placed::name);
  return found == kernel.variables.end() ? std::nullopt : std::optional(found->address);
}

} // namespace warplaw::ptx
