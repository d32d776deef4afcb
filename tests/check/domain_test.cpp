// Domains as data: what their texts say, that each generated case is one of the domain (asked of it, not believed),
// and holds what proofs assume of it, that the minimiser's words stay in it, and what is no domain.
#include "check/family.h"
#include <cstring>
#include <fmt/format.h>
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
    R"({"cuda_shfl": {"functions": ["shfl_up"], "widths": [8], "b": "below-width", "uniform": true, "inactive": "zero"}})",
    R"({"cuda_vote": {"functions": ["any", "ballot"], "uniform": true, "frame": false}})",
    R"({"vmad": {"unsigned_c": 1, "saturates_64": 1, "exec": "non-empty"}, "vsimd": {"operations": ["VSET4"]}})",
    R"({"red": {"errors": false, "uniform": true, "exec": "prefix"}})",
    R"({"shfl_sync": {"groups": "overlapping", "range": "cuda", "b": "below-width", "inactive": "given"}})",
    R"({"shfl_sync": {"groups": "any", "modes": ["idx", "down"], "inactive": "own"}, "match_sync": {"groups": "any"}})",
    R"({"shfl_sync": {"uniform": true, "range": "cuda", "widths": [8], "inactive": "zero", "exec": "full"}})",
    R"({"vote_sync": {"groups": "any", "exec": "prefix", "frame": false}, "elect_sync": {"leader": "least"}})",
    R"({"shfl_sync": {"groups": "living", "inactive": "register"}, "match_sync": {"groups": "living", "uniform": true}})",
    R"({"shfl": {"inactive": "register"}, "cuda_shfl": {"inactive": "register"}, "redux_sync": {"groups": "living"}})",
    R"({"vote_sync": {"groups": "overlapping", "uniform": true}, "elect_sync": {"groups": "any", "uniform": true}})",
    R"({"match_sync": {"operations": ["any.b64", "all.b32"], "groups": "overlapping", "outputs": ["predicate"]}})",
    R"({"redux_sync": {"operations": ["min.abs.NaN.f32", "xor.b32"], "groups": "any", "uniform": true}})",
    R"({"redux_sync": {"operations": ["add.s32"], "groups": "overlapping"}, "activemask": {"exec": "prefix"}})",
    R"({"shfl_sync": {"same_registers": false}, "vote_sync": {"same_registers": false}, "vmad": {"same_registers": false}})",
    R"({"red": {"operations": ["MIN.F16x2.RN", "ADD.F64.RN"], "errors": false, "unlike_zeros": 2, "exec": "full"}})",
};

/// Is this family another one than without the text?
bool speaksOf(std::string_view text, const Family& family) {
  return text.empty() || text.find("profile") != text.npos || text.find(kFamilyNames[family.index()]) != text.npos;
}

/// Each family of which a domain's text speaks.
template <class F> void eachDomain(F&& f) {
  for (const std::string_view text : kDomains) {
    SCOPED_TRACE(text);
    const auto families = familiesIn(text);
    ASSERT_TRUE(families) << families.error().message;
    ASSERT_EQ(families->size(), kWarpFamilies);
    for (const auto& family : *families)
      if (speaksOf(text, *family)) {
        SCOPED_TRACE(kFamilyNames[family->index()]);
        f(*family);
      }
  }
}

template <class F> void eachCase(Family& family, unsigned most, F&& f) {
  WideDice dice(7);
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
    "atoms": {"errors": false}, "video": {"uniform": true}, "vmad": {"exec": "full"}, "vsimd": {"exec": "prefix"},
    "red": {"errors": false, "exec": "full"}, "cuda_shfl": {"widths": [4]}, "cuda_vote": {"exec": "full"},
    "shfl_sync": {"b": "below-width"}, "vote_sync": {"exec": "full"}, "match_sync": {"exec": "prefix"},
    "redux_sync": {"uniform": true}, "activemask": {"exec": "full"}, "elect_sync": {"uniform": true}})");
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

// ---- domains as terms: what proofs assume and show (check/demand.h)

/// The values that a case gives to a demand's variables.
symbolic::Assignment assignmentOf(const Demand& demand, std::span<const std::byte> asked) {
  symbolic::Assignment values;
  for (const Member& member : demand.members)
    for (std::size_t word = 0; word < member.words.size(); ++word) {
      std::uint32_t value;
      std::memcpy(&value, asked.data() + member.offset + 4 * word, sizeof value);
      if (member.words[word].isConstant())
        EXPECT_EQ(static_cast<std::uint32_t>(member.words[word].value()), value) << member.name;
      else
        values[std::string(member.words[word].node()->name)] = value;
    }
  return values;
}

bool holds(Term condition, const symbolic::Assignment& values) {
  return symbolic::evaluate(std::span(&condition, 1), values)[0] != 0;
}

template <class F> void eachDemand(F&& f) {
  eachDomain([&](Family& family) {
    for (unsigned form = 0; form < family.forms().size(); ++form) {
      Terms terms;
      if (const auto demand = family.domain().forms >> form & 1 ? family.demand(terms, form) : std::nullopt) {
        SCOPED_TRACE(family.forms()[form]);
        f(family, form, *demand);
      }
    }
  });
}

TEST(Demand, AssumesOfACaseWhatTheDomainSays) {
  unsigned inside = 0, outside = 0;
  eachDemand([&](Family& family, unsigned form, const Demand& demand) {
    const auto wide = family.unrestricted();
    WideDice dice(11);
    std::vector<std::byte> asked(family.bytes());
    for (unsigned k = 0; k < 12; ++k) {
      (k % 2 ? *wide : family).draw(form, dice, asked);
      const bool contains = family.contains(asked);
      ++(contains ? inside : outside);
      ASSERT_EQ(holds(demand.isInDomain, assignmentOf(demand, asked)), contains) << "case " << k;
    }
  });
  EXPECT_GT(outside, 100u);
  EXPECT_GT(inside, outside);
}

