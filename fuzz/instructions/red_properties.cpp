// Laws of RED (RED-1..7, RED-10, -11, MACH-4, -7, -8), stated over what the shipped executor does.
#include "concrete/coalescing.h"
#include "fuzz/instructions/red.h"
#include "fuzz/plain_memory.h"
#include "fuzz/properties.h"
#include "fuzz/reported.h"
#include <algorithm>
#include <fmt/format.h>
#include <map>

namespace warplaw::fuzz {
namespace {
using spec::kLanes;
using spec::RedOp;
using spec::RedSize;
namespace rows = spec::red_rows;
using Broken = std::optional<std::string>;

using Executed = RedFuzzer::Executed;
constexpr auto run = RedFuzzer::executed;

std::uint8_t byteOf(Bytes record, std::size_t at) { return Record<Red::kRecord>(record).byte(at); }

/// A record's trial with another operation and size.
RedTrial trialOf(Bytes record, RedOp op, RedSize size) {
  RedTrial trial = RedFuzzer::trialOf(record);
  trial.set(op, size);
  return trial;
}

RedTrial ofAnyPair(Bytes record) {
  const RedPair pair = redPairs()[byteOf(record, 28) % redPairs().size()];
  return trialOf(record, pair.op, pair.size);
}

Broken orderDoesNotMatter(Oracle&, Bytes record) {
  RedTrial trial = ofAnyPair(record);
  const RedSize size = trial.size(); // RED-11: not sums of floats
  if (trial.op() == RedOp::Add && (size == RedSize::F16x2 || size == RedSize::F32 || size == RedSize::F64))
    trial.set(RedOp::Add, RedSize::U64);
  trial.choices.unlikeZeros = 0; // RED-11: minima of zeros need it
  if (trial.op() == RedOp::Inc || trial.op() == RedOp::Dec)
    std::fill_n(trial.operands.row[rows::kOperand] + 1, kLanes - 1, trial.operands.row[rows::kOperand][0]);
  const Executed once = run(trial);
  for (auto* const order : {&trial.choices.order, &trial.choices.orderHigh}) {
    std::reverse(order->begin(), order->end());
    std::rotate(order->begin(), order->begin() + byteOf(record, 29) % kLanes, order->end());
  }
  if (run(trial).after.memory != once.after.memory)
    return fmt::format("the final memory of operation {}, size {} depends on the order", trial.modifiers.op,
                       trial.modifiers.size);
  return std::nullopt;
}

Broken addKeepsTheSum(Oracle&, Bytes record) {
  const RedTrial trial = trialOf(record, RedOp::Add, RedSize::S32);
  return addsUp(trial, run(trial), rows::kOperand, [&](unsigned lane) { return trial.accessOf(lane).place; });
}

Broken errorsAreTheirOwn(Oracle&, Bytes record) {
  RedTrial trial = ofAnyPair(record);
  const Executed all = run(trial);
  std::uint32_t inError = 0;
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    const bool executes = trial.operands.exec >> lane & 1;
    const RedAccess access = trial.accessOf(lane);
    const auto wanted = executes ? access.error : spec::ErrorKind::None;
    if (all.results.error[lane] != static_cast<std::uint8_t>(wanted))
      return fmt::format("lane {} at {:#x}: error {}", lane, access.address, all.results.error[lane]);
    inError |= std::uint32_t{all.results.error[lane] != 0} << lane;
  }
  if (all.results.written[0] || all.results.written[1] || all.results.predicateWritten)
    return "something is returned";
  // without the lanes in error everything else is the same: they make no access and block nobody
  trial.operands.exec &= ~inError;
  if (run(trial).after.memory != all.after.memory)
    return "a lane in error changes memory, or keeps another from it";
  return std::nullopt;
}

/// Which of three errors is reported decides nothing else (MACH-8).
Broken reportedErrorsMoveNothing(Oracle&, Bytes record) {
  RedTrial trial = RedFuzzer::trialOf(record);
  const Executed once = run(trial);
  reportTheNext(trial);
  const Executed other = run(trial);
  if (auto apart = inErrorApart(once.results, other.results))
    return apart;
  return once.after.memory == other.after.memory ? std::nullopt : Broken("memory depends on what is reported");
}

Broken halvesAreIndependent(Oracle&, Bytes record) {
  const RedOp ops[] = {RedOp::Add, RedOp::Min, RedOp::Max};
  const RedTrial trial = trialOf(record, ops[byteOf(record, 28) % std::size(ops)], RedSize::F16x2);
  RedTrial other = trial; // what the low halves do not depend on is changed
  std::reverse(other.choices.orderHigh.begin(), other.choices.orderHigh.end());
  for (std::uint32_t& word : other.operands.row[rows::kOperand])
    word ^= std::uint32_t{byteOf(record, 29)} << 20;
  const Executed one = run(trial), two = run(other);
  const PlainRegions regions(trial.regions());
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    const RedAccess access = trial.accessOf(lane);
    if (!(trial.operands.exec >> lane & 1) || access.error != spec::ErrorKind::None)
      continue;
    if (!std::equal(one.after.memory.begin() + access.place, one.after.memory.begin() + access.place + 2,
                    two.after.memory.begin() + access.place))
      return fmt::format("the low half at {:#x} depends on the high ones", access.address);
  }
  return std::nullopt;
}

