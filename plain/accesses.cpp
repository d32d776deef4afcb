// Loads, stores and atomics of one thread (PTX-14, PTX-17, PTX-40; ATOMS-6, ATOMS-7, RED-6, RED-7).
#include "plain/cta.h"
#include "plain/scalar.h"
#include "ptx/machine/spaces.h"

namespace warplaw::plain {
namespace {

using spec::scalar::Type;

Word lowest(Word value, unsigned width) { return value & spec::scalar::onesOf(width); }

/// The value's sign bit in all bits above.
Word extended(Word value, unsigned width) {
  const Word sign = Word{1} << (width - 1);
  return width >= 64 ? value : (lowest(value, width) ^ sign) - sign;
}

bool isLess(Word a, Word b, const Type& type) {
  if (!type.isSigned())
    return a < b;
  return static_cast<std::int64_t>(extended(a, type.width())) < static_cast<std::int64_t>(extended(b, type.width()));
}

constexpr const char* kNames[] = {"add", "min", "max", "inc", "dec", "and", "or", "xor"};

/// f32 flushes subnormals in .global, and in no other space; halves and f64 keep them.
Word ofFloats(const ptx::Step& step, bool isGlobal, Word memory, Word operand) {
  std::string opcode = kNames[step.operation];
  if (step.operation == 0) // min and max round nothing
    opcode += step.type == Type{spec::scalar::Kind::Float, 32} && isGlobal ? ".rn.ftz" : ".rn";
  const auto spelled = spec::scalar::formSpelled(opcode + "." + std::string(spec::scalar::nameOf(step.type)));
  if (!spelled)
    throw Stopped{End::Undefined, "there is no row for " + opcode};
  const Word sources[] = {memory, operand};
  return scalar(spelled->form, spelled->modes, sources);
}

Word ofIntegers(const ptx::Step& step, Word memory, Word operand) {
  switch (step.operation) {
  case 0:
    return memory + operand;
  case 1:
    return isLess(operand, memory, step.type) ? operand : memory;
  case 2:
    return isLess(memory, operand, step.type) ? operand : memory;
  case 3:
    return memory >= operand ? 0 : memory + 1;
  case 4:
    return memory == 0 || memory > operand ? operand : memory - 1;
  case 5:
    return memory & operand;
  case 6:
    return memory | operand;
  case 7:
    return memory ^ operand;
  default:
    return operand; // exch
  }
}

} // namespace

Found Cta::generic(Thread& thread, std::uint64_t address, std::uint64_t count) {
  const auto isIn = [&](std::uint64_t window) { return address >= window && address - window < ptx::kWindowBytes; };
  if (isIn(running_.kernel.spaces.sharedWindow))
    return within(shared_, address - running_.kernel.spaces.sharedWindow, count);
  if (isIn(running_.kernel.spaces.localWindow))
    return within(thread.local, address - running_.kernel.spaces.localWindow, count);
  if (isIn(running_.kernel.spaces.paramWindow))
    return within(thread.parameters, address - running_.kernel.spaces.paramWindow, count);
  return running_.memory.find(address, count);
}

Found Cta::accessed(Thread& thread, const ptx::Step& step, bool writes) {
  std::uint64_t address =
      value(thread, step.src[0], step.isShortAddress ? 32 : 64) + static_cast<std::uint64_t>(step.offset);
  if (step.isShortAddress)
    address = static_cast<std::uint32_t>(address);
  const std::uint64_t count = std::uint64_t{step.width} * step.vector;
  Found found;
  switch (step.space) {
  case ptx::Space::Shared:
    found = within(shared_, address, count);
    break;
  case ptx::Space::Local:
    found = within(thread.local, address, count);
    break;
  case ptx::Space::Param:
    found = within(thread.parameters, address, count);
    break;
  case ptx::Space::Generic:
    found = generic(thread, address, count);
    break;
  default:
    found = running_.memory.find(address, count);
  }
  if (!found.region || address % count != 0 || (writes && found.region->isReadOnly))
    throw Stopped{End::OutOfBounds, "thread " + std::to_string(thread.number) + ", line " +
                                        std::to_string(step.place.line) + ": address " + std::to_string(address)};
  return found;
}

bool Cta::isGlobal(const Thread& thread, const Region& region) const {
  return &region != &shared_ && &region != &thread.local && &region != &thread.parameters;
}

void Cta::load(Thread& thread, const ptx::Step& step) {
  Found found = accessed(thread, step, false);
  for (unsigned i = 0; i < step.vector; ++i, found.offset += step.width) {
    Held loaded = found.load(step.width);
    if (step.type.isSigned())
      loaded = {extended(loaded.word, step.type.width()), extended(loaded.undefined, step.type.width())};
    give(thread, step.dst[i], loaded);
  }
}

void Cta::store(Thread& thread, const ptx::Step& step) {
  Found found = accessed(thread, step, true);
  for (unsigned i = 0; i < step.vector; ++i, found.offset += step.width) {
    if (isGlobal(thread, *found.region)) // others see it
      value(thread, step.src[i + 1], 8u * step.width);
    found.store(held(thread, step.src[i + 1]), step.width);
  }
}

void Cta::atomic(Thread& thread, const ptx::Step& step) {
  Found found = accessed(thread, step, true);
  const bool isShared = found.region == &shared_, isGlobal = this->isGlobal(thread, *found.region);
  if (!isGlobal && (!isShared || step.vector > 1))
    throw Stopped{End::OutOfBounds, "there are no such atomics outside global memory"};
  for (unsigned i = 0; i < step.vector; ++i, found.offset += step.width) {
    const Held before = found.load(step.width);
    running_.undefined |= isGlobal && before.undefined != 0 && step.operation != ptx::kExchange; // others see it
    const Word operand = value(thread, step.src[i + 1], 8u * step.width);
    Held after;
    if (step.operation == ptx::kCompare) {
      const Word other = value(thread, step.src[2], 8u * step.width);
      after = before.word == operand ? other : before.word;
    } else {
      const bool ofFloat = step.type.isFloat() && step.operation < ptx::kExchange;
      after = ofFloat ? ofFloats(step, isGlobal, before.word, operand) : ofIntegers(step, before.word, operand);
    }
    if (before.undefined != 0 && step.operation != ptx::kExchange)
      after.undefined = ~Word{0};
    found.store(after, step.width);
    give(thread, step.dst[i], before);
  }
}

void Cta::copyParameter(Thread& thread, const ptx::Step& step) {
  const auto from = static_cast<std::uint64_t>(step.target), to = static_cast<std::uint64_t>(step.offset);
  Region& frame = thread.parameters;
  for (unsigned i = 0; i < step.width; ++i) {
    frame.bytes.at(to + i) = frame.bytes.at(from + i);
    frame.undefined.at(to + i) = frame.undefined.at(from + i);
  }
}

} // namespace warplaw::plain
