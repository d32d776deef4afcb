// rapidcheck over the registry of laws: bytes in, a law holds or the smallest bytes for which it does not.
#include "fuzz/properties.h"
#include "spec/rules.h"
#include "tests/fuzz/random_record.h"
#include <algorithm>
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <set>

namespace warplaw::fuzz {

void PrintTo(const Property& law, std::ostream* out) { *out << law.name; }

namespace {

class Law : public testing::TestWithParam<Property> {};

TEST_P(Law, HoldsForAnyBytes) {
  const Property& law = GetParam();
  Oracle oracle;
  const auto bytes = rc::gen::container<std::vector<std::uint8_t>>(law.recordBytes, rc::gen::arbitrary<std::uint8_t>());
  std::string said;
  const bool holds = rc::check(std::string(law.statement), [&] {
    const std::vector<std::uint8_t> record = *bytes;
    if (const auto broken = law.broken(oracle, record)) {
      said = *broken;
      RC_FAIL(said);
    }
  });
  EXPECT_TRUE(holds) << law.name << ": " << said;
}

/// rapidcheck's own records are few and its bytes small at first: more of them, all from one seed.
TEST_P(Law, HoldsForManyRandomRecords) {
  const Property& law = GetParam();
  Oracle oracle;
  Dice dice(7);
  const unsigned count = law.name == "atoms/two-readings-of-an-offset" ? 20 : 2000; // that one fills 16 MiB each time
  for (unsigned k = 0; k < count; ++k) {
    const auto broken = law.broken(oracle, randomRecord(dice, law.recordBytes));
    ASSERT_FALSE(broken) << law.name << ": " << *broken;
  }
}

INSTANTIATE_TEST_SUITE_P(Registry, Law, testing::ValuesIn(properties()), [](const auto& info) {
  std::string name(info.param.name);
  for (const std::string_view rule : info.param.rules)
    name += "_" + std::string(rule);
  std::ranges::replace_if(name, [](unsigned char c) { return !std::isalnum(c); }, '_');
  return name;
});

TEST(Laws, NameRulesThatExist) {
  std::set<std::string_view> names;
  for (const Property& law : properties()) {
    EXPECT_TRUE(names.insert(law.name).second) << law.name << " twice";
    EXPECT_FALSE(law.rules.empty()) << law.name;
    for (const std::string_view rule : law.rules)
      EXPECT_TRUE(spec::findRule(rule)) << rule;
  }
}

} // namespace
} // namespace warplaw::fuzz
