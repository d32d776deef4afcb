// A case that shows what a form does: one of the corpus, or a drawn one.
#pragma once
#include "fuzz/oracle.h"
#include "tools/corpus.h"

namespace warplaw::tools {

struct ExampleCase {
  spec::Case c;
  std::string source; ///< "seeds/shfl-up.json" below the corpus, or "drawn"
};

/// A seed of the corpus whose form has that name; else a case drawn with those modifiers. Of several the one in which
/// something changes, about six lanes execute, and none has an error, if that comes up; the same one every time.
/// Nothing: none came up.
std::optional<ExampleCase> exampleOf(const spec::Form& form, const std::vector<CorpusCase>& corpus,
                                     fuzz::Oracle& oracle);

} // namespace warplaw::tools