/// RED-10's sum: of (part of the warp, line), the greatest number of lanes at one address.
std::size_t accessesOf(std::uint32_t performing, const std::array<std::uint64_t, kLanes>& address, bool isWide) {
  std::map<std::pair<unsigned, std::uint64_t>, std::map<std::uint64_t, std::size_t>> lanesAt;
  for (unsigned lane = 0; lane < kLanes; ++lane)
    if (performing >> lane & 1)
      ++lanesAt[{isWide ? lane / 16 : 0, address[lane] >> 7}][address[lane]];
  std::size_t sum = 0;
  for (const auto& [line, at] : lanesAt)
    sum += std::ranges::max_element(at, {}, [](const auto& lanes) { return lanes.second; })->second;
  return sum;
}

/// What the lanes of a trial reach.
struct Reached {
  std::array<std::uint64_t, kLanes> address{};
  std::array<std::uint32_t, kLanes> place{};
  std::uint32_t performing = 0;

  explicit Reached(const RedTrial& trial) {
    for (unsigned lane = 0; lane < kLanes; ++lane) {
      const RedAccess access = trial.accessOf(lane);
      address[lane] = access.address;
      place[lane] = access.place;
      performing |= std::uint32_t{access.error == spec::ErrorKind::None} << lane;
    }
    performing &= trial.operands.exec;
  }
};

/// One lane's steps, on elements that stand in `before`.
void storeStep(const RedTrial& trial, unsigned lane, std::uint32_t place, std::span<const std::uint8_t> before,
               std::span<std::uint8_t> memory) {
  const unsigned bytes = spec::bytesOf(trial.size()), element = trial.size() == RedSize::F16x2 ? 2 : bytes;
  const std::uint64_t given =
      trial.operands.row[rows::kOperand][lane] | std::uint64_t{trial.operands.row[rows::kOperandHigh][lane]} << 32;
  for (unsigned at = 0; at < bytes; at += element) {
    const std::uint64_t operand = element == 8 ? given : given >> (8 * at) & ((std::uint64_t{1} << 8 * element) - 1);
    writePlainly(memory, place + at, element,
                 redStoredPlainly(trial.op(), trial.size(), readPlainly(before, place + at, element), operand,
                                  stepChoicesOf(trial.choices, lane)));
  }
}

