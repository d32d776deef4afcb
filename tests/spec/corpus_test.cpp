// The seeds of the corpus: every mnemonic, and every word that a form's modifiers have, stands in some case.
#include "spec/program_case.h"
#include "spec/row.h"
#include <filesystem>
#include <gtest/gtest.h>
#include <map>
#include <set>

namespace warplaw::spec {
namespace corpus_test {

/// Which values of a row's words occur: mnemonic, modifiers, what may stand behind them. Parts of operands are not
/// among them.
using Seen = std::map<std::string, std::set<std::uint64_t>>;

bool isWord(const CellPlace& place) {
  const Role role = place.about.role;
  return place.name == place.field && !place.about.names.empty() &&
         (role == Role::Mnemonic || role == Role::Modifier || role == Role::Optional);
}

using SeenOf = std::map<const InstructionRow*, Seen>;

void note(const Form& form, SeenOf& seen) {
  const InstructionRow& row = rowOf(form.mnemonic());
  row.mapForm(form, [&](const CellPlace& place, std::uint64_t value) {
    if (isWord(place))
      seen[&row][std::string(place.name)].insert(value);
    return value;
  });
}

TEST(Seeds, HaveEveryWordOfEveryForm) {
  SeenOf seen;
  for (const auto& file : std::filesystem::directory_iterator(WARPLAW_CORPUS "/seeds")) {
    const auto read = readProgramCase(file.path().string());
    ASSERT_TRUE(read) << file.path();
    for (const WarpCase& warp : read->warps)
      for (const ProgramStep& step : warp.program)
        note(step.instruction.form, seen);
  }
  for (const Mnemonic mnemonic : allMnemonics()) {
    const InstructionRow& row = rowOf(mnemonic);
    row.mapForm(row.defaultForm(), [&](const CellPlace& place, std::uint64_t value) {
      for (std::uint64_t word = 0; isWord(place) && word < place.about.count; ++word)
        EXPECT_TRUE(seen[&row][std::string(place.name)].contains(word))
            << row.mnemonic << ": no seed with " << place.name << " " << place.about.names[word];
      return value;
    });
  }
}

} // namespace corpus_test
} // namespace warplaw::spec
