#include "tools/behaves_like.h"
#include "check/foreign.h"
#include "proofs/theorems/theorems.h"
#include <algorithm>
#include <fmt/format.h>
#include <iterator>

namespace warplaw::tools {

std::vector<check::Reading> misreadingsOf(spec::Mnemonic mnemonic) {
  std::vector<check::Reading> made;
  for (const proofs::Readings& readings : proofs::allReadings())
    if (readings.mnemonic == mnemonic)
      for (const proofs::Misreading& misread : readings.wrong)
        made.push_back({fmt::format("{} ({})", misread.name, fmt::join(misread.breaks, ", ")),
                        [run = misread.reading.run](check::Stated& stated) {
                          run(stated.form, stated.choices, stated.operands, stated.memory, stated.cells,
                              stated.results);
                        }});
  std::ranges::move(check::foreignReadings(mnemonic), std::back_inserter(made));
  return made;
}

} // namespace warplaw::tools
