// Records field by field, so that neither padding nor the order of bytes of the machine is in them.
#include "linearize/history_binary.h"
#include "linearize/check.h"
#include "linearize/history_file.h"
#include <bit>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <cstring>
#include <fmt/format.h>

namespace warplaw::linearize {
namespace {

using spec::Rejection;

constexpr std::size_t kInstructionBytes = 12, kAccessBytes = 40, kKnownBytes = 12, kPairBytes = 8, kBarrierBytes = 4,
                      kArrivalBytes = 12, kFenceBytes = 12;

template <class T> T little(T value) {
  if constexpr (std::endian::native == std::endian::big) {
    T other = 0;
    for (std::size_t k = 0; k < sizeof(T); ++k)
      other = static_cast<T>(other << 8 | (value >> 8 * k & 0xff));
    return other;
  }
  return value;
}

struct Writer {
  std::string& out;
  template <class T> void put(T value) {
    value = little(value);
    char bytes[sizeof(T)];
    std::memcpy(bytes, &value, sizeof(T));
    out.append(bytes, sizeof(T));
  }
  void count(std::size_t number) { put(static_cast<std::uint32_t>(number)); }
};

/// Bytes from the front of a record; past its end they are 0, and it is not whole.
struct Cursor {
  std::string_view rest;
  bool isWhole = true;

