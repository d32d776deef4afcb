#include "plain/memory.h"
#include "ptx/machine/spaces.h"
#include <algorithm>

namespace warplaw::plain {

void Region::fill(std::uint64_t from, const std::vector<std::uint8_t>& these) {
  std::ranges::copy(these, bytes.begin() + static_cast<std::ptrdiff_t>(from));
  std::fill_n(undefined.begin() + static_cast<std::ptrdiff_t>(from), these.size(), std::uint8_t{0});
}

Held Found::load(unsigned count) const {
  Held value;
  for (unsigned i = 0; i < count; ++i) {
    value.word |= std::uint64_t{region->bytes[offset + i]} << 8 * i;
    value.undefined |= std::uint64_t{region->undefined[offset + i]} << 8 * i;
  }
  return value;
}

void Found::store(Held value, unsigned count) const {
  for (unsigned i = 0; i < count; ++i) {
    region->bytes[offset + i] = static_cast<std::uint8_t>(value.word >> 8 * i);
    region->undefined[offset + i] = static_cast<std::uint8_t>(value.undefined >> 8 * i);
  }
}

Found within(Region& region, std::uint64_t address, std::uint64_t count) {
  const std::uint64_t size = region.bytes.size(), offset = address - region.base;
  if (address < region.base || offset > size || count > size - offset)
    return {};
  return {&region, offset};
}

GlobalMemory::GlobalMemory(const ptx::Kernel& kernel, const ptx::Launch& launch, std::uint8_t unwritten) {
  for (const ptx::Placed& variable : kernel.variables) {
    if (variable.space != ptx::Space::Global && variable.space != ptx::Space::Const)
      continue;
    Region region(variable.address, variable.bytes, 0);
    std::ranges::fill(region.undefined, std::uint8_t{0}); // what no initialiser says is 0
    region.fill(0, variable.initial);
    region.isReadOnly = variable.isConstant;
    regions_.push_back(std::move(region));
  }
  placeArrays(launch, kernel.spaces.arrays, unwritten);
}

/// Each at the next multiple of 256 behind a gap of 256 bytes at least.
void GlobalMemory::placeArrays(const ptx::Launch& launch, std::uint64_t next, std::uint8_t unwritten) {
  firstArray_ = regions_.size();
  for (const ptx::Array& array : launch.arrays) {
    Region region(next, array.bytes.size(), unwritten);
    region.fill(0, array.bytes);
    for (std::size_t i = 0; i < array.isDefined.size(); ++i)
      if (!array.isDefined[i])
        within(region, next + i, 1).store({unwritten, 0xff}, 1);
    region.isReadOnly = array.isReadOnly;
    regions_.push_back(std::move(region));
    next += (array.bytes.size() + 511) / 256 * 256;
  }
}

Found GlobalMemory::find(std::uint64_t address, std::uint64_t count) {
  for (Region& region : regions_)
    if (const Found found = within(region, address, count); found.region)
      return found;
  return {};
}

std::vector<ptx::Array> GlobalMemory::arrays(const ptx::Launch& launch) const {
  std::vector<ptx::Array> after = launch.arrays;
  for (std::size_t i = 0; i < after.size(); ++i) {
    const Region& region = regions_[firstArray_ + i];
    after[i].bytes = region.bytes;
    after[i].isDefined.clear();
    for (const std::uint8_t bits : region.undefined)
      after[i].isDefined.push_back(bits == 0);
  }
  return after;
}

Region sharedMemory(const ptx::Kernel& kernel, const ptx::Launch& launch, std::uint8_t unwritten) {
  Region shared(0, std::uint64_t{kernel.staticSharedBytes} + launch.dynamicSharedBytes, unwritten);
  for (const ptx::Placed& variable : kernel.variables) {
    if (variable.space != ptx::Space::Shared || variable.initial.empty())
      continue;
    shared.fill(variable.address, std::vector<std::uint8_t>(variable.bytes));
    shared.fill(variable.address, variable.initial);
  }
  return shared;
}

Region parameters(const ptx::Kernel& kernel, const ptx::Launch& launch, const GlobalMemory& memory,
                  std::uint8_t unwritten) {
  Region frame(0, kernel.paramFrameBytes, unwritten);
  for (std::size_t i = 0; i < kernel.parameters.size() && i < launch.arguments.size(); ++i) {
    const ptx::Parameter& parameter = kernel.parameters[i];
    const ptx::Argument& argument = launch.arguments[i];
    if (argument.array >= 0)
      within(frame, parameter.offset, parameter.bytes).store(memory.addressOf(argument.array), parameter.bytes);
    else
      frame.fill(parameter.offset, argument.bytes);
  }
  return frame;
}

} // namespace warplaw::plain
