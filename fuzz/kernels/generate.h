// Random kernels as PTX texts, each from a record of bytes. Most are free of races, deadlocks and dependence on the
// schedule, for barriers and membermasks are mostly right; some are not, on purpose.
#pragma once
#include "fuzz/record.h"
#include "ptx/machine/launch.h"

namespace warplaw::fuzz {

/// Bytes that are read of a record; what is missing reads as zero.
inline constexpr std::size_t kKernelRecord = 640;

struct GeneratedKernel {
  std::string text;
  ptx::Launch launch;
};
GeneratedKernel generateKernel(Bytes record);
/// The same with `.address_size 32`; its registers of addresses stay wider.
GeneratedKernel withShortAddresses(GeneratedKernel made);

/// A record of random bytes.
std::vector<std::uint8_t> kernelRecord(std::uint64_t seed);

} // namespace warplaw::fuzz
