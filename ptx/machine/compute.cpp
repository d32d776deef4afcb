// Instructions of one thread each: rows of operations, and words from parts and back (PTX-4, PTX-20 to PTX-33).
#include "concrete/execute.h"
#include "ptx/machine/machine.h"
#include "ptx/machine/operations.h"
#include <algorithm>
#include <cassert>
#include <fmt/format.h>

namespace warplaw::ptx {
namespace {
using spec::scalar::onesOf;

bool isCalled(const Step& step, std::string_view symbol) {
  return step.form.operation && step.form.operation->symbol == symbol;
}

} // namespace

void Machine::write(const Now& now, std::uint32_t place, const Row& word, std::uint32_t undefined,
                    std::uint32_t ofLane) {
  if (place == kNoRegister)
    return;
  Value& value = now.warp.values[place];
  if (now.lanes == ~0u)
    value.word = word;
  else
    rows_.blend(now.lanes, word.data(), value.word.data());
  if (const unsigned width = kernel_.registers[place].type.width(); width < 64)
    rows_.mask(onesOf(width), value.word.data());
  value.undefined = (value.undefined & ~now.lanes) | (undefined & now.lanes);
  value.ofLane = (value.ofLane & ~now.lanes) | (ofLane & undefined & now.lanes);
  now.warp.areDefined[place] = value.undefined == 0;
}

void Machine::scalar(const Now& now) {
  const Step& step = now.step;
  const concrete::ScalarLoop loop = known_[now.index].loop;
  const Value *const a = &valueOf(now.warp, step.src[0]), *const b = &valueOf(now.warp, step.src[1]),
                     *const c = &valueOf(now.warp, step.src[2]), *const d = &valueOf(now.warp, step.src[3]);
  const std::uint64_t notC = step.src[2].negated;
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
  std::uint32_t undefined = a->undefined | b->undefined | c->undefined | d->undefined;
  if (undefined != 0 && isCalled(step, "selp")) { // what is not chosen does not matter
    std::uint32_t takesA = 0;
    for (unsigned lane = 0; lane < 32; ++lane)
      takesA |= static_cast<std::uint32_t>((c->word[lane] ^ notC) & 1) << lane;
    undefined = c->undefined | (takesA & a->undefined) | (~takesA & b->undefined);
  }
  if (undefined != 0 && isCalled(step, "bitAnd")) { // nor what meets no bit: compilers write a choice so
    const std::uint64_t bits = onesOf(step.form.typeOfT().width());
    std::uint32_t isZeroA = 0, isZeroB = 0;
    for (unsigned lane = 0; lane < 32; ++lane) {
      isZeroA |= static_cast<std::uint32_t>((source[0][lane] & bits) == 0) << lane;
      isZeroB |= static_cast<std::uint32_t>((source[1][lane] & bits) == 0) << lane;
    }
    undefined = (a->undefined & ~(isZeroB & ~b->undefined)) | (b->undefined & ~(isZeroA & ~a->undefined));
  }
  if (step.divides) {
    std::uint32_t byZero = 0;
    const std::uint64_t bits = onesOf(step.form.typeOfT().width());
    for (unsigned lane = 0; lane < 32; ++lane)
      byZero |= static_cast<std::uint32_t>((b->word[lane] & bits) == 0) << lane;
    if ((byZero & now.lanes) != 0)
      find(FindingKind::DivideByZero, now, byZero & now.lanes, "a division by 0, which gives any value");
  }
  if (step.isApproximate)
    find(FindingKind::NotJudged, now, now.lanes,
         "an approximate function: the correctly rounded value stands for what a GPU gives (PTX-32)");
  write(now, step.dst[0], result, undefined, a->ofLane | b->ofLane | c->ofLane | d->ofLane);
}

void Machine::pack(const Now& now) {
  const Step& step = now.step;
  Row result{};
  std::uint32_t undefined = 0, ofLane = 0;
  for (unsigned part = 0; part < step.vector; ++part) {
    const Value& value = valueOf(now.warp, step.src[part]);
    undefined |= value.undefined;
    ofLane |= value.ofLane;
    for (unsigned lane = 0; lane < 32; ++lane)
      result[lane] |= (value.word[lane] & onesOf(step.width)) << part * step.width;
  }
  write(now, step.dst[0], result, undefined, ofLane);
}

namespace {

/// What the executor that is proved gives, on a warp of which it sees four registers.
std::unique_ptr<spec::Warp> videoResult(const Step& step, std::unique_ptr<spec::Warp> warp) {
  spec::Surroundings surroundings;
  [[maybe_unused]] const auto done = concrete::execute(*step.video, spec::defaultChoices(step.video->form),
                                                       spec::ShaderKind::Compute, *warp, surroundings);
  assert(done);
  return warp;
}

} // namespace

std::uint64_t videoValue(const Step& step, std::uint64_t a, std::uint64_t b, std::uint64_t c) {
  auto warp = std::make_unique<spec::Warp>();
  warp->active = 1;
  warp->registers[1][0] = static_cast<std::uint32_t>(a);
  warp->registers[2][0] = static_cast<std::uint32_t>(b);
  warp->registers[3][0] = static_cast<std::uint32_t>(c);
  return videoResult(step, std::move(warp))->registers[0][0];
}

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
  warp = videoResult(step, std::move(warp));
  Row result;
  std::ranges::copy(warp->registers[0], result.begin());
  write(now, step.dst[0], result, undefined, ofLane);
}

void Machine::unpack(const Now& now) {
  const Step& step = now.step;
  const Value value = valueOf(now.warp, step.src[0]); // a destination may be the source
  for (unsigned part = 0; part < step.vector; ++part) {
    Row result;
    for (unsigned lane = 0; lane < 32; ++lane)
      result[lane] = value.word[lane] >> part * step.width & onesOf(step.width);
    write(now, step.dst[part], result, value.undefined, value.ofLane);
  }
}

} // namespace warplaw::ptx
