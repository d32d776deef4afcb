// Encodings of fields and of the n-th bit against loops over bits, as the PTX ISA tells them (PTX-24).
#include "tests/encodings/scalar_interpreted.h"
#include <gtest/gtest.h>

namespace warplaw::symbolic::scalar {
namespace scalar_loops_test {

using Operands = std::vector<Word>;
struct Loop {
  std::string_view symbol;
  Word (*stated)(const Operands& operands, unsigned width, bool isSigned, std::string_view mode);
};

bool bitOf(Word word, unsigned i) { return word >> i & 1; }

constexpr Loop kLoops[] = {
    {"bfe",
     [](const Operands& o, unsigned width, bool isSigned, std::string_view) {
       const unsigned place = o[1] & 0xff, length = o[2] & 0xff;
       const bool sign = isSigned && length && bitOf(o[0], std::min(place + length - 1, width - 1));
       Word result = 0;
       for (unsigned i = 0; i < width; ++i)
         result |= Word(i < length && place + i < width ? bitOf(o[0], place + i) : sign) << i;
       return result;
     }},
    {"bfi",
     [](const Operands& o, unsigned width, bool, std::string_view) {
       const unsigned place = o[2] & 0xff, length = o[3] & 0xff;
       Word result = o[1];
       for (unsigned i = 0; i < length && place + i < width; ++i)
         result = (result & ~(Word(1) << (place + i))) | Word(bitOf(o[0], i)) << (place + i);
       return result;
     }},
    {"bmsk",
     [](const Operands& o, unsigned, bool, std::string_view mode) {
       const Word start = mode == "wrap" ? o[0] % 32 : o[0], count = mode == "wrap" ? o[1] % 32 : o[1];
       Word result = 0;
       for (Word i = 0; i < count && start + i < 32; ++i)
         result |= Word(1) << (start + i);
       return result;
     }},
    {"szext",
     [](const Operands& o, unsigned, bool isSigned, std::string_view mode) {
       const Word count = mode == "wrap" ? o[1] % 32 : std::min<Word>(o[1], 32);
       Word result = 0;
       for (unsigned i = 0; i < 32; ++i)
         result |= Word(i < count ? bitOf(o[0], i) : isSigned && count && bitOf(o[0], unsigned(count - 1))) << i;
       return result;
     }},
    {"fns",
     [](const Operands& o, unsigned, bool, std::string_view) -> Word {
       const std::int64_t offset = static_cast<std::int32_t>(o[2]);
       std::int64_t left = std::max<std::int64_t>(std::abs(offset), 1); // of 0 only the base itself
       for (std::int64_t at = static_cast<std::int64_t>(o[1]); at >= 0 && at < 32; at += offset < 0 ? -1 : 1) {
         if (bitOf(o[0], unsigned(at)) && --left == 0)
           return static_cast<Word>(at);
         if (offset == 0)
           break;
       }
       return 0xffffffff;
     }},
};

TEST(ScalarLoops, FieldsAreThoseOfTheIsa_PTX_24) {
  for (const auto& [symbol, stated] : kLoops)
    for (const Form& form : spec::scalar::integerForms())
      for (const Modes modes : form.everyModes()) {
        if (form.operation->symbol != symbol)
          continue;
        const Interpreted encoding(form, modes, right);
        const std::string_view mode = form.operation->groups.empty() ? "" : form.operation->groups[0][modes];
        std::mt19937_64 random(24);
        for (unsigned round = 0; round < 20000; ++round) {
          const Operands operands = anyOperands(form, modes, random);
          ASSERT_EQ(encoding(operands), stated(operands, form.typeOfT().width(), form.typeOfT().isSigned(), mode))
              << form.opcode(modes) << " of " << ::testing::PrintToString(operands);
        }
      }
}

} // namespace scalar_loops_test
} // namespace warplaw::symbolic::scalar
