// A DescribedFamily's words for the minimiser: one for each thing that its domain leaves free, so that every smaller
// case is one of the domain, and its small cases. What check/described_family.h declares.
#pragma once
#include "check/described_family.h"

namespace warplaw::check {

template <class Adapter> void DescribedFamily<Adapter>::makeLayout() {
  const fuzz::CellWords& cells = Fuzzer::cells();
  layout_.clear();
  sets_.clear();
  wordOf_.clear();
  small_.reset();
  const auto add = [&](fuzz::WordInfo info, std::vector<std::size_t> sets) {
    layout_.push_back(info);
    sets_.push_back(std::move(sets));
    return layout_.size() - 1;
  };
  const auto one = [&](std::string_view cell) { return add(cells.layout()[cells.word(cell)], {cells.word(cell)}); };
  const std::size_t exec = cells.word("exec");
  for (std::size_t word = 0; word < exec; ++word) // modifiers
    if (Adapter::isModifier(word))
      add(cells.layout()[word], {word});
  const std::size_t execWord = add(cells.layout()[exec], {exec});
  always_ = {{execWord, 0}};
  if constexpr (Fuzzer::kMemory)
    always_.push_back({one(Adapter::kBytesCell), kSmallMemory});
  if (const std::size_t next = exec + 1; Fuzzer::instruction().readsPredicate)
    wordOf_.push_back({add(cells.layout()[next], {next})});
  for (unsigned row = 0; row < Traits::kRows; ++row) {
    const std::size_t first = cells.word(fmt::format("row[{}][0]", row));
    std::vector<std::size_t> all(spec::kLanes), words;
    for (unsigned lane = 0; lane < spec::kLanes; ++lane)
      all[lane] = first + lane;
    fuzz::WordInfo info = cells.layout()[first];
    info.mask = Adapter::maskOf(row, domain_);
    if (isUniform(row)) {
      info.position = -1;
      words.push_back(add(info, all));
    } else {
      for (unsigned lane = 0; lane < spec::kLanes; ++lane) {
        info.position = static_cast<std::int16_t>(lane);
        words.push_back(add(info, {all[lane]}));
      }
    }
    wordOf_.push_back(words);
  }
  if constexpr (Fuzzer::kMemory)
    for (std::size_t at = cells.word("memory[0]"), k = 0; k < fuzz::kTrialMemory / 4; ++k)
      add(cells.layout()[at + k], {at + k});
  for (const std::string& cell : Adapter::moreCells())
    one(cell);
  const auto identity = [&](std::uint8_t row, std::size_t sources) -> std::optional<std::size_t> {
    if (sources == 0 || !domain_.sameRegisters)
      return {};
    return add({.role = fuzz::WordRole::Form, .row = row, .mask = static_cast<std::uint32_t>(sources)}, {});
  };
  resultWord_ = identity(250, Registers::toldResults(domain_));
  predicateWord_ = identity(251, Registers::toldPredicates(domain_));
}

/// Each modifier alone, and the first two together, which name the forms; on few lanes or all, with few words more.
template <class Adapter> fuzz::SmallCases DescribedFamily<Adapter>::smallCases() const {
  const std::size_t exec = always_.front().word;
  std::vector<fuzz::Edits> forms = {{}};
  for (std::uint32_t first = 1; exec > 1 && first <= layout_[0].mask; ++first)
    for (std::uint32_t second = 1; layout_[1].role == fuzz::WordRole::Form && second <= layout_[1].mask; ++second)
      forms.push_back({{0, first}, {1, second}});
  for (std::size_t word = 0; word < exec; ++word)
    for (std::uint32_t value = 1; layout_[word].role == fuzz::WordRole::Form && value <= layout_[word].mask; ++value)
      forms.push_back({{word, value}});
  fuzz::Edits additions;
  const bool readsPredicate = Fuzzer::instruction().readsPredicate;
  for (unsigned row = 0; row < wordOf_.size(); ++row)
    for (std::size_t k = 0; k < std::min<std::size_t>(wordOf_[row].size(), 2); ++k)
      for (const std::uint32_t value :
           readsPredicate&& row == 0 ? std::vector<std::uint32_t>{1, 2, ~0u} : Adapter::smallValues(row, domain_))
        if ((value & layout_[wordOf_[row][k]].mask) == value)
          additions.push_back({wordOf_[row][k], value});
  for (const auto& word : {resultWord_, predicateWord_})
    for (std::uint32_t source = 1; word && source <= layout_[*word].mask; ++source)
      additions.push_back({*word, source});
  std::vector<fuzz::SmallBase> bases;
  for (const fuzz::Edits& form : forms)
    for (const std::uint32_t lanes : {1u, 2u, 3u, ~0u})
      if (isMask(domain_.exec, lanes)) {
        fuzz::Edits base = form;
        base.insert(base.end(), always_.begin(), always_.end());
        base[form.size()].value = lanes;
        bases.push_back({base, additions, Adapter::kSmallWords});
      }
  return fuzz::smallCases(layout_, bases);
}

} // namespace warplaw::check
