// Scalar operations: what each form's function gives is what its encoding gives, for all sources and modifiers (PTX-20
// to PTX-26, PTX-31, PTX-33). One question a form; the encodings' misreadings are its twins.
#include "symbolic/encodings/scalar.h"
#include "proofs/statements/instruction.h"
#include "proofs/theorems/theorems.h"
#include "symbolic/encodings/scalar_misreadings.h"

namespace warplaw::proofs {
namespace {
using spec::scalar::Form;
using spec::scalar::Modes;
namespace scalar = symbolic::scalar;

constexpr const char *kResult = "result", *kModes = "modes";
constexpr const char* kSources[] = {"a", "b", "c", "d"};
constexpr unsigned kWordBits = 64;
/// What one encoding or misreading makes of a form with one choice of its modifiers.
using Reads = std::function<Term(const scalar::Input&)>;

scalar::Input inputOf(const Form& form, Modes modes, const Given& g) {
  scalar::Input input{form, modes, {}};
  for (unsigned i = 0; i < form.sources(); ++i)
    input.source[i] = g.integers[1 + i].extract(form.source(i, modes).width() - 1, 0);
  return input;
}

Term isModes(const Given& g, Modes modes) { return g.integers[0].eq(symbolic::Bits(modes)); }

Term resultOf(const Form& form, const Given& g, const Reads& reads) {
  Term result;
  for (const Modes modes : form.everyModes()) {
    const Term one = reads(inputOf(form, modes, g)).zext(kWordBits);
    result = result ? isModes(g, modes).ite(one, result) : one;
  }
  return result;
}

Contract contractOf(const Form& form) {
  return {"warplaw_scalar_" + form.symbol(),
          {integer(kModes), integer(kSources[0], kWordBits), integer(kSources[1], kWordBits),
           integer(kSources[2], kWordBits), integer(kSources[3], kWordBits)},
          [form](const Given& g) {
            std::vector<Term> legal;
            for (const Modes modes : form.everyModes())
              legal.push_back(isModes(g, modes));
            return g.terms.any(legal);
          },
          [form](Given& g) {
            g.returned = resultOf(form, g, [](const scalar::Input& input) {
              return scalar::encoded(input.form, input.modes, std::span(input.source).first(input.form.sources()));
            });
          },
          kResult};
}

/// Each choice of the modifiers by itself.
FunctionContract functionOf(const Contract& contract, const Form& form) {
  FunctionContract function = functionContract(contract);
  const std::vector<Modes> every = form.everyModes();
  if (every.size() > 1)
    function.splits = [every](Terms& terms, const Expectation&) {
      const Term modes = terms.variable(32, kModes);
      Split split;
      for (const Modes one : every)
        split.push_back({modes.eq(symbolic::Bits(one)), {{modes, terms.constant(32, one)}}});
      return std::vector<Split>{split};
    };
  return function;
}

/// A misreading says nothing of a form for which it makes the same term.
bool differs(const Contract& contract, const Form& form, const Reads& wrong) {
  Terms terms;
  Given given = variablesOf(terms, contract);
  contract.effect(given);
  return !resultOf(form, given, wrong).same(given.returned);
}

std::vector<WrongEffect> wrongOf(const Contract& contract, const Form& form) {
  std::vector<WrongEffect> all;
  for (const scalar::Misreading& misreading : scalar::misreadings()) {
    if (misreading.symbol != form.operation->symbol || !differs(contract, form, misreading.wrong))
      continue;
    all.push_back({std::string(misreading.name),
                   kResult,
                   [form, wrong = misreading.wrong](Given& g) { g.returned = resultOf(form, g, wrong); },
                   {form.operation->rules.begin(), form.operation->rules.end()}});
  }
  return all;
}

/// What a witness calls: "mul.hi.u16 0x3, 0x8000".
std::string called(const Form& form, const Assignment& witness) {
  const auto valueOf = [&](std::string_view name) {
    const auto found = witness.find(name);
    return found == witness.end() ? 0 : static_cast<spec::scalar::Word>(found->second);
  };
  const auto modes = static_cast<Modes>(valueOf(kModes));
  if (!form.isLegal(modes))
    return form.symbol();
  std::string text = form.opcode(modes);
  for (unsigned i = 0; i < form.sources(); ++i)
    text += fmt::format("{} {:#x}", i == 0 ? "" : ",",
                        valueOf(kSources[i]) & symbolic::onesOf(form.source(i, modes).width()));
  return text;
}

/// A replay that says what was called.
Obligation saysTheCall(Obligation obligation, const Form& form) {
  if (obligation.replay)
    obligation.replay = [form, replay = std::move(obligation.replay)](const Assignment& witness) {
      Replay shown = replay(witness);
      shown.report = called(form, witness) + ": " + shown.report;
      return shown;
    };
  return obligation;
}

Obligations ofForms(Terms& terms, const Subject& subject, const spec::scalar::Operation& operation,
                    const std::string& name) {
  std::vector<Obligation> all;
  for (unsigned type = 0; type < operation.types.size(); ++type) {
    const Form form{&operation, type};
    const Contract contract = asStated(subject, contractOf(form));
    Obligations made =
        obligationsOf(terms, subject, functionOf(contract, form), twinsOf(contract, wrongOf(contract, form)),
                      fmt::format("{}/{}", name, operation.typeNames[type]));
    if (std::holds_alternative<Problem>(made))
      return made;
    for (Obligation& obligation : std::get<std::vector<Obligation>>(made))
      all.push_back(saysTheCall(std::move(obligation), form));
  }
  return all;
}

Theorem theoremOf(const Subject& subject, const spec::scalar::Operation& operation) {
  Theorem theorem;
  theorem.name = fmt::format("ptx/{}", operation.symbol);
  theorem.instruction = kScalarName;
  theorem.path = "portable";
  theorem.rules = {operation.rules.begin(), operation.rules.end()};
  const std::size_t types = operation.types.size();
  theorem.statement = fmt::format("{} gives what its encoding gives, for all sources and modifiers{}", operation.opcode,
                                  types == 1 ? "" : fmt::format(" and for each of its {} types", types));
  for (unsigned type = 0; type < operation.types.size(); ++type)
    theorem.code.push_back("warplaw_scalar_" + Form{&operation, type}.symbol());
  theorem.build = [subject, &operation, name = theorem.name](Terms& terms) {
    return ofForms(terms, subject, operation, name);
  };
  return theorem;
}

} // namespace

std::vector<Theorem> scalarTheorems(const Subject& subject) {
  std::vector<Theorem> all;
  for (const spec::scalar::Operation& operation : spec::scalar::encodedOperations())
    all.push_back(theoremOf(subject, operation));
  return all;
}

} // namespace warplaw::proofs
