// Executor, encoding and third statement agree under every modifier, part of a register, sign and choice, at the
// boundaries of integers and of floats, where arithmetic changes its mind; and for every immediate.
#include "concrete/execute.h"
#include "plain/samples.h"
#include "spec/instructions/vsimd.h"
#include "spec/row.h"
#include "spec/video_fields.h"
#include "tests/forms.h"
#include "tests/fuzz/agreement.h"
#include "tests/fuzz/random_record.h"
#include <set>

namespace warplaw::fuzz {
namespace boundaries_test {

using Pairs = std::vector<std::array<std::uint32_t, 2>>;

/// Every pair of boundaries of a type of PTX, as words.
Pairs boundaryPairs(std::string_view opcode) {
  const auto spelled = spec::scalar::formSpelled(opcode);
  Pairs pairs;
  plain::Samples(spelled->form, spelled->modes).eachPair([&](const std::vector<plain::Word>& pair) {
    pairs.push_back({static_cast<std::uint32_t>(pair[0]), static_cast<std::uint32_t>(pair[1])});
  });
  return pairs;
}

/// Those of add.f32, and pairs whose sums are rounded to even or away, leave the range or cancel: zeros, denormals,
/// ends of the range, half a unit and a whole one of others, infinities, NaNs; and neighbours of all.
Pairs floatPairs() {
  Pairs pairs = boundaryPairs("add.f32");
  std::vector<std::uint32_t> words;
  for (const std::uint32_t size :
       {0u, 0x00400000u, 0x00800000u, 0x01000000u, 0x0c000000u, 0x33800000u, 0x3f800000u, 0x3fffffffu, 0x4b000000u,
        0x4b800000u, 0x73000000u, 0x7f000000u, 0x7f7fffffu, 0x7f800000u, 0x7fc00000u, 0x7fffffffu})
    for (const std::uint32_t sign : {0u, 0x80000000u})
      for (const std::uint32_t near : {~0u, 0u, 1u})
        words.push_back(sign ^ ((size + near) & 0x7fffffff));
  for (const std::uint32_t a : words)
    for (const std::uint32_t b : words)
      pairs.push_back({a, b});
  return pairs;
}

std::uint64_t modifierCount(const spec::CellPlace& place) {
  return place.name == place.field ? place.about.names.size() : 0;
}
/// How many values the cell has, if it is a register's part or a sign.
std::uint64_t partCount(const spec::CellPlace& place) {
  return place.name.ends_with(".part") ? std::size(spec::kParts) : place.name.ends_with(".negated") ? 2 : 0;
}
bool isOperand(const spec::CellPlace& place) { return modifierCount(place) == 0 && partCount(place) == 0; }

/// A form with some cells of another: takes(place, number of the cell).
template <class Takes> spec::Form with(const spec::Form& form, const spec::Form& other, Takes takes) {
  const spec::InstructionRow& row = spec::rowOf(form.mnemonic());
  std::vector<std::uint64_t> words;
  row.mapForm(other, [&](const auto&, std::uint64_t word) { return words.push_back(word), word; });
  std::size_t cell = 0;
  return row.mapForm(form, [&](const auto& place, std::uint64_t word) {
    const std::size_t now = cell++;
    return takes(place, now) ? words[now] : word;
  });
}

/// The other's operands, all of them or as many as keep the form legal.
spec::Form withOperands(const spec::Form& form, const spec::Form& other) {
  const spec::InstructionRow& row = spec::rowOf(form.mnemonic());
  if (const spec::Form all = with(form, other, [](const auto& place, auto) { return isOperand(place); });
      row.check(all))
    return all;
  spec::Form kept = form;
  for (std::size_t cell = 0; cell < row.formLayout().cells().size(); ++cell)
    if (const spec::Form one =
            with(kept, other, [&](const auto& place, auto now) { return now == cell && isOperand(place); });
        row.check(one))
      kept = one;
  return kept;
}

/// How many combinations of choices with few values there are, and one of them.
std::uint64_t countOf(const spec::CellPlace& place) {
  constexpr std::uint64_t kFew = 4;
  return place.about.count > kFew || place.about.isOrder ? 0 : place.about.count;
}
std::uint64_t combinationsOfChoices(const spec::InstructionRow& row) {
  std::uint64_t product = 1;
  for (const spec::CellPlace& place : row.choicesLayout().cells())
    product *= std::max<std::uint64_t>(countOf(place), 1);
  return product;
}
spec::Choices chosen(const spec::InstructionRow& row, const spec::Choices& from, std::uint64_t number) {
  return row.mapChoices(from, [&](const spec::CellPlace& place, std::uint64_t word) {
    const std::uint64_t count = countOf(place);
    if (count == 0)
      return word;
    const std::uint64_t digit = number % count;
    number /= count;
    return digit;
  });
}

/// Are all sources registers, no two the same and none RZ?
bool areRegistersApart(std::span<const spec::Source> sources) {
  std::set<std::uint32_t> registers{spec::kZeroRegister};
  return std::ranges::all_of(sources, [&](const spec::Source& source) {
    return source.kind == spec::SourceKind::Register ? registers.insert(source.value).second
                                                     : source.kind != spec::SourceKind::Immediate;
  });
}

class Boundaries : public ::testing::TestWithParam<spec::Mnemonic> {
protected:
  InstructionFuzzer& fuzzer() { return oracle.of(GetParam()); }
  spec::Case drawn() { return fuzzer().machineCase(randomRecord(dice, fuzzer().recordBytes())); }

