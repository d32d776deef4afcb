// Values that no rule promises: see any_values.h.
#include "spec/any_values.h"
#include <algorithm>
#include <iterator>

namespace warplaw::spec {
namespace {

constexpr std::string_view kInactive[] = {"inactive"};
constexpr std::string_view kAny[] = {"any"};
constexpr std::string_view kAnyAndPredicate[] = {"any", "anyPredicate"};
constexpr std::string_view kOfErrors[] = {"errorWrites", "errorValueLow", "errorValueHigh"};
constexpr std::string_view kWordOfAnswer[] = {"wordOfAnswer"};
constexpr std::string_view kPredicateOfCount[] = {"predicateOfCount"};
constexpr std::string_view kNan[] = {"nanLow", "nanHigh"};

constexpr std::string_view kNoGroup = "no rule promises a value there";

/// Sorted by mnemonic.
constexpr AnyValue kValues[] = {
    {Mnemonic::Shfl, kInactive, "the source lane is not here"},
    {Mnemonic::Atoms, kOfErrors, "the lane is in error"},
    {Mnemonic::B2r, kWordOfAnswer, "the last reduction gave an answer, not a count"},
    {Mnemonic::B2r, kPredicateOfCount, "the last reduction gave a count, not an answer"},
    {Mnemonic::Red, kNan, "a sum is a NaN, and which one is open"},
    {Mnemonic::Votesync, kAnyAndPredicate, kNoGroup},
    {Mnemonic::Matchsync, kAnyAndPredicate, kNoGroup},
    {Mnemonic::Electsync, kAnyAndPredicate, kNoGroup},
    {Mnemonic::Shflsync, kAnyAndPredicate, kNoGroup, "SYNC-2"},
    {Mnemonic::Reduxsync, kAny, kNoGroup},
};
static_assert(std::ranges::is_sorted(kValues, {}, &AnyValue::mnemonic));

bool isOf(const AnyValue& value, const CellPlace& place) {
  return std::ranges::find(value.fields, place.field) != value.fields.end();
}

} // namespace

std::span<const AnyValue> anyValuesOf(Mnemonic mnemonic) {
  const auto found = std::ranges::equal_range(kValues, mnemonic, {}, &AnyValue::mnemonic);
  return {found.begin(), found.end()};
}

std::string_view ruleOf(const AnyValue& value, bool isOfSource) {
  if (isOfSource && !value.ruleOfSource.empty())
    return value.ruleOfSource;
  const InstructionRow& row = rowOf(value.mnemonic);
  std::string_view rule;
  (void)row.mapChoices(row.defaultChoices(), [&](const CellPlace& place, std::uint64_t cell) {
    if (isOf(value, place))
      rule = place.about.rule;
    return cell;
  });
  return rule;
}

std::optional<Choices> withAnyValue(const Instruction& instruction, const Choices& choices, const AnyValue& value,
                                    const CellMap& map) {
  const InstructionRow& row = rowOf(value.mnemonic);
  std::vector<std::uint64_t> defaults;
  (void)row.mapChoices(row.defaultChoices(),
                       [&](const CellPlace&, std::uint64_t cell) { return defaults.emplace_back(cell); });
  for (const bool keepsDefaults : {false, true}) {
    std::size_t next = 0;
    Choices other = row.mapChoices(choices, [&](const CellPlace& place, std::uint64_t cell) {
      const std::uint64_t plain = defaults[next++];
      return isOf(value, place) ? map(place, cell) | (keepsDefaults ? plain : 0) : cell;
    });
    if (check(other, instruction.form))
      return other;
  }
  return std::nullopt;
}

} // namespace warplaw::spec
