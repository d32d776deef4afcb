#include "proofs/rup/clauses.h"
#include <algorithm>
#include <stdexcept>
#include <utility>

namespace warplaw::rup {

Clauses::Clauses(Literal variables)
    : buckets_(1024, kNone), watches_(2 * static_cast<std::size_t>(variables) + 2), values_(watches_.size()),
      marks_(watches_.size()) {}

void Clauses::normalise(std::span<const Literal> clause) {
  ++stamp_;
  clause_.clear();
  for (const Literal literal : clause)
    if (std::exchange(marks_[code(literal)], stamp_) != stamp_)
      clause_.push_back(literal);
}

// The same for every order of the literals.
std::uint64_t Clauses::hashOf(std::span<const Literal> clause) {
  std::uint64_t sum = clause.size();
  for (const Literal literal : clause) {
    const std::uint64_t bits = code(literal) * 0x9e3779b97f4a7c15ull;
    sum += (bits ^ bits >> 29) * 0xbf58476d1ce4e5b9ull;
  }
  return sum ^ sum >> 32;
}

template <class Visit> void Clauses::eachStored(Visit visit) {
  for (std::size_t at = 0, size = 0; at < arena_.size(); at += kHeader + size) {
    size = static_cast<std::size_t>(arena_[at + 1] / 2); // before the visit, which may write there
    if (!isRemoved(static_cast<Place>(at)))
      visit(static_cast<Place>(at));
  }
}

void Clauses::link(Place place) {
  Place& first = buckets_[hashOf(literalsAt(place)) & (buckets_.size() - 1)];
  arena_[place] = static_cast<std::int32_t>(std::exchange(first, place));
}

void Clauses::link(std::size_t buckets) {
  buckets_.assign(buckets, kNone);
  eachStored([this](Place place) { link(place); });
}

Clauses::Place Clauses::store() {
  if (arena_.size() + kHeader + clause_.size() >= kNone)
    throw std::length_error("more clauses than fit");
  if (++stored_ > buckets_.size())
    link(2 * buckets_.size());
  const auto place = static_cast<Place>(arena_.size());
  arena_.push_back(0);
  arena_.push_back(static_cast<std::int32_t>(2 * clause_.size()));
  arena_.insert(arena_.end(), clause_.begin(), clause_.end());
  link(place);
  return place;
}

void Clauses::add(std::span<const Literal> clause) {
  normalise(clause);
  // What is not false comes first, to be watched. Where a clause is true for good, or false but for one literal, which
  // then is, nobody need watch it.
  std::partition(clause_.begin(), clause_.end(), [this](Literal l) { return value(l) >= 0; });
  const bool isTrue = std::any_of(clause_.begin(), clause_.end(), [this](Literal l) { return value(l) > 0; });
  const Place place = store();
  if (contradictory_ || isTrue)
    return;
  const std::span<const Literal> literals = literalsAt(place);
  if (literals.empty() || value(literals[0]) < 0) {
    contradictory_ = true;
  } else if (literals.size() > 1 && value(literals[1]) == 0) {
    watch(literals[0], place, literals[1]);
    watch(literals[1], place, literals[0]);
  } else {
    makeTrue(literals[0]);
    contradictory_ = !propagate();
    forGood_ = trail_.size();
  }
}

bool Clauses::remove(std::span<const Literal> clause) {
  normalise(clause);
  const auto isMarked = [this](Literal l) { return marks_[code(l)] == stamp_; };
  Place* link = &buckets_[hashOf(clause_) & (buckets_.size() - 1)];
  for (; *link != kNone; link = reinterpret_cast<Place*>(&arena_[*link])) {
    const std::span<const Literal> literals = literalsAt(*link);
    if (literals.size() != clause_.size() || !std::all_of(literals.begin(), literals.end(), isMarked))
      continue;
    const Place place = *link;
    *link = static_cast<Place>(arena_[place]);
    ++arena_[place + 1];
    --stored_;
    if (++removed_ > stored_ + 1000)
      compact();
    return true;
  }
  return false;
}

/// Clauses that were taken away leave arena and watches; what remains moves together.
void Clauses::compact() {
  std::vector<std::int32_t> kept;
  eachStored([&](Place place) {
    const auto begin = arena_.begin() + place,
               end = begin + static_cast<std::ptrdiff_t>(kHeader) + arena_[place + 1] / 2;
    const auto moved = static_cast<std::int32_t>(kept.size());
    kept.insert(kept.end(), begin, end);
    arena_[place] = moved;
  });
  for (std::vector<Watch>& watches : watches_) {
    std::erase_if(watches, [this](const Watch& w) { return isRemoved(w.clause); });
    for (Watch& watch : watches)
      watch.clause = static_cast<Place>(arena_[watch.clause]);
  }
  arena_ = std::move(kept);
  removed_ = 0;
  link(buckets_.size());
}

bool Clauses::imply(std::span<const Literal> clause) {
  if (contradictory_)
    return true;
  bool contradicts = false;
  for (const Literal literal : clause) {
    if (value(literal) > 0) { // true, and false by assumption
      contradicts = true;
      break;
    }
    if (value(literal) == 0)
      makeTrue(-literal);
  }
  contradicts = contradicts || !propagate();
  retract();
  return contradicts;
}

bool Clauses::assume(std::span<const Literal> literals) {
  for (const Literal literal : literals) {
    if (contradictory_ || value(literal) < 0)
      return false;
    if (value(literal) == 0)
      makeTrue(literal);
  }
  return !contradictory_ && propagate();
}

void Clauses::retract() {
  for (std::size_t i = forGood_; i < trail_.size(); ++i)
    values_[code(trail_[i])] = values_[code(-trail_[i])] = 0;
  trail_.resize(forGood_);
  propagated_ = forGood_;
}

void Clauses::makeTrue(Literal literal) {
  values_[code(literal)] = 1;
  values_[code(-literal)] = -1;
  trail_.push_back(literal);
}

bool Clauses::propagate() {
  while (propagated_ < trail_.size())
    if (!visit(-trail_[propagated_++]))
      return false;
  return true;
}

/// Every clause that watches this literal, which has become false, watches another one from now on, or makes its last
/// one true. False where a clause has none left.
bool Clauses::visit(Literal falsified) {
  std::vector<Watch>& watches = watches_[code(falsified)];
  std::size_t kept = 0, at = 0;
  bool holds = true;
  while (at < watches.size() && holds) {
    const Watch watch = watches[at++];
    if (value(watch.other) > 0) {
      watches[kept++] = watch;
      continue;
    }
    if (isRemoved(watch.clause))
      continue;
    const std::span<Literal> literals = literalsAt(watch.clause);
    const Literal other = literals[0] ^ literals[1] ^ falsified;
    if (value(other) > 0) {
      watches[kept++] = {watch.clause, other};
      continue;
    }
    std::size_t next = 2;
    while (next < literals.size() && value(literals[next]) < 0)
      ++next;
    if (next < literals.size()) {
      literals[0] = other;
      literals[1] = std::exchange(literals[next], falsified);
      this->watch(literals[1], watch.clause, other);
      continue;
    }
    watches[kept++] = {watch.clause, other};
    if (value(other) < 0)
      holds = false;
    else
      makeTrue(other);
  }
  kept = static_cast<std::size_t>(std::move(watches.begin() + static_cast<std::ptrdiff_t>(at), watches.end(),
                                            watches.begin() + static_cast<std::ptrdiff_t>(kept)) -
                                  watches.begin());
  watches.resize(kept);
  return holds;
}

} // namespace warplaw::rup
