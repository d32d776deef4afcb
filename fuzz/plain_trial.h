// A record as a trial, and small cases, where an instruction asks for nothing special: every member gets its share of
// the record by its kind.
#pragma once
#include "fuzz/record.h"
#include "fuzz/trial.h"

namespace warplaw::fuzz {

/// The record: a byte for each modifier (0..11), how lanes execute (12), the style of each row (13..17), a byte for
/// each scalar choice (18..20), the style of rows that are chosen (21), words for exec and predicate; then the rows.
inline constexpr std::size_t kPlainHead = 32;
inline constexpr std::size_t kModifierBytes = 0, kExecStyle = 12, kRowStyles = 13, kChoiceBytes = 18,
                             kChosenRowStyle = 21, kExecWord = 24, kPredicateWord = 28;

template <class C> inline constexpr bool kIsChosenRow = std::same_as<C, spec::PerLaneOf<spec::Words, std::uint32_t>>;
template <class Choices>
inline constexpr unsigned kChosenRows = spec::withFields<Choices>([](const auto&... field) {
  return (0u + ... + kIsChosenRow<std::remove_cvref_t<decltype(std::declval<Choices>().*field.member)>>);
});

template <class Choices, unsigned kRows>
inline constexpr std::size_t kPlainRecord = kPlainHead + 4 * spec::kLanes * (kRows + kChosenRows<Choices>);

/// 0 .. count-1 from a byte, without a division; the byte itself where every value is legal.
inline std::uint32_t belowCount(std::uint8_t byte, std::uint64_t count) {
  return count ? static_cast<std::uint32_t>(byte * count >> 8) : byte;
}

template <unsigned kRows, class Trial, std::size_t kSize> void fillPlainly(Trial& trial, const Record<kSize>& bytes) {
  const auto eachMember = [](auto& structure, auto&& fill) {
    spec::withFields<std::remove_cvref_t<decltype(structure)>>(
        [&](const auto&... field) { (fill(structure.*field.member, field.about), ...); });
  };
  std::size_t at = kModifierBytes;
  eachMember(trial.modifiers,
             [&](auto& cell, const spec::About& about) { cell = belowCount(bytes.byte(at++), about.count); });
  trial.operands.exec = execMask(bytes.word(kExecWord), bytes.byte(kExecStyle));
  trial.operands.predicate = bytes.word(kPredicateWord);
  const std::uint8_t* rows = bytes.bytes.data() + kPlainHead;
  for (unsigned row = 0; row < kRows; ++row, rows += 4 * spec::kLanes)
    fillRow(trial.operands.row[row], rows, bytes.byte(kRowStyles + row));
  at = kChoiceBytes;
  eachMember(trial.choices, [&](auto& cell, const spec::About& about) {
    if constexpr (kIsChosenRow<std::remove_reference_t<decltype(cell)>>) {
      fillRow(cell.data(), rows, bytes.byte(kChosenRowStyle));
      rows += 4 * spec::kLanes;
    } else {
      static_assert(spec::IsCell<std::remove_reference_t<decltype(cell)>>, "a choice that needs a trialOf of its own");
      cell = belowCount(bytes.byte(at++), about.count);
    }
  });
}

/// Every form (or, where modifiers make many, every modifier alone) with one or two lanes, and up to two words more.
/// values(row): what is tried in a row of operands.
std::vector<SmallBase> plainSmallBases(const CellWords& cells, unsigned rows,
                                       std::vector<std::uint32_t> (*values)(unsigned row));

} // namespace warplaw::fuzz
