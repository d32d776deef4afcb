// CUDA's functions of today on code: each is what the .sync instruction that it lowers to computes, of operands that
// SYNC-8 and CSHFL-1 say, the datapath called through its contract; and to whom it promises anything (SYNC-1, SYNC-2).
#include "symbolic/encodings/cuda_sync.h"
#include "include/warplaw/cuda.h"
#include "proofs/statements/machine_contracts.h"
#include "proofs/statements/row.h"
#include "proofs/theorems/cuda_theorems.h"
#include "proofs/theorems/datapath_contracts.h"
#include "spec/instructions/shflsync_fields.h"
#include "symbolic/encodings/cuda.h"
#include <fmt/format.h>

namespace warplaw::proofs::cuda {
namespace {
using machine::rowIn;
using machine::setRow;
using spec::MatchsyncMode;
using spec::ReduxsyncOp;
using spec::ReduxsyncType;
using spec::ShflsyncMode;
using spec::VotesyncMode;
using symbolic::Bits;
using symbolic::CudaReceived;
using symbolic::CudaSyncCall;
using symbolic::CudaWarp;
using symbolic::PerLane;

// --- What they are called with. ---

/// warplaw_cuda_warp, as variables.
Parameter warp() {
  const auto object = [](Terms& terms) {
    const auto word = [&](const char* name, std::size_t offset) {
      return field(name, offset, std::vector{terms.variable(32, fmt::format("warp.{}", name))});
    };
    const auto words = [&](const char* name, std::size_t offset) {
      std::vector<Term> each;
      for (unsigned lane = 0; lane < spec::kLanes; ++lane)
        each.push_back(terms.variable(32, fmt::format("warp.{}[{}]", name, lane)));
      return field(name, offset, each);
    };
    using W = warplaw_cuda_warp;
    return lift::Table{"warp",
                       sizeof(W),
                       false,
                       {word("exec", offsetof(W, exec)), word("exited", offsetof(W, exited)),
                        word("overlap_is_defined", offsetof(W, overlap_is_defined)),
                        word("any_predicate", offsetof(W, any_predicate)), words("any", offsetof(W, any)),
                        words("any_high", offsetof(W, any_high))}};
  };
  return {"warp", false, object};
}
CudaWarp warpIn(const lift::Table& table) {
  const auto word = [&](const char* name) { return table.field(name).cells[0].bits; };
  const auto words = [&](const char* name) {
    PerLane<Term> each;
    for (unsigned lane = 0; lane < spec::kLanes; ++lane)
      each[lane] = table.field(name).cells[lane].bits;
    return each;
  };
  return {word("exec"),          word("exited"), word("overlap_is_defined"),
          word("any_predicate"), words("any"),   words("any_high")};
}

/// One word that is written: a bit a lane.
Parameter laneMask(const std::string& name) {
  const auto object = [=](Terms& terms) {
    return lift::Table{
        name, sizeof(std::uint32_t), true, {field("lanes", 0, std::vector{terms.variable(32, "before." + name)})}};
  };
  const auto groups = [](unsigned object, const lift::Table& after) {
    std::vector<Group> lanes;
    const Term mask = after.field("lanes").cells[0].bits;
    for (unsigned lane = 0; lane < spec::kLanes; ++lane)
      lanes.push_back(
          {laneGroup(lane),
           {{bitName(after.name, lane), Place{object, "lanes", 0, static_cast<int>(lane)}, mask.bit(lane)}}});
    return lanes;
  };
  return {name, true, object, 0, groups};
}

/// One function: what it takes and what of it is received.
struct Called {
  CudaSyncCall call;
  PerLane<Term> value; ///< var, predicate
  PerLane<Term> x;     ///< of a shuffle, as width
  Term width;
  CudaReceived before;
  Terms& terms() const { return call.warp.exec.terms(); }
};
struct Function {
  std::string name; ///< "all_sync": of theorems, and in symbols after "warplaw_cuda_"
  std::function<CudaReceived(const Called&)> receives;
  std::vector<std::string> rules;       ///< besides SYNC-8 and SYNC-1
  std::string statement;                ///< what it is
  std::vector<Contract> (*datapaths)(); ///< made where they are stated: contracts are much to copy
  const char* value = "value";          ///< its parameter
  unsigned valueBits = 32;
  bool isShuffle = false, givesPred = false;
  Bits (*nearValue)(unsigned lane) = nullptr; ///< of nearOf, where it matters
  Bits (*nearX)(unsigned lane) = nullptr;

