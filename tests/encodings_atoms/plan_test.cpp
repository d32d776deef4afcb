// ATOMS's plan and legality as terms against the spec's own check and a plain reading of the register rules (ATOMS-1,
// -2, -3, -8, -9, MACH-3).
#include "spec/instruction.h"
#include "symbolic/encodings/atoms.h"
#include "symbolic/terms/evaluate.h"
#include <gtest/gtest.h>
#include <random>

namespace warplaw::symbolic {
namespace {
using spec::AtomsForm;
using spec::AtomsOp;
using spec::AtomsSize;
namespace rows = spec::atoms_rows;

AtomsForm randomForm(std::mt19937& random) {
  const unsigned numbers[] = {0, 1, 2, 3, 4, 6, 8, 248, 250, 251, 252, 253, 254, 255};
  const auto number = [&] { return static_cast<std::uint8_t>(numbers[random() % std::size(numbers)]); };
  AtomsForm form{static_cast<AtomsOp>(random() % 12),
                 static_cast<AtomsSize>(random() % 3),
                 {number()},
                 {random() % 4 != 0, {number()}, static_cast<std::uint32_t>(random()) & 0xffffff},
                 {number()},
                 {number()}};
  if (random() % 4)
    form.address.offset &= ~3u;
  if (!form.address.hasBase && random() % 4)
    form.address.base.index = 255;
  switch (random() % 3) { // RZ and the successors are the interesting ones
  case 0:
    form.rc.index = 255;
    break;
  case 1:
    form.rc.index = static_cast<std::uint8_t>(form.rb.index + (form.size == AtomsSize::U64 ? 2 : 1));
    break;
  default:
    break;
  }
  return form;
}

Assignment assign(const AtomsForm& form) {
  Assignment values;
  spec::eachCell([&](const spec::CellPlace& place, const auto& cell) { values[std::string(place.name)] = Bits(cell); },
                 form);
  return values;
}

TEST(AtomsEncoding, LegalFormsAreTheSpecs_ATOMS_1_3_8) {
  Terms terms;
  const Term legal = isLegal(variables<AtomsFormTerms>(terms));
  std::mt19937 random(11);
  unsigned legalOnes = 0;
  for (unsigned i = 0; i < 40000; ++i) {
    const AtomsForm form = randomForm(random);
    spec::Instruction instruction;
    instruction.form = form;
    const bool want = spec::check(instruction).has_value();
    legalOnes += want;
    ASSERT_EQ(evaluate(std::span(&legal, 1), assign(form))[0] != 0, want)
        << "op " << int(form.op) << " size " << int(form.size) << " rd " << int(form.rd.index) << " rb "
        << int(form.rb.index) << " rc " << int(form.rc.index) << " imm " << form.address.offset << " base "
        << form.address.hasBase << ' ' << int(form.address.base.index);
  }
  EXPECT_GT(legalOnes, 1000u);
}

/// Which register a row reads: -1: none; 255 reads 0 too.
int registerOf(const PlanTerms& plan, unsigned row, const Assignment& values) {
  const Term parts[] = {plan.source[row].kind, plan.source[row].value};
  const std::vector<Bits> got = evaluate(parts, values);
  if (got[0] == Bits(spec::SourceKind::Absent))
    return -1;
  EXPECT_EQ(got[0], Bits(spec::SourceKind::Register));
  return got[1] == 255 ? -1 : int(got[1]);
}

TEST(AtomsEncoding, PlanNamesTheRegisters_ATOMS_2_8_9) {
  Terms terms;
  const PlanTerms plan = atomsPlan(variables<AtomsFormTerms>(terms), variables<AtomsChoiceTerms>(terms),
                                   variables<PlanTerms>(terms, "before."));
  std::mt19937 random(12);
  unsigned seen = 0;
  while (seen < 3000) {
    const AtomsForm form = randomForm(random);
    spec::Instruction instruction;
    instruction.form = form;
    if (!spec::check(instruction).has_value())
      continue;
    ++seen;
    const bool implied = random() % 2, pair = random() % 2, wide = form.size == AtomsSize::U64;
    const bool isCast = form.op == AtomsOp::Cast || form.op == AtomsOp::CastSpin,
               hasSwap = isCast || form.op == AtomsOp::Cas;
    Assignment values = assign(form);
    values["impliedSwap"] = implied;
    values["castPair"] = pair;
    const auto orNone = [](int reg) { return reg >= 255 ? -1 : reg; };
    EXPECT_EQ(registerOf(plan, rows::kBase, values), form.address.hasBase ? orNone(form.address.base.index) : -1);
    EXPECT_EQ(registerOf(plan, rows::kOperand, values), orNone(form.rb.index));
    EXPECT_EQ(registerOf(plan, rows::kOperandHigh, values), wide ? orNone(form.rb.index + 1) : -1);
    int swap = -1;
    if (hasSwap && !form.rc.isZero())
      swap = form.rc.index;
    if (hasSwap && form.rc.isZero() && implied)
      swap = form.rb.index + (wide ? 2 : 1);
    if (wide && swap > 252)
      swap = -1; // no pair begins there
    EXPECT_EQ(registerOf(plan, rows::kSwap, values), orNone(swap));
    EXPECT_EQ(registerOf(plan, rows::kSwapHigh, values), wide && swap >= 0 ? orNone(swap + 1) : -1);
    const std::vector<Bits> destinations = evaluate(plan.destination, values);
    EXPECT_EQ(destinations[0], form.rd.index);
    const bool high = wide && (!isCast || pair);
    EXPECT_EQ(destinations[1], high && form.rd.index < 254 ? form.rd.index + 1u : 255u);
  }
}

} // namespace
} // namespace warplaw::symbolic
