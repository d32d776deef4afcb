// Path conditions: extension, common prefix, join.
#include "symbolic/lift/path.h"
#include <vector>

namespace warplaw::lift {

Paths::Paths(Terms& terms) : terms_(terms) { nodes_.push_back({nullptr, Term(), terms.truth(true), 0}); }

Path Paths::extend(Path path, Term literal) {
  if (!path || literal.isFalse())
    return nullptr;
  if (literal.isTrue())
    return path;
  // A condition tested twice on one path: known the second time. Looking far back costs more than it finds.
  unsigned looked = 0;
  const Term opposite = ~literal;
  for (Path node = path; node->parent && looked < 64; node = node->parent, ++looked) {
    if (node->literal.same(literal))
      return path;
    if (node->literal.same(opposite))
      return nullptr;
  }
  Path& child = children_[{path, literal.node()}];
  if (!child) {
    Term conjunction = path->conjunction & literal;
    if (conjunction.isFalse())
      return nullptr;
    nodes_.push_back({path, literal, conjunction, path->depth + 1});
    child = &nodes_.back();
  }
  return child;
}

Path Paths::common(Path a, Path b) const {
  while (a != b) {
    if (a->depth < b->depth)
      std::swap(a, b);
    a = a->parent;
  }
  return a;
}

Term Paths::relative(Path path, Path ancestor) const {
  if (ancestor->depth == 0)
    return path->conjunction;
  std::vector<Term> literals;
  for (; path != ancestor; path = path->parent)
    literals.push_back(path->literal);
  return terms_.all(literals);
}

Path Paths::either(Path a, Path b) {
  if (!a || !b)
    return a ? a : b;
  Path prefix = common(a, b);
  if (a->parent == prefix && b->parent == prefix && a->literal.same(~b->literal))
    return prefix;
  return extend(prefix, relative(a, prefix) | relative(b, prefix));
}

} // namespace warplaw::lift
