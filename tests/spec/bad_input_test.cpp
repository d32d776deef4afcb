// Bad input of any kind: one short line, no crash, whatever the bytes are.
#include "arbitrary.h"
#include <algorithm>
#include <gtest/gtest.h>
#include <random>
#include <rapidcheck/gtest.h>

namespace warplaw::spec {
namespace bad_input_test {

/// One printable line, a place inside the text, and an excerpt that stays small.
void expectClear(const Rejection& rejection, std::string_view text) {
  EXPECT_FALSE(rejection.rule.empty());
  EXPECT_LE(rejection.position, text.size());
  const std::string line = describe(rejection, {});
  EXPECT_LT(line.size(), 400u);
  for (const char c : line)
    ASSERT_TRUE(c >= 0x20 && c < 0x7f) << line;
  const std::string shown = describe(rejection, text);
  EXPECT_LT(shown.size(), line.size() + 300);
  if (!text.empty())
    EXPECT_EQ(std::ranges::count(shown, '\n'), 2);
}

void tryText(std::string_view text) {
  if (auto result = parse(text); !result)
    expectClear(result.error(), text);
}

void tryCase(std::string_view text) {
  if (auto result = caseFromJson(text); !result)
    expectClear(result.error(), text);
}

TEST(BadInput, TwoMegabytes) {
  for (const char fill : {'A', ' ', '[', '\0', '\xff', '"', '#', '\n', '.', '0'}) {
    const std::string text(2u << 20, fill);
    ASSERT_FALSE(parse(text));
    ASSERT_FALSE(caseFromJson(text));
    tryText(text);
    tryCase(text);
  }
}

TEST(BadInput, InstructionLongerThanTheLimit) {
  const std::string instruction = "SHFL.UP P1, R2, R1, 1, 0 //";
  EXPECT_TRUE(parse(instruction + std::string(4096 - instruction.size(), 'x')));
  auto rejected = parse(instruction + std::string(4097 - instruction.size(), 'x'));
  ASSERT_FALSE(rejected);
  EXPECT_EQ(rejected.error().accepted, "one instruction of at most 4096 bytes");
}

TEST(BadInput, CaseNestedOrRepeatedWithoutEnd) {
  std::string deep, many = "[0";
  for (int k = 0; k < 1 << 20; ++k)
    deep += "{\"a\":";
  for (int k = 0; k < 6 << 20; ++k)
    many += ",0";
  tryCase(deep);
  tryCase(many + "]");
  EXPECT_FALSE(caseFromJson(deep));
  EXPECT_FALSE(caseFromJson(many + "]"));
}

TEST(BadInput, RandomBytes) {
  std::mt19937 random(1);
  for (int k = 0; k < 20000; ++k) {
    std::string text(random() % 64, '\0');
    for (char& c : text)
      c = static_cast<char>(random());
    tryText(text);
    tryCase(text);
  }
}

/// Legal text with a few bytes changed, dropped or doubled reaches deeper than random bytes.
std::string damaged(std::string text, std::mt19937& random) {
  static constexpr std::string_view kBytes = "RPZTU0123456789xX-+[]{},:;.@!_&?#/\"\\ \n\xff";
  for (unsigned changes = 1 + random() % 3; changes > 0 && !text.empty(); --changes) {
    const std::size_t at = random() % text.size();
    const char c = kBytes[random() % kBytes.size()];
    switch (random() % 3) {
    case 0:
      text[at] = c;
      break;
    case 1:
      text.erase(at, 1 + random() % 4);
      break;
    default:
      text.insert(at, 1, c);
    }
  }
  return text;
}

RC_GTEST_PROP(BadInputProperty, DamagedTextIsRejectedOrPrintsStably, ()) {
  std::mt19937 random(*rc::gen::arbitrary<std::uint32_t>());
  const std::string good = print(tests::anyInstruction());
  for (int k = 0; k < 50; ++k) {
    const std::string text = damaged(good, random);
    auto result = parse(text);
    if (!result) {
      expectClear(result.error(), text);
      continue;
    }
    RC_ASSERT(check(*result).has_value());
    const std::string once = print(*result);
    auto back = parse(once);
    RC_ASSERT(back.has_value() && *back == *result && print(*back) == once);
  }
}

RC_GTEST_PROP(BadInputProperty, DamagedCaseIsRejectedOrWritesStably, ()) {
  std::mt19937 random(*rc::gen::arbitrary<std::uint32_t>());
  const std::string good = tests::coin() ? toJson(tests::anyCase()) : toJson(tests::anyProgramCase());
  for (int k = 0; k < 10; ++k) {
    const std::string text = damaged(good, random);
    auto result = programCaseFromJson(text);
    if (!result) {
      expectClear(result.error(), text);
      continue;
    }
    const std::string once = toJson(*result);
    auto back = programCaseFromJson(once);
    RC_ASSERT(back.has_value() && *back == *result && toJson(*back) == once);
  }
}

} // namespace bad_input_test
} // namespace warplaw::spec
