// ATOMS in the dispatcher: plan, datapath by form and architectural level put together (ATOMS-1..10).
#include "concrete/dispatch.h"
#include "concrete/instructions/atoms.h"
#include "concrete/instructions/atoms_lanes.h"
#include <cassert>

namespace warplaw::concrete {
namespace {
using Path = ExecutorPath<spec::AtomsForm, spec::AtomsChoices>;

constexpr spec::AtomsOp opNamed(std::string_view name) {
  using enum spec::AtomsOp;
  constexpr std::pair<std::string_view, spec::AtomsOp> kNames[] = {
      {"add", Add}, {"min", Min}, {"max", Max},   {"inc", Inc}, {"dec", Dec},   {"and", And},
      {"or", Or},   {"xor", Xor}, {"exch", Exch}, {"cas", Cas}, {"cast", Cast}, {"castspin", CastSpin}};
  for (const auto& [text, value] : kNames)
    if (text == name)
      return value;
  throw "no such operation"; // a compile-time error: see kForms
}

constexpr spec::AtomsSize sizeNamed(std::string_view name) {
  return name == "u64" ? spec::AtomsSize::U64 : name == "s32" ? spec::AtomsSize::S32 : spec::AtomsSize::U32;
}

struct FormDatapath {
  spec::AtomsOp op;
  spec::AtomsSize size;
  AtomsDatapath* datapath;
};

constexpr FormDatapath kForms[] = {
#define WARPLAW_ATOMS_FORM(op, size) {opNamed(#op), sizeNamed(#size), warplaw_atoms_##op##_##size},
#include "concrete/instructions/atoms_forms.def"
#undef WARPLAW_ATOMS_FORM
};

struct Bound {
  AtomsDatapath* datapath;
  spec::AtomsModifiers modifiers;
  const spec::AtomsChoices* choices;
  std::uint8_t* memory;
  std::uint32_t allocated;
};

void runBound(void* context, const spec::Operands* operands, spec::Results* results) {
  const Bound* bound = static_cast<const Bound*>(context);
  bound->datapath(&bound->modifiers, operands, bound->choices, bound->memory, bound->allocated, results);
}

void run(const spec::AtomsForm& form, const spec::AtomsChoices& choices, spec::Plan plan, spec::Warp& warp,
         spec::SharedMemory& shared) {
  warplaw_atoms_plan(&form, &choices, &plan);
  Bound bound{
      atomsDatapath(form.op, form.size), {}, &choices, shared.data(), static_cast<std::uint32_t>(shared.size())};
  warplaw_atoms_modifiers(&form, &bound.modifiers);
  warplaw_step(&warp, &plan, runBound, &bound);
}

bool always() { return true; }
} // namespace

AtomsDatapath* atomsDatapath(spec::AtomsOp op, spec::AtomsSize size) {
  for (const FormDatapath& form : kForms)
    if (form.op == op && form.size == size)
      return form.datapath;
  assert(false && "not a legal pair (ATOMS-1)");
  return nullptr;
}

std::span<const Path> atomsPaths() {
  static constexpr Path kPaths[] = {{"portable", always, run}};
  return kPaths;
}

std::span<const ShippedFunction> atomsFunctions() {
  static const ShippedFunction kFunctions[] = {
#define WARPLAW_ATOMS_FORM(op, size) {"warplaw_atoms_" #op "_" #size, addressOfFunction(warplaw_atoms_##op##_##size)},
#include "concrete/instructions/atoms_forms.def"
#undef WARPLAW_ATOMS_FORM
      {"warplaw_atoms_admit", addressOfFunction(warplaw_atoms_admit)},
      {"warplaw_atoms_spin_winners", addressOfFunction(warplaw_atoms_spin_winners)},
      {"warplaw_atoms_plan", addressOfFunction(warplaw_atoms_plan)},
      {"warplaw_atoms_modifiers", addressOfFunction(warplaw_atoms_modifiers)}};
  return kFunctions;
}

} // namespace warplaw::concrete
