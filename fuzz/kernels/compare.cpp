#include "fuzz/kernels/compare.h"
#include "ptx/machine/run.h"
#include <fmt/format.h>

namespace warplaw::fuzz {
namespace {

constexpr std::string_view kEnds[] = {"finished", "deadlock", "bound", "out of bounds", "trap", "undefined"};

std::string hex(const ptx::Array& array) {
  std::string text = fmt::format("{}:", array.name);
  for (std::size_t i = 0; i + 4 <= array.bytes.size(); i += 4) {
    std::uint32_t word;
    std::memcpy(&word, array.bytes.data() + i, 4);
    text += fmt::format(" {:x}", word);
  }
  return text + "\n";
}

/// The first defined byte that differs; empty: none does.
std::string unequal(const ptx::Array& warps, const ptx::Array& threads) {
  for (std::size_t i = 0; i < warps.bytes.size(); ++i)
    if ((warps.isDefined.empty() || warps.isDefined[i]) && warps.bytes[i] != threads.bytes[i])
      return fmt::format("{}, byte {}: {:#x} by warps, {:#x} by threads\nby warps: {}by threads: {}", warps.name, i,
                         warps.bytes[i], threads.bytes[i], hex(warps), hex(threads));
  return "";
}

std::string disagreement(const ptx::Outcome& warps, const plain::Outcome& threads) {
  if (threads.end != plain::End::Finished)
    return fmt::format("by warps it finishes, by threads: {}: {}", kEnds[static_cast<unsigned>(threads.end)],
                       threads.what);
  for (std::size_t i = 0; i < warps.arrays.size(); ++i)
    if (std::string difference = unequal(warps.arrays[i], threads.arrays[i]); !difference.empty())
      return difference;
  return "";
}

ptx::Kernel decoded(const GeneratedKernel& made) {
  const auto module = ptx::read(made.text);
  if (!module)
    throw std::runtime_error("generated, but not read: " + module.error().message("kernel") + "\n" + made.text);
  auto kernel = ptx::decode(*module, "");
  if (!kernel)
    throw std::runtime_error("generated, but not decoded: " + kernel.error().first.message("kernel") + "\n" +
                             made.text);
  return std::move(*kernel);
}

} // namespace

Compared compareMachines(const GeneratedKernel& made, unsigned schedules, std::uint64_t seed, const Fault& fault) {
  const ptx::Kernel kernel = decoded(made);
  ptx::Kernel changed = kernel;
  if (fault)
    fault(changed);
  const ptx::Outcome warps = ptx::run(changed, made.launch);
  Compared compared{.isJudged = warps.finished, .findings = "", .difference = ""};
  for (const ptx::Finding& finding : warps.findings) {
    compared.findings += fmt::format("{} ", ptx::nameOf(finding.kind));
    compared.isJudged &= finding.kind == ptx::FindingKind::NotJudged;
  }
  for (unsigned i = 0; compared.isJudged && i < schedules; ++i) {
    // what nobody wrote decides nothing, or it would have been found
    const plain::Schedule schedule{static_cast<plain::Bias>((seed + i) % plain::kBiases), seed * 64 + i,
                                   static_cast<std::uint8_t>(seed * 37 + i)};
    const plain::Outcome threads = plain::run(kernel, made.launch, schedule);
    if (const std::string difference = disagreement(warps, threads); !difference.empty()) {
      compared.difference = fmt::format("{}\nblock {}, grid {}, bias {}, seed {}\n{}\n{}", difference,
                                        made.launch.block[0], made.launch.grid[0], static_cast<int>(schedule.bias),
                                        schedule.seed, hex(made.launch.arrays[0]), made.text);
      break;
    }
  }
  return compared;
}

} // namespace warplaw::fuzz
