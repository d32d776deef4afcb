// What a run of `verify` over whole instructions must have covered: the inventory that their code demands, and the
// checked-in names of obligations (proofs/golden), one file an instruction, with what each law asks.
#pragma once
#include "proofs/engine/records.h"
#include "proofs/engine/theorem.h"

namespace warplaw::tools {

/// One line each: evidence that is missing, names of obligations that were there and are not any more, and laws that
/// ask something else than they did. New names are told, and are no fault; an instruction that has no list is one.
/// `theorems`: all that the run was asked for, whatever records say. `golden`: folder of the lists; empty: not looked
/// at. `everything`: the run was of all instructions.
struct InventoryReport {
  std::vector<std::string> missing, removed, changed;
  std::set<std::string> added; ///< the first of them, as many as are shown
  std::size_t addedCount = 0;
  bool complete() const { return missing.empty() && removed.empty() && changed.empty(); }
};
InventoryReport takeInventory(const std::vector<proofs::Theorem>& theorems, const proofs::Records& records,
                              const std::string& golden, bool everything);
std::string textOf(const InventoryReport& report);
/// Writes the lists anew.
spec::Result<void> writeGolden(const proofs::Records& records, const std::string& folder);

} // namespace warplaw::tools
