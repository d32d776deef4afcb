// What a lane of CUDA's shuffles reads, said with subsections instead of range operands (CSHFL-2..5), and the published
// sentences about it that are false (CSHFL-2, -3, -4); and that the shuffles of today read there, too (SYNC-8).
#include "proofs/theorems/cuda_theorems.h"
#include "proofs/theorems/shfl_theorems.h"
#include "symbolic/encodings/cuda.h"
#include "symbolic/encodings/cuda_sync.h"
#include <fmt/format.h>

namespace warplaw::proofs::cuda {
namespace {
using spec::ShflMode;
using symbolic::Bits;

/// One lane's call, as variables lane (5 bits), x and width (32 bits); numbers of lanes are of 8 bits, signed.
struct Look {
  Term lane, x, width;
  Term isLegal;
  Term self, first, last; ///< of the own subsection
  Term fiveBits;          ///< of x, as a number
  Term readLane, inRange; ///< what SHFL makes of it

  Look(Terms& terms, ShflMode mode)
      : lane(terms.variable(5, "lane")), x(terms.variable(32, "x")), width(terms.variable(32, "width")),
        isLegal(symbolic::isCudaWidth(width)), self(lane.zext(8)), fiveBits(x.extract(4, 0).zext(8)) {
    const Term offsets = width.extract(7, 0) - Bits(1);
    first = self & ~offsets;
    last = first + offsets;
    const symbolic::ShflSource source = cudaSource(mode, lane, x, width);
    readLane = source.lane.zext(8);
    inRange = source.inRange;
  }
  Term within(Term target) const { return first.sle(target) & target.sle(last); }
  /// p is `condition`; where it holds the lane reads `target`, otherwise itself.
  Term reads(Term target, Term condition) const {
    return inRange.eq(condition) & readLane.eq(condition.ite(target, self));
  }
};

/// The same of a witness; what is read where all 32 lanes execute.
struct Called {
  std::uint32_t lane, x, width;
  std::uint32_t first() const { return lane & ~(width - 1); }
  std::uint32_t last() const { return first() + width - 1; }
};

using Code = bool(std::uint32_t exec, const std::uint32_t* var, const std::uint32_t* x, std::uint32_t width,
                  const std::uint32_t* inactive, std::uint32_t* result);

unsigned sourceBy(Code* code, const Called& called) {
  std::uint32_t var[spec::kLanes], x[spec::kLanes], result[spec::kLanes] = {};
  for (std::uint32_t lane = 0; lane < spec::kLanes; ++lane) {
    var[lane] = lane;
    x[lane] = called.x;
  }
  const std::uint32_t inactive[spec::kLanes] = {};
  return code(~0u, var, x, called.width, inactive, result) ? result[called.lane] : spec::kLanes;
}

/// Machine code of the shuffle, machine code of its SHFL and the encoding read the same lane, and the law does not hold
/// of it.
std::function<Replay(const Assignment&)> replayed(const Subject& subject, ShflMode mode,
                                                  std::function<bool(const Called&, std::uint32_t source)> lawHolds) {
  return [=](const Assignment& witness) {
    const Called called{shfl::valueOf(witness, "lane"), shfl::valueOf(witness, "x"), shfl::valueOf(witness, "width")};
    const std::string symbol = "warplaw_cuda_" + nameOf(mode);
    auto* code = reinterpret_cast<Code*>(subject.machineCode(symbol));
    if (!code)
      return Replay{.reproduced = false, .report = "no machine code for " + symbol, .counterexample = {}};
    const unsigned source = sourceBy(code, called);
    const Assignment glance = {{"lane", called.lane},
                               {"b", called.x},
                               {"c", (spec::kLanes - called.width) << 8 | (mode == ShflMode::Up ? 0u : 31u)}};
    Replay replay = shfl::replayGlance(subject, mode, [&](const shfl::Glance&, const shfl::Seen& seen) {
      return seen.source != source || lawHolds(called, source);
    })(glance);
    replay.report += fmt::format("; __{} by x {:#x}, width {}: lane {} reads lane {}", nameOf(mode), called.x,
                                 called.width, called.lane, source);
    return replay;
  };
}

/// CSHFL-2.
Theorem wraps(const Subject& subject) {
  Theorem theorem = about("cuda/shfl-wraps", {"CSHFL-2"},
                          "__shfl reads lane srcLane modulo width of the own subsection, negative srcLane too, always "
                          "in range");
  theorem.claims = {{"CSHFL-2", "__shfl gives a lane its own value where srcLane lies outside 0 .. width - 1.",
                     "cuda/shfl-wraps/claim/own-value-outside", "cshfl-2-shfl-wraps", ""}};
  theorem.build = [subject, name = theorem.name](Terms& terms) -> Obligations {
    const Look look(terms, ShflMode::Idx);
    const Term outside = ~look.x.ult(look.width); // negative numbers are large
    const Term wrapped = look.first + (look.x.extract(7, 0) & (look.width.extract(7, 0) - Bits(1)));
    const Term next = cudaSource(ShflMode::Idx, look.lane, look.x + look.width, look.width).lane.zext(8);
    return std::vector<Obligation>{
        implied(name + "/own-subsection", {look.isLegal}, look.reads(wrapped, terms.truth(true))),
        implied(name + "/periodic", {look.isLegal}, next.eq(look.readLane)),
        refuted(name + "/claim/own-value-outside", {look.isLegal, outside}, look.readLane.eq(look.self),
                replayed(subject, ShflMode::Idx,
                         [](const Called& c, std::uint32_t source) { return c.x < c.width || source == c.lane; }))};
  };
  return theorem;
}

/// CSHFL-3.
Theorem outside(const Subject& subject, ShflMode mode) {
  const bool isUp = mode == ShflMode::Up;
  Theorem theorem = about(
      fmt::format("cuda/{}-outside", nameOf(mode)), {"CSHFL-3"},
      fmt::format("__{} reads lane i {} delta if that is in the own subsection, and otherwise gives the own value "
                  "out of range",
                  nameOf(mode), isUp ? '-' : '+'));
  const std::string claim = theorem.name + "/claim/edge-lane";
  theorem.claims = {
      {"CSHFL-3",
       fmt::format("__{} out of its subsection reads the {} lane of that.", nameOf(mode), isUp ? "first" : "last"),
       claim, fmt::format("cshfl-3-{}-is-not-clamped", isUp ? "up" : "down"), ""}};
  theorem.build = [=, name = theorem.name](Terms& terms) -> Obligations {
    const Look look(terms, mode);
    const Term target = isUp ? look.self - look.fiveBits : look.self + look.fiveBits;
    return std::vector<Obligation>{
        implied(name + "/own-value", {look.isLegal}, look.reads(target, look.within(target))),
        refuted(claim, {look.isLegal, ~look.within(target)}, look.readLane.eq(isUp ? look.first : look.last),
                replayed(subject, mode, [isUp](const Called& c, std::uint32_t source) {
                  const int to = static_cast<int>(c.lane) + (isUp ? -1 : 1) * static_cast<int>(c.x & 31);
                  const bool inside = static_cast<int>(c.first()) <= to && to <= static_cast<int>(c.last());
                  return inside || source == (isUp ? c.first() : c.last());
                }))};
  };
  return theorem;
}

/// CSHFL-4.
Theorem crosses(const Subject& subject) {
  Theorem theorem = about("cuda/shfl_xor-crosses", {"CSHFL-4"},
                          "__shfl_xor reads lane i ^ laneMask in the own subsection and in earlier ones, and gives the "
                          "own value instead of a later one's");
  theorem.claims = {{"CSHFL-4", "__shfl_xor only exchanges values within a subsection.",
                     theorem.name + "/claim/own-subsection-only", "cshfl-4-xor-reads-an-earlier-subsection", ""},
                    {"CSHFL-4", "__shfl_xor returns the value of lane i ^ laneMask.",
                     theorem.name + "/claim/resulting-lane", "cshfl-4-xor-does-not-read-a-later-subsection", ""}};
  theorem.build = [subject, name = theorem.name](Terms& terms) -> Obligations {
    const Look look(terms, ShflMode::Bfly);
    const Term target = look.self ^ look.fiveBits;
    const Term read = look.reads(target, terms.truth(true)), own = look.reads(target, terms.truth(false));
    return std::vector<Obligation>{
        implied(name + "/own-subsection", {look.isLegal, look.within(target)}, read),
        implied(name + "/earlier-subsection", {look.isLegal, target.slt(look.first)}, read),
        implied(name + "/later-subsection", {look.isLegal, look.last.slt(target)}, own),
        refuted(
            name + "/claim/own-subsection-only", {look.isLegal}, look.within(look.readLane),
            replayed(subject, ShflMode::Bfly,
                     [](const Called& c, std::uint32_t source) { return c.first() <= source && source <= c.last(); })),
        refuted(name + "/claim/resulting-lane", {look.isLegal}, look.readLane.eq(target),
                replayed(subject, ShflMode::Bfly,
                         [](const Called& c, std::uint32_t source) { return source == (c.lane ^ (c.x & 31)); }))};
  };
  return theorem;
}

/// CSHFL-5.
Theorem moduloThirtyTwo(const Subject& subject) {
  Theorem theorem =
      about("cuda/modulo-32", {"CSHFL-5"}, "only the lowest five bits of srcLane, delta and laneMask count");
  theorem.build = [subject, name = theorem.name](Terms& terms) -> Obligations {
    std::vector<Obligation> obligations;
    for (const ShflMode mode : shfl::kModes) {
      const Look look(terms, mode);
      const symbolic::ShflSource cut = cudaSource(mode, look.lane, look.x & terms.constant(32, 31), look.width);
      obligations.push_back(
          implied(fmt::format("{}/{}", name, nameOf(mode)), {look.isLegal}, look.reads(cut.lane.zext(8), cut.inRange)));
    }
    for (const ShflMode mode : {ShflMode::Up, ShflMode::Down}) {
      const Look look(terms, mode);
      obligations.push_back(refuted(
          fmt::format("{}/twin/{}-by-32-or-more-gives-the-own-value", name, nameOf(mode)),
          {look.isLegal, terms.constant(32, 32).ule(look.x)}, look.readLane.eq(look.self),
          replayed(subject, mode, [](const Called& c, std::uint32_t source) { return c.x < 32 || source == c.lane; })));
    }
    return obligations;
  };
  return theorem;
}

/// SYNC-8: what CSHFL-2..5 say holds of the shuffles of today, too.
Theorem inOneGroup() {
  Theorem theorem =
      about("cuda/shfl_sync-in-one-group", {"SYNC-8", "SYNC-2"},
            "where every lane names the lanes that execute, __shfl_sync and its kin give what __shfl and its kin give");
  theorem.build = [name = theorem.name](Terms& terms) -> Obligations {
    const auto each = [&](const char* what) {
      symbolic::PerLane<Term> words;
      for (unsigned lane = 0; lane < spec::kLanes; ++lane)
        words[lane] = terms.variable(32, fmt::format("{}[{}]", what, lane));
      return words;
    };
    const auto word = [&](const char* what) { return terms.variable(32, what); };
    const auto var = each("var"), x = each("x"), any = each("any"), before = each("before.result");
    const Term exec = word("exec"), width = word("width");
    symbolic::CudaSyncCall call{{exec, word("exited"), word("overlapIsDefined"), word("anyPredicate"), any, any}, {}};
    call.mask.fill(exec);
    std::vector<Obligation> obligations;
    for (const ShflMode mode : shfl::kModes) {
      const auto today =
          symbolic::cudaShuffle({static_cast<spec::ShflsyncMode>(mode), call, var, x, width}, {before, exec, {}});
      const auto old = symbolic::cudaShuffle(mode, {exec, width, var, x, any}, before);
      std::vector<Term> same;
      for (unsigned lane = 0; lane < spec::kLanes; ++lane)
        same.push_back(today.result[lane].eq(old[lane]));
      obligations.push_back(implied(fmt::format("{}/{}", name, nameOf(mode)), {}, terms.all(same)));
    }
    return obligations;
  };
  return theorem;
}

} // namespace

std::vector<Theorem> lawTheorems(const Subject& subject) {
  return {wraps(subject),   outside(subject, ShflMode::Up), outside(subject, ShflMode::Down),
          crosses(subject), moduloThirtyTwo(subject),       inOneGroup()};
}

} // namespace warplaw::proofs::cuda
