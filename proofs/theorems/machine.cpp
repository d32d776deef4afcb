// The architectural level's theorems: exec mask, fetch and write-back on code, each against its encoding, for every
// legal plan and every warp (MACH-1, -2, -3, -5, -7, -8).
#include "proofs/statements/function_obligations.h"
#include "proofs/statements/instruction_table.h"
#include "proofs/statements/machine_contracts.h"
#include "proofs/theorems/theorems.h"
#include <algorithm>
#include <fmt/format.h>

namespace warplaw::proofs {
namespace machine {
namespace {
using symbolic::Bits;

using Splits = std::function<std::vector<Split>(Terms&, const Expectation&)>;

Theorem about(const Subject& subject, const std::string& name, const Contract& contract, std::vector<std::string> rules,
              std::string statement, std::vector<WrongEffect> wrong, std::vector<Contract> callees = {},
              Splits splits = {}) {
  const auto how = [=](FunctionContract& function) { function.splits = splits; };
  return instructionTheorem(
      name, "machine", "portable", std::move(rules), std::move(statement), contract.symbol,
      [=](Terms& terms) { return functionObligations(terms, subject, contract, wrong, name, how, callees); });
}

// --- warplaw_exec_lanes ---

Theorem execTheorem(const Subject& subject) {
  using Exec = std::function<Term(WarpTerms, PlanTerms)>;
  const auto wrong = [](const char* name, Exec exec) {
    return WrongEffect{name, "exec", [exec](Given& g) { g.returned = exec(g.as<WarpTerms>(0), g.as<PlanTerms>(1)); }};
  };
  return about(subject, "machine/exec", execLanes(), {"MACH-1", "MACH-3", "MACH-7"},
               "the lanes that execute are active, pass the guard, and are no helpers where the plan leaves those out",
               {wrong("guard-negation-dropped",
                      [](WarpTerms warp, PlanTerms plan) {
                        plan.guardNegated = plan.guardNegated.terms().constant(32, 0);
                        return symbolic::execLanes(warp, plan);
                      }),
                wrong("helpers-execute",
                      [](WarpTerms warp, PlanTerms plan) {
                        plan.excludesHelpers = plan.excludesHelpers.terms().constant(32, 0);
                        return symbolic::execLanes(warp, plan);
                      }),
                wrong("helpers-always-excluded",
                      [](WarpTerms warp, PlanTerms plan) { return symbolic::execLanes(warp, plan) & ~warp.helpers; }),
                wrong("inactive-lanes-execute",
                      [](WarpTerms warp, PlanTerms plan) {
                        warp.active = warp.active.terms().constant(32, 0xffffffff);
                        return symbolic::execLanes(warp, plan);
                      }),
                wrong("true-predicate-reads-false", [](WarpTerms warp, PlanTerms plan) {
                  const Term none = warp.active.terms().constant(32, 0);
                  return plan.guardPredicate.eq(spec::kTruePredicate).ite(none, symbolic::execLanes(warp, plan));
                })});
}

// --- Splits that take the register file apart. ---

/// A source is no register, or one of each number; its variables are "<source>.kind" and "<source>.value".
Split sourceSplit(Terms& terms, const std::string& source) {
  const Term kind = terms.variable(32, source + ".kind"), value = terms.variable(32, source + ".value");
  const Term isRegister = terms.constant(32, static_cast<Bits>(spec::SourceKind::Register));
  const Term names = kind.eq(isRegister);
  Split split = {{~names, {{names, terms.truth(false)}}}};
  for (unsigned n = 0; n <= spec::kZeroRegister; ++n)
    split.push_back({names & value.eq(n), {{kind, isRegister}, {value, terms.constant(32, n)}}});
  return split;
}

std::vector<Split> fetchSplits(Terms& terms, const Expectation& e) {
  if (e.place && e.place->field == "row")
    return {sourceSplit(terms, fmt::format("plan.source[{}]", e.place->cell / spec::kLanes))};
  return {};
}

/// The destinations that a register is, and whether the lane's words are written.
std::vector<Split> writeBackSplits(Terms& terms, const Expectation& e) {
  std::vector<Split> splits;
  if (!e.place || e.place->field != "registers")
    return splits;
  for (unsigned r = 0; r < spec::kResultRows; ++r) {
    const Term number = terms.constant(8, e.place->cell / spec::kLanes);
    const Term destination = terms.variable(8, fmt::format("narrow.plan.destination[{}]", r));
    const Term names = destination.eq(number);
    splits.push_back(splitOn(names, {{names, terms.truth(false)}}, {{destination, number}}));
    const Term mask = terms.variable(32, fmt::format("results.written[{}]", r));
    const Term written = mask.bit(e.place->cell % spec::kLanes);
    splits.push_back(splitOn(written, {{written, terms.truth(false)}}, {{written, terms.truth(true)}}));
  }
  return splits;
}

// --- warplaw_fetch_row ---

Theorem fetchRowTheorem(const Subject& subject) {
  using Rows = std::function<symbolic::PerLane<Term>(const WarpTerms&, SourceTerms)>;
  const auto wrong = [](const char* name, unsigned lane, Rows row) {
    return WrongEffect{name, fmt::format("row[{}]", lane),
                       [row](Given& g) { setRow(g.objects[2], row(g.as<WarpTerms>(0), g.as<SourceTerms>(1))); }};
  };
  return about(subject, "machine/fetch-row", fetchRow(), {"MACH-2", "MACH-3"},
               "a row is the register's 32 lanes, the immediate in each, or 0 for RZ and an absent source",
               {wrong("zero-register-reads-R254", 3,
                      [](const WarpTerms& warp, SourceTerms source) {
                        const Term last = source.value.terms().constant(32, spec::kRegisters - 1);
                        const Term isZero =
                            source.kind.eq(Bits(spec::SourceKind::Register)) & source.value.eq(spec::kZeroRegister);
                        source.value = isZero.ite(last, source.value);
                        return symbolic::fetchRow(warp, source);
                      }),
                wrong("immediate-cut-to-16-bits", 0,
                      [](const WarpTerms& warp, SourceTerms source) {
                        source.value = source.value.extract(15, 0).zext(32);
                        return symbolic::fetchRow(warp, source);
                      }),
                wrong("lanes-shifted", 31,
                      [](const WarpTerms& warp, SourceTerms source) {
                        auto row = symbolic::fetchRow(warp, source);
                        std::rotate(row.begin(), row.begin() + 1, row.end());
                        return row;
                      })},
               {}, [](Terms& terms, const Expectation&) { return std::vector<Split>{sourceSplit(terms, "source")}; });
}

// --- warplaw_fetch ---

Theorem fetchTheorem(const Subject& subject) {
  using Fetch = std::function<OperandTerms(const WarpTerms&, PlanTerms)>;
  const auto wrong = [](const char* name, const char* output, Fetch fetch) {
    return WrongEffect{name, output, [fetch](Given& g) { g.set(2, fetch(g.as<WarpTerms>(0), g.as<PlanTerms>(1))); }};
  };
  return about(subject, "machine/fetch", fetch(), {"MACH-1", "MACH-2", "MACH-3", "MACH-7"},
               "a datapath is given all operands of all lanes, executing or not, and the lanes that execute",
               {wrong("only-executing-lanes", "row[2][8]",
                      [](const WarpTerms& warp, PlanTerms plan) {
                        OperandTerms operands = symbolic::fetch(warp, plan);
                        const Term none = operands.exec.terms().constant(32, 0);
                        operands.row[2][8] = operands.exec.bit(8).ite(operands.row[2][8], none);
                        return operands;
                      }),
                wrong("source-predicate-negation-dropped", "predicate[5]",
                      [](const WarpTerms& warp, PlanTerms plan) {
                        plan.sourcePredicateNegated = warp.active.terms().constant(32, 0);
                        return symbolic::fetch(warp, plan);
                      })},
               {execLanes(), fetchRow()}, fetchSplits);
}

// --- warplaw_write_back ---

Theorem writeBackTheorem(const Subject& subject) {
  using WriteBack = std::function<WarpTerms(const WarpTerms&, PlanTerms, Term exec, ResultTerms)>;
  const auto wrong = [](const char* name, const char* output, WriteBack writeBack) {
    return WrongEffect{name, output, [writeBack](Given& g) {
                         g.set(0,
                               writeBack(g.as<WarpTerms>(0), g.as<PlanTerms>(1), g.integers[0], g.as<ResultTerms>(2)));
                       }};
  };
  return about(
      subject, "machine/write-back", writeBack(), {"MACH-1", "MACH-3", "MACH-5", "MACH-8"},
      "write-back changes the written words and bits of executing lanes, drops RZ and PT, sets every lane's error, and "
      "changes nothing else",
      {wrong("zero-register-written-to-R254", "registers[254][11]",
             [](const WarpTerms& warp, PlanTerms plan, Term exec, ResultTerms results) {
               const Term last = exec.terms().constant(32, spec::kRegisters - 1);
               plan.destination[0] = plan.destination[0].eq(spec::kZeroRegister).ite(last, plan.destination[0]);
               return symbolic::writeBack(warp, plan, exec, results);
             }),
       wrong("true-predicate-written-to-P6", "predicates[6][17]",
             [](const WarpTerms& warp, PlanTerms plan, Term exec, ResultTerms results) {
               const Term last = exec.terms().constant(32, spec::kPredicates - 1), to = plan.destinationPredicate;
               plan.destinationPredicate = to.eq(spec::kTruePredicate).ite(last, to);
               return symbolic::writeBack(warp, plan, exec, results);
             }),
       wrong("lane-outside-exec-written", "registers[7][19]",
             [](const WarpTerms& warp, PlanTerms plan, Term exec, ResultTerms results) {
               return symbolic::writeBack(warp, plan, exec.terms().constant(32, 0xffffffff), results);
             }),
       wrong("written-bit-ignored", "registers[0][20]",
             [](const WarpTerms& warp, PlanTerms plan, Term exec, ResultTerms results) {
               results.written[0] = exec.terms().constant(32, 0xffffffff);
               return symbolic::writeBack(warp, plan, exec, results);
             }),
       wrong("errors-of-other-lanes-kept", "errors[2]",
             [](const WarpTerms& warp, PlanTerms plan, Term exec, ResultTerms results) {
               WarpTerms after = symbolic::writeBack(warp, plan, exec, results);
               after.errors[2] = exec.bit(2).ite(results.error[2], warp.errors[2]);
               return after;
             })},
      {}, writeBackSplits);
}

Theorem planTheorem() {
  return instructionTheorem("machine/plans", "machine", "", {"MACH-3"},
                            "every legal plan is one of those that the other theorems of the machine speak of", "",
                            [](Terms& terms) -> Obligations {
                              return std::vector<Obligation>{
                                  implied("machine/plans/numbers-fit-their-variables", {}, narrowIsLegal(terms))};
                            });
}

} // namespace
} // namespace machine

std::vector<Theorem> machineTheorems(const Subject& subject) {
  // write-back first: it takes longest to state, and a run's last theorem has one core
  return {machine::writeBackTheorem(subject), machine::fetchTheorem(subject), machine::execTheorem(subject),
          machine::fetchRowTheorem(subject),  machine::planTheorem(),         surroundingsTheorem()};
}

} // namespace warplaw::proofs
