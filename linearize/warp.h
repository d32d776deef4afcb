// The lanes of one integer instruction, in any order of the file and at any number of locations (ATOMS-5, -9, RED-6,
// RED-11): the trails of all locations as one graph with failed CASTs beside them, or folds. It says what the general
// method says of such a history, without allocating, sorting, or a branch for each value: a microsecond or less.
#pragma once
#include "linearize/components.h"
#include "linearize/verdict.h"
#include <array>

namespace warplaw::linearize {

/// Its tables are of fixed size.
class WarpChecker {
public:
  /// A valid history (validate). False: not a case for this method, and the verdict is as it was. It leaves out several
  /// instructions, .SPIN, floats, lanes of which some returned, what is known of half a location, a change beside all
  /// of them. verdict: empty; with `witness`, Legal comes with an order that has been replayed.
  bool check(const History& history, bool witness, Verdict& verdict);

private:
  static constexpr std::uint32_t kLanes = 32, kNone = ~0u;
  /// A legal history has at most one vertex more at each location than edges there.
  static constexpr std::uint32_t kMostVertices = 2 * kLanes, kNoVertex = 2 * kMostVertices; ///< an illegal one, twice

  struct Place { ///< one location
    std::uint64_t address;
    std::optional<std::uint64_t> first, last; ///< what is known of it before and after
    std::uint32_t lanes;                      ///< that access it, a bit each
    std::uint64_t vertices;                   ///< values that its edges and ends touch, a bit each
    std::uint32_t firstVertex, lastVertex;    ///< of first and last; kNone
    std::uint32_t source;                     ///< where its trail starts, once it has been judged
  };
  struct Vertex { ///< a value at a location
    std::uint64_t value, place;
  };

  bool readLanes(const History& history);
  void findPlaces(const History& history);
  bool readEnds(const History& history);
  bool keepsOthers(const History& history);

  void fold(const History& history);
  bool readWinners(const History& history);
  bool numberVertices(const History& history);
  std::size_t slotOf(std::uint32_t place, std::uint64_t value);
  std::uint32_t vertexOf(std::uint32_t place, std::uint64_t value, std::uint32_t count);
  void countDegrees();
  void judgeTrails(const History& history);
  void judgeEnds(Place& place);
  std::uint64_t reachedFrom(std::uint64_t vertices) const;
  void judgeFailures(const History& history, const Place& place);

  void accuse(const Place& place, FaultKind kind, std::uint64_t value);
  void blame(Verdict& verdict) const;

  void writeWitness(const History& history, Verdict& verdict);
  using Lanes = std::array<std::uint32_t, kLanes>;
  void prepareWalks(const History& history);
  std::uint32_t walk(const Place& place, Lanes& trail);
  std::uint32_t mergeFailures(const Place& place, const Lanes& trail, std::uint32_t count, Lanes& steps) const;
  void sortTrails();
  void assume(Verdict& verdict) const;
  bool replays(const History& history, const Verdict& verdict) const;

  Operation operation_;
  IntegerStep* step_ = nullptr;
  unsigned bytes_ = 4;
  bool returns_ = false;
  std::uint32_t lanes_ = 0, winners_ = 0;    ///< lanes; those that are edges: all, or CASTs that stored
  std::array<std::uint32_t, kLanes> access_; ///< of each lane: its place in the file, its location, its edge
  std::array<std::uint32_t, kLanes> place_, from_, to_;
  std::array<std::uint8_t, 128> placeAt_; ///< hashed by address; kLanes: empty
  std::array<Place, kLanes + 1> places_;
  std::uint32_t placeCount_ = 0;

  std::array<std::uint8_t, 512> vertexAt_; ///< hashed by location and value; kNoVertex: empty
  std::array<Vertex, kNoVertex + 1> vertices_;
  std::uint32_t vertexCount_ = 0;
  std::array<std::uint64_t, kMostVertices> out_;    ///< of each vertex: those that an edge leads to
  std::array<std::int32_t, kMostVertices> balance_; ///< edges out minus edges in
  std::uint64_t odd_ = 0;                           ///< vertices whose balance is not 0

  const Place* accused_ = nullptr; ///< of those that are illegal, the one at the smallest address
  FaultKind kind_ = FaultKind::None;
  std::uint64_t value_ = 0;

  std::array<std::uint32_t, kMostVertices> unused_;  ///< witness: lanes whose edge leaves here and is not walked yet
  std::array<std::uint32_t, kNoVertex + 1> fails_{}; ///< lanes that cannot fail while memory holds this
  std::array<std::uint32_t, kLanes> order_;          ///< lanes in the order that is found
};

} // namespace warplaw::linearize
