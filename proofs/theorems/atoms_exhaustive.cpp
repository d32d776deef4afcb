// ATOMS-13 (i) and (v) by enumeration, up to four lanes: the outcomes of shipped machine code over all orders, and the
// outcomes of all chains of the step relation, as sets. Evidence beside the proof: it shares neither fold nor induction
// with it.
#include "proofs/theorems/atoms_theorems.h"
#include "symbolic/native/native.h"
#include <algorithm>
#include <numeric>
#include <random>
#include <set>

namespace warplaw::proofs::atoms {
namespace {

constexpr unsigned kFew = 4;                    ///< lanes
constexpr unsigned kSituations = 400;           ///< a form
constexpr std::uint32_t kAddress[] = {64, 192}; ///< bank 16, twice, so that .SPIN has groups of several

/// Final values of the two locations, then what each lane returned.
using Outcome = std::array<std::uint64_t, 2 + kFew>;
using Outcomes = std::set<Outcome>;

/// Up to four lanes over the two locations.
struct Situation {
  std::vector<AtomsLane> lanes;
  std::array<std::uint64_t, 2> memory;
};
unsigned locationOf(const AtomsLane& lane) { return lane.address == kAddress[1]; }

/// Is (old, operand, swap, now, returned) a step?
using Relation = std::function<bool(const std::array<std::uint64_t, 5>& values)>;
Relation compiled(Pair pair) {
  Terms terms;
  const Transition t = Transition::variables(terms, pair.size);
  std::vector<native::Slot> inputs;
  for (const Term value : {t.old, t.operand, t.swap, t.now, t.returned})
    inputs.push_back({value, 0, 8 * inputs.size(), spec::bytesOf(pair.size)});
  const native::Slot outputs[] = {{related(pair, t), 0, 0, 1}};
  const auto function = std::make_shared<native::Function>(native::compile(inputs, outputs));
  return [function](const auto& values) {
    std::uint64_t holds = 0;
    const void* const in[] = {values.data()};
    void* const out[] = {&holds};
    (*function)(in, out);
    return (holds & 1) != 0;
  };
}

AtomsRun runOf(Pair pair, const Situation& s) {
  AtomsRun run = atoms::runOf(pair.size, s.lanes);
  run.choices.castPair = 1;
  for (unsigned i = 0; i < 2; ++i)
    run.setWord(pair.size, kAddress[i], s.memory[i]);
  return run;
}

/// Every order of the lanes, as machine code runs it.
Outcomes executed(const Subject& subject, Pair pair, const Situation& s) {
  Outcomes outcomes;
  std::vector<unsigned> order(s.lanes.size());
  std::iota(order.begin(), order.end(), 0u);
  const AtomsRun fresh = runOf(pair, s);
  do {
    AtomsRun run = fresh;
    run.order(order);
    runMachine(subject, pair, run);
    Outcome outcome{};
    for (unsigned i = 0; i < 2; ++i)
      outcome[i] = run.word(pair.size, kAddress[i]);
    for (unsigned lane = 0; lane < s.lanes.size(); ++lane)
      outcome[2 + lane] = run.returned(pair.size, lane);
    outcomes.insert(outcome);
  } while (std::next_permutation(order.begin(), order.end()));
  return outcomes;
}

/// Values that a step could leave or return: all of them are tried, the relation decides.
std::vector<std::uint64_t> candidates(Pair pair, const Situation& s) {
  const std::uint64_t mask = ~0ull >> (64 - bitsOf(pair.size));
  std::set<std::uint64_t> values;
  for (std::uint64_t v = 0; v < 24; ++v)
    values.insert({v, (0 - v) & mask, (0x80000000ull + v) & mask, 0x80000000ull - v});
  for (const AtomsLane& lane : s.lanes)
    values.insert({lane.operand, lane.swap});
  return {values.begin(), values.end()};
}

/// What a lane's step may make of an old value, and return.
using Steps = std::vector<std::pair<std::uint64_t, std::uint64_t>>;
using Successors = std::function<const Steps&(unsigned lane, std::uint64_t old)>;

/// All chains of steps over these lanes.
void extend(const Successors& successors, const Situation& s, std::uint32_t left, const Outcome& now, Outcomes& out) {
  if (left == 0)
    out.insert(now);
  for (unsigned lane = 0; lane < s.lanes.size(); ++lane) {
    if (!(left >> lane & 1))
      continue;
    const unsigned location = locationOf(s.lanes[lane]);
    for (const auto& [value, returned] : successors(lane, now[location])) {
      Outcome next = now;
      next[location] = value;
      next[2 + lane] = returned;
      extend(successors, s, left & ~(1u << lane), next, out);
    }
  }
}

/// .SPIN: both locations are in one bank, so any one lane attempts; else all do. Steps are all that the relation
/// allows, found by trying.
Outcomes linearized(Pair pair, const Relation& relation, const Situation& s) {
  const std::vector<std::uint64_t> values = candidates(pair, s);
  std::map<std::pair<unsigned, std::uint64_t>, Steps> known;
  const auto successors = [&](unsigned lane, std::uint64_t old) -> const Steps& {
    const auto [found, isNew] = known.try_emplace({lane, old});
    for (std::size_t k = 0; isNew && k < values.size(); ++k)
      for (std::uint64_t returned : {old, std::uint64_t(0), std::uint64_t(1)})
        if (relation({old, s.lanes[lane].operand, s.lanes[lane].swap, values[k], returned}))
          found->second.emplace_back(values[k], returned);
    return found->second;
  };
  Outcomes outcomes;
  const std::uint32_t all = (1u << s.lanes.size()) - 1;
  for (std::uint32_t attempting = isSpin(pair) ? 1 : all; attempting <= all; attempting <<= 1)
    extend(successors, s, attempting, {s.memory[0], s.memory[1]}, outcomes);
  return outcomes;
}

Situation randomSituation(Pair pair, std::mt19937_64& random) {
  const std::uint64_t mask = ~0ull >> (64 - bitsOf(pair.size));
  const auto small = [&] { return std::array{0ull, 1ull, 2ull, 3ull, ~0ull, 0x80000000ull}[random() % 6] & mask; };
  Situation s{};
  s.lanes.resize(1 + random() % kFew);
  for (std::uint64_t& value : s.memory)
    value = small();
  for (AtomsLane& lane : s.lanes) {
    lane.address = kAddress[random() % 3 == 0];
    lane.operand = random() % 2 ? s.memory[locationOf(lane)] : small();
    lane.swap = small();
  }
  return s;
}

Obligation::Evidence enumerate(const Subject& subject, Pair pair, Pair against) {
  if (!subject.machineCode(symbolOf(pair)))
    return {Verdict::Error, {}, "no machine code for " + symbolOf(pair)};
  const Relation relation = compiled(against);
  std::mt19937_64 random(1 + static_cast<unsigned>(pair.op) * 3 + static_cast<unsigned>(pair.size));
  std::size_t outcomes = 0;
  for (unsigned i = 0; i < kSituations; ++i) {
    const Situation s = randomSituation(pair, random);
    const Outcomes got = executed(subject, pair, s), wanted = linearized(against, relation, s);
    outcomes += got.size();
    if (got != wanted)
      return {Verdict::Refuted, fmt::format("situation {}", i),
              fmt::format("{}: {} lanes: {} outcomes by machine code, {} linearizable ones, not the same sets",
                          formOf(pair), s.lanes.size(), got.size(), wanted.size())};
  }
  return {Verdict::Checked,
          fmt::format("{} situations of 1..{} lanes, all orders, {} outcomes", kSituations, kFew, outcomes),
          {}};
}

void checks(Parts& parts) {
  const Subject& subject = parts.subject;
  for (const Pair pair : pairs())
    parts.add(byEvidence(nameOf(pair), Verdict::Checked, [=] { return enumerate(subject, pair, pair); }));
  // The same enumeration must tell .SPIN from CAST, and MIN from MAX.
  for (const auto& [pair, against] :
       {std::pair<Pair, Pair>{{AtomsOp::CastSpin, AtomsSize::U32}, {AtomsOp::Cast, AtomsSize::U32}},
        std::pair<Pair, Pair>{{AtomsOp::Min, AtomsSize::S32}, {AtomsOp::Min, AtomsSize::U32}}})
    parts.add(byEvidence("twin/" + nameOf(pair) + "-as-" + nameOf(against), Verdict::Refuted,
                         [=] { return enumerate(subject, pair, against); }));
}

} // namespace

std::vector<Theorem> exhaustiveTheorems(const Subject& subject) {
  return {law(subject, "atoms/linearizable/up-to-four-lanes", "", {"ATOMS-13", "ATOMS-5", "ATOMS-10"},
              "up to four lanes, by enumeration: the outcomes of machine code over all orders are the outcomes of all "
              "chains of the step relation",
              checks)};
}

} // namespace warplaw::proofs::atoms
