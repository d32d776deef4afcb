#include "fuzz/outcome.h"
#include "concrete/execute.h"
#include "fuzz/placement.h"
#include "spec/surroundings_fields.h"
#include <algorithm>
#include <cstring>

namespace warplaw::fuzz {
namespace {
using spec::kLanes;

std::uint32_t memoryWord(const spec::SharedMemory& memory, std::size_t address) {
  std::uint32_t word = 0;
  if (address < memory.size())
    std::memcpy(&word, memory.data() + address, std::min<std::size_t>(4, memory.size() - address));
  return word;
}

/// Every place in which two states differ; the caller decides which may.
template <class F> void forEachDifferingPlace(const Outcome& a, const Outcome& b, F&& found) {
  if (std::memcmp(a.warp.registers, b.warp.registers, sizeof a.warp.registers) != 0)
    for (std::uint32_t reg = 0; reg < spec::kRegisters; ++reg)
      for (std::uint8_t lane = 0; lane < kLanes; ++lane)
        if (a.warp.registers[reg][lane] != b.warp.registers[reg][lane])
          found(Difference{Kind::Register, reg, lane, a.warp.registers[reg][lane], b.warp.registers[reg][lane]});
  for (std::uint32_t p = 0; p < spec::kPredicates; ++p)
    for (std::uint8_t lane = 0; lane < kLanes; ++lane)
      if ((a.warp.predicates[p] ^ b.warp.predicates[p]) >> lane & 1)
        found(Difference{Kind::Predicate, p, lane, a.warp.predicates[p] >> lane & 1, b.warp.predicates[p] >> lane & 1});
  for (std::uint8_t lane = 0; lane < kLanes; ++lane)
    if (a.warp.errors[lane] != b.warp.errors[lane])
      found(Difference{Kind::Error, 0, lane, a.warp.errors[lane], b.warp.errors[lane]});
  if (a.warp.active != b.warp.active)
    found(Difference{Kind::Frame, 0, 0, a.warp.active, b.warp.active, true});
  if (a.warp.helpers != b.warp.helpers)
    found(Difference{Kind::Frame, 1, 0, a.warp.helpers, b.warp.helpers, true});
  if (!(a.cells == b.cells)) {
    const std::vector<std::uint32_t> ofA = spec::wordsOf(a.cells), ofB = spec::wordsOf(b.cells);
    for (std::uint32_t cell = 0; cell < ofA.size(); ++cell)
      if (ofA[cell] != ofB[cell])
        found(Difference{Kind::Cell, cell, 0, ofA[cell], ofB[cell]});
  }
  const std::size_t bytes = std::max(a.memory.size(), b.memory.size());
  if (a.memory == b.memory)
    return;
  if (a.memory.size() != b.memory.size())
    found(Difference{Kind::Frame, 2, 0, static_cast<std::uint32_t>(a.memory.size()),
                     static_cast<std::uint32_t>(b.memory.size()), true});
  const std::size_t both = std::min(a.memory.size(), b.memory.size());
  for (std::size_t at = 0; at < bytes; at += 4) {
    if (at + 4 <= both && std::memcmp(&a.memory[at], &b.memory[at], 4) == 0)
      continue; // nearly all of them
    if (memoryWord(a.memory, at) != memoryWord(b.memory, at))
      found(Difference{Kind::Memory, static_cast<std::uint32_t>(at), 0, memoryWord(a.memory, at),
                       memoryWord(b.memory, at)});
  }
}

} // namespace

spec::Result<Outcome> execute(const spec::Case& c, std::string_view path) {
  Outcome outcome{c.warp, {}};
  spec::Surroundings surroundings = spec::surroundingsOf(c);
  if (auto done = concrete::execute(c.instruction, c.choices, c.shader, outcome.warp, surroundings, path); !done)
    return done.error();
  outcome.memory = std::move(spec::memoryIn(surroundings, spec::memoryOf(c)));
  outcome.cells = surroundings.cells;
  return outcome;
}

std::vector<Difference> compare(const spec::Case& c, const spec::Plan& plan, const Outcome& expected,
                                const Outcome& got) {
  std::vector<Difference> differences;
  const std::uint32_t exec = execLanesPlainly(c, plan);
  forEachDifferingPlace(expected, got, [&](Difference d) {
    const bool executes = exec >> d.lane & 1;
    switch (d.kind) {
    case Kind::Register:
      d.inFrame = !executes || (d.index != plan.destination[0] && d.index != plan.destination[1]);
      break;
    case Kind::Predicate:
      d.inFrame = !executes || d.index != plan.destinationPredicate;
      break;
    case Kind::Error:
      d.inFrame = !executes;
      break;
    default:
      break;
    }
    differences.push_back(d);
  });
  return differences;
}

std::vector<Difference> compareExpected(const spec::Case& c, const Outcome& got) {
  std::vector<Difference> differences;
  if (!c.expected)
    return differences;
  const spec::Expected& expected = *c.expected;
  const auto check = [&](Kind kind, std::uint32_t index, std::uint8_t lane, const spec::ExpectedWord& word,
                         std::uint32_t actual) {
    if (!word.any && word.value != actual)
      differences.push_back({kind, index, lane, word.value, actual});
  };
  for (const auto& r : expected.registers)
    check(Kind::Register, r.reg, r.lane, r.word, got.warp.registers[r.reg][r.lane]);
  for (const auto& p : expected.predicates)
    check(Kind::Predicate, p.predicate, p.lane, p.bit, got.warp.predicates[p.predicate] >> p.lane & 1);
  for (const auto& m : expected.memory)
    check(Kind::Memory, m.address, 0, m.word, memoryWord(got.memory, m.address));
  const std::vector<std::uint32_t> cells = spec::wordsOf(got.cells);
  for (const auto& e : expected.cells)
    check(Kind::Cell, e.cell, 0, e.word, cells.at(e.cell));
  for (const auto& e : expected.errors)
    check(Kind::Error, 0, e.lane, {e.any, static_cast<std::uint32_t>(e.kind)}, got.warp.errors[e.lane]);
  if (!expected.frame)
    return differences;
  // MACH-5: what is not listed is as it was; an error that is not listed is none
  Outcome initial{c.warp, c.memory, c.cells};
  std::fill(std::begin(initial.warp.errors), std::end(initial.warp.errors), std::uint8_t{0});
  forEachDifferingPlace(initial, got, [&](Difference d) {
    const auto listed = [&](const auto& list, auto&& same) { return std::any_of(list.begin(), list.end(), same); };
    const bool known =
        (d.kind == Kind::Register &&
         listed(expected.registers, [&](const auto& r) { return r.reg == d.index && r.lane == d.lane; })) ||
        (d.kind == Kind::Predicate &&
         listed(expected.predicates, [&](const auto& p) { return p.predicate == d.index && p.lane == d.lane; })) ||
        (d.kind == Kind::Memory && listed(expected.memory, [&](const auto& m) { return m.address == d.index; })) ||
        (d.kind == Kind::Cell && listed(expected.cells, [&](const auto& e) { return e.cell == d.index; })) ||
        (d.kind == Kind::Error && listed(expected.errors, [&](const auto& e) { return e.lane == d.lane; }));
    if (known)
      return;
    d.inFrame = true;
    differences.push_back(d);
  });
  return differences;
}

spec::Expected expectedOf(const spec::Case& c, const Outcome& outcome) {
  spec::Expected expected;
  Outcome initial{c.warp, c.memory, c.cells};
  std::fill(std::begin(initial.warp.errors), std::end(initial.warp.errors), std::uint8_t{0});
  forEachDifferingPlace(initial, outcome, [&](const Difference& d) {
    switch (d.kind) {
    case Kind::Register:
      expected.registers.push_back({static_cast<std::uint8_t>(d.index), d.lane, {false, d.got}});
      break;
    case Kind::Predicate:
      expected.predicates.push_back({static_cast<std::uint8_t>(d.index), d.lane, {false, d.got}});
      break;
    case Kind::Memory:
      expected.memory.push_back({d.index, {false, d.got}});
      break;
    case Kind::Cell:
      expected.cells.push_back({d.index, {false, d.got}});
      break;
    case Kind::Error:
      expected.errors.push_back({d.lane, false, static_cast<spec::ErrorKind>(d.got)});
      break;
    default:
      break;
    }
  });
  return expected;
}

} // namespace warplaw::fuzz
