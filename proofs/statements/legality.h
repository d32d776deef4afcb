// Are the forms and choices that theorems assume those that spec accepts? Otherwise a theorem would hold of fewer
// instructions than run. Looked at over the whole storage of every field, and of pairs of fields.
#pragma once
#include "proofs/statements/described.h"
#include "spec/instruction.h"

namespace warplaw::proofs {

/// One cell of a structure of words: where it lies, and the variable that stands for it.
struct CellSlot {
  std::string name;
  std::size_t offset = 0, bytes = 0;
  unsigned bits = 0;
  Term variable;
};
std::vector<CellSlot> slotsOf(Terms& terms, const std::string& prefix, const spec::Layout& layout);

/// Structures that start a search, and spec's word on one.
struct LegalitySearch {
  std::vector<std::vector<std::byte>> starts;
  std::function<bool(std::span<const std::byte>)> accepted;
  bool pairs = true;   ///< also two fields at once
  bool exactly = true; ///< false: the theorem may assume less than spec does, never more
};
Obligation legalityAgrees(std::string name, Term legal, std::vector<CellSlot> slots, const LegalitySearch& search);

std::vector<std::byte> bytesAt(const void* structure, std::size_t bytes);
template <class S> std::vector<std::byte> bytesOfValue(const S& value) { return bytesAt(&value, sizeof value); }
template <class S> S valueOfBytes(std::span<const std::byte> bytes) {
  S value;
  std::memcpy(&value, bytes.data(), sizeof value);
  return value;
}

/// Every family's representative, each field through all its values and each pair of fields through telling ones.
/// prefix: of the variables of the form that `legal` is about.
Obligation legalFormsAgree(std::string name, spec::Mnemonic mnemonic, Term legal, const std::string& prefix);

/// The theorems allow all choices that spec allows.
Obligation allowedChoicesAgree(std::string name, spec::Mnemonic mnemonic, Term allowed, const std::string& prefix);

} // namespace warplaw::proofs
