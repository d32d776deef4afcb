#include "tools/behaves_like.h"
#include "check/foreign.h"
#include "proofs/theorems/theorems.h"
#include <fmt/format.h>
#include <utility>

namespace warplaw::tools {
namespace {

check::Reading asRun(std::string name, const proofs::Reading& reading) {
  return {std::move(name), [run = reading.run](check::Stated& stated) {
            run(stated.form, stated.choices, stated.operands, stated.memory, stated.cells, stated.results);
          }};
}

} // namespace

check::KnownReadings readingsOf(spec::Mnemonic mnemonic) {
  check::KnownReadings made;
  for (const proofs::Readings& readings : proofs::allReadings()) {
    if (readings.mnemonic != mnemonic)
      continue;
    // by the oracle, which is compiled; theorems state the same terms
    made.right = {"", [](check::Stated& stated) {
                    check::sharedOracle()
                        .of(stated.form.mnemonic())
                        .encode(stated.form, stated.choices, stated.operands, stated.memory, stated.cells,
                                stated.results);
                  }};
    for (const proofs::Misreading& misread : readings.wrong)
      made.wrong.push_back(
          asRun(fmt::format("{} ({})", misread.name, fmt::join(misread.breaks, ", ")), misread.reading));
  }
  const std::vector<check::Reading> foreign = check::foreignReadings(mnemonic);
  made.wrong.insert(made.wrong.end(), foreign.begin(), foreign.end());
  return made;
}

} // namespace warplaw::tools
