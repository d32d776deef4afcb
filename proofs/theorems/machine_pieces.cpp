// Exec mask, fetch and write-back on code, each against its encoding, for every legal plan and every warp (MACH-1, -2,
// -3, -5, -7, -8).
#include "proofs/theorems/machine_theorems.h"
#include <algorithm>
#include <fmt/format.h>

namespace warplaw::proofs::machine {
namespace {
using symbolic::Bits;
using symbolic::PlanTerms;
using symbolic::ResultTerms;
using symbolic::WarpTerms;

Theorem about(const Subject& subject, std::string name, const char* symbol, std::vector<std::string> rules,
              std::string statement, FunctionContract contract, std::vector<Twin> twins) {
  Theorem theorem;
  theorem.name = std::move(name);
  theorem.instruction = "machine";
  theorem.path = "portable";
  theorem.rules = std::move(rules);
  theorem.statement = std::move(statement);
  theorem.code = {symbol};
  theorem.build = [subject, contract, twins, prefix = theorem.name](Terms& terms) {
    return obligationsOf(terms, subject, contract, twins, prefix);
  };
  return theorem;
}

/// Groups of all cells of `table`, which is object `object` as it must be afterwards: one group a lane for rows of
/// lanes, the rest together.
std::vector<Group> groupsOf(const lift::Table& table, unsigned object, const std::vector<std::string>& fields) {
  std::vector<Group> groups(spec::kLanes);
  for (unsigned lane = 0; lane < spec::kLanes; ++lane)
    groups[lane].name = fmt::format("lane-{:02}", lane);
  Group others{"masks", {}};
  for (const std::string& name : fields) {
    const lift::Field& field = table.field(name);
    for (unsigned cell = 0; cell < field.cells.size(); ++cell) {
      Group& group = field.cells.size() % spec::kLanes == 0 ? groups[cell % spec::kLanes] : others;
      group.expectations.push_back({nameOfCell(field, cell), Place{object, name, cell}, field.cells[cell].bits});
    }
  }
  groups.push_back(others);
  return groups;
}

// --- warplaw_exec_lanes ---

using Exec = std::function<Term(const WarpTerms&, const PlanTerms&)>;

std::function<CallStatement(Terms&)> execStatement(Exec exec) {
  return [exec](Terms& terms) {
    const WarpTerms warp = WarpTerms::variables(terms);
    const PlanTerms plan = PlanTerms::variables(terms);
    CallStatement statement;
    statement.input.objects = {warpTable(warp), planTable(plan)};
    statement.input.arguments = {lift::PointerTo{0}, lift::PointerTo{1}};
    statement.assumptions = {isLegal(plan)};
    statement.groups = {{"mask", {{"exec", {}, exec(warp, plan)}}}};
    return statement;
  };
}

Theorem execTheorem(const Subject& subject) {
  FunctionContract contract;
  contract.symbol = kExecLanes;
  contract.state = execStatement(symbolic::execLanes);
  contract.invoke = [](void* code, std::span<std::byte* const> objects, std::span<const Bits>) -> std::uint64_t {
    return reinterpret_cast<ExecLanesCode*>(code)(reinterpret_cast<const spec::Warp*>(objects[0]),
                                                  reinterpret_cast<const spec::Plan*>(objects[1]));
  };
  const auto twin = [](const char* name, Exec wrong) {
    return Twin{name, "mask", "exec", execStatement(std::move(wrong))};
  };
  const auto zero = [](Term like) { return like.terms().constant(32, 0); };
  return about(
      subject, "machine/exec", kExecLanes, {"MACH-1", "MACH-3", "MACH-7"},
      "the lanes that execute are active, pass the guard, and are no helpers where the plan leaves those out", contract,
      {twin("guard-negation-dropped",
            [zero](const WarpTerms& warp, PlanTerms plan) {
              return plan.guardNegated = zero(warp.active), execLanes(warp, plan);
            }),
       twin("helpers-execute",
            [zero](const WarpTerms& warp, PlanTerms plan) {
              return plan.excludesHelpers = zero(warp.active), execLanes(warp, plan);
            }),
       twin("helpers-always-excluded",
            [](const WarpTerms& warp, const PlanTerms& plan) { return execLanes(warp, plan) & ~warp.helpers; }),
       twin("inactive-lanes-execute",
            [](WarpTerms warp, const PlanTerms& plan) {
              return warp.active = ~warp.active.terms().constant(32, 0), execLanes(warp, plan);
            }),
       twin("true-predicate-reads-false", [zero](const WarpTerms& warp, const PlanTerms& plan) {
         return plan.guardPredicate.eq(spec::kTruePredicate).ite(zero(warp.active), execLanes(warp, plan));
       })});
}

// --- warplaw_fetch_row ---

using Row = std::function<symbolic::PerLane<Term>(const WarpTerms&, const symbolic::SourceTerms&)>;

std::function<CallStatement(Terms&)> rowStatement(Row row) {
  return [row](Terms& terms) {
    const WarpTerms warp = WarpTerms::variables(terms);
    const symbolic::SourceTerms source{terms.variable(32, "source.kind"), terms.variable(32, "source.value")};
    const ResultTerms before = ResultTerms::variables(terms, "before.");
    const auto tableOf = [](const symbolic::PerLane<Term>& lanes) {
      return lift::Table{"row", 4 * spec::kLanes, true, {field("row", 0, lanes)}};
    };
    CallStatement statement;
    statement.input.objects = {warpTable(warp), sourceTable(source), tableOf(before.row[0])};
    statement.input.arguments = {lift::PointerTo{0}, lift::PointerTo{1}, lift::PointerTo{2}};
    statement.assumptions = {isLegal(source)};
    statement.groups = groupsOf(tableOf(row(warp, source)), 2, {"row"});
    return statement;
  };
}

Theorem fetchRowTheorem(const Subject& subject) {
  FunctionContract contract;
  contract.symbol = kFetchRow;
  contract.splits = [](Terms& terms, const Expectation&) { return std::vector<Split>{sourceSplit(terms, "source")}; };
  contract.state = rowStatement(symbolic::fetchRow);
  contract.invoke = [](void* code, std::span<std::byte* const> objects, std::span<const Bits>) -> std::uint64_t {
    reinterpret_cast<FetchRowCode*>(code)(reinterpret_cast<const spec::Warp*>(objects[0]),
                                          reinterpret_cast<const spec::Source*>(objects[1]),
                                          reinterpret_cast<std::uint32_t*>(objects[2]));
    return 0;
  };
  const auto twin = [](const char* name, unsigned lane, Row wrong) {
    return Twin{name, fmt::format("lane-{:02}", lane), fmt::format("row[{}]", lane), rowStatement(std::move(wrong))};
  };
  return about(subject, "machine/fetch-row", kFetchRow, {"MACH-2", "MACH-3"},
               "a row is the register's 32 lanes, the immediate in each, or 0 for RZ and an absent source", contract,
               {twin("zero-register-reads-R254", 3,
                     [](const WarpTerms& warp, symbolic::SourceTerms source) {
                       const Term last = source.value.terms().constant(32, spec::kRegisters - 1);
                       const Term isZero =
                           source.kind.eq(Bits(spec::SourceKind::Register)) & source.value.eq(spec::kZeroRegister);
                       source.value = isZero.ite(last, source.value);
                       return fetchRow(warp, source);
                     }),
                twin("immediate-cut-to-16-bits", 0,
                     [](const WarpTerms& warp, symbolic::SourceTerms source) {
                       return source.value = source.value.extract(15, 0).zext(32), fetchRow(warp, source);
                     }),
                twin("lanes-shifted", 31, [](const WarpTerms& warp, const symbolic::SourceTerms& source) {
                  auto row = fetchRow(warp, source);
                  std::rotate(row.begin(), row.begin() + 1, row.end());
                  return row;
                })});
}

// --- warplaw_fetch ---

using Fetch = std::function<symbolic::OperandTerms(const WarpTerms&, const PlanTerms&)>;

std::function<CallStatement(Terms&)> fetchStatement(Fetch fetch) {
  return [fetch](Terms& terms) {
    const WarpTerms warp = WarpTerms::variables(terms);
    const PlanTerms plan = PlanTerms::variables(terms);
    CallStatement statement;
    statement.input.objects = {warpTable(warp), planTable(plan),
                               operandsTable(symbolic::OperandTerms::variables(terms, "before."), true)};
    statement.input.arguments = {lift::PointerTo{0}, lift::PointerTo{1}, lift::PointerTo{2}};
    statement.input.contracts = contracts();
    statement.input.contracts.erase(kFetch);
    statement.assumptions = {isLegal(plan)};
    statement.groups = groupsOf(operandsTable(fetch(warp, plan)), 2, {"exec", "predicate", "row"});
    return statement;
  };
}

Theorem fetchTheorem(const Subject& subject) {
  FunctionContract contract;
  contract.symbol = kFetch;
  contract.splits = splitsOf;
  contract.state = fetchStatement(symbolic::fetch);
  contract.invoke = [](void* code, std::span<std::byte* const> objects, std::span<const Bits>) -> std::uint64_t {
    reinterpret_cast<FetchCode*>(code)(reinterpret_cast<const spec::Warp*>(objects[0]),
                                       reinterpret_cast<const spec::Plan*>(objects[1]),
                                       reinterpret_cast<spec::Operands*>(objects[2]));
    return 0;
  };
  return about(subject, "machine/fetch", kFetch, {"MACH-1", "MACH-2", "MACH-3", "MACH-7"},
               "a datapath is given all operands of all lanes, executing or not, and the lanes that execute", contract,
               {{"only-executing-lanes", "lane-08", "row[2][8]",
                 fetchStatement([](const WarpTerms& warp, const PlanTerms& plan) {
                   symbolic::OperandTerms operands = fetch(warp, plan);
                   const Term zero = operands.exec.terms().constant(32, 0);
                   operands.row[2][8] = operands.exec.bit(8).ite(operands.row[2][8], zero);
                   return operands;
                 })},
                {"source-predicate-negation-dropped", "masks", "predicate",
                 fetchStatement([](const WarpTerms& warp, PlanTerms plan) {
                   plan.sourcePredicateNegated = warp.active.terms().constant(32, 0);
                   return fetch(warp, plan);
                 })}});
}

// --- warplaw_write_back ---

/// The destinations that a register is, and whether the lane's words are written.
std::vector<Split> writeBackSplits(Terms& terms, const Expectation& expectation) {
  std::vector<Split> splits = splitsOf(terms, expectation);
  if (expectation.place->field == "registers")
    for (unsigned r = 0; r < spec::kResultRows; ++r) {
      const Term results = terms.variable(32, fmt::format("results.written{}", r));
      const Term written = results.bit(expectation.place->cell % spec::kLanes);
      splits.push_back(splitOn(written, {{written, terms.truth(false)}}, {{written, terms.truth(true)}}));
    }
  return splits;
}

using WriteBack = std::function<WarpTerms(const WarpTerms&, const PlanTerms&, Term, const ResultTerms&)>;

std::function<CallStatement(Terms&)> writeBackStatement(WriteBack writeBack) {
  return [writeBack](Terms& terms) {
    const WarpTerms warp = WarpTerms::variables(terms);
    const PlanTerms plan = PlanTerms::variables(terms);
    const ResultTerms results = ResultTerms::variables(terms, "results.");
    const Term exec = terms.variable(32, "exec");
    lift::Table given = resultsTable(results);
    given.writable = false;
    CallStatement statement;
    statement.input.objects = {warpTable(warp, true), planTable(plan), given};
    statement.input.arguments = {lift::PointerTo{0}, lift::PointerTo{1}, exec, lift::PointerTo{2}};
    statement.assumptions = {isLegal(plan)};
    statement.groups =
        groupsOf(warpTable(writeBack(warp, plan, exec, results)), 0, {"registers", "predicates", "errors"});
    return statement;
  };
}

Theorem writeBackTheorem(const Subject& subject) {
  FunctionContract contract;
  contract.symbol = kWriteBack;
  contract.splits = writeBackSplits;
  contract.state = writeBackStatement(symbolic::writeBack);
  contract.invoke = [](void* code, std::span<std::byte* const> objects,
                       std::span<const Bits> integers) -> std::uint64_t {
    reinterpret_cast<WriteBackCode*>(code)(
        reinterpret_cast<spec::Warp*>(objects[0]), reinterpret_cast<const spec::Plan*>(objects[1]),
        static_cast<std::uint32_t>(integers[0]), reinterpret_cast<const spec::Results*>(objects[2]));
    return 0;
  };
  const auto twin = [](const char* name, const char* group, const char* output, WriteBack wrong) {
    return Twin{name, group, output, writeBackStatement(std::move(wrong))};
  };
  return about(
      subject, "machine/write-back", kWriteBack, {"MACH-1", "MACH-3", "MACH-5", "MACH-8"},
      "write-back changes the written words and bits of executing lanes, drops RZ and PT, sets every lane's error, and "
      "changes nothing else",
      contract,
      {twin("zero-register-written-to-R254", "lane-11", "registers[254][11]",
            [](const WarpTerms& warp, PlanTerms plan, Term exec, const ResultTerms& results) {
              Terms& terms = exec.terms();
              plan.destination[0] =
                  plan.destination[0].eq(spec::kZeroRegister).ite(terms.constant(32, 254), plan.destination[0]);
              return writeBack(warp, plan, exec, results);
            }),
       twin("true-predicate-written-to-P6", "masks", "predicates[6]",
            [](const WarpTerms& warp, PlanTerms plan, Term exec, const ResultTerms& results) {
              Terms& terms = exec.terms();
              plan.destinationPredicate = plan.destinationPredicate.eq(spec::kTruePredicate)
                                              .ite(terms.constant(32, 6), plan.destinationPredicate);
              return writeBack(warp, plan, exec, results);
            }),
       twin("lane-outside-exec-written", "lane-19", "registers[7][19]",
            [](const WarpTerms& warp, const PlanTerms& plan, Term exec, const ResultTerms& results) {
              return writeBack(warp, plan, ~(exec & exec.terms().constant(32, 0)), results);
            }),
       twin("written-bit-ignored", "lane-20", "registers[0][20]",
            [](const WarpTerms& warp, const PlanTerms& plan, Term exec, ResultTerms results) {
              results.written[0] = ~exec.terms().constant(32, 0);
              return writeBack(warp, plan, exec, results);
            }),
       twin("errors-of-other-lanes-kept", "lane-02", "errors[2]",
            [](const WarpTerms& warp, const PlanTerms& plan, Term exec, const ResultTerms& results) {
              WarpTerms after = writeBack(warp, plan, exec, results);
              after.errors[2] = exec.bit(2).ite(results.error[2], warp.errors[2]);
              return after;
            })});
}

// --- Plans ---

/// A plan's numbers as 32 bits each, any at all.
PlanTerms anyPlan(Terms& terms) {
  const auto word = [&](const std::string& name) { return terms.variable(32, "raw." + name); };
  PlanTerms plan{word("guardPredicate"),
                 word("guardNegated"),
                 word("excludesHelpers"),
                 {},
                 word("sourcePredicate"),
                 word("sourcePredicateNegated"),
                 {},
                 word("destinationPredicate")};
  for (unsigned r = 0; r < spec::kSourceRows; ++r)
    plan.source[r] = {word(fmt::format("kind{}", r)), word(fmt::format("value{}", r))};
  for (unsigned r = 0; r < spec::kResultRows; ++r)
    plan.destination[r] = word(fmt::format("destination{}", r));
  return plan;
}

/// The numbers of a plan, in one order.
std::vector<Term> numbersOf(const PlanTerms& plan) {
  std::vector<Term> numbers;
  for (const lift::Field& field : planTable(plan).fields)
    for (const lift::Cell& cell : field.cells)
      numbers.push_back(cell.bits);
  return numbers;
}

/// The plans that the theorems here are about are all those that spec/datapath.h allows: its ranges pass isLegal, and
/// fit the variables.
Theorem plansTheorem() {
  Theorem theorem;
  theorem.name = "machine/plans";
  theorem.instruction = "machine";
  theorem.rules = {"MACH-3"};
  theorem.statement = "what is proved of plans is proved of every plan that an instruction may make";
  theorem.build = [](Terms& terms) -> Obligations {
    const PlanTerms plan = anyPlan(terms);
    const auto isOneOf = [&](Term number, Bits count) {
      std::vector<Term> values;
      for (Bits value = 0; value < count; ++value)
        values.push_back(number.eq(value));
      return terms.any(values);
    };
    std::vector<Term> allowed = {isOneOf(plan.guardPredicate, spec::kPredicates + 1),
                                 isOneOf(plan.guardNegated, 2),
                                 isOneOf(plan.excludesHelpers, 2),
                                 isOneOf(plan.sourcePredicate, spec::kPredicates + 1),
                                 isOneOf(plan.sourcePredicateNegated, 2),
                                 isOneOf(plan.destinationPredicate, spec::kPredicates + 1)};
    for (const symbolic::SourceTerms& source : plan.source) {
      allowed.push_back(isOneOf(source.kind, 3)); // Absent, Register, Immediate
      allowed.push_back(
          source.kind.eq(Bits(spec::SourceKind::Register)).implies(isOneOf(source.value, spec::kRegisters + 1)));
    }
    for (Term destination : plan.destination)
      allowed.push_back(isOneOf(destination, spec::kRegisters + 1));
    std::vector<Term> fits;
    const std::vector<Term> any = numbersOf(plan), stated = numbersOf(PlanTerms::variables(terms));
    for (std::size_t i = 0; i < any.size(); ++i) {
      const unsigned width = stated[i].op() == symbolic::Op::Zext ? stated[i].arg(0).width() : stated[i].width();
      fits.push_back(any[i].extract(width - 1, 0).zext(32).eq(any[i]));
    }
    Obligation legal, stateable;
    legal.name = "machine/plans/legal";
    legal.query = {allowed, isLegal(plan)};
    stateable.name = "machine/plans/fit-the-variables";
    stateable.query = {allowed, terms.all(fits)};
    return std::vector<Obligation>{legal, stateable};
  };
  return theorem;
}

} // namespace

std::vector<Theorem> pieceTheorems(const Subject& subject) {
  return {writeBackTheorem(subject), plansTheorem(), execTheorem(subject), fetchRowTheorem(subject),
          fetchTheorem(subject)};
}

} // namespace warplaw::proofs::machine
