// The witness of a statement about one of RED's turns, tried on whole calls (RED-6): by machine code, and by the
// encoding folded over the turns.
#include "proofs/statements/witness.h"
#include "proofs/theorems/red_turns.h"
#include "symbolic/terms/evaluator.h"
#include <algorithm>
#include <cstring>
#include <map>
#include <random>

namespace warplaw::proofs::red {
namespace {
using spec::kLanes;
namespace rows = spec::red_rows;

using Code = void(const spec::RedModifiers*, const spec::Operands*, const spec::RedChoices*, spec::GenericBytes,
                  const spec::Results*, const std::uint8_t*, std::uint32_t);

/// One call.
struct Call : AfterReach {
  std::array<std::uint8_t, kLanes> list{};
  std::uint32_t count = 0;
  std::vector<std::uint32_t> looked = {}; ///< places that are looked at besides those that lanes reach

  std::uint32_t placeOf(unsigned lane) const { return reached.row[0][lane] % (1u << kPlaceBits); }
};

constexpr std::uint32_t kFewBytes = 64;

/// Lanes on few elements of a small memory.
Call drawn(std::mt19937& random, const ReductionTurns& which) {
  const auto size = [&] { return which.sizes[random() % which.sizes.size()]; };
  Call call{drawnAfterReach({which.op, size()}, random)};
  for (std::uint32_t& word : call.reached.row[0])
    word = static_cast<std::uint32_t>(random() % (kFewBytes / 8) * 8) | static_cast<std::uint32_t>(size())
                                                                            << kPlaceBits;
  call.list = call.choices.order;
  call.count = static_cast<std::uint32_t>(random() % (kLanes + 1));
  return call;
}

void setElement(const ReductionTurns& which, std::vector<std::uint8_t>& memory, std::uint32_t place, Bits value) {
  for (unsigned i = 0; i < which.bits / 8; ++i)
    if (place + which.shift / 8 + i < memory.size())
      memory[place + which.shift / 8 + i] = static_cast<std::uint8_t>(value >> (8 * i));
}
void setOperand(const ReductionTurns& which, spec::Operands& operands, unsigned lane, Bits value) {
  std::uint32_t& low = operands.row[rows::kOperand][lane];
  if (which.bits == 16) {
    low = (low & ~(0xffffu << which.shift)) | static_cast<std::uint32_t>(value & 0xffff) << which.shift;
    return;
  }
  low = static_cast<std::uint32_t>(value);
  if (which.bits == 64)
    operands.row[rows::kOperandHigh][lane] = static_cast<std::uint32_t>(value >> 32);
}

/// The call that a model tells of: everything that is handed over, and what the turn takes from its lane and finds in
/// memory. What the model leaves open of other turns, which it does not tie to turn k, is as legal calls have it: each
/// lane is listed once, and their places are those of turn k or, if `apart`, others as far as there are any.
Call rebuilt(const ReductionTurns& which, const Assignment& witness, bool apart) {
  Call call;
  call.modifiers = valueFrom<spec::RedModifiers>(witness);
  call.operands = valueFrom<spec::Operands>(witness);
  call.choices = valueFrom<spec::RedChoices>(witness);
  call.reached = valueFrom<spec::Results>(witness, "reached.");
  call.count = std::min(static_cast<std::uint32_t>(valueOf(witness, "count")), kLanes);
  const auto k = static_cast<unsigned>(valueOf(witness, "k") % kLanes);
  const auto lane = static_cast<std::uint8_t>(valueOf(witness, "list[k]") % kLanes);
  for (unsigned i = 0; i < kLanes; ++i) {
    const auto told = witness.find(fmt::format("list[{}]", i));
    call.list[i] = static_cast<std::uint8_t>(told != witness.end() ? told->second : i == lane ? k : i);
  }
  call.list[k] = lane;
  call.memory = tellingBytes(
      std::min<std::size_t>(static_cast<std::size_t>(valueOf(witness, "allocated")), spec::kMaxGenericBytes));
  const auto reach = static_cast<std::uint32_t>(valueOf(witness, "reach"));
  call.reached.row[0][lane] = reach;
  for (unsigned row = 0; row < spec::kSourceRows; ++row)
    if (const auto word = witness.find(fmt::format("word[{}]", row)); word != witness.end())
      call.operands.row[row][lane] = static_cast<std::uint32_t>(word->second);
  setElement(which, call.memory, call.placeOf(lane), valueOf(witness, "element"));
  call.looked = {static_cast<std::uint32_t>(valueOf(witness, "place"))};
  const std::uint32_t size = reach & ~((1u << kPlaceBits) - 1), place = call.placeOf(lane);
  constexpr std::uint32_t kAccess = 8;
  const std::uint32_t other = place >= kAccess                      ? place - kAccess
                              : place + 2 * kAccess <= call.bytes() ? place + kAccess
                                                                    : place;
  for (unsigned i = 0; i < call.count; ++i) {
    std::uint8_t& listed = call.list[i];
    listed %= kLanes;
    if (listed != lane)
      call.reached.row[0][listed] = size | (apart ? other : place);
  }
  return call;
}

/// With fewer turns, where the model lists what is no lane after turn k: there a legal call has no turn.
Assignment withLanes(Assignment witness) {
  const Bits count = std::min<Bits>(valueOf(witness, "count"), kLanes);
  for (Bits i = valueOf(witness, "k") % kLanes + 1; i < count; ++i)
    if (valueOf(witness, fmt::format("list[{}]", static_cast<unsigned>(i))) >= kLanes) {
      witness["count"] = i;
      break;
    }
  return witness;
}

/// The model with turn k as the last, and as the only one: what it says of a lane that has no turn then may be what no
/// lane with a turn has.
std::vector<Assignment> withFewerTurns(const Assignment& witness) {
  Assignment endsThere = witness, alone = witness;
  endsThere["count"] = valueOf(witness, "k") % kLanes + 1;
  alone["k"] = 0;
  alone["count"] = 1;
  return {std::move(endsThere), std::move(alone)};
}

/// With what turn k's step makes of its element, by steps that make that of what they find: what is added, or another
/// neutral operand. One call, changed again and again: its memory may be large.
constexpr unsigned kSteps = 5;
void setStep(const ReductionTurns& which, const Assignment& witness, unsigned step, Call& call) {
  const Bits made = valueOf(witness, "made");
  const auto lane = static_cast<unsigned>(valueOf(witness, "list[k]") % kLanes);
  const Bits ones = ~Bits(0);
  const std::pair<Bits, Bits> steps[kSteps] = {
      {made, 0}, {made, ones}, {made, made}, {made - 1, ones}, {made + 1, ones}};
  setElement(which, call.memory, call.placeOf(lane), steps[step].first);
  setOperand(which, call.operands, lane, steps[step].second);
}

/// The outcome, turn after turn, on words.
class Fold {
public:
  Fold(const Subject& subject, const ReductionTurns& which, const Outcome& outcome)
      : which_(which), given_(terms_, which),
        after_(std::array{subject.encode("memory", outcome(given_, held(given_.place, 1), held()))}) {}

