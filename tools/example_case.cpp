#include "tools/example_case.h"
#include "fuzz/outcome.h"
#include "fuzz/placement.h"
#include "fuzz/readers.h"
#include "spec/row.h"
#include <algorithm>
#include <bit>
#include <map>

namespace warplaw::tools {
namespace {

constexpr int kMost = 10000; ///< more than all that `worth` takes off

bool isModifier(const spec::About& about) {
  return about.role == spec::Role::Mnemonic || about.role == spec::Role::Modifier || about.role == spec::Role::Optional;
}

/// The operands of `drawn` under the modifiers of `wanted`; one of them may be illegal there.
spec::Form withModifiers(const spec::Form& drawn, const spec::Form& wanted) {
  const spec::InstructionRow& row = spec::rowOf(wanted.mnemonic());
  std::map<std::string, std::uint64_t, std::less<>> modifiers;
  row.mapForm(wanted, [&](const spec::CellPlace& place, std::uint64_t value) {
    if (isModifier(place.about))
      modifiers[std::string(place.name)] = value;
    return value;
  });
  return row.mapForm(drawn, [&](const spec::CellPlace& place, std::uint64_t value) {
    const auto found = modifiers.find(place.name);
    return found == modifiers.end() ? value : found->second;
  });
}

/// How well a case is understood by looking at it; higher is better. Nothing: it does not run.
std::optional<int> worth(const spec::Case& c) {
  const auto outcome = fuzz::execute(c);
  if (!outcome)
    return std::nullopt;
  const bool shows = fuzz::expectedOf(c, *outcome) != spec::Expected{};
  const spec::Plan plan = fuzz::ShippedReaders().planOf(c.instruction.form, c.choices);
  const int lanes = std::popcount(fuzz::execLanesPlainly(c, plan));
  const auto errors = std::ranges::count_if(outcome->warp.errors, [](std::uint8_t error) { return error != 0; });
  return -std::abs(lanes - 6) - 40 * static_cast<int>(errors) - (shows ? 0 : kMost / 2);
}

/// The seed as a case of that form: as it stands, or the first of its warps, or with the form's modifiers in place of
/// its own.
std::optional<ExampleCase> asExample(const CorpusCase& file, const spec::Form& form) {
  if (!file.name.starts_with("seeds/"))
    return std::nullopt;
  auto c = spec::asSingle(file.program);
  const bool isWhole = c.has_value();
  if (!isWhole) {
    spec::ProgramCase first = file.program;
    first.warps.resize(1);
    first.expected.reset();
    c = spec::asSingle(first);
  }
  if (!c || c->instruction.mnemonic() != form.mnemonic())
    return std::nullopt;
  if (spec::nameOf(c->instruction.form) == spec::nameOf(form))
    return ExampleCase{std::move(*c), file.name + (isWhole ? "" : ", its first warp")};
  c->instruction.form = withModifiers(c->instruction.form, form);
  if (!spec::check(c->instruction) || !spec::check(c->choices, c->instruction.form) ||
      spec::nameOf(c->instruction.form) != spec::nameOf(form))
    return std::nullopt;
  return ExampleCase{std::move(*c), file.name + ", with other modifiers"};
}

} // namespace

std::optional<ExampleCase> exampleOf(const spec::Form& form, const std::vector<CorpusCase>& corpus) {
  std::optional<ExampleCase> best;
  int bestWorth = 0;
  for (const CorpusCase& file : corpus) {
    auto example = asExample(file, form);
    const auto value = example ? worth(example->c) : std::nullopt;
    if (!value)
      continue;
    const int all = *value + (example->source == file.name ? kMost : 0);
    if (best && all <= bestWorth)
      continue;
    bestWorth = all;
    best = std::move(example);
  }
  return best;
}

} // namespace warplaw::tools
