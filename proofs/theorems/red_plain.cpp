// Where all of RED's lanes go at once, in code (RED-2..5): when one region, apart from the windows, holds the whole
// access of each, and that this is where each of them goes by itself.
#include "proofs/theorems/red_theorems.h"
#include "symbolic/encodings/wording.h"

namespace warplaw::proofs::red {
namespace {
namespace rows = spec::red_rows;
using spec::kLanes;

enum Object : unsigned { kModifiers, kOperands, kChoices, kRegions, kInputs, kResults };

constexpr Bits kSignBit = 0x80000000;

/// What the code decides of a warp, in its own way.
struct Plain {
  Term inOne;                   ///< width 1: one region, and whoever lies in it in full has no error
  symbolic::PerLane<Term> isIn; ///< width 1: it lies there in full
  symbolic::PerLane<Term> word; ///< 32 bits: its place, as if it did
  /// What lanes share: of the sum that is a lane's place, the last one of an access, its bytes but one, its size.
  Term low, high, last, within, sizeBits;
};

/// last: the last place of an access.
Plain plainOf(const Given& g, const std::function<Term(Term bytesOfRegion, Term bytes)>& last) {
  Terms& terms = g.terms;
  const auto modifiers = g.as<RedModifierTerms>(kModifiers);
  const auto operands = g.as<OperandTerms>(kOperands);
  const auto regions = g.as<GenericRegionTerms>(kRegions);
  const auto inputs = g.as<SpecialInputTerms>(kInputs);
  Plain plain;
  const Term bytes = redBytes(modifiers.size), sign = terms.constant(32, kSignBit), none = terms.constant(32, 0);
  plain.within = bytes - Bits(1);
  const Term first = regions.baseHigh[0].concat(regions.baseLow[0]), end = first + regions.end[0].zext(64);
  const Term isWide = symbolic::isSet(modifiers.extended);
  const Term addresses = isWide.ite(terms.constant(64, Bits{1} << 40), terms.constant(64, Bits{1} << 32));
  const auto isApart = [&](Term low, Term size) {
    return (low.zext(64) + size.zext(64)).ule(first) | end.ule(low.zext(64));
  };
  plain.inOne = regions.end[0].eq(regions.end[spec::kGenericRegions - 1]) & bytes.ule(regions.end[0]) &
                (first & plain.within.zext(64)).eq(Bits(0)) & first.ule(addresses) & end.ule(addresses) &
                isApart(inputs.sharedWindowLow, inputs.sharedWindowSize) &
                isApart(inputs.localWindowLow, inputs.localWindowSize);
  const Term fromBase = modifiers.imm20.extract(19, 0).sext(64) - first;
  plain.low = fromBase.extract(31, 0) ^ sign;
  plain.high = fromBase.extract(63, 32);
  plain.last = last(regions.end[0], bytes) ^ sign;
  plain.sizeBits = modifiers.size.shl(terms.constant(32, kPlaceBits));
  for (unsigned i = 0; i < kLanes; ++i) {
    const Term biased = operands.row[rows::kBase][i] + plain.low, carry = biased.slt(plain.low).zext(32);
    const Term above = isWide.ite(operands.row[rows::kBaseHigh][i] + plain.high + carry, none);
    plain.isIn[i] = above.eq(Bits(0)) & ~plain.last.slt(biased) & (biased & plain.within).eq(Bits(0));
    plain.word[i] = (biased ^ sign) | plain.sizeBits;
  }
  return plain;
}
Term lastOf(Term bytesOfRegion, Term bytes) { return bytesOfRegion - bytes; }

/// In a tree, so that it says the same of every lane if the others say the same (askOfAnyLane).
Term allAre(const Plain& plain, Term exec) {
  std::vector<Term> all;
  for (unsigned i = 0; i < kLanes; ++i)
    all.push_back(~exec.bit(i) | plain.isIn[i]);
  return plain.inOne & exec.terms().all(all);
}
void leaves(Given& g, const Plain& plain) {
  const Term exec = g.as<OperandTerms>(kOperands).exec;
  auto results = g.as<ResultTerms>(kResults);
  for (unsigned i = 0; i < kLanes; ++i)
    results.row[0][i] = (plain.inOne & exec.bit(i)).ite(plain.word[i], g.terms.constant(32, 0));
  g.set(kResults, results);
  g.returned = allAre(plain, exec).zext(32);
}

Contract plainContract(const std::string& path) {
  const Contract lanes = lanesContract(path);
  return {"warplaw_red_plain_" + path, lanes.parameters, lanes.requires_,
          [](Given& g) { leaves(g, plainOf(g, lastOf)); }, "allAre"};
}

std::vector<WrongEffect> wrongPlain() {
  return {{"an-access-may-end-behind-the-region",
           "allAre",
           [](Given& g) { leaves(g, plainOf(g, [](Term bytes, Term) { return bytes - Bits(1); })); },
           {"RED-5"}},
          {"lanes-outside-exec-must-be-in-it",
           "allAre",
           [](Given& g) {
             Plain plain = plainOf(g, lastOf);
             leaves(g, plain);
             g.returned = g.returned & plain.isIn[7].zext(32);
           },
           {"MACH-1"}},
          {"the-low-word-is-the-place",
           "row[0][0]",
           [](Given& g) {
             Plain plain = plainOf(g, lastOf);
             plain.word[0] = g.as<OperandTerms>(kOperands).row[rows::kBase][0];
             leaves(g, plain);
           },
           {"RED-5"}}};
}

/// Modifiers and regions that are some.
Assignment anyLegal(std::mt19937_64& random) {
  const Pair pair = pairs()[random() % pairs().size()];
  Assignment all = assignmentOf(
      spec::RedModifiers{static_cast<std::uint32_t>(pair.op), static_cast<std::uint32_t>(pair.size),
                         static_cast<std::uint32_t>(random() % 2), static_cast<std::uint32_t>(random() % (1u << 20))});
  spec::GenericRegions regions;
  for (unsigned r = 0; r < spec::kGenericRegions; ++r) {
    regions.baseLow[r] = static_cast<std::uint32_t>(random());
    regions.baseHigh[r] = static_cast<std::uint32_t>(random() % spec::kGenericAddressesHigh);
    regions.end[r] = (r ? regions.end[r - 1] : 0) + static_cast<std::uint32_t>(random() % 4096);
  }
  if (random() % 4 == 0) { // one region that is apart from the windows, and few lanes look for it
    regions.baseLow[0] &= ~7u;
    regions.baseHigh[0] = 2 + static_cast<std::uint32_t>(random() % (spec::kGenericAddressesHigh - 3));
    std::ranges::fill(regions.end, 8 + static_cast<std::uint32_t>(random() % 4096));
    all["extended"] = 1;
    all["exec"] = random() % 2 << random() % kLanes;
  }
  all.merge(assignmentOf(regions, "regions."));
  all["highBitsCount"] = random() % 2;
  return all;
}

Theorem plainTheorem(const Subject& subject, const concrete::Path& path) {
  const std::string pathName(path.name), name = "red/" + pathName + "/plain";
  return pathTheorem(
      subject, name, "RED", path, {"RED-2", "RED-5", "MACH-1", "MACH-5"},
      "whether all executing lanes lie in full in one region that is apart from the windows, and their places there",
      plainContract(pathName), wrongPlain(), [=](const AskedOfPath& asked) {
        const Plain plain = plainOf(asked.given, lastOf);
        shareTerms({plain.within, plain.low, plain.high, plain.last, plain.sizeBits}, anyLegal, {asked.required},
                   asked.obligations, name, asked.replay);
      });
}

// --- The reach: all at once, or each by itself. ---

/// One lane's word, with the local window as memory.
std::vector<WrongEffect> wrongReach(const Contract& reach) {
  const auto withoutWindow = [](Given& handed) {
    auto inputs = handed.as<SpecialInputTerms>(Proof::kAround + 1);
    inputs.localWindowSize = handed.terms.constant(32, 0);
    handed.set(Proof::kAround + 1, inputs);
  };
  return {wordOfAnother("the-local-window-is-memory", reach, Proof::kResults, withoutWindow, "RED-4")};
}

/// A lane's word depends neither on the other lanes' places nor on its own number: with any words for those that it
/// has, and any truth values for the conditions about others, all lanes are one question.
void askOfAnyLane(const Given& given, std::vector<Obligation>& obligations, const std::string& prefix) {
  Terms& terms = given.terms;
  const Plain plain = plainOf(given, lastOf);
  const auto operands = given.as<OperandTerms>(kOperands);
  const auto choices = given.as<RedChoiceTerms>(kChoices);
  const auto before = given.as<ResultTerms>(kResults);
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    const Term own[] = {operands.row[rows::kBase][lane], operands.row[rows::kBaseHigh][lane], choices.reported[lane],
                        operands.exec.bit(lane), before.row[0][lane]};
    std::vector<std::pair<Term, Term>> any;
    for (unsigned i = 0; i < std::size(own); ++i)
      any.emplace_back(own[i], terms.variable(own[i].width(), fmt::format("any.{}", i)));
    for (unsigned other = 0; other < kLanes; ++other)
      if (other != lane) {
        any.emplace_back(~operands.exec.bit(other) | plain.isIn[other],
                         terms.variable(1, fmt::format("any.other[{}]", lane ^ other)));
        any.emplace_back(before.row[0][other], terms.variable(32, fmt::format("any.before[{}]", lane ^ other)));
      }
    for (Obligation& o : obligations)
      if (o.name == prefix + "/" + laneGroup(lane))
        o.anyValues = any;
  }
}

Theorem reachTheorem(const Subject& subject, const concrete::Path& path) {
  const std::string pathName(path.name), name = "red/" + pathName + "/reach";
  const Contract reach = reachContract(pathName);
  return pathTheorem(
      subject, name, "RED", path, {"RED-2", "RED-3", "RED-4", "RED-5", "MACH-1", "MACH-5", "MACH-8"},
      "where each executing lane goes, or why it does not, whether all are looked at once or each by itself: the "
      "encoding's place or error",
      reach, wrongReach(reach), [=](const AskedOfPath& asked) { askOfAnyLane(asked.given, asked.obligations, name); },
      {plainContract(pathName), lanesContract(pathName)}, proofOf().datapathAsCase());
}

} // namespace

std::vector<Theorem> plainTheorems(const Subject& subject) {
  std::vector<Theorem> all;
  for (const concrete::Path& path : concrete::paths(spec::Mnemonic::Red)) {
    if (reachPathOf(path.name) != path.name)
      continue;
    all.push_back(plainTheorem(subject, path));
    all.push_back(reachTheorem(subject, path));
  }
  return all;
}

} // namespace warplaw::proofs::red
