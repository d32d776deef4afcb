// Tables of cells: where a cell is, and what it is called.
#include "proofs/statements/lifting.h"
#include <cassert>
#include <cstddef>
#include <fmt/format.h>

namespace warplaw::proofs {
lift::Field field(std::string name, std::uint64_t offset, std::span<const Term> bits) {
  lift::Field result{.name = std::move(name), .offset = offset, .cellBits = bits[0].width(), .cells = {}};
  for (Term b : bits) {
    assert(b.width() == result.cellBits);
    result.cells.push_back({b, b.terms().truth(false)});
  }
  return result;
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

const lift::Cell* cellAt(const lift::Table& table, std::uint64_t offset, unsigned cellBits) {
  return cellAt(const_cast<lift::Table&>(table), offset, cellBits);
}

Place placeAt(const lift::Table& table, unsigned object, std::uint64_t offset) {
  for (const lift::Field& f : table.fields)
    if (offset >= f.offset && offset < f.offset + f.cells.size() * (f.cellBits / 8))
      return {object, f.name, static_cast<unsigned>((offset - f.offset) / (f.cellBits / 8))};
  assert(false && "no cell of the table begins there");
  return {};
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

std::string laneGroup(unsigned lane) { return fmt::format("lane-{:02}", lane); }
std::string bitName(const std::string& mask, unsigned bit) { return fmt::format("{}[{}]", mask, bit); }

} // namespace warplaw::proofs
