// spec/'s structures where proofs need them: as the lifter's tables, read back as terms, and as the values of a
// witness. All of it follows from the lists of fields.
#pragma once
#include "proofs/statements/lifting.h"
#include "symbolic/terms/described.h"
#include <cassert>
#include <cstring>

namespace warplaw::proofs {
using symbolic::AsTerms;
using symbolic::eachTerm;
using symbolic::wordsIn;

/// A member's cell as it is stored, and back: of one that fills its storage the term itself, also where nothing folds
/// (--no-fold), so that an input stays the variable that it is.
inline Term asStored(Term cell, unsigned bits) { return cell.width() == bits ? cell : cell.zext(bits); }
inline Term asLoaded(Term cell, unsigned bits) {
  if (cell.op() == symbolic::Op::Zext && cell.arg(0).width() == bits)
    return cell.arg(0);
  return cell.width() == bits ? cell : cell.extract(bits - 1, 0);
}

/// A structure of terms as it lies in memory. Members that lie together are one field, so that a symbolic index over
/// them is an index over cells.
template <class S> lift::Table tableOf(std::string name, const S& structure, bool writable = false) {
  lift::Table table{
      .name = std::move(name), .bytes = sizeof(spec::InWorld<S, spec::Words>), .writable = writable, .fields = {}};
  std::string_view member;
  eachTerm(structure, [&](const spec::CellPlace& place, const Term& cell) {
    const lift::Cell bits{asStored(cell, 8 * static_cast<unsigned>(place.bytes)), cell.terms().truth(false)};
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

/// Whose terms a table holds.
inline Terms& termsOf(const lift::Table& table) { return table.fields.at(0).cells.at(0).bits.terms(); }

/// What an object holds as a structure of terms (poison left aside); `offset`: where it begins.
template <class S> S structureIn(const lift::Table& table, std::uint64_t offset = 0) {
  S structure;
  eachTerm(structure, [&](const spec::CellPlace& place, Term& cell) {
    const lift::Cell* found = cellAt(table, offset + place.offset, 8 * static_cast<unsigned>(place.bytes));
    assert(found && "a spec structure lies in memory cell by cell");
    cell = asLoaded(found->bits, place.bits);
  });
  return structure;
}

/// The structure of words that a witness gives to variables<S>(terms, prefix); what it does not name is 0.
template <class S> S valueFrom(const Assignment& witness, std::string_view prefix = "") {
  S value{};
  spec::eachCell(
      [&]<class Cell>(const spec::CellPlace& place, Cell& cell) {
        const auto found = witness.find(std::string(prefix).append(place.name));
        cell = found == witness.end() ? Cell{} : static_cast<Cell>(found->second);
      },
      value);
  return value;
}

/// And back.
template <class S> Assignment assignmentOf(const S& value, std::string_view prefix = "") {
  Assignment assignment;
  spec::eachCell(
      [&](const spec::CellPlace& place, const auto& cell) {
        assignment[std::string(prefix).append(place.name)] = static_cast<symbolic::Bits>(cell);
      },
      value);
  return assignment;
}

/// What every cell of object `object` is afterwards: one group a lane, with the lane's own cells and its bits of masks;
/// what belongs to no lane in the group "others".
template <class S> std::vector<Group> groupsOf(unsigned object, const S& after) {
  const lift::Table table = tableOf("", after);
  std::vector<Group> groups(spec::kLanes + 1);
  for (unsigned lane = 0; lane < spec::kLanes; ++lane)
    groups[lane].name = laneGroup(lane);
  groups.back().name = "others";
  eachTerm(after, [&](const spec::CellPlace& place, const Term& cell) {
    const std::string name(place.name);
    Place where = placeAt(table, object, place.offset);
    const Term stored = asStored(cell, 8 * static_cast<unsigned>(place.bytes));
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

} // namespace warplaw::proofs
