// SHFL's code against its encoding, a theorem for each mode and path, lane by lane (SHFL-1..8, MACH-1, -5), and its
// plan (SHFL-9).
#include "concrete/execute.h"
#include "proofs/theorems/shfl_theorems.h"
#include "spec/instruction.h"
#include "symbolic/terms/evaluate.h"
#include <fmt/format.h>

namespace warplaw::proofs::shfl {
namespace {
using symbolic::OperandTerms;
using symbolic::PerLane;
using symbolic::PlanTerms;
using symbolic::ResultTerms;
using symbolic::ShflFormTerms;

enum Object : unsigned { kOperands, kChoices, kResults };

CallStatement call(Terms& terms, spec::ShflMode mode, const Situation& situation) {
  CallStatement statement;
  statement.input.objects = {operandsTable(situation.operands), shflChoicesTable(situation.choices),
                             resultsTable(situation.before)};
  statement.input.arguments = {terms.constant(32, static_cast<Bits>(mode)), lift::PointerTo{kOperands},
                               lift::PointerTo{kChoices}, lift::PointerTo{kResults}};
  return statement;
}

Expectation rowOf(unsigned lane, Term value) {
  return {fmt::format("row[0][{}]", lane), Place{kResults, "row", lane}, value};
}
Expectation bitOf(const char* field, unsigned cell, const std::string& name, unsigned lane, Term mask) {
  return {fmt::format("{}[{}]", name, lane), Place{kResults, field, cell, static_cast<int>(lane)}, mask.bit(lane)};
}

CallStatement rightStatement(Terms& terms, spec::ShflMode mode) {
  const Situation situation(terms, modeTerm(terms, mode));
  CallStatement statement = call(terms, mode, situation);
  const ResultTerms& after = situation.after;
  for (unsigned lane = 0; lane < spec::kLanes; ++lane)
    statement.groups.push_back({fmt::format("lane-{:02}", lane),
                                {rowOf(lane, after.row[0][lane]),
                                 bitOf("predicate", 0, "predicate", lane, after.predicate),
                                 bitOf("written", 0, "written0", lane, after.written[0]),
                                 bitOf("written", 1, "written1", lane, after.written[1]),
                                 bitOf("predicateWritten", 0, "predicateWritten", lane, after.predicateWritten),
                                 {fmt::format("error[{}]", lane), Place{kResults, "error", lane}, after.error[lane]}}});
  return statement;
}

/// A twin says one wrong thing about one output.
Twin twin(spec::ShflMode mode, std::string name, std::function<Expectation(const Situation&)> wrong) {
  Terms scratch;
  const std::string output = wrong(Situation(scratch, modeTerm(scratch, mode))).name;
  return {name, "wrong", output, [mode, wrong](Terms& terms) {
            const Situation situation(terms, modeTerm(terms, mode));
            CallStatement statement = call(terms, mode, situation);
            statement.groups.push_back({"wrong", {wrong(situation)}});
            return statement;
          }};
}

/// What a lane's predicate bit is if it executes and `inRange` decides.
Expectation predicateIs(const Situation& s, unsigned lane, Term inRange) {
  return {fmt::format("predicate[{}]", lane), Place{kResults, "predicate", 0, static_cast<int>(lane)},
          s.executes(lane).ite(inRange, s.before.predicate.bit(lane))};
}

/// What a lane receives if it executes and reads `source`.
Expectation reads(const Situation& s, unsigned lane, Term source) {
  Terms& terms = source.terms();
  PerLane<Term> executes;
  for (unsigned k = 0; k < spec::kLanes; ++k)
    executes[k] = s.executes(k);
  const Term value = terms.select(source, executes)
                         .ite(terms.select(source, s.operands.row[spec::shfl_rows::kValue]), s.choices.inactive[lane]);
  return rowOf(lane, s.executes(lane).ite(value, s.before.row[0][lane]));
}

struct Fields {
  Term lane, b, clamp, segment; ///< 5 bits each
};
Fields fieldsOf(const Situation& s, unsigned lane) {
  const Term b = s.operands.row[spec::shfl_rows::kLane][lane], c = s.operands.row[spec::shfl_rows::kRange][lane];
  return {b.terms().constant(5, lane), b.extract(4, 0), c.extract(4, 0), c.extract(12, 8)};
}

/// Twins that are wrong in every mode: the exec mask and the choices (SHFL-7, MACH-1).
std::vector<Twin> twinsOfEveryMode(spec::ShflMode mode) {
  return {twin(mode, "source-read-though-inactive",
               [](const Situation& s) {
                 const Term value = s.mode.terms().select(s.source(9).lane, s.operands.row[spec::shfl_rows::kValue]);
                 return rowOf(9, s.executes(9).ite(value, s.before.row[0][9]));
               }),
          twin(mode, "inactive-source-gives-zero",
               [](const Situation& s) {
                 PerLane<Term> executes;
                 for (unsigned k = 0; k < spec::kLanes; ++k)
                   executes[k] = s.executes(k);
                 Terms& terms = s.mode.terms();
                 const Term source = s.source(17).lane;
                 const Term value =
                     terms.select(source, executes)
                         .ite(terms.select(source, s.operands.row[spec::shfl_rows::kValue]), terms.constant(32, 0));
                 return rowOf(17, s.executes(17).ite(value, s.before.row[0][17]));
               }),
          twin(mode, "lane-outside-exec-written",
               [](const Situation& s) {
                 return rowOf(30, s.sourceExecutes(30).ite(s.after.row[0][30], s.choices.inactive[30]));
               }),
          twin(mode, "clamp-not-masked-by-segment", [mode](const Situation& s) {
            const Fields f = fieldsOf(s, 6);
            const Term greatest = ((f.lane & f.segment) | f.clamp).zext(8), candidate = s.source(6).candidate;
            return predicateIs(s, 6, mode == spec::ShflMode::Up ? greatest.sle(candidate) : candidate.sle(greatest));
          })};
}

/// The twin that is wrong in the rule of this mode (SHFL-2..5).
Twin twinOfMode(spec::ShflMode mode) {
  switch (mode) {
  case spec::ShflMode::Idx:
    return twin(mode, "index-not-masked-by-segment", [](const Situation& s) {
      const Fields f = fieldsOf(s, 12);
      return reads(s, 12, s.source(12).inRange.ite((f.lane & f.segment) | f.b, f.lane));
    });
  case spec::ShflMode::Up:
    return twin(mode, "compares-with-least-lane", [](const Situation& s) { // SHFL-4's claim
      const Fields f = fieldsOf(s, 7);
      return predicateIs(s, 7, (f.lane & f.segment).zext(8).sle(s.source(7).candidate));
    });
  case spec::ShflMode::Down:
    return twin(mode, "wraps-at-32", [](const Situation& s) {
      const Fields f = fieldsOf(s, 20);
      const Term greatest = (f.lane & f.segment) | (f.clamp & ~f.segment);
      return predicateIs(s, 20, (f.lane + f.b).ule(greatest));
    });
  case spec::ShflMode::Bfly:
    break;
  }
  return twin(mode, "out-of-range-reads-anyway", [](const Situation& s) { // SHFL-6 dropped
    const Fields f = fieldsOf(s, 3);
    return reads(s, 3, f.lane ^ f.b);
  });
}

FunctionContract contractOf(spec::ShflMode mode, const std::string& symbol) {
  FunctionContract contract;
  contract.symbol = symbol;
  for (const concrete::Path& path : concrete::paths(spec::Mnemonic::Shfl))
    if (symbol.ends_with(path.name) && !path.supported)
      contract.replaySymbol = "warplaw_shfl_portable";
  contract.state = [mode](Terms& terms) { return rightStatement(terms, mode); };
  contract.invoke = [](void* code, std::span<std::byte* const> objects,
                       std::span<const Bits> integers) -> std::uint64_t {
    reinterpret_cast<Code*>(code)(static_cast<std::uint32_t>(integers[0]),
                                  reinterpret_cast<const spec::Operands*>(objects[kOperands]),
                                  reinterpret_cast<const spec::ShflChoices*>(objects[kChoices]),
                                  reinterpret_cast<spec::Results*>(objects[kResults]));
    return 0;
  };
  contract.asCase = [mode](const Assignment& witness) { return std::optional(caseFrom(mode, witness)); };
  return contract;
}

Theorem executorTheorem(const Subject& subject, spec::ShflMode mode, const std::string& path) {
  Theorem theorem;
  theorem.name = fmt::format("shfl/{}/{}", path, nameOf(mode));
  theorem.instruction = "SHFL";
  theorem.form = formOf(mode);
  theorem.path = path;
  theorem.rules = {"SHFL-1",
                   fmt::format("SHFL-{}", mode == spec::ShflMode::Idx    ? 2
                                          : mode == spec::ShflMode::Down ? 3
                                          : mode == spec::ShflMode::Up   ? 4
                                                                         : 5),
                   "SHFL-6",
                   "SHFL-7",
                   "SHFL-8",
                   "MACH-1",
                   "MACH-5",
                   "MACH-8"};
  theorem.statement = fmt::format("{}, {} path: for all operands, exec masks and choices, no undefined behaviour, and "
                                  "results equal to the encoding, the frame included",
                                  theorem.form, path);
  theorem.code = {"warplaw_shfl_" + path};
  theorem.laneLevel = true;
  theorem.build = [subject, mode, name = theorem.name, symbol = theorem.code[0]](Terms& terms) {
    std::vector<Twin> twins = twinsOfEveryMode(mode);
    twins.push_back(twinOfMode(mode));
    return obligationsOf(terms, subject, contractOf(mode, symbol), twins, name);
  };
  return theorem;
}

// --- The plan (SHFL-9). ---

CallStatement planStatement(Terms& terms, const std::function<void(PlanTerms&, const ShflFormTerms&)>& spoil = {}) {
  const ShflFormTerms form = ShflFormTerms::variables(terms);
  const PlanTerms before = freshPlan(terms);
  PlanTerms after = shflPlan(form, before);
  if (spoil)
    spoil(after, form);
  CallStatement statement;
  statement.input.objects = {shflFormTable(form), planTable(before, true)};
  statement.input.arguments = {lift::PointerTo{0}, lift::PointerTo{1}};
  statement.assumptions = {isLegal(form)};
  statement.groups = {planGroup(after, 1)};
  return statement;
}

/// The forms that the theorem assumes are those that spec::check lets pass: each field alone through all its values.
Obligation::Evidence legalForms() {
  Terms terms;
  const Term legal = isLegal(ShflFormTerms::variables(terms));
  unsigned forms = 0, wrong = 0;
  const auto look = [&](const spec::ShflForm& form) {
    spec::Instruction instruction;
    instruction.form = form;
    const Assignment values = {{"mode", Bits(form.mode)},
                               {"pu", form.pu.index},
                               {"rd", form.rd.index},
                               {"ra", form.ra.index},
                               {"sb.isImmediate", form.sb.isImmediate},
                               {"sb.value", form.sb.value},
                               {"sc.isImmediate", form.sc.isImmediate},
                               {"sc.value", form.sc.value}};
    ++forms;
    wrong += (symbolic::evaluate(std::span(&legal, 1), values)[0] != 0) != spec::check(instruction).has_value();
  };
  const auto with = [&](auto spec::ShflForm::* field, auto value) {
    spec::ShflForm form;
    form.*field = value;
    look(form);
  };
  for (unsigned value = 0; value < 0x10000; ++value)
    for (const bool isImmediate : {false, true}) {
      const spec::RegisterOrImmediate operand{isImmediate, static_cast<std::uint16_t>(value)};
      with(&spec::ShflForm::sb, operand);
      with(&spec::ShflForm::sc, operand);
    }
  for (unsigned value = 0; value < 0x100; ++value) {
    const auto byte = static_cast<std::uint8_t>(value);
    with(&spec::ShflForm::mode, static_cast<spec::ShflMode>(byte));
    with(&spec::ShflForm::pu, spec::Predicate{byte});
    with(&spec::ShflForm::rd, spec::Register{byte});
    with(&spec::ShflForm::ra, spec::Register{byte});
  }
  return {wrong == 0 ? Verdict::Checked : Verdict::Refuted, fmt::format("{} forms, each field alone", forms),
          fmt::format("{} forms are legal for one and not for the other", wrong)};
}

Theorem planTheorem(const Subject& subject) {
  Theorem theorem;
  theorem.name = "shfl/plan";
  theorem.instruction = "SHFL";
  theorem.rules = {"SHFL-9"};
  theorem.statement = "Sb is a register or 5 bits, Sc a register or 13 bits: for every legal form the plan names the "
                      "operands and destinations that the form does, and leaves the guard alone";
  theorem.code = {"warplaw_shfl_plan"};
  theorem.build = [subject, name = theorem.name](Terms& terms) {
    FunctionContract contract;
    contract.symbol = "warplaw_shfl_plan";
    contract.state = [](Terms& t) { return planStatement(t); };
    contract.invoke = [](void* code, std::span<std::byte* const> objects, std::span<const Bits>) -> std::uint64_t {
      reinterpret_cast<PlanCode*>(code)(reinterpret_cast<const spec::ShflForm*>(objects[0]),
                                        reinterpret_cast<spec::Plan*>(objects[1]));
      return 0;
    };
    const std::vector<Twin> twins = {{"immediate-taken-for-register", "plan", "source[2]",
                                      [](Terms& t) {
                                        return planStatement(t, [](PlanTerms& plan, const ShflFormTerms&) {
                                          plan.source[1].kind = plan.source[0].kind;
                                        });
                                      }},
                                     {"operands-swapped", "plan", "source[3]",
                                      [](Terms& t) {
                                        return planStatement(t, [](PlanTerms& plan, const ShflFormTerms&) {
                                          std::swap(plan.source[1], plan.source[2]);
                                        });
                                      }},
                                     {"true-predicate-dropped", "plan", "destinationPredicate", [](Terms& t) {
                                        return planStatement(t, [](PlanTerms& plan, const ShflFormTerms& form) {
                                          plan.destinationPredicate = form.pu.extract(1, 0).zext(32);
                                        });
                                      }}};
    Obligations obligations = obligationsOf(terms, subject, contract, twins, name);
    if (auto* list = std::get_if<std::vector<Obligation>>(&obligations)) {
      const ShflFormTerms form = ShflFormTerms::variables(terms);
      const PlanTerms before = freshPlan(terms);
      list->push_back(planIsLegal(name, {isLegal(form)}, before, shflPlan(form, before)));
      list->push_back(byEvidence(name + "/legal-forms", Verdict::Checked, legalForms));
    }
    return obligations;
  };
  return theorem;
}

} // namespace

std::vector<Theorem> executorTheorems(const Subject& subject) {
  std::vector<Theorem> theorems;
  for (const char* path : {"portable", "avx512"})
    for (spec::ShflMode mode : kModes)
      theorems.push_back(executorTheorem(subject, mode, path));
  theorems.push_back(planTheorem(subject));
  return theorems;
}

} // namespace warplaw::proofs::shfl
