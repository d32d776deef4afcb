// What ATOMS's code makes of a form before it runs: the plan of its operands, and what its datapath is told of base and
// immediate (ATOMS-1, -2, -3, -8, -9, MACH-3).
#include "proofs/theorems/atoms_theorems.h"
#include "spec/instruction.h"
#include "symbolic/native/native.h"
#include <cstddef>
#include <fmt/format.h>

namespace warplaw::proofs::atoms {
namespace {
using symbolic::AtomsFormTerms;
using symbolic::PlanTerms;
namespace rows = spec::atoms_rows;

using PlanCode = void(const spec::AtomsForm*, const spec::AtomsChoices*, spec::Plan*);

lift::Table formTable(const AtomsFormTerms& form) {
  using F = spec::AtomsForm;
  const auto one = [](const char* name, std::uint64_t offset, Term bits) {
    return field(name, offset, std::span(&bits, 1));
  };
  return {.name = "form",
          .bytes = sizeof(F),
          .writable = false,
          .fields = {one("op", offsetof(F, op), form.op), one("size", offsetof(F, size), form.size),
                     one("rd", offsetof(F, rd), form.rd), one("hasBase", offsetof(F, hasBase), form.hasBase.zext(8)),
                     one("ra", offsetof(F, ra), form.ra), one("imm24", offsetof(F, imm24), form.imm24),
                     one("rb", offsetof(F, rb), form.rb), one("rc", offsetof(F, rc), form.rc)}};
}

using Spoil = std::function<void(PlanTerms&, const AtomsFormTerms&, const symbolic::AtomsChoiceTerms&)>;

CallStatement planStatement(Terms& terms, const Spoil& spoil = {}) {
  const AtomsFormTerms form = AtomsFormTerms::variables(terms);
  const auto choices = symbolic::AtomsChoiceTerms::variables(terms);
  const PlanTerms before = freshPlan(terms);
  PlanTerms after = symbolic::atomsPlan(form, choices.impliedSwap, choices.castPair, before);
  if (spoil)
    spoil(after, form, choices);
  CallStatement statement;
  statement.input.objects = {formTable(form), atomsChoicesTable(choices), planTable(before, true)};
  statement.input.arguments = {lift::PointerTo{0}, lift::PointerTo{1}, lift::PointerTo{2}};
  const Term one = terms.constant(32, 1);
  statement.assumptions = {symbolic::isLegal(form), choices.impliedSwap.ule(one), choices.castPair.ule(one)};
  statement.groups = {planGroup(after, 2)};
  return statement;
}

/// The forms that the theorems here assume are those that spec::check lets pass: all Rb with all Rc of each operation
/// and size, and each other field through all its values; imm24 by its 16 low and its 8 high bits.
Obligation::Evidence legalForms() {
  Terms terms;
  const AtomsFormTerms fields = AtomsFormTerms::variables(terms);
  using F = spec::AtomsForm;
  const native::Slot inputs[] = {{fields.op, 0, offsetof(F, op), 1}, {fields.size, 0, offsetof(F, size), 1},
                                 {fields.rd, 0, offsetof(F, rd), 1}, {fields.hasBase, 0, offsetof(F, hasBase), 1},
                                 {fields.ra, 0, offsetof(F, ra), 1}, {fields.imm24, 0, offsetof(F, imm24), 4},
                                 {fields.rb, 0, offsetof(F, rb), 1}, {fields.rc, 0, offsetof(F, rc), 1}};
  std::uint8_t answer = 0;
  const native::Slot output{symbolic::isLegal(fields), 0, 0, 1};
  const native::Function legal = native::compile(inputs, std::span(&output, 1));
  unsigned forms = 0, wrong = 0;
  const auto look = [&](const F& form) {
    const void* const in[] = {&form};
    void* const out[] = {&answer};
    legal(in, out);
    spec::Instruction instruction;
    instruction.form = form;
    ++forms;
    wrong += (answer != 0) != spec::check(instruction).has_value();
  };
  for (unsigned op = 0; op <= static_cast<unsigned>(spec::AtomsOp::CastSpin) + 1; ++op)
    for (unsigned size = 0; size <= static_cast<unsigned>(AtomsSize::U64) + 1; ++size) {
      F form;
      form.op = static_cast<AtomsOp>(op);
      form.size = static_cast<AtomsSize>(size);
      form.hasBase = true;
      form.rd = form.rb = {8};
      const auto through = [&](unsigned count, auto set) { // from a form that is legal, if any of the pair is
        for (const spec::Register rc : {spec::Register{spec::kZeroRegister}, spec::Register{9}, spec::Register{10}}) {
          F other = form;
          other.rc = rc;
          for (unsigned value = 0; value < count; ++value) {
            set(other, value);
            look(other);
          }
        }
      };
      const auto byte = [](unsigned value) { return static_cast<std::uint8_t>(value); };
      through(0x100, [&](F& f, unsigned value) { f.rd = {byte(value)}; });
      through(0x200, [&](F& f, unsigned value) { f.ra = {byte(value)}, f.hasBase = value >> 8; });
      for (unsigned value = 0; value < 0x20000; ++value) {
        F other = form; // RZ for Rc
        other.rc = {spec::kZeroRegister};
        other.imm24 = value < 0x10000 ? value : value << 16;
        look(other);
      }
      for (unsigned pair = 0; pair < 0x10000; ++pair) {
        form.rb = {byte(pair)};
        form.rc = {byte(pair >> 8)};
        look(form);
      }
    }
  return {wrong == 0 ? Verdict::Checked : Verdict::Refuted,
          fmt::format("{} forms: all pairs of Rb and Rc, each other field alone", forms),
          fmt::format("{} forms are legal for one and not for the other", wrong)};
}

Theorem planTheorem(const Subject& subject) {
  Theorem theorem;
  theorem.name = "atoms/plan";
  theorem.instruction = "ATOMS";
  theorem.rules = {"ATOMS-1", "ATOMS-2", "ATOMS-3", "ATOMS-8", "ATOMS-9", "MACH-3"};
  theorem.statement = "for every legal form and choice the plan names base, operand, swap words and destinations as "
                      "the rules do, and leaves the guard alone";
  theorem.code = {"warplaw_atoms_plan"};
  theorem.build = [subject, name = theorem.name](Terms& terms) {
    FunctionContract contract;
    contract.symbol = "warplaw_atoms_plan";
    contract.state = [](Terms& t) { return planStatement(t); };
    contract.invoke = [](void* code, std::span<std::byte* const> objects, std::span<const Bits>) -> std::uint64_t {
      reinterpret_cast<PlanCode*>(code)(reinterpret_cast<const spec::AtomsForm*>(objects[0]),
                                        reinterpret_cast<const spec::AtomsChoices*>(objects[1]),
                                        reinterpret_cast<spec::Plan*>(objects[2]));
      return 0;
    };
    // source[2r] is the kind and source[2r + 1] the register of row r (planTable)
    const auto wrong = [](const char* twinName, const char* output, Spoil spoil) {
      return Twin{twinName, "plan", output, [spoil](Terms& t) { return planStatement(t, spoil); }};
    };
    const std::vector<Twin> twins = {
        wrong("rz-swaps-in-what-follows-rb", "source[7]",
              [](PlanTerms& plan, const AtomsFormTerms& form, const symbolic::AtomsChoiceTerms& choices) {
                plan = symbolic::atomsPlan(form, choices.impliedSwap | choices.impliedSwap.terms().constant(32, 1),
                                           choices.castPair, plan);
              }),
        wrong("operands-swapped", "source[3]",
              [](PlanTerms& plan, const AtomsFormTerms&, const auto&) { std::swap(plan.source[1], plan.source[3]); }),
        wrong("flag-always-takes-a-pair", "destination[1]",
              [](PlanTerms& plan, const AtomsFormTerms& form, const symbolic::AtomsChoiceTerms& choices) {
                plan = symbolic::atomsPlan(form, choices.impliedSwap,
                                           choices.castPair | choices.castPair.terms().constant(32, 1), plan);
              })};
    Obligations obligations = obligationsOf(terms, subject, contract, twins, name);
    if (auto* list = std::get_if<std::vector<Obligation>>(&obligations)) {
      const AtomsFormTerms form = AtomsFormTerms::variables(terms);
      const auto choices = symbolic::AtomsChoiceTerms::variables(terms);
      const PlanTerms before = freshPlan(terms);
      list->push_back(byEvidence(name + "/legal-forms", Verdict::Checked, legalForms));
      list->push_back(planIsLegal(name, {symbolic::isLegal(form)}, before,
                                  symbolic::atomsPlan(form, choices.impliedSwap, choices.castPair, before)));
    }
    return obligations;
  };
  return theorem;
}

// --- warplaw_atoms_modifiers ---

using ModifiersCode = void(const spec::AtomsForm*, spec::AtomsModifiers*);

CallStatement modifiersStatement(Terms& terms, bool zeroRegisterIsABase = false) {
  const AtomsFormTerms form = AtomsFormTerms::variables(terms);
  lift::Table before = atomsModifiersTable(terms.variable(32, "before.imm24"), terms.variable(32, "before.baseIsZero"));
  before.writable = true;
  const Term baseIsZero = zeroRegisterIsABase ? ~form.hasBase : symbolic::atomsBaseIsZero(form);
  CallStatement statement;
  statement.input.objects = {formTable(form), before};
  statement.input.arguments = {lift::PointerTo{0}, lift::PointerTo{1}};
  statement.assumptions = {symbolic::isLegal(form)};
  Group all{"modifiers", {}};
  for (const lift::Field& field : atomsModifiersTable(form.imm24, baseIsZero.zext(32)).fields)
    all.expectations.push_back({nameOfCell(field, 0), Place{1, field.name, 0}, field.cells[0].bits});
  statement.groups = {all};
  return statement;
}

/// What datapaths are promised of imm24, baseIsZero and the base's row (spec/instructions/atoms.h), for every form and
/// choice.
Obligation promised(Terms& terms, const std::string& name) {
  const AtomsFormTerms form = AtomsFormTerms::variables(terms);
  const auto choices = symbolic::AtomsChoiceTerms::variables(terms);
  const symbolic::SourceTerms base =
      symbolic::atomsPlan(form, choices.impliedSwap, choices.castPair, freshPlan(terms)).source[rows::kBase];
  const Term readsZero =
      base.kind.eq(static_cast<Bits>(spec::SourceKind::Absent)) |
      (base.kind.eq(static_cast<Bits>(spec::SourceKind::Register)) & base.value.eq(Bits(spec::kZeroRegister)));
  Obligation o;
  o.name = name + "/what-datapaths-are-promised";
  o.query = {{symbolic::isLegal(form)},
             form.imm24.ule(terms.constant(32, 0xffffff)) & symbolic::atomsBaseIsZero(form).eq(readsZero)};
  return o;
}

Theorem modifiersTheorem(const Subject& subject) {
  Theorem theorem;
  theorem.name = "atoms/modifiers";
  theorem.instruction = "ATOMS";
  theorem.rules = {"ATOMS-2", "ATOMS-3", "MACH-3", "MACH-5"};
  theorem.statement =
      "for every legal form a datapath gets its 24 bits, and is told that the base is zero exactly where "
      "the plan reads none or RZ";
  theorem.code = {"warplaw_atoms_modifiers"};
  theorem.build = [subject, name = theorem.name](Terms& terms) -> Obligations {
    FunctionContract contract;
    contract.symbol = "warplaw_atoms_modifiers";
    contract.state = [](Terms& t) { return modifiersStatement(t); };
    contract.invoke = [](void* code, std::span<std::byte* const> objects, std::span<const Bits>) -> std::uint64_t {
      reinterpret_cast<ModifiersCode*>(code)(reinterpret_cast<const spec::AtomsForm*>(objects[0]),
                                             reinterpret_cast<spec::AtomsModifiers*>(objects[1]));
      return 0;
    };
    const std::vector<Twin> twins = {
        {"rz-is-a-base", "modifiers", "baseIsZero", [](Terms& t) { return modifiersStatement(t, true); }}};
    Obligations stated = obligationsOf(terms, subject, contract, twins, name);
    if (auto* list = std::get_if<std::vector<Obligation>>(&stated))
      list->push_back(promised(terms, name));
    return stated;
  };
  return theorem;
}

} // namespace

std::vector<Theorem> planTheorems(const Subject& subject) { return {planTheorem(subject), modifiersTheorem(subject)}; }

} // namespace warplaw::proofs::atoms
