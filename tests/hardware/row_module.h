// A module that computes one form of PTX's scalar operations, with all its modifiers, of operands that lie in memory.
#pragma once
#include "spec/scalar/operation.h"
#include <string>
#include <vector>

namespace warplaw::tests {

/// An entry of the module: the form with some modifiers, and the last operand where it must stand in the text.
struct RowEntry {
  spec::scalar::Modes modes;
  std::optional<spec::scalar::Word> written; ///< the truth table of lop3
  std::string text;                          ///< "add.sat.s32 %d, %a, %b;"
  std::string name(std::size_t index) const;
};

/// Those that PTX for `target` can say.
std::vector<RowEntry> rowEntries(const spec::scalar::Form& form, unsigned target);
/// NAME(in, out, count): out[i] = the operation of in[4i], in[4i + 1], ..; all are of 64 bits.
std::string rowModule(const spec::scalar::Form& form, const std::vector<RowEntry>& entries, unsigned target);

} // namespace warplaw::tests
