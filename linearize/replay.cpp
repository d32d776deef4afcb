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

/// 8 bytes, and what stands open of the NaN that F64 gave there (RED-7): in memory those bits are 0.
struct Word {
  std::uint64_t address = 0, value = 0, known = 0;
  OpenNan nan;
};

/// The words that are accessed, by address.
class Memory {
public:
  explicit Memory(const History& history) {
    std::vector<std::uint64_t> addresses; // a word is seven times as large, and there may be few
    for (const Access& access : history.accesses)
      if (const std::uint64_t word = access.address & ~std::uint64_t{7}; addresses.empty() || addresses.back() != word)
        addresses.push_back(word);
    std::sort(addresses.begin(), addresses.end());
    addresses.erase(std::unique(addresses.begin(), addresses.end()), addresses.end());
    for (const std::uint64_t address : addresses)
      words_.push_back({address, 0, 0, {}});
  }
  Word& at(std::uint64_t address) {
    return *std::prev(std::upper_bound(words_.begin(), words_.end(), address,
                                       [](std::uint64_t a, const Word& word) { return a < word.address; }));
  }
  std::uint64_t load(std::uint64_t address, unsigned count) {
    return at(address).value >> 8 * (address & 7) & onesOf(count);
  }
  void store(std::uint64_t address, unsigned count, std::uint64_t value) {
    Word& word = at(address);
    const unsigned shift = 8 * (address & 7);
    const std::uint64_t bits = onesOf(count) << shift;
    word.value = (word.value & ~bits) | (value << shift & bits);
    word.known |= bits;
  }
  void fill(const std::vector<KnownBytes>& known) {
    for (Word& word : words_) {
      const KnownWord told = knownAt(known, word.address, 8);
      word.value = (word.value & ~told.mask) | told.value;
      word.known |= told.mask;
    }
  }
  bool endsAs(const std::vector<KnownBytes>& final) {
    return std::all_of(words_.begin(), words_.end(), [&](Word& word) {
      const KnownWord told = knownAt(final, word.address, 8);
      return ((told.value ^ word.value) & told.mask & word.known & ~word.nan.open) == 0 &&
             word.nan.see(told.mask, told.value);
    });
  }
  /// What nobody accessed stays as it was (MACH-5).
  bool keepsOthers(const History& history) const {
    std::vector<Component> accessed;
    for (const Word& word : words_)
      accessed.push_back({word.address, 8, false, 0, 0});
    return !strayByte(history.initial, history.final, accessed);
  }

private:
  std::vector<Word> words_;
};

/// Settles the open bits of the value that a step finds: its returned value tells them, or they must not matter.
/// Returns the problem, if there is one; gives: the value that the step leaves, if that does not need the bits.
std::string openProblem(Memory& memory, const Access& access, Operation operation, std::uint64_t address,
                        std::uint64_t returned, ZeroOrder zeros, std::optional<std::uint64_t>& gives) {
  OpenNan& nan = memory.at(address).nan;
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
    gives = stepOf(operation, kNanExponent | kNanFraction, access.operand, 0, zeros);
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
  const std::uint64_t address = access.address + (step.half == 2 ? 2 : 0);
  std::uint64_t gives = 0;
  if (step.performs) {
    std::optional<std::uint64_t> now;
    if (std::string problem =
            openProblem(memory, access, operation, address, shift(access.returned), history.zeros, now);
        !problem.empty())
      return fmt::format("access {}: {}", step.access, problem);
    OpenNan& nan = memory.at(address).nan;
    const std::uint64_t bits = onesOf(bytes) << 8 * (address & 7);
    const std::uint64_t old = memory.load(address, bytes);
    if ((nan.open & bits) != 0 && !now)
      return access.returns && access.returned != 0 ? "a CAST that fails returned 1" : "";
    gives = returnedBy(operation.op, old, shift(access.operand));
    if (!now)
      now = stepOf(operation, old, shift(access.operand), access.swap, history.zeros);
    nan.overwrite(bits);
    memory.store(address, bytes, *now);
    if (operation.type == Type::F64 && isNan(*now)) {
      nan = OpenNan::fresh();
      memory.store(address, bytes, kNanExponent);
    }
  }
  if (access.returns && gives != shift(access.returned))
    return fmt::format("access {} would return {}, not {}", step.access, gives, shift(access.returned));
  return {};
}

/// Every access once, all of its halves; under CAST.SPIN one performs a group.
std::string setProblem(const History& history, const std::vector<WitnessStep>& order) {
  std::vector<std::uint8_t> halves(history.accesses.size(), 0);
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
    halves[step.access] |= static_cast<std::uint8_t>(1u << step.half);
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

/// RED-9: what one lane does before its MEMBAR comes before what it does after it.
std::string fenceProblem(const History& history, const std::vector<WitnessStep>& order) {
  if (history.fences.empty())
    return {};
  struct Event {
    std::uint32_t warp, lane, number;
    std::optional<std::uint32_t> place; ///< in the order; a MEMBAR has none
  };
  std::vector<Event> events;
  for (std::uint32_t k = 0; k < order.size(); ++k) {
    const Access& access = history.accesses[order[k].access];
    const Instruction& i = history.instructions[access.instruction];
    events.push_back({i.warp, access.lane, i.number, k});
  }
  for (const Fence& fence : history.fences)
    for (std::uint32_t lane = 0; lane < 32; ++lane)
      if (fence.lanes >> lane & 1)
        events.push_back({fence.warp, lane, fence.number, std::nullopt});
  std::sort(events.begin(), events.end(), [](const Event& a, const Event& b) {
    return std::tie(a.warp, a.lane, a.number) < std::tie(b.warp, b.lane, b.number);
  });
  std::optional<std::uint32_t> last, fenced; // the last place so far, and before the last MEMBAR
  for (std::size_t k = 0; k < events.size(); ++k) {
    const Event& event = events[k];
    if (k == 0 || event.warp != events[k - 1].warp || event.lane != events[k - 1].lane)
      last = fenced = std::nullopt;
    if (!event.place)
      fenced = last;
    else if (fenced && *event.place < *fenced)
      return forbidden(order[*event.place].access, order[*fenced].access);
    else
      last = std::max(last, event.place);
  }
  return {};
}

} // namespace

std::string replay(const History& history, const Verdict& verdict) {
  if (std::string problem = setProblem(history, verdict.order); !problem.empty())
    return problem;
  if (history.instructions.size() > 1)
    if (std::string problem = orderProblem(history, verdict.order); !problem.empty())
      return problem;
  if (history.programOrder == ProgramOrder::Lane)
    for (auto* check : {laneProblem, fenceProblem})
      if (std::string problem = check(history, verdict.order); !problem.empty())
        return problem;
  Memory memory(history);
  memory.fill(verdict.assumed);
  memory.fill(history.initial); // what was seen counts over what is assumed
  for (const WitnessStep& step : verdict.order)
    if (std::string problem = stepProblem(history, memory, step); !problem.empty())
      return problem;
  return memory.endsAs(history.final) && memory.keepsOthers(history) ? "" : "final memory differs";
}

} // namespace warplaw::linearize
