#include "ptx/machine/memory.h"
#include "ptx/machine/spaces.h"
#include <algorithm>
#include <cstring>
#include <fmt/format.h>

namespace warplaw::ptx {
namespace {

void put(Region& region, std::size_t offset, const std::vector<std::uint8_t>& bytes) {
  std::ranges::copy(bytes, region.bytes.begin() + static_cast<std::ptrdiff_t>(offset));
  region.define(offset, bytes.size(), true);
}

/// Each byte is defined.
Region regionOf(std::string name, std::uint64_t address, std::vector<std::uint8_t> bytes) {
  Accesses accesses(bytes.size());
  return {std::move(name), address, std::move(bytes), {}, false, std::move(accesses), 0, {}};
}

Region ofArray(const Array& array, std::uint64_t address) {
  Region region = regionOf(array.name, address, array.bytes);
  region.isReadOnly = array.isReadOnly;
  region.isDefined.assign(array.isDefined.begin(), array.isDefined.end());
  if (!array.isDefined.empty())
    region.countUndefined();
  return region;
}

constexpr std::uint64_t kArrayAlignment = 256; ///< as cudaMalloc's

} // namespace

std::uint64_t Region::load(std::size_t offset, unsigned size) const {
  std::uint64_t value = 0;
  std::memcpy(&value, bytes.data() + offset, size);
  return value;
}
void Region::store(std::size_t offset, unsigned size, std::uint64_t value) {
  std::memcpy(bytes.data() + offset, &value, size);
}
void Region::redefine(std::size_t offset, std::size_t size, bool areDefined) {
  if (isDefined.empty())
    isDefined.assign(bytes.size(), 1);
  const auto begin = isDefined.begin() + static_cast<std::ptrdiff_t>(offset),
             end = begin + static_cast<std::ptrdiff_t>(size);
  const auto before = static_cast<std::size_t>(std::count(begin, end, std::uint8_t{0}));
  undefinedBytes += (areDefined ? 0 : size) - before;
  std::fill(begin, end, areDefined ? 1 : 0);
  if (!areDefined && !partial.empty())
    std::fill_n(partial.begin() + static_cast<std::ptrdiff_t>(offset), size, std::uint8_t{0xff});
}
std::uint64_t Region::undefinedBits(std::size_t offset, unsigned size) const {
  std::uint64_t bits = 0;
  if (areDefined(offset, size))
    return bits;
  for (unsigned i = 0; i < size; ++i)
    if (isDefined[offset + i] == 0)
      bits |= std::uint64_t{partial.empty() ? std::uint8_t{0xff} : partial[offset + i]} << 8 * i;
  return bits;
}
void Region::defineBits(std::size_t offset, unsigned size, std::uint64_t undefined) {
  for (unsigned i = 0; i < size; ++i) {
    const auto bits = static_cast<std::uint8_t>(undefined >> 8 * i);
    define(offset + i, 1, bits == 0);
    if (bits != 0 && bits != 0xff && partial.empty())
      partial.assign(bytes.size(), 0xff);
    if (bits != 0 && !partial.empty())
      partial[offset + i] = bits;
  }
}
void Region::countUndefined() {
  undefinedBytes = static_cast<std::size_t>(std::ranges::count(isDefined, std::uint8_t{0}));
}

std::string placeOf(const std::vector<Region>& global, std::uint64_t address) {
  const Region* before = nullptr; // the nearest that begins before it
  for (const Region& region : global)
    if (region.address <= address && (!before || before->address < region.address))
      before = &region;
  if (!before || address - before->address >= before->bytes.size() + (std::uint64_t{1} << 32))
    return fmt::format("{:#x}, where no array is", address);
  return fmt::format("{} + {}, which has {} bytes", before->name, address - before->address, before->bytes.size());
}

std::vector<Region> globalRegions(const Kernel& kernel, const Launch& launch) {
  std::vector<Region> regions;
  std::uint64_t next = kernel.spaces.arrays;
  for (const Array& array : launch.arrays) {
    regions.push_back(ofArray(array, next));
    // a gap behind each, so that what runs past its end reaches no other
    next += (array.bytes.size() + 2 * kArrayAlignment - 1) / kArrayAlignment * kArrayAlignment;
  }
  for (const Placed& variable : kernel.variables) {
    if (variable.space != Space::Global && variable.space != Space::Const)
      continue;
    Region region = regionOf(variable.name, variable.address,
                             std::vector<std::uint8_t>(variable.bytes)); // PTX: 0 where nobody says
    put(region, 0, variable.initial);
    region.isReadOnly = variable.isConstant;
    regions.push_back(std::move(region));
  }
  return regions;
}

Region sharedRegion(const Kernel& kernel, const Launch& launch) {
  const std::size_t size = std::size_t{kernel.staticSharedBytes} + launch.dynamicSharedBytes;
  Region shared = regionOf("shared memory", kernel.spaces.sharedWindow, std::vector<std::uint8_t>(size));
  shared.isDefined.assign(size, 0);
  shared.undefinedBytes = size;
  for (const Placed& variable : kernel.variables)
    if (variable.space == Space::Shared)
      put(shared, variable.address, variable.initial);
  return shared;
}

} // namespace warplaw::ptx