  // objects in the order of the signature
  static constexpr unsigned kWarp = 0, kMask = 1, kValue = 2, kX = 3;
  unsigned result() const { return isShuffle ? kX + 1 : kValue + 1; }
  unsigned pred() const { return result() + 1; }
  unsigned promised() const { return result() + (givesPred ? 2 : 1); }

  std::vector<Parameter> parameters() const {
    std::vector<Parameter> all = {warp(), row("mask"), row(value, false, valueBits)};
    if (isShuffle)
      all.insert(all.end(), {row("x"), integer("width")});
    all.push_back(row("result", true, isShuffle ? valueBits : 32));
    if (givesPred)
      all.push_back(row("pred", true));
    all.push_back(laneMask("promised"));
    return all;
  }
  Called called(const Given& g) const {
    Called c{{warpIn(g.objects[kWarp]), rowIn(g.objects[kMask])}, rowIn(g.objects[kValue]), {}, {}, {}};
    if (isShuffle) {
      c.x = rowIn(g.objects[kX]);
      c.width = g.integers[0];
    }
    c.before.result = rowIn(g.objects[result()]);
    if (givesPred)
      c.before.pred = rowIn(g.objects[pred()]);
    c.before.promised = g.objects[promised()].field("lanes").cells[0].bits;
    return c;
  }
  void leave(Given& g, const CudaReceived& after) const {
    setRow(g.objects[result()], after.result);
    if (givesPred)
      setRow(g.objects[pred()], after.pred);
    g.objects[promised()].field("lanes").cells[0].bits = after.promised;
    if (isShuffle)
      g.returned = symbolic::isCudaWidth(g.integers[0]);
  }
  Contract contract() const {
    return {"warplaw_cuda_" + name,
            parameters(),
            {},
            [*this](Given& g) { leave(g, receives(called(g))); },
            isShuffle ? "accepted" : ""};
  }

