// Random histories: instructions, then lanes with operands, then one run in a random order that the program order
// allows.
#include "random_history.h"
#include "linearize/components.h"
#include "linearize/nan.h"
#include <algorithm>
#include <array>
#include <cstring>

namespace warplaw::linearize::test {
namespace {

using Random = std::mt19937_64;
std::uint64_t below(Random& random, std::uint64_t bound) { return (random() >> 32) % bound; }
bool chance(Random& random, unsigned percent) { return below(random, 100) < percent; }
template <class T, std::size_t N> T oneOf(Random& random, const T (&choices)[N]) { return choices[below(random, N)]; }

constexpr std::uint64_t kHalves[] = {0, 0x8000, 0x3c00, 0xbc00, 0x6800, 0xe800, 0x0001, 0x7e00, 0x7c00};

std::uint64_t smallValue(Type type, Random& random) {
  switch (type) {
  case Type::F16x2:
    return oneOf(random, kHalves) | oneOf(random, kHalves) << 16;
  case Type::S32:
    return oneOf<std::uint64_t>(random, {0, 1, 2, 0xffffffff});
  case Type::U64:
  case Type::S64:
    return oneOf<std::uint64_t>(random, {0, 1, 0x100000000, 0x100000001, 2});
  default:
    return below(random, 4);
  }
}

constexpr std::uint64_t kSingles[] = {0x7ff0000000000000, 0xfff0000000000000, 0x3ff0000000000000,
                                      0x7ff8000000000001, 0xfff8000000000000, 0x7ff0000000000001};
constexpr std::uint64_t kSingleHalves[] = {0, 1, 0x7ff00000, 0x7ff80000, 0xfff80000};

std::uint64_t valueFor(Family family, Type type, Random& random) {
  return family != Family::Nans ? smallValue(type, random)
         : bytesOf(type) == 8   ? oneOf(random, kSingles)
                                : oneOf(random, kSingleHalves);
}

Operation operationFor(Family family, Random& random) {
  if ((family == Family::Plain || family == Family::Fences) && chance(random, 60)) {
    const Type type = chance(random, 80) ? Type::U32 : Type::U64;
    return chance(random, 50) ? loadOf(type) : storeOf(type);
  }
  static const std::vector<Operation> all = [] {
    std::vector<Operation> list = allOperations();
    list.insert(list.end(), otherOperations().begin(), otherOperations().end());
    return list;
  }();
  for (;;) {
    const Operation o = all[below(random, all.size())];
    const bool integer = !isFloat(o.type);
    switch (family) {
    case Family::Nans:
      if (o.type == Type::F64 || (o.type == Type::U64 && o.op >= Op::Exch && o.op <= Op::Cast) ||
          o == Operation{Op::Exch, Type::U32})
        return o;
      break;
    case Family::Values:
    case Family::Chains:
      if (integer && o.op != Op::CastSpin && (family == Family::Chains || !returnsFlag(o.op)))
        return o;
      break;
    case Family::Flags:
      if (integer && (o.op == Op::Cast || o.op == Op::Cas || o.op == Op::Exch) && bytesOf(o.type) == 4)
        return o;
      break;
    case Family::Spin:
      if (o.op == Op::CastSpin && bytesOf(o.type) == 4)
        return o;
      break;
    case Family::Halves:
      if (o.type == Type::F16x2)
        return o;
      break;
    case Family::Folds:
      if (integer && o.op <= Op::Xor && bytesOf(o.type) == 4)
        return o;
      break;
    default:
      if (integer && o.op != Op::CastSpin)
        return o;
    }
  }
}

std::uint64_t addressFor(Family family, Type type, Random& random) {
  switch (family) {
  case Family::Spin:
    return chance(random, 60) ? 4 : 8 * below(random, 2);
  case Family::Nans:
    return bytesOf(type) == 8 ? 8 : 8 + 4 * below(random, 2);
  case Family::Sizes:
    return bytesOf(type) * below(random, bytesOf(type) == 8 ? 1 : 2);
  case Family::Values:
  case Family::Flags:
    return 8;
  case Family::Fences:
    return 8 * (1 + below(random, 2));
  default:
    return chance(random, 70) ? 8 : bytesOf(type) == 8 ? 16 : 4;
  }
}

void addInstructions(History& h, Family family, Random& random) {
  const bool several = family >= Family::Sizes || (family == Family::Flags && chance(random, 20)) ||
                       (family == Family::Spin && chance(random, 30)) ||
                       (family == Family::Folds && chance(random, 20));
  const std::size_t count = several ? 1 + below(random, 4) : 1;
  const bool warps = family == Family::Warps || family == Family::Lanes || family == Family::Nans ||
                     family == Family::Plain || family == Family::Fences ||
                     (family == Family::Sizes && chance(random, 50));
  const Operation common = operationFor(family, random);
  for (std::uint32_t k = 0; k < count; ++k) {
    const bool same = chance(random, 50) && family != Family::Sizes;
    h.instructions.push_back({warps ? static_cast<std::uint32_t>(below(random, family == Family::Fences ? 2 : 3)) : 0,
                              family == Family::Fences ? 2 * k : k, same ? common : operationFor(family, random)});
  }
  if (family == Family::Fences)
    for (std::uint32_t warp = 0; warp < 2; ++warp)
      for (std::uint32_t k = 0; k < count; ++k)
        if (chance(random, 60))
          h.fences.push_back({warp, 2 * k + 1, static_cast<std::uint32_t>(random())});
  if (family == Family::Lanes || family == Family::Fences || (family == Family::Plain && chance(random, 30)))
    h.programOrder = ProgramOrder::Lane;
  if (!warps)
    return;
  for (std::uint32_t b = 1; b < count; ++b)
    if (chance(random, 25))
      h.completed.emplace_back(below(random, b), b); // numbers rise with the index, so this contradicts nothing
  if (chance(random, 15)) {
    const std::int64_t after = static_cast<std::int64_t>(below(random, count + 1)) - 1;
    h.barriers.push_back({{0, after}, {1, after}});
  }
}

void addAccesses(History& h, Family family, Random& random) {
  const std::size_t most = family == Family::Halves ? 3 : family == Family::Nans ? 4 : 6;
  const std::size_t count = 1 + below(random, most);
  std::vector<std::uint32_t> taken(h.instructions.size(), 0);
  const bool oneOperand = chance(random, 30);
  for (std::size_t k = 0; k < count; ++k) {
    Access a;
    a.instruction = static_cast<std::uint32_t>(below(random, h.instructions.size()));
    if (family == Family::Fences && taken[a.instruction] == 3)
      continue; // both of its lanes are there
    const Operation o = h.instructions[a.instruction].operation;
    do
      a.lane = static_cast<std::uint8_t>(below(random, family == Family::Lanes    ? 7
                                                       : family == Family::Fences ? 2
                                                                                  : 32));
    while (taken[a.instruction] >> a.lane & 1);
    taken[a.instruction] |= 1u << a.lane;
    a.address = addressFor(family, o.type, random);
    a.operand = oneOperand && family != Family::Nans ? 2 : valueFor(family, o.type, random);
    if (o == loadOf(o.type))
      a.operand = 0;
    if (takesSwap(o.op))
      a.swap = valueFor(family, o.type, random);
    h.accesses.push_back(a);
  }
  std::sort(h.accesses.begin(), h.accesses.end(),
            [](const Access& a, const Access& b) { return a.instruction < b.instruction; });
}

/// Instruction by instruction in the order of their indexes, which every order here allows, lanes shuffled; layers
/// sometimes mix.
void run(History& h, std::array<std::uint8_t, 64>& memory, Random& random) {
  std::vector<std::uint32_t> order(h.accesses.size());
  for (std::uint32_t k = 0; k < order.size(); ++k)
    order[k] = k;
  std::shuffle(order.begin(), order.end(), random);
  std::sort(order.begin(), order.end(),
            [&](auto a, auto b) { return h.accesses[a].instruction < h.accesses[b].instruction; });
  std::array<std::array<bool, 32>, 16> performed{};
  for (const std::uint32_t k : order) {
    Access& a = h.accesses[k];
    const Operation o = h.instructions[a.instruction].operation;
    for (unsigned half = 0; half < (o.type == Type::F16x2 ? 2u : 1u); ++half) {
      const unsigned bytes = elementBytes(o.type);
      const std::uint64_t operand = a.operand >> 16 * half & onesOf(bytes);
      std::uint64_t old = 0;
      std::memcpy(&old, &memory[a.address + 2 * half], bytes);
      if (o.op == Op::CastSpin && std::exchange(performed[a.instruction][a.address >> 2 & 31], true)) {
        a.returned = 0;
        continue;
      }
      std::uint64_t now = stepOf(o, old, operand, a.swap, h.zeros);
      if (o.type == Type::F64 && isNan(now)) // any will do (RED-7)
        now = kSingles[3 + below(random, 3)];
      a.returned |= returnedBy(o.op, old, operand) << 16 * half;
      std::memcpy(&memory[a.address + 2 * half], &now, bytes);
    }
  }
}

std::vector<KnownBytes> known(const std::array<std::uint8_t, 64>& memory, Random& random, bool partly) {
  std::vector<KnownBytes> list;
  for (std::uint64_t at = 0; at < 64; at += 8)
    if (!partly || chance(random, 50))
      list.push_back({at, {memory.begin() + at, memory.begin() + at + 8}});
  return list;
}

} // namespace

History randomHistory(Family family, Random& random) {
  History h;
  h.memorySize = 64;
  if (family == Family::Halves)
    h.zeros = static_cast<ZeroOrder>(below(random, 3));
  addInstructions(h, family, random);
  addAccesses(h, family, random);
  std::array<std::uint8_t, 64> memory{};
  for (std::size_t word = 0; word < 16; ++word) {
    const std::uint64_t value = smallValue(family == Family::Halves ? Type::F16x2 : Type::U32, random);
    std::memcpy(&memory[4 * word], &value, 4);
  }
  if (family == Family::Nans) {
    const std::uint64_t value = oneOf(random, kSingles);
    std::memcpy(&memory[8], &value, 8);
  }
  if (family == Family::Sizes)
    memory[12] = 0;
  const bool slow = family == Family::Spin || family == Family::Halves ||
                    family == Family::Nans; // every unknown word multiplies the orders tried
  h.initial = known(memory, random, chance(random, slow ? 1 : family == Family::Plain ? 40 : 15));
  run(h, memory, random);
  const unsigned wrongs = static_cast<unsigned>(below(random, 3)); // wrong things
  for (unsigned k = 0; k < wrongs; ++k) {
    Access& a = h.accesses[below(random, h.accesses.size())];
    const Operation o = h.instructions[a.instruction].operation;
    if (chance(random, 60))
      a.returned = returnsFlag(o.op) ? below(random, 2) : valueFor(family, o.type, random);
    else if (chance(random, 50))
      memory[a.address] = static_cast<std::uint8_t>(below(random, 4));
    else if (o != loadOf(o.type))
      a.operand = valueFor(family, o.type, random);
  }
  if (chance(random, 3))
    memory[below(random, 64)] ^= 1;
  h.final = known(memory, random, chance(random, 20));
  const bool none = family == Family::Folds || family == Family::Halves;
  const bool some =
      family >= Family::Sizes || ((family == Family::Flags || family == Family::Spin) && chance(random, 20));
  const unsigned percent = some ? static_cast<unsigned>(below(random, 101)) : 100;
  for (Access& a : h.accesses) {
    a.returns = none ? family == Family::Halves && chance(random, 10) : chance(random, percent);
    const Operation o = h.instructions[a.instruction].operation;
    a.returns = a.returns && o != storeOf(o.type);
    if (!a.returns)
      a.returned = 0;
  }
  return h;
}

} // namespace warplaw::linearize::test
