// States as differences. Two states are the same if the steps since they part differ in their order only, and leave the
// same memory.
#include "linearize/states.h"

namespace warplaw::linearize {
namespace {

std::uint64_t mixed(std::uint64_t x) { // the finalizer of MurmurHash3
  x = (x ^ x >> 33) * 0xff51afd7ed558ccdu;
  x = (x ^ x >> 33) * 0xc4ceb9fe1a85ec53u;
  return x ^ x >> 33;
}

} // namespace

std::size_t States::CellHash::operator()(const Cell& cell) const {
  return mixed(cell.value + mixed(cell.known + mixed(cell.nan.open + cell.nan.unlikeInfinity + mixed(cell.vague))));
}

States::States(std::vector<Place> places, std::size_t words, std::size_t groups)
    : places_(std::move(places)), records_(1, Record{0, 0, 0, 0, 0, 0}), table_(1024), counts_(places_.size(), 0),
      groups_(groups, 0) {
  for (auto& side : sides_)
    side.resize(words);
}

std::uint32_t States::cellOf(const Cell& cell) {
  return cells_.try_emplace(cell, static_cast<std::uint32_t>(cells_.size())).first->second;
}

std::uint64_t States::bytes() const {
  constexpr std::size_t kCell = sizeof(Cell) + 32; // with the map's node and bucket
  return records_.capacity() * sizeof(Record) + table_.size() * sizeof(Slot) + cells_.size() * kCell;
}

std::uint64_t States::bytesAfterNext() const {
  const bool grows = records_.size() == records_.capacity() || 2 * (records_.size() + 1) > table_.size();
  return grows ? 2 * bytes() : bytes();
}

void States::grow() {
  std::vector<Slot> old(2 * table_.size());
  old.swap(table_);
  for (const Slot& slot : old) {
    if (slot.record == 0)
      continue;
    std::size_t at = slot.tag & (table_.size() - 1);
    while (table_[at].record != 0)
      at = (at + 1) & (table_.size() - 1);
    table_[at] = slot;
  }
}

std::optional<std::uint32_t> States::enter(std::uint32_t from, const Step& step) {
  const Place place = places_[step.what];
  const std::uint32_t before = cellOf(step.before), after = cellOf(step.after);
  const auto ofCell = [&](std::uint32_t cell) { return mixed(std::uint64_t{place.word} << 32 | cell); };
  std::uint64_t hash = records_[from].hash + mixed(~std::uint64_t{step.what}) + ofCell(after) - ofCell(before);
  if (place.group >= 0 && step.performs)
    hash += mixed(std::uint64_t{1} << 63 | static_cast<std::uint32_t>(place.group));
  const auto made = static_cast<std::uint32_t>(records_.size());
  records_.push_back({hash, from, 2 * step.what + step.performs, before, after, records_[from].depth + 1});
  if (2 * (records_.size() + 1) > table_.size())
    grow();
  const auto tag = static_cast<std::uint32_t>(mixed(hash));
  std::size_t at = tag & (table_.size() - 1);
  for (; table_[at].record != 0; at = (at + 1) & (table_.size() - 1)) {
    const std::uint32_t other = table_[at].record;
    if (table_[at].tag == tag && records_[other].hash == hash && records_[other].depth == records_[made].depth &&
        same(made, other)) {
      records_.pop_back();
      return std::nullopt;
    }
  }
  table_[at] = {made, tag};
  return made;
}

/// Both have taken as many steps, so walking back in step they meet where they part.
bool States::same(std::uint32_t a, std::uint32_t b) {
  touched_.clear();
  while (a != b) {
    for (const bool other : {false, true}) {
      std::uint32_t& at = other ? b : a;
      const Record& record = records_[at];
      const std::uint32_t what = record.step / 2;
      const Place place = places_[what];
      counts_[what] += other ? -1 : 1;
      if (place.group >= 0 && record.step % 2)
        groups_[place.group] += other ? -1 : 1;
      Side& side = sides_[other][place.word];
      side.last = side.last == ~0u ? record.after : side.last;
      side.first = record.before;
      touched_.push_back(what);
      at = record.from;
    }
  }
  bool equal = true;
  for (const std::uint32_t what : touched_) {
    const Place place = places_[what];
    const Side &one = sides_[0][place.word], &other = sides_[1][place.word];
    const std::uint32_t last = one.last != ~0u ? one.last : other.first,
                        otherLast = other.last != ~0u ? other.last : one.first;
    equal = equal && counts_[what] == 0 && (place.group < 0 || groups_[place.group] == 0) && last == otherLast;
  }
  for (const std::uint32_t what : touched_) { // as it was
    const Place place = places_[what];
    counts_[what] = 0;
    if (place.group >= 0)
      groups_[place.group] = 0;
    sides_[0][place.word] = sides_[1][place.word] = {};
  }
  return equal;
}

} // namespace warplaw::linearize
