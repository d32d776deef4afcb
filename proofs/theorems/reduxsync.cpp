// redux.sync's theorems: the code against its encoding (SYNC-1, SYNC-5).
#include "symbolic/encodings/reduxsync.h"
#include "proofs/theorems/datapath_contracts.h"
#include "proofs/theorems/sync_theorems.h"
#include "proofs/theorems/theorems.h"

namespace warplaw::proofs {
namespace reduxsync {
namespace {
using namespace sync;
using spec::ReduxsyncOp;
using spec::ReduxsyncType;
using symbolic::PerLane;
using symbolic::ReduxResults;
using symbolic::ReduxsyncChoiceTerms;
using symbolic::ReduxsyncModifierTerms;
WARPLAW_PROOF(Reduxsync, reduxsync, Encoding, Reads<spec::ExitedLanesIn>)
namespace rows = spec::sync_rows;

constexpr Bits kSign = 0x80000000, kMagnitude = 0x7fffffff, kInfinity = 0x7f800000, kNan = 0x7fffffff;

Term is(const ReduxsyncModifierTerms& m, ReduxsyncOp op) { return m.op.eq(static_cast<Bits>(op)); }
Term is(const ReduxsyncModifierTerms& m, ReduxsyncType type) { return m.type.eq(static_cast<Bits>(type)); }
Term wordOf(Term like, Bits value) { return like.terms().constant(32, value); }
Term isNan(Term word) { return wordOf(word, kInfinity).ult(word & kMagnitude); }

/// Each lane receives another word.
WrongEffect wordBut(const char* name, std::function<Term(const Synced<Proof>&, unsigned lane)> word) {
  return outcomeBut<Proof>(name, "", {"SYNC-5"}, [word](Synced<Proof>& s) {
    s.outcome.word = eachLane([&](unsigned lane) { return word(s, lane); });
  });
}
/// Each lane's part is another, once it is known what is defined.
WrongEffect partBut(const char* name, std::function<Term(Term part, unsigned lane)> part) {
  return groupsBut<Proof>(name, "", {"SYNC-5"}, [part](SyncGroups& groups, const auto&) {
    groups.part = eachLane([&](unsigned lane) { return part(groups.part[lane], lane); });
  });
}
/// Floats alone are others, before they are reduced.
WrongEffect floatsBut(const char* name, std::function<Term(Term word)> number) {
  return inputsBut<Proof>(name, "", {"SYNC-5"}, [number](Inputs<Proof>& given) {
    for (Term& word : given.operands.row[rows::kValue])
      word = is(given.modifiers, ReduxsyncType::F32).ite(number(word), word);
  });
}
WrongEffect typeBut(const char* name, const char* output, ReduxsyncType from, ReduxsyncType becomes) {
  return inputsBut<Proof>(name, output, {"SYNC-5"}, [from, becomes](Inputs<Proof>& given) {
    Term& type = given.modifiers.type;
    type = type.eq(static_cast<Bits>(from)).ite(wordOf(type, static_cast<Bits>(becomes)), type);
  });
}

std::vector<WrongEffect> twins() {
  return {groupsBut<Proof>("all-executing-lanes-take-part", "row[0][9]", {"SYNC-5"},
                           [](SyncGroups& groups, const auto&) { groups.part.fill(groups.exec); }),
          groupsBut<Proof>("members-that-have-exited-take-part", "row[0][4]", {"SYNC-1"},
                           [](SyncGroups& groups, const auto&) { groups.part = groups.mask; }),
          typeBut("signed-as-unsigned", "row[0][0]", ReduxsyncType::S32, ReduxsyncType::U32),
          inputsBut<Proof>(
              "nans-always-win", "row[0][7]", {"SYNC-5"},
              [](Inputs<Proof>& given) { given.modifiers.nan = is(given.modifiers, ReduxsyncType::F32).zext(32); }),
          alwaysDefined<Proof>("row[0][2]"),
          laneOutsideExecWritten<Proof>()};
}

/// Misreadings of who takes part and who receives.
std::vector<WrongEffect> misreadLanes() {
  return {
      partBut("the-own-lane-left-out", [](Term part, unsigned lane) { return part & ~wordOf(part, Bits{1} << lane); }),
      partBut("lanes-up-to-the-own",
              [](Term part, unsigned lane) { return part & wordOf(part, (Bits{2} << lane) - 1); }),
      wordBut("the-least-member-alone-receives",
              [](const Synced<Proof>& s, unsigned lane) {
                const Term below = s.groups.part[lane] & wordOf(s.defined, (Bits{1} << lane) - 1);
                return below.eq(Bits(0)).ite(s.outcome.word[lane], s.operands.row[rows::kValue][lane]);
              }),
      wordBut("lanes-outside-the-part-hold-0", [](const Synced<Proof>& s, unsigned lane) {
        const Term none = wordOf(s.defined, 0);
        const PerLane<Term> words = eachLane([&](unsigned other) {
          return s.groups.part[lane].bit(other).ite(s.operands.row[rows::kValue][other], none);
        });
        const PerLane<Term> keys =
            eachLane([&](unsigned other) { return symbolic::reduxKey(s.modifiers, words[other]); });
        return symbolic::reduxChosen(s.modifiers, symbolic::reduxResults(~none, words, keys));
      })};
}

/// Misreadings of integers.
std::vector<WrongEffect> misreadIntegers() {
  return {typeBut("unsigned-as-signed", "", ReduxsyncType::U32, ReduxsyncType::S32),
          wordBut("max-begins-at-0",
                  [](const Synced<Proof>& s, unsigned lane) {
                    const Term word = s.outcome.word[lane], isSigned = ~is(s.modifiers, ReduxsyncType::U32);
                    return (is(s.modifiers, ReduxsyncOp::Max) & isSigned & word.bit(31)).ite(wordOf(word, 0), word);
                  }),
          wordBut("add-saturates", // unsigned sums do
                  [](const Synced<Proof>& s, unsigned lane) {
                    const Term word = s.outcome.word[lane];
                    Term sum = word.terms().constant(37, 0);
                    for (unsigned other = 0; other < spec::kLanes; ++other)
                      sum = sum + s.groups.part[lane].bit(other).ite(s.operands.row[rows::kValue][other].zext(37),
                                                                     word.terms().constant(37, 0));
                    const Term isTooMuch = is(s.modifiers, ReduxsyncOp::Add) & is(s.modifiers, ReduxsyncType::U32) &
                                           sum.extract(36, 32).ne(word.terms().constant(5, 0));
                    return isTooMuch.ite(wordOf(word, 0xffffffff), word);
                  }),
          inputsBut<Proof>("min-and-max-exchanged", "", {"SYNC-5"},
                           [](Inputs<Proof>& given) {
                             const ReduxsyncModifierTerms m = given.modifiers;
                             const auto named = [&](ReduxsyncOp op) { return wordOf(m.op, static_cast<Bits>(op)); };
                             given.modifiers.op = is(m, ReduxsyncOp::Min)
                                                      .ite(named(ReduxsyncOp::Max),
                                                           is(m, ReduxsyncOp::Max).ite(named(ReduxsyncOp::Min), m.op));
                           }),
          inputsBut<Proof>("xor-keeps-what-it-has", "", {"SYNC-5"}, [](Inputs<Proof>& given) {
            Term& op = given.modifiers.op;
            op = is(given.modifiers, ReduxsyncOp::Xor).ite(wordOf(op, static_cast<Bits>(ReduxsyncOp::Or)), op);
          })};
}

/// Misreadings of floats.
std::vector<WrongEffect> misreadFloats() {
  return {floatsBut("zeros-are-equal", [](Term word) { return word.eq(kSign).ite(wordOf(word, 0), word); }),
          floatsBut("subnormals-are-flushed",
                    [](Term word) { return (word & kInfinity).eq(Bits(0)).ite(word & kSign, word); }),
          typeBut("floats-compare-as-signed-words", "", ReduxsyncType::F32, ReduxsyncType::S32),
          wordBut("abs-of-the-result",
                  [](const Synced<Proof>& s, unsigned lane) {
                    ReduxsyncModifierTerms plain = s.modifiers;
                    plain.abs = wordOf(plain.abs, 0);
                    const Term word = outcomeOf(plain, s.operands, s.choices, s.groups).word[lane];
                    return s.modifiers.abs.eq(Bits(0)).ite(word, word & kMagnitude);
                  }),
          inputsBut<Proof>("nans-never-win", "", {"SYNC-5"},
                           [](Inputs<Proof>& given) { given.modifiers.nan = wordOf(given.modifiers.nan, 0); }),
          wordBut("nans-alone-give-infinity", // that which leaves every number as it is
                  [](const Synced<Proof>& s, unsigned lane) {
                    const Term word = s.outcome.word[lane], infinity = wordOf(word, kInfinity);
                    const Term isLeftOut =
                        is(s.modifiers, ReduxsyncType::F32) & isNan(word) & s.modifiers.nan.eq(Bits(0));
                    return isLeftOut.ite(
                        is(s.modifiers, ReduxsyncOp::Min).ite(infinity, infinity | wordOf(word, kSign)), word);
                  }),
          wordBut("the-usual-quiet-nan",
                  [](const Synced<Proof>& s, unsigned lane) {
                    const Term word = s.outcome.word[lane];
                    return (is(s.modifiers, ReduxsyncType::F32) & word.eq(kNan)).ite(wordOf(word, 0x7fc00000), word);
                  }),
          wordBut("a-single-nan-stays-as-it-is", [](const Synced<Proof>& s, unsigned lane) {
            const Term own = s.operands.row[rows::kValue][lane];
            const Term isAlone = s.groups.part[lane].eq(Bits{1} << lane);
            return (is(s.modifiers, ReduxsyncType::F32) & isAlone & isNan(own)).ite(own, s.outcome.word[lane]);
          })};
}

std::vector<WrongEffect> misreadings() {
  std::vector<WrongEffect> all = misreadGroups<Proof>();
  for (const std::vector<WrongEffect>& some : {misreadLanes(), misreadIntegers(), misreadFloats()})
    all.insert(all.end(), some.begin(), some.end());
  return all;
}

spec::ReduxsyncModifiers anyLegal(std::mt19937_64& random) {
  spec::ReduxsyncModifiers m;
  m.op = static_cast<std::uint32_t>(random() % 6);
  const auto op = static_cast<ReduxsyncOp>(m.op);
  const bool compares = op == ReduxsyncOp::Min || op == ReduxsyncOp::Max;
  const bool isFloat = compares && random() % 2 == 0;
  const bool isSigned = random() % 2 == 0;
  const ReduxsyncType type = isFloat                               ? ReduxsyncType::F32
                             : !compares && op != ReduxsyncOp::Add ? ReduxsyncType::B32
                             : isSigned                            ? ReduxsyncType::S32
                                                                   : ReduxsyncType::U32;
  m.type = static_cast<std::uint32_t>(type);
  m.abs = isFloat && random() % 2;
  m.nan = isFloat && random() % 2;
  return m;
}

/// Words at the edges of types, and any.
void fill(spec::Operands& operands, std::mt19937_64& random) {
  const auto word = [&] { return static_cast<std::uint32_t>(random()); };
  const std::uint32_t edges[] = {0,          0x80000000, 0x3f800000, 0xbf800000, 0x7f800000, 0xff800000, 0x7fc00000,
                                 0xffc00001, 0x7f800001, 0x00000001, 0x807fffff, 0x7fffffff, 0xffffffff, word()};
  const auto anyEdge = [&] { return edges[random() % std::size(edges)]; };
  const std::uint32_t one = anyEdge(), other = anyEdge(), kind = random() % 3;
  for (std::uint32_t& value : operands.row[rows::kValue])
    value = kind == 0 ? word() : kind == 1 ? anyEdge() : random() % 8 ? one : other;
}

Assignment anyInputs(std::mt19937_64& random) {
  Assignment all = assignmentOf(anyLegal(random));
  all.merge(examples<Proof>(fill)(random)); // what is there already stays
  return all;
}

PerLane<Term> keysOf(const ReduxsyncModifierTerms& modifiers, const OperandTerms& operands) {
  return eachLane([&](unsigned lane) { return symbolic::reduxKey(modifiers, operands.row[rows::kValue][lane]); });
}

/// What each part's lanes reduce to, chosen or not. A sign besides its word: folding asks for it lane by lane, without
/// the word.
std::vector<Term> reduced(const ReduxsyncModifierTerms& modifiers, const OperandTerms& operands,
                          const symbolic::ExitedLaneTerms& exited) {
  const PerLane<Term> keys = keysOf(modifiers, operands);
  std::vector<Term> all;
  for (const Term part : symbolic::syncGroups(operands, exited).part) {
    const ReduxResults results = symbolic::reduxResults(part, operands.row[rows::kValue], keys);
    all.insert(all.end(), {results.sum, results.conjunction, results.disjunction, results.parity, results.least,
                           results.least.bit(31), symbolic::reduxChosen(modifiers, results)});
  }
  return all;
}

/// Besides what all build on: keys, and their signs for the same reason, then what is reduced.
std::vector<Term> sharesOf(const ReduxsyncModifierTerms& modifiers, const OperandTerms& operands,
                           const ReduxsyncChoiceTerms& choices, const symbolic::ExitedLaneTerms& exited) {
  std::vector<Term> all = shares<Proof>(modifiers, operands, choices, exited);
  std::ranges::copy(symbolic::syncGroups(operands, exited).part, std::back_inserter(all));
  const PerLane<Term> keys = keysOf(modifiers, operands);
  std::ranges::copy(keys, std::back_inserter(all));
  for (const Term key : keys)
    all.push_back(key.bit(31));
  std::ranges::copy(reduced(modifiers, operands, exited), std::back_inserter(all));
  return all;
}

std::vector<Term> generalOf(const ReduxsyncModifierTerms& modifiers, const OperandTerms& operands,
                            const ReduxsyncChoiceTerms& choices, const symbolic::ExitedLaneTerms& exited) {
  std::vector<Term> all = general<Proof>(modifiers, operands, choices, exited);
  std::ranges::copy(reduced(modifiers, operands, exited), std::back_inserter(all));
  return all;
}

Proof proofOf() {
  Proof proof = encoded({"SYNC-1", "SYNC-5"}, {"SYNC-1", "SYNC-5", "MACH-3"});
  proof.hints = {.shares = Proof::ofTerms(sharesOf), .examples = anyInputs, .general = Proof::ofTerms(generalOf)};
  proof.wrongDatapaths = twins();
  proof.misreadDatapaths = misreadings();
  proof.wrongPlans = {membermaskOf16Bits(proof)};
  proof.misreadPlans = {
      proof.planBut("membermask-and-value-exchanged", "", {"SYNC-5"},
                    [](symbolic::PlanTerms& plan, const auto&...) {
                      std::swap(plan.source[rows::kMask], plan.source[rows::kValue]);
                    }),
      proof.planBut("result-to-the-value", "", {"SYNC-5"}, [](symbolic::PlanTerms& plan, const auto&...) {
        plan.destination[0] = plan.source[rows::kValue].value;
      })};
  proof.wrongModifiers = {
      proof.modifiersBut("abs-dropped", "abs", {"SYNC-5"},
                         [](ReduxsyncModifierTerms& m, const auto&) { m.abs = wordOf(m.abs, 0); }),
      proof.modifiersBut("nan-is-abs", "nan", {"SYNC-5"},
                         [](ReduxsyncModifierTerms& m, const auto&) { m.nan = m.abs; }),
      proof.modifiersBut("always-unsigned", "type", {"SYNC-5"},
                         [](ReduxsyncModifierTerms& m, const auto&) { m.type = wordOf(m.type, 0); })};
  return proof;
}

} // namespace
} // namespace reduxsync

Contract reduxsyncDatapath() { return reduxsync::proofOf().datapathContract("portable"); }

WARPLAW_THEOREMS(reduxsync)

} // namespace warplaw::proofs