/// The accesses of RED-10 are as many as it says, each of one line and of unlike addresses, each lane in one; and lanes
/// in their order leave what the instruction leaves, each access taking in memory before it stores anything.
Broken accessesAreAnOrder(Oracle&, Bytes record) {
  RedTrial trial = ofAnyPair(record);
  const Reached reached(trial);
  const auto accesses =
      concrete::coalesced(reached.performing, reached.address, spec::bytesOf(trial.size()), trial.choices.order.data());
  const std::size_t wanted = accessesOf(reached.performing, reached.address, spec::isWide(trial.size()));
  if (accesses.size() != wanted)
    return fmt::format("{} accesses, {} by the sum", accesses.size(), wanted);
  std::vector<std::uint8_t> memory(trial.memory.begin(), trial.memory.begin() + trial.allocated), order;
  std::uint32_t served = 0;
  for (const concrete::LineAccess& access : accesses) {
    const std::vector<std::uint8_t> before = memory;
    if (served & access.lanes)
      return "a lane is served twice";
    served |= access.lanes;
    for (unsigned lane = 0; lane < kLanes; ++lane) {
      if (!(access.lanes >> lane & 1))
        continue;
      if (reached.address[lane] / concrete::kLineBytes * concrete::kLineBytes != access.line)
        return fmt::format("lane {} goes with another line", lane);
      order.push_back(static_cast<std::uint8_t>(lane));
      storeStep(trial, lane, reached.place[lane], before, memory);
    }
  }
  if (served != reached.performing)
    return "not the lanes that perform are served";
  for (unsigned lane = 0; lane < kLanes; ++lane)
    if (!(served >> lane & 1))
      order.push_back(static_cast<std::uint8_t>(lane));
  std::ranges::copy(order, trial.choices.order.begin());
  trial.choices.orderHigh = trial.choices.order;
  const Executed done = run(trial);
  return std::equal(memory.begin(), memory.end(), done.after.memory.begin())
             ? std::nullopt
             : Broken("lanes in the order of their accesses leave another memory");
}

/// RED-2: one word reads as an absolute address, as an offset from RZ, and as one from a register that holds 0.
Broken threeTextsOfOneAddress(Oracle& oracle, Bytes record) {
  spec::Case c = oracle.of(spec::Mnemonic::Red).operandCase(record);
  auto& form = c.instruction.form.as<spec::RedForm>();
  form.extended = false;
  const auto after = [&](bool hasBase, std::uint8_t base) {
    form.address.hasBase = hasBase;
    form.address.base.index = base;
    return execute(c);
  };
  std::fill_n(c.warp.registers[2], kLanes, 0u); // where a plain form has Ra
  const auto absolute = after(false, spec::kZeroRegister), zero = after(true, spec::kZeroRegister),
             reg = after(true, 2);
  if (!absolute || !zero || !reg)
    return "an address is rejected";
  for (const auto* const other : {&zero, &reg})
    if ((*other)->memory != absolute->memory ||
        !std::equal(std::begin((*other)->warp.errors), std::end((*other)->warp.errors), absolute->warp.errors))
      return fmt::format("{:#x} is another address under {}", form.address.offset,
                         other == &zero ? "RZ" : "a register");
  return std::nullopt;
}

} // namespace

std::vector<Property> Red::properties() {
  constexpr auto& law = lawOf<Red>;
  return {law("red/order-does-not-matter", {"RED-6", "RED-11"},
              "final memory of all but sums of floats, of INC and DEC with one Rb, is the same in every order",
              orderDoesNotMatter),
          law("red/add-keeps-the-sum", {"RED-6", "MACH-4", "MACH-5"},
              "memory after ADD is memory before plus all Rb, and otherwise as it was", addKeepsTheSum),
          law("red/errors-are-their-own", {"RED-3", "RED-4", "RED-5", "MACH-8"},
              "the kind of each lane's error, and that a lane in error makes no access and stops nobody",
              errorsAreTheirOwn),
          law("red/reported-errors-move-nothing", {"MACH-8"},
              "which of several errors is reported changes neither memory nor who is in error",
              reportedErrorsMoveNothing),
          law("red/halves-are-independent", {"RED-6"},
              "low halves of F16x2 depend neither on high ones nor on their order", halvesAreIndependent),
          law("red/accesses-are-an-order", {"RED-10"},
              "accesses are as many as the rule says; each lane is in one, and all at once leave what an order of "
              "lanes does",
              accessesAreAnOrder),
          law("red/helpers-leave-memory", {"MACH-7"}, "a helper pixel neither changes memory nor is in error",
              helpersLeaveMemory<Red>),
          law("red/three-texts-of-one-address", {"RED-2"}, "[v], [RZ + v] and [R2 + v] with R2 = 0 are one address",
              threeTextsOfOneAddress)};
}

} // namespace warplaw::fuzz
