// The search that holds a theorem's legality against spec's: a range of immediates that is wrong by one is found, of
// any width, though no start of the search is an immediate.
#include "proofs/statements/legality.h"
#include "spec/operand_fields.h"
#include <gtest/gtest.h>

namespace warplaw::proofs {
namespace legality_test {
using spec::RegisterOrImmediate;
using symbolic::Bits;

/// The verdict where spec accepts immediates below `accepted`, and the theorem assumes them below `assumed`.
Verdict verdictOf(std::uint64_t accepted, std::uint64_t assumed) {
  Terms terms;
  const auto operand = symbolic::variables<spec::RegisterOrImmediateIn<AsTerms>>(terms, "");
  const Term legal =
      operand.value.zext(33).ult(operand.isImmediate.ite(terms.constant(33, assumed), terms.constant(33, 256)));
  LegalitySearch search{.starts = {bytesOfValue(RegisterOrImmediate{})}, .accepted = {}};
  search.accepted = [=](std::span<const std::byte> bytes) {
    const auto value = valueOfBytes<RegisterOrImmediate>(bytes);
    return value.value < (value.isImmediate ? accepted : 256);
  };
  return legalityAgrees("toy", legal, slotsOf(terms, "", spec::layoutOf<RegisterOrImmediate>()), search)
      .check()
      .verdict;
}

TEST(Legality, RangesOfImmediatesThatAreWrongByOneAreFound) {
  for (unsigned bits = 1; bits <= 32; ++bits) {
    const std::uint64_t count = std::uint64_t{1} << bits;
    EXPECT_EQ(verdictOf(count, count), Verdict::Checked) << bits;
    EXPECT_EQ(verdictOf(count, count - 1), Verdict::Refuted) << bits;
    EXPECT_EQ(verdictOf(count, count / 2), Verdict::Refuted) << bits;
    if (bits < 32) {
      EXPECT_EQ(verdictOf(count, count + 1), Verdict::Refuted) << bits;
    }
  }
}

} // namespace legality_test
} // namespace warplaw::proofs
