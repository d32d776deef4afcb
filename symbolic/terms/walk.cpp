// A walk over the nodes below some terms: every node once, arguments before users, depth first from the first
// root on.
#include "symbolic/terms/walk.h"
#include <algorithm>
#include <cassert>
#include <new>

namespace warplaw::symbolic {

Walk::Walk(std::span<const Term> roots) {
  std::size_t ids = 1;
  for (const Term root : roots)
    if (root)
      ids = std::max<std::size_t>(ids, root.node()->id + std::size_t{1});
  places_.reset(static_cast<std::uint32_t*>(std::calloc(ids, sizeof(std::uint32_t))));
  if (!places_)
    throw std::bad_alloc();
  for (const Term root : roots) {
    assert((!root || root.node()->owner == roots.front().node()->owner || !roots.front()) && "one Terms a walk");
    if (root)
      visit(root.node());
  }
}

void Walk::visit(const Node* root) {
  struct Frame {
    const Node* node;
    std::uint32_t next;
  };
  std::vector<Frame> stack; // not the machine's: terms are as deep as the code they came from is long
  std::uint32_t* places = places_.get();
  if (places[root->id])
    return;
  stack.push_back({root, 0});
  while (!stack.empty()) {
    Frame& top = stack.back();
    if (top.next < top.node->argCount) {
      const Node* arg = top.node->args[top.next++];
      if (!places[arg->id])
        stack.push_back({arg, 0});
      continue;
    }
    const Node* done = top.node;
    stack.pop_back();
    if (places[done->id])
      continue;
    nodes_.push_back(done);
    places[done->id] = static_cast<std::uint32_t>(nodes_.size());
  }
}

std::vector<Term> conjunctsOf(std::span<const Term> conditions) {
  std::vector<Term> conjuncts, left(conditions.rbegin(), conditions.rend());
  while (!left.empty()) {
    const Term one = left.back();
    left.pop_back();
    if (one.op() == Op::And)
      left.insert(left.end(), {one.arg(1), one.arg(0)});
    else
      conjuncts.push_back(one);
  }
  return conjuncts;
}

} // namespace warplaw::symbolic
