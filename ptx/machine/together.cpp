// CTAs of a launch on several cores. Each core has a machine with the launch's memory to itself, and runs CTAs there.
// If no CTA accessed a byte that another one wrote, but for atomics that may change places, what they left makes what
// one CTA after another leaves; if one did, or an error ended one, all is run again, one CTA after another.
#include "concrete/instructions/red.h"
#include "ptx/machine/machine.h"
#include <algorithm>
#include <cstring>
#include <thread>

namespace warplaw::ptx {
namespace {
using Machines = std::span<const std::unique_ptr<Machine>>;

constexpr std::uint64_t kWorthwhile = 1 << 14; ///< threads of a launch, for which a second core is asked

/// What one CTA after another sees and these would not.
bool looksAtTime(const Kernel& kernel) {
  return std::ranges::any_of(kernel.steps, [](const Step& step) {
    return std::ranges::any_of(step.src, [](const Source& source) {
      const auto which = static_cast<Special>(source.index);
      return source.kind == Source::Kind::SpecialRegister && which >= Special::Clock && which <= Special::GlobaltimerHi;
    });
  });
}

unsigned coresFor(const Kernel& kernel, const Launch& launch, const Trace& trace) {
  const std::uint64_t count = ctasOf(launch);
  if (trace || launch.cores == 1 || count < 2 || looksAtTime(kernel))
    return 1;
  if (launch.cores == 0 && count * threadsOf(launch) < kWorthwhile)
    return 1;
  const unsigned cores = launch.cores != 0 ? launch.cores : std::max(1u, std::thread::hardware_concurrency());
  return static_cast<unsigned>(std::min<std::uint64_t>(cores, count));
}

} // namespace

bool Machine::runSome(std::uint64_t first, std::atomic<std::uint64_t>& next, const std::atomic<bool>& stop) {
  Cta cta = newCta();
  const std::uint64_t count = ctasOf(launch_);
  for (std::uint64_t number = first; number < count && !stop; number = next++) {
    runNext(cta, number);
    if (!outcome_.finished || std::ranges::any_of(global_, [](const Region& one) { return one.accesses->met(); }))
      return false;
  }
  return true;
}

/// An atomic's effect on memory that several machines began with: what all of them together make of it.
bool Machine::combine(std::size_t region, std::size_t offset, std::uint32_t effect, Machines machines) {
  const auto found = std::ranges::find_if(effects_, [&](const auto& one) { return one.second == effect; });
  if (found == effects_.end()) // of one machine alone
    return false;
  const auto op = static_cast<spec::RedOp>(found->first >> 40 & 0xff);
  const bool isSigned = (found->first >> 39 & 1) != 0, isLimited = op == spec::RedOp::Inc || op == spec::RedOp::Dec;
  const unsigned width = found->first >> 33 & 31;
  if ((width != 4 && width != 8) || offset % width != 0 || isLimited)
    return false;
  Region& own = global_[region];
  const std::uint64_t before = own.load(offset, width);
  std::uint64_t value = before;
  for (const auto& machine : machines) {
    const Region& theirs = machine->global_[region];
    if (theirs.accesses->useOf(offset).effect != effect)
      continue;
    std::uint64_t operand = theirs.load(offset, width);
    operand = op == spec::RedOp::Add ? operand - before : op == spec::RedOp::Xor ? operand ^ before : operand;
    const spec::RedChoices choices{};
    value = width == 8 ? concrete::warplaw_red_step_64(
                             static_cast<std::uint32_t>(op),
                             static_cast<std::uint32_t>(isSigned ? spec::RedSize::S64 : spec::RedSize::U64), value,
                             operand, &choices, 0)
                       : concrete::warplaw_red_step_32(
                             static_cast<std::uint32_t>(op),
                             static_cast<std::uint32_t>(isSigned ? spec::RedSize::S32 : spec::RedSize::U32),
                             static_cast<std::uint32_t>(value), static_cast<std::uint32_t>(operand), &choices, 0);
  }
  own.store(offset, width, value);
  return true;
}

/// What machines left in a line of memory; false: CTAs met there.
bool Machine::takeLine(std::size_t region, std::size_t line, Machines machines) {
  Region& own = global_[region];
  const std::size_t begin = line * Accesses::kLine, end = std::min(begin + Accesses::kLine, own.bytes.size());
  const bool isInBytes = std::ranges::any_of(
      machines, [&](const auto& machine) { return machine->global_[region].accesses->isInBytes(line); });
  std::size_t size = isInBytes ? 1 : 4;
  for (std::size_t offset = begin; offset < end; offset += size) {
    size = isInBytes ? 1 : 4;
    unsigned uses = 0, writes = 0;
    std::uint32_t effect = 0;
    const Machine* last = nullptr;
    bool isOneEffect = true;
    for (const auto& machine : machines) {
      const Accesses::Use use = machine->global_[region].accesses->useOf(offset);
      if (!use.isWritten && !use.isRead)
        continue;
      ++uses;
      if (use.isWritten) {
        ++writes;
        last = machine.get();
      }
      isOneEffect &= use.effect != 0 && (effect == 0 || effect == use.effect);
      effect = use.effect;
    }
    if (writes == 0)
      continue;
    if (uses == 1) {
      const Region& theirs = last->global_[region];
      const std::size_t bytes = std::min(size, end - offset);
      std::copy_n(theirs.bytes.begin() + static_cast<std::ptrdiff_t>(offset), bytes,
                  own.bytes.begin() + static_cast<std::ptrdiff_t>(offset));
      for (std::size_t at = offset; at < offset + bytes; ++at)
        own.defineBits(at, 1, theirs.undefinedBits(at, 1));
      continue;
    }
    if (isInBytes || !isOneEffect || !combine(region, offset, effect, machines))
      return false;
    if (const auto found = std::ranges::find_if(effects_, [&](const auto& one) { return one.second == effect; });
        (found->first >> 33 & 31) == 8)
      size = 8;
  }
  return true;
}

bool Machine::takeMemory(Machines machines) {
  for (std::size_t region = 0; region < global_.size(); ++region) {
    if (global_[region].isReadOnly)
      continue;
    for (std::size_t line = 0; line < global_[region].accesses->lines(); ++line) {
      const auto isTouched = [&](const auto& machine) { return machine->global_[region].accesses->isTouched(line); };
      if (std::ranges::any_of(machines, isTouched) && !takeLine(region, line, machines))
        return false;
    }
  }
  return true;
}

/// Each with the first CTA that it was found in, in the order in which one CTA after another finds them.
void Machine::takeFindings(Machines machines) {
  struct Found {
    std::uint64_t cta;
    std::size_t index; ///< among its machine's
    Finding finding;
  };
  std::map<std::pair<FindingKind, std::uint32_t>, Found> all;
  for (const auto& machine : machines)
    for (const auto& [key, index] : machine->found_) {
      const Finding& finding = machine->outcome_.findings[index];
      const std::uint64_t cta =
          finding.block[0] + launch_.grid[0] * (finding.block[1] + std::uint64_t{launch_.grid[1]} * finding.block[2]);
      const auto [found, isNew] = all.try_emplace(key, Found{cta, index, finding});
      if (isNew)
        continue;
      const std::uint64_t times = found->second.finding.times + finding.times;
      if (cta < found->second.cta)
        found->second = {cta, index, finding};
      found->second.finding.times = times;
    }
  std::vector<Found> inOrder;
  for (const auto& [key, found] : all)
    inOrder.push_back(found);
  std::ranges::sort(inOrder, {}, [](const Found& one) { return std::pair(one.cta, one.index); });
  for (Found& one : inOrder)
    outcome_.findings.push_back(std::move(one.finding));
}

std::optional<Outcome> Machine::together(Machines machines) {
  Machine all(machines[0]->kernel_, machines[0]->launch_, machines[0]->trace_);
  std::uint64_t steps = 0;
  for (const auto& machine : machines) {
    steps += machine->launch_.mostSteps - machine->left_;
    Counters& sum = all.outcome_.counters;
    const Counters& one = machine->outcome_.counters;
    sum.warpInstructions += one.warpInstructions;
    sum.threadInstructions += one.threadInstructions;
    sum.divergentBranches += one.divergentBranches;
    sum.globalAccesses += one.globalAccesses;
    sum.globalSegments += one.globalSegments;
    sum.sharedAccesses += one.sharedAccesses;
    sum.sharedBankConflicts += one.sharedBankConflicts;
  }
  if (steps >= all.launch_.mostSteps || !all.takeMemory(machines))
    return std::nullopt;
  all.takeFindings(machines);
  return all.outcome();
}

Outcome run(const Kernel& kernel, const Launch& launch, const Trace& trace) {
  const unsigned cores = coresFor(kernel, launch, trace);
  if (cores > 1) {
    std::vector<std::unique_ptr<Machine>> machines;
    for (unsigned i = 0; i < cores; ++i)
      machines.push_back(std::make_unique<Machine>(kernel, launch, trace));
    std::atomic<std::uint64_t> next = cores; // the first CTAs are one a core
    std::atomic<bool> stop = false;
    {
      std::vector<std::jthread> threads;
      for (unsigned i = 0; i < cores; ++i)
        threads.emplace_back([&, i] {
          if (!machines[i]->runSome(i, next, stop))
            stop = true;
        });
    }
    if (!stop)
      if (auto outcome = Machine::together(machines))
        return std::move(*outcome);
  }
  return Machine(kernel, launch, trace).run();
}

} // namespace warplaw::ptx