  using Left = std::map<std::uint32_t, std::uint8_t>; ///< bytes, by their places

  /// What the turns leave where they look.
  Left run(const Call& call) const {
    Assignment values = assignmentOf(call.modifiers);
    values.merge(assignmentOf(call.operands));
    values.merge(assignmentOf(call.choices));
    values.merge(assignmentOf(call.reached, "reached."));
    for (unsigned i = 0; i < kLanes; ++i)
      values[fmt::format("list[{}]", i)] = call.list[i];
    values["count"] = call.count;
    values["allocated"] = call.bytes();
    Left left;
    for (std::uint32_t k = 0; k < call.count; ++k) {
      values["k"] = k;
      turn(call.list[k], values, call, left);
    }
    return left;
  }

private:
  void turn(std::uint8_t lane, Assignment& values, const Call& call, Left& left) const {
    const std::uint32_t at = call.placeOf(lane) + which_.shift / 8;
    values["list[k]"] = lane;
    values["reach"] = call.reached.row[0][lane];
    for (unsigned row = 0; row < spec::kSourceRows; ++row)
      values[fmt::format("word[{}]", row)] = call.operands.row[row][lane];
    const auto memory = [&](std::string_view, std::span<const Bits> place) -> Bits {
      if (place[0] >= call.bytes()) // a mutant's place may be any
        return 0;
      const auto written = left.find(static_cast<std::uint32_t>(place[0]));
      return written == left.end() ? call.memory[place[0]] : written->second;
    };
    Left now;
    for (const std::uint32_t place : placesAround(at, call)) {
      values["place"] = place;
      now[place] = static_cast<std::uint8_t>(after_(values, memory)[0]);
    }
    now.merge(left);
    left = std::move(now);
  }

  /// All of a small memory; of a large one what is near, and what is looked at besides.
  static std::vector<std::uint32_t> placesAround(std::uint32_t at, const Call& call) {
    constexpr std::uint32_t kNear = 16;
    std::vector<std::uint32_t> places;
    const bool isSmall = call.bytes() <= kFewBytes;
    const std::uint32_t first = isSmall || at < kNear ? 0 : at - kNear;
    const std::uint32_t end = isSmall ? call.bytes() : std::min(call.bytes(), at + kNear);
    for (std::uint32_t place = first; place < end; ++place)
      places.push_back(place);
    for (const std::uint32_t place : call.looked)
      if (place < call.bytes() && (place < first || place >= end))
        places.push_back(place);
    return places;
  }

