// Replay on bytes, one step after another (ATOMS-5..-10, RED-6, -9).
#include "linearize/replay.h"
#include "linearize/components.h"
#include "linearize/nan.h"
#include "linearize/precedence.h"
#include <algorithm>
#include <fmt/format.h>
#include <tuple>
#include <unordered_map>

namespace warplaw::linearize {
namespace {

/// Bytes, and what stands open of the NaNs that F64 gave (RED-7), by address: in memory those bits are 0.
struct Memory {
  std::unordered_map<std::uint64_t, std::uint8_t> bytes;
  std::unordered_map<std::uint64_t, OpenNan> nans;

  std::uint64_t load(std::uint64_t address, unsigned count) const {
    std::uint64_t value = 0;
    for (unsigned k = 0; k < count; ++k)
      if (const auto at = bytes.find(address + k); at != bytes.end())
        value |= std::uint64_t{at->second} << 8 * k;
    return value;
  }
  void store(std::uint64_t address, unsigned count, std::uint64_t value) {
    for (unsigned k = 0; k < count; ++k)
      bytes[address + k] = static_cast<std::uint8_t>(value >> 8 * k);
  }
  void fill(const std::vector<KnownBytes>& known) {
    for (const KnownBytes& region : known)
      for (std::size_t k = 0; k < region.bytes.size(); ++k)
        bytes[region.address + k] = region.bytes[k];
  }
};

/// The open bits of what a step finds: told by what it returned, or they must not matter. What is wrong, if anything;
/// gives: what it leaves if that does not need the bits.
std::string openProblem(Memory& memory, const Access& access, Operation operation, std::uint64_t address,
                        std::uint64_t returned, std::optional<std::uint64_t>& gives) {
  const auto found = memory.nans.find(address & ~std::uint64_t{7});
  if (found == memory.nans.end())
    return {};
  OpenNan& nan = found->second;
  const unsigned bytes = elementBytes(operation.type), shift = 8 * (address & 7);
  const std::uint64_t bits = onesOf(bytes) << shift, old = memory.load(address, bytes);
  if ((nan.open & bits) == 0)
    return {};
  const bool flag = returnsFlag(operation.op);
  if (access.returns && (!flag || access.returned == 1)) {
    const std::uint64_t told = flag ? access.operand : returned;
    memory.store(address, bytes, old | (told & nan.open >> shift));
    return nan.see(bits, told << shift) ? "" : "no NaN has the bits that were found";
  }
  OpenNan seen = nan;
  const std::uint64_t closed = ~nan.open >> shift & onesOf(bytes);
  if (operation.op == Op::Exch)
    gives = access.operand;
  else if (operation.type == Type::F64 && nan.isSurelyNan(old))
    gives = kNanExponent | kNanFraction;
  else if (takesSwap(operation.op) &&
           (((access.operand ^ old) & closed) != 0 || !seen.see(bits, access.operand << shift)))
    gives = std::nullopt; // it fails, whichever NaN it is: the step finds another value than its compare either way
  else
    return "which NaN it is matters, and is unknown";
  return {};
}

std::string stepProblem(const History& history, Memory& memory, const WitnessStep& step) {
  const Access& access = history.accesses[step.access];
  const Operation operation = history.instructions[access.instruction].operation;
  const auto shift = [&](std::uint64_t v) { return step.half == 0 ? v : v >> 16 * (step.half - 1) & 0xffff; };
  const unsigned bytes = elementBytes(operation.type);
  const std::uint64_t address = access.address + (step.half == 2 ? 2 : 0), place = address & ~std::uint64_t{7};
  std::uint64_t gives = 0;
  if (step.performs) {
    std::optional<std::uint64_t> now;
    if (std::string problem = openProblem(memory, access, operation, address, shift(access.returned), now);
        !problem.empty())
      return fmt::format("access {}: {}", step.access, problem);
    const auto nan = memory.nans.find(place);
    const std::uint64_t bits = onesOf(bytes) << 8 * (address & 7);
    const std::uint64_t old = memory.load(address, bytes);
    if (nan != memory.nans.end() && (nan->second.open & bits) != 0 && !now)
      return access.returns && access.returned != 0 ? "a CAST that fails returned 1" : "";
    gives = returnedBy(operation.op, old, shift(access.operand));
    if (!now)
      now = stepOf(operation, old, shift(access.operand), access.swap, history.zeros);
    if (nan != memory.nans.end())
      nan->second.overwrite(bits);
    memory.store(address, bytes, *now);
    if (operation.type == Type::F64 && isNan(*now)) {
      memory.nans[place] = OpenNan::fresh();
      memory.store(address, bytes, kNanExponent);
    }
  }
  if (access.returns && gives != shift(access.returned))
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

std::string forbidden(std::uint32_t first, std::uint32_t second) {
  return fmt::format("access {} stands before {}, which the known order forbids", first, second);
}

/// Along the known order: the last place that something earlier has must be before the first of what is later.
std::string orderProblem(const History& history, const std::vector<WitnessStep>& order) {
  const OrderGraph known(history, false);
  constexpr std::uint32_t kNone = ~0u;
  std::vector<std::uint32_t> first(known.size(), kNone), last(known.size(), 0); // places from 1 on
  std::vector<std::uint32_t> after(known.size(), 0);
  for (std::uint32_t k = 0; k < order.size(); ++k) {
    const std::uint32_t instruction = history.accesses[order[k].access].instruction;
    first[instruction] = std::min(first[instruction], k + 1);
    last[instruction] = k + 1;
  }
  for (const std::uint32_t node : known.sorted()) {
    if (first[node] <= after[node])
      return forbidden(order[first[node] - 1].access, order[after[node] - 1].access);
    for (const std::uint32_t next : known.after(node))
      after[next] = std::max({after[next], after[node], last[node]});
  }
  return {};
}

/// RED-9: what one lane does to a half word keeps the order of its instructions.
std::string laneProblem(const History& history, const std::vector<WitnessStep>& order) {
  using Touch = std::tuple<std::uint32_t, std::uint8_t, std::uint64_t, std::uint32_t, std::uint32_t>;
  std::vector<Touch> touches; // warp, lane, half word, place, number
  for (std::uint32_t k = 0; k < order.size(); ++k) {
    const Access& access = history.accesses[order[k].access];
    const Instruction& i = history.instructions[access.instruction];
    for (unsigned at = 0; at < elementBytes(i.operation.type); at += 2)
      touches.emplace_back(i.warp, access.lane, access.address + (order[k].half == 2 ? 2 : 0) + at, k, i.number);
  }
  std::sort(touches.begin(), touches.end());
  for (std::size_t k = 1; k < touches.size(); ++k) {
    const auto& [warp, lane, at, place, number] = touches[k];
    const auto& [warpBefore, laneBefore, atBefore, placeBefore, numberBefore] = touches[k - 1];
    if (warp == warpBefore && lane == laneBefore && at == atBefore && number < numberBefore)
      return forbidden(order[placeBefore].access, order[place].access);
  }
  return {};
}

bool sameFinal(const History& history, Memory& memory) {
  Memory final;
  final.fill(history.final);
  for (const auto& [address, byte] : final.bytes) {
    const auto at = memory.bytes.find(address);
    const auto nan = memory.nans.find(address & ~std::uint64_t{7});
    const unsigned shift = 8 * (address & 7);
    const std::uint64_t open = nan == memory.nans.end() ? 0 : nan->second.open >> shift & 0xff;
    if (at != memory.bytes.end() && ((at->second ^ byte) & ~open) != 0)
      return false;
    if (open != 0 && !nan->second.see(std::uint64_t{0xff} << shift, std::uint64_t{byte} << shift))
      return false;
  }
  return true;
}

} // namespace

std::string replay(const History& history, const Verdict& verdict) {
  if (std::string problem = setProblem(history, verdict.order); !problem.empty())
    return problem;
  if (history.instructions.size() > 1)
    if (std::string problem = orderProblem(history, verdict.order); !problem.empty())
      return problem;
  if (history.programOrder == ProgramOrder::Lane)
    if (std::string problem = laneProblem(history, verdict.order); !problem.empty())
      return problem;
  Memory memory;
  memory.fill(verdict.assumed);
  memory.fill(history.initial); // what was seen counts over what is assumed
  for (const WitnessStep& step : verdict.order)
    if (std::string problem = stepProblem(history, memory, step); !problem.empty())
      return problem;
  return sameFinal(history, memory) ? "" : "final memory differs";
}

} // namespace warplaw::linearize
