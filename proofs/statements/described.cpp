// spec/'s structures as tables of the lifter, as groups of outputs and as witnesses: see described.h.
#include "proofs/statements/described.h"
#include "proofs/statements/witness.h"
#include <cassert>

namespace warplaw::proofs {
namespace {
unsigned storedBits(const spec::CellPlace& place) { return 8 * static_cast<unsigned>(place.bytes); }
} // namespace

Term asStored(Term cell, unsigned bits) { return cell.width() == bits ? cell : cell.zext(bits); }
Term asLoaded(Term cell, unsigned bits) {
  if (cell.op() == symbolic::Op::Zext && cell.arg(0).width() == bits)
    return cell.arg(0);
  return cell.width() == bits ? cell : cell.extract(bits - 1, 0);
}

lift::Table tableOf(std::string name, const spec::Layout& layout, std::span<const Term> cells, bool writable) {
  lift::Table table{.name = std::move(name), .bytes = layout.bytes(), .writable = writable, .fields = {}};
  std::string_view member;
  symbolic::eachTerm(layout, cells, [&](const spec::CellPlace& place, const Term& cell) {
    const lift::Cell bits{asStored(cell, storedBits(place)), cell.terms().truth(false)};
    lift::Field* last = table.fields.empty() ? nullptr : &table.fields.back();
    if (last && member == place.field && last->cellBits == bits.bits.width() &&
        last->offset + last->cells.size() * place.bytes == place.offset) {
      last->cells.push_back(bits);
      return;
    }
    member = place.field;
    table.fields.push_back(
        {std::string(place.name.substr(0, place.name.find('['))), place.offset, bits.bits.width(), {bits}});
  });
  return table;
}

lift::Table variableTable(Terms& terms, std::string name, const spec::Layout& layout, std::string_view prefix,
                          bool writable) {
  return tableOf(std::move(name), layout, symbolic::variableCells(terms, prefix, layout), writable);
}

void readCells(const lift::Table& table, std::uint64_t offset, const spec::Layout& layout, std::span<Term> cells) {
  symbolic::eachTerm(layout, cells, [&](const spec::CellPlace& place, Term& cell) {
    const lift::Cell* found = cellAt(table, offset + place.offset, storedBits(place));
    assert(found && "a spec structure lies in memory cell by cell");
    cell = asLoaded(found->bits, place.bits);
  });
}

void setFrom(const Assignment& witness, std::string_view prefix, const spec::Layout& layout, void* words) {
  for (const spec::CellPlace& place : layout.cells()) {
    spec::setCell(words, place, valueOf(witness, std::string(prefix).append(place.name)));
  }
}

Assignment assignmentOf(const void* words, const spec::Layout& layout, std::string_view prefix) {
  Assignment assignment;
  for (const spec::CellPlace& place : layout.cells())
    assignment[std::string(prefix).append(place.name)] = spec::cellOf(words, place);
  return assignment;
}

std::vector<Group> groupsOf(unsigned object, const spec::Layout& layout, std::span<const Term> after) {
  const lift::Table table = tableOf("", layout, after, false);
  std::vector<Group> groups(spec::kLanes + 1);
  for (unsigned lane = 0; lane < spec::kLanes; ++lane)
    groups[lane].name = laneGroup(lane);
  groups.back().name = "others";
  symbolic::eachTerm(layout, after, [&](const spec::CellPlace& place, const Term& cell) {
    const std::string name(place.name);
    Place where = placeAt(table, object, place.offset);
    const Term stored = asStored(cell, storedBits(place));
    if (place.lane >= 0) {
      groups[static_cast<unsigned>(place.lane)].expectations.push_back({name, where, stored});
    } else if (place.about.isLaneMask) {
      for (unsigned lane = 0; lane < spec::kLanes; ++lane) {
        where.bit = static_cast<int>(lane);
        groups[lane].expectations.push_back({bitName(name, lane), where, cell.bit(lane)});
      }
    } else {
      groups.back().expectations.push_back({name, where, stored});
    }
  });
  return groups;
}

std::vector<Group> groupsOf(unsigned object, const spec::Layout& layout, const lift::Table& after) {
  std::vector<Term> cells(layout.cells().size());
  readCells(after, 0, layout, cells);
  return groupsOf(object, layout, cells);
}

} // namespace warplaw::proofs
