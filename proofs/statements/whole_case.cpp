// Witnesses as whole cases: see whole_case.h.
#include "proofs/statements/whole_case.h"
#include "proofs/statements/callee.h"
#include "spec/layout.h"
#include "spec/operand_fields.h"
#include "spec/row.h"
#include "spec/surroundings_fields.h"
#include <algorithm>
#include <numeric>
#include <set>
#include <utility>

namespace warplaw::proofs {
namespace {
using spec::kLanes;
using Values = std::vector<std::uint64_t>;

constexpr std::uint32_t kTellingBytes = 1u << 16; ///< a file of more is one of zeros, or would be too large

/// The form with another value in one cell. `cell`: its place in the order of the fields.
spec::Form withCell(const spec::Form& form, std::size_t cell, std::uint64_t value) {
  std::size_t at = 0;
  return spec::rowOf(form.mnemonic()).mapForm(form, [&](const spec::CellPlace&, std::uint64_t old) {
    return at++ == cell ? value : old;
  });
}

/// Cell by cell, the first value that makes the form better; again, as long as any does, since what a cell may be hangs
/// on others. A flag says what the cell behind it is: both at once.
void improve(spec::Form& form, const Values& values, const std::function<int(const spec::Form&)>& worth) {
  const auto& cells = spec::rowOf(form.mnemonic()).formLayout().cells();
  int best = worth(form);
  bool found = true;
  const auto consider = [&](const spec::Form& other) {
    if (const int its = worth(other); its > best) {
      best = its;
      form = other;
      found = true;
    }
  };
  while (std::exchange(found, false))
    for (std::size_t cell = 0; cell < cells.size(); ++cell)
      for (const std::uint64_t value : values) {
        consider(withCell(form, cell, value));
        if (cells[cell].bits == 1 && value < 2 && cell + 1 < cells.size())
          for (const std::uint64_t next : values)
            consider(withCell(withCell(form, cell, value), cell + 1, next));
      }
}

/// How many registers and predicates hold what is read, and take what is written.
int placesOf(const spec::Plan& plan) {
  std::set<std::uint32_t> registers, predicates;
  for (const spec::Source& source : plan.source)
    if (source.kind == spec::SourceKind::Register)
      registers.insert(source.value);
  registers.insert(std::begin(plan.destination), std::end(plan.destination));
  registers.erase(spec::kZeroRegister);
  predicates = {plan.sourcePredicate, plan.destinationPredicate};
  predicates.erase(spec::kTruePredicate);
  return static_cast<int>(registers.size() + predicates.size());
}

bool isLegal(const spec::Form& form) { return spec::check(spec::Instruction{{}, form, {}}).has_value(); }

std::optional<spec::Form> formTold(const WrittenDown& instruction, const Assignment& modifiers,
                                   const spec::Choices& choices) {
  Values values(kLanes); // numbers of registers, and of names
  std::iota(values.begin(), values.end(), 0);
  for (const auto& [name, value] : modifiers)
    values.push_back(static_cast<std::uint64_t>(value));
  const auto alike = [&](const spec::Form& form) {
    const Assignment told = instruction.modifiers(form);
    return static_cast<int>(
        std::ranges::count_if(told, [&](const auto& one) { return *modifiers.find(one.first) == one; }));
  };
  const int all = static_cast<int>(modifiers.size());
  for (const spec::FormFamily& family : spec::families(instruction.mnemonic)) {
    spec::Form form = family.form;
    improve(form, values, alike);
    if (alike(form) != all || !isLegal(form))
      continue;
    values.resize(kLanes);
    improve(form, values, [&](const spec::Form& other) {
      return isLegal(other) && alike(other) == all ? placesOf(instruction.plan(other, choices)) : -1;
    });
    return form;
  }
  return std::nullopt;
}

/// An instruction that ignores the order of lanes may have an order that is no permutation: lane order then.
spec::Choices withOrders(const spec::Choices& choices, const spec::Form& form) {
  if (spec::check(choices, form))
    return choices;
  const spec::Choices usual = spec::defaultChoices(form);
  return spec::rowOf(form.mnemonic()).mapChoices(choices, [&](const spec::CellPlace& place, std::uint64_t value) {
    return place.about.isOrder ? spec::cellOf(usual.data(), place) : value;
  });
}

/// A function may be told what no machine holds of a part that it hardly looks at: what of it may stand beside the
/// usual values.
template <class Part> Part machinePart(const Part& told) {
  Part part = told;
  if (!spec::faultOf(told))
    return part;
  part = {};
  for (const spec::CellPlace& place : spec::layoutOf<Part>().cells()) {
    Part more = part;
    spec::setCell(&more, place, spec::cellOf(&told, place));
    if (!spec::faultOf(more))
      part = more;
  }
  return part;
}
/// In the order of their addresses, those that overlap as one: what lies in a region still does.
spec::GenericRegions machinePart(const spec::GenericRegions& told) {
  if (!spec::faultOf(told))
    return told;
  std::vector<std::pair<std::uint64_t, std::uint64_t>> regions, apart; // first address, and the end
  for (unsigned r = 0, before = 0; r < spec::kGenericRegions; before = told.end[r++])
    if (told.end[r] > before) {
      const std::uint64_t base = std::uint64_t{told.baseHigh[r]} << 32 | told.baseLow[r];
      regions.emplace_back(base, base + (told.end[r] - before));
    }
  std::ranges::sort(regions);
  for (const auto& region : regions)
    if (apart.empty() || region.first >= apart.back().second)
      apart.push_back(region);
    else
      apart.back().second = std::max(apart.back().second, region.second);
  spec::GenericRegions part;
  for (unsigned kept = 0; kept < apart.size(); ++kept) {
    const auto [base, end] = apart[kept];
    part.baseLow[kept] = static_cast<std::uint32_t>(base);
    part.baseHigh[kept] = static_cast<std::uint32_t>(base >> 32);
    for (unsigned r = kept; r < spec::kGenericRegions; ++r)
      part.end[r] += static_cast<std::uint32_t>(end - base);
  }
  return part;
}
spec::SurroundingCells machineCells(spec::SurroundingCells told) {
  spec::withFields<spec::SurroundingCells>(
      [&](const auto&... part) { ((told.*part.member = machinePart(told.*part.member)), ...); });
  return told;
}

void setRegister(spec::Warp& warp, std::uint32_t reg, const std::uint32_t (&words)[kLanes]) {
  if (reg != spec::kZeroRegister)
    std::ranges::copy(words, warp.registers[reg]);
}
void setPredicate(spec::Warp& warp, std::uint32_t predicate, std::uint32_t lanes) {
  if (predicate != spec::kTruePredicate)
    warp.predicates[predicate] = lanes;
}

} // namespace

std::optional<spec::Case> caseOf(const WrittenDown& instruction, const Assignment& modifiers,
                                 const HandedWords& handed) {
  const auto form = formTold(instruction, modifiers, handed.choices);
  if (!form)
    return std::nullopt;
  const spec::Plan plan = instruction.plan(*form, handed.choices);
  spec::Case c = onWarp(*form, withOrders(handed.choices, *form), {});
  c.cells = machineCells(handed.cells);
  c.warp.active = handed.operands.exec & spec::aliveLanes(c.cells.inputs);
  for (unsigned r = 0; r < spec::kResultRows; ++r)
    setRegister(c.warp, plan.destination[r], handed.before.row[r]);
  setPredicate(c.warp, plan.destinationPredicate, handed.before.predicate);
  for (unsigned r = 0; r < spec::kSourceRows; ++r)
    if (plan.source[r].kind == spec::SourceKind::Register)
      setRegister(c.warp, plan.source[r].value, handed.operands.row[r]);
  setPredicate(c.warp, plan.sourcePredicate,
               plan.sourcePredicateNegated ? ~handed.operands.predicate : handed.operands.predicate);
  c.memory = handed.memory;
  if (const std::uint32_t bytes = c.cells.regions.end[spec::kGenericRegions - 1];
      spec::memoryOf(c) == spec::memoryNamed("generic") && c.memory.size() != bytes)
    c.memory = bytes <= kTellingBytes ? tellingBytes(bytes) : std::vector<std::uint8_t>(bytes);
  return c;
}

std::unique_ptr<spec::Warp> tellingWarp(std::mt19937& random) {
  auto warp = std::make_unique<spec::Warp>();
  for (const spec::CellPlace& place : spec::layoutOf<spec::Warp>().cells())
    spec::setCell(warp.get(), place, random());
  return warp;
}

spec::Case onWarp(const spec::Form& form, const spec::Choices& choices, const spec::Warp& warp) {
  spec::Case c;
  c.comment = "a solver's witness";
  c.instruction.form = form;
  c.choices = choices;
  c.warp = warp;
  std::ranges::fill(c.warp.errors, std::uint8_t{0}); // they are of outcomes (MACH-8)
  return c;
}

spec::Case onTellingWarp(const spec::Form& form, const spec::Choices& choices) {
  std::mt19937 random(1); // its numbers are the same everywhere
  const auto warp = tellingWarp(random);
  warp->active = ~0u;
  warp->helpers = 0;
  return onWarp(form, choices, *warp);
}

} // namespace warplaw::proofs
