// Which of RED's steps SURED takes (SURED-2, SURED-3).
#include "symbolic/encodings/sured.h"
#include <gtest/gtest.h>

namespace warplaw::symbolic {
namespace sured_test {

/// SURED-2's table, by rows.
bool isPair(unsigned op, unsigned size) {
  constexpr std::string_view kTable[] = {"usdUfh", "usdUiIh", "usdUiIh", "u", "u", "usdU", "usdU", "usdU"};
  constexpr char kLetters[] = {'u', 's', 'd', 'U', 'i', 'I', 'f', 'h'};
  return op < std::size(kTable) && size < std::size(kLetters) && kTable[op].find(kLetters[size]) != kTable[op].npos;
}

/// The name of RED's size that a size becomes on a surface, by their names.
std::string_view stepNamed(unsigned size, bool isSigned) {
  const std::string_view name = spec::kSuredSizes[size];
  if (name == "SD32" || name == "SD64")
    return name == "SD32" ? (isSigned ? "S32" : "U32") : (isSigned ? "S64" : "U64");
  return name;
}

TEST(Sured, StepsAreREDsOfTheSurfacesFormat_SURED_2_3) {
  Terms terms;
  for (unsigned op = 0; op < std::size(spec::kRedOps); ++op)
    for (unsigned size = 0; size < std::size(spec::kSuredSizes); ++size)
      for (const bool isSigned : {false, true}) {
        if (!isPair(op, size))
          continue;
        const auto step = unsigned(suredStepSize(terms.constant(32, size), terms.truth(isSigned)).value());
        ASSERT_LT(step, std::size(spec::kRedSizes));
        EXPECT_EQ(spec::kRedSizes[step], stepNamed(size, isSigned));
        EXPECT_EQ(suredIsWide(terms.constant(8, size)).isTrue(), spec::isWide(spec::RedSize(step)));
        EXPECT_TRUE(isLegal(constants(terms, spec::RedModifiers{op, step, 0, 0})).isTrue());
      }
}

} // namespace sured_test
} // namespace warplaw::symbolic
