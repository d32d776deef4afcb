// Scalar operations that compute floats: what each form's executor gives is what plain/ states in real numbers, CHECKED
// at the boundaries of its types and on random words (PTX-30, PTX-32, PTX-33). They have no encoding.
#include "concrete/scalar/scalar.h"
#include "plain/samples.h"
#include "proofs/statements/instruction.h"
#include "proofs/theorems/theorems.h"

namespace warplaw::proofs {
namespace {
using spec::scalar::Form;
using spec::scalar::Modes;
using spec::scalar::Word;

constexpr unsigned kRandom = 2000;

/// What a form is stated to give, or is wrongly.
using States = std::function<Word(const Form&, Modes, const std::vector<Word>& sources)>;

Word rightly(const Form& form, Modes modes, const std::vector<Word>& sources) {
  return plain::scalar(form, modes, sources);
}

/// What differs on these sources; empty: nothing.
std::string difference(const Form& form, Modes modes, const std::vector<Word>& sources, const States& states) {
  Word of[spec::scalar::kMostSources] = {};
  std::ranges::copy(sources, of);
  const Word executed = concrete::scalarFunction(form)(modes, of[0], of[1], of[2], of[3]);
  const Word stated = states(form, modes, sources);
  return executed == stated ? std::string()
                            : fmt::format("{} of {:#x}: executor {:#x}, stated {:#x}", form.opcode(modes),
                                          fmt::join(sources, ", "), executed, stated);
}

/// CHECKED where nothing differs; REFUTED by the first that does.
Obligation::Evidence compared(const Form& form, const States& states) {
  std::uint64_t inputs = 0;
  std::string wrong;
  const auto tryOne = [&](Modes modes, const std::vector<Word>& sources) {
    if (!wrong.empty())
      return;
    ++inputs;
    wrong = difference(form, modes, sources, states);
  };
  for (const Modes modes : form.everyModes()) {
    plain::Samples samples(form, modes);
    samples.eachPair([&](const std::vector<Word>& sources) { tryOne(modes, sources); });
    for (unsigned i = 0; i < kRandom && wrong.empty(); ++i)
      tryOne(modes, samples.random());
  }
  return {wrong.empty() ? Verdict::Checked : Verdict::Refuted,
          fmt::format("{} inputs, boundaries and random ones", inputs), wrong};
}

struct Wrong {
  const char* name;
  States states;
};

/// One thing wrong that every form of the row can have. If there are only two choices of modifiers, one may be the
/// other written out.
Wrong wrongOf(const spec::scalar::Operation& operation) {
  if (Form{&operation, 0}.everyModes().size() > 2)
    return {"modifiers-ignored",
            [](const Form& form, Modes, const std::vector<Word>& sources) { return rightly(form, 0, sources); }};
  return {"source-as-it-is", [](const Form&, Modes, const std::vector<Word>& sources) { return sources[0]; }};
}

Theorem theoremOf(const spec::scalar::Operation& operation) {
  Theorem theorem;
  theorem.name = fmt::format("ptx/{}", operation.symbol);
  theorem.instruction = kScalarName;
  theorem.rules = {operation.rules.begin(), operation.rules.end()};
  theorem.statement = fmt::format("{} gives what it is stated to give in real numbers, on the inputs that were tried",
                                  operation.opcode);
  theorem.build = [&operation, name = theorem.name](Terms&) -> Obligations {
    std::vector<Obligation> all;
    for (unsigned type = 0; type < operation.types.size(); ++type) {
      const Form form{&operation, type};
      const std::string prefix = fmt::format("{}/{}", name, operation.typeNames[type]);
      const Wrong wrong = wrongOf(operation);
      all.push_back(byEvidence(prefix + "/executor", Verdict::Checked, [form] { return compared(form, rightly); }));
      all.push_back(byEvidence(fmt::format("{}/twin/{}", prefix, wrong.name), Verdict::Refuted,
                               [form, wrong] { return compared(form, wrong.states); }));
    }
    return all;
  };
  return theorem;
}

} // namespace

std::vector<Theorem> scalarFloatTheorems() {
  std::vector<Theorem> all;
  for (const spec::scalar::Operation& operation : spec::scalar::operations())
    if (!operation.hasEncoding)
      all.push_back(theoremOf(operation));
  return all;
}

} // namespace warplaw::proofs
