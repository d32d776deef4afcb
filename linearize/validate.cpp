// What is a history (MACH-1, ATOMS-1, -4, RED-9).
#include "linearize/check.h"
#include <algorithm>
#include <fmt/format.h>
#include <unordered_map>

namespace warplaw::linearize {
namespace {

using spec::Rejection;

std::optional<Rejection> badInstruction(const History& history) {
  constexpr std::size_t kMost = kMostInstructions;
  if (history.instructions.size() > kMost || history.barriers.size() > kMost || history.fences.size() > kMost)
    return Rejection{"history", "too many instructions, barriers or MEMBARs", fmt::format("at most {} of each", kMost)};
  std::vector<std::pair<std::uint32_t, std::uint32_t>> names;
  for (std::size_t k = 0; k < history.instructions.size(); ++k) {
    const Instruction& i = history.instructions[k];
    if (!isLegal(i.operation))
      return Rejection{"ATOMS-1", "the operation does not exist at this type", "", k};
    names.emplace_back(i.warp, i.number);
  }
  for (const Fence& fence : history.fences)
    names.emplace_back(fence.warp, fence.number);
  std::sort(names.begin(), names.end());
  if (const auto twice = std::adjacent_find(names.begin(), names.end()); twice != names.end())
    return Rejection{"history",
                     fmt::format("{} {} has two instructions numbered {}", whoIn(history), twice->first, twice->second),
                     ""};
  return std::nullopt;
}

std::string nameOf(const History& history, const Access& access) {
  const Instruction& i = history.instructions[access.instruction];
  return fmt::format("{} {}'s instruction {}", whoIn(history), i.warp, i.number);
}

/// ATOMS-10: the bank of CAST.SPIN.U64 is some function of the address.
std::optional<Rejection> badBanks(const History& history) {
  std::unordered_map<std::uint64_t, unsigned> bankAt;
  for (std::size_t k = 0; k < history.accesses.size(); ++k) {
    const Access& access = history.accesses[k];
    if (history.instructions[access.instruction].operation != Operation{Op::CastSpin, Type::U64})
      continue;
    const auto [at, fresh] = bankAt.try_emplace(access.address, bankOf(access));
    if (!fresh && at->second != bankOf(access))
      return Rejection{
          "ATOMS-10",
          fmt::format("address {:#x} is in bank {} and in bank {}", access.address, at->second, bankOf(access)),
          "one bank an address", k};
  }
  return std::nullopt;
}

std::optional<Rejection> badAccess(const History& history, const Access& access) {
  const Operation operation = history.instructions[access.instruction].operation;
  const unsigned bytes = bytesOf(operation.type);
  const std::uint64_t end = history.memoryBase + history.memorySize;
  if (access.address % bytes != 0)
    return Rejection{
        "ATOMS-4",
        fmt::format("address {:#x} is not a multiple of {}: such a lane makes no access", access.address, bytes), ""};
  if (access.address < history.memoryBase || access.address > end || end - access.address < bytes)
    return Rejection{"ATOMS-4", fmt::format("address {:#x} is outside memory", access.address),
                     fmt::format("{:#x} .. {:#x}", history.memoryBase, end - bytes)};
  if (access.bank != kBankOfAddress && (access.bank > 31 || operation != Operation{Op::CastSpin, Type::U64}))
    return Rejection{"ATOMS-10", "only CAST.SPIN.U64 has banks of its own, 0..31", ""};
  if (operation.plain && (operation.op == Op::Or ? access.operand != 0 : access.returns))
    return Rejection{"history", operation.op == Op::Or ? "LD takes no operand" : "ST returns nothing", ""};
  const std::uint64_t ones = onesOf(bytes);
  if (access.operand > ones || access.swap > ones || (access.returns && access.returned > ones))
    return Rejection{"history", fmt::format("a value does not fit {} bytes", bytes), ""};
  return std::nullopt;
}

std::optional<Rejection> badAccesses(const History& history) {
  std::vector<std::uint32_t> lanes(history.instructions.size(), 0);
  if (history.accesses.size() >= kMostInstructions)
    return Rejection{"history", "too many accesses", "less than 2^20"};
  for (std::size_t k = 0; k < history.accesses.size(); ++k) {
    const Access& access = history.accesses[k];
    if (access.instruction >= history.instructions.size())
      return Rejection{"history", "an access of an instruction that is not there", "", k};
    if (access.lane > 31)
      return Rejection{"MACH-1", fmt::format("lane {} does not exist", access.lane), "0..31", k};
    if (history.isOfThreads && access.lane > 0)
      return Rejection{"MACH-1", "a thread has lane 0 only", "0", k};
    if (lanes[access.instruction] >> access.lane & 1)
      return Rejection{"MACH-1", fmt::format("lane {} stands twice in {}", access.lane, nameOf(history, access)), "",
                       k};
    lanes[access.instruction] |= 1u << access.lane;
    if (auto bad = badAccess(history, access)) {
      const std::string lane = history.isOfThreads ? "" : fmt::format("lane {} of ", access.lane);
      bad->message = fmt::format("{}{}: {}", lane, nameOf(history, access), bad->message);
      bad->position = k;
      return bad;
    }
  }
  return std::nullopt;
}

std::optional<Rejection> badMemory(const History& history, const std::vector<KnownBytes>& memory) {
  std::uint64_t next = 0;
  for (const KnownBytes& region : memory) {
    if (region.address < next)
      return Rejection{"history", fmt::format("known bytes overlap or are out of order at {:#x}", region.address), ""};
    next = region.address + region.bytes.size();
    if (next < region.address || region.address < history.memoryBase || next > history.memoryBase + history.memorySize)
      return Rejection{"ATOMS-4", fmt::format("known bytes at {:#x} are outside memory", region.address), ""};
  }
  return std::nullopt;
}

std::optional<Rejection> badOrder(const History& history) {
  for (const auto& [first, second] : history.completed)
    if (first >= history.instructions.size() || second >= history.instructions.size())
      return Rejection{"completion-order", "names an instruction that is not there", ""};
  if (history.completed.empty() && history.barriers.empty())
    return std::nullopt;
  if (const auto instruction = OrderGraph(history, true).contradiction()) {
    const Instruction& i = history.instructions[*instruction];
    return Rejection{
        "completion-order",
        fmt::format("instruction {} of {} {} would have to come before itself", i.number, whoIn(history), i.warp), "",
        *instruction};
  }
  return std::nullopt;
}

} // namespace

spec::Result<void> validate(const History& history) {
  if (history.memorySize > std::uint64_t{1} << 48 || history.memoryBase > std::uint64_t{1} << 48)
    return Rejection{"ATOMS-4", "memory is larger than any that exists", "up to 2^48 bytes"};
  if (auto bad = badInstruction(history))
    return *bad;
  if (auto bad = badAccesses(history))
    return *bad;
  if (auto bad = badBanks(history))
    return *bad;
  for (const auto* memory : {&history.initial, &history.final})
    if (auto bad = badMemory(history, *memory))
      return *bad;
  if (auto bad = badOrder(history))
    return *bad;
  return {};
}

} // namespace warplaw::linearize
