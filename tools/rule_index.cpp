#include "tools/rule_index.h"
#include "fuzz/properties.h"
#include "proofs/theorems/theorems.h"
#include "tools/corpus.h"

namespace warplaw::tools {

spec::Result<ByRule> witnessesByRule(const std::string& corpus) {
  ByRule byRule;
  for (const proofs::Theorem& theorem : proofs::allTheorems(proofs::Subject::shipped()))
    for (const std::string& rule : theorem.rules)
      byRule[rule].theorems.push_back(theorem.name);
  for (const fuzz::Property& property : fuzz::properties())
    for (const std::string_view rule : property.rules)
      byRule[std::string(rule)].properties.push_back(std::string(property.name));
  const auto files = readCorpus(corpus);
  if (!files)
    return files.error();
  for (const CorpusCase& file : *files)
    for (const std::string& rule : file.program.rules)
      byRule[rule].cases.push_back(file.name);
  return byRule;
}

} // namespace warplaw::tools
