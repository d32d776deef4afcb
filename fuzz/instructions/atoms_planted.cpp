// Bugs planted into ATOMS.
#include "fuzz/instructions/atoms.h"
#include "fuzz/reported.h"
#include <algorithm>

namespace warplaw::fuzz {
namespace {
using spec::AtomsOp;
using spec::AtomsSize;

constexpr auto on = [](auto change) { return onChanged<Atoms>(change); };

void tornHighWord(AtomsTrial& trial, spec::Results& results) {
  const auto before = trial.memory;
  AtomsFuzzer::execute(trial, results);
  if (trial.size() != AtomsSize::U64)
    return;
  for (std::size_t at = 4; at + 4 <= trial.allocated; at += 8)
    std::copy_n(&before[at], 4, &trial.memory[at]);
}

} // namespace

std::vector<PlantedBug> Atoms::planted() {
  using Meets = PlantedBug::Meets;
  return {
      plantedIn<Atoms>("atoms-min-unsigned", "MIN.S32 compares unsigned", Meets::InOne, on([](AtomsTrial& t) {
                         if (t.op() == AtomsOp::Min)
                           t.set(AtomsOp::Min, AtomsSize::U32);
                       })),
      plantedIn<Atoms>("atoms-order-ignored", "lanes run in lane order, whatever order was chosen",
                       Meets::InOneOfEachClass,
                       on([](AtomsTrial& t) { t.choices.order = spec::AtomsChoices{}.order; })),
      plantedIn<Atoms>("atoms-spin-loses-nothing", "CAST.SPIN lets every lane try", Meets::InOneOfEachClass,
                       on([](AtomsTrial& t) {
                         if (t.op() == AtomsOp::CastSpin)
                           t.set(AtomsOp::Cast, t.size());
                       })),
      plantedIn<Atoms>("atoms-torn-store", "64-bit stores lose their high word", Meets::InOne, tornHighWord),
      plantedIn<Atoms>("atoms-bounds-off-by-one", "the last allocated byte is out of range", Meets::InOne,
                       on([](AtomsTrial& t) { t.allocated -= t.allocated != 0; })),
      plantedIn<Atoms>("atoms-other-error-first", "where both errors hold, the other one is reported", Meets::InOne,
                       on([](AtomsTrial& t) { t.choices.misalignedFirst = ~t.choices.misalignedFirst; })),
      plantedIn<Atoms>("atoms-offset-zero-extended", "a negative offset is not sign-extended under a register",
                       Meets::InOne, on([](AtomsTrial& t) {
                         if (t.modifiers.baseIsZero || !(t.modifiers.imm24 >> 23))
                           return;
                         for (std::uint32_t& base : t.operands.row[spec::atoms_rows::kBase])
                           base += 0x1000000;
                       })),
  };
}

} // namespace warplaw::fuzz
