// Scalar operations stated a third time, in plain integers: every encoding agrees with it, no misreading does (PTX-20
// to PTX-26, PTX-31, PTX-33).
#include "plain/samples.h"
#include "tests/encodings/scalar_interpreted.h"
#include <gtest/gtest.h>

namespace warplaw::symbolic::scalar {
namespace scalar_third_test {

constexpr unsigned kTries = 2000, kStride = 7919; ///< from one pair of boundaries to another

/// Operands on which the term and the plain statement differ; nothing: none of those that were tried.
template <class Encode> std::optional<std::vector<Word>> differing(const Form& form, Modes modes, Encode encode) {
  const Interpreted term(form, modes, encode);
  std::mt19937_64 random(7); // NOLINT(bugprone-random-generator-seed): the same in every run
  plain::Samples samples(form, modes);
  for (unsigned i = 0; i < kTries; ++i) {
    const std::vector<Word> operands = i % 4 == 1   ? samples.random()
                                       : i % 4 == 3 ? samples.pair((i * kStride + modes) % samples.pairs())
                                                    : anyOperands(form, modes, random);
    if (term(operands) != plain::scalar(form, modes, operands))
      return operands;
  }
  return std::nullopt;
}

TEST(ScalarThird, EncodingsAgreeWithThePlainStatement) {
  for (const Form& form : spec::scalar::encodedForms())
    for (const Modes modes : form.everyModes())
      EXPECT_FALSE(differing(form, modes, right)) << form.opcode(modes);
}

TEST(ScalarThird, NoMisreadingAgreesWithIt) {
  for (const auto& [symbol, name, wrong] : misreadings()) {
    bool isNoticed = false;
    for (const Form& form : spec::scalar::encodedForms())
      if (form.operation->symbol == symbol)
        for (const Modes modes : form.everyModes())
          isNoticed = isNoticed || differing(form, modes, wrong);
    EXPECT_TRUE(isNoticed) << symbol << ' ' << name;
  }
}

} // namespace scalar_third_test
} // namespace warplaw::symbolic::scalar
