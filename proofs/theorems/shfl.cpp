// SHFL's theorems (SHFL-1..12): what they say; its witnesses as operands, cases and glances.
#include "proofs/statements/witness.h"
#include "proofs/theorems/shfl_theorems.h"
#include "symbolic/terms/evaluate.h"
#include <algorithm>
#include <cctype>
#include <fmt/format.h>

namespace warplaw::proofs {
namespace shfl {

std::string_view nameOf(spec::ShflMode mode) {
  constexpr std::string_view kNames[] = {"idx", "up", "down", "bfly"};
  return kNames[static_cast<unsigned>(mode)];
}

std::string formOf(spec::ShflMode mode) {
  std::string name(nameOf(mode));
  std::transform(name.begin(), name.end(), name.begin(), [](unsigned char c) { return std::toupper(c); });
  return "SHFL." + name;
}

Situation::Situation(Term which, symbolic::OperandTerms given, symbolic::ShflChoiceTerms chosen,
                     symbolic::ResultTerms old)
    : mode(which), operands(std::move(given)), choices(std::move(chosen)), before(std::move(old)),
      after(symbolic::shflEncoding({mode}, operands, choices, before)) {}

Situation::Situation(Terms& terms, Term which)
    : Situation(which, symbolic::variables<symbolic::OperandTerms>(terms),
                symbolic::variables<symbolic::ShflChoiceTerms>(terms),
                symbolic::variables<symbolic::ResultTerms>(terms, "before.")) {}

Situation Situation::with(const symbolic::OperandTerms& otherOperands,
                          const symbolic::ShflChoiceTerms& otherChoices) const {
  Situation other = *this;
  other.operands = otherOperands;
  other.choices = otherChoices;
  other.after = symbolic::shflEncoding({mode}, other.operands, other.choices, before);
  return other;
}

symbolic::ShflSource Situation::source(unsigned lane) const {
  return symbolic::shflSource(mode.terms().constant(5, lane), mode, operands.row[spec::shfl_rows::kLane][lane],
                              operands.row[spec::shfl_rows::kRange][lane]);
}

Term Situation::sourceExecutes(unsigned lane) const {
  std::vector<Term> bits;
  for (unsigned k = 0; k < spec::kLanes; ++k)
    bits.push_back(executes(k));
  return mode.terms().select(source(lane).lane, bits);
}

Term modeTerm(Terms& terms, spec::ShflMode mode) { return terms.constant(2, static_cast<Bits>(mode)); }
Term anyMode(Terms& terms) { return terms.variable(2, "mode"); }

Seen seenBy(Code* code, const Glance& glance) {
  spec::Operands operands;
  operands.exec = ~0u;
  for (unsigned lane = 0; lane < spec::kLanes; ++lane) {
    operands.row[spec::shfl_rows::kValue][lane] = lane;
    operands.row[spec::shfl_rows::kLane][lane] = glance.b;
    operands.row[spec::shfl_rows::kRange][lane] = glance.segment << 8 | glance.clamp;
  }
  const spec::ShflChoices choices;
  spec::Results results;
  const spec::ShflModifiers modifiers{static_cast<std::uint32_t>(glance.mode)};
  code(&modifiers, &operands, &choices, &results);
  return {results.row[0][glance.lane], (results.predicate >> glance.lane & 1) != 0};
}

int greatestLane(const Glance& glance) {
  int sum = 0;
  for (unsigned digit = 1; digit < spec::kLanes; digit *= 2)
    sum += static_cast<int>((glance.segment / digit % 2 ? glance.lane : glance.clamp) / digit % 2 * digit);
  return sum;
}

int leastLane(const Glance& glance) {
  Glance none = glance;
  none.clamp = 0;
  return greatestLane(none);
}

std::uint32_t valueOf(const Assignment& witness, const std::string& name) {
  return static_cast<std::uint32_t>(proofs::valueOf(witness, name));
}

spec::Case caseFrom(spec::ShflMode mode, const Assignment& witness) {
  spec::Case c;
  c.comment = "a solver's witness";
  c.instruction.form =
      spec::ShflForm{.mode = mode, .pu = {0}, .rd = {0}, .ra = {1}, .sb = {false, 2}, .sc = {false, 3}};
  const auto operands = valueFrom<spec::Operands>(witness);
  const auto before = valueFrom<spec::Results>(witness, "before.");
  c.warp.active = operands.exec;
  c.warp.predicates[0] = before.predicate;
  for (unsigned lane = 0; lane < spec::kLanes; ++lane) {
    c.warp.registers[0][lane] = before.row[0][lane];
    for (unsigned r = 0; r < 3; ++r)
      c.warp.registers[1 + r][lane] = operands.row[r][lane];
  }
  c.choices = valueFrom<spec::ShflChoices>(witness);
  return c;
}

Glance glanceFrom(const Assignment& witness, std::optional<spec::ShflMode> mode) {
  const std::uint32_t c = valueOf(witness, "c");
  return {mode.value_or(static_cast<spec::ShflMode>(valueOf(witness, "mode"))), valueOf(witness, "lane"),
          valueOf(witness, "b") & 31, c & 31, c >> 8 & 31};
}

std::function<Replay(const Assignment&)> replayGlance(const Subject& subject, std::optional<spec::ShflMode> mode,
                                                      std::function<bool(const Glance&, const Seen&)> lawHolds) {
  return [subject, mode, lawHolds](const Assignment& witness) {
    const Glance glance = glanceFrom(witness, mode);
    auto* code = reinterpret_cast<Code*>(subject.machineCode("warplaw_shfl_portable"));
    if (!code)
      return Replay{.reproduced = false, .report = "no machine code for warplaw_shfl_portable", .counterexample = {}};
    const Seen seen = seenBy(code, glance);
    Terms terms; // the encoding on constants folds to constants
    const symbolic::ShflSource source =
        symbolic::shflSource(terms.constant(5, glance.lane), modeTerm(terms, glance.mode), terms.constant(32, glance.b),
                             terms.constant(32, glance.segment << 8 | glance.clamp));
    const Term parts[] = {source.lane, source.inRange};
    const std::vector<Bits> encoded = symbolic::evaluate(parts, {});
    const bool agree = encoded[0] == seen.source && (encoded[1] == 1) == seen.inRange;

    Assignment whole{{"exec", ~0u}};
    for (unsigned lane = 0; lane < spec::kLanes; ++lane) {
      whole[fmt::format("row[0][{}]", lane)] = lane;
      whole[fmt::format("row[1][{}]", lane)] = glance.b;
      whole[fmt::format("row[2][{}]", lane)] = glance.segment << 8 | glance.clamp;
    }
    return Replay{.reproduced = agree && !lawHolds(glance, seen),
                  .report = fmt::format("{} lane {} b {} clamp {} segment {:#x}: reads lane {}, in range: {}{}",
                                        formOf(glance.mode), glance.lane, glance.b, glance.clamp, glance.segment,
                                        seen.source, seen.inRange, agree ? "" : "; the encoding says otherwise"),
                  .counterexample = caseFrom(glance.mode, whole)};
  };
}

spec::Results runPortable(const Subject& subject, spec::ShflMode mode, const spec::Operands& operands,
                          const spec::ShflChoices& choices) {
  const spec::ShflModifiers modifiers{static_cast<std::uint32_t>(mode)};
  spec::Results results;
  if (auto* code = reinterpret_cast<Code*>(subject.machineCode("warplaw_shfl_portable")))
    code(&modifiers, &operands, &choices, &results);
  return results;
}

} // namespace shfl
} // namespace warplaw::proofs
