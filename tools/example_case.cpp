#include "tools/example_case.h"
#include "fuzz/placement.h"
#include "spec/row.h"
#include <algorithm>
#include <bit>
#include <map>

namespace warplaw::tools {
namespace {

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

/// How well a case is understood by looking at it; higher is better. Nothing: it shows nothing.
std::optional<int> worth(const spec::Case& c, fuzz::Oracle& oracle) {
  const auto outcome = oracle.encode(c);
  if (!outcome || fuzz::expectedOf(c, *outcome) == spec::Expected{})
    return std::nullopt;
  const spec::Plan plan = oracle.of(c.instruction.mnemonic()).planOf(c.instruction.form, c.choices);
  const int lanes = std::popcount(fuzz::execLanesPlainly(c, plan));
  const auto errors = std::ranges::count_if(outcome->warp.errors, [](std::uint8_t error) { return error != 0; });
  return -std::abs(lanes - 6) - 40 * static_cast<int>(errors);
}

std::optional<spec::Case> draw(const spec::Form& form, fuzz::Oracle& oracle) {
  constexpr unsigned kDraws = 400;
  fuzz::InstructionFuzzer& fuzzer = oracle.of(form.mnemonic());
  std::vector<std::uint8_t> record(fuzzer.recordBytes());
  std::optional<spec::Case> best;
  int bestWorth = 0;
  for (unsigned number = 0; number < kDraws; ++number) {
    fuzz::Dice(number).fill(record);
    spec::Case c = fuzzer.operandCase(record);
    c.instruction.form = withModifiers(c.instruction.form, form);
    if (!spec::check(c.instruction) || !spec::check(c.choices, c.instruction.form) ||
        spec::nameOf(c.instruction.form) != spec::nameOf(form))
      continue;
    if (const auto value = worth(c, oracle); value && (!best || *value > bestWorth)) {
      bestWorth = *value;
      best = std::move(c);
    }
  }
  return best;
}

} // namespace

std::optional<ExampleCase> exampleOf(const spec::Form& form, const std::vector<CorpusCase>& corpus,
                                     fuzz::Oracle& oracle) {
  std::optional<ExampleCase> best;
  int bestWorth = 0;
  for (const CorpusCase& file : corpus) {
    if (!file.name.starts_with("seeds/"))
      continue;
    auto c = spec::asSingle(file.program);
    if (!c || spec::nameOf(c->instruction.form) != spec::nameOf(form))
      continue;
    if (const auto value = worth(*c, oracle); value && (!best || *value > bestWorth)) {
      bestWorth = *value;
      best = ExampleCase{std::move(*c), file.name};
    }
  }
  if (best)
    return best;
  if (auto c = draw(form, oracle))
    return ExampleCase{std::move(*c), "drawn"};
  return std::nullopt;
}

} // namespace warplaw::tools
