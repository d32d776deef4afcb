#include "fuzz/right_outcomes.h"
#include "fuzz/placement.h"
#include "fuzz/table.h"
#include "linearize/nan.h"
#include "linearize/operation.h"
#include "spec/counted.h"
#include "spec/instructions/atoms.h"
#include "spec/instructions/red.h"
#include "spec/row.h"
#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <fmt/format.h>
#include <functional>
#include <map>
#include <random>
#include <set>
#include <utility>

namespace warplaw::fuzz {
namespace {
using spec::kLanes;
using Lanes = std::vector<unsigned>;

constexpr std::size_t kMostOrders = 720, kMostRows = 32;

/// What an instruction does to memory, as far as the order of its lanes counts.
struct Access {
  unsigned bytes = 8;
  bool isAlwaysOne = false; ///< no order makes a difference
  bool hasHalves = false;   ///< two elements in one access, each with an order of its own (RED-6)
  bool isOneGroup = false;  ///< lanes at different addresses meet, too (ATOMS-10)
  bool givesAnyNan = false; ///< RED-7
};
Access accessOf(const spec::Case& c) {
  const spec::Form& form = c.instruction.form;
  if (form.mnemonic() == spec::Mnemonic::Atoms) {
    const auto& atoms = form.as<spec::AtomsForm>();
    return {.bytes = spec::bytesOf(atoms.size), .isOneGroup = atoms.op == spec::AtomsOp::CastSpin};
  }
  if (form.mnemonic() != spec::Mnemonic::Red)
    return {.isOneGroup = true};
  const auto& red = form.as<spec::RedForm>();
  const linearize::Operation operation{static_cast<linearize::Op>(red.op), static_cast<linearize::Type>(red.size)};
  const auto zeros = static_cast<linearize::ZeroOrder>(c.choices.as<spec::RedChoices>().unlikeZeros);
  const bool isCounter = red.op == spec::RedOp::Inc || red.op == spec::RedOp::Dec;
  return {.bytes = spec::bytesOf(red.size),
          .isAlwaysOne = !isCounter && linearize::isOrderFree(operation, zeros),
          .hasHalves = red.size == spec::RedSize::F16x2,
          .givesAnyNan = red.size == spec::RedSize::F64};
}

/// Lanes that may meet in memory: what those of different groups do is the same in every order.
std::vector<Lanes> groupsOf(const Explanation& explanation, std::uint32_t performing, const Access& access) {
  const auto column = std::ranges::find(explanation.columns, "address", &LaneColumn::title);
  const bool isOne = access.isOneGroup || column == explanation.columns.end();
  std::vector<std::pair<std::uint64_t, Lanes>> groups; // by the last address in it
  std::vector<std::pair<std::uint64_t, unsigned>> lanes;
  for (unsigned lane = 0; lane < kLanes; ++lane)
    if (performing >> lane & 1)
      lanes.push_back({isOne ? 0 : std::strtoull(column->text[lane].c_str(), nullptr, 16), lane});
  std::ranges::sort(lanes);
  for (const auto& [address, lane] : lanes) {
    if (groups.empty() || address - groups.back().first >= access.bytes)
      groups.push_back({address, {}});
    groups.back().first = address;
    groups.back().second.push_back(lane);
  }
  std::vector<Lanes> all;
  for (auto& [address, group] : groups) {
    std::ranges::sort(group);
    all.push_back(std::move(group));
  }
  return all;
}

/// Which lanes do the same, so that it makes no difference which of them comes first: a number each. What returns
/// something returns it to one of them.
std::array<unsigned, kLanes> kindsOf(const spec::Case& c, const spec::Plan& plan) {
  const spec::Operands operands = fetchPlainly(c, plan);
  const bool returns = !spec::rowOf(c.instruction.mnemonic()).returnsNothing;
  std::map<std::vector<std::uint32_t>, unsigned> known;
  std::array<unsigned, kLanes> kinds{};
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    std::vector<std::uint32_t> words = {returns ? lane : 0};
    for (const auto& row : operands.row)
      words.push_back(row[lane]);
    kinds[lane] = known.try_emplace(std::move(words), known.size()).first->second;
  }
  return kinds;
}

/// The orders that may differ in what they give, one after the other; of too many some, drawn always alike.
class Orders {
public:
  Orders(const std::vector<Lanes>& groups, unsigned fields, const std::array<unsigned, kLanes>& kinds)
      : groups_(fields, groups), kinds_(kinds) {
    for (std::vector<Lanes>& field : groups_)
      for (Lanes& group : field) {
        std::ranges::sort(group, {}, [&](unsigned lane) { return std::pair(kinds_[lane], lane); });
        std::map<unsigned, unsigned> ofKind;
        for (std::size_t k = 0; k < group.size(); ++k)
          count_ *= static_cast<double>(k + 1) / ++ofKind[kinds_[group[k]]];
      }
  }
  bool areAllTried() const { return count_ < kMostOrders + 0.5; }
  std::size_t tried() const { return areAllTried() ? static_cast<std::size_t>(count_ + 0.5) : kMostOrders; }

