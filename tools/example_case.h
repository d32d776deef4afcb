// A case that shows what a form does: a seed of the corpus.
#pragma once
#include "tools/corpus.h"

namespace warplaw::tools {

struct ExampleCase {
  spec::Case c;
  std::string source; ///< "seeds/shfl-up.json" below the corpus; behind it ", with other modifiers", ", its first warp"
};

/// A seed of the corpus whose form has that name; else one of the instruction, with those modifiers. If there are
/// several, one in which something changes, about six lanes execute and none has an error is preferred; the choice is
/// the same every time. Nothing: there is none.
std::optional<ExampleCase> exampleOf(const spec::Form& form, const std::vector<CorpusCase>& corpus);

} // namespace warplaw::tools
