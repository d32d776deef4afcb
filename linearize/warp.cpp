// Verdicts on one instruction: locations and values by small hash tables, lanes and vertices as bits of a word.
#include "linearize/warp.h"
#include <algorithm>
#include <bit>

namespace warplaw::linearize {
namespace {

constexpr std::uint64_t kSpread = 0x9e3779b97f4a7c15u; // Fibonacci hashing: neighbouring values spread

template <class T, std::size_t N> constexpr std::size_t hashed(std::uint64_t key, const std::array<T, N>&) {
  static_assert(std::has_single_bit(N));
  return key * kSpread >> (64 - std::countr_zero(N));
}

} // namespace

bool WarpChecker::check(const History& history, bool witness, Verdict& verdict) {
  if (!readLanes(history))
    return false;
  findPlaces(history);
  if (!readEnds(history) || !keepsOthers(history))
    return false;
  accused_ = nullptr;
  if (!returns_)
    fold(history);
  else if (readWinners(history) && numberVertices(history))
    judgeTrails(history);
  else
    return false;
  verdict.answer = accused_ ? Answer::Illegal : Answer::Legal;
  if (accused_)
    blame(verdict);
  else if (witness)
    writeWitness(history, verdict);
  return true;
}

/// Which lanes there are, and whether they are a case for trails or for folds.
bool WarpChecker::readLanes(const History& history) {
  const std::size_t count = history.accesses.size();
  if (history.instructions.size() != 1 || count == 0 || count > kLanes)
    return false;
  operation_ = history.instructions[0].operation;
  if (isFloat(operation_.type) || operation_.op == Op::CastSpin)
    return false;
  step_ = kIntegerSteps[static_cast<unsigned>(operation_.op)][static_cast<unsigned>(operation_.type)];
  bytes_ = bytesOf(operation_.type);
  const Access& one = history.accesses[0];
  std::uint64_t addresses = 0, operands = 0; // bits in which they differ
  std::size_t returning = 0;
  lanes_ = 0;
  for (std::uint32_t k = 0; k < count; ++k) {
    const Access& access = history.accesses[k];
    access_[access.lane] = k;
    lanes_ |= 1u << access.lane;
    returning += access.returns;
    addresses |= access.address ^ one.address;
    operands |= access.operand ^ one.operand;
  }
  placeCount_ = addresses == 0 ? 1 : 0; // several are still to be found
  returns_ = returning != 0;
  if (returns_)
    return returning == count;
  const bool limited = operation_.op == Op::Inc || operation_.op == Op::Dec;
  return isOrderFree(operation_, history.zeros) && (!limited || operands == 0);
}

/// Locations in the order of the file.
void WarpChecker::findPlaces(const History& history) {
  if (placeCount_ == 1) {
    places_[0].address = history.accesses[0].address;
    places_[0].lanes = lanes_;
    place_.fill(0);
    return;
  }
  placeAt_.fill(kLanes);
  std::uint32_t count = 0;
  for (const Access& access : history.accesses) {
    std::size_t at = hashed(access.address, placeAt_);
    places_[kLanes].address = access.address; // an empty entry is what is looked for: one branch, and a choice
    while (places_[placeAt_[at]].address != access.address)
      at = (at + 1) % placeAt_.size();
    const bool fresh = placeAt_[at] == kLanes;
    const std::uint32_t place = fresh ? count : placeAt_[at];
    placeAt_[at] = static_cast<std::uint8_t>(place);
    places_[place].address = access.address;
    places_[place].lanes = (fresh ? 0 : places_[place].lanes) | 1u << access.lane;
    place_[access.lane] = place;
    count += fresh;
  }
  placeCount_ = count;
}

/// What is known of each location before and after: all of it or nothing.
bool WarpChecker::readEnds(const History& history) {
  bool whole = true;
  for (std::uint32_t k = 0; k < placeCount_; ++k) {
    Place& place = places_[k];
    const KnownWord first = knownAt(history.initial, place.address, bytes_),
                    last = knownAt(history.final, place.address, bytes_);
    place.first = first.mask ? std::optional(first.value) : std::nullopt;
    place.last = last.mask ? std::optional(last.value) : std::nullopt;
    whole &= first.mask == 0 || isWhole(first, bytes_);
    whole &= last.mask == 0 || isWhole(last, bytes_);
    whole &= returns_ || place.first; // what a fold starts from is otherwise a guess
  }
  return whole;
}

/// MACH-5; where all that was known before lies in locations, nothing else can have changed.
bool WarpChecker::keepsOthers(const History& history) {
  std::size_t known = 0, within = 0;
  for (const KnownBytes& region : history.initial)
    known += region.bytes.size();
  for (std::uint32_t k = 0; k < placeCount_; ++k)
    within += places_[k].first ? bytes_ : 0;
  if (known == within)
    return true;
  std::array<Component, kLanes> components;
  for (std::uint32_t k = 0; k < placeCount_; ++k)
    components[k] = {places_[k].address, bytes_, false, 0, 0};
  const std::span accessed(components.data(), placeCount_);
  std::sort(accessed.begin(), accessed.end(), [](const auto& a, const auto& b) { return a.address < b.address; });
  return !strayByte(history.initial, history.final, accessed);
}

/// Any order will do, so that of the file.
void WarpChecker::fold(const History& history) {
  std::array<std::uint64_t, kLanes> memory;
  for (std::uint32_t k = 0; k < placeCount_; ++k)
    memory[k] = *places_[k].first;
  for (const Access& access : history.accesses) {
    std::uint64_t& value = memory[place_[access.lane]];
    value = step_(value, access.operand, access.swap);
  }
  for (std::uint32_t k = 0; k < placeCount_; ++k)
    if (places_[k].last && *places_[k].last != memory[k])
      accuse(places_[k], FaultKind::WrongTotal, memory[k]);
}

// ---- trails: a vertex is a value at a location

std::size_t WarpChecker::slotOf(std::uint32_t place, std::uint64_t value) {
  std::size_t at = hashed(value ^ std::uint64_t{place} << 40, vertexAt_);
  vertices_[kNoVertex] = {value, place}; // an empty entry is what is looked for: one branch, and a choice
  const auto differs = [&](const Vertex& v) { return ((v.value ^ value) | (v.place ^ place)) != 0; };
  while (differs(vertices_[vertexAt_[at]]))
    at = (at + 1) % vertexAt_.size();
  return at;
}

/// `count` where the vertex is not among those numbered so far: then it is numbered so.
std::uint32_t WarpChecker::vertexOf(std::uint32_t place, std::uint64_t value, std::uint32_t count) {
  const std::size_t at = slotOf(place, value);
  const std::uint32_t vertex = vertexAt_[at] == kNoVertex ? count : vertexAt_[at];
  vertexAt_[at] = static_cast<std::uint8_t>(vertex);
  vertices_[vertex] = {value, place};
  return vertex;
}

/// Which lanes are edges; false where a flag is none.
bool WarpChecker::readWinners(const History& history) {
  winners_ = lanes_;
  if (!returnsFlag(operation_.op))
    return true;
  std::uint64_t others = 0; // what is not a flag
  winners_ = 0;
  for (const Access& access : history.accesses) {
    others |= access.returned >> 1;
    winners_ |= static_cast<std::uint32_t>(access.returned & 1) << access.lane;
  }
  return others == 0;
}

/// As the general method numbers them at each location: its ends, then its edges by lane. False where nothing tells
/// what stood at one, or where there are too many.
bool WarpChecker::numberVertices(const History& history) {
  std::uint32_t count = 0; // in a register: each number waits for the one before
  const auto number = [&](std::uint32_t place, std::uint64_t value) {
    const std::uint32_t vertex = vertexOf(place, value, count);
    count += vertex == count;
    return vertex;
  };
  vertexAt_.fill(kNoVertex);
  for (std::uint32_t k = 0; k < placeCount_; ++k) {
    Place& place = places_[k];
    if (!place.first && !place.last && (place.lanes & winners_) == 0)
      return false;
    place.firstVertex = place.first ? number(k, *place.first) : kNone;
    place.lastVertex = place.last ? number(k, *place.last) : kNone;
  }
  const bool flags = returnsFlag(operation_.op);
  for (std::uint32_t lanes = winners_; lanes != 0; lanes &= lanes - 1) {
    const auto lane = static_cast<std::uint32_t>(std::countr_zero(lanes));
    const Access& access = history.accesses[access_[lane]];
    const std::uint64_t old = flags ? access.operand : access.returned;
    from_[lane] = number(place_[lane], old);
    to_[lane] = number(place_[lane], step_(old, access.operand, access.swap));
  }
  vertexCount_ = count;
  return count <= kMostVertices;
}

void WarpChecker::countDegrees() {
  std::fill_n(out_.begin(), vertexCount_, 0);
  std::fill_n(balance_.begin(), vertexCount_, 0);
  for (std::uint32_t lanes = winners_; lanes != 0; lanes &= lanes - 1) {
    const auto lane = static_cast<std::uint32_t>(std::countr_zero(lanes));
    ++balance_[from_[lane]];
    --balance_[to_[lane]];
    out_[from_[lane]] |= std::uint64_t{1} << to_[lane];
  }
  odd_ = 0;
  for (std::uint32_t k = 0; k < placeCount_; ++k)
    places_[k].vertices = 0;
  for (std::uint32_t v = 0; v < vertexCount_; ++v) {
    odd_ |= std::uint64_t{balance_[v] != 0} << v;
    places_[vertices_[v].place].vertices |= std::uint64_t{1} << v;
  }
}

/// Degrees balance but for the ends, and these are the known ones.
void WarpChecker::judgeEnds(Place& place) {
  std::uint32_t source = kNone, sink = kNone;
  place.source = kNone;
  for (std::uint64_t odd = odd_ & place.vertices; odd != 0; odd &= odd - 1) {
    const auto v = static_cast<std::uint32_t>(std::countr_zero(odd));
    std::uint32_t& end = balance_[v] > 0 ? source : sink;
    if (end != kNone || balance_[v] > 1 || balance_[v] < -1)
      return accuse(place, FaultKind::Unbalanced, vertices_[v].value);
    end = v;
  }
  if (source == kNone) // a circuit, which starts and ends at one value, whichever is known
    source = sink = place.first  ? place.firstVertex
                    : place.last ? place.lastVertex
                                 : static_cast<std::uint32_t>(std::countr_zero(place.vertices));
  if (place.first && place.firstVertex != source)
    return accuse(place, FaultKind::FirstNotLeft, *place.first);
  if (place.last && place.lastVertex != sink)
    return accuse(place, FaultKind::LastNotReached, *place.last);
  place.source = source;
}

std::uint64_t WarpChecker::reachedFrom(std::uint64_t vertices) const {
  std::uint64_t reached = vertices;
  for (std::uint64_t open = vertices; open != 0;) {
    std::uint64_t next = 0;
    for (; open != 0; open &= open - 1)
      next |= out_[std::countr_zero(open)];
    open = next & ~reached;
    reached |= next;
  }
  return reached;
}

/// Failures of CAST fit in where memory holds anything but their compare value (ATOMS-9).
void WarpChecker::judgeFailures(const History& history, const Place& place) {
  if (!std::has_single_bit(place.vertices))
    return;
  for (std::uint32_t lanes = place.lanes & ~winners_; lanes != 0; lanes &= lanes - 1)
    if (const std::uint64_t compare = history.accesses[access_[std::countr_zero(lanes)]].operand;
        compare == vertices_[std::countr_zero(place.vertices)].value)
      return accuse(place, FaultKind::CastFailed, compare);
}

void WarpChecker::judgeTrails(const History& history) {
  countDegrees();
  std::uint64_t sources = 0, vertices = 0;
  for (std::uint32_t k = 0; k < placeCount_; ++k) {
    Place& place = places_[k];
    judgeEnds(place);
    if (place.source == kNone)
      continue;
    sources |= std::uint64_t{1} << place.source;
    vertices |= place.vertices;
  }
  const std::uint64_t apart = vertices & ~reachedFrom(sources);
  if (apart == 0 && winners_ == lanes_)
    return;
  for (std::uint32_t k = 0; k < placeCount_; ++k) {
    const Place& place = places_[k];
    if (place.source == kNone)
      continue;
    if ((apart & place.vertices) != 0)
      accuse(place, FaultKind::Disconnected, vertices_[std::countr_zero(apart & place.vertices)].value);
    else
      judgeFailures(history, place);
  }
}

/// The general method stops at the first location, by address, that is illegal.
void WarpChecker::accuse(const Place& place, FaultKind kind, std::uint64_t value) {
  if (accused_ && accused_->address <= place.address)
    return;
  accused_ = &place;
  kind_ = kind;
  value_ = value;
}

void WarpChecker::blame(Verdict& verdict) const {
  Fault& fault = verdict.fault;
  fault.kind = kind_;
  fault.address = accused_->address;
  fault.bytes = bytes_;
  fault.value = value_;
  fault.half = 0;
  fault.first = accused_->first;
  fault.last = accused_->last;
  fault.lastIsFinal = true;
  fault.firstAssumed = false;
  fault.accesses.clear();
  for (std::uint32_t lanes = accused_->lanes; lanes != 0; lanes &= lanes - 1)
    fault.accesses.push_back(access_[std::countr_zero(lanes)]);
}

} // namespace warplaw::linearize
