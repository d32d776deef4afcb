#include "gpu/launch.h"
#include <cstring>
#include <fmt/format.h>

namespace warplaw::gpu {

std::vector<ptx::Array> run(const Gpu& gpu, const std::string& module, const ptx::Launch& launch, unsigned optimised) {
  const Module loaded(gpu, module, optimised);
  std::vector<ptx::Array> arrays = launch.arrays;
  std::vector<std::unique_ptr<Buffer>> buffers;
  for (ptx::Array& array : arrays) {
    for (std::size_t i = 0; i < array.isDefined.size(); ++i)
      if (!array.isDefined[i])
        array.bytes[i] = kAnyByte;
    array.isDefined.clear();
    buffers.push_back(std::make_unique<Buffer>(gpu, array.bytes.size()));
    buffers.back()->write(array.bytes);
  }
  std::vector<std::array<std::uint8_t, sizeof(Address)>> addresses(launch.arguments.size());
  std::vector<std::span<const std::uint8_t>> arguments;
  for (std::size_t i = 0; i < launch.arguments.size(); ++i) {
    const ptx::Argument& one = launch.arguments[i];
    if (one.array < 0) {
      arguments.emplace_back(one.bytes);
      continue;
    }
    const Address address = buffers[static_cast<std::size_t>(one.array)]->address();
    std::memcpy(addresses[i].data(), &address, sizeof address);
    arguments.emplace_back(addresses[i]);
  }
  loaded.run(launch.entry, launch.grid, launch.block, launch.dynamicSharedBytes, arguments);
  for (std::size_t i = 0; i < arrays.size(); ++i)
    buffers[i]->read(arrays[i].bytes);
  return arrays;
}

std::string difference(const std::vector<ptx::Array>& warps, const std::vector<ptx::Array>& gpu) {
  for (std::size_t i = 0; i < warps.size(); ++i)
    for (std::size_t at = 0; at < warps[i].bytes.size(); ++at)
      if ((warps[i].isDefined.empty() || warps[i].isDefined[at]) && warps[i].bytes[at] != gpu[i].bytes[at])
        return fmt::format("{}, byte {}: {:#x} by the rules, {:#x} by the GPU", warps[i].name, at, warps[i].bytes[at],
                           gpu[i].bytes[at]);
  return "";
}

} // namespace warplaw::gpu
