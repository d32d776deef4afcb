#include "plain/memory.h"
#include "ptx/machine/spaces.h"
#include <algorithm>

namespace warplaw::plain {

void Region::fill(std::uint64_t from, const std::vector<std::uint8_t>& these) {
  std::ranges::copy(these, bytes.begin() + static_cast<std::ptrdiff_t>(from));
  std::fill_n(isWritten.begin() + static_cast<std::ptrdiff_t>(from), these.size(), std::uint8_t{1});
}

std::uint64_t Found::load(unsigned count) const {
  std::uint64_t value = 0;
  for (unsigned i = 0; i < count; ++i)
    value |= std::uint64_t{region->bytes[offset + i]} << 8 * i;
  return value;
}

bool Found::isWritten(unsigned count) const {
  const auto first = region->isWritten.begin() + static_cast<std::ptrdiff_t>(offset);
  return std::all_of(first, first + count, [](std::uint8_t each) { return each != 0; });
}

void Found::store(std::uint64_t value, unsigned count) const {
  for (unsigned i = 0; i < count; ++i) {
    region->bytes[offset + i] = static_cast<std::uint8_t>(value >> 8 * i);
    region->isWritten[offset + i] = 1;
  }
}

Found within(Region& region, std::uint64_t address, std::uint64_t count) {
  const std::uint64_t size = region.bytes.size(), offset = address - region.base;
  if (address < region.base || offset > size || count > size - offset)
    return {};
  return {&region, offset};
}

GlobalMemory::GlobalMemory(const ptx::Kernel& kernel, const ptx::Launch& launch) {
  for (const ptx::Placed& variable : kernel.variables) {
    if (variable.space != ptx::Space::Global && variable.space != ptx::Space::Const)
      continue;
    Region region(variable.address, variable.bytes);
    std::ranges::fill(region.isWritten, std::uint8_t{1}); // what no initialiser says is 0
    region.fill(0, variable.initial);
    region.isReadOnly = variable.isConstant;
    regions_.push_back(std::move(region));
  }
  placeArrays(launch, kernel.spaces.arrays);
}

/// Each at the next multiple of 256 behind a gap of 256 bytes at least.
void GlobalMemory::placeArrays(const ptx::Launch& launch, std::uint64_t next) {
  firstArray_ = regions_.size();
  for (const ptx::Array& array : launch.arrays) {
    Region region(next, array.bytes.size());
    region.fill(0, array.bytes);
    for (std::size_t i = 0; i < array.isDefined.size(); ++i)
      region.isWritten[i] = array.isDefined[i];
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
    after[i].isDefined.assign(region.isWritten.begin(), region.isWritten.end());
  }
  return after;
}

Region sharedMemory(const ptx::Kernel& kernel, const ptx::Launch& launch) {
  Region shared(0, std::uint64_t{kernel.staticSharedBytes} + launch.dynamicSharedBytes);
  for (const ptx::Placed& variable : kernel.variables) {
    if (variable.space != ptx::Space::Shared || variable.initial.empty())
      continue;
    shared.fill(variable.address, std::vector<std::uint8_t>(variable.bytes));
    shared.fill(variable.address, variable.initial);
  }
  return shared;
}

Region parameters(const ptx::Kernel& kernel, const ptx::Launch& launch, const GlobalMemory& memory) {
  Region frame(0, kernel.paramFrameBytes);
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
