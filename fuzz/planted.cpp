#include "fuzz/planted.h"
#include "concrete/instructions/shfl.h"
#include <algorithm>

namespace warplaw::fuzz {
namespace {
using spec::AtomsOp;
using spec::AtomsSize;
using spec::kLanes;
namespace shflRows = spec::shfl_rows;
namespace atomsRows = spec::atoms_rows;

void runShfl(const ShflTrial& trial, spec::Results& results) {
  concrete::warplaw_shfl_portable(trial.mode, &trial.operands, &trial.choices, &results);
}

/// Changes the inputs, then runs the shipped executor.
template <class F> ShflExecutor shflOn(F change) {
  return [change](const ShflTrial& trial, spec::Results& results) {
    ShflTrial changed = trial;
    change(changed);
    runShfl(changed, results);
  };
}
template <class F> AtomsExecutor atomsOn(F change) {
  return [change](AtomsTrial& trial, spec::Results& results) {
    const AtomsTrial before = trial;
    change(trial);
    runAtoms(trial, results);
    const auto memory = trial.memory;
    trial = before;
    trial.memory = memory;
  };
}

bool executes(const ShflTrial& trial, unsigned lane) { return trial.operands.exec >> lane & 1; }

void wrapDown(const ShflTrial& trial, spec::Results& results) {
  runShfl(trial, results);
  if (trial.mode != static_cast<std::uint32_t>(spec::ShflMode::Down))
    return;
  for (unsigned i = 0; i < kLanes; ++i) {
    const unsigned j = i + (trial.operands.row[shflRows::kLane][i] & 31);
    if (!executes(trial, i) || j < kLanes)
      continue;
    results.predicate |= 1u << i;
    results.row[0][i] =
        executes(trial, j % kLanes) ? trial.operands.row[shflRows::kValue][j % kLanes] : trial.choices.inactive[i];
  }
}

void deltaOfSixBits(const ShflTrial& trial, spec::Results& results) {
  runShfl(trial, results);
  for (unsigned i = 0; i < kLanes; ++i)
    if (executes(trial, i) && (trial.operands.row[shflRows::kLane][i] & 32))
      results.predicate &= ~(1u << i);
}

/// Lanes run one after the other and write into the register that later lanes still read (MACH-2).
void inPlace(const ShflTrial& trial, spec::Results& results) {
  ShflTrial now = trial;
  for (unsigned i = 0; i < kLanes; ++i) {
    if (!executes(trial, i))
      continue;
    spec::Results one = untouchedResults();
    runShfl(now, one);
    now.operands.row[shflRows::kValue][i] = one.row[0][i];
  }
  runShfl(trial, results);
  for (unsigned i = 0; i < kLanes; ++i)
    if (executes(trial, i))
      results.row[0][i] = now.operands.row[shflRows::kValue][i];
}

void tornHighWord(AtomsTrial& trial, spec::Results& results) {
  const auto before = trial.memory;
  runAtoms(trial, results);
  if (trial.size != AtomsSize::U64)
    return;
  for (std::size_t at = 4; at + 4 <= trial.allocated; at += 8)
    std::copy_n(&before[at], 4, &trial.memory[at]);
}

std::vector<PlantedBug> make() {
  using Meets = PlantedBug::Meets;
  const auto shfl = spec::Mnemonic::Shfl;
  const auto atoms = spec::Mnemonic::Atoms;
  return {
      {"shfl-up-min-lane",
       "UP compares with minLane",
       Meets::InOne,
       shfl,
       shflOn([](ShflTrial& t) {
         if (t.mode == static_cast<std::uint32_t>(spec::ShflMode::Up))
           for (std::uint32_t& c : t.operands.row[shflRows::kRange])
             c &= ~31u;
       }),
       {}},
      {"shfl-down-wraps", "DOWN past lane 31 wraps to lane 0", Meets::InOne, shfl, wrapDown, {}},
      {"shfl-in-place", "lanes write Rd while later lanes still read it as Ra", Meets::No, shfl, inPlace, {}},
      {"shfl-range-of-lane-0",
       "every lane uses lane 0's Sc",
       Meets::InOneOfEachClass,
       shfl,
       shflOn([](ShflTrial& t) {
         auto& range = t.operands.row[shflRows::kRange];
         std::fill(range + 1, range + kLanes, range[0]);
       }),
       {}},
      {"shfl-delta-of-six-bits", "bit 5 of Sb takes the source out of range", Meets::InOne, shfl, deltaOfSixBits, {}},
      {"shfl-predicate-of-lane-31",
       "lane 31's predicate is not written",
       Meets::InOne,
       shfl,
       [](const ShflTrial& t, spec::Results& results) {
         runShfl(t, results);
         results.predicateWritten &= ~(1u << 31);
       },
       {}},
      {"atoms-min-unsigned", "MIN.S32 compares unsigned", Meets::InOne, atoms, {}, atomsOn([](AtomsTrial& t) {
         if (t.op == AtomsOp::Min)
           t.size = AtomsSize::U32;
       })},
      {"atoms-order-ignored",
       "lanes run in lane order, whatever order was chosen",
       Meets::InOneOfEachClass,
       atoms,
       {},
       atomsOn([](AtomsTrial& t) { t.choices.order = spec::AtomsChoices{}.order; })},
      {"atoms-spin-loses-nothing",
       "CAST.SPIN lets every lane try",
       Meets::InOneOfEachClass,
       atoms,
       {},
       atomsOn([](AtomsTrial& t) {
         if (t.op == AtomsOp::CastSpin)
           t.op = AtomsOp::Cast;
       })},
      {"atoms-torn-store", "64-bit stores lose their high word", Meets::InOne, atoms, {}, tornHighWord},
      {"atoms-bounds-off-by-one",
       "the last allocated byte is out of range",
       Meets::InOne,
       atoms,
       {},
       atomsOn([](AtomsTrial& t) { t.allocated -= t.allocated != 0; })},
      {"atoms-other-error-first",
       "where both errors hold, the other one is reported",
       Meets::InOne,
       atoms,
       {},
       atomsOn([](AtomsTrial& t) { t.choices.misalignedFirst = ~t.choices.misalignedFirst; })},
      {"atoms-offset-zero-extended",
       "a negative offset is not sign-extended under a register",
       Meets::InOne,
       atoms,
       {},
       atomsOn([](AtomsTrial& t) {
         if (t.modifiers.baseIsZero || !(t.modifiers.imm24 >> 23))
           return;
         for (std::uint32_t& base : t.operands.row[atomsRows::kBase])
           base += 0x1000000;
       })},
  };
}

} // namespace

const std::vector<PlantedBug>& plantedBugs() {
  static const std::vector<PlantedBug> kBugs = make();
  return kBugs;
}

const Layout& PlantedJudge::layout() const { return bug_.shfl ? shflLayout() : atomsLayout(); }
const SmallCases& PlantedJudge::small() const { return bug_.shfl ? shflSmallCases() : atomsSmallCases(); }
Judge PlantedJudge::judge() { return bug_.shfl ? shflJudge(bug_.shfl, shfl_) : atomsJudge(bug_.atoms, atoms_); }
Words PlantedJudge::words(Bytes record) const {
  return bug_.shfl ? wordsOf(shflTrial(record)) : wordsOf(atomsTrial(record));
}
std::size_t PlantedJudge::recordBytes() const { return bug_.shfl ? kShflRecord : kAtomsRecord; }

} // namespace warplaw::fuzz