  template <class T> T take() {
    T value = 0;
    if (rest.size() < sizeof(T))
      isWhole = false;
    else
      std::memcpy(&value, rest.data(), sizeof(T));
    rest.remove_prefix(std::min(rest.size(), sizeof(T)));
    return little(value);
  }
  std::string_view bytes(std::size_t count) {
    isWhole = isWhole && count <= rest.size();
    const std::string_view taken = rest.substr(0, isWhole ? count : 0);
    rest.remove_prefix(taken.size());
    return taken;
  }
  /// Are there so many things of at least that size?
  bool has(std::uint32_t count, std::size_t size) {
    isWhole = isWhole && rest.size() / size >= count;
    return isWhole;
  }
};

bool isUtf8(std::string_view text) {
  boost::system::error_code error;
  boost::json::parse(boost::json::serialize(boost::json::string(text)), error);
  return !error;
}

struct Counts {
  std::uint32_t name, instructions, accesses, initial, final, completed, barriers, fences;
};

void readKnown(Cursor& in, std::uint32_t count, std::vector<KnownBytes>& memory) {
  if (!in.has(count, kKnownBytes))
    return;
  memory.resize(count);
  for (KnownBytes& known : memory) {
    known.address = in.take<std::uint64_t>();
    const std::string_view bytes = in.bytes(in.take<std::uint32_t>());
    known.bytes.assign(bytes.begin(), bytes.end());
  }
}

/// False where a byte has a value that means nothing.
bool readOperations(Cursor& in, const Counts& counts, History& history) {
  bool known = true;
  if (!in.has(counts.instructions, kInstructionBytes))
    return known;
  history.instructions.resize(counts.instructions);
  for (Instruction& i : history.instructions) {
    i.warp = in.take<std::uint32_t>();
    i.number = in.take<std::uint32_t>();
    const auto op = in.take<std::uint8_t>(), type = in.take<std::uint8_t>(), plain = in.take<std::uint8_t>(),
               zero = in.take<std::uint8_t>();
    known = known && op <= static_cast<std::uint8_t>(Op::CastSpin) && type <= static_cast<std::uint8_t>(Type::F64) &&
            plain <= 1 && zero == 0;
    i.operation = known ? Operation{static_cast<Op>(op), static_cast<Type>(type), plain == 1} : Operation{};
  }
  if (!in.has(counts.accesses, kAccessBytes))
    return known;
  history.accesses.resize(counts.accesses);
  for (Access& a : history.accesses) {
    a.address = in.take<std::uint64_t>();
    a.operand = in.take<std::uint64_t>();
    a.swap = in.take<std::uint64_t>();
    a.returned = in.take<std::uint64_t>();
    a.instruction = in.take<std::uint32_t>();
    a.lane = in.take<std::uint8_t>();
    const auto returns = in.take<std::uint8_t>();
    a.bank = in.take<std::uint8_t>();
    known = known && returns <= 1 && in.take<std::uint8_t>() == 0 && (returns == 1 || a.returned == 0);
    a.returns = returns == 1;
  }
  return known;
}

void readOrder(Cursor& in, const Counts& counts, History& history) {
  if (!in.has(counts.completed, kPairBytes))
    return;
  history.completed.resize(counts.completed);
  for (auto& [first, second] : history.completed) {
    first = in.take<std::uint32_t>();
    second = in.take<std::uint32_t>();
  }
  if (!in.has(counts.barriers, kBarrierBytes))
    return;
  history.barriers.resize(counts.barriers);
  for (auto& barrier : history.barriers) {
    const auto arrivals = in.take<std::uint32_t>();
    if (!in.has(arrivals, kArrivalBytes))
      return;
    barrier.resize(arrivals);
    for (Arrival& arrival : barrier) {
      arrival.warp = in.take<std::uint32_t>();
      arrival.after = static_cast<std::int64_t>(in.take<std::uint64_t>());
    }
  }
  if (!in.has(counts.fences, kFenceBytes))
    return;
  history.fences.resize(counts.fences);
  for (Fence& fence : history.fences) {
    fence.warp = in.take<std::uint32_t>();
    fence.number = in.take<std::uint32_t>();
    fence.lanes = in.take<std::uint32_t>();
  }
}

bool arrivalsExist(const History& history) {
  for (const auto& barrier : history.barriers)
    for (const Arrival& arrival : barrier)
      if (arrival.after < -1 || arrival.after > 0xffffffff)
        return false;
  return true;
}

} // namespace

void appendBinary(const History& history, std::string& out) {
  const std::size_t start = out.size();
  Writer to{out};
  to.count(0); // the size, when it is known
  to.count(history.name.size());
  for (const std::size_t size :
       {history.instructions.size(), history.accesses.size(), history.initial.size(), history.final.size(),
        history.completed.size(), history.barriers.size(), history.fences.size()})
    to.count(size);
  to.put(history.memoryBase);
  to.put(history.memorySize);
  to.put(static_cast<std::uint8_t>(history.programOrder));
  to.put(static_cast<std::uint8_t>(history.zeros));
  to.put(static_cast<std::uint8_t>(history.isOfThreads));
  to.put(std::uint8_t{0});
  out += history.name;
  for (const Instruction& i : history.instructions) {
    to.put(i.warp);
    to.put(i.number);
    to.put(static_cast<std::uint8_t>(i.operation.op));
    to.put(static_cast<std::uint8_t>(i.operation.type));
    to.put(static_cast<std::uint8_t>(i.operation.plain));
    to.put(std::uint8_t{0});
  }
  for (const Access& a : history.accesses) {
    for (const std::uint64_t number : {a.address, a.operand, a.swap, a.returned})
      to.put(number);
    to.put(a.instruction);
    to.put(a.lane);
    to.put(static_cast<std::uint8_t>(a.returns));
    to.put(a.bank);
    to.put(std::uint8_t{0});
  }
  for (const auto* memory : {&history.initial, &history.final})
    for (const KnownBytes& known : *memory) {
      to.put(known.address);
      to.count(known.bytes.size());
      out.append(known.bytes.begin(), known.bytes.end());
    }
  for (const auto& [first, second] : history.completed) {
    to.put(first);
    to.put(second);
  }
  for (const auto& barrier : history.barriers) {
    to.count(barrier.size());
    for (const Arrival& arrival : barrier) {
      to.put(arrival.warp);
      to.put(static_cast<std::uint64_t>(arrival.after));
    }
  }
  for (const Fence& fence : history.fences) {
    to.put(fence.warp);
    to.put(fence.number);
    to.put(fence.lanes);
  }
  const auto size = little(static_cast<std::uint32_t>(out.size() - start - 4));
  std::memcpy(out.data() + start, &size, 4);
}

std::uint32_t binarySize(std::string_view start) { return Cursor{start}.take<std::uint32_t>(); }

spec::Result<void> readBinary(std::string_view record, History& history) {
  clear(history);
  const Rejection damaged{"binary", "the record is no history", "docs/history_format.md"};
  Cursor in{record};
  Counts counts{};
  for (auto* count : {&counts.name, &counts.instructions, &counts.accesses, &counts.initial, &counts.final,
                      &counts.completed, &counts.barriers, &counts.fences})
    *count = in.take<std::uint32_t>();
  for (const auto count : {counts.instructions, counts.accesses, counts.barriers, counts.fences})
    if (count > kMostInstructions)
      return Rejection{"history", "too many instructions, accesses, barriers or MEMBARs",
                       fmt::format("at most {} of each", kMostInstructions)};
  history.memoryBase = in.take<std::uint64_t>();
  history.memorySize = in.take<std::uint64_t>();
  const auto order = in.take<std::uint8_t>(), zeros = in.take<std::uint8_t>(), threads = in.take<std::uint8_t>();
  if (order > 1 || zeros > 2 || threads > 1 || in.take<std::uint8_t>() != 0)
    return damaged;
  history.isOfThreads = threads == 1;
  history.programOrder = static_cast<ProgramOrder>(order);
  history.zeros = static_cast<ZeroOrder>(zeros);
  history.name = in.bytes(counts.name);
  if (!history.name.empty() && !isUtf8(history.name))
    return Rejection{"binary", "the name is no UTF-8", ""};
  const bool known = readOperations(in, counts, history);
  readKnown(in, counts.initial, history.initial);
  readKnown(in, counts.final, history.final);
  readOrder(in, counts, history);
  if (!known || !in.isWhole || !in.rest.empty() || !arrivalsExist(history))
    return damaged;
  auto valid = validate(history);
  if (valid)
    return valid;
  Rejection rejection = valid.error();
  rejection.position = 0;
  return rejection;
}

} // namespace warplaw::linearize
