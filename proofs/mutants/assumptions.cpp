// Generated assumptions: see assumptions.h.
#include "proofs/mutants/assumptions.h"
#include <fmt/format.h>

namespace warplaw::proofs {
namespace {

template <class F> void eachCell(std::span<const lift::Table> objects, F visit) {
  for (unsigned object = 0; object < objects.size(); ++object)
    for (const lift::Field& field : objects[object].fields)
      for (unsigned cell = 0; cell < field.cells.size(); ++cell)
        visit(GivenCell{object, field.name, cell, {}, 0}, field.cells[cell].bits);
}

Term find(std::span<const lift::Table> objects, const GivenCell& wanted) {
  Term found;
  eachCell(objects, [&](const GivenCell& at, Term bits) {
    if (at.object == wanted.object && at.field == wanted.field && at.cell == wanted.cell)
      found = bits;
  });
  return found;
}

Terms* termsOf(std::span<const lift::Table> objects) {
  Terms* terms = nullptr;
  eachCell(objects, [&](const GivenCell&, Term bits) { terms = &bits.terms(); });
  return terms;
}

Subject assuming(const std::string& symbol, std::function<Term(std::span<const lift::Table>)> what) {
  Subject::Overrides overrides;
  overrides.assume = [symbol, what = std::move(what)](std::string_view asked, std::span<const lift::Table> objects) {
    return asked == symbol ? what(objects) : Term();
  };
  return Subject::with(std::move(overrides));
}

Term nothingHolds(std::span<const lift::Table> objects) {
  Terms* terms = termsOf(objects);
  return terms ? terms->truth(false) : Term();
}

} // namespace

std::string Assumption::text() const {
  if (other)
    return fmt::format("{} = {}", cell.name, other->name);
  return below == 1 ? fmt::format("{} = 0", cell.name)
                    : fmt::format("{} < {}", cell.name, static_cast<std::uint64_t>(below));
}

Term Assumption::operator()(std::span<const lift::Table> objects) const {
  const Term one = find(objects, cell), two = other ? find(objects, *other) : Term();
  if (!one || (other && !two))
    return nothingHolds(objects);
  return other ? one.eq(two) : one.ult(one.terms().constant(one.width(), below));
}

std::vector<GivenCell> variableCells(std::span<const lift::Table> objects) {
  std::vector<GivenCell> cells;
  eachCell(objects, [&](GivenCell at, Term bits) {
    const Term inner = bits.op() == symbolic::Op::Zext ? bits.arg(0) : bits;
    if (inner.op() != symbolic::Op::Variable)
      return;
    at.name = inner.node()->name;
    at.width = inner.width();
    cells.push_back(std::move(at));
  });
  return cells;
}

std::optional<Assumption> assumptionAbout(const std::string& symbol, const std::vector<GivenCell>& cells,
                                          std::size_t number) {
  if (cells.empty())
    return std::nullopt;
  const auto at = [&](std::size_t n) { return cells[n * 7919 % cells.size()]; }; // a prime: spread over all of them
  Assumption assumption{symbol, at(number), 0, {}};
  const unsigned width = assumption.cell.width;
  if (number % 3 == 2)
    for (std::size_t n = number + 1; n < number + cells.size() && !assumption.other; ++n)
      if (const GivenCell second = at(n); second.width == width && second.name != assumption.cell.name)
        assumption.other = second;
  if (!assumption.other)
    assumption.below = number % 3 == 0 || width == 1 ? 1 : symbolic::Bits(1) << (width / 2);
  return assumption;
}

Subject subjectAssuming(const Assumption& assumption) { return assuming(assumption.symbol, assumption); }
Subject subjectAssumingFalse(const std::string& symbol) { return assuming(symbol, nothingHolds); }

} // namespace warplaw::proofs
