// The rules by name, each with a one-line statement; every theorem, property, test and rejection cites one of these.
#pragma once
#include <span>
#include <string_view>

namespace warplaw::spec {

/// What a rule is about, and so what shows that it has force: something that breaks it and is refuted; or a test, law
/// or case that names it.
enum class RuleKind {
  Semantics, ///< what an instruction computes
  Legality,  ///< which text, forms and shader kinds there are
};

struct Rule {
  std::string_view name;      ///< "SHFL-4"
  std::string_view statement; ///< one line, our own words
  bool disputed = false;      ///< a published claim about it is false and kept as a theorem expected to be refuted
  RuleKind kind = RuleKind::Semantics;
};

std::span<const Rule> rules();
const Rule* findRule(std::string_view name);

} // namespace warplaw::spec