  /// Registers hold either word of a pair, so that sources meet at boundaries; as many lanes at a time as there are.
  void expectAt(spec::Case c, const Pairs& pairs, std::size_t first) {
    for (auto& reg : c.warp.registers) {
      const bool isSecond = dice.oneIn(2);
      for (unsigned lane = 0; lane < spec::kLanes; ++lane)
        reg[lane] = pairs[(first + lane) % pairs.size()][isSecond];
    }
    expectAgreement(oracle, c);
  }

  /// A form for each legal combination of modifiers; legality has counted them. The operands that a combination needs
  /// are found: none, or drawn ones, until all combinations are there.
  std::vector<spec::Form> modified() {
    std::size_t legal = 0;
    for (const spec::FormFamily& family : spec::families(GetParam()))
      legal += family.count;
    std::vector<spec::Form> forms;
    std::set<std::vector<std::uint64_t>> seen, counted;
    const auto add = [&](const spec::Form& form) {
      std::vector<std::uint64_t> words, counts; // a name of a special register is an operand, there
      row.mapForm(form, [&](const auto& place, std::uint64_t word) {
        if (modifierCount(place)) {
          words.push_back(word);
          counts.push_back(place.about.role < spec::Role::Destination ? word : 0);
        }
        return word;
      });
      counted.insert(counts);
      if (seen.insert(words).second)
        forms.push_back(form);
    };
    tests::eachValue(row.defaultForm(), modifierCount, add);
    for (unsigned tries = 0; tries < 50 && counted.size() < legal; ++tries)
      tests::eachValue(drawn().instruction.form, modifierCount, add);
    EXPECT_EQ(counted.size(), legal);
    return forms;
  }
  /// All forms of an instruction with few.
  std::vector<spec::Form> fewForms() {
    constexpr std::size_t kFew = 16;
    std::vector<spec::Form> forms;
    for (const spec::Form& form : modified())
      if (forms.size() <= kFew)
        tests::eachValue(form, partCount, [&](const spec::Form& under) { forms.push_back(under); });
    if (forms.size() > kFew)
      forms.clear();
    return forms;
  }
  /// That form, or a drawn one, with drawn operands; all lanes execute. So many tries for sources apart.
  spec::Case everywhere(const spec::Form* form, unsigned tries) {
    for (;; --tries) {
      spec::Case c = drawn();
      if (form)
        c.instruction.form = withOperands(*form, c.instruction.form);
      c.instruction.guard = {};
      c.warp.active = ~0u;
      if (tries == 0 || areRegistersApart(fuzzer().planOf(c.instruction.form, c.choices).source))
        return c;
    }
  }

