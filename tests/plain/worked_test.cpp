// What plain/ says of rows that were worked by hand.
#include "tests/plain/worked.h"
#include <fmt/format.h>
#include <map>

namespace warplaw::plain {
namespace {

TEST(Plain, SaysWhatWasWorkedByHand) {
  for (const Worked& worked : allWorked()) {
    const Word found = scalar(worked.spelled.form, worked.spelled.modes, worked.sources);
    EXPECT_EQ(found, worked.result) << worked.line << fmt::format(", found {:#x}", found);
  }
}

TEST(Plain, EveryOperationHasThreeWorkedRows) {
  std::map<std::string_view, unsigned> counts;
  for (const Worked& worked : allWorked())
    ++counts[worked.spelled.form.operation->symbol];
  for (const auto& operation : spec::scalar::operations())
    EXPECT_GE(counts[operation.symbol], 3U)
        << operation.symbol << " lacks rows worked by hand; they stand in tests/plain/*.rows";
}

/// Every modifier and type has a statement that gives a word of its type.
TEST(Plain, EveryFormGivesAWordOfItsType) {
  for (const auto& form : spec::scalar::forms())
    for (const auto modes : form.everyModes()) {
      std::vector<Word> sources;
      for (unsigned i = 0; i < form.sources(); ++i)
        sources.push_back(0x8000'0001'c000'ff81 & mask(form.source(i, modes)));
      EXPECT_EQ(scalar(form, modes, sources) & ~mask(form.result(modes)), 0U) << form.opcode(modes);
    }
}

} // namespace
} // namespace warplaw::plain
