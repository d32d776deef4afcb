// Executors of scalar operations (PTX-20 to PTX-33) are what plain/ states, on random words and at boundaries, and give
// what rows say that were worked by hand.
#include "concrete/scalar/scalar.h"
#include "plain/samples.h"
#include "tests/plain/worked.h"

namespace warplaw::concrete {
namespace {
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

} // namespace
} // namespace warplaw::concrete
