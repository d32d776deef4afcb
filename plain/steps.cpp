// What a thread does by itself: rows, packing, branches, special registers (PTX-4, PTX-18, PTX-41).
#include "plain/cta.h"
#include "plain/scalar.h"
#include "plain/video.h"
#include "spec/instruction.h"
#include <unordered_map>

namespace warplaw::plain {
namespace {

Word lowest(Word value, unsigned width) { return value & spec::scalar::onesOf(width); }

/// A row on the same words gives the same: threads and schedules ask again and again.
class Remembered {
public:
  Word operator()(const spec::scalar::Form& form, spec::scalar::Modes modes, std::span<const Word> sources) {
    Key key{form.operation, form.type, modes, {}};
    std::ranges::copy(sources, key.sources.begin());
    if (results_.size() > kMost)
      results_.clear();
    const auto [found, isNew] = results_.try_emplace(key, 0);
    if (isNew)
      found->second = scalar(form, modes, sources);
    return found->second;
  }

private:
  static constexpr std::size_t kMost = 1 << 16;
  struct Key {
    const void* operation;
    unsigned type;
    spec::scalar::Modes modes;
    std::array<Word, spec::scalar::kMostSources> sources;
    bool operator==(const Key&) const = default;
  };
  struct Hash {
    std::size_t operator()(const Key& key) const {
      std::uint64_t hash = reinterpret_cast<std::uintptr_t>(key.operation) + key.type * 31 + key.modes;
      for (const Word source : key.sources)
        hash = (hash ^ source ^ hash >> 29) * 0x9e3779b97f4a7c15u;
      return hash ^ hash >> 32;
    }
  };
  std::unordered_map<Key, Word, Hash> results_;
};

} // namespace

Word Cta::value(const Thread& thread, const ptx::Source& source, unsigned width) {
  const Held all = held(thread, source);
  running_.undefined |= lowest(all.undefined, width) != 0;
  return all.word;
}

Held Cta::held(const Thread& thread, const ptx::Source& source) const {
  switch (source.kind) {
  case ptx::Source::Kind::Immediate:
    return source.negated ? source.value ^ 1 : source.value;
  case ptx::Source::Kind::SpecialRegister:
    return special(thread, source);
  case ptx::Source::Kind::Register:
    return {thread.registers[source.index].word ^ (source.negated ? 1 : 0), thread.registers[source.index].undefined};
  case ptx::Source::Kind::Nothing:
    break;
  }
  return 0;
}

void Cta::give(Thread& thread, std::uint32_t index, Held value) {
  if (index == ptx::kNoRegister)
    return;
  const unsigned width = running_.kernel.registers[index].type.width();
  thread.registers[index] = {lowest(value.word, width), lowest(value.undefined, width)};
}

Word Cta::special(const Thread& thread, const ptx::Source& source) const {
  using enum ptx::Special;
  const ptx::Launch& launch = running_.launch;
  const ptx::Dimensions& block = launch.block;
  const Word lane = thread.lane(), bit = Word{1} << lane;
  const Word shared = shared_.bytes.size();
  switch (static_cast<ptx::Special>(source.index)) {
  case TidX:
    return thread.number % block[0];
  case TidY:
    return thread.number / block[0] % block[1];
  case TidZ:
    return thread.number / (block[0] * block[1]);
  case NtidX:
  case NtidY:
  case NtidZ:
    return block[source.index - static_cast<std::uint32_t>(NtidX)];
  case CtaidX:
  case CtaidY:
  case CtaidZ:
    return number_[source.index - static_cast<std::uint32_t>(CtaidX)];
  case NctaidX:
  case NctaidY:
  case NctaidZ:
    return launch.grid[source.index - static_cast<std::uint32_t>(NctaidX)];
  case Laneid:
    return lane;
  case Warpid:
    return thread.warp();
  case Nwarpid:
    return (threads_.size() + 31) / 32;
  case LanemaskEq:
    return bit;
  case LanemaskLe:
    return 2 * bit - 1;
  case LanemaskLt:
    return bit - 1;
  case LanemaskGe:
    return lowest(~(bit - 1), 32);
  case LanemaskGt:
    return lowest(~(2 * bit - 1), 32);
  case DynamicSmemSize:
    return launch.dynamicSharedBytes;
  case TotalSmemSize:
    return shared;
  case WarpSize:
    return 32;
  case Nsmid:
    return 1;
  default: // %smid, clocks and the rest: inputs that nobody says
    return 0;
  }
}

void Cta::scalar(Thread& thread, const ptx::Step& step) {
  static thread_local Remembered remembered;
  std::array<Word, spec::scalar::kMostSources> sources{}, undefined{};
  const unsigned count = step.form.sources();
  for (unsigned i = 0; i < count; ++i) {
    const Held each = held(thread, step.src[i]);
    sources[i] = each.word;
    undefined[i] = each.undefined;
  }
  const auto words = std::span(sources).first(count);
  give(thread, step.dst[0],
       {remembered(step.form, step.modes, words),
        undefinedBits(step.form, step.modes, words, std::span(undefined).first(count))});
}

void Cta::pack(Thread& thread, const ptx::Step& step) {
  Held packed;
  for (unsigned i = 0; i < step.vector; ++i) {
    const Held part = held(thread, step.src[i]);
    packed.word |= lowest(part.word, step.width) << i * step.width;
    packed.undefined |= lowest(part.undefined, step.width) << i * step.width;
  }
  give(thread, step.dst[0], packed);
}

void Cta::unpack(Thread& thread, const ptx::Step& step) {
  const Held packed = held(thread, step.src[0]);
  for (unsigned i = 0; i < step.vector; ++i)
    give(thread, step.dst[i],
         {lowest(packed.word >> i * step.width, step.width), lowest(packed.undefined >> i * step.width, step.width)});
}

/// Where hardware chooses, what is documented.
void Cta::video(Thread& thread, const ptx::Step& step) {
  const auto word = [&](unsigned i) { return static_cast<std::uint32_t>(value(thread, step.src[i])); };
  const std::uint32_t a = word(0), b = word(1), c = word(2);
  const spec::Form& form = step.video->form;
  if (form.mnemonic() == spec::Mnemonic::Video)
    give(thread, step.dst[0], video::result(form.as<spec::VideoForm>(), {}, a, b, c));
  else if (form.mnemonic() == spec::Mnemonic::Vmad)
    give(thread, step.dst[0], video::result(form.as<spec::VmadForm>(), {}, a, b, c));
  else
    give(thread, step.dst[0], video::result(form.as<spec::VsimdForm>(), a, b, c));
}

void Cta::branchIndexed(Thread& thread, const ptx::Step& step) {
  const Word which = value(thread, step.src[0]);
  if (which >= step.targets.size())
    throw Stopped{End::Undefined, "brx.idx goes beyond its list"};
  thread.counter = step.targets[which];
}

void Cta::execute(Thread& thread, const ptx::Step& step) {
  using enum ptx::StepKind;
  switch (step.kind) {
  case Branch:
    thread.counter = step.target;
    return;
  case BranchIndexed:
    return branchIndexed(thread, step);
  case Exit:
    return leave(thread);
  case Trap:
    throw Stopped{End::Trap, "trap"};
  case Video:
    video(thread, step);
    break;
  case Shuffle:
  case Vote:
  case Match:
  case Redux:
  case Elect:
  case WarpBarrier:
    return arrive(thread, step);
  case Barrier:
    return barrier(thread, step);
  case Activemask: // the rules let a thread be alone
    give(thread, step.dst[0], Word{1} << thread.lane());
    break;
  case Scalar:
    scalar(thread, step);
    break;
  case Pack:
    pack(thread, step);
    break;
  case Unpack:
    unpack(thread, step);
    break;
  case CopyParam:
    copyParameter(thread, step);
    break;
  case Load:
    load(thread, step);
    break;
  case Store:
    store(thread, step);
    break;
  case Atomic:
    atomic(thread, step);
    break;
  case Nothing:
  case Fence:
    break;
  }
  ++thread.counter;
}

} // namespace warplaw::plain
