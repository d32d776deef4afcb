// Replay on bytes, one step after another (ATOMS-5..-10, RED-6, -9).
#include "linearize/replay.h"
#include "linearize/components.h"
#include "linearize/precedence.h"
#include <fmt/format.h>
#include <unordered_map>

namespace warplaw::linearize {
namespace {

using Memory = std::unordered_map<std::uint64_t, std::uint8_t>;

std::uint64_t load(const Memory& memory, std::uint64_t address, unsigned bytes) {
  std::uint64_t value = 0;
  for (unsigned k = 0; k < bytes; ++k)
    if (const auto at = memory.find(address + k); at != memory.end())
      value |= std::uint64_t{at->second} << 8 * k;
  return value;
}
void store(Memory& memory, std::uint64_t address, unsigned bytes, std::uint64_t value) {
  for (unsigned k = 0; k < bytes; ++k)
    memory[address + k] = static_cast<std::uint8_t>(value >> 8 * k);
}
void fill(Memory& memory, const std::vector<KnownBytes>& known) {
  for (const KnownBytes& region : known)
    for (std::size_t k = 0; k < region.bytes.size(); ++k)
      memory[region.address + k] = region.bytes[k];
}

std::string stepProblem(const History& history, Memory& memory, const WitnessStep& step) {
  const Access& access = history.accesses[step.access];
  const Operation operation = history.instructions[access.instruction].operation;
  const auto shift = [&](std::uint64_t v) { return step.half == 0 ? v : v >> 16 * (step.half - 1) & 0xffff; };
  const unsigned bytes = elementBytes(operation.type);
  const std::uint64_t address = access.address + (step.half == 2 ? 2 : 0);
  const std::uint64_t old = canonical(operation.type, load(memory, address, bytes));
  std::uint64_t gives = 0;
  if (step.performs) {
    gives = returnedBy(operation.op, old, shift(access.operand));
    store(memory, address, bytes, stepOf(operation, old, shift(access.operand), access.swap, history.zeros));
  }
  if (access.returns && gives != canonical(operation.type, shift(access.returned)))
    return fmt::format("access {} would return {}, not {}", step.access, gives, shift(access.returned));
  return {};
}

/// Every access once, all of its halves; under CAST.SPIN one performs a group.
std::string setProblem(const History& history, const std::vector<WitnessStep>& order) {
  std::vector<unsigned> halves(history.accesses.size(), 0);
  std::unordered_map<std::uint64_t, unsigned> performers; // (instruction, bank) -> lanes that performed
  std::size_t wanted = 0;
  for (const Access& access : history.accesses)
    wanted += history.instructions[access.instruction].operation.type == Type::F16x2 ? 2 : 1;
  for (const WitnessStep& step : order) {
    const Access& access = history.accesses[step.access];
    const Operation operation = history.instructions[access.instruction].operation;
    const bool halved = operation.type == Type::F16x2;
    if (halved != (step.half != 0) || halves[step.access] >> step.half & 1)
      return fmt::format("access {} stands twice or in parts that it has not", step.access);
    halves[step.access] |= 1u << step.half;
    if (operation.op == Op::CastSpin)
      performers[std::uint64_t{access.instruction} << 5 | bankOf(access)] += step.performs;
    else if (!step.performs)
      return fmt::format("access {} does not perform", step.access);
  }
  for (const auto& [group, count] : performers)
    if (count != 1)
      return fmt::format("{} lanes of bank {} perform", count, group & 31);
  return order.size() == wanted ? "" : "the order does not name every access";
}

std::string orderProblem(const History& history, const std::vector<WitnessStep>& order) {
  const Precedence precedence(history);
  for (std::size_t j = 0; j < order.size(); ++j)
    for (std::size_t i = 0; i < j; ++i) {
      const Access &earlier = history.accesses[order[i].access], &later = history.accesses[order[j].access];
      const Instruction &a = history.instructions[earlier.instruction], &b = history.instructions[later.instruction];
      const bool overlap = earlier.address < later.address + bytesOf(b.operation.type) &&
                           later.address < earlier.address + bytesOf(a.operation.type);
      const bool ownLane = history.programOrder == ProgramOrder::Lane && a.warp == b.warp &&
                           earlier.lane == later.lane && overlap && b.number < a.number;
      // halves are elements with orders of their own: only equal places count
      const bool apart = order[i].half != 0 && order[j].half != 0 &&
                         earlier.address + 2 * (order[i].half - 1) != later.address + 2 * (order[j].half - 1);
      if ((ownLane && !apart) || precedence.before(later.instruction, earlier.instruction))
        return fmt::format("access {} stands before {}, which the known order forbids", order[i].access,
                           order[j].access);
    }
  return {};
}

bool sameFinal(const History& history, Memory& memory) {
  Memory final;
  fill(final, history.final);
  for (const Access& access : history.accesses) // NaNs of F64 are one
    if (history.instructions[access.instruction].operation.type == Type::F64)
      for (Memory* side : {&memory, &final})
        if (side->contains(access.address))
          store(*side, access.address, 8, canonical(Type::F64, load(*side, access.address, 8)));
  for (const auto& [address, byte] : final)
    if (const auto at = memory.find(address); at != memory.end() && at->second != byte)
      return false;
  return true;
}

} // namespace

std::string replay(const History& history, const Verdict& verdict) {
  if (std::string problem = setProblem(history, verdict.order); !problem.empty())
    return problem;
  if (history.instructions.size() > 1)
    if (std::string problem = orderProblem(history, verdict.order); !problem.empty())
      return problem;
  Memory memory;
  fill(memory, verdict.assumed);
  fill(memory, history.initial); // what was seen counts over what is assumed
  for (const WitnessStep& step : verdict.order)
    if (std::string problem = stepProblem(history, memory, step); !problem.empty())
      return problem;
  return sameFinal(history, memory) ? "" : "final memory differs";
}

} // namespace warplaw::linearize
