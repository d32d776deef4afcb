// Instructions of one thread over terms (PTX-20 to PTX-33): integers, video, and comparisons of floats, by encodings;
// other operations of floats are functions of which only that is known, that equal operands give equal results
// (PTX-34).
#include "proofs/kernels/machine.h"
#include "ptx/machine/operations.h"
#include "symbolic/encodings/video.h"
#include "symbolic/encodings/vmad.h"
#include "symbolic/encodings/vsimd.h"
#include <algorithm>
#include <fmt/format.h>

namespace warplaw::proofs::kernels {
using ptx::FindingKind;
using ptx::Source;
using ptx::Step;
using ptx::StepKind;
namespace {

constexpr std::string_view kAdmitted = "it shows in a state that an invariant admits, perhaps never reached";

/// x & (x - 1), whose ones are those of x that have another one below.
Term withoutLowest(Term x) {
  Term below = x.bit(0), all = x.terms().constant(1, 0);
  for (unsigned i = 1; i < x.width(); ++i) {
    all = (x.bit(i) & below).concat(all);
    below = below | x.bit(i);
  }
  return all;
}

Term resized(Term word, unsigned width) { return word.width() > width ? word.extract(width - 1, 0) : word.zext(width); }

/// What an instruction of video writes (VID-1 to VID-11), with the choices that `run` makes.
Term videoWord(Terms& terms, const spec::Form& form, const symbolic::LaneWords& words) {
  const auto constant = [&](const auto& structure) { return symbolic::constants(terms, structure); };
  const Term lane = terms.constant(5, 0); // all lanes do the same
  switch (form.mnemonic()) {
  case spec::Mnemonic::Vsimd:
    return symbolic::vsimdLane(symbolic::vsimdModifiers(constant(form.as<spec::VsimdForm>())),
                               constant(spec::VsimdChoices{}), lane, words);
  case spec::Mnemonic::Vmad:
    return symbolic::vmadLane(symbolic::vmadModifiers(constant(form.as<spec::VmadForm>())),
                              constant(spec::VmadChoices{}), lane, words);
  default:
    return symbolic::videoLane(symbolic::videoModifiers(constant(form.as<spec::VideoForm>())),
                               constant(spec::VideoChoices{}), lane, words);
  }
}

} // namespace

void AnyMachine::ask(FindingKind kind, std::uint32_t step, Term condition, std::string_view loose) {
  const auto [found, isNew] = asked_.try_emplace({kind, step}, outcome_.questions.size());
  if (isNew)
    outcome_.questions.push_back({kind, step, no(), {}, false});
  condition = inAnyCase(condition);
  if (condition.isFalse())
    return;
  Question& question = outcome_.questions[found->second];
  if (!asksOnlyWhoMeets_ || kind == FindingKind::Race || kind == FindingKind::DependsOnOrder)
    question.bad = question.bad | (fine_ & condition);
  if (question.loose.empty())
    question.loose = outcome_.isAbstract && loose.empty() ? kAdmitted : loose;
  if (!ptx::isError(kind))
    return;
  pending_ = pending_ | condition;
  // an access that leaves its array is wrong wherever it leads, and what a bound hides makes others CHECKED
  question.hides |= !loose.empty() && kind != FindingKind::OutOfBounds && kind != FindingKind::Bound;
}

void AnyMachine::settle() {
  fine_ = fine_ & ~pending_;
  pending_ = no();
}

void AnyMachine::limit(std::string what) {
  if (std::ranges::find(outcome_.holdsFor, what) == outcome_.holdsFor.end())
    outcome_.holdsFor.push_back(std::move(what));
}

void AnyMachine::decides(const Now& now, const AnyValue& value, Term executes) {
  const Term any = value.isAny();
  ask(FindingKind::UndefinedLane, now.index, executes & any & value.ofLane);
  ask(FindingKind::Uninitialised, now.index, executes & any & ~value.ofLane);
}

void AnyMachine::decides(const Now& now, const Source& source, const Lanes& lanes, unsigned width) {
  for (unsigned lane = 0; lane < 32; ++lane)
    if (!lanes[lane].isFalse()) {
      const unsigned own = source.kind == Source::Kind::Register ? kernel_.registers[source.index].type.width() : 64;
      decides(now, valueOf(now, source, lane, std::min(own, width)), lanes[lane]);
    }
}

AnyValue AnyMachine::valueOf(const AnyCta& cta, const AnyWarp& warp, const Source& source, unsigned lane,
                             unsigned width) {
  AnyValue value{{}, no(), no()};
  switch (source.kind) {
  case Source::Kind::Register:
    value = warp.values[source.index][lane];
    value.word = resized(value.word, width);
    value.bits = value.bits ? resized(value.bits, width) : Term();
    break;
  case Source::Kind::SpecialRegister:
    value.word = special(static_cast<ptx::Special>(source.index), cta, warp.number, lane);
    if (value.word)
      value.word = resized(value.word, width);
    break;
  default:
    value.word = terms_.constant(
        width, source.kind == Source::Kind::Immediate ? source.value & spec::scalar::onesOf(std::min(width, 64u)) : 0);
  }
  if (value.word && source.negated)
    value.word = value.word ^ terms_.constant(width, 1);
  return value;
}

AnyValue AnyMachine::valueOf(const Now& now, const Source& source, unsigned lane, unsigned width) {
  AnyValue value = valueOf(now.cta, now.warp, source, lane, width);
  if (value.word)
    value.word = chosenFor(now.lanes[lane], value.word);
  if (!value.word)
    stop(now.index, "a register of which a launch says nothing (a clock, %smid, %gridid, %envreg)");
  return value;
}

/// Lanes that have exited never read their registers again.
void AnyMachine::write(const Now& now, std::uint32_t reg, unsigned lane, AnyValue value) {
  if (reg == ptx::kNoRegister)
    return;
  const Term executes = now.lanes[lane];
  if (executes.isFalse())
    return;
  AnyValue& before = now.warp.values[reg][lane];
  if (implies(executes, ~value.any)) // as what a shuffle gives where nobody is chosen
    value.any = no();
  const unsigned width = kernel_.registers[reg].type.width();
  value.word = resized(value.word, width);
  value.bits = value.bits ? resized(value.bits, width) : Term();
  value.ofLane = value.ofLane & value.isAny();
  if (executes.same(live(now.warp, lane))) {
    before = value;
    return;
  }
  before.word = before.any.isTrue() ? value.word : executes.ite(value.word, chosenFor(~executes, before.word));
  before.any = executes.ite(value.any, before.any);
  before.ofLane = executes.ite(value.ofLane, before.ofLane);
  if (const Term none = terms_.constant(width, 0); value.bits || before.bits)
    before.bits = executes.ite(value.bits ? value.bits : none, before.bits ? before.bits : none);
}

void AnyMachine::scalar(const Now& now) {
  const Step& step = now.step;
  const unsigned count = step.form.sources();
  const bool isWritten = step.dst[0] != ptx::kNoRegister;
  for (unsigned lane = 0; lane < 32; ++lane) {
    if (now.lanes[lane].isFalse())
      continue;
    std::array<AnyValue, 4> in;
    std::array<Term, 4> words;
    for (unsigned i = 0; i < count; ++i) {
      in[i] = valueOf(now, step.src[i], lane, step.form.source(i, step.modes).width());
      words[i] = in[i].word;
    }
    if (step.divides) // what may be anything may be 0
      ask(FindingKind::DivideByZero, now.index, now.lanes[lane] & (words[1] & ~in[1].mask()).eq(Bits(0)));
    const std::span<const Term> sources(words.data(), count);
    Term result = applied(terms_, outcome_.functions, step.form, step.modes, sources);
    for (const auto& [x, less] : {std::pair(words[0], words[1]), std::pair(words[1], words[0])})
      if (count == 2 && less.same(x - Bits(1)) && result.same(x & less))
        result = withoutLowest(x);
    if (isWritten)
      write(now, step.dst[0], lane,
            undefinedOf(step.form, step.modes, std::span(in).first(count), result,
                        kernel_.registers[step.dst[0]].type.width()));
  }
}

void AnyMachine::pack(const Now& now) {
  const Step& step = now.step;
  for (unsigned lane = 0; lane < 32; ++lane) {
    if (now.lanes[lane].isFalse())
      continue;
    std::vector<AnyValue> parts;
    for (unsigned part = 0; part < step.vector; ++part)
      parts.push_back(valueOf(now, step.src[part], lane, step.width));
    write(now, step.dst[0], lane, joined(parts));
  }
}

void AnyMachine::unpack(const Now& now) {
  const Step& step = now.step;
  for (unsigned lane = 0; lane < 32; ++lane) {
    if (now.lanes[lane].isFalse())
      continue;
    const AnyValue all = valueOf(now, step.src[0], lane, step.width * step.vector);
    for (unsigned part = 0; part < step.vector; ++part)
      write(now, step.dst[part], lane, all.part(part * step.width, step.width));
  }
}

void AnyMachine::video(const Now& now) {
  for (unsigned lane = 0; lane < 32; ++lane) {
    if (now.lanes[lane].isFalse())
      continue;
    symbolic::LaneWords words;
    words.fill(terms_.constant(32, 0));
    words.predicate = no();
    Term any = no(), ofLane = no();
    for (const unsigned row : {spec::video_rows::kA, spec::video_rows::kB, spec::video_rows::kC}) {
      const AnyValue value = valueOf(now, now.step.src[row], lane, 32);
      words[row] = value.word;
      any = any | value.isAny();
      ofLane = ofLane | value.ofLane;
    }
    write(now, now.step.dst[0], lane, {videoWord(terms_, now.step.video->form, words), any, ofLane});
  }
}

symbolic::Functions AnyOutcome::evaluation() const {
  return [this](std::string_view name, std::span<const Bits> args) -> Bits {
    std::array<std::uint64_t, 4> words{};
    for (std::size_t i = 0; i < args.size() && i < words.size(); ++i)
      words[i] = static_cast<std::uint64_t>(args[i]);
    const auto found = functions.find(name);
    return found == functions.end() ? 0 : found->second(words);
  };
}

} // namespace warplaw::proofs::kernels
