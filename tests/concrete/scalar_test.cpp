// Executors of scalar operations (PTX-20 to PTX-33) are what plain/ states, on random words and at boundaries, and give
// what rows say that were worked by hand.
#include "concrete/scalar/loops.h"
#include "concrete/scalar/scalar.h"
#include "plain/samples.h"
#include "tests/plain/worked.h"

namespace warplaw::concrete {
namespace scalar_test {
using namespace spec::scalar;

Word callOf(const Form& form, Modes modes, std::span<const Word> sources) {
  Word of[kMostSources] = {};
  std::ranges::copy(sources, of);
  return scalarFunction(form)(modes, of[0], of[1], of[2], of[3]);
}

void expectPlain(const Form& form, Modes modes, const std::vector<Word>& sources) {
  const Word executed = callOf(form, modes, sources), stated = plain::scalar(form, modes, sources);
  if (executed == stated)
    return;
  std::ostringstream text;
  text << form.opcode(modes) << std::hex;
  for (const Word source : sources)
    text << " 0x" << source;
  ADD_FAILURE() << text.str() << ": executed 0x" << executed << ", stated 0x" << stated;
}

class ScalarOperation : public testing::TestWithParam<const Operation*> {};

TEST_P(ScalarOperation, IsExecutedAsItIsStated) {
  constexpr unsigned kRandom = 300; // theorems prove integers, and try floats at every pair of boundaries
  const Operation& operation = *GetParam();
  for (unsigned type = 0; type < operation.types.size(); ++type) {
    const Form form{&operation, type};
    for (const Modes modes : form.everyModes()) {
      plain::Samples sources(form, modes);
      for (unsigned i = 0; i < kRandom; ++i)
        expectPlain(form, modes, sources.random());
      if (HasFailure())
        return; // one form's failures are enough to read
    }
  }
}

using LoopSources = std::array<std::array<Word, 32>, kMostSources>;

/// The loop of a path gives in each lane what the function gives that is proved, also where it writes over a source.
void expectLoop(const LoopPath& path, const Form& form, Modes modes, const LoopSources& sources) {
  const ScalarLoop loop = scalarLoop(path, form, modes);
  ASSERT_NE(loop, nullptr) << path.name << ", " << form.opcode(modes);
  std::array<Word, 32> result, expected;
  const auto [a, b, c, d] = sources;
  for (unsigned lane = 0; lane < 32; ++lane)
    expected[lane] = scalarFunction(form)(modes, a[lane], b[lane], c[lane], d[lane]);
  loop(a.data(), b.data(), c.data(), d.data(), result.data());
  EXPECT_EQ(result, expected) << path.name << ", " << form.opcode(modes);
  for (const auto& over : sources) {
    auto copy = sources;
    auto& target = copy[static_cast<std::size_t>(&over - sources.data())];
    loop(copy[0].data(), copy[1].data(), copy[2].data(), copy[3].data(), target.data());
    EXPECT_EQ(target, expected) << path.name << ", " << form.opcode(modes) << ", over a source";
  }
}

LoopSources randomSources(plain::Samples& samples) {
  LoopSources sources{};
  for (unsigned lane = 0; lane < 32; ++lane) {
    const std::vector<Word> one = samples.random();
    for (std::size_t i = 0; i < one.size(); ++i)
      sources[i][lane] = one[i];
  }
  return sources;
}

/// -32..95 in place of all sources but the first: positions, lengths and counts of bits.
void makeSmall(LoopSources& sources, const Form& form, Modes modes) {
  for (unsigned i = 1; i < form.sources(); ++i)
    for (Word& word : sources[i])
      word = (word % 128 - 32) & plain::mask(form.source(i, modes));
}

TEST(ScalarLoops, GiveWhatFunctionsGive) {
  constexpr unsigned kTimes = 60; // 1920 lanes
  for (const LoopPath& path : loopPaths())
    for (const Form& form : integerForms())
      for (const Modes modes : form.everyModes()) {
        plain::Samples samples(form, modes);
        for (unsigned i = 0; i < kTimes && path.isSupported && !testing::Test::HasFailure(); ++i) {
          LoopSources sources = randomSources(samples);
          if (i % 4 < 2)
            makeSmall(sources, form, modes);
          auto& last = sources[form.sources() - 1];
          if (i % 2 != 0) // a number, which is one for all lanes
            last.fill(last[0]);
          expectLoop(path, form, modes, sources);
        }
      }
}

template <class Do> void forEachLoopOfQuotients(Do once) {
  for (const LoopPath& path : loopPaths())
    for (const Form& form : integerForms())
      if ((form.operation->symbol == "div" || form.operation->symbol == "rem") && path.isSupported)
        once(path, form, plain::Samples(form, 0));
}

/// Beside a multiple of the divisor, where a quotient that is rounded might be another one.
TEST(ScalarLoops, QuotientsBesideIntegers_PTX_21) {
  constexpr unsigned kTimes = 500;
  forEachLoopOfQuotients([](const LoopPath& path, const Form& form, plain::Samples samples) {
    for (unsigned i = 0; i < kTimes && !testing::Test::HasFailure(); ++i) {
      LoopSources sources = randomSources(samples);
      for (unsigned lane = 0; lane < 32; ++lane)
        sources[0][lane] = (sources[0][lane] / (sources[1][lane] | 1) * sources[1][lane] + lane % 3 - 1) &
                           spec::scalar::onesOf(form.typeOfT().width());
      expectLoop(path, form, 0, sources);
    }
  });
}

/// By 0, the least by -1, and all else at the ends and beside powers of two, with each other.
TEST(ScalarLoops, QuotientsOfBoundaries_PTX_21) {
  forEachLoopOfQuotients([](const LoopPath& path, const Form& form, plain::Samples samples) {
    for (std::size_t first = 0; first < samples.pairs() && !testing::Test::HasFailure(); first += 32) {
      LoopSources sources{};
      for (std::size_t lane = 0; lane < 32; ++lane) {
        const std::vector<Word> pair = samples.pair((first + lane) % samples.pairs());
        sources[0][lane] = pair[0];
        sources[1][lane] = pair[1];
      }
      expectLoop(path, form, 0, sources);
    }
  });
}

TEST(ScalarLoops, AreOfTheFormsOfIntegers) {
  for (const LoopPath& path : loopPaths())
    EXPECT_EQ(path.forms.size(), integerForms().size()) << path.name;
  for (const Form& form : integerForms())
    for (const Modes modes : form.everyModes())
      EXPECT_NE(scalarLoop(form, modes), nullptr) << form.opcode(modes);
}

std::vector<const Operation*> allOperations() {
  std::vector<const Operation*> all;
  for (const Operation& operation : operations())
    all.push_back(&operation);
  return all;
}
INSTANTIATE_TEST_SUITE_P(Rows, ScalarOperation, testing::ValuesIn(allOperations()),
                         [](const auto& info) { return std::string(info.param->symbol); });

TEST(ScalarExecutors, GiveWhatWasWorkedByHand) {
  for (const plain::Worked& worked : plain::allWorked()) {
    const Word found = callOf(worked.spelled.form, worked.spelled.modes, worked.sources);
    EXPECT_EQ(found, worked.result) << worked.line << std::hex << ", found 0x" << found;
  }
}

} // namespace scalar_test
} // namespace warplaw::concrete