  /// Called with something else.
  WrongEffect calledBut(std::string what, std::string output, std::string breaks,
                        std::function<void(Called&)> spoil) const {
    return {std::move(what),
            std::move(output),
            [*this, spoil](Given& g) {
              Called c = called(g);
              spoil(c);
              leave(g, receives(c));
            },
            {std::move(breaks)}};
  }
  /// Something else is received.
  WrongEffect receivedBut(std::string what, std::string output, std::string breaks,
                          std::function<void(CudaReceived&, const Called&)> spoil) const {
    return {std::move(what),
            std::move(output),
            [*this, spoil](Given& g) {
              const Called c = called(g);
              CudaReceived after = receives(c);
              spoil(after, c);
              leave(g, after);
            },
            {std::move(breaks)}};
  }
};

Term allOnes(const Called& c) { return c.terms().constant(32, 0xffffffff); }

// --- Where they may go wrong. ---

/// Each of them.
std::vector<WrongEffect> wrongOfAll(const Function& f) {
  return {f.calledBut("lanes-that-have-exited-are-awaited", "result[9]", "SYNC-1",
                      [](Called& c) { c.call.warp.exited = c.terms().constant(32, 0); }),
          f.calledBut("lowest-bit-of-the-flag-counts", "result[3]", "SYNC-1",
                      [](Called& c) {
                        Term& flag = c.call.warp.overlapIsDefined;
                        flag = flag.extract(0, 0).zext(32);
                      }),
          f.calledBut("one-any-value-for-all-lanes", "result[22]", "SYNC-1",
                      [](Called& c) {
                        CudaWarp& w = c.call.warp;
                        w.any.fill(w.any[0]);
                        w.anyPredicate = w.anyPredicate.bit(0).ite(allOnes(c), c.terms().constant(32, 0));
                      }),
          f.receivedBut("lane-outside-exec-written", "result[31]", "SYNC-8",
                        [](CudaReceived& after, const Called& c) {
                          const Term zero = c.terms().constant(after.result[31].width(), 0);
                          after.result[31] = c.call.warp.exec.bit(31).ite(after.result[31], zero);
                        }),
          f.receivedBut("always-promised", "promised[5]", "SYNC-1", [](CudaReceived& after, const Called& c) {
            after.promised = after.promised | c.call.warp.exec;
          })};
}

/// Lanes 0..29 execute, the even and the odd ones in a group each, and both name lanes 30 and 31, which have exited.
Assignment nearOf(const Function& f) {
  Assignment near = {{"warp.exec", 0x3fffffff},
                     {"warp.exited", 0xc0000000},
                     {"warp.overlap_is_defined", 2},
                     {"width", 8},
                     {"before.promised", 0xffffffff}};
  for (unsigned lane = 0; lane < spec::kLanes; ++lane) {
    const auto set = [&](const char* name, Bits value) { near[fmt::format("{}[{}]", name, lane)] = value; };
    set("mask", lane % 2 ? 0xeaaaaaaa : 0xd5555555);
    set("warp.any", 700 + lane);
    set("warp.any_high", 900 + lane);
    set("before.result", 40 + lane);
    set(f.value, f.nearValue ? f.nearValue(lane) : 100 + lane);
    if (f.isShuffle)
      set("x", f.nearX(lane));
  }
  return near;
}

void add(std::vector<WrongEffect>& all, const std::vector<WrongEffect>& more) {
  all.insert(all.end(), more.begin(), more.end());
}

Theorem theorem(const Subject& subject, const Function& f, const std::vector<WrongEffect>& own) {
  std::vector<std::string> rules = {"SYNC-8", "SYNC-1"};
  rules.insert(rules.end(), f.rules.begin(), f.rules.end());
  std::vector<WrongEffect> wrong = wrongOfAll(f);
  add(wrong, own);
  OnCode code{f.contract(), f.datapaths(), wrong};
  code.near = nearOf(f);
  if (f.isShuffle)
    code.splits = splitByWidth;
  return onCode(subject, about("cuda/" + f.name, rules, f.statement), code);
}

// --- Shuffles. ---

/// By which lanes 4, 5 and 22 read the other group (nearOf), 21 reads beyond its subsection of 8, and others their own.
Bits nearSource(unsigned lane) { return lane == 21 ? 9 : lane == 5 ? 2 : lane == 4 || lane == 22 ? 1 : lane % 2; }
Bits nearDelta(unsigned lane) { return lane == 21 ? 9 : lane == 4 || lane == 5 || lane == 22 ? 1 : 0; }

Function shuffleOf(ShflsyncMode mode, unsigned bits) {
  static_assert(static_cast<int>(ShflsyncMode::Up) == static_cast<int>(spec::ShflMode::Up));
  const auto old = static_cast<spec::ShflMode>(mode);
  return {
      .name = fmt::format("{}_sync_b{}", nameOf(old), bits),
      .receives =
          [mode](const Called& c) { return symbolic::cudaShuffle({mode, c.call, c.value, c.x, c.width}, c.before); },
      .rules = {"SYNC-2", "CSHFL-1", ruleOf(old), "CSHFL-5"},
      .statement = fmt::format("__{}_sync of {} is shfl.sync.{} with the range that its width says: for all words, "
                               "masks, exec masks and any values; every other width is rejected and nothing is written",
                               nameOf(old), bits == 64 ? "64 bits, as two words," : "32 bits",
                               spec::kShflsyncModes[static_cast<unsigned>(mode)]),
      .datapaths = [] { return std::vector{shflsyncDatapath()}; },
      .value = "var",
      .valueBits = bits,
      .isShuffle = true,
      .nearX = mode == ShflsyncMode::Idx ? nearSource : nearDelta};
}

std::vector<WrongEffect> wrongShuffles(const Function& f) {
  std::vector<WrongEffect> all = {
      f.calledBut("width-is-always-32", "result[21]", "CSHFL-1",
                  [](Called& c) { c.width = symbolic::isCudaWidth(c.width).ite(c.terms().constant(32, 32), c.width); }),
      f.calledBut("a-lane-outside-the-group-gives-0", "result[4]", "SYNC-2",
                  [](Called& c) { c.call.warp.any.fill(c.terms().constant(32, 0)); }),
      f.receivedBut("promised-whatever-lane-is-read", "promised[5]", "SYNC-2",
                    [](CudaReceived& after, const Called& c) { // as of a vote
                      const Term all = cudaVote(VotesyncMode::All, c.call, c.x, {c.x, c.before.promised, {}}).promised;
                      after.promised = symbolic::isCudaWidth(c.width).ite(all, after.promised);
                    }),
      {"width-24-is-accepted",
       "accepted",
       [f](Given& g) {
         f.leave(g, f.receives(f.called(g)));
         g.returned = g.returned | g.integers[0].eq(Bits(24));
       },
       {"CSHFL-1"}},
      f.receivedBut("rejected-and-written-nevertheless", "result[30]", "CSHFL-1",
                    [](CudaReceived& after, const Called& c) {
                      after.result[30] = symbolic::isCudaWidth(c.width).ite(after.result[30], c.value[30]);
                    }),
      f.receivedBut("rejected-and-nothing-is-promised", "promised[2]", "CSHFL-1",
                    [](CudaReceived& after, const Called& c) {
                      after.promised = symbolic::isCudaWidth(c.width).ite(after.promised, c.terms().constant(32, 0));
                    })};
  if (f.valueBits == 64)
    add(all, {f.receivedBut("halves-exchanged", "result[12]", "SYNC-8",
                            [](CudaReceived& after, const Called& c) {
                              Term& word = after.result[12];
                              const Term other = word.extract(31, 0).concat(word.extract(63, 32));
                              word = c.call.warp.exec.bit(12).ite(other, word);
                            }),
              f.calledBut("one-any-value-for-both-halves", "result[20]", "SYNC-8",
                          [](Called& c) { c.call.warp.anyHigh = c.call.warp.any; })});
  return all;
}

// --- Votes. ---

Function voteOf(const char* name, VotesyncMode mode) {
  return {.name = fmt::format("{}_sync", name),
          .receives = [mode](const Called& c) { return symbolic::cudaVote(mode, c.call, c.value, c.before); },
          .rules = {"SYNC-3"},
          .statement =
              fmt::format("__{}_sync is vote.sync.{} of the lanes whose predicate is not 0, as a word: for all "
                          "predicates, masks, exec masks and any answers",
                          name, name),
          .datapaths = [] { return std::vector{votesyncDatapath()}; },
          .value = "predicate",
          .nearValue = mode == VotesyncMode::Any ? [](unsigned) { return Bits(2); }
                                                 : [](unsigned lane) { return Bits(lane == 1 ? 1 : 2); }};
}

std::vector<WrongEffect> wrongVotes(const Function& f, VotesyncMode mode) {
  std::vector<WrongEffect> all = {f.calledBut("lowest-bit-alone-is-yes", "result[17]", "SYNC-8", [](Called& c) {
    for (Term& word : c.value)
      word = word.extract(0, 0).zext(32);
  })};
  if (mode != VotesyncMode::Ballot)
    add(all, {f.receivedBut("true-is-all-ones", "result[2]", "SYNC-8", [](CudaReceived& after, const Called& c) {
          Term& word = after.result[2];
          word = c.call.warp.exec.bit(2).ite(word.bit(0).sext(32), word);
        })});
  return all;
}

// --- Matches. ---

Function matchOf(const char* name, MatchsyncMode mode, unsigned bits) {
  return {.name = fmt::format("match_{}_sync_b{}", name, bits),
          .receives = [mode](const Called& c) { return symbolic::cudaMatch(mode, c.call, c.value, c.before); },
          .rules = {"SYNC-4"},
          .statement =
              fmt::format("__match_{}_sync of {} bits is match.{}.sync.b{}: for all values, masks, exec masks and any "
                          "results",
                          name, bits, name, bits),
          .datapaths = [] { return std::vector{matchsyncDatapath(), votesyncDatapath()}; },
          .valueBits = bits,
          .givesPred = mode == MatchsyncMode::All,
          .nearValue = bits == 64 ? [](unsigned lane) { return lane == 6 ? Bits(1) << 63 : Bits(0); }
                                  : [](unsigned lane) { return lane == 6 ? Bits(1) << 31 : Bits(0); }};
}

std::vector<WrongEffect> wrongMatches(const Function& f) {
  const std::string differs = f.givesPred ? "pred[6]" : "result[6]";
  std::vector<WrongEffect> all = {f.calledBut("zeros-of-either-sign-are-alike", differs, "SYNC-8", [](Called& c) {
    const unsigned bits = c.value[0].width();
    const Term zero = c.terms().constant(bits, 0), negative = c.terms().constant(bits, Bits(1) << (bits - 1));
    for (Term& word : c.value)
      word = word.eq(negative).ite(zero, word);
  })};
  if (f.valueBits == 64)
    for (const unsigned low : {0u, 32u})
      add(all, {f.calledBut(low ? "high-words-alone" : "low-words-alone", differs, "SYNC-4", [low](Called& c) {
            for (Term& word : c.value)
              word = word.extract(low + 31, low).zext(64);
          })});
  if (f.givesPred)
    add(all, {f.receivedBut("true-is-all-ones", "pred[2]", "SYNC-8", [](CudaReceived& after, const Called& c) {
          Term& word = after.pred[2];
          word = c.call.warp.exec.bit(2).ite(word.bit(0).sext(32), word);
        })});
  return all;
}

// --- Reductions. ---

struct Reduction {
  const char* name;
  ReduxsyncOp op;
  ReduxsyncType type;
  ReduxsyncOp otherOp;     ///< that it is easily taken for
  ReduxsyncType otherType; ///< of which that is
};
constexpr Reduction kReductions[] = {
    {"add_sync_u32", ReduxsyncOp::Add, ReduxsyncType::U32, ReduxsyncOp::Xor, ReduxsyncType::B32},
    {"add_sync_s32", ReduxsyncOp::Add, ReduxsyncType::S32, ReduxsyncOp::Or, ReduxsyncType::B32},
    {"min_sync_u32", ReduxsyncOp::Min, ReduxsyncType::U32, ReduxsyncOp::Min, ReduxsyncType::S32},
    {"min_sync_s32", ReduxsyncOp::Min, ReduxsyncType::S32, ReduxsyncOp::Min, ReduxsyncType::U32},
    {"max_sync_u32", ReduxsyncOp::Max, ReduxsyncType::U32, ReduxsyncOp::Max, ReduxsyncType::S32},
    {"max_sync_s32", ReduxsyncOp::Max, ReduxsyncType::S32, ReduxsyncOp::Max, ReduxsyncType::U32},
    {"and_sync", ReduxsyncOp::And, ReduxsyncType::B32, ReduxsyncOp::Min, ReduxsyncType::U32},
    {"or_sync", ReduxsyncOp::Or, ReduxsyncType::B32, ReduxsyncOp::Add, ReduxsyncType::U32},
    {"xor_sync", ReduxsyncOp::Xor, ReduxsyncType::B32, ReduxsyncOp::Or, ReduxsyncType::B32}};

Function reductionOf(const Reduction& r, ReduxsyncOp op, ReduxsyncType type) {
  return {.name = fmt::format("reduce_{}", r.name),
          .receives = [=](const Called& c) { return symbolic::cudaReduction(op, type, c.call, c.value, c.before); },
          .rules = {"SYNC-5"},
          .statement =
              fmt::format("__reduce_{} is the redux.sync of that name: for all values, masks, exec masks and any "
                          "results",
                          r.name),
          .datapaths = [] { return std::vector{reduxsyncDatapath(), votesyncDatapath()}; },
          .nearValue = [](unsigned lane) { return Bits(lane % 4 == 3 ? 0x80000000 : 0) + 3 * lane; }};
}

std::vector<WrongEffect> wrongReductions(const Reduction& r) {
  const Function other = reductionOf(r, r.otherOp, r.otherType);
  return {other.calledBut(r.op == r.otherOp ? "numbers-of-the-other-sign" : "a-similar-operation", "result[11]",
                          "SYNC-8", [](Called&) {})};
}

// --- What lanes are active. ---

Theorem activemaskTheorem(const Subject& subject) {
  using After = std::function<void(PerLane<Term> & result, const CudaWarp&)>;
  const auto effect = [](After spoil) {
    return [spoil](Given& g) {
      const CudaWarp w = warpIn(g.objects[0]);
      PerLane<Term> result = symbolic::cudaActivemask(w.exec, rowIn(g.objects[1]));
      spoil(result, w);
      setRow(g.objects[1], result);
    };
  };
  const Contract contract{
      "warplaw_cuda_activemask", {warp(), row("result", true)}, {}, effect([](auto&, const CudaWarp&) {})};
  const std::vector<WrongEffect> wrong = {
      {"lanes-that-have-not-exited",
       "result[9]",
       effect([](PerLane<Term>& result, const CudaWarp& w) { result[9] = w.exec.bit(9).ite(~w.exited, result[9]); }),
       {"SYNC-6"}},
      {"lane-outside-exec-written",
       "result[31]",
       effect([](PerLane<Term>& result, const CudaWarp& w) { result[31] = w.exec; }),
       {"SYNC-8"}}};
  return onCode(subject,
                about("cuda/activemask", {"SYNC-8", "SYNC-6"},
                      "__activemask is activemask: exec in every lane of it; other lanes keep their word"),
                {contract, {activemaskDatapath()}, wrong});
}

} // namespace

std::vector<Theorem> syncTheorems(const Subject& subject) {
  std::vector<Theorem> all;
  for (const unsigned bits : {32u, 64u})
    for (const ShflsyncMode mode : {ShflsyncMode::Idx, ShflsyncMode::Up, ShflsyncMode::Down, ShflsyncMode::Bfly}) {
      const Function f = shuffleOf(mode, bits);
      all.push_back(theorem(subject, f, wrongShuffles(f)));
    }
  for (const auto& [name, mode] : {std::pair{"all", VotesyncMode::All}, std::pair{"any", VotesyncMode::Any},
                                   std::pair{"uni", VotesyncMode::Uni}, std::pair{"ballot", VotesyncMode::Ballot}}) {
    const Function f = voteOf(name, mode);
    all.push_back(theorem(subject, f, wrongVotes(f, mode)));
  }
  for (const auto& [name, mode] : {std::pair{"any", MatchsyncMode::Any}, std::pair{"all", MatchsyncMode::All}})
    for (const unsigned bits : {32u, 64u}) {
      const Function f = matchOf(name, mode, bits);
      all.push_back(theorem(subject, f, wrongMatches(f)));
    }
  for (const Reduction& r : kReductions)
    all.push_back(theorem(subject, reductionOf(r, r.op, r.type), wrongReductions(r)));
  all.push_back(activemaskTheorem(subject));
  return all;
}

} // namespace warplaw::proofs::cuda
