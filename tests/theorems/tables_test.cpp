// Structures of terms lie in memory as the compiler lays the structures of words out, and come back from it.
#include "proofs/statements/described.h"
#include "symbolic/encodings/atoms.h"
#include "symbolic/encodings/shfl.h"
#include <cstddef>
#include <gtest/gtest.h>
#include <random>

namespace warplaw::proofs {
namespace tables_test {

/// Random values of every variable of a structure.
template <class Structure> Assignment randomValues(const Structure& structure) {
  std::mt19937_64 random(1);
  Assignment values;
  eachTerm(structure, [&](const spec::CellPlace&, const Term& cell) {
    values[std::string(cell.node()->name)] = random() & symbolic::onesOf(cell.width());
  });
  return values;
}

template <class Structure> class Described : public testing::Test {};
using Structures = testing::Types<symbolic::OperandTerms, symbolic::ResultTerms, symbolic::PlanTerms,
                                  symbolic::WarpTerms, symbolic::ShflFormTerms, symbolic::ShflChoiceTerms,
                                  symbolic::AtomsFormTerms, symbolic::AtomsChoiceTerms, symbolic::AtomsModifierTerms>;
TYPED_TEST_SUITE(Described, Structures);

/// The bytes that a witness gives to a table are the structure of words that it gives.
TYPED_TEST(Described, TableIsTheStructureInMemory) {
  using Plain = spec::InWorld<TypeParam, spec::Words>;
  Terms terms;
  const auto structure = symbolic::variables<TypeParam>(terms, "x.");
  const Assignment values = randomValues(structure);
  const std::vector<std::byte> bytes = bytesOf(tableOf("", structure), values);
  ASSERT_EQ(bytes.size(), sizeof(Plain));
  Plain expected = valueFrom<Plain>(values, "x.");
  std::size_t cells = 0;
  spec::eachCell(
      [&](const spec::CellPlace& place, auto& cell) {
        ++cells;
        EXPECT_EQ(std::memcmp(&cell, &bytes[place.offset], place.bytes), 0) << place.name;
        EXPECT_EQ(static_cast<symbolic::Bits>(cell), values.at("x." + std::string(place.name))) << place.name;
      },
      expected);
  EXPECT_EQ(cells, values.size());
}

TYPED_TEST(Described, ComesBackFromItsTableAndFromWords) {
  using Plain = spec::InWorld<TypeParam, spec::Words>;
  Terms terms;
  const auto structure = symbolic::variables<TypeParam>(terms);
  const auto back = structureIn<TypeParam>(tableOf("", structure));
  const Plain layout{};
  spec::eachCell([&](const spec::CellPlace& place, const auto&, const Term& a,
                     const Term& b) { EXPECT_TRUE(a.same(b)) << place.name; },
                 layout, structure, back);
  const Assignment values = randomValues(structure);
  EXPECT_EQ(assignmentOf(valueFrom<Plain>(values)), values);
  const Plain words = wordsIn(symbolic::constants(terms, valueFrom<Plain>(values)));
  EXPECT_EQ(assignmentOf(words), values);
}

/// By hand, against the compiler: a list of fields cannot be right by agreeing with itself.
TEST(Tables, OffsetsAreTheCompilers) {
  Terms terms;
  lift::Table table = tableOf("", symbolic::variables<symbolic::OperandTerms>(terms));
  EXPECT_EQ(cellAt(table, offsetof(spec::Operands, row) + 4 * 33, 32), &table.field("row").cells[33]);
  EXPECT_EQ(cellAt(table, offsetof(spec::Operands, row) + 2, 32), nullptr);
  EXPECT_EQ(cellAt(table, offsetof(spec::Operands, row), 8), nullptr);
  EXPECT_EQ(cellAt(table, sizeof(spec::Operands), 32), nullptr);
  const lift::Table plan = tableOf("", symbolic::variables<symbolic::PlanTerms>(terms));
  EXPECT_EQ(plan.field("source").offset, offsetof(spec::Plan, source));
  EXPECT_EQ(plan.field("destinationPredicate").offset, offsetof(spec::Plan, destinationPredicate));
  const lift::Table form = tableOf("", symbolic::variables<symbolic::ShflFormTerms>(terms));
  EXPECT_EQ(form.field("sc.value").offset, offsetof(spec::ShflForm, sc) + offsetof(spec::RegisterOrImmediate, value));
  EXPECT_EQ(form.field("sc.value").cellBits, 32u);
}

} // namespace tables_test
} // namespace warplaw::proofs
