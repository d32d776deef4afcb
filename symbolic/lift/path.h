// Path conditions as conjunctions that share their prefixes: a join needs only what lies behind the common prefix of
// its edges.
#pragma once
#include "symbolic/terms/term.h"
#include <deque>
#include <map>
#include <utility>

namespace warplaw::lift {
using symbolic::Term;
using symbolic::Terms;

struct PathNode {
  const PathNode* parent = nullptr;
  Term literal;     ///< what this node adds; null at the root
  Term conjunction; ///< the whole condition, width 1
  unsigned depth = 0;
};
using Path = const PathNode*; ///< null: cannot be reached

class Paths {
public:
  explicit Paths(Terms& terms);
  Path root() const { return &nodes_.front(); }
  /// path and literal; null if that is plainly impossible.
  Path extend(Path path, Term literal);
  Path common(Path a, Path b) const;
  /// What holds on `path`, given that `ancestor` holds.
  Term relative(Path path, Path ancestor) const;
  /// Either of two paths that exclude each other.
  Path either(Path a, Path b);

private:
  Terms& terms_;
  std::deque<PathNode> nodes_;
  std::map<std::pair<Path, const symbolic::Node*>, Path> children_;
};

} // namespace warplaw::lift