  void next() {
    for (std::vector<Lanes>& field : groups_)
      for (Lanes& group : field)
        if (!areAllTried())
          std::ranges::shuffle(group, random_);
        else if (std::ranges::next_permutation(group, {}, kind()).found)
          return;
  }
  /// The lanes in turn, those that do not perform behind the others.
  Lanes of(unsigned field) const {
    Lanes lanes;
    for (const Lanes& group : groups_[field])
      lanes.insert(lanes.end(), group.begin(), group.end());
    for (unsigned lane = 0; lane < kLanes; ++lane)
      if (std::ranges::find(lanes, lane) == lanes.end())
        lanes.push_back(lane);
    return lanes;
  }

private:
  std::function<unsigned(unsigned)> kind() const {
    return [this](unsigned lane) { return kinds_[lane]; };
  }

  std::vector<std::vector<Lanes>> groups_; ///< [field]
  std::array<unsigned, kLanes> kinds_;
  double count_ = 1; ///< exact where it is small
  std::mt19937 random_{1};
};

/// `high`: the order of the halves above, if an access has two.
spec::Choices inOrder(const spec::Case& c, const Lanes& low, const Lanes& high) {
  std::size_t atLow = 0, atHigh = 0;
  return spec::rowOf(c.instruction.mnemonic())
      .mapChoices(c.choices, [&](const spec::CellPlace& place, std::uint64_t value) -> std::uint64_t {
        if (!place.about.isOrder)
          return value;
        return place.field == "order" ? low[atLow++] : high[atHigh++];
      });
}

std::uint64_t doubleAt(const spec::SharedMemory& memory, std::size_t at) {
  std::uint64_t bits = 0;
  std::memcpy(&bits, memory.data() + at, sizeof bits);
  return bits;
}
void takeNans(Outcome& right, const Outcome& got) {
  for (std::size_t at = 0; at + 8 <= std::min(right.memory.size(), got.memory.size()); at += 4)
    if (linearize::isNan(doubleAt(right.memory, at)) && linearize::isNan(doubleAt(got.memory, at)))
      std::memcpy(right.memory.data() + at, got.memory.data() + at, 8);
}

/// A place of an outcome, and what stands there.
struct Row {
  std::string name;
  std::function<std::uint32_t(const Outcome&)> value;
};
/// The registers that the instruction may leave, lane by lane.
std::vector<Row> registersOf(const spec::Case& c, const spec::Plan& plan) {
  std::vector<Row> rows;
  const std::uint32_t exec = execLanesPlainly(c, plan);
  for (const std::uint32_t reg : std::set(std::begin(plan.destination), std::end(plan.destination)))
    for (unsigned lane = 0; lane < kLanes && reg != spec::kZeroRegister; ++lane)
      if (exec >> lane & 1)
        rows.push_back({fmt::format("R{} lane {}", reg, lane),
                        [reg, lane](const Outcome& o) { return o.warp.registers[reg][lane]; }});
  return rows;
}
/// Calls found(at) for each word of `bytes` bytes of memory that is not alike in both. Memory is large and the lanes
/// change little of it: what is alike is passed over in blocks.
template <class Found>
void eachUnlikeWord(const spec::SharedMemory& a, const spec::SharedMemory& b, std::size_t bytes, Found&& found) {
  constexpr std::size_t kBlock = 4096;
  for (std::size_t block = 0; block < bytes; block += kBlock) {
    const std::size_t end = std::min(bytes, block + kBlock);
    if (end <= std::min(a.size(), b.size()) && std::memcmp(a.data() + block, b.data() + block, end - block) == 0)
      continue;
    for (std::size_t at = block; at < end; at += 4)
      if (wordAt(a, at) != wordAt(b, at))
        found(at);
  }
}
/// What tells an outcome from others: its registers, and the words of memory in which it is unlike the first one.
std::vector<std::uint64_t> valuesOf(const std::vector<Row>& registers, const Outcome& outcome, const Outcome& first,
                                    std::size_t bytes) {
  std::vector<std::uint64_t> values;
  for (const Row& row : registers)
    values.push_back(row.value(outcome));
  eachUnlikeWord(outcome.memory, first.memory, bytes, [&](std::size_t at) {
    values.push_back(at);
    values.push_back(wordAt(outcome.memory, at));
  });
  return values;
}

/// Places in which the outcomes and what was got are not all alike; what no outcome has there is marked.
std::vector<std::pair<std::string, TableRow>> cellsOf(std::vector<Row> rows, const RightOutcomes& right,
                                                      const Outcome* got, std::size_t bytes) {
  std::set<std::size_t> unlike;
  const Outcome& one = got ? *got : right.first.front();
  for (const Outcome& outcome : right.first)
    eachUnlikeWord(outcome.memory, one.memory, bytes, [&](std::size_t at) { unlike.insert(at); });
  for (const std::size_t at : unlike)
    rows.push_back({fmt::format("[{:#x}]", at), [at](const Outcome& o) { return wordAt(o.memory, at); }});
  std::vector<std::pair<std::string, TableRow>> cells;
  for (const Row& row : rows) {
    const std::uint32_t is = row.value(one);
    const auto isGot = [&](const Outcome& outcome) { return row.value(outcome) == is; };
    if (std::ranges::all_of(right.first, isGot))
      continue;
    TableRow& line = cells.emplace_back(row.name, TableRow{}).second;
    for (const Outcome& outcome : right.first)
      line.push_back({hex(row.value(outcome))});
    if (got)
      line.push_back({hex(is), std::ranges::none_of(right.first, isGot)});
  }
  return cells;
}

} // namespace

