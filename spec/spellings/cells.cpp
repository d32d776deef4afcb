// A form's cells by name: see cells.h.
#include "spec/spellings/cells.h"
#include <algorithm>
#include <cassert>

namespace warplaw::spec {

Cells::Cells(const Form& form) : form_(form) {
  rowOf(form.mnemonic()).mapForm(form, [&](const CellPlace& place, std::uint64_t value) {
    cells_.push_back({std::string(place.name), place.field, value, place.about});
    return value;
  });
}

bool Cells::has(std::string_view cell) const {
  return std::ranges::any_of(cells_, [&](const Cell& known) { return known.name == cell; });
}

Cells::Cell& Cells::of(std::string_view cell) {
  const auto found = std::ranges::find(cells_, cell, &Cell::name);
  assert(found != cells_.end() && "a row names a cell that its instruction has not");
  return *found;
}

const About& Cells::aboutOf(std::string_view cell) const {
  const auto found = std::ranges::find(cells_, cell.substr(0, cell.find('.')), &Cell::field);
  assert(found != cells_.end() && "a row names a member that its instruction has not");
  return found->about;
}

Form Cells::form() const {
  std::size_t next = 0;
  return rowOf(form_.mnemonic()).mapForm(form_, [&](const CellPlace&, std::uint64_t) { return cells_[next++].value; });
}

CellsOfBoth::CellsOfBoth(const Spelling& spelling) : first_(rowOf(spelling.instruction).defaultForm()) {
  if (spelling.then)
    then_.emplace(rowOf(*spelling.then).defaultForm());
}

void CellsOfBoth::set(const Settings& settings) {
  for (const Setting& setting : settings)
    (*this)[setting.cell] = setting.value;
}

bool CellsOfBoth::holds(const Settings& settings) {
  return std::ranges::all_of(settings, [&](const Setting& setting) { return isAlike(setting, (*this)[setting.cell]); });
}

Spelled CellsOfBoth::spelled() const { return {first_.form(), then_ ? std::optional(then_->form()) : std::nullopt}; }

} // namespace warplaw::spec
