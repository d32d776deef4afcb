// What theorems assume, narrowed: of every row of spec/instructions.def, at one value of a field, at values of two and
// of three fields at once, and in its entries; each is refuted, and spec's own check shows the form that was left out.
#include "found.h"
#include "proofs/statements/accepted.h"
#include "proofs/theorems/legality_theorems.h"
#include "spec/instruction.h"
#include "spec/row.h"
#include "symbolic/terms/evaluate.h"
#include <algorithm>
#include <fmt/format.h>
#include <random>

namespace warplaw::proofs {
namespace assumed_test {
using tests::recordsOf;

Theorem theoremOf(const std::string& name, std::function<Obligations(Terms&)> build) {
  Theorem theorem;
  theorem.name = name;
  theorem.build = std::move(build);
  return theorem;
}

bool accepts(const spec::Form& form) {
  spec::Instruction instruction;
  instruction.form = form;
  return spec::check(instruction).has_value();
}

struct Value {
  std::string name; ///< of the variable
  unsigned bits;
  std::uint64_t value;
};

/// Cells of a form that spec accepts, at values that no rule names: registers in the middle, numbers without a pattern.
std::vector<Value> unusualValues(spec::Mnemonic mnemonic) {
  const spec::InstructionRow& row = spec::rowOf(mnemonic);
  spec::Form form = spec::families(mnemonic).front().form;
  std::vector<Value> cells;
  const auto with = [&](const std::string& name, std::uint64_t value) {
    return row.mapForm(
        form, [&](const spec::CellPlace& place, std::uint64_t old) { return place.name == name ? value : old; });
  };
  row.mapForm(form, [&](const spec::CellPlace& place, std::uint64_t old) {
    cells.push_back({std::string(place.name), place.bits, old});
    return old;
  });
  std::uint64_t next = 0;
  for (Value& cell : cells)
    for (const std::uint64_t value : {0x12345 + 4 * next, 0x1234 + 4 * next, 76 + 4 * next, 77 + 2 * next, 3 + next})
      if (cell.bits >= 8 && value >> std::min(cell.bits, 32u) == 0 && cell.value != value &&
          accepts(with(cell.name, value))) {
        form = with(cell.name, value);
        cell.value = value;
        ++next;
        break;
      }
  // those that were changed first: at these no search looks
  std::ranges::partition(cells, [](const Value& cell) { return cell.bits >= 8 && cell.value > 2; });
  return cells;
}

/// What is read off the check is what it does: on legal forms with a few cells at random, most of which it rejects.
TEST(Legality, WhatIsReadOffTheCheckIsWhatItDoes) {
  constexpr unsigned kForms = 300;
  std::mt19937_64 random(1);
  for (const spec::Mnemonic mnemonic : spec::allMnemonics()) {
    const spec::InstructionRow& row = spec::rowOf(mnemonic);
    const std::vector<spec::FormFamily> families = spec::families(mnemonic);
    Terms terms;
    std::vector<Term> cells;
    row.mapForm(families.front().form, [&](const spec::CellPlace& place, std::uint64_t value) {
      cells.push_back(terms.variable(place.bits, place.name));
      return value;
    });
    const Term accepted = acceptedForm(mnemonic, cells);
    ASSERT_TRUE(accepted) << spec::textOf(mnemonic);
    unsigned legal = 0;
    for (unsigned n = 0; n < kForms; ++n) {
      Assignment values;
      const spec::Form form = row.mapForm(families[random() % families.size()].form,
                                          [&](const spec::CellPlace& place, std::uint64_t value) {
                                            if (random() % 4 == 0)
                                              value = random() % 2 ? random() % 16 : random();
                                            const std::uint64_t cut = value & (~std::uint64_t{0} >> (64 - place.bits));
                                            values[std::string(place.name)] = cut;
                                            return cut;
                                          });
      const bool isLegal = symbolic::evaluate(std::span(&accepted, 1), values).front() != 0;
      ASSERT_EQ(isLegal, accepts(form)) << spec::textOf(mnemonic) << " " << n;
      legal += isLegal;
    }
    EXPECT_GT(legal, kForms / 100) << spec::textOf(mnemonic);
  }
}

constexpr unsigned kMostFields = 3;

TEST(Legality, FormsThatAreLeftOutAtValuesOfOneTwoAndThreeFieldsAreNoticed) {
  std::vector<Theorem> theorems;
  std::map<std::string, std::string> left; // by obligation
  for (const spec::Mnemonic mnemonic : spec::allMnemonics()) {
    const std::vector<Value> values = unusualValues(mnemonic);
    for (unsigned fields = 1; fields <= kMostFields && fields <= values.size(); ++fields) {
      const std::string name = fmt::format("{}/{}", spec::folderOf(mnemonic), fields);
      for (unsigned i = 0; i < fields; ++i)
        left[name + "/forms"] += fmt::format(" {}={}", values[i].name, values[i].value);
      theorems.push_back(theoremOf(name, [=](Terms& terms) -> Obligations {
        AssumedLegality assumed = assumedLegality(mnemonic, terms);
        std::vector<Term> cube;
        for (unsigned i = 0; i < fields; ++i)
          cube.push_back(terms.variable(values[i].bits, "form." + values[i].name).eq(symbolic::Bits(values[i].value)));
        assumed.legal = assumed.legal & ~terms.all(cube);
        return legalityObligations(mnemonic, name, assumed);
      }));
    }
  }
  const auto records = recordsOf(theorems);
  for (const auto& [name, what] : left) {
    EXPECT_EQ(records.at(name).verdict, Verdict::Refuted) << name << what << ": " << records.at(name).reason;
    EXPECT_NE(records.at(name).counterexample.find("spec accepts"), std::string::npos)
        << name << ": " << records.at(name).counterexample;
  }
}

TEST(Legality, ChoicesThatAreLeftOutAtOneValueAreNoticed) {
  std::vector<Theorem> theorems;
  for (const spec::Mnemonic mnemonic : spec::allMnemonics()) {
    const spec::InstructionRow& row = spec::rowOf(mnemonic);
    std::optional<Value> last;
    row.mapChoices(row.defaultChoices(), [&](const spec::CellPlace& place, std::uint64_t value) {
      last = Value{std::string(place.name), place.bits, value};
      return value;
    });
    if (!last)
      continue; // nothing is chosen
    const std::string name(spec::folderOf(mnemonic));
    theorems.push_back(theoremOf(name, [=, value = *last](Terms& terms) -> Obligations {
      AssumedLegality assumed = assumedLegality(mnemonic, terms);
      assumed.allowed =
          assumed.allowed & ~terms.variable(value.bits, "choices." + value.name).eq(symbolic::Bits(value.value));
      return legalityObligations(mnemonic, name, assumed);
    }));
  }
  ASSERT_FALSE(theorems.empty());
  const auto records = recordsOf(theorems);
  for (const Theorem& theorem : theorems)
    EXPECT_EQ(records.at(theorem.name + "/choices").verdict, Verdict::Refuted)
        << theorem.name << ": " << records.at(theorem.name + "/choices").reason;
}

/// As if the entry's proof said more of whoever executes: of every such row, of the paths that are called so. That it
/// assumes nothing as it is, `verify` proves.
void expectAnAssumptionIsNoticed(std::string_view entries, std::size_t every) {
  constexpr std::string_view kName = "/assumes-what-is-checked";
  Subject::Overrides narrowed;
  narrowed.assume = [](std::string_view symbol, std::span<const lift::Table> objects) {
    if (!symbol.ends_with("_run"))
      return Term();
    const Term active = objects[3].field("active").cells[0].bits;
    return active.ne(active.terms().constant(32, 5));
  };
  std::vector<Theorem> theorems;
  std::size_t rows = 0;
  for (Theorem& theorem : allTheorems(Subject::with(narrowed))) {
    if (!theorem.name.ends_with(entries) || rows++ % every != 0)
      continue;
    theorems.push_back(
        theoremOf(theorem.name, [build = theorem.build, name = theorem.name, kName](Terms& terms) -> Obligations {
          Obligations made = build(terms);
          if (auto* all = std::get_if<std::vector<Obligation>>(&made)) {
            std::erase_if(*all, [&](const Obligation& o) { return !o.name.ends_with(kName); });
            for (Obligation& o : *all)
              o.name = name;
          }
          return made;
        }));
  }
  ASSERT_GE(rows, spec::allMnemonics().size());
  const auto records = recordsOf(theorems);
  for (const Theorem& theorem : theorems)
    EXPECT_EQ(records.at(theorem.name).verdict, Verdict::Refuted)
        << theorem.name << ": " << records.at(theorem.name).reason;
}

TEST(Entries, AnAssumptionMoreIsNoticed) { expectAnAssumptionIsNoticed("/portable/entry", 3); }
TEST(NightlyEntries, AnAssumptionMoreIsNoticedOnEachPath) { expectAnAssumptionIsNoticed("/entry", 1); }

} // namespace assumed_test
} // namespace warplaw::proofs
