// The checker: could this history have come from some serial order of its lanes (ATOMS-5, RED-6)? Locations that do not
// overlap are decided one by one, by trail or fold where those apply, else by search; only orders that cannot be merged
// are searched together.
#pragma once
#include "linearize/components.h"
#include "linearize/location.h"
#include "linearize/precedence.h"
#include "linearize/search.h"
#include "linearize/sorted.h"
#include "linearize/warp.h"
#include "spec/rejection.h"
#include <chrono>

namespace warplaw::linearize {

/// Is it a history at all? Rules: MACH-1 (a lane once an instruction, 0..31), ATOMS-1 (legal pair), ATOMS-4 (inside
/// memory, aligned), ATOMS-10 (banks), "completion-order" (program order, completion order and barriers contradict each
/// other, or name an instruction that is not there), "history" (indexes, known bytes that overlap, too large). The
/// rejection's position is the index of the access or instruction.
spec::Result<void> validate(const History& history);

struct CheckerOptions {
  bool witness = false;
  bool core = false; ///< illegal after a search: look for the fewest operations that have no order (Fault::core)
  Budget budget;
};

/// Keeps its tables between calls; not thread-safe.
class Checker {
public:
  /// A valid history (validate); the reference stays good until the next call. With options.witness, Legal comes with
  /// an order that has been replayed.
  const Verdict& check(const History& history, const CheckerOptions& options = {});

private:
  struct Part { ///< what is known of one component
    Decision decision = Decision::Beyond;
    Layers layers;
    std::optional<std::uint64_t> initial, final; ///< whole values
    std::optional<std::uint64_t> first, last;    ///< whole values that what was returned forces
    bool free = false;                           ///< legal in any order
    std::optional<Fault> fault;                  ///< illegal, where it is not the location's checker that says so
    std::vector<WitnessStep> order;              ///< once it is found
    std::vector<KnownBytes> assumed;
  };

  void checkSorted(const History& history, const CheckerOptions& options);
  bool keepsOthers(const History& history, std::span<const Component> components);
  bool checkParts(const History& history, const CheckerOptions& options);
  void decidePart(const History& history, std::uint32_t component, const CheckerOptions& options);
  void decideUnordered(const History& history, std::span<const Element> elements, Part& part, bool partly);
  bool smallestKeepsKnownOrder(const History& history, std::span<const Element> elements, Part& part);
  bool nansAreAlike(const History& history, std::span<const Element> elements, const Part& part, Type& type) const;
  bool layersOf(const History& history, std::uint32_t component, Layers& layers);
  const OrderGraph& laneOrder(const History& history);
  bool groupsCanPerform(const History& history);
  SearchProblem problemOf(const History& history, std::span<const std::uint32_t> components,
                          std::vector<std::pair<std::uint32_t, std::uint8_t>>& source);
  /// Searches these components together; true: legal, and the first of them has the order of all.
  bool searchParts(const History& history, std::span<const std::uint32_t> components, const CheckerOptions& options);
  void writeWitness(const History& history, const CheckerOptions& options);
  bool merge(const History& history, std::vector<WitnessStep>& order);
  void mergeUnordered(std::vector<WitnessStep>& order) const;
  std::uint64_t elapsed() const;
  void assume(const History& history, std::uint64_t address, unsigned bytes, std::uint64_t value,
              std::vector<KnownBytes>& into) const;

  Verdict verdict_;
  SortedHistory sorted_;
  Elements elements_;
  std::vector<Part> parts_;
  std::optional<Precedence> precedence_; ///< where there are several instructions
  std::optional<OrderGraph> laneOrder_;  ///< where it was asked for
  std::chrono::steady_clock::time_point start_;
  SpinGroups groups_;
  LocationChecker location_;
  WarpChecker warp_; ///< the common case first
};

} // namespace warplaw::linearize
