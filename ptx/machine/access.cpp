// Loads, stores and atomics (PTX-14 to PTX-17, PTX-40).
#include "concrete/instructions/red.h"
#include "ptx/machine/machine.h"
#include "ptx/machine/spaces.h"
#include <algorithm>
#include <fmt/format.h>

namespace warplaw::ptx {
namespace {
using spec::RedOp;
using spec::RedSize;
using spec::scalar::onesOf;

std::uint64_t extended(std::uint64_t value, const spec::scalar::Type& type) {
  if (!type.isSigned() || type.width() >= 64)
    return value;
  const std::uint64_t sign = std::uint64_t{1} << (type.width() - 1);
  return (value ^ sign) - sign;
}

RedSize sizeOf(const spec::scalar::Type& type) {
  if (type.isFloat())
    return type.width() == 64 ? RedSize::F64 : type.isPacked() || type.width() == 16 ? RedSize::F16x2 : RedSize::F32;
  return type.width() == 64 ? (type.isSigned() ? RedSize::S64 : RedSize::U64)
                            : (type.isSigned() ? RedSize::S32 : RedSize::U32);
}

/// A row that does what an atomic of floats does: sums in shared memory, which keep subnormals (PTX-17); bf16 anywhere.
class FloatRow {
public:
  explicit FloatRow(std::string_view opcode) : spelled_(spec::scalar::formSpelled(opcode).value()) {}
  std::uint64_t operator()(std::uint64_t memory, std::uint64_t operand) const {
    return function_(spelled_.modes, memory, operand, 0, 0);
  }

private:
  spec::scalar::Spelled spelled_;
  concrete::ScalarFunction function_ = concrete::scalarFunction(spelled_.form);
};

std::uint64_t ofBrainFloats(const Step& step, std::uint64_t memory, std::uint64_t operand) {
  static const FloatRow kOne[] = {FloatRow("add.rn.bf16"), FloatRow("min.bf16"), FloatRow("max.bf16")};
  static const FloatRow kTwo[] = {FloatRow("add.rn.bf16x2"), FloatRow("min.bf16x2"), FloatRow("max.bf16x2")};
  return (step.type.isPacked() ? kTwo : kOne)[step.operation](memory, operand);
}

std::uint64_t atomicStep(const Step& step, bool isShared, std::uint64_t memory, std::uint64_t b, std::uint64_t c) {
  static const spec::RedChoices kChoices{};
  static const FloatRow kSum("add.rn.f32");
  if (step.operation == kExchange)
    return b;
  if (step.operation == kCompare)
    return memory == b ? c : memory;
  const std::uint32_t op = step.operation;
  const RedSize size = sizeOf(step.type);
  const auto number = static_cast<std::uint32_t>(size);
  if (step.type.kind == spec::scalar::Kind::BrainFloat)
    return ofBrainFloats(step, memory, b);
  if (size == RedSize::F32 && isShared && step.operation == static_cast<std::uint8_t>(RedOp::Add))
    return kSum(memory, b);
  if (size == RedSize::F16x2) {
    const auto half = [&](unsigned at) -> std::uint64_t {
      return concrete::warplaw_red_step_16(op, number, static_cast<std::uint16_t>(memory >> at),
                                           static_cast<std::uint16_t>(b >> at), &kChoices, 0);
    };
    return step.type.isPacked() ? half(0) | half(16) << 16 : half(0);
  }
  return step.type.width() == 64 ? concrete::warplaw_red_step_64(op, number, memory, b, &kChoices, 0)
                                 : concrete::warplaw_red_step_32(op, number, static_cast<std::uint32_t>(memory),
                                                                 static_cast<std::uint32_t>(b), &kChoices, 0);
}

/// What atomics have in common that may change places: integers, whose result nobody asks for, of one operation that
/// commutes; inc and dec up to one limit.
std::uint64_t effectOf(const Step& step, std::uint64_t operand) {
  if (step.kind != StepKind::Atomic || step.dst[0] != kNoRegister || step.operation >= kExchange ||
      (step.type.isFloat() && step.operation == static_cast<std::uint8_t>(RedOp::Add)))
    return 0;
  const bool isLimited = step.operation == static_cast<std::uint8_t>(RedOp::Inc) ||
                         step.operation == static_cast<std::uint8_t>(RedOp::Dec);
  return std::uint64_t{1} << 63 | std::uint64_t{step.operation} << 40 | std::uint64_t{step.type.isSigned()} << 39 |
         std::uint64_t{step.width} << 33 | (isLimited ? operand & 0xffffffff : 0);
}

bool holds(const Region& region, std::uint64_t address, std::size_t size) {
  const std::uint64_t offset = address - region.address;
  return offset < region.bytes.size() && region.bytes.size() - offset >= size;
}

} // namespace

Target Machine::targetOf(const Now& now, unsigned lane, std::uint64_t address, std::size_t size, bool writes) {
  Space space = now.step.space;
  const auto isIn = [&](std::uint64_t window) { return address - window < kWindowBytes; };
  const std::uint64_t given = address;
  switch (space) {
  case Space::Shared:
    address += kSharedWindow;
    break;
  case Space::Local:
    address += kLocalWindow;
    break;
  case Space::Param:
    address += isIn(kParamWindow) ? 0 : kParamWindow;
    break;
  case Space::Generic:
    space = isIn(kSharedWindow)  ? Space::Shared
            : isIn(kLocalWindow) ? Space::Local
            : isIn(kParamWindow) ? Space::Param
                                 : Space::Global;
    break;
  default:
    break;
  }
  const auto outside = [&](const std::string& where) {
    find(FindingKind::OutOfBounds, now, 1u << lane,
         [&] { return fmt::format("lane {} {} {} bytes at {}", lane, writes ? "writes" : "reads", size, where); });
    return Target{};
  };
  if (address % size != 0) {
    find(FindingKind::Misaligned, now, 1u << lane, [&] {
      return fmt::format("lane {} {} {} bytes at {:#x}, which is no multiple of {}", lane, writes ? "writes" : "reads",
                         size, given, size);
    });
    return {};
  }
  const auto within = [&](Region& region) {
    if (holds(region, address, size))
      return Target{&region, address - region.address, space == Space::Shared, space == Space::Global};
    return outside(
        fmt::format("{} + {}, which has {} bytes", region.name, address - region.address, region.bytes.size()));
  };
  switch (space) {
  case Space::Shared:
    return within(now.cta.shared);
  case Space::Local:
    return now.warp.local.empty() ? outside("local memory, of which there is none") : within(now.warp.local[lane]);
  case Space::Param:
    if (address - kParamWindow < kernel_.parameterBytes)
      return within(parameters_);
    return now.warp.param.empty() ? outside("parameters, of which there are none") : within(now.warp.param[lane]);
  default:
    break;
  }
  for (Region& region : global_)
    if (holds(region, address, size)) {
      if (writes && region.isReadOnly)
        return outside(fmt::format("{}, which may only be read", region.name));
      return {&region, address - region.address, false, true};
    }
  return outside(placeOf(global_, given));
}

void Machine::noteAccess(const Now& now, unsigned lane, const Target& target, std::size_t size, bool writes) {
  if (!target.region->accesses || target.region->isReadOnly)
    return;
  const bool isAtomic = now.step.kind == StepKind::Atomic || now.step.isVolatile;
  const Access access{now.cta.serial,
                      now.cta.clocks.now(now.warp.number),
                      now.index,
                      static_cast<std::uint8_t>(now.warp.number),
                      static_cast<std::uint8_t>(lane),
                      isAtomic,
                      effectOf(now.step, word(now.warp, now.step.src[1], lane))};
  const auto [earlier, unordered] = target.region->accesses->note(target.offset, size, access, writes, now.cta.clocks);
  if (!unordered.isNone() && now.step.kind == StepKind::Atomic)
    find(
        FindingKind::DependsOnOrder, now, 1u << lane,
        [&] {
          return fmt::format("lane {} and another thread access {} + {} in any order, and the order shows", lane,
                             target.region->name, target.offset);
        },
        steps_[unordered.step].place);
  if (earlier.isNone())
    return;
  find(
      FindingKind::Race, now, 1u << lane,
      [&] {
        const std::string who = earlier.cta != now.cta.serial ? fmt::format("warp {} of another block", earlier.warp)
                                : earlier.warp != now.warp.number
                                    ? fmt::format("warp {}, lane {}", earlier.warp, earlier.lane)
                                    : fmt::format("lane {}", earlier.lane);
        return fmt::format("lane {} {} {} + {}, which {} accesses too, and nothing orders the two", lane,
                           writes ? "writes" : "reads", target.region->name, target.offset, who);
      },
      steps_[earlier.step].place);
}

/// Sectors of 32 bytes in global memory; in shared memory, how often more than one word of a bank is asked for (RED-10,
/// ATOMS-10).
void Machine::countAccess(const Now& now) {
  const bool isShared = now.step.space == Space::Shared;
  if (!isShared && now.step.space != Space::Global && now.step.space != Space::Generic)
    return;
  const Value& base = valueOf(now.warp, now.step.src[0]);
  std::array<std::uint64_t, 32> units; // sectors, or words
  std::size_t count = 0;
  for (unsigned lane = 0; lane < 32; ++lane)
    if (now.lanes >> lane & 1)
      units[count++] = (base.word[lane] + static_cast<std::uint64_t>(now.step.offset)) / (isShared ? 4 : 32);
  std::sort(units.begin(), units.begin() + static_cast<std::ptrdiff_t>(count));
  const auto end = std::unique(units.begin(), units.begin() + static_cast<std::ptrdiff_t>(count));
  if (!isShared) {
    ++outcome_.counters.globalAccesses;
    outcome_.counters.globalSegments += static_cast<std::uint64_t>(end - units.begin());
    return;
  }
  std::array<std::uint8_t, 32> banks{};
  for (auto word = units.begin(); word != end; ++word)
    ++banks[*word % 32];
  ++outcome_.counters.sharedAccesses;
  outcome_.counters.sharedBankConflicts += std::max<std::uint64_t>(*std::ranges::max_element(banks), 1) - 1;
}

void Machine::load(const Now& now) {
  const Step& step = now.step;
  decides(now, step.src[0], now.lanes, "an address");
  countAccess(now);
  if (step.isVolatile) {
    now.warp.asksOthers = true;
    find(FindingKind::NotJudged, now, now.lanes, "what volatile, relaxed and acquire accesses order is not judged");
  }
  const std::size_t size = std::size_t{step.width} * step.vector;
  std::array<Row, 8> result;
  std::array<std::uint32_t, 8> undefined{};
  for (unsigned lane = 0; lane < 32; ++lane) {
    if ((now.lanes >> lane & 1) == 0)
      continue;
    const Target target =
        targetOf(now, lane, word(now.warp, step.src[0], lane) + static_cast<std::uint64_t>(step.offset), size, false);
    if (target.region)
      noteAccess(now, lane, target, size, false);
    for (unsigned i = 0; i < step.vector; ++i) {
      const std::size_t at = target.offset + std::size_t{i} * step.width;
      result[i][lane] = target.region ? extended(target.region->load(at, step.width), step.type) : 0;
      if (!target.region || !target.region->areDefined(at, step.width))
        undefined[i] |= 1u << lane;
    }
  }
  for (unsigned i = 0; i < step.vector; ++i)
    write(now, step.dst[i], result[i], undefined[i], 0);
}

void Machine::store(const Now& now) {
  const Step& step = now.step;
  decides(now, step.src[0], now.lanes, "an address");
  countAccess(now);
  if (step.isVolatile)
    find(FindingKind::NotJudged, now, now.lanes, "what volatile, relaxed and release accesses order is not judged");
  const std::size_t size = std::size_t{step.width} * step.vector;
  for (unsigned lane = 0; lane < 32; ++lane) {
    if ((now.lanes >> lane & 1) == 0)
      continue;
    const Target target =
        targetOf(now, lane, word(now.warp, step.src[0], lane) + static_cast<std::uint64_t>(step.offset), size, true);
    if (!target.region)
      continue;
    noteAccess(now, lane, target, size, true);
    for (unsigned i = 0; i < step.vector; ++i) {
      const Source& source = step.src[1 + i];
      const std::size_t at = target.offset + std::size_t{i} * step.width;
      target.region->store(at, step.width, word(now.warp, source, lane));
      target.region->define(at, step.width, (valueOf(now.warp, source).undefined >> lane & 1) == 0);
      if (target.isGlobal)
        decides(now, source, 1u << lane, "what global memory holds");
    }
  }
}

void Machine::atomic(const Now& now) {
  const Step& step = now.step;
  decides(now, step.src[0], now.lanes, "an address");
  const unsigned operands = std::max<unsigned>(step.vector, step.operation == kCompare ? 2 : 1);
  for (unsigned i = 1; i <= operands; ++i)
    decides(now, step.src[i], now.lanes, "what an atomic does");
  countAccess(now);
  const std::size_t size = std::size_t{step.width} * step.vector;
  std::array<Row, 8> old{};
  std::array<std::uint32_t, 8> undefined{};
  for (unsigned lane = 0; lane < 32; ++lane) {
    if ((now.lanes >> lane & 1) == 0)
      continue;
    Target target =
        targetOf(now, lane, word(now.warp, step.src[0], lane) + static_cast<std::uint64_t>(step.offset), size, true);
    if (target.region && !target.isGlobal && (!target.isShared || step.vector > 1)) {
      find(FindingKind::OutOfBounds, now, 1u << lane, [&] {
        return fmt::format("lane {} updates {}, where there are no atomics{}", lane, target.region->name,
                           step.vector > 1 ? " of vectors" : "");
      });
      target = {};
    }
    if (target.region)
      noteAccess(now, lane, target, size, true);
    for (unsigned i = 0; i < step.vector; ++i) {
      const std::size_t at = target.offset + std::size_t{i} * step.width;
      if (!target.region || !target.region->areDefined(at, step.width))
        undefined[i] |= 1u << lane;
      if (target.region)
        old[i][lane] = atomicOf(now, lane, target, at, i);
    }
  }
  for (unsigned i = 0; i < step.vector; ++i)
    write(now, step.dst[i], old[i], undefined[i], 0);
}

std::uint64_t Machine::atomicOf(const Now& now, unsigned lane, const Target& target, std::size_t at, unsigned element) {
  const Step& step = now.step;
  const std::uint64_t bits = onesOf(step.width * 8u), old = target.region->load(at, step.width);
  target.region->store(at, step.width,
                       atomicStep(step, target.isShared, old, word(now.warp, step.src[1 + element], lane) & bits,
                                  word(now.warp, step.src[2], lane) & bits));
  return old;
}

void Machine::copyParam(const Now& now) {
  for (unsigned lane = 0; lane < 32; ++lane) {
    if ((now.lanes >> lane & 1) == 0)
      continue;
    Region& own = now.warp.param[lane];
    const Region& from = now.step.target < kernel_.parameterBytes ? parameters_ : own;
    for (unsigned i = 0; i < now.step.width; ++i) {
      const auto to = static_cast<std::size_t>(now.step.offset) + i;
      own.bytes[to] = from.bytes[now.step.target + i];
      own.isDefined[to] = from.isDefined[now.step.target + i];
    }
  }
}

} // namespace warplaw::ptx
