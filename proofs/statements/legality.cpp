// Legality by a theorem and by spec, side by side: see legality.h.
#include "proofs/statements/legality.h"
#include "spec/row.h"
#include "symbolic/native/native.h"
#include <fmt/format.h>
#include <numeric>
#include <set>

namespace warplaw::proofs {
namespace {

/// Where ranges begin and end.
std::set<std::uint64_t> boundaries(unsigned bits) {
  std::set<std::uint64_t> values;
  for (unsigned bit = 0; bit <= bits; ++bit)
    for (const int delta : {-4, -2, -1, 0, 1, 2, 4})
      values.insert((bit < 64 ? std::uint64_t{1} << bit : 0) + static_cast<std::uint64_t>(delta));
  std::erase_if(values, [&](std::uint64_t v) { return bits < 64 && v >> bits != 0; });
  return values;
}

/// All values of a field of up to 16 bits; of a wider one, those at which ranges begin and end.
std::vector<std::uint64_t> allValues(unsigned bits) {
  if (bits > 16) {
    const std::set<std::uint64_t> telling = boundaries(bits);
    return {telling.begin(), telling.end()};
  }
  std::vector<std::uint64_t> values(std::size_t{1} << bits);
  std::iota(values.begin(), values.end(), std::uint64_t{0});
  return values;
}

/// Few values that tell alignment, neighbours, the last registers and what is past a list of names; of what may hold an
/// immediate or an offset, of any width, also where ranges begin and end.
std::vector<std::uint64_t> tellingValues(unsigned bits) {
  std::set<std::uint64_t> telling;
  if (bits > 8)
    telling = boundaries(bits);
  for (std::uint64_t v = 0; v < 14; ++v)
    telling.insert(v);
  for (const std::uint64_t v : {31, 32, 127, 128, 249, 250, 251, 252, 253, 254, 255, 256})
    telling.insert(v);
  std::erase_if(telling, [&](std::uint64_t v) { return bits < 64 && v >> bits != 0; });
  return {telling.begin(), telling.end()};
}

class Search {
public:
  Search(Term legal, std::vector<CellSlot> slots, LegalitySearch what)
      : slots_(std::move(slots)), what_(std::move(what)), function_(compiled(legal)) {}

  Obligation::Evidence run() {
    for (std::vector<std::byte> bytes : what_.starts) {
      look(bytes);
      for (const CellSlot& slot : slots_)
        each(bytes, slot, allValues(slot.bits), [&] { look(bytes); });
      if (!what_.pairs)
        continue;
      for (const CellSlot& a : slots_)
        for (const CellSlot& b : slots_)
          if (&a < &b)
            each(bytes, a, tellingValues(a.bits), [&] { each(bytes, b, tellingValues(b.bits), [&] { look(bytes); }); });
    }
    return {wrong_ == 0 ? Verdict::Checked : Verdict::Refuted,
            fmt::format("{} structures: each field alone{}", looked_, what_.pairs ? ", and each pair of fields" : ""),
            wrong_ == 0 ? "" : fmt::format("{} are legal for one and not for the other; first: {}", wrong_, first_)};
  }

private:
  native::Function compiled(Term legal) const {
    std::vector<native::Slot> inputs;
    for (const CellSlot& slot : slots_)
      inputs.push_back({slot.variable, 0, slot.offset, static_cast<unsigned>(slot.bytes)});
    const native::Slot output{legal, 0, 0, 1};
    return native::compile(inputs, std::span(&output, 1));
  }

  template <class F>
  void each(std::vector<std::byte>& bytes, const CellSlot& slot, const std::vector<std::uint64_t>& values, F then) {
    std::uint64_t old = 0;
    std::memcpy(&old, &bytes[slot.offset], slot.bytes);
    for (const std::uint64_t value : values) {
      std::memcpy(&bytes[slot.offset], &value, slot.bytes);
      then();
    }
    std::memcpy(&bytes[slot.offset], &old, slot.bytes);
  }

  void look(const std::vector<std::byte>& bytes) {
    ++looked_;
    const void* const inputs[] = {bytes.data()};
    std::uint8_t legal = 0;
    void* const outputs[] = {&legal};
    function_(inputs, outputs);
    const bool accepted = what_.accepted(bytes);
    if (what_.exactly ? (legal != 0) == accepted : !accepted || legal != 0)
      return;
    if (wrong_++ == 0)
      for (const CellSlot& slot : slots_) {
        std::uint64_t value = 0;
        std::memcpy(&value, &bytes[slot.offset], slot.bytes);
        first_ += fmt::format(" {}={:#x}", slot.name, value);
      }
  }

  std::vector<CellSlot> slots_;
  LegalitySearch what_;
  native::Function function_;
  std::size_t looked_ = 0, wrong_ = 0;
  std::string first_;
};

} // namespace

std::vector<CellSlot> slotsOf(Terms& terms, const std::string& prefix, const spec::Layout& layout) {
  std::vector<CellSlot> slots;
  symbolic::eachTerm(layout, std::span<const Term>(symbolic::variableCells(terms, prefix, layout)),
                     [&](const spec::CellPlace& place, const Term& variable) {
                       slots.push_back(
                           {prefix + std::string(place.name), place.offset, place.bytes, place.bits, variable});
                     });
  return slots;
}

Obligation legalityAgrees(std::string name, Term legal, std::vector<CellSlot> slots, const LegalitySearch& search) {
  // the evidence is asked for later, when the terms may be gone: compiled now
  auto prepared = std::make_shared<Search>(legal, std::move(slots), search);
  return byEvidence(std::move(name), Verdict::Checked, [prepared] { return prepared->run(); });
}

std::vector<std::byte> bytesAt(const void* structure, std::size_t bytes) {
  const auto* const begin = static_cast<const std::byte*>(structure);
  return {begin, begin + bytes};
}

Obligation legalFormsAgree(std::string name, spec::Mnemonic mnemonic, Term legal, const std::string& prefix) {
  const spec::InstructionRow& row = spec::rowOf(mnemonic);
  LegalitySearch search;
  for (const spec::FormFamily& family : spec::families(mnemonic))
    search.starts.push_back(bytesAt(family.form.data(), row.formLayout().bytes()));
  search.accepted = [&row](std::span<const std::byte> bytes) {
    spec::Instruction instruction;
    instruction.form = row.defaultForm();
    std::ranges::copy(bytes, static_cast<std::byte*>(instruction.form.data()));
    return spec::check(instruction).has_value();
  };
  return legalityAgrees(std::move(name), legal, slotsOf(legal.terms(), prefix, row.formLayout()), search);
}

Obligation allowedChoicesAgree(std::string name, spec::Mnemonic mnemonic, Term allowed, const std::string& prefix) {
  const spec::InstructionRow& row = spec::rowOf(mnemonic);
  const spec::Choices first = row.defaultChoices();
  LegalitySearch search{
      .starts = {bytesAt(first.data(), row.choicesLayout().bytes())}, .accepted = {}, .pairs = false, .exactly = false};
  search.accepted = [&row, form = spec::families(mnemonic).front().form](std::span<const std::byte> bytes) {
    spec::Choices choices = row.defaultChoices();
    std::ranges::copy(bytes, static_cast<std::byte*>(choices.data()));
    return spec::check(choices, form).has_value();
  };
  return legalityAgrees(std::move(name), allowed, slotsOf(allowed.terms(), prefix, row.choicesLayout()), search);
}

} // namespace warplaw::proofs
