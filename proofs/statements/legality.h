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
template <template <class> class S> std::vector<CellSlot> slotsOf(Terms& terms, const std::string& prefix) {
  std::vector<CellSlot> slots;
  const S<spec::Words> layout{};
  spec::eachCell(
      [&](const spec::CellPlace& place, const auto&) {
        const std::string name = prefix + std::string(place.name);
        slots.push_back({name, place.offset, place.bytes, place.bits, terms.variable(place.bits, name)});
      },
      layout);
  return slots;
}

/// Structures that start a search, and spec's word on one.
struct LegalitySearch {
  std::vector<std::vector<std::byte>> starts;
  std::function<bool(std::span<const std::byte>)> accepted;
  bool pairs = true;   ///< also two fields at once
  bool exactly = true; ///< false: the theorem may assume less than spec does, never more
};
Obligation legalityAgrees(std::string name, Term legal, std::vector<CellSlot> slots, const LegalitySearch& search);

template <class S> std::vector<std::byte> bytesOfValue(const S& value) {
  const auto* begin = reinterpret_cast<const std::byte*>(&value);
  return {begin, begin + sizeof value};
}
template <class S> S valueOfBytes(std::span<const std::byte> bytes) {
  S value;
  std::memcpy(&value, bytes.data(), sizeof value);
  return value;
}

/// Every family's representative, each field through all its values and each pair of fields through telling ones.
template <template <class> class FormIn>
Obligation legalFormsAgree(std::string name, spec::Mnemonic mnemonic, Term legal, const std::string& prefix) {
  using Form = FormIn<spec::Words>;
  LegalitySearch search;
  for (const spec::FormFamily& family : spec::families(mnemonic))
    search.starts.push_back(bytesOfValue(family.form.as<Form>()));
  search.accepted = [](std::span<const std::byte> bytes) {
    spec::Instruction instruction;
    instruction.form = valueOfBytes<Form>(bytes);
    return spec::check(instruction).has_value();
  };
  return legalityAgrees(std::move(name), legal, slotsOf<FormIn>(legal.terms(), prefix), search);
}

/// Whatever choices spec allows, the theorems allow.
template <template <class> class ChoicesIn>
Obligation allowedChoicesAgree(std::string name, spec::Mnemonic mnemonic, Term allowed, const std::string& prefix) {
  using Choices = ChoicesIn<spec::Words>;
  LegalitySearch search{.starts = {bytesOfValue(Choices{})}, .accepted = {}, .pairs = false, .exactly = false};
  search.accepted = [form = spec::families(mnemonic).front().form](std::span<const std::byte> bytes) {
    return spec::check(spec::Choices(valueOfBytes<Choices>(bytes)), form).has_value();
  };
  return legalityAgrees(std::move(name), allowed, slotsOf<ChoicesIn>(allowed.terms(), prefix), search);
}

} // namespace warplaw::proofs
