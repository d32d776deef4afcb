// Generated assumptions about what a function is given: a cell is 0, is small, or equals another one.
#pragma once
#include "proofs/statements/subject.h"
#include <optional>
#include <set>

namespace warplaw::proofs {

/// A cell of an object that a function is given, found again wherever its contract stands.
struct GivenCell {
  unsigned object = 0;
  std::string field;
  unsigned cell = 0;
  std::string name;   ///< of the variable that it is in the function's own theorem
  unsigned width = 0; ///< of that variable
};

struct Assumption {
  std::string symbol;
  GivenCell cell;
  symbolic::Bits below = 0;       ///< the cell is less; 0: it equals the other
  std::optional<GivenCell> other; ///< as wide

  std::string text() const; ///< "form.rd < 16"
  /// What it says of the objects of a call. Nothing can be promised about memory that the caller does not fill first.
  Term operator()(std::span<const lift::Table> objects) const;
};

/// The cells of these objects that are variables.
std::vector<GivenCell> variableCells(std::span<const lift::Table> objects);

/// The n-th assumption about a function that is given these cells; none where there is nothing that it could narrow.
std::optional<Assumption> assumptionAbout(const std::string& symbol, const std::vector<GivenCell>& cells,
                                          std::size_t number);

/// The theorems' subject with this assumption in the function's contract, or with one that nobody can establish.
Subject subjectAssuming(const Assumption& assumption);
Subject subjectAssumingFalse(const std::string& symbol);

} // namespace warplaw::proofs
