// Spec structures as tables of cells: offsets come from the compiler, bits from the encodings' variables.
#include "proofs/statements/lifting.h"
#include <cassert>
#include <cstddef>
#include <fmt/format.h>

namespace warplaw::proofs {
namespace {
using symbolic::PerLane;

template <std::size_t Rows> std::vector<Term> flat(const std::array<PerLane<Term>, Rows>& rows) {
  std::vector<Term> cells;
  for (const auto& row : rows)
    cells.insert(cells.end(), row.begin(), row.end());
  return cells;
}

lift::Field one(std::string name, std::uint64_t offset, Term bits) {
  return field(std::move(name), offset, std::span(&bits, 1));
}

lift::Table table(std::string name, std::uint64_t bytes, bool writable, std::vector<lift::Field> fields) {
  return {.name = std::move(name), .bytes = bytes, .writable = writable, .fields = std::move(fields)};
}

std::vector<lift::Field> sourceFields(const std::string& prefix, std::uint64_t offset,
                                      const symbolic::SourceTerms& source) {
  return {one(prefix + "kind", offset + offsetof(spec::Source, kind), source.kind),
          one(prefix + "value", offset + offsetof(spec::Source, value), source.value)};
}

void addOperand(std::vector<lift::Field>& fields, const std::string& name, std::uint64_t offset,
                const symbolic::RegisterOrImmediateTerms& operand) {
  fields.push_back(one(name + ".isImmediate", offset + offsetof(spec::RegisterOrImmediate, isImmediate),
                       operand.isImmediate.zext(8)));
  fields.push_back(one(name + ".value", offset + offsetof(spec::RegisterOrImmediate, value), operand.value));
}

} // namespace

lift::Field field(std::string name, std::uint64_t offset, std::span<const Term> bits) {
  lift::Field result{.name = std::move(name), .offset = offset, .cellBits = bits[0].width(), .cells = {}};
  for (Term b : bits) {
    assert(b.width() == result.cellBits);
    result.cells.push_back({b, b.terms().truth(false)});
  }
  return result;
}

lift::Table operandsTable(const symbolic::OperandTerms& operands, bool writable) {
  return table("operands", sizeof(spec::Operands), writable,
               {one("exec", offsetof(spec::Operands, exec), operands.exec),
                one("predicate", offsetof(spec::Operands, predicate), operands.predicate),
                field("row", offsetof(spec::Operands, row), flat(operands.row))});
}

lift::Table resultsTable(const symbolic::ResultTerms& results) {
  return table("results", sizeof(spec::Results), true,
               {field("written", offsetof(spec::Results, written), results.written),
                one("predicateWritten", offsetof(spec::Results, predicateWritten), results.predicateWritten),
                one("predicate", offsetof(spec::Results, predicate), results.predicate),
                field("row", offsetof(spec::Results, row), flat(results.row)),
                field("error", offsetof(spec::Results, error), results.error)});
}

lift::Table shflChoicesTable(const symbolic::ShflChoiceTerms& choices) {
  return table("choices", sizeof(spec::ShflChoices), false,
               {field("inactive", offsetof(spec::ShflChoices, inactive), choices.inactive)});
}

lift::Table atomsChoicesTable(const symbolic::AtomsChoiceTerms& choices) {
  using C = spec::AtomsChoices;
  return table("choices", sizeof(C), false,
               {field("order", offsetof(C, order), choices.order),
                one("misalignedFirst", offsetof(C, misalignedFirst), choices.misalignedFirst),
                one("errorWrites", offsetof(C, errorWrites), choices.errorWrites),
                field("errorValue", offsetof(C, errorValue), flat(choices.errorValue)),
                one("impliedSwap", offsetof(C, impliedSwap), choices.impliedSwap),
                one("castPair", offsetof(C, castPair), choices.castPair),
                field("bank64", offsetof(C, bank64), choices.bank64),
                one("bank64IsDefault", offsetof(C, bank64IsDefault), choices.bank64IsDefault)});
}

lift::Table atomsModifiersTable(Term imm24, Term baseIsZero) {
  return table("modifiers", sizeof(spec::AtomsModifiers), false,
               {one("imm24", offsetof(spec::AtomsModifiers, imm24), imm24),
                one("baseIsZero", offsetof(spec::AtomsModifiers, baseIsZero), baseIsZero)});
}

lift::Table sourceTable(const symbolic::SourceTerms& source) {
  return table("source", sizeof(spec::Source), false, sourceFields("", 0, source));
}

lift::Table planTable(const symbolic::PlanTerms& plan, bool writable) {
  using P = spec::Plan;
  lift::Table result = table("plan", sizeof(P), writable,
                             {one("guardPredicate", offsetof(P, guardPredicate), plan.guardPredicate),
                              one("guardNegated", offsetof(P, guardNegated), plan.guardNegated),
                              one("excludesHelpers", offsetof(P, excludesHelpers), plan.excludesHelpers)});
  std::vector<Term> sources; // kind and value alternate: one field, so that a symbolic index over sources is
                             // an index over cells
  for (const symbolic::SourceTerms& source : plan.source)
    sources.insert(sources.end(), {source.kind, source.value});
  static_assert(sizeof(spec::Source) == 8 && offsetof(spec::Source, value) == 4);
  result.fields.push_back(field("source", offsetof(P, source), sources));
  result.fields.push_back(one("sourcePredicate", offsetof(P, sourcePredicate), plan.sourcePredicate));
  result.fields.push_back(
      one("sourcePredicateNegated", offsetof(P, sourcePredicateNegated), plan.sourcePredicateNegated));
  result.fields.push_back(field("destination", offsetof(P, destination), plan.destination));
  result.fields.push_back(one("destinationPredicate", offsetof(P, destinationPredicate), plan.destinationPredicate));
  return result;
}

lift::Table warpTable(const symbolic::WarpTerms& warp, bool writable) {
  using W = spec::Warp;
  std::vector<Term> registers;
  for (const auto& row : warp.registers)
    registers.insert(registers.end(), row.begin(), row.end());
  return table("warp", sizeof(W), writable,
               {field("registers", offsetof(W, registers), registers),
                field("predicates", offsetof(W, predicates), warp.predicates),
                one("active", offsetof(W, active), warp.active), one("helpers", offsetof(W, helpers), warp.helpers),
                field("errors", offsetof(W, errors), warp.errors)});
}

lift::Table shflFormTable(const symbolic::ShflFormTerms& form) {
  using F = spec::ShflForm;
  std::vector<lift::Field> fields = {one("mode", offsetof(F, mode), form.mode), one("pu", offsetof(F, pu), form.pu),
                                     one("rd", offsetof(F, rd), form.rd), one("ra", offsetof(F, ra), form.ra)};
  addOperand(fields, "sb", offsetof(F, sb), form.sb);
  addOperand(fields, "sc", offsetof(F, sc), form.sc);
  return table("form", sizeof(F), false, std::move(fields));
}

symbolic::ResultTerms resultsOf(const lift::Table& table) {
  symbolic::ResultTerms results;
  for (unsigned r = 0; r < spec::kResultRows; ++r) {
    results.written[r] = table.field("written").cells[r].bits;
    for (unsigned lane = 0; lane < spec::kLanes; ++lane)
      results.row[r][lane] = table.field("row").cells[r * spec::kLanes + lane].bits;
  }
  results.predicateWritten = table.field("predicateWritten").cells[0].bits;
  results.predicate = table.field("predicate").cells[0].bits;
  for (unsigned lane = 0; lane < spec::kLanes; ++lane)
    results.error[lane] = table.field("error").cells[lane].bits;
  return results;
}

lift::Cell* cellAt(lift::Table& table, std::uint64_t offset, unsigned cellBits) {
  for (lift::Field& f : table.fields) {
    if (f.cellBits != cellBits || offset < f.offset)
      continue;
    const std::uint64_t distance = offset - f.offset, bytes = cellBits / 8;
    if (distance % bytes == 0 && distance / bytes < f.cells.size())
      return &f.cells[distance / bytes];
  }
  return nullptr;
}

Pointee pointee(lift::State& state, const lift::Argument& argument) {
  const auto* pointer = std::get_if<lift::PointerTo>(&argument);
  assert(pointer && pointer->object < state.objects.size());
  auto* table = std::get_if<lift::Table>(&state.objects[pointer->object]);
  assert(table);
  return {*table, pointer->offset};
}

std::string nameOfCell(const lift::Field& field, unsigned cell) {
  if (field.cells.size() == 1)
    return field.name;
  if (field.cells.size() > spec::kLanes)
    return fmt::format("{}[{}][{}]", field.name, cell / spec::kLanes, cell % spec::kLanes);
  return fmt::format("{}[{}]", field.name, cell);
}

symbolic::PlanTerms freshPlan(Terms& terms) {
  const spec::Plan fresh;
  const auto word = [&](symbolic::Bits value) { return terms.constant(32, value); };
  symbolic::PlanTerms plan;
  plan.guardPredicate = terms.variable(32, "guardPredicate");
  plan.guardNegated = terms.variable(32, "guardNegated");
  plan.excludesHelpers = word(fresh.excludesHelpers);
  for (unsigned r = 0; r < spec::kSourceRows; ++r)
    plan.source[r] = {word(static_cast<symbolic::Bits>(fresh.source[r].kind)), word(fresh.source[r].value)};
  plan.sourcePredicate = word(fresh.sourcePredicate);
  plan.sourcePredicateNegated = word(fresh.sourcePredicateNegated);
  plan.destination = {word(fresh.destination[0]), word(fresh.destination[1])};
  plan.destinationPredicate = word(fresh.destinationPredicate);
  return plan;
}

Group planGroup(const symbolic::PlanTerms& after, unsigned object) {
  Group group{"plan", {}};
  for (const lift::Field& field : planTable(after).fields)
    for (unsigned cell = 0; cell < field.cells.size(); ++cell)
      group.expectations.push_back({nameOfCell(field, cell), Place{object, field.name, cell}, field.cells[cell].bits});
  return group;
}

} // namespace warplaw::proofs
