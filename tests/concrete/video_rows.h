// Video instructions in tests: results by rows of text and words, and every legal combination of a form's words.
#pragma once
#include "spec/row.h"
#include "state.h"

namespace warplaw::tests {

struct VideoRow {
  std::string_view text;
  std::uint32_t a, b, c, expected;
  std::optional<spec::Choices> choices{};
};
inline void expectRows(std::initializer_list<VideoRow> rows) {
  for (const VideoRow& row : rows)
    EXPECT_EQ(resultOf(row.text, row.a, row.b, row.c, row.choices), row.expected) << row.text;
}

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
template <class Form, class Visit> void eachModified(Visit visit) {
  const auto words = [](const spec::CellPlace& place) -> std::uint64_t {
    return place.name == place.field ? place.about.names.size() : 0;
  };
  eachValue(spec::rowOf(Form::kMnemonic).defaultForm(), words, visit);
}

/// Calls visit(form) for every legal combination of modifiers, parts and negations.
template <class Form, class Visit> void eachForm(Visit visit) {
  const auto parts = [](const spec::CellPlace& place) -> std::uint64_t {
    return place.name == place.field ? 0 : place.name.ends_with(".part") ? 7 : place.name.ends_with(".negated") ? 2 : 0;
  };
  eachModified<Form>([&](const spec::Form& modified) {
    eachValue(modified, parts, [&](const auto& f) { visit(f.template as<Form>()); });
  });
}

} // namespace warplaw::tests
