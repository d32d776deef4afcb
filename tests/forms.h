// Every legal combination of the words of a form.
#pragma once
#include "spec/row.h"
#include <gtest/gtest.h>

namespace warplaw::tests {

/// Calls visit(form) for every legal form that differs from `from` in cells of which countOf(place) is not 0: all
/// combinations of their values below that.
template <class CountOf, class Visit> void eachValue(const spec::Form& from, CountOf countOf, Visit visit) {
  const spec::InstructionRow& row = spec::rowOf(from.mnemonic());
  std::vector<std::uint64_t> digits(32);
  for (bool more = true; more && !testing::Test::HasFatalFailure();) {
    std::size_t at = 0;
    bool carry = true;
    const spec::Form form = row.mapForm(from, [&](const spec::CellPlace& place, std::uint64_t value) {
      const std::uint64_t count = countOf(place);
      if (count == 0)
        return value;
      std::uint64_t& digit = digits[at++];
      const std::uint64_t now = digit;
      if (carry)
        digit = (digit + 1) % count;
      carry = carry && digit == 0;
      return now;
    });
    more = !carry;
    if (row.check(form))
      visit(form);
  }
}

/// Calls visit(form) for every legal combination of modifiers.
template <class Visit> void eachModified(spec::Mnemonic mnemonic, Visit visit) {
  const auto words = [](const spec::CellPlace& place) -> std::uint64_t {
    return place.name == place.field ? place.about.names.size() : 0;
  };
  eachValue(spec::rowOf(mnemonic).defaultForm(), words, visit);
}

} // namespace warplaw::tests