TEST(Demand, AsksOfAnAnswerWhatTheJudgeAsks) {
  unsigned ignored = 0;
  eachDemand([&](Family& family, unsigned form, const Demand& demand) {
    WideDice dice(5);
    std::vector<std::byte> asked(family.bytes());
    for (unsigned k = 0; k < 2; ++k) {
      family.draw(form, dice, asked);
      const symbolic::Assignment values = assignmentOf(demand, asked);
      std::vector<std::byte> answered = asked;
      struct Word {
        std::size_t at;
        std::uint32_t bits; ///< that are this output's
        bool matters;
      };
      std::vector<Word> words;
      for (const auto& lane : demand.lanes)
        for (const Demanded& output : lane) {
          const std::size_t at = demand.members[output.member].offset + 4 * output.word;
          const std::uint32_t bits = output.bit < 0 ? ~0u : 1u << output.bit;
          const std::array terms = {output.matters, output.expected};
          const auto found = symbolic::evaluate(terms, values);
          std::uint32_t word;
          std::memcpy(&word, &answered[at], sizeof word);
          word = (word & ~bits) | (output.bit < 0 ? static_cast<std::uint32_t>(found[1]) : found[1] ? bits : 0);
          std::memcpy(&answered[at], &word, sizeof word);
          words.push_back({at, bits, found[0] != 0});
        }
      ASSERT_EQ(family.judge(asked, answered), fuzz::Kinds{0});
      ASSERT_TRUE(family.isAsShipped(asked, answered));
      for (const Word& word : words) {
        if (dice.below(3))
          continue;
        std::vector<std::byte> wrong = answered;
        std::uint32_t value;
        std::memcpy(&value, &wrong[word.at], sizeof value);
        value ^= word.bits == ~0u ? 1u << dice.below(32) : word.bits;
        std::memcpy(&wrong[word.at], &value, sizeof value);
        ASSERT_EQ(family.judge(asked, wrong) != 0, word.matters) << "byte " << word.at;
        ASSERT_EQ(!family.isAsShipped(asked, wrong), word.matters) << "byte " << word.at;
        ignored += !word.matters;
      }
    }
  });
  EXPECT_GT(ignored, 20u);
}

TEST(Demand, OfALaneIsThatOfItsWarp) {
  unsigned lanes = 0;
  eachDemand([&](Family& family, unsigned form, const Demand& demand) {
    Terms terms;
    const auto ofLane = family.laneDemand(terms, form);
    if (!ofLane)
      return;
    WideDice dice(3);
    std::vector<std::byte> asked(family.bytes()), again(family.bytes());
    for (unsigned k = 0; k < 8; ++k) {
      family.draw(form, dice, asked);
      const symbolic::Assignment warp = assignmentOf(demand, asked);
      const unsigned number = dice.below(spec::kLanes);
      const bool executes = static_cast<std::uint32_t>(warp.at("exec")) >> number & 1;
      const auto known = family.laneOf(asked, number);
      ASSERT_EQ(known.has_value(), executes);
      if (!executes)
        continue;
      const symbolic::Assignment& lane = *known;
      const auto own = [&](const char* row) { return warp.at(fmt::format("{}[{}]", row, number)); };
      ASSERT_TRUE(holds(ofLane->isInDomain, lane));
      for (const Demanded& output : demand.lanes[number]) {
        const std::array wanted = {output.matters, output.expected};
        const std::array stated = output.bit < 0 ? std::array{ofLane->matters, ofLane->expected}
                                                 : std::array{ofLane->output.matters, ofLane->output.expected};
        const auto ofWarp = symbolic::evaluate(wanted, warp), found = symbolic::evaluate(stated, lane);
        ASSERT_EQ(found[0], ofWarp[0]) << output.name;
        if (ofWarp[0])
          ASSERT_EQ(found[1], ofWarp[1]) << output.name;
      }
      family.setLane(form, lane, again);
      ASSERT_TRUE(family.contains(again));
      const symbolic::Assignment back = assignmentOf(demand, again);
      ASSERT_EQ(family.laneOf(again, number), lane);
      for (const char* row : {"value", "lane", "range", "inactive", "result"})
        ASSERT_EQ(back.at(fmt::format("{}[{}]", row, number)), own(row));
      ++lanes;
    }
  });
  EXPECT_GT(lanes, 50u);
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
      R"({"red": {"unlike_zeros": 3}})",
      R"({"red": {"operations": ["ADD.S64"]}})",
      R"({"vmad": {"modes": ["VMAD"]}})",
      R"({"shfl": {"exec": "full", "exec": "any"}})",
      R"({"match_sync": {"groups": "some"}})",
      R"({"match_sync": {"operations": ["any.f32"]}})",
      R"({"redux_sync": {"operations": ["min.b32"]}})",
      R"({"shfl_sync": {"rd_is_ra": true}})",
      R"({"shfl": {"rd_is_ra": true, "same_registers": false}})",
      R"({"red": {"same_registers": false}})",
      R"({"cuda_shfl": {"same_registers": true}})",
      R"({"elect_sync": {"groups": "overlapping"}})",
      R"({"elect_sync": {"leader": "greatest"}})",
      R"({"vote_sync": {"leader": "least"}})",
      R"({"activemask": {"groups": "any"}})",
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
