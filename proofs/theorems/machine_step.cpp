// A whole instruction on code, its datapath a contract: everything is read before anything is written (MACH-2), and the
// warp afterwards is what write-back makes of whatever the datapath gave (MACH-1, -3, -5, -7, -8), for every datapath.
#include "proofs/theorems/machine_theorems.h"
#include <cassert>
#include <cstddef>
#include <cstring>
#include <fmt/format.h>

namespace warplaw::proofs::machine {
namespace {
using symbolic::Bits;
using symbolic::OperandTerms;
using symbolic::PlanTerms;
using symbolic::ResultTerms;
using symbolic::WarpTerms;

enum Object : unsigned { kWarp, kPlan, kContext, kOperandsSeen, kResultsGiven, kCalls };

/// What one datapath call saw, and the results that it gives: any at all.
struct Observation {
  std::uint32_t calls = 0;
  std::uint32_t context = 0; ///< bit 0: the context arrived
};

lift::Table callsTable(Term calls, Term contextArrived) {
  return {"calls",
          sizeof(Observation),
          true,
          {field("calls", offsetof(Observation, calls), std::span(&calls, 1)),
           field("context", offsetof(Observation, context), std::span(&contextArrived, 1))}};
}

/// The datapath: notes its operands, and stores results as spec/datapath.h says (masks and errors whole, words and
/// predicate bits where written).
lift::Contract anyDatapath(const ResultTerms& given, std::shared_ptr<std::vector<lift::Object>> seen) {
  return [given, seen](lift::ContractCall& call) -> lift::Cell {
    Terms& terms = call.terms;
    const auto hidden = [&](unsigned object) -> lift::Table& {
      return std::get<lift::Table>(seen->at(object - kOperandsSeen));
    };
    const Pointee operands = pointee(call.state, call.arguments.at(1)),
                  results = pointee(call.state, call.arguments.at(2));
    for (lift::Field& field : hidden(kOperandsSeen).fields)
      for (unsigned k = 0; k < field.cells.size(); ++k) {
        const lift::Cell* cell =
            cellAt(operands.table, operands.offset + field.offset + k * (field.cellBits / 8), field.cellBits);
        assert(cell);
        lift::Cell& noted = field.cells[k]; // of whichever call is reached: that there is one is an obligation
        noted = {call.condition.ite(cell->bits, noted.bits), call.condition.ite(cell->poison, noted.poison)};
      }
    const auto* context = std::get_if<lift::PointerTo>(&call.arguments.at(0));
    lift::Table& calls = hidden(kCalls);
    calls.field("calls").cells[0].bits = calls.field("calls").cells[0].bits + call.condition.zext(32);
    Term& arrived = calls.field("context").cells[0].bits;
    arrived =
        call.condition.ite(terms.constant(32, context && context->object == kContext && context->offset == 0), arrived);
    requireApart(call);

    const Term no = terms.truth(false);
    const auto put = [&](std::uint64_t offset, Term bits, Term keeps) { // keeps: width 1, the old value stays
      lift::Cell* cell = cellAt(results.table, results.offset + offset, bits.width());
      assert(cell);
      *cell = {keeps.ite(cell->bits, bits), keeps & cell->poison};
    };
    using R = spec::Results;
    for (unsigned r = 0; r < spec::kResultRows; ++r) {
      put(offsetof(R, written) + 4 * r, given.written[r], no);
      for (unsigned lane = 0; lane < spec::kLanes; ++lane)
        put(offsetof(R, row) + 4 * (r * spec::kLanes + lane), given.row[r][lane], ~given.written[r].bit(lane));
    }
    for (unsigned lane = 0; lane < spec::kLanes; ++lane)
      put(offsetof(R, error) + lane, given.error[lane], no);
    put(offsetof(R, predicateWritten), given.predicateWritten, no);
    lift::Cell* predicate = cellAt(results.table, results.offset + offsetof(R, predicate), 32);
    assert(predicate);
    predicate->bits = (given.predicate & given.predicateWritten) | (predicate->bits & ~given.predicateWritten);
    return {};
  };
}

struct Wrong {
  std::function<void(OperandTerms&, const WarpTerms&, const PlanTerms&, const ResultTerms&)> operands;
  std::function<void(WarpTerms&, const WarpTerms&, const PlanTerms&, const ResultTerms&)> warp;
  std::optional<unsigned> sourceRegister = {}; ///< one source only: the second is this register
};

std::function<CallStatement(Terms&)> stepStatement(Wrong wrong = {}) {
  return [wrong](Terms& terms) {
    const WarpTerms warp = WarpTerms::variables(terms);
    const PlanTerms plan = PlanTerms::variables(terms);
    const ResultTerms given = ResultTerms::variables(terms, "given.");
    const Term zero = terms.constant(32, 0), byte = terms.variable(8, "context");
    CallStatement statement;
    statement.input.objects = {warpTable(warp, true), planTable(plan),
                               lift::Table{"context", 1, true, {field("context", 0, std::span(&byte, 1))}}};
    statement.input.arguments = {lift::PointerTo{kWarp}, lift::PointerTo{kPlan}, lift::Callee{"datapath"},
                                 lift::PointerTo{kContext}};
    statement.assumptions = {isLegal(plan)};
    statement.hidden = {operandsTable(OperandTerms::variables(terms, "unseen."), true), resultsTable(given),
                        callsTable(zero, zero)};
    statement.input.contracts = contracts();
    statement.input.contracts["datapath"] = anyDatapath(given, statement.seen);

    OperandTerms operands = fetch(warp, plan);
    WarpTerms after = writeBack(warp, plan, operands.exec, given);
    if (wrong.sourceRegister) {
      statement.assumptions.push_back(plan.source[1].kind.eq(static_cast<Bits>(spec::SourceKind::Register)));
      statement.assumptions.push_back(plan.source[1].value.eq(*wrong.sourceRegister));
    }
    if (wrong.operands)
      wrong.operands(operands, warp, plan, given);
    if (wrong.warp)
      wrong.warp(after, warp, plan, given);
    const Term one = terms.constant(32, 1);
    Group masks{"masks", {{"calls", Place{kCalls, "calls", 0}, one}, {"context", Place{kCalls, "context", 0}, one}}};
    std::vector<Group> lanes(spec::kLanes);
    for (unsigned lane = 0; lane < spec::kLanes; ++lane)
      lanes[lane].name = fmt::format("lane-{:02}", lane);
    const auto expect = [&](const lift::Table& table, unsigned object, const std::vector<std::string>& fields) {
      for (const std::string& name : fields)
        for (unsigned cell = 0; cell < table.field(name).cells.size(); ++cell)
          (table.field(name).cells.size() % spec::kLanes == 0 ? lanes[cell % spec::kLanes] : masks)
              .expectations.push_back(
                  {nameOfCell(table.field(name), cell), Place{object, name, cell}, table.field(name).cells[cell].bits});
    };
    expect(operandsTable(operands), kOperandsSeen, {"exec", "predicate", "row"});
    expect(warpTable(after), kWarp, {"registers", "predicates", "errors"});
    statement.groups = std::move(lanes);
    statement.groups.push_back(masks);
    return statement;
  };
}

/// The replay's datapath: the same observation, in machine code.
struct ReplayContext {
  spec::Operands* seen;
  const spec::Results* given;
  Observation* observation;
};

void replayDatapath(void* context, const spec::Operands* operands, spec::Results* results) {
  const auto& replay = *static_cast<ReplayContext*>(context);
  *replay.seen = *operands;
  replay.observation->calls += 1;
  replay.observation->context = 1;
  for (unsigned r = 0; r < spec::kResultRows; ++r) {
    results->written[r] = replay.given->written[r];
    for (unsigned lane = 0; lane < spec::kLanes; ++lane)
      if (replay.given->written[r] >> lane & 1)
        results->row[r][lane] = replay.given->row[r][lane];
  }
  results->predicateWritten = replay.given->predicateWritten;
  results->predicate = (results->predicate & ~replay.given->predicateWritten) |
                       (replay.given->predicate & replay.given->predicateWritten);
  std::memcpy(results->error, replay.given->error, sizeof results->error);
}

std::vector<Twin> twins() {
  return {
      {"destination-written-before-second-source-is-read", "lane-05", "row[1][5]",
       stepStatement(
           {.operands =
                [](OperandTerms& operands, const WarpTerms& warp, const PlanTerms& plan, const ResultTerms& given) {
                  operands.row[1] = writeBack(warp, plan, operands.exec, given).registers[4];
                },
            .warp = {},
            .sourceRegister = 4})},
      {"guard-read-after-predicate-is-written", "masks", "exec",
       stepStatement(
           {.operands =
                [](OperandTerms& operands, const WarpTerms& warp, const PlanTerms& plan, const ResultTerms& given) {
                  operands.exec = execLanes(writeBack(warp, plan, operands.exec, given), plan);
                },
            .warp = {},
            .sourceRegister = {}})},
      {"helper-lanes-written", "lane-09", "registers[100][9]",
       stepStatement({.operands = {},
                      .warp =
                          [](WarpTerms& after, const WarpTerms& warp, PlanTerms plan, const ResultTerms& given) {
                            const PlanTerms right = plan;
                            plan.excludesHelpers = plan.excludesHelpers.terms().constant(32, 0);
                            after = writeBack(warp, right, execLanes(warp, plan), given);
                          }})},
      {"zero-register-written", "lane-00", "registers[254][0]",
       stepStatement(
           {.operands = {},
            .warp = [](WarpTerms& after, const WarpTerms& warp, PlanTerms plan, const ResultTerms& given) {
              const Term exec = execLanes(warp, plan);
              plan.destination[1] =
                  plan.destination[1].eq(spec::kZeroRegister).ite(exec.terms().constant(32, 254), plan.destination[1]);
              after = writeBack(warp, plan, exec, given);
            }})}};
}

} // namespace

std::vector<Theorem> stepTheorems(const Subject& subject) {
  FunctionContract contract;
  contract.symbol = kStep;
  contract.splits = splitsOf;
  contract.state = stepStatement();
  contract.invoke = [](void* code, std::span<std::byte* const> objects, std::span<const Bits>) -> std::uint64_t {
    ReplayContext context{reinterpret_cast<spec::Operands*>(objects[kOperandsSeen]),
                          reinterpret_cast<const spec::Results*>(objects[kResultsGiven]),
                          reinterpret_cast<Observation*>(objects[kCalls])};
    reinterpret_cast<StepCode*>(code)(reinterpret_cast<spec::Warp*>(objects[kWarp]),
                                      reinterpret_cast<const spec::Plan*>(objects[kPlan]), replayDatapath, &context);
    return 0;
  };
  Theorem theorem;
  theorem.name = "machine/step";
  theorem.instruction = "machine";
  theorem.path = "portable";
  theorem.rules = {"MACH-1", "MACH-2", "MACH-3", "MACH-5", "MACH-7", "MACH-8"};
  theorem.statement = "one instruction calls its datapath once, with every operand as it was before, and then only "
                      "writes back what the datapath gave; also where destinations are sources";
  theorem.code = {kStep};
  theorem.build = [subject, contract, prefix = theorem.name](Terms& terms) {
    return obligationsOf(terms, subject, contract, twins(), prefix);
  };
  return {theorem};
}

} // namespace warplaw::proofs::machine
