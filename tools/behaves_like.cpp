#include "tools/behaves_like.h"
#include "proofs/theorems/theorems.h"
#include <algorithm>
#include <fmt/format.h>

namespace warplaw::tools {
namespace {

bool explains(const proofs::Reading& reading, check::Family& family, const check::Exchange& exchange) {
  std::vector<check::Stated> all = family.statedOf(exchange.asked, exchange.answered);
  return std::ranges::any_of(all, [&](check::Stated& stated) {
    reading.run(stated.form, stated.choices, stated.operands, stated.memory, stated.cells, stated.results);
    return family.isAsRead(exchange.asked, exchange.answered, stated.results, stated.memory);
  });
}

} // namespace

std::string behavesLike(check::Family& family, std::span<const check::Exchange> wrong,
                        std::span<const check::Exchange> right) {
  std::string names;
  for (const proofs::Readings& readings : proofs::allReadings()) {
    if (readings.mnemonic != family.mnemonic())
      continue;
    for (const proofs::Misreading& misread : readings.wrong) {
      const auto asRead = [&](const check::Exchange& exchange) { return explains(misread.reading, family, exchange); };
      if (std::ranges::all_of(wrong, asRead) && std::ranges::all_of(right, asRead))
        names += fmt::format("{}{} ({})", names.empty() ? "" : ", or ", misread.name, fmt::join(misread.breaks, ", "));
    }
  }
  return names;
}

} // namespace warplaw::tools
