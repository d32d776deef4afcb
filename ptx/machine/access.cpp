// Loads, stores and atomics (PTX-14 to PTX-17, PTX-40).
#include "concrete/instructions/red_step.h"
#include "ptx/machine/machine.h"
#include "ptx/machine/operations.h"
#include "ptx/machine/spaces.h"
#include <algorithm>
#include <bit>
#include <cstring>
#include <fmt/format.h>

namespace warplaw::ptx {
namespace {
using spec::RedOp;
using spec::RedSize;
using spec::scalar::onesOf;

void extend(Row& row, const spec::scalar::Type& type) {
  if (type.isSigned())
    for (std::uint64_t& word : row)
      word = extended(word, type);
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

constexpr spec::RedChoices kChoices{};

} // namespace

std::uint64_t atomicValue(const Step& step, bool isShared, std::uint64_t memory, std::uint64_t b, std::uint64_t c) {
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

namespace {

bool holds(const Region& region, std::uint64_t address, std::size_t size) {
  const std::uint64_t offset = address - region.address;
  return offset < region.bytes.size() && region.bytes.size() - offset >= size;
}

/// The value that one lane loads, of one of these widths (bytes), with zeros above.
std::uint64_t loaded(const std::uint8_t* bytes, unsigned width) {
  std::uint64_t value = 0;
  switch (width) {
  case 4:
    std::memcpy(&value, bytes, 4);
    break;
  case 8:
    std::memcpy(&value, bytes, 8);
    break;
  default:
    std::memcpy(&value, bytes, width);
  }
  return value;
}
void stored(std::uint64_t value, std::uint8_t* bytes, unsigned width) {
  switch (width) {
  case 4:
    std::memcpy(bytes, &value, 4);
    break;
  case 8:
    std::memcpy(bytes, &value, 8);
    break;
  default:
    std::memcpy(bytes, &value, width);
  }
}

template <class Do> void eachLane(std::uint32_t lanes, Do once) {
  for (; lanes != 0; lanes &= lanes - 1)
    once(static_cast<unsigned>(std::countr_zero(lanes)));
}

/// Where lanes' integers lie.
struct ByAddress {
  const Row& address;
  std::uint64_t from;
  std::size_t operator()(unsigned lane) const { return address[lane] - from; }
};
struct ByNumber {
  const std::array<std::uint16_t, 32>& word;
  std::size_t operator()(unsigned lane) const { return std::size_t{4} * word[lane]; }
};
struct InRow {
  std::size_t row;
  std::size_t operator()(unsigned lane) const { return row + std::size_t{4} * lane; }
};
/// Lanes one after the other update an integer of 4 bytes, by the very text that is proved; `old`: what was there, if
/// somebody asks for it.
template <class At>
using UpdateWords = void(bool isSigned, const At& at, const Row& operand, std::uint32_t lanes, std::uint8_t* bytes,
                         Row* old);
template <std::size_t op, class At>
void updateWords(bool isSigned, const At& at, const Row& operand, std::uint32_t lanes, std::uint8_t* bytes, Row* old) {
  const auto size = static_cast<std::uint32_t>(isSigned ? RedSize::S32 : RedSize::U32);
  const auto update = [&](unsigned lane) {
    const auto before = static_cast<std::uint32_t>(loaded(bytes + at(lane), 4));
    if (old)
      (*old)[lane] = before;
    stored(concrete::stepOf(op, size, before, static_cast<std::uint32_t>(operand[lane]), &kChoices, 0),
           bytes + at(lane), 4);
  };
  if (lanes != ~0u)
    return eachLane(lanes, update);
#pragma clang loop unroll(full)
  for (unsigned lane = 0; lane < 32; ++lane) // without a look for the next one
    update(lane);
}
template <class At, std::size_t... op>
constexpr std::array<UpdateWords<At>*, sizeof...(op)> updatesOf(std::index_sequence<op...>) {
  return {updateWords<op, At>...};
}
template <class At> constexpr auto kUpdates = updatesOf<At>(std::make_index_sequence<kExchange>()); ///< by RedOp

bool isAtomicOrVolatile(const Step& step) { return step.kind == StepKind::Atomic || step.isVolatile; }

} // namespace

bool isUpdateOfWords(const Step& step) {
  return step.operation < kExchange && step.vector == 1 && step.width == 4 && step.type.width() == 32 &&
         !step.type.isFloat();
}

bool isLimited(const Step& step) {
  return step.operation == static_cast<std::uint8_t>(RedOp::Inc) ||
         step.operation == static_cast<std::uint8_t>(RedOp::Dec);
}

std::uint64_t effectOf(const Step& step, std::uint64_t operand) {
  if (step.kind != StepKind::Atomic || step.dst[0] != kNoRegister || step.operation >= kExchange ||
      (step.type.isFloat() && step.operation == static_cast<std::uint8_t>(RedOp::Add)))
    return 0;
  return std::uint64_t{1} << 63 | std::uint64_t{step.operation} << 40 | std::uint64_t{step.type.isSigned()} << 39 |
         std::uint64_t{step.width} << 33 | (isLimited(step) ? operand & 0xffffffff : 0);
}

std::uint32_t Machine::effectNumbered(std::uint64_t effect) {
  return effect == 0 ? 0 : effects_.try_emplace(effect, static_cast<std::uint32_t>(effects_.size() + 1)).first->second;
}

Target Machine::targetOf(const Now& now, unsigned lane, std::uint64_t address, std::size_t size, bool writes) {
  Space space = now.step.space;
  const auto isIn = [&](std::uint64_t window) { return address - window < kWindowBytes; };
  const std::uint64_t given = address;
  switch (space) {
  case Space::Shared:
    address += kernel_.spaces.sharedWindow;
    break;
  case Space::Local:
    address += kernel_.spaces.localWindow;
    break;
  case Space::Param:
    address += isIn(kernel_.spaces.paramWindow) ? 0 : kernel_.spaces.paramWindow;
    break;
  case Space::Generic:
    space = isIn(kernel_.spaces.sharedWindow)  ? Space::Shared
            : isIn(kernel_.spaces.localWindow) ? Space::Local
            : isIn(kernel_.spaces.paramWindow) ? Space::Param
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
    return now.cta.shared.bytes.empty() ? outside("shared memory, of which the launch gives none (--shared BYTES)")
                                        : within(now.cta.shared);
  case Space::Local:
    return now.warp.local.empty() ? outside("local memory, of which there is none") : within(now.warp.local[lane]);
  case Space::Param:
    if (address - kernel_.spaces.paramWindow < kernel_.parameterBytes)
      return within(parameters_);
    if (kernel_.paramFrameBytes == 0)
      return outside("parameters, of which there are none");
    return within(now.warp.param.empty() ? parameters_ : now.warp.param[lane]);
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

Access Machine::accessOf(const Now& now, unsigned lane, bool writes) {
  const Known& known = known_[now.index];
  return {&now.cta.clocks,
          stampOf(now.cta.clocks.now(now.warp.number), now.warp.number, 0),
          now.index,
          writes,
          isAtomicOrVolatile(now.step),
          known.isLimited ? effectNumbered(effectOf(now.step, word(now.warp, now.step.src[1], lane))) : known.effect};
}

/// All lanes of an access that goes to one region.
void Machine::noteWhole(const Now& now, const WholeTarget& target, const Row& address, const Span& span, bool writes) {
  Region& region = *target.region;
  if (!region.accesses || region.isReadOnly)
    return;
  now.cta.clocks.noteAccess(now.warp.number);
  const std::size_t size = sizeOf(now);
  Access access = accessOf(now, static_cast<unsigned>(std::countr_zero(now.lanes)), writes);
  const bool isLimited = known_[now.index].isLimited;
  if (target.isShared && isLimited)
    now.cta.interval.handOver(now.cta.clocks, *region.accesses);
  if (target.isShared &&
      now.cta.interval.note(access, address.data(), target.address, size, now.lanes, span, rows_, *region.accesses))
    return;
  if (span.isConsecutive && now.lanes == ~0u && size == 4 && !isLimited &&
      region.accesses->noteWhole(span.least - target.address, access))
    return;
  std::uint32_t left = now.lanes;
  while (size == 4 && !access.isAtomic && left != 0) {
    left = region.accesses->noteLanes(address.data(), target.address, left, access);
    if (left == 0)
      return;
    const auto lane = static_cast<unsigned>(std::countr_zero(left));
    noteAccess(now, lane, {&region, address[lane] - target.address, target.isShared, target.isGlobal}, size, writes);
    left &= left - 1;
  }
  eachLane(left, [&](unsigned lane) {
    const std::size_t offset = address[lane] - target.address;
    if (isLimited)
      access = accessOf(now, lane, writes);
    if (!region.accesses->noteQuickly(offset, size, access, lane))
      noteAccess(now, lane, {&region, offset, target.isShared, target.isGlobal}, size, writes);
  });
}

void Machine::noteAccess(const Now& now, unsigned lane, const Target& target, std::size_t size, bool writes) {
  if (!target.region->accesses || target.region->isReadOnly)
    return;
  now.cta.clocks.noteAccess(now.warp.number);
  if (target.isShared) {
    now.cta.interval.use(now.warp.number);
    now.cta.interval.handOver(now.cta.clocks, *target.region->accesses);
  }
  const auto [earlier, unordered] =
      target.region->accesses->note(target.offset, size, accessOf(now, lane, writes), lane);
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
        const std::string who = timeOf(earlier.stamp) < now.cta.clocks.start()
                                    ? fmt::format("warp {} of another block", warpOf(earlier.stamp))
                                : warpOf(earlier.stamp) != now.warp.number
                                    ? fmt::format("warp {}, lane {}", warpOf(earlier.stamp), laneOf(earlier.stamp))
                                    : fmt::format("lane {}", laneOf(earlier.stamp));
        return fmt::format("lane {} {} {} + {}, which {} accesses too, and nothing orders the two", lane,
                           writes ? "writes" : "reads", target.region->name, target.offset, who);
      },
      steps_[earlier.step].place);
}

/// Sectors of 32 bytes in global memory; in shared memory, how often more than one word of a bank is asked for (RED-10,
/// ATOMS-10), by lanes that are inside.
void Machine::countAccess(const Now& now, const std::uint64_t* address, const Span& span) {
  const bool isShared = now.step.space == Space::Shared;
  if (!isShared && now.step.space != Space::Global && now.step.space != Space::Generic)
    return;
  Counters& counters = outcome_.counters;
  ++(isShared ? counters.sharedAccesses : counters.globalAccesses);
  if (isShared) {
    if (span.most / 4 - span.least / 4 < 32 || (span.isConsecutive && sizeOf(now) == 4))
      return; // of 32 words side by side each has a bank to itself
    std::array<std::uint16_t, 32> inside;
    const auto isInside = [&](std::uint64_t at) { return at / 4 < asked_.size(); };
    const std::uint64_t* const one = std::find_if(address, address + 32, isInside);
    std::transform(address, address + 32, inside.begin(),
                   [&](std::uint64_t at) { return static_cast<std::uint16_t>((isInside(at) ? at : *one) / 4); });
    if (one != address + 32)
      countConflicts(inside);
    return;
  }
  if (span.isConsecutive && now.lanes == ~0u && sizeOf(now) <= 32) {
    counters.globalSegments += span.most / 32 - span.least / 32 + 1;
    return;
  }
  if (const unsigned sectors = rows_.sectorsOf(address); sectors != 0) {
    counters.globalSegments += sectors;
    return;
  }
  std::array<std::uint64_t, 32> sectors;
  std::size_t count = 0;
  eachLane(now.lanes, [&](unsigned lane) { sectors[count++] = address[lane] / 32; });
  const auto begin = sectors.begin(), end = begin + static_cast<std::ptrdiff_t>(count);
  std::sort(begin, end);
  counters.globalSegments += static_cast<std::uint64_t>(std::unique(begin, end) - begin);
}

void Machine::countConflicts(const std::array<std::uint16_t, 32>& words) {
  if (++askedNow_ == 0) // all numbers were used
    std::ranges::fill(asked_, askedNow_++);
  outcome_.counters.sharedBankConflicts += rows_.conflictsOf(words.data(), askedNow_, asked_.data());
}

Span Machine::addressesOf(const Now& now, Row& address) const {
  return rows_.addresses(valueOf(now.warp, now.step.src[0]).word.data(), static_cast<std::uint64_t>(now.step.offset),
                         addressBits(now.step), static_cast<std::uint32_t>(sizeOf(now)), now.lanes,
                         static_cast<unsigned>(std::countr_zero(now.lanes)), address.data());
}

WholeTarget Machine::wholeTarget(const Now& now, const Span& span, std::size_t size, bool writes) {
  if ((size & (size - 1)) != 0 || (span.bits & (size - 1)) != 0)
    return {};
  const auto within = [&](Region& region, std::uint64_t from, bool isShared, bool isGlobal) {
    const std::uint64_t least = span.least - from, most = span.most - from, bytes = region.bytes.size();
    return least <= most && most < bytes && bytes - most >= size ? WholeTarget{&region, from, isShared, isGlobal}
                                                                 : WholeTarget{};
  };
  const auto areIn = [&](std::uint64_t window) { return span.least >= window && span.most < window + kWindowBytes; };
  switch (now.step.space) {
  case Space::Shared:
    return within(now.cta.shared, 0, true, false);
  case Space::Param:
    return writes
               ? WholeTarget{}
               : within(parameters_, areIn(kernel_.spaces.paramWindow) ? kernel_.spaces.paramWindow : 0, false, false);
  case Space::Local:
    return {};
  case Space::Generic:
    if (areIn(kernel_.spaces.sharedWindow))
      return within(now.cta.shared, kernel_.spaces.sharedWindow, true, false);
    if (span.most >= kernel_.spaces.paramWindow)
      return {};
    break;
  default:
    break;
  }
  Known& known = known_[now.index];
  for (std::size_t tried = 0; tried <= global_.size(); ++tried) {
    const std::size_t i = tried == 0 ? known.region : tried - 1;
    if (i >= global_.size() || (writes && global_[i].isReadOnly))
      continue;
    const WholeTarget target = within(global_[i], global_[i].address, false, true);
    if (target.region) {
      known.region = i;
      return target;
    }
  }
  return {};
}

/// Lanes access words of a row, each its own: where lane 0's is, or would be; nothing where the row does not fit in.
std::optional<std::size_t> Machine::rowOf(const Now& now, const WholeTarget& target, const Span& span) const {
  const std::size_t first = 4 * static_cast<std::size_t>(std::countr_zero(now.lanes)), at = span.least - target.address;
  if (!span.isConsecutive || sizeOf(now) != 4 || now.step.width != 4 || at < first ||
      target.region->bytes.size() - (at - first) < std::size_t{4} * 32)
    return std::nullopt;
  return at - first;
}

std::uint32_t Machine::undefinedWords(const Region& region, std::size_t row, std::uint32_t lanes) const {
  return region.undefinedBytes == 0 ? 0 : ~rows_.definedOf(region.isDefined.data() + row) & lanes;
}

void Machine::storeRow(Region& region, std::size_t row, std::uint32_t lanes, const Row& words) const {
  rows_.store4(lanes, words.data(), region.bytes.data() + row);
  if (region.undefinedBytes != 0)
    region.undefinedBytes -= rows_.define(lanes, region.isDefined.data() + row);
}

void Machine::expectNext(Known& known, const Region& region, std::size_t row) {
  constexpr std::size_t kNear = 4096; // processors expect what is nearer
  const std::size_t step = row - known.row;
  known.row = row;
  if (step + kNear < 2 * kNear)
    return;
  known.stride = step == known.step ? step : known.stride;
  known.step = step;
  const std::size_t next = row + known.stride;
  if (next >= region.bytes.size())
    return;
  for (std::size_t at = next; at < std::min(next + 128, region.bytes.size()); at += 64)
    __builtin_prefetch(region.bytes.data() + at);
  if (region.accesses)
    region.accesses->expect(next);
}

bool Machine::accessWords(const Now& now) {
  const Step& step = now.step;
  Warp& warp = now.warp;
  const bool writes = step.kind != StepKind::Load, updates = step.kind == StepKind::Atomic;
  const auto first = static_cast<unsigned>(std::countr_zero(now.lanes));
  const Row& base = valueOf(warp, step.src[0]).word;
  const Row& source = valueOf(warp, step.src[1]).word; // of a load, not looked at
  if (known_[now.index].isOfShared)
    return accessShared(now.cta, warp, now.index, now.lanes);
  if (!warp.areDefined[step.src[0].index] || (writes && !warp.areDefined[step.src[1].index]) || now.lanes != ~0u ||
      !rows_.areSideBySide(now.lanes, first, base.data()))
    return false;
  const std::uint64_t least = (base[first] + static_cast<std::uint64_t>(step.offset)) & addressBits(step);
  const Span span{least, least + std::uint64_t{4} * (31u - first - static_cast<unsigned>(std::countl_zero(now.lanes))),
                  least, true};
  const WholeTarget target = wholeTarget(now, span, 4, writes);
  if (!target.region || (updates && (!target.isGlobal || target.region->undefinedBytes != 0)))
    return false;
  Region& region = *target.region;
  const auto row = rowOf(now, target, span);
  if (!row || (!writes && undefinedWords(region, *row, now.lanes) != 0))
    return false;
  if (target.isGlobal)
    expectNext(known_[now.index], region, *row);
  if (region.accesses && !region.isReadOnly) {
    now.cta.clocks.noteAccess(warp.number);
    const Access access = accessOf(now, first, writes);
    if (target.isShared
            ? !now.cta.interval.note(access, nullptr, target.address, 4, now.lanes, span, rows_, *region.accesses)
            : !region.accesses->noteWhole(*row, access))
      return false;
  }
  countAccess(now, nullptr, span);
  if (updates) {
    kUpdates<InRow>[step.operation](step.type.isSigned(), {*row}, source, now.lanes, region.bytes.data(), nullptr);
    warp.asksOthers = true;
  } else if (writes) {
    storeRow(region, *row, now.lanes, source);
  } else {
    rows_.load4(now.lanes, region.bytes.data() + *row, warp.values[step.dst[0]].word.data());
    define(warp, step.dst[0], now.lanes);
  }
  return true;
}

bool Machine::accessShared(Cta& cta, Warp& warp, std::uint32_t pc, std::uint32_t lanes) {
  const Step& step = steps_[pc];
  const Known& known = known_[pc];
  const Value &where = warp.values[known.src[0]], &what = warp.values[known.src[1]]; // of a load, nothing
  if ((warp.areDefined[known.src[0]] & warp.areDefined[known.src[1]]) == 0 &&
      ((where.undefined | what.undefined) & lanes) != 0)
    return false;
  Region& region = cta.shared;
  const bool loads = step.kind == StepKind::Load;
  const auto first = static_cast<unsigned>(std::countr_zero(lanes));
  const std::uint64_t* const base = where.word.data();
  const Row& source = what.word;
  std::uint64_t* const to = loads ? warp.values[step.dst[0]].word.data() : nullptr;
  std::uint8_t* const bytes = region.bytes.data();
  const Stamp stamp = stampOf(cta.clocks.now(warp.number), warp.number, 0);
  auto* const noted = cta.interval.next({&cta.clocks, stamp, pc, !loads, false, known.effect}, lanes);
  if (!noted)
    return false;
  const auto offset = static_cast<std::uint64_t>(step.offset), kept = addressBits(step);
  const std::uint64_t row = ((base[first] + offset) & kept) - std::uint64_t{4} * first, size = region.bytes.size();
  const bool isRow = step.kind != StepKind::Atomic && row % 4 == 0 && row < size &&
                     size - row >= sizeof(std::uint32_t[32]) && rows_.areSideBySide(lanes, first, base);
  bool isPlain = false;
  if (isRow) {
    if (loads && undefinedWords(region, row, lanes) != 0)
      return false;
    isPlain =
        cta.interval.isPlainRow(*noted, row / 4, [&](std::uint32_t* words, std::uint32_t from, std::uint32_t thread) {
          return loads ? rows_.loadRow(words, from, thread, lanes, bytes + row, to)
                       : rows_.storeRow(words, from, thread, lanes, source.data(), bytes + row);
        });
  } else {
    const Words words = rows_.wordsOf(base, offset, kept, lanes, first, noted->first.data());
    const auto isDefined = [&](std::uint16_t word) { return region.areDefined(std::size_t{4} * word, 4); };
    if (words.bits % 4 != 0 || words.bits >> 18 != 0 || std::size_t{4} * words.most + 4 > size ||
        (region.undefinedBytes != 0 && (!loads || !std::ranges::all_of(noted->first, isDefined))))
      return false;
    isPlain = cta.interval.isPlain(*noted, lanes, words.least == words.most, rows_);
    if (isPlain && words.most - words.least >= 32)
      countConflicts(noted->first);
    if (isPlain && loads)
      rows_.loadEach(lanes, bytes, noted->first.data(), to);
    else if (isPlain && step.kind == StepKind::Store)
      eachLane(lanes, [&](unsigned lane) { stored(source[lane], bytes + std::size_t{4} * noted->first[lane], 4); });
    else if (isPlain)
      kUpdates<ByNumber>[step.operation](step.type.isSigned(), {noted->first}, source, lanes, bytes, nullptr);
  }
  if (!cta.interval.end(isPlain, cta.clocks, *region.accesses))
    return false;
  cta.interval.use(warp.number);
  cta.clocks.noteAccess(warp.number);
  ++outcome_.counters.sharedAccesses;
  warp.asksOthers |= step.kind == StepKind::Atomic;
  if (loads)
    define(warp, step.dst[0], lanes);
  else if (region.undefinedBytes != 0) // a row: others are stored where all is defined
    region.undefinedBytes -= rows_.define(lanes, region.isDefined.data() + row);
  return true;
}

void Machine::load(const Now& now) {
  const Step& step = now.step;
  decides(now, step.src[0], now.lanes, "an address");
  alignas(64) Row address;
  const Span span = addressesOf(now, address);
  countAccess(now, address.data(), span);
  if (step.isVolatile) {
    now.warp.asksOthers = true;
    find(FindingKind::NotJudged, now, now.lanes, "what volatile, relaxed and acquire accesses order is not judged");
  }
  const WholeTarget target = wholeTarget(now, span, sizeOf(now), false);
  if (!target.region)
    return loadEach(now);
  const Region& region = *target.region;
  noteWhole(now, target, address, span, false);
  if (const auto row = rowOf(now, target, span)) {
    const std::uint32_t undefined = undefinedWords(region, *row, now.lanes);
    Row bits;
    alignas(64) Row result;
    rows_.load4(~0u, region.bytes.data() + *row, result.data());
    extend(result, step.type);
    eachLane(undefined, [&](unsigned lane) {
      bits[lane] = extended(region.undefinedBits(*row + std::size_t{4} * lane, 4), step.type);
    });
    return write(now, step.dst[0], result, undefined, 0, &bits);
  }
  for (unsigned i = 0; i < step.vector; ++i) {
    const std::uint64_t from = target.address - std::uint64_t{i} * step.width;
    alignas(64) Row result;
    if (step.width == 4)
      rows_.gather4(region.bytes.data(), address.data(), from, result.data());
    else if (span.least == span.most)
      result.fill(loaded(region.bytes.data() + (span.least - from), step.width));
    else
      eachLane(now.lanes,
               [&](unsigned lane) { result[lane] = loaded(region.bytes.data() + (address[lane] - from), step.width); });
    extend(result, step.type);
    std::uint32_t undefined = 0;
    if (region.undefinedBytes != 0 && step.width == 4)
      undefined = ~rows_.gatherDefined(region.isDefined.data(), address.data(), from);
    else if (region.undefinedBytes != 0)
      eachLane(now.lanes, [&](unsigned lane) {
        undefined |= region.areDefined(address[lane] - from, step.width) ? 0 : 1u << lane;
      });
    Row bits;
    eachLane(undefined & now.lanes, [&](unsigned lane) {
      bits[lane] = extended(region.undefinedBits(address[lane] - from, step.width), step.type);
    });
    write(now, step.dst[i], result, undefined, 0, &bits);
  }
}

void Machine::loadEach(const Now& now) {
  const Step& step = now.step;
  const std::size_t size = sizeOf(now);
  std::array<Row, 8> result, bits;
  std::array<std::uint32_t, 8> undefined{};
  eachLane(now.lanes, [&](unsigned lane) {
    const Target target = targetOf(now, lane, addressOf(now, lane), size, false);
    if (target.region)
      noteAccess(now, lane, target, size, false);
    for (unsigned i = 0; i < step.vector; ++i) {
      const std::size_t at = target.offset + std::size_t{i} * step.width;
      result[i][lane] = target.region ? extended(target.region->load(at, step.width), step.type) : 0;
      bits[i][lane] =
          target.region ? extended(target.region->undefinedBits(at, step.width), step.type) : ~std::uint64_t{0};
      undefined[i] |= bits[i][lane] != 0 ? 1u << lane : 0;
    }
  });
  for (unsigned i = 0; i < step.vector; ++i)
    write(now, step.dst[i], result[i], undefined[i], 0, &bits[i]);
}

void Machine::store(const Now& now) {
  const Step& step = now.step;
  decides(now, step.src[0], now.lanes, "an address");
  alignas(64) Row address;
  const Span span = addressesOf(now, address);
  countAccess(now, address.data(), span);
  if (step.isVolatile)
    find(FindingKind::NotJudged, now, now.lanes, "what volatile, relaxed and release accesses order is not judged");
  std::uint32_t undefined = 0;
  for (unsigned i = 0; i < step.vector; ++i)
    undefined |= valueOf(now.warp, step.src[1 + i]).undefined & now.lanes;
  const WholeTarget target = undefined != 0 ? WholeTarget{} : wholeTarget(now, span, sizeOf(now), true);
  if (!target.region)
    return storeEach(now);
  Region& region = *target.region;
  noteWhole(now, target, address, span, true);
  if (const auto row = rowOf(now, target, span)) {
    return storeRow(region, *row, now.lanes, valueOf(now.warp, step.src[1]).word);
  }
  for (unsigned i = 0; i < step.vector; ++i) {
    const std::uint64_t from = target.address - std::uint64_t{i} * step.width;
    const Row& source = valueOf(now.warp, step.src[1 + i]).word;
    eachLane(now.lanes, [&](unsigned lane) {
      stored(source[lane], region.bytes.data() + (address[lane] - from), step.width);
      if (!region.areDefined(address[lane] - from, step.width))
        region.define(address[lane] - from, step.width, true);
    });
  }
}

void Machine::storeEach(const Now& now) {
  const Step& step = now.step;
  const std::size_t size = sizeOf(now);
  eachLane(now.lanes, [&](unsigned lane) {
    const Target target = targetOf(now, lane, addressOf(now, lane), size, true);
    if (!target.region)
      return;
    noteAccess(now, lane, target, size, true);
    for (unsigned i = 0; i < step.vector; ++i) {
      const Source& source = step.src[1 + i];
      const std::size_t at = target.offset + std::size_t{i} * step.width;
      target.region->store(at, step.width, word(now.warp, source, lane));
      target.region->defineBits(at, step.width, now.warp.undefinedBits(source.index, lane));
      if (target.isGlobal)
        decides(now, source, 1u << lane, "what global memory holds", onesOf(step.width * 8u));
    }
  });
}

void Machine::atomic(const Now& now) {
  const Step& step = now.step;
  decides(now, step.src[0], now.lanes, "an address");
  const unsigned operands = std::max<unsigned>(step.vector, step.operation == kCompare ? 2 : 1);
  for (unsigned i = 1; i <= operands; ++i)
    decides(now, step.src[i], now.lanes, "what an atomic does", onesOf(step.width * 8u));
  const std::size_t size = sizeOf(now);
  alignas(64) Row address;
  const Span span = addressesOf(now, address);
  countAccess(now, address.data(), span);
  const WholeTarget whole = wholeTarget(now, span, size, true);
  if (whole.region)
    noteWhole(now, whole, address, span, true);
  std::array<Row, 8> old, bits;
  std::array<std::uint32_t, 8> undefined{};
  if (isUpdateOfWords(step) && (whole.isShared || whole.isGlobal)) {
    const bool areDefined = whole.region->undefinedBytes == 0;
    atomicWords(now, whole, address, old[0], bits[0]);
    std::uint32_t updated = 0;
    eachLane(areDefined || !whole.isGlobal ? 0 : now.lanes,
             [&](unsigned lane) { updated |= bits[0][lane] != 0 ? 1u << lane : 0; });
    findUpdated(now, updated);
    return write(now, step.dst[0], old[0], areDefined ? 0 : now.lanes, 0, &bits[0]);
  }
  std::uint32_t updated = 0;
  eachLane(now.lanes, [&](unsigned lane) {
    Target target = whole.region ? Target{whole.region, address[lane] - whole.address, whole.isShared, whole.isGlobal}
                                 : targetOf(now, lane, address[lane], size, true);
    if (target.region && !target.isGlobal && (!target.isShared || step.vector > 1)) {
      find(FindingKind::OutOfBounds, now, 1u << lane, [&] {
        return fmt::format("lane {} updates {}, where there are no atomics{}", lane, target.region->name,
                           step.vector > 1 ? " of vectors" : "");
      });
      target = {};
    }
    if (target.region && !whole.region)
      noteAccess(now, lane, target, size, true);
    for (unsigned i = 0; i < step.vector; ++i) {
      const std::size_t at = target.offset + std::size_t{i} * step.width;
      bits[i][lane] = target.region ? target.region->undefinedBits(at, step.width) : ~std::uint64_t{0};
      undefined[i] |= bits[i][lane] != 0 ? 1u << lane : 0;
      old[i][lane] = target.region ? atomicOf(now, lane, target, at, i) : 0;
      updated |= target.isGlobal && step.operation != kExchange && bits[i][lane] != 0 ? 1u << lane : 0;
    }
  });
  findUpdated(now, updated);
  for (unsigned i = 0; i < step.vector; ++i)
    write(now, step.dst[i], old[i], undefined[i], 0, &bits[i]);
}

/// Global memory gets what is computed from a word with an undefined bit (PTX-16).
void Machine::findUpdated(const Now& now, std::uint32_t lanes) {
  if (lanes != 0)
    find(FindingKind::Uninitialised, now, lanes, [&] {
      return fmt::format("lane {} updates a word of global memory that nobody wrote", std::countr_zero(lanes));
    });
}

void Machine::atomicWords(const Now& now, const WholeTarget& target, const Row& address, Row& old, Row& undefined) {
  kUpdates<ByAddress>[now.step.operation](now.step.type.isSigned(), {address, target.address},
                                          valueOf(now.warp, now.step.src[1]).word, now.lanes,
                                          target.region->bytes.data(), &old);
  eachLane(target.region->undefinedBytes == 0 ? 0 : now.lanes, [&](unsigned lane) {
    const std::uint64_t at = address[lane] - target.address;
    undefined[lane] = target.region->undefinedBits(at, 4);
    if (undefined[lane] != 0)
      target.region->define(at, 4, false);
  });
}

std::uint64_t Machine::atomicOf(const Now& now, unsigned lane, const Target& target, std::size_t at, unsigned element) {
  const Step& step = now.step;
  std::uint8_t* const place = target.region->bytes.data() + at;
  const std::uint64_t bits = onesOf(step.width * 8u), old = loaded(place, step.width);
  stored(atomicValue(step, target.isShared, old, word(now.warp, step.src[1 + element], lane) & bits,
                     word(now.warp, step.src[2], lane) & bits),
         place, step.width);
  if (!target.region->areDefined(at, step.width)) // of what was anything, an exchange alone leaves nothing
    target.region->define(at, step.width, step.operation == kExchange);
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
      own.defineBits(to, 1, from.undefinedBits(now.step.target + i, 1));
    }
  }
}

} // namespace warplaw::ptx
