// CUDA's shuffles and votes on code: each is what the SHFL or VOTE that it lowers to computes, the datapath called
// through its contract (CSHFL-1, VOTE-1..3); a shuffle rejects every other width and then writes nothing.
#include "symbolic/encodings/cuda.h"
#include "proofs/statements/entry_assumptions.h"
#include "proofs/statements/function_obligations.h"
#include "proofs/statements/machine_contracts.h"
#include "proofs/statements/row.h"
#include "proofs/theorems/cuda_theorems.h"
#include "proofs/theorems/datapath_contracts.h"
#include "proofs/theorems/shfl_theorems.h"
#include <fmt/format.h>

namespace warplaw::proofs::cuda {
namespace {
using machine::rowIn;
using machine::setRow;
using spec::ShflMode;
using symbolic::Bits;
using symbolic::CudaVote;
using symbolic::PerLane;

// --- Shuffles. ---

/// What a shuffle is called with, and what a lane could receive instead.
struct Shuffle {
  symbolic::CudaShuffle call;
  PerLane<Term> before;

  explicit Shuffle(const Given& g)
      : call{g.integers[0], g.integers[1], rowIn(g.objects[0]), rowIn(g.objects[1]), rowIn(g.objects[2])},
        before(rowIn(g.objects[3])) {}
  Terms& terms() const { return call.exec.terms(); }
  Term lane(unsigned i) const { return terms().constant(5, i); }
  Term accepted() const { return isCudaWidth(call.width); }
  Term source(ShflMode mode, unsigned i) const { return cudaSource(mode, lane(i), call.x[i], call.width).lane; }
  /// The other lanes of the own subsection have the same number where this mask has ones.
  Term subsection() const { return terms().constant(5, 0) - call.width.extract(4, 0); }
  /// What lane i receives if it reads `source`.
  Term reads(unsigned i, Term source) const {
    PerLane<Term> executes;
    for (unsigned k = 0; k < spec::kLanes; ++k)
      executes[k] = call.exec.bit(k);
    return terms().select(source, executes).ite(terms().select(source, call.var), call.inactive[i]);
  }
};

void rightly(ShflMode mode, Given& g) {
  const Shuffle s(g);
  setRow(g.objects[3], cudaShuffle(mode, s.call, s.before));
  g.returned = s.accepted();
}

Contract contractOf(ShflMode mode) {
  return {"warplaw_cuda_" + nameOf(mode),
          {integer("exec"), row("var"), row("x"), integer("width"), row("inactive"), row("result", true)},
          {},
          [mode](Given& g) { rightly(mode, g); },
          "accepted"};
}

/// Lane i reads the lane that `source` says, if it executes and the width is accepted.
WrongEffect wrongSource(std::string name, ShflMode mode, unsigned i, std::function<Term(const Shuffle&)> source) {
  return {std::move(name), fmt::format("result[{}]", i), [=](Given& g) {
            const Shuffle s(g);
            rightly(mode, g);
            PerLane<Term> after = rowIn(g.objects[3]);
            after[i] = (s.accepted() & s.call.exec.bit(i)).ite(s.reads(i, source(s)), s.before[i]);
            setRow(g.objects[3], after);
          }};
}

/// The published sentence about each (CSHFL-2, -3, -4).
WrongEffect published(ShflMode mode) {
  constexpr unsigned kLane = 21;
  const auto wrong = [&](const char* name, std::function<Term(const Shuffle&)> source) {
    return wrongSource(name, mode, kLane, std::move(source));
  };
  const auto right = [mode](const Shuffle& s) { return s.source(mode, kLane); };
  const auto inRange = [mode](const Shuffle& s) {
    return cudaSource(mode, s.lane(kLane), s.call.x[kLane], s.call.width).inRange;
  };
  switch (mode) {
  case ShflMode::Idx:
    return wrong("own-value-outside-the-width",
                 [=](const Shuffle& s) { return s.call.x[kLane].ult(s.call.width).ite(right(s), s.lane(kLane)); });
  case ShflMode::Up:
    return wrong("clamps-to-the-first-lane",
                 [=](const Shuffle& s) { return inRange(s).ite(right(s), s.lane(kLane) & s.subsection()); });
  case ShflMode::Down:
    return wrong("clamps-to-the-last-lane",
                 [=](const Shuffle& s) { return inRange(s).ite(right(s), s.lane(kLane) | ~s.subsection()); });
  case ShflMode::Bfly:
    break;
  }
  return wrong("only-within-the-subsection", [=](const Shuffle& s) {
    const Term own = s.lane(kLane), target = own ^ s.call.x[kLane].extract(4, 0);
    return (target & s.subsection()).eq(own & s.subsection()).ite(target, own);
  });
}

std::vector<WrongEffect> wrongShuffles(ShflMode mode) {
  return {published(mode),
          wrongSource("clamp-of-the-other-modes", mode, 9,
                      [mode](const Shuffle& s) {
                        Terms& terms = s.terms();
                        const Term c = cudaRange(mode, s.call.width) ^ terms.constant(32, 31);
                        return shflSource(s.lane(9), terms.constant(32, static_cast<Bits>(mode)), s.call.x[9], c).lane;
                      }),
          {"width-24-is-accepted", "accepted",
           [mode](Given& g) {
             rightly(mode, g);
             g.returned = g.returned | Shuffle(g).call.width.eq(Bits(24));
           }},
          {"rejected-and-written-nevertheless", "result[30]", [mode](Given& g) {
             const Shuffle s(g);
             rightly(mode, g);
             PerLane<Term> after = rowIn(g.objects[3]);
             after[30] = s.accepted().ite(after[30], s.call.var[30]);
             setRow(g.objects[3], after);
           }}};
}

// --- Votes. ---

struct Vote {
  const char* name; ///< "any": of theorems, and in symbols after "warplaw_cuda_"
  CudaVote which;
  std::vector<std::string> rules;
};

/// The vote of other lanes or other predicates, as lane i receives it.
WrongEffect wrongVote(std::string name, CudaVote which, unsigned i,
                      std::function<void(Term& exec, PerLane<Term>& predicate)> spoil) {
  return {std::move(name), fmt::format("result[{}]", i), [=](Given& g) {
            Term exec = g.integers[0];
            PerLane<Term> predicate = rowIn(g.objects[0]);
            const PerLane<Term> before = rowIn(g.objects[1]);
            PerLane<Term> after = cudaVote(which, exec, predicate, before);
            spoil(exec, predicate);
            after[i] = g.integers[0].bit(i).ite(cudaVote(which, exec, predicate, before)[i], before[i]);
            setRow(g.objects[1], after);
          }};
}

std::vector<WrongEffect> wrongVotes(CudaVote which) {
  return {wrongVote("of-all-32-lanes", which, 9,
                    [](Term& exec, const auto&) { exec = exec.terms().constant(32, 0xffffffff); }),
          wrongVote("lowest-bit-alone-is-yes", which, 17,
                    [](const Term&, PerLane<Term>& predicate) {
                      for (Term& word : predicate)
                        word = word.extract(0, 0).zext(32);
                    }),
          {"lane-outside-exec-written", "result[31]", [which](Given& g) {
             const Term exec = g.integers[0];
             const PerLane<Term> before = rowIn(g.objects[1]);
             PerLane<Term> after = cudaVote(which, exec, rowIn(g.objects[0]), before);
             after[31] = exec.bit(31).ite(after[31], exec.terms().constant(32, 0));
             setRow(g.objects[1], after);
           }}};
}

Contract contractOf(const Vote& vote) {
  return {fmt::format("warplaw_cuda_{}", vote.name),
          {integer("exec"), row("predicate"), row("result", true)},
          {},
          [which = vote.which](Given& g) {
            setRow(g.objects[1], cudaVote(which, g.integers[0], rowIn(g.objects[0]), rowIn(g.objects[1])));
          }};
}

Theorem shuffleTheorem(const Subject& subject, ShflMode mode) {
  return onCode(subject,
                about("cuda/" + nameOf(mode), {"CSHFL-1", ruleOf(mode), "CSHFL-5"},
                      fmt::format("__{} is {} with the range that its width says: for all words, lanes, exec masks and "
                                  "values of inactive lanes; every other width is rejected and nothing is written",
                                  nameOf(mode), shfl::formOf(mode))),
                {contractOf(mode), {shfl::proofOf().datapathContract("portable")}, wrongShuffles(mode), splitByWidth});
}

Theorem voteTheorem(const Subject& subject, const Vote& vote) {
  return onCode(subject,
                about(fmt::format("cuda/{}", vote.name), vote.rules,
                      fmt::format("__{} is VOTE's answer to the lanes whose predicate is not 0, for all predicates and "
                                  "exec masks; lanes outside exec keep their word",
                                  vote.name)),
                {contractOf(vote), {voteDatapath()}, wrongVotes(vote.which)});
}

} // namespace

std::string nameOf(ShflMode mode) {
  constexpr const char* kNames[] = {"shfl", "shfl_up", "shfl_down", "shfl_xor"};
  return kNames[static_cast<unsigned>(mode)];
}
const char* ruleOf(ShflMode mode) {
  constexpr const char* kRules[] = {"CSHFL-2", "CSHFL-3", "CSHFL-3", "CSHFL-4"};
  return kRules[static_cast<unsigned>(mode)];
}

Theorem about(std::string name, std::vector<std::string> rules, std::string statement) {
  return instructionTheorem(name, "cuda", "", std::move(rules), std::move(statement), "", {});
}

std::vector<Split> splitByWidth(Terms& terms, const Expectation&) {
  const Term width = terms.variable(32, "width");
  Split split;
  SplitCase none{~symbolic::isCudaWidth(width), {}};
  for (const unsigned allowed : symbolic::kCudaWidths) {
    split.push_back({width.eq(Bits(allowed)), {{width, terms.constant(32, allowed)}}});
    none.values.emplace_back(width.eq(Bits(allowed)), terms.truth(false));
  }
  split.push_back(none);
  return {split};
}

Theorem onCode(const Subject& subject, Theorem theorem, const OnCode& code) {
  theorem.path = "portable";
  theorem.code = {code.function.symbol};
  theorem.build = [=, prefix = theorem.name](Terms& terms) {
    const auto how = [&](FunctionContract& function) { function.splits = code.splits; };
    Obligations made = functionObligations(terms, subject, code.function, code.wrong, prefix, how, code.called);
    add(made, requiresWhatIsChecked(terms, asStated(subject, code.function), prefix));
    if (auto* const stated = std::get_if<std::vector<Obligation>>(&made); stated && !code.near.empty())
      for (Obligation& one : *stated)
        if (one.expected == Verdict::Refuted)
          one.ask([&](Obligation::Asking& asking) { asking.near = code.near; });
    return made;
  };
  return theorem;
}

std::vector<Theorem> warpTheorems(const Subject& subject) {
  return {shuffleTheorem(subject, ShflMode::Idx),
          shuffleTheorem(subject, ShflMode::Up),
          shuffleTheorem(subject, ShflMode::Down),
          shuffleTheorem(subject, ShflMode::Bfly),
          voteTheorem(subject, {"any", CudaVote::Any, {"VOTE-2", "VOTE-3"}}),
          voteTheorem(subject, {"all", CudaVote::All, {"VOTE-2", "VOTE-3"}}),
          voteTheorem(subject, {"ballot", CudaVote::Ballot, {"VOTE-1", "VOTE-3"}})};
}

std::vector<Theorem> theorems(const Subject& subject) {
  std::vector<Theorem> all = warpTheorems(subject);
  for (const auto& more : {barrierTheorems(subject), reductionTheorems(subject), counterTheorems(subject),
                           lawTheorems(subject), syncTheorems(subject)})
    all.insert(all.end(), more.begin(), more.end());
  return all;
}

} // namespace warplaw::proofs::cuda