bool isOrderOpen(const spec::Case& c) {
  std::vector<std::uint64_t> order;
  const auto note = [&](const spec::CellPlace& place, std::uint64_t value) {
    if (place.about.isOrder)
      order.push_back(value);
    return value;
  };
  const spec::InstructionRow& row = spec::rowOf(c.instruction.mnemonic());
  (void)row.mapChoices(c.choices, note);
  const std::vector<std::uint64_t> said = std::exchange(order, {});
  (void)row.mapChoices(spec::defaultChoices(c.instruction.form), note);
  return !said.empty() && said == order;
}

RightOutcomes rightOutcomes(Readers& readers, const Executes& executes, const spec::Case& c, const Outcome& got) {
  const auto some = executes(c); // what it says of errors holds for every order
  if (!some)
    return {};
  const spec::Plan plan = readers.planOf(c.instruction.form, c.choices);
  std::uint32_t performing = execLanesPlainly(c, plan);
  for (unsigned lane = 0; lane < kLanes; ++lane)
    performing &= ~(std::uint32_t{some->warp.errors[lane] != 0} << lane);
  const Access access = accessOf(c);
  const std::vector<Row> registers = registersOf(c, plan);
  Orders orders(groupsOf(readers.explain(c), access.isAlwaysOne ? 0 : performing, access), access.hasHalves ? 2 : 1,
                kindsOf(c, plan));
  RightOutcomes right;
  std::set<std::vector<std::uint64_t>> known;
  const auto add = [&](spec::Result<Outcome> outcome) {
    if (outcome && access.givesAnyNan)
      takeNans(*outcome, got);
    if (!outcome)
      return;
    const Outcome& first = right.first.empty() ? *outcome : right.first.front();
    if (!known.insert(valuesOf(registers, *outcome, first, c.memory.size())).second)
      return;
    ++right.count;
    if (right.first.size() < RightOutcomes::kKept)
      right.first.push_back(std::move(*outcome));
  };
  add(some);
  spec::Case ordered = c;
  for (std::size_t k = 0; k < orders.tried(); ++k, orders.next()) {
    ordered.choices = inOrder(c, orders.of(0), orders.of(access.hasHalves ? 1 : 0));
    add(executes(ordered));
  }
  right.isAll = orders.areAllTried();
  return right;
}

Outcome expectedBeside(const RightOutcomes& right, const Outcome& encoded, const Outcome& got) {
  if (right.isOne())
    return right.first.front();
  Outcome expected = got;
  std::ranges::copy(encoded.warp.errors, std::begin(expected.warp.errors));
  return expected;
}

namespace {

/// got: null: nobody's.
std::string tableOf(const spec::Case& c, const spec::Plan& plan, const RightOutcomes& right, const Outcome* got,
                    bool colour) {
  if (right.isOne() || right.count == 0)
    return "";
  std::string text =
      fmt::format("  right: {}{}, by the order of the lanes; {}\n", right.isAll ? "" : "at least ",
                  spec::counted(right.count, "outcome"), got ? "got is none of them" : "the first is shown above");
  if (!right.areKept())
    return text;
  std::vector<std::string> titles = {"place"};
  for (std::size_t k = 1; k <= right.count; ++k)
    titles.push_back(fmt::format("right {}", k));
  if (got)
    titles.push_back("got");
  auto cells = cellsOf(registersOf(c, plan), right, got, c.memory.size());
  const std::size_t left = cells.size() - std::min(cells.size(), kMostRows);
  cells.resize(cells.size() - left);
  return text + render(titles, cells, colour) +
         (left ? fmt::format("  and {}\n", spec::counted(left, "more place")) : "");
}

} // namespace

std::string rightTable(const spec::Case& c, const spec::Plan& plan, const RightOutcomes& right, const Outcome& got,
                       bool colour) {
  return tableOf(c, plan, right, &got, colour);
}
std::string rightTable(const spec::Case& c, const spec::Plan& plan, const RightOutcomes& right, bool colour) {
  return tableOf(c, plan, right, nullptr, colour);
}

} // namespace warplaw::fuzz