  static constexpr unsigned kTries = 64;
  Oracle oracle;
  Dice dice{5};
  const spec::InstructionRow& row = spec::rowOf(GetParam());
  const Pairs integers = boundaryPairs("add.s32"), floats = floatPairs();
};

/// Each legal combination of modifiers, parts and signs is executed, and under each of modifiers every combination of
/// choices, or as many of them as a test has time for.
TEST_P(Boundaries, UnderEveryModifierPartSignAndChoice) {
  constexpr std::uint64_t kMost = 32;
  const std::uint64_t choices = std::min(combinationsOfChoices(row), kMost);
  std::uint64_t number = 0;
  std::size_t wanted = 0;
  std::set<std::vector<std::uint64_t>> executed;
  const auto expectUnder = [&](const spec::Form& form) {
    spec::Case c = everywhere(&form, 1);
    if (const spec::Choices all = chosen(row, c.choices, number++); row.checkChoices(all, c.instruction.form))
      c.choices = all;
    const Pairs& pairs = dice.oneIn(2) ? floats : integers;
    ASSERT_NO_FATAL_FAILURE(expectAt(c, pairs, dice.below(static_cast<std::uint32_t>(pairs.size()))));
    std::vector<std::uint64_t> words;
    row.mapForm(c.instruction.form, [&](const auto& place, std::uint64_t word) {
      return words.push_back(isOperand(place) ? 0 : word), word;
    });
    executed.insert(words);
  };
  for (const spec::Form& form : modified()) {
    tests::eachValue(form, partCount, [&](const spec::Form& under) {
      ++wanted;
      expectUnder(under);
    });
    for (std::uint64_t k = 0; k < choices && !HasFatalFailure(); ++k)
      expectUnder(form);
    ASSERT_FALSE(HasFatalFailure());
  }
  EXPECT_EQ(executed.size(), wanted);
}

/// Every pair as the words of two sources, under each form where those are few.
TEST_P(Boundaries, AtEveryPair) {
  const std::vector<spec::Form> forms = fewForms();
  const auto expectPairs = [&](const spec::Form* form, const Pairs& pairs, std::size_t first) {
    spec::Case c = everywhere(form, kTries);
    const spec::Plan plan = fuzzer().planOf(c.instruction.form, c.choices);
    for (unsigned row = 0; row < spec::kSourceRows; ++row)
      if (const spec::Source& source = plan.source[row];
          source.kind == spec::SourceKind::Register && source.value != spec::kZeroRegister)
        for (unsigned lane = 0; lane < spec::kLanes; ++lane)
          c.warp.registers[source.value][lane] = pairs[(first + lane) % pairs.size()][row % 2];
    expectAgreement(oracle, c);
  };
  for (const Pairs* const pairs : {&integers, &floats})
    for (std::size_t first = 0; first < pairs->size(); first += spec::kLanes) {
      if (forms.empty())
        ASSERT_NO_FATAL_FAILURE(expectPairs(nullptr, *pairs, first));
      for (const spec::Form& form : forms)
        ASSERT_NO_FATAL_FAILURE(expectPairs(&form, *pairs, first));
    }
}

/// Each half of a word in all its values, where one register is read.
TEST_P(Boundaries, AtEveryHalf) {
  const std::vector<spec::Form> forms = fewForms();
  for (const spec::Form& form : forms) {
    const spec::Case sample = everywhere(&form, kTries);
    const spec::Plan plan = fuzzer().planOf(sample.instruction.form, sample.choices);
    if (std::ranges::count(plan.source, spec::SourceKind::Register, &spec::Source::kind) != 1)
      continue;
    for (std::uint32_t first = 0; first < 1u << 16; first += spec::kLanes)
      for (const unsigned shift : {0u, 16u}) {
        spec::Case c = everywhere(&form, kTries);
        for (auto& reg : c.warp.registers)
          for (unsigned lane = 0; lane < spec::kLanes; ++lane)
            reg[lane] = (first + lane) << shift;
        ASSERT_NO_FATAL_FAILURE(expectAgreement(oracle, c));
      }
  }
}

/// Every immediate of at most 20 bits: the plan's three statements agree.
TEST_P(Boundaries, OfEveryImmediate) {
  const auto plan = reinterpret_cast<void (*)(const void*, const void*, spec::Plan*)>(
      concrete::shippedFunction("warplaw_" + std::string(spec::folderOf(GetParam())) + "_plan"));
  ASSERT_TRUE(plan);
  const spec::Choices choices = row.defaultChoices();
  const spec::Form plain = modified().front();
  for (const spec::CellPlace& place : row.formLayout().cells()) {
    if (!place.name.ends_with("isImmediate") || place.about.immediateBits > 20)
      continue;
    spec::Form form = plain;
    auto& operand = partAt<spec::RegisterOrImmediate>(form.data(), place.offset);
    operand.isImmediate = true;
    for (operand.value = 0; operand.value >> place.about.immediateBits == 0; ++operand.value) {
      const spec::Plan stated = fuzzer().planOf(form, choices);
      const spec::Plan encoded = fuzzer().encodedPlanOf(form, choices);
      spec::Plan shipped{};
      plan(form.data(), choices.data(), &shipped);
      ASSERT_EQ(std::memcmp(&stated, &shipped, sizeof stated), 0) << spec::print({{}, form, {}});
      ASSERT_EQ(std::memcmp(&stated, &encoded, sizeof stated), 0) << spec::print({{}, form, {}});
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Fuzz, Boundaries, ::testing::ValuesIn(spec::allMnemonics()),
                         [](const auto& info) { return std::string(spec::folderOf(info.param)); });

/// Each lane of bytes meets a quarter of all pairs of bytes.
TEST(Bytes, EveryPairInLanesOfBytes_VID_10) {
  Oracle oracle;
  std::size_t forms = 0;
  tests::eachModified(spec::Mnemonic::Vsimd, [&](const spec::Form& modified) {
    auto form = modified.as<spec::VsimdForm>();
    form.rd = {{0}, 0xF}, form.ra = {{1}, 0x3210}, form.rb = {{2}, 0x7654};
    if (form.adds || !spec::rowOf(spec::Mnemonic::Vsimd).check(form))
      return;
    ++forms;
    spec::Case c;
    c.instruction.form = form;
    c.choices = spec::defaultChoices(form);
    c.warp.active = ~0u;
    for (std::uint32_t pair = 0; pair < 1u << 14 && !HasFatalFailure(); pair += spec::kLanes) {
      for (unsigned lane = 0; lane < spec::kLanes; ++lane) {
        c.warp.registers[1][lane] = 0x01010101 * ((pair + lane) >> 6);
        c.warp.registers[2][lane] = 0x01010101 * (4 * ((pair + lane) % 64)) + 0x03020100;
      }
      expectAgreement(oracle, c);
    }
  });
  EXPECT_NE(forms, 0u);
}

} // namespace boundaries_test
} // namespace warplaw::fuzz
