// Folding rules: the one table of what is decided when a term is built. Nothing folds outside of it. Every
// row carries the instances by which tests/terms proves it at widths 1 to 8 and at those of words (docs/trust.md):
// folding decides before any solver sees a formula.
#pragma once
#include "symbolic/terms/term.h"
#include <initializer_list>

namespace warplaw::symbolic::fold {

inline constexpr std::size_t kOps = static_cast<std::size_t>(Op::FloatLess) + 1; ///< how many operations there are

/// A term that is about to be built; the fields mean what they mean in Node.
struct Parts {
  Op op;
  unsigned width;
  std::span<const Term> args;
  Bits value = 0;
  std::string_view name = {};
  Term a() const { return args[0]; }
  Term b() const { return args[1]; }
  Term c() const { return args[2]; }
};

/// What a rule is proved on: left sides that are built with nothing folded. Called once for each width.
class Instances {
public:
  Instances(Terms& terms, Op op, unsigned width) : terms(terms), op(op), width(width) {}
  Terms& terms;
  const Op op;
  const unsigned width; ///< 1..kMaxWidth: of the operands that the rule is about; to 8 bits everything is tried

  struct Instance {
    Op op;
    unsigned width;
    std::vector<Term> args;
    Bits value;
    bool mustFire;
  };
  std::vector<Instance> list;

  /// The rule must fire on this one. The result is as wide as the last operand (1 for comparisons) unless
  /// said otherwise.
  void emit(std::initializer_list<Term> args);
  void emitWide(unsigned resultWidth, std::vector<Term> args, Bits value = 0, bool mustFire = true);
  /// The rule may fire: for guards on constants that the generator does not want to repeat.
  void offer(std::initializer_list<Term> args);

  Term x() { return var("x", width); }
  Term y() { return var("y", width); }
  Term z() { return var("z", width); }
  Term c() { return var("c", 1); }
  Term d() { return var("d", 1); }
  Term zero() { return k(0); }
  Term ones() { return k(onesOf(width)); }
  Term k(Bits value) { return terms.constant(width, value); }
  /// Floats have three widths of their own: 16 at width 1, 32 at 2, 64 at 3; 0 at others, for nothing is said there.
  unsigned floatWidth() const { return width <= 3 ? 8u << width : 0; }
  Term var(const std::string& name, unsigned width) {
    return terms.variable(width, name + ":" + std::to_string(width));
  }

  /// Every place to cut the width in two, of more than 8 bits some: the lower part's width.
  template <class F> void cuts(F f) { cuts(width, f); }
  template <class F> void cuts(unsigned whole, F f) {
    for (const unsigned low : places(whole))
      f(low);
  }
  /// Every way to take bits out of a term of the width, of more than 8 bits from and to some places: f(width, low).
  template <class F> void extracts(F f) {
    std::vector<unsigned> ends = places(width);
    ends.insert(ends.begin(), 0);
    ends.push_back(width);
    for (const unsigned low : ends)
      for (const unsigned end : ends)
        if (low < end)
          f(end - low, low);
  }
  /// Widths from `least` on: up to 8, or some that are greater.
  template <class F> void widthsFrom(unsigned least, F f) {
    if (least <= kAll)
      for (unsigned wide = least; wide <= kAll; ++wide)
        f(wide);
    else
      for (const unsigned wide : {least, least + 1, 2 * least, kMaxWidth})
        if (least <= wide && wide <= kMaxWidth)
          f(wide);
  }
  /// All values of `bits` bits up to 8 bits, then some.
  template <class F> void each(unsigned bits, F f) {
    if (bits > kAll)
      return some(bits, f);
    for (unsigned v = 0; v < 1u << bits; ++v)
      f(terms.constant(bits, v));
  }
  /// All values up to 4 bits; above, the powers of two, these less one, and the two greatest; of more than 8 bits some
  /// of these, and a few without a pattern. For rules that do not look at the value, or that have many other
  /// parameters.
  template <class F> void some(unsigned bits, F f) {
    for (const Bits v : values(bits))
      f(terms.constant(bits, v));
  }
  /// 0, 1, all ones, the sign: for rules that do not look at the value and have very many other parameters.
  template <class F> void few(unsigned bits, F f) {
    for (const Bits v : {Bits{0}, Bits{1}, onesOf(bits), Bits{1} << (bits - 1)})
      f(terms.constant(bits, v));
  }
  /// All pairs of such values.
  template <class F> void pairs(unsigned bits, F f) { pairs(bits, bits, f); }
  template <class F> void pairs(unsigned bits1, unsigned bits2, F f) {
    for (const Bits v : values(bits1))
      for (const Bits w : values(bits2))
        f(terms.constant(bits1, v), terms.constant(bits2, w));
  }
  static std::vector<Bits> values(unsigned bits);
  /// Where to cut: everywhere up to 8 bits; then near the ends, the middle and the widths of machines' words.
  static std::vector<unsigned> places(unsigned width);
  static constexpr unsigned kAll = 8; ///< up to this width everything is tried
};

/// One rule. `apply` gives the simpler term, or null where the rule does not speak; it is total: right for
/// every argument it is given. Rules of one operation are tried in the order of the table, and the first that
/// speaks decides.
struct Rule {
  std::string_view name;
  Op op;
  Term (*apply)(Terms& terms, const Parts& parts);
  void (*instances)(Instances& instances);
  bool keepsConstants = false; ///< also at work under Folding::Constants
};

/// What a choice among cells is where its index is a constant: the rule select.constant_index, which Terms::select()
/// asks before it makes a list of all cells.
inline Term cellAt(Term index, std::span<const Term> cells) {
  return index.value() < cells.size() ? cells[static_cast<std::size_t>(index.value())] : cells.back();
}

/// All chapters, by operation; within one, in the order in which they are tried.
std::vector<Rule> allChapters();

/// The table at work, by operation.
std::span<const Rule> rules();
std::span<const Rule> rulesOf(Op op);

// The table's chapters, one a file.
std::span<const Rule> constantRules();
std::span<const Rule> orderRules();
std::span<const Rule> bitwiseRules();
std::span<const Rule> arithmeticRules();
std::span<const Rule> equalityRules();
std::span<const Rule> comparisonRules();
std::span<const Rule> shapeRules();
std::span<const Rule> choiceRules();

} // namespace warplaw::symbolic::fold
