// Terms: bit-vector expressions, hash-consed and folded when built. Method names state signedness where it
// matters. A truth value is a term of width 1. Widths are 1..128. Operands of one operation have equal widths
// unless said otherwise (asserted).
#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace warplaw::symbolic {

using Bits = unsigned __int128; ///< a constant's value, zero above its width
inline constexpr unsigned kMaxWidth = 128;
/// The value with all of `width` bits set, 0..128.
constexpr Bits onesOf(unsigned width) { return width >= kMaxWidth ? ~Bits{0} : (Bits{1} << width) - 1; }

enum class Op : std::uint8_t {
  Constant,
  Variable,
  Not,
  And,
  Or,
  Xor,
  Neg,
  Add,
  Sub,
  Mul,
  Shl,
  Lshr,
  Ashr,
  Eq,
  Ult,
  Ule,
  Slt,
  Sle,
  Ite,
  Concat,
  Extract,
  Zext,
  Sext,
  Select, ///< args[0] = index, args[1..] = cells; an index past the last cell reads the last cell
  Apply,  ///< uninterpreted function: name, args; equal arguments give equal results
  // two words of 16, 32 or 64 bits as IEEE 754 numbers (float_format.h)
  FloatAdd,  ///< to nearest even, denormals kept; every NaN that comes out is the format's one
  FloatLess, ///< width 1; false where either is a NaN, and of two zeros
};

class Terms;

struct Node {
  Op op;
  std::uint8_t width;
  std::uint32_t id; ///< dense, in order of creation: arguments have smaller ids
  std::uint32_t argCount;
  const Node* const* args;
  std::uint64_t hash;    ///< of the structure alone: the same in every run and whatever else was built before
  Bits value;            ///< Constant: the value; Extract: the lowest bit taken
  std::string_view name; ///< Variable, Apply
  Terms* owner;
};

/// A handle; cheap to copy, valid as long as its Terms lives. Equal handles are equal terms.
class Term {
public:
  Term() = default;
  explicit Term(const Node* node) : node_(node) {}
  const Node* node() const { return node_; }
  explicit operator bool() const { return node_ != nullptr; } ///< is it a term at all; never its truth value
  bool same(Term other) const { return node_ == other.node_; }

  unsigned width() const { return node_->width; }
  Op op() const { return node_->op; }
  bool isConstant() const { return node_->op == Op::Constant; }
  Bits value() const;   ///< of a constant
  bool isTrue() const;  ///< the constant 1 of width 1
  bool isFalse() const; ///< the constant 0 of width 1
  Term arg(unsigned i) const { return Term(node_->args[i]); }
  Terms& terms() const { return *node_->owner; }

  // modulo 2^width
  Term operator+(Term b) const;
  Term operator-(Term b) const;
  Term operator*(Term b) const;
  Term operator&(Term b) const;
  Term operator|(Term b) const;
  Term operator^(Term b) const;
  Term operator~() const;
  Term negated() const;
  // of 16, 32 or 64 bits; to folding they have a value on constants, and sums have no order
  Term floatAdd(Term b) const;
  Term floatLess(Term b) const; ///< width 1
  // shift amounts have the operand's width; an amount >= width gives 0 (ashr: the sign)
  Term shl(Term amount) const;
  Term lshr(Term amount) const;
  Term ashr(Term amount) const;
  // comparisons have width 1
  Term eq(Term b) const;
  Term ne(Term b) const;
  Term ult(Term b) const;
  Term ule(Term b) const;
  Term slt(Term b) const;
  Term sle(Term b) const;
  Term ite(Term whenTrue, Term whenFalse) const;   ///< this has width 1
  Term implies(Term b) const;                      ///< both width 1
  Term concat(Term low) const;                     ///< this becomes the high part
  Term extract(unsigned high, unsigned low) const; ///< bits high:low, both included
  Term bit(unsigned i) const { return extract(i, i); }
  Term zext(unsigned width) const; ///< width >= own
  Term sext(unsigned width) const;
  // against constants of the same width
  Term operator+(Bits b) const;
  Term operator-(Bits b) const;
  Term operator&(Bits b) const;
  Term eq(Bits b) const;
  Term ult(Bits b) const;

private:
  const Node* node_ = nullptr;
};

/// How much is decided when a term is built (fold.h has the rules).
enum class Folding : std::uint8_t {
  Nothing,   ///< structural sharing alone: what the proofs of the rules themselves are built with
  Constants, ///< --no-fold: besides, what keeps constants constant, so that loops, branches and indexes of
             ///< lifted code are decided: operations on constants, ite and select chosen by a constant, and x
             ///< & 0, x | ones
  All,
};

/// Owns terms and builds them. Not thread-safe; one a thread.
class Terms {
public:
  /// `fold` false is Folding::Constants (--no-fold).
  explicit Terms(bool fold = true) : Terms(fold ? Folding::All : Folding::Constants) {}
  explicit Terms(Folding folding);
  ~Terms();
  Terms(const Terms&) = delete;
  Terms& operator=(const Terms&) = delete;

  Term constant(unsigned width, Bits value);
  Term truth(bool b) { return constant(1, b); }
  /// One variable a name: asking again with the same name and width gives the same term; with another width
  /// is asserted against.
  Term variable(unsigned width, std::string_view name);
  /// cells: 1..2^width(index), all of one width.
  Term select(Term index, std::span<const Term> cells);
  Term apply(unsigned width, std::string_view function, std::span<const Term> args);
  Term all(std::span<const Term> conditions); ///< conjunction, balanced; true if empty
  Term any(std::span<const Term> conditions);
  /// Any operation, folded.
  Term make(Op op, unsigned width, std::span<const Term> args, Bits value = 0, std::string_view name = {});
  /// Any operation, not folded at its root: for proving folding rules and for reading mutants back.
  Term raw(Op op, unsigned width, std::span<const Term> args, Bits value = 0, std::string_view name = {});
  bool folds() const;       ///< Folding::All
  std::size_t size() const; ///< nodes so far

private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

/// Builds these terms again, arguments before users: each node is what `remade` gives for it and its arguments as built
/// again, or, where that is null, the same operation on them. All of one Terms.
std::vector<Term> rebuild(std::span<const Term> roots,
                          const std::function<Term(const Node& node, std::span<const Term> args)>& remade);

/// Replaces terms (by node) inside others, rebuilding and folding; of several, what they share is built once.
std::vector<Term> substitute(std::span<const Term> terms, std::span<const std::pair<Term, Term>> replacements);
Term substitute(Term term, std::span<const std::pair<Term, Term>> replacements);

/// The variables below these terms, by id.
std::vector<Term> variablesOf(std::span<const Term> roots);

} // namespace warplaw::symbolic
