// A walk over the nodes below some terms: every node once, arguments before users, depth first from the first
// root on. The order follows the structure alone, so what is printed in it does not depend on what else was
// built before.
#pragma once
#include "symbolic/terms/term.h"
#include <cstdlib>

namespace warplaw::symbolic {

class Walk {
public:
  /// Null roots are passed over.
  explicit Walk(std::span<const Term> roots);
  const std::vector<const Node*>& nodes() const& { return nodes_; }
  void nodes() && = delete;
  /// The node's place in nodes(); it must be one of them.
  std::uint32_t indexOf(const Node* node) const { return places_.get()[node->id] - 1; }

private:
  struct Free {
    void operator()(void* p) const { std::free(p); }
  };
  void visit(const Node* root);
  std::vector<const Node*> nodes_;
  std::unique_ptr<std::uint32_t, Free> places_; ///< by id, from calloc: pages that no node needs are never touched
};

/// The conditions of which these together are the conjunction.
std::vector<Term> conjunctsOf(std::span<const Term> conditions);

} // namespace warplaw::symbolic
