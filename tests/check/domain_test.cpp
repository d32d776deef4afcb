// Domains as data: what their texts say, that each generated case is one of the domain (asked of it, not believed),
// that the minimiser's words stay in it, and what is no domain.
#include "check/family.h"
#include <cstring>
#include <gtest/gtest.h>

namespace warplaw::check {
namespace {

constexpr std::string_view kDomains[] = {
    "",
    R"({"profile": "ptx"})",
    R"({"profile": "cuda"})",
    R"({"profile": "cuda", "shfl": {"b": "below-width", "uniform": true, "exec": "full", "rd_is_ra": false}})",
    R"({"shfl": {"modes": ["UP", "BFLY"], "exec": "prefix", "b": "max31", "inactive": "given"}})",
    R"({"shfl": {"range": "cuda", "widths": [4, 16], "uniform": true, "inactive": "stale"}})",
    R"({"shfl": {"range": "cuda", "exec": "non-empty", "inactive": "own", "frame": false, "outputs": ["predicate"]}})",
    R"({"vote": {"modes": ["ANY"], "exec": "prefix", "outputs": ["ballot"]}, "atoms": {"errors": false}})",
    R"({"vote": {"uniform": true}, "atoms": {"operations": ["CAST.SPIN.U64", "INC.U32"], "exec": "full"}})",
    R"({"video": {"operations": ["VSHL"], "second_sees": 2, "shift_keeps_all": 1, "uniform": true}})",
    R"({"vmad": {"unsigned_c": 1, "saturates_64": 1, "exec": "non-empty"}, "vsimd": {"operations": ["VSET4"]}})",
};

template <class F> void eachDomain(F&& f) {
  for (const std::string_view text : kDomains) {
    SCOPED_TRACE(text);
    const auto families = familiesIn(text);
    ASSERT_TRUE(families) << families.error().message;
    ASSERT_EQ(families->size(), kFamilies);
    for (const auto& family : *families) {
      SCOPED_TRACE(kFamilyNames[family->index()]);
      f(*family);
    }
  }
}

template <class F> void eachCase(Family& family, unsigned most, F&& f) {
  fuzz::Dice dice(7);
  std::vector<std::byte> asked(family.bytes());
  for (unsigned form = 0; form < family.forms().size(); ++form)
    for (unsigned k = 0; k < most && (family.domain().forms >> form & 1); ++k) {
      family.draw(form, dice, asked);
      f(form, asked);
    }
}

TEST(Domain, WhatIsDrawnIsInIt) {
  eachDomain([](Family& family) {
    unsigned cases = 0;
    eachCase(family, 200, [&](unsigned form, const std::vector<std::byte>& asked) {
      ++cases;
      ASSERT_EQ(family.formOf(asked), form);
      ASSERT_TRUE(family.contains(asked)) << "case " << cases;
    });
    EXPECT_GT(cases, 0u);
  });
}

TEST(Domain, WordsOfACaseAreThatCase) {
  eachDomain([](Family& family) {
    eachCase(family, 20, [&](unsigned form, const std::vector<std::byte>& asked) {
      const fuzz::Words words = family.wordsOf(asked);
      ASSERT_EQ(words.size(), family.layout().size());
      std::vector<std::byte> again(family.bytes());
      ASSERT_TRUE(family.fromWords(words, again));
      ASSERT_EQ(family.formOf(again), form);
      ASSERT_EQ(family.wordsOf(again), words);
      ASSERT_TRUE(family.contains(again));
    });
  });
}

TEST(Domain, SmallCasesAreMostlyInItAndNoneOutsideIsTaken) {
  eachDomain([](Family& family) {
    std::size_t taken = 0;
    std::vector<std::byte> asked(family.bytes());
    for (std::size_t k = 0; k < family.small()->size(); k += 1 + family.small()->size() / 5000) {
      fuzz::Words words(family.layout().size());
      for (const fuzz::Edit& edit : (*family.small())[k])
        words[edit.word] = edit.value;
      if (!family.fromWords(words, asked))
        continue;
      ++taken;
      ASSERT_TRUE(family.contains(asked));
    }
    EXPECT_GT(taken, 0u);
  });
}

TEST(Domain, WhatItLeavesOutIsFoundOutside) {
  const auto families = familiesIn(R"({"profile": "cuda", "shfl": {"b": "below-width"}, "vote": {"exec": "full"},
    "atoms": {"errors": false}, "video": {"uniform": true}, "vmad": {"exec": "full"}, "vsimd": {"exec": "prefix"}})");
  ASSERT_TRUE(families);
  for (const auto& family : *families) {
    SCOPED_TRACE(kFamilyNames[family->index()]);
    const auto wide = family->unrestricted();
    unsigned inside = 0, outside = 0;
    eachCase(*wide, 100, [&](unsigned, const std::vector<std::byte>& asked) {
      EXPECT_TRUE(wide->contains(asked));
      ++(family->contains(asked) ? inside : outside);
    });
    EXPECT_GT(outside, inside);
  }
}

TEST(Domain, CasesGoToFilesAndBack) {
  eachDomain([](Family& family) {
    eachCase(family, 3, [&](unsigned form, const std::vector<std::byte>& asked) {
      std::vector<std::byte> again(family.bytes());
      ASSERT_TRUE(family.fromCase(family.caseOf(asked), again));
      ASSERT_EQ(family.formOf(again), form);
      ASSERT_EQ(family.wordsOf(again), family.wordsOf(asked));
    });
  });
}

TEST(Domain, WhatIsNoneIsRejectedInOneLine) {
  constexpr std::string_view kBad[] = {
      "SHFL",
      "[]",
      "{",
      R"({"shfl": 1})",
      R"({"shuffle": {}})",
      R"({"profile": "maxwell"})",
      R"({"shfl": {"modes": ["LEFT"]}})",
      R"({"shfl": {"modes": []}})",
      R"({"shfl": {"modes": "UP"}})",
      R"({"shfl": {"exec": "half"}})",
      R"({"shfl": {"uniform": 1}})",
      R"({"shfl": {"b": "below-width"}})",
      R"({"shfl": {"widths": [8]}})",
      R"({"shfl": {"range": "cuda", "widths": [3]}})",
      R"({"shfl": {"range": "cuda", "widths": []}})",
      R"({"shfl": {"outputs": []}})",
      R"({"vote": {"range": "cuda"}})",
      R"({"atoms": {"operations": ["ADD.U64"]}})",
      R"({"video": {"second_sees": 3}})",
      R"({"vmad": {"modes": ["VMAD"]}})",
      R"({"shfl": {"exec": "full", "exec": "any"}})",
  };
  for (const std::string_view text : kBad) {
    const auto families = familiesIn(text);
    ASSERT_FALSE(families) << text;
    EXPECT_EQ(families.error().rule, "domain") << text;
    EXPECT_EQ(families.error().message.find('\n'), std::string::npos) << text;
  }
}

} // namespace
} // namespace warplaw::check