  // the very terms of the statement, where a mutant changes one by its number
  Term held(Term at, unsigned bytes) const {
    return load([&](Term byte) { return lift::ByteMemory{"memory", given_.allocated, {}}.byteAt(byte); }, at, bytes);
  }
  Term held() const { return held(given_.begins(), which_.bits / 8); }

  const ReductionTurns& which_;
  Terms terms_;
  Loop given_;
  symbolic::Evaluator after_;
};

/// The RED whose lanes are those that are listed, in that order.
std::optional<spec::Case> asCase(const Call& call) {
  AfterReach listed = call;
  std::uint32_t& exec = listed.operands.exec = 0;
  for (unsigned i = 0; i < call.count; ++i)
    exec |= 1u << call.list[i];
  std::vector<std::uint8_t> order(call.list.begin(), call.list.begin() + call.count);
  for (std::uint8_t lane = 0; lane < kLanes; ++lane)
    if (!(exec >> lane & 1))
      order.push_back(lane);
  if (order.size() != kLanes)
    return std::nullopt; // no RED lists a lane twice
  std::ranges::copy(order, listed.choices.order.begin());
  listed.choices.orderHigh = listed.choices.order;
  return listed.asCase();
}

/// Machine code leaves other bytes than the outcome.
std::optional<Replay> difference(Code* code, const Fold& fold, const Call& call) {
  Call machine = call;
  code(&machine.modifiers, &machine.operands, &machine.choices, machine.generic(), &machine.reached,
       machine.list.data(), machine.count);
  const Fold::Left left = fold.run(call);
  for (const auto& [place, byte] :
       left) // as it was, where machine code leaves what it should: no memory is copied again
    machine.memory[place] ^= byte ^ call.memory[place];
  if (machine.memory == call.memory) // at once: some are large
    return std::nullopt;
  const std::uint8_t *got = machine.memory.data(), *held = call.memory.data();
  for (std::size_t length = machine.memory.size(); length > 1;) { // by halves: this file is not optimised
    const bool isBehind = std::memcmp(got, held, length / 2) == 0;
    got += isBehind ? length / 2 : 0;
    held += isBehind ? length / 2 : 0;
    length = isBehind ? length - length / 2 : length / 2;
  }
  const auto written = left.find(static_cast<std::uint32_t>(got - machine.memory.data()));
  const std::uint8_t wanted = written == left.end() ? *held : written->second;
  const auto list = std::span(machine.list).first(machine.count);
  std::string report =
      fmt::format("{}, {} turns of lanes {}: at {:#x} machine code leaves {:#04x}, the encoding {:#04x}",
                  formOf({static_cast<RedOp>(machine.modifiers.op), static_cast<RedSize>(machine.modifiers.size)}),
                  machine.count, fmt::join(list, " "), got - machine.memory.data(), *got ^ *held ^ wanted, wanted);
  return Replay{.reproduced = true, .report = std::move(report), .counterexample = asCase(call)};
}

} // namespace

Replay replayTurns(const Subject& subject, const ReductionTurns& which, const Outcome& outcome,
                   const Assignment& witness) {
  auto* code = reinterpret_cast<Code*>(subject.machineCode(turnsFunction(which)));
  if (!code)
    return {.reproduced = false, .report = "no machine code for " + turnsFunction(which), .counterexample = {}};
  const Fold fold(subject, which, outcome);
  const auto differenceOf = [&](const std::vector<Assignment>& models, bool stepped) -> std::optional<Replay> {
    for (const Assignment& model : models)
      for (const bool apart : {true, false}) {
        Call call = rebuilt(which, model, apart);
        for (unsigned step = 0; step < (stepped ? kSteps : 1); ++step) {
          if (stepped)
            setStep(which, model, step, call);
          if (auto shown = difference(code, fold, call))
            return shown;
        }
      }
    return std::nullopt;
  };
  std::vector<Assignment> models = {witness};
  if (Assignment other = withLanes(witness); other != witness)
    models.push_back(std::move(other));
  if (auto shown = differenceOf(models, false))
    return *std::move(shown);
  std::mt19937 random(1); // its numbers are the same everywhere
  for (unsigned attempt = 0; attempt < 4; ++attempt)
    for (const std::uint32_t most : {kLanes, 1u, 2u, 0u}) { // few turns are what a loop gets wrong
      Call call = drawn(random, which);
      call.count = std::min(call.count, most);
      if (auto shown = difference(code, fold, call))
        return *std::move(shown);
    }
  // large memories take longest
  if (auto shown = differenceOf(models, true))
    return *std::move(shown);
  for (const bool stepped : {false, true})
    if (auto shown = differenceOf(withFewerTurns(witness), stepped))
      return *std::move(shown);
  return {.reproduced = false, .report = "machine code and encoding agree on every call", .counterexample = {}};
}

} // namespace warplaw::proofs::red
