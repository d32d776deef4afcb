// Tables of spec structures lie in memory as the compiler lays the structures out.
#include "proofs/statements/lifting.h"
#include <cstring>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <random>

namespace warplaw::proofs {
namespace {

/// A structure read back from a table's bytes.
template <class T> T structureOf(const lift::Table& table, const Assignment& values) {
  const std::vector<std::byte> bytes = bytesOf(table, values);
  EXPECT_EQ(bytes.size(), sizeof(T));
  T structure;
  std::memcpy(&structure, bytes.data(), sizeof structure);
  return structure;
}

/// Random values of every variable below the table's cells.
Assignment randomValues(const lift::Table& table) {
  std::vector<Term> roots;
  for (const lift::Field& field : table.fields)
    for (const lift::Cell& cell : field.cells)
      roots.push_back(cell.bits);
  std::mt19937_64 random(1);
  Assignment values;
  for (Term variable : symbolic::variablesOf(roots))
    values[std::string(variable.node()->name)] = random() & ((symbolic::Bits(1) << variable.width()) - 1);
  return values;
}

TEST(Tables, Operands_MACH_2) {
  Terms terms;
  const lift::Table table = operandsTable(symbolic::OperandTerms::variables(terms));
  Assignment values = randomValues(table);
  const auto operands = structureOf<spec::Operands>(table, values);
  EXPECT_EQ(operands.exec, values["exec"]);
  EXPECT_EQ(operands.predicate, values["predicate"]);
  for (unsigned r = 0; r < spec::kSourceRows; ++r)
    for (unsigned lane = 0; lane < spec::kLanes; ++lane)
      EXPECT_EQ(operands.row[r][lane], values[fmt::format("row{}[{}]", r, lane)]);
}

TEST(Tables, Results_MACH_5) {
  Terms terms;
  const lift::Table table = resultsTable(symbolic::ResultTerms::variables(terms, ""));
  Assignment values = randomValues(table);
  const auto results = structureOf<spec::Results>(table, values);
  EXPECT_EQ(results.predicateWritten, values["predicateWritten"]);
  EXPECT_EQ(results.predicate, values["predicate"]);
  for (unsigned lane = 0; lane < spec::kLanes; ++lane)
    EXPECT_EQ(results.error[lane], values[fmt::format("error[{}]", lane)]);
  for (unsigned r = 0; r < spec::kResultRows; ++r) {
    EXPECT_EQ(results.written[r], values[fmt::format("written{}", r)]);
    for (unsigned lane = 0; lane < spec::kLanes; ++lane)
      EXPECT_EQ(results.row[r][lane], values[fmt::format("row{}[{}]", r, lane)]);
  }
}

TEST(Tables, Warp_MACH_1) {
  Terms terms;
  const lift::Table table = warpTable(symbolic::WarpTerms::variables(terms));
  Assignment values = randomValues(table);
  const auto warp = structureOf<spec::Warp>(table, values);
  for (unsigned n = 0; n < spec::kRegisters; ++n)
    for (unsigned lane = 0; lane < spec::kLanes; ++lane)
      EXPECT_EQ(warp.registers[n][lane], values[fmt::format("warp.R{}[{}]", n, lane)]);
  for (unsigned n = 0; n < spec::kPredicates; ++n)
    EXPECT_EQ(warp.predicates[n], values[fmt::format("warp.P{}", n)]);
  for (unsigned lane = 0; lane < spec::kLanes; ++lane)
    EXPECT_EQ(warp.errors[lane], values[fmt::format("warp.error[{}]", lane)]);
  EXPECT_EQ(warp.active, values["warp.active"]);
  EXPECT_EQ(warp.helpers, values["warp.helpers"]);
}

TEST(Tables, PlanAndForm_SHFL_9) {
  Terms terms;
  const lift::Table planned = planTable(symbolic::PlanTerms::variables(terms));
  Assignment values = randomValues(planned);
  const auto plan = structureOf<spec::Plan>(planned, values);
  EXPECT_EQ(plan.guardPredicate, values["plan.guardPredicate"]);
  EXPECT_EQ(plan.excludesHelpers, values["plan.excludesHelpers"]);
  EXPECT_EQ(plan.source[5].value, values["plan.source5.value"]);
  EXPECT_EQ(static_cast<std::uint32_t>(plan.source[3].kind), values["plan.source3.kind"]);
  EXPECT_EQ(plan.sourcePredicateNegated, values["plan.sourcePredicateNegated"]);
  EXPECT_EQ(plan.destination[1], values["plan.destination1"]);
  EXPECT_EQ(plan.destinationPredicate, values["plan.destinationPredicate"]);

  const lift::Table formed = shflFormTable(symbolic::ShflFormTerms::variables(terms));
  values = randomValues(formed);
  const auto form = structureOf<spec::ShflForm>(formed, values);
  EXPECT_EQ(static_cast<unsigned>(form.mode), values["mode"]);
  EXPECT_EQ(form.pu.index, values["pu"]);
  EXPECT_EQ(form.rd.index, values["rd"]);
  EXPECT_EQ(form.ra.index, values["ra"]);
  EXPECT_EQ(form.sb.isImmediate, values["sb.isImmediate"] == 1);
  EXPECT_EQ(form.sb.value, values["sb.value"]);
  EXPECT_EQ(form.sc.value, values["sc.value"]);
}

TEST(Tables, CellsAreFoundByOffsetAndWidth) {
  Terms terms;
  lift::Table table = operandsTable(symbolic::OperandTerms::variables(terms));
  EXPECT_EQ(cellAt(table, offsetof(spec::Operands, row) + 4 * 33, 32), &table.field("row").cells[33]);
  EXPECT_EQ(cellAt(table, offsetof(spec::Operands, row) + 2, 32), nullptr);
  EXPECT_EQ(cellAt(table, offsetof(spec::Operands, row), 8), nullptr);
  EXPECT_EQ(cellAt(table, sizeof(spec::Operands), 32), nullptr);
}

} // namespace
} // namespace warplaw::proofs
