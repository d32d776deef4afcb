// One location whose instructions come in layers, each wholly before the next: decided without search. Layers with old
// values or flags returned are trails (ATOMS-5, -9, -10); layers without are folds of order-free operations (RED-11).
// What a layer leaves is forced, so layers chain.
#pragma once
#include "linearize/components.h"
#include "linearize/trail.h"
#include "linearize/verdict.h"
#include <chrono>

namespace warplaw::linearize {

/// CAST.SPIN's groups of a history (ATOMS-10): lanes of one instruction and bank.
struct SpinGroups {
  struct Group {
    std::uint32_t instruction = 0;
    unsigned bank = 0;
    std::uint32_t stores = 0; ///< lanes that returned 1
    std::optional<std::uint32_t>
        performer; ///< access that performs: the one that stored, or the first that can have failed honestly
    std::vector<std::uint32_t> accesses;
  };
  std::vector<Group> groups;
  std::vector<std::int32_t> groupOf; ///< of each access; -1: none. Empty: no CAST.SPIN anywhere
  explicit SpinGroups(const History& history);
  SpinGroups() = default;
  std::int32_t of(std::uint32_t access) const { return groupOf.empty() ? -1 : groupOf[access]; }
};

enum class Decision : std::uint8_t {
  Legal,
  Illegal,
  Beyond, ///< not a case for this method, or an unknown initial value that it cannot find
};

/// Layers of one component as element indexes: layer k is order[starts[k] .. starts[k + 1]).
struct Layers {
  std::vector<std::uint32_t> order, starts;
};

class LocationChecker {
public:
  /// Elements are all of one place and size. initial, final: the whole value or nothing. Groups get their performer
  /// where this location has one. Whether every group can have one is the caller's to see after all locations.
  Decision decide(const History& history, std::span<const Element> elements, const Layers& layers,
                  std::optional<std::uint64_t> initial, std::optional<std::uint64_t> final, SpinGroups& groups);
  /// Operations that leave the same in every order (RED-11), and return nothing.
  bool isFold(const History& history, std::span<const Element> elements, std::span<const std::uint32_t> layer) const {
    return kindOf(history, elements, layer) == Kind::Fold;
  }
  /// Trying initial values ends here, with Beyond.
  void stopAt(std::chrono::steady_clock::time_point deadline) { deadline_ = deadline; }
  const Fault& fault() const { return fault_; }
  std::uint64_t initial() const { return initial_; } ///< after Legal: the value it starts from, given or chosen
  std::uint64_t last() const { return last_; }       ///< after Legal: the value it ends with

  /// After Legal, from the initial value it gave, with the performers of all groups set: the lexicographically smallest
  /// order of accesses.
  void witness(const History& history, std::span<const Element> elements, const Layers& layers, std::uint64_t initial,
               std::optional<std::uint64_t> final, const SpinGroups& groups, std::vector<WitnessStep>& order);

private:
  enum class Kind : std::uint8_t { Observed, Fold, Neither };
  struct Failure {
    std::uint32_t access;
    std::uint64_t compare;
    std::int32_t group; ///< -1: must fail honestly
  };
  Kind kindOf(const History& history, std::span<const Element> elements, std::span<const std::uint32_t> layer) const;
  bool split(const History& history, std::span<const Element> elements, std::span<const std::uint32_t> layer);
  Decision run(const History& history, std::span<const Element> elements, const Layers& layers,
               std::optional<std::uint64_t> initial, std::optional<std::uint64_t> final, SpinGroups& groups);
  bool observed(std::span<const Element> elements, std::span<const std::uint32_t> layer, Ends ends, SpinGroups& groups);
  std::uint64_t fold(const History& history, std::span<const Element> elements, std::span<const std::uint32_t> layer,
                     std::uint64_t value) const;
  void blame(FaultKind kind, std::span<const Element> elements, std::span<const std::uint32_t> layer,
             std::uint64_t value, Ends ends, bool lastIsFinal);
  void blameTrail(const TrailVerdict& trail, std::span<const Element> elements, std::span<const std::uint32_t> layer,
                  Ends ends);
  struct Candidates {
    std::vector<std::uint64_t> values; ///< the first explains best why none fits; none: fault() says it already
    bool complete = true;              ///< no other value can be right
    bool forced = false;               ///< what was returned tells it
  };
  void foldCandidates(const History& history, std::span<const Element> elements, std::span<const std::uint32_t> layer,
                      bool alone, std::optional<std::uint64_t> final, Candidates& candidates) const;
  Candidates candidates(const History& history, std::span<const Element> elements, const Layers& layers,
                        std::optional<std::uint64_t> final);
  void choosePerformers(const SpinGroups& groups, std::vector<WitnessStep>& order);
  void mergeFailures(const TrailVerdict& verdict, const SpinGroups& groups, std::vector<WitnessStep>& order);

  TrailChecker trail_;
  TrailVerdict verdict_;
  std::vector<Edge> edges_;
  std::vector<std::uint32_t> edgeAccess_, trailOrder_;
  const Element* checked_ = nullptr; ///< elements of one layer, which edges_, failures_ and trail_ are of; or none
  std::vector<Failure> failures_;
  Fault fault_;
  std::uint64_t initial_ = 0, last_ = 0;
  std::optional<std::chrono::steady_clock::time_point> deadline_;
};

} // namespace warplaw::linearize
