// Instructions of one thread each: rows of operations, and words from parts and back (PTX-4, PTX-20 to PTX-33).
#include "concrete/execute.h"
#include "ptx/machine/machine.h"
#include "ptx/machine/operations.h"
#include "ptx/machine/undefined.h"
#include <algorithm>
#include <bit>
#include <cassert>
#include <fmt/format.h>

namespace warplaw::ptx {
namespace {
using spec::scalar::onesOf;

template <class Do> void eachLane(std::uint32_t lanes, Do once) {
  for (; lanes != 0; lanes &= lanes - 1)
    once(static_cast<unsigned>(std::countr_zero(lanes)));
}

} // namespace

void Machine::write(const Now& now, std::uint32_t place, const Row& word, std::uint32_t undefined, std::uint32_t ofLane,
                    const Row* bits) {
  if (place == kNoRegister)
    return;
  Value& value = now.warp.values[place];
  if (now.lanes == ~0u)
    value.word = word;
  else
    rows_.blend(now.lanes, word.data(), value.word.data());
  const std::uint64_t ones = onesOf(kernel_.registers[place].type.width());
  if (ones != ~std::uint64_t{0})
    rows_.mask(ones, value.word.data());
  std::uint32_t partly = 0;
  if (bits)
    eachLane(undefined & now.lanes, [&](unsigned lane) {
      const std::uint64_t own = (*bits)[lane] & ones;
      if (own == 0)
        undefined ^= 1u << lane;
      if (own == 0 || own == ones)
        return;
      partly |= 1u << lane;
      now.warp.partial[place][lane] = own;
    });
  value.partly = (value.partly & ~now.lanes) | partly;
  value.undefined = (value.undefined & ~now.lanes) | (undefined & now.lanes);
  value.ofLane = (value.ofLane & ~now.lanes) | (ofLane & undefined & now.lanes);
  now.warp.areDefined[place] = value.undefined == 0;
}

void Machine::scalar(const Now& now) {
  const Step& step = now.step;
  const concrete::ScalarLoop loop = known_[now.index].loop;
  const Value *const a = &valueOf(now.warp, step.src[0]), *const b = &valueOf(now.warp, step.src[1]),
                     *const c = &valueOf(now.warp, step.src[2]), *const d = &valueOf(now.warp, step.src[3]);
  std::array<Row, 4> inverted;
  std::array<const std::uint64_t*, 4> source;
  for (unsigned i = 0; i < 4; ++i) {
    source[i] = valueOf(now.warp, step.src[i]).word.data();
    if (step.src[i].negated) {
      rows_.invert(source[i], inverted[i].data());
      source[i] = inverted[i].data();
    }
  }
  Row result;
  if (loop)
    loop(source[0], source[1], source[2], source[3], result.data());
  else
    for (std::uint32_t left = now.lanes; left != 0; left &= left - 1) {
      const auto lane = static_cast<unsigned>(std::countr_zero(left));
      result[lane] = step.function(step.modes, source[0][lane], source[1][lane], source[2][lane], source[3][lane]);
    }
  const std::uint32_t undefined = (a->undefined | b->undefined | c->undefined | d->undefined) & now.lanes;
  Row bits;
  eachLane(undefined, [&](unsigned lane) {
    const auto of = [&](unsigned i) { return now.warp.undefinedBits(step.src[i].index, lane); };
    bits[lane] = undefinedBits({step.form, step.modes}, step.function,
                               {source[0][lane], source[1][lane], source[2][lane], source[3][lane]},
                               {of(0), of(1), of(2), of(3)});
  });
  if (step.divides) {
    Row least = b->word, any; // what may be anything may be 0
    eachLane(undefinedRow(now, step.src[1], any), [&](unsigned lane) { least[lane] &= ~any[lane]; });
    const std::uint32_t byZero = rows_.zerosOf(least.data(), onesOf(step.form.typeOfT().width()));
    if ((byZero & now.lanes) != 0)
      find(FindingKind::DivideByZero, now, byZero & now.lanes, "a division by 0, which gives any value");
  }
  if (step.isApproximate)
    find(FindingKind::NotJudged, now, now.lanes,
         "an approximate function: the correctly rounded value stands for what a GPU gives (PTX-32)");
  write(now, step.dst[0], result, undefined, a->ofLane | b->ofLane | c->ofLane | d->ofLane, &bits);
}

std::uint32_t Machine::undefinedRow(const Now& now, const Source& source, Row& bits) const {
  const std::uint32_t lanes = valueOf(now.warp, source).undefined & now.lanes;
  eachLane(lanes, [&](unsigned lane) { bits[lane] = now.warp.undefinedBits(source.index, lane); });
  return lanes;
}

void Machine::pack(const Now& now) {
  const Step& step = now.step;
  Row result{}, bits{};
  std::uint32_t undefined = 0, ofLane = 0;
  for (unsigned part = 0; part < step.vector; ++part) {
    const Value& value = valueOf(now.warp, step.src[part]);
    Row own;
    const std::uint32_t lanes = undefinedRow(now, step.src[part], own);
    eachLane(lanes, [&](unsigned lane) { bits[lane] |= (own[lane] & onesOf(step.width)) << part * step.width; });
    undefined |= lanes;
    ofLane |= value.ofLane;
    for (unsigned lane = 0; lane < 32; ++lane)
      result[lane] |= (value.word[lane] & onesOf(step.width)) << part * step.width;
  }
  write(now, step.dst[0], result, undefined, ofLane, &bits);
}

/// By the executor that is proved, on a warp of which it sees four registers.
void Machine::video(const Now& now) {
  const Step& step = now.step;
  auto warp = std::make_unique<spec::Warp>();
  warp->active = now.lanes;
  std::uint32_t undefined = 0, ofLane = 0;
  for (unsigned i = 0; i < 3; ++i) {
    const Value& value = valueOf(now.warp, step.src[i]);
    std::ranges::transform(value.word, warp->registers[i + 1],
                           [](std::uint64_t one) { return static_cast<std::uint32_t>(one); });
    undefined |= value.undefined;
    ofLane |= value.ofLane;
  }
  spec::Surroundings surroundings;
  [[maybe_unused]] const auto done = concrete::execute(*step.video, spec::defaultChoices(step.video->form),
                                                       spec::ShaderKind::Compute, *warp, surroundings);
  assert(done);
  Row result;
  std::ranges::copy(warp->registers[0], result.begin());
  write(now, step.dst[0], result, undefined, ofLane);
}

void Machine::unpack(const Now& now) {
  const Step& step = now.step;
  const Value value = valueOf(now.warp, step.src[0]); // a destination may be the source
  Row undefined;
  undefinedRow(now, step.src[0], undefined);
  for (unsigned part = 0; part < step.vector; ++part) {
    const auto own = [&](std::uint64_t word) { return word >> part * step.width & onesOf(step.width); };
    Row result, bits;
    std::ranges::transform(value.word, result.begin(), own);
    eachLane(value.undefined & now.lanes, [&](unsigned lane) { bits[lane] = own(undefined[lane]); });
    write(now, step.dst[part], result, value.undefined, value.ofLane, &bits);
  }
}

} // namespace warplaw::ptx
