#include "ptx/machine/live.h"
#include <algorithm>
#include <numeric>
#include <span>

namespace warplaw::ptx {
namespace {
constexpr std::size_t kWorthwhile = 1 << 22; ///< words of all sets: more are not computed

using Set = std::span<std::uint64_t>; ///< of registers

void add(Set set, std::uint32_t one) { set[one / 64] |= std::uint64_t{1} << one % 64; }
void remove(Set set, std::uint32_t one) { set[one / 64] &= ~(std::uint64_t{1} << one % 64); }
} // namespace

std::vector<std::uint32_t> registersReadFirst(const Kernel& kernel) {
  const std::size_t words = (kernel.registers.size() + 63) / 64, count = kernel.steps.size();
  std::vector<std::uint32_t> registers(kernel.registers.size());
  std::iota(registers.begin(), registers.end(), 0);
  if (count == 0 || words * count > kWorthwhile)
    return registers;
  std::vector<std::uint64_t> before((count + 1) * words),
      set(words); // of each step: read from there on, before written
  for (bool again = true; again;) {
    again = false;
    for (std::size_t i = count; i-- > 0;) {
      const Step& step = kernel.steps[i];
      const bool isGuarded = step.guard != kNoRegister;
      std::ranges::fill(set, 0);
      const auto comesTo = [&](std::size_t next) {
        for (std::size_t word = 0; next < count && word < words; ++word)
          set[word] |= before[next * words + word];
      };
      if (step.kind == StepKind::Branch)
        comesTo(step.target);
      for (const std::uint32_t target : step.targets)
        comesTo(target);
      const bool goesOn = step.kind != StepKind::Branch && step.kind != StepKind::BranchIndexed &&
                          step.kind != StepKind::Exit && step.kind != StepKind::Trap;
      if (goesOn || isGuarded)
        comesTo(i + 1);
      for (const std::uint32_t one : step.dst)
        if (one != kNoRegister && !isGuarded)
          remove(set, one);
      for (const Source& source : step.src)
        if (source.kind == Source::Kind::Register)
          add(set, source.index);
      if (isGuarded)
        add(set, step.guard);
      for (std::size_t word = 0; word < words; ++word) {
        again |= before[i * words + word] != set[word];
        before[i * words + word] = set[word];
      }
    }
  }
  std::erase_if(registers, [&](std::uint32_t one) { return (before[one / 64] >> one % 64 & 1) == 0; });
  return registers;
}

} // namespace warplaw::ptx
