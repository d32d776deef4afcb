// Encodings of scalar operations on rows worked by hand from the PTX ISA (PTX-20 to PTX-26, PTX-31, PTX-33); widths of
// all forms; each wrong reading is wrong somewhere.
#include "tests/encodings/scalar_interpreted.h"
#include "tests/plain/worked.h"
#include <gtest/gtest.h>
#include <map>
#include <set>

namespace warplaw::symbolic::scalar {
namespace scalar_test {

/// Do two readings of this form differ on some operands?
bool differ(const Form& form, Modes modes, Term (*wrong)(const Input&)) {
  const Interpreted rightly(form, modes, right), wrongly(form, modes, wrong);
  EXPECT_EQ(wrongly.width(), rightly.width()) << form.opcode(modes);
  std::mt19937_64 random(24);
  plain::Samples samples(form, modes);
  for (unsigned round = 0; round < 3000; ++round) {
    const std::vector<Word> operands = round % 2 ? samples.random() : anyOperands(form, modes, random);
    if (rightly(operands) != wrongly(operands))
      return true;
  }
  return false;
}

TEST(Scalar, RowsByHand_PTX_20_to_33) {
  std::set<std::string_view> seen; // how many of each: tests/plain
  for (const plain::Worked& row : plain::allWorked())
    if (const auto& [form, modes] = row.spelled; form.operation->hasEncoding) {
      EXPECT_EQ(Interpreted(form, modes, right)(row.sources), row.result) << row.line;
      seen.insert(form.operation->symbol);
    }
  EXPECT_EQ(seen.size(), spec::scalar::encodedOperations().size());
}

TEST(Scalar, ResultsHaveTheirTypesWidths) {
  for (const Form& form : spec::scalar::encodedForms())
    for (const Modes modes : form.everyModes())
      EXPECT_EQ(Interpreted(form, modes, right).width(), form.result(modes).width()) << form.opcode(modes);
}

TEST(Scalar, MisreadingsAreWrong) {
  std::map<std::string_view, unsigned> seen;
  std::set<std::pair<std::string_view, std::string_view>> names;
  for (const auto& [symbol, name, wrong] : misreadings()) {
    EXPECT_TRUE(names.emplace(symbol, name).second) << symbol << ' ' << name;
    ++seen[symbol];
    bool isWrong = false;
    for (const Form& form : spec::scalar::encodedForms())
      if (form.operation->symbol == symbol)
        for (const Modes modes : form.everyModes())
          isWrong = isWrong || differ(form, modes, wrong);
    EXPECT_TRUE(isWrong) << symbol << ' ' << name;
  }
  for (const auto& operation : spec::scalar::encodedOperations())
    EXPECT_GE(seen[operation.symbol], 2u)
        << operation.symbol << " lacks misreadings; they stand in symbolic/encodings/scalar_misread_*.cpp";
  EXPECT_EQ(seen.size(), spec::scalar::encodedOperations().size());
}

/// Both readings of every form have one width, also where they are the same.
TEST(Scalar, MisreadingsHaveTheirTypesWidths) {
  for (const auto& [symbol, name, wrong] : misreadings())
    for (const Form& form : spec::scalar::encodedForms())
      if (form.operation->symbol == symbol)
        for (const Modes modes : form.everyModes())
          EXPECT_EQ(Interpreted(form, modes, wrong).width(), form.result(modes).width())
              << form.opcode(modes) << ' ' << name;
}

} // namespace scalar_test
} // namespace warplaw::symbolic::scalar
