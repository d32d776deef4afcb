// The trail condition against orders found one edge at a time, exhaustively over small multisets of edges (ATOMS-5).
#include "linearize/trail.h"
#include "proofs/theorems/linearize_theorems.h"
#include <array>
#include <fmt/format.h>
#include <unordered_map>

namespace warplaw::proofs::checker {
namespace {

constexpr unsigned kValues = 4, kKinds = kValues * kValues; // kind k: from k / 4 to k % 4

/// Multisets by counts of kinds, 3 bits each; for each, which last values each first value can come to: bit 4 * first +
/// last.
class Orders {
public:
  Orders() { reach_[0] = 0x8421; } // nothing to do: every value stays
  std::uint16_t reached(std::uint64_t counts) {
    if (const auto known = reach_.find(counts); known != reach_.end())
      return known->second;
    std::uint16_t reach = 0;
    for (unsigned kind = 0; kind < kKinds; ++kind) {
      if ((counts >> 3 * kind & 7) == 0)
        continue;
      const std::uint16_t rest = reached(counts - (std::uint64_t{1} << 3 * kind)); // this edge goes first
      reach |= static_cast<std::uint16_t>((rest >> kValues * (kind % kValues) & 15) << kValues * (kind / kValues));
    }
    return reach_[counts] = reach;
  }

private:
  std::unordered_map<std::uint64_t, std::uint16_t> reach_;
};

constexpr std::uint64_t valueOf(unsigned v) {
  return std::array<std::uint64_t, kValues>{7, 0, ~std::uint64_t{0}, 1u << 31}[v];
}

class Comparison {
public:
  explicit Comparison(unsigned most) : most_(most) { extend(0, 0); }
  TrailEvidence evidence;

private:
  void extend(unsigned kind, std::uint64_t counts) {
    compare(counts);
    if (edges_.size() == most_ || !evidence.difference.empty())
      return;
    for (; kind < kKinds; ++kind) {
      edges_.push_back({valueOf(kind / kValues), valueOf(kind % kValues)});
      extend(kind, counts + (std::uint64_t{1} << 3 * kind));
      edges_.pop_back();
    }
  }

  /// Every first and last value, and besides, with one or both of them unknown: then any will do.
  void compare(std::uint64_t counts) {
    const std::uint16_t reached = orders_.reached(counts);
    for (unsigned first = 0; first <= kValues; ++first)
      for (unsigned last = 0; last <= kValues; ++last) {
        const bool knowsFirst = first < kValues, knowsLast = last < kValues;
        evidence.cases += knowsFirst && knowsLast;
        std::uint16_t wanted = 0;
        for (unsigned pair = 0; pair < kKinds; ++pair)
          if ((!knowsFirst || pair / kValues == first) && (!knowsLast || pair % kValues == last))
            wanted |= static_cast<std::uint16_t>(1u << pair);
        const bool order = (reached & wanted) != 0;
        const linearize::Ends ends{knowsFirst ? std::optional(valueOf(first)) : std::nullopt,
                                   knowsLast ? std::optional(valueOf(last)) : std::nullopt};
        const linearize::TrailVerdict verdict = checker_.check(edges_, ends);
        if (verdict.legal() != order || (order && !replays(verdict, ends)))
          evidence.difference =
              fmt::format("edges {:#x} from {} to {} (4: unknown): {} order, but the trail says {}", counts, first,
                          last, order ? "an" : "no", verdict.legal() ? "legal" : "illegal");
      }
  }

  bool replays(const linearize::TrailVerdict& verdict, linearize::Ends ends) {
    checker_.witness(edges_, verdict, order_);
    std::uint64_t used = 0, value = verdict.first;
    for (const std::uint32_t e : order_) {
      if (edges_[e].from != value || used >> e & 1)
        return false;
      used |= std::uint64_t{1} << e;
      value = edges_[e].to;
    }
    return order_.size() == edges_.size() && verdict.first == ends.first.value_or(verdict.first) &&
           value == ends.last.value_or(value);
  }

  unsigned most_;
  std::vector<linearize::Edge> edges_;
  std::vector<std::uint32_t> order_;
  linearize::TrailChecker checker_;
  Orders orders_;
};

} // namespace

TrailEvidence compareTrails(unsigned edges) { return Comparison(edges).evidence; }

} // namespace warplaw::proofs::checker
