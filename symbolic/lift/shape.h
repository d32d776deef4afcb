// What the structure of a term says about its value: an unsigned range and a congruence. Used to find the few cells
// that an access with a symbolic offset can touch, and to drop overflow conditions that cannot hold. Always an
// over-approximation.
#pragma once
#include "symbolic/lift/lift.h"
#include <cstdint>
#include <memory>
#include <unordered_map>

namespace warplaw::lift {
using symbolic::Term;

/// min <= value <= max, and value = residue modulo `modulus` (0: exactly `residue`; 1: nothing known). Terms of up to
/// 64 bits.
struct Shape {
  std::uint64_t min = 0;
  std::uint64_t max = ~std::uint64_t{0};
  std::uint64_t modulus = 1;
  std::uint64_t residue = 0;
};

class ShapeCases;

class Shapes {
public:
  Shapes();
  ~Shapes();
  /// From now on closest() looks at cases, too (shape_cases.h).
  void lookAtCases(const FewValues& few);
  bool looksAtCases() const { return cases_ != nullptr; }
  Shape of(Term term);
  /// What decides where an access falls: dearer, and no less than of() says.
  Shape closest(Term term);
  /// What holds of a value of which both hold.
  static Shape both(const Shape& a, const Shape& b);
  /// How many low bits hold the value as a signed number, 1..width: the bits above copy the highest of them.
  unsigned signedBits(Term term);
  /// Shapes of sums and products of 64-bit values, modulo 2^64.
  static Shape add(const Shape& a, const Shape& b, unsigned width);
  static Shape multiply(const Shape& a, const Shape& b, unsigned width);
  static Shape constant(std::uint64_t value) { return {value, value, 0, value}; }

private:
  Shape compute(Term term, unsigned depth);
  Shape visit(Term term, unsigned depth);
  unsigned signedBitsOf(Term term, unsigned depth);
  std::unordered_map<const symbolic::Node*, Shape> known_, closest_;
  std::unique_ptr<ShapeCases> cases_; ///< null: nothing is known of them
  std::unordered_map<const symbolic::Node*, unsigned> signedBits_;
};

} // namespace warplaw::lift
