// What spec's checks accept, of watched words (spec/watched.h): the very code that spec::check runs on words. Beside
// the row of each instruction (spec/row.h), and of the same Traits.
#pragma once
#include "spec/instruction.h"
#include "spec/watched.h"

namespace warplaw::spec {

using WatchedCells = std::span<const Watcher::Handle>; ///< in the order of eachCell

struct WatchedRow {
  bool (*accepts)(Watcher& watcher, WatchedCells form);                              ///< InstructionRow::check
  bool (*acceptsChoices)(Watcher& watcher, WatchedCells choices, WatchedCells form); ///< InstructionRow::checkChoices
};
const WatchedRow& watchedRowOf(Mnemonic mnemonic);

#define WARPLAW_INSTRUCTION(Camel, folder, text) const WatchedRow& folder##WatchedRow();
#include "spec/instructions.def"
#undef WARPLAW_INSTRUCTION

} // namespace warplaw::spec
