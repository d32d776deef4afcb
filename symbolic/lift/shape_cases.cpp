// Ranges of terms, case by case.
#include "symbolic/lift/shape_cases.h"
#include "symbolic/terms/operate.h"
#include <algorithm>
#include <bit>
#include <numeric>
#include <span>

namespace warplaw::lift {
namespace {
using symbolic::Node;
using symbolic::Op;
using Word = std::uint64_t;

constexpr std::size_t kMostNodes = 1024, kMostCells = 64;
constexpr std::size_t kMostWork = std::size_t{1} << 17; ///< nodes in all cases
constexpr unsigned kNarrow = 5;                         ///< bits of a variable of which every value is a case

Word onesOf(unsigned width) { return static_cast<Word>(symbolic::onesOf(width)); }

/// The bits that are known to be 0, and those that are known to be 1.
struct Known {
  Word zeros = 0, ones = 0;

  static Known nothing() { return {}; }
  static Known value(Word bits, unsigned width) { return {~bits & onesOf(width), bits}; }
  static Known truth(bool b) { return value(b ? 1 : 0, 1); }
  bool isValue(unsigned width) const { return (zeros | ones) == onesOf(width); }
  Word least() const { return ones; }
  Word greatest(unsigned width) const { return ~zeros & onesOf(width); }
};

Known either(const Known& a, const Known& b) { return {a.zeros & b.zeros, a.ones & b.ones}; }
Known inverted(const Known& a) { return {a.ones, a.zeros}; }

/// a + b + carry: a bit is known where those of both are and what comes in from below is.
Known sum(const Known& a, const Known& b, bool carry, unsigned width) {
  const Word greatest = ~a.zeros + ~b.zeros + carry, least = a.ones + b.ones + carry;
  const Word carryIsZero = ~(greatest ^ a.zeros ^ b.zeros), carryIsOne = least ^ a.ones ^ b.ones;
  const Word known = (a.zeros | a.ones) & (b.zeros | b.ones) & (carryIsZero | carryIsOne) & onesOf(width);
  return {~least & known, least & known};
}

Known extended(const Known& a, unsigned from, unsigned to, bool isSigned) {
  const Word above = onesOf(to) & ~onesOf(from), sign = Word{1} << (from - 1);
  if (!isSigned)
    return {a.zeros | above, a.ones};
  return {a.zeros | (a.zeros & sign ? above : 0), a.ones | (a.ones & sign ? above : 0)};
}

/// As an unsigned number, of which the order is that of the signed one.
Known biased(const Known& a, unsigned width) {
  const Word sign = Word{1} << (width - 1);
  return {(a.zeros & ~sign) | (a.ones & sign), (a.ones & ~sign) | (a.zeros & sign)};
}

Known less(const Known& a, const Known& b, bool orEqual, unsigned width) {
  const Word aLeast = a.least(), aMost = a.greatest(width), bLeast = b.least(), bMost = b.greatest(width);
  if (orEqual ? aMost <= bLeast : aMost < bLeast)
    return Known::truth(true);
  if (orEqual ? aLeast > bMost : aLeast >= bMost)
    return Known::truth(false);
  return Known::nothing();
}

Known shifted(Op op, const Known& a, unsigned by, unsigned width) {
  if (op == Op::Shl)
    return {(a.zeros << by | onesOf(by)) & onesOf(width), a.ones << by & onesOf(width)};
  const Word above = onesOf(width) & ~(onesOf(width) >> by), sign = Word{1} << (width - 1);
  Known moved{a.zeros >> by, a.ones >> by};
  if (op == Op::Lshr || a.zeros & sign)
    moved.zeros |= above;
  else if (a.ones & sign)
    moved.ones |= above;
  return moved;
}

/// The nodes that tell of a term, arguments before users, and those of them that have few values.
class Cone {
public:
  using Values = std::vector<Word>;
  using Few = std::unordered_map<const Node*, Values>;
  struct Choice {
    std::uint32_t step;
    Values values;
  };

  Cone(Term root, const Few& few) : few_(few) { add(root.node()); }
  bool isTooLarge() const { return steps_.size() > kMostNodes; }
  std::size_t size() const { return steps_.size(); }
  const std::vector<Choice>& choices() const { return choices_; }
  /// What is known of the root in every case of these choices: all that `see` is shown.
  template <class See> void eachCase(std::span<const Choice> chosen, See see);

private:
  struct Step {
    const Node* node;
    bool isLeaf;
    std::uint32_t firstArg; ///< in args_
  };
  void add(const Node* node);
  bool isNarrow(const Node& node) const;
  void choose(const Node& node);
  const Known& arg(const Step& step, unsigned i) const { return known_[args_[step.firstArg + i]]; }
  static unsigned widthOf(const Step& step, unsigned i) { return step.node->args[i]->width; }
  Known visit(const Step& step) const;
  Known ofOrder(const Step& step) const;
  Known ofSelect(const Step& step) const;
  Known ofValues(const Step& step) const;

  const Few& few_;
  std::unordered_map<const Node*, std::uint32_t> places_;
  std::vector<Step> steps_;
  std::vector<std::uint32_t> args_; ///< places in steps_
  std::vector<Choice> choices_;
  std::vector<Known> known_; ///< of steps_
};

bool isReadable(const Node& node) {
  switch (node.op) {
  case Op::Variable:
  case Op::Apply:
  case Op::FloatAdd:
  case Op::FloatLess:
    return false;
  case Op::Select:
    if (node.argCount > kMostCells + 1)
      return false;
    break;
  default:
    break;
  }
  return std::all_of(node.args, node.args + node.argCount, [](const Node* arg) { return arg->width <= 64; });
}

/// A few bits of what may have any value.
bool Cone::isNarrow(const Node& node) const {
  const Node& from = node.op == Op::Extract ? *node.args[0] : node;
  return node.width <= kNarrow && from.op == Op::Variable && !few_.contains(&from);
}

void Cone::choose(const Node& node) {
  Choice choice{places_.at(&node), {}};
  if (const auto found = few_.find(&node); found != few_.end()) {
    choice.values = found->second;
  } else if (isNarrow(node)) {
    choice.values.resize(std::size_t{1} << node.width);
    std::iota(choice.values.begin(), choice.values.end(), Word{0});
  }
  if (!choice.values.empty())
    choices_.push_back(std::move(choice));
}

void Cone::add(const Node* node) {
  if (isTooLarge() || places_.contains(node))
    return;
  const bool isLeaf = node->op != Op::Constant && (!isReadable(*node) || isNarrow(*node));
  if (!isLeaf)
    for (unsigned i = 0; i < node->argCount; ++i)
      add(node->args[i]);
  if (isTooLarge())
    return;
  const Step step{node, isLeaf, static_cast<std::uint32_t>(args_.size())};
  if (!isLeaf)
    for (unsigned i = 0; i < node->argCount; ++i)
      args_.push_back(places_.at(node->args[i]));
  places_.emplace(node, static_cast<std::uint32_t>(steps_.size()));
  steps_.push_back(step);
  if (isLeaf)
    choose(*node);
}

Known Cone::ofValues(const Step& step) const {
  std::vector<symbolic::Bits> values;
  for (unsigned i = 0; i < step.node->argCount; ++i) {
    if (!arg(step, i).isValue(widthOf(step, i)))
      return Known::nothing();
    values.push_back(arg(step, i).ones);
  }
  const unsigned width = step.node->width;
  const symbolic::Bits value =
      symbolic::operate(step.node->op, width, values, widthOf(step, step.node->argCount - 1), step.node->value);
  return Known::value(static_cast<Word>(value), width);
}

Known Cone::ofOrder(const Step& step) const {
  const Op op = step.node->op;
  const unsigned width = widthOf(step, 0);
  const Known &a = arg(step, 0), &b = arg(step, 1);
  if (op == Op::Ult || op == Op::Ule)
    return less(a, b, op == Op::Ule, width);
  return less(biased(a, width), biased(b, width), op == Op::Sle, width);
}

Known Cone::ofSelect(const Step& step) const {
  const unsigned last = step.node->argCount - 2;
  const Known& index = arg(step, 0);
  if (index.isValue(widthOf(step, 0)))
    return arg(step, 1 + static_cast<unsigned>(std::min<Word>(index.ones, last)));
  Known all = arg(step, 1);
  for (unsigned cell = 1; cell <= last; ++cell)
    all = either(all, arg(step, 1 + cell));
  return all;
}

Known Cone::visit(const Step& step) const {
  const Op op = step.node->op;
  const unsigned width = step.node->width;
  if (op == Op::Constant)
    return Known::value(static_cast<Word>(step.node->value), width);
  if (step.isLeaf)
    return Known::nothing();
  const Known& a = arg(step, 0);
  const Known& b = arg(step, step.node->argCount > 1 ? 1 : 0);
  switch (op) {
  case Op::Not:
    return inverted(a);
  case Op::And:
    return {a.zeros | b.zeros, a.ones & b.ones};
  case Op::Or:
    return {a.zeros & b.zeros, a.ones | b.ones};
  case Op::Xor:
    return {(a.zeros & b.zeros) | (a.ones & b.ones), (a.zeros & b.ones) | (a.ones & b.zeros)};
  case Op::Neg:
    return sum(Known::value(0, width), inverted(a), true, width);
  case Op::Add:
    return sum(a, b, false, width);
  case Op::Sub:
    return sum(a, inverted(b), true, width);
  case Op::Shl:
  case Op::Lshr:
  case Op::Ashr:
    return b.isValue(width) && b.ones < width ? shifted(op, a, static_cast<unsigned>(b.ones), width) : ofValues(step);
  case Op::Eq:
    return (a.zeros & b.ones) | (a.ones & b.zeros) ? Known::truth(false) : ofValues(step);
  case Op::Ult:
  case Op::Ule:
  case Op::Slt:
  case Op::Sle:
    return ofOrder(step);
  case Op::Ite:
    return a.ones ? b : a.zeros ? arg(step, 2) : either(b, arg(step, 2));
  case Op::Concat:
    return {a.zeros << widthOf(step, 1) | b.zeros, a.ones << widthOf(step, 1) | b.ones};
  case Op::Extract:
    return {a.zeros >> step.node->value & onesOf(width), a.ones >> step.node->value & onesOf(width)};
  case Op::Zext:
  case Op::Sext:
    return extended(a, widthOf(step, 0), width, op == Op::Sext);
  case Op::Select:
    return ofSelect(step);
  default:
    return ofValues(step);
  }
}

template <class See> void Cone::eachCase(std::span<const Choice> chosen, See see) {
  std::vector<std::size_t> at(chosen.size(), 0);
  for (;;) {
    known_.assign(steps_.size(), Known::nothing());
    std::vector<bool> isChosen(steps_.size());
    for (std::size_t k = 0; k < chosen.size(); ++k) {
      known_[chosen[k].step] = Known::value(chosen[k].values[at[k]], steps_[chosen[k].step].node->width);
      isChosen[chosen[k].step] = true;
    }
    for (std::size_t i = 0; i < steps_.size(); ++i)
      if (!isChosen[i])
        known_[i] = visit(steps_[i]);
    see(known_.back());
    std::size_t k = 0;
    while (k < at.size() && ++at[k] == chosen[k].values.size())
      at[k++] = 0;
    if (k == at.size())
      return;
  }
}

/// What all cases have in common: the range, and the low bits.
class Union {
public:
  explicit Union(unsigned width) : width_(width) {}
  void add(const Known& known) {
    shape_.min = std::min(shape_.min, known.least());
    shape_.max = std::max(shape_.max, known.greatest(width_));
    common_ = isFirst_ ? known : either(common_, known);
    isFirst_ = false;
  }
  Shape take() const {
    if (shape_.min == shape_.max)
      return Shapes::constant(shape_.min);
    constexpr int kMost = 40;
    const int low = std::min(kMost, std::countr_one(common_.zeros | common_.ones));
    Shape shape = shape_;
    shape.modulus = Word{1} << low;
    shape.residue = common_.ones & (shape.modulus - 1);
    return shape;
  }

private:
  unsigned width_;
  Shape shape_{~Word{0}, 0, 1, 0};
  Known common_;
  bool isFirst_ = true;
};

} // namespace

ShapeCases::ShapeCases(const FewValues& few) {
  for (const auto& [variable, values] : few) {
    std::vector<Word>& words = few_[variable.node()];
    if (variable.width() <= 64)
      for (const symbolic::Bits value : values)
        words.push_back(static_cast<Word>(value));
  }
}

std::optional<Shape> ShapeCases::of(Term term) {
  if (term.isConstant() || term.width() > 64)
    return {};
  Cone cone(term, few_);
  if (cone.isTooLarge())
    return {};
  const auto& choices = cone.choices();
  const auto seen = [&](std::span<const Cone::Choice> chosen) {
    Union all(term.width());
    cone.eachCase(chosen, [&](const Known& known) { all.add(known); });
    return all.take();
  };
  std::size_t work = cone.size();
  for (const Cone::Choice& choice : choices)
    work = work > kMostWork ? work : work * choice.values.size();
  if (work <= kMostWork)
    return seen(choices);
  Shape closest; // by each alone
  for (const Cone::Choice& choice : choices)
    if (cone.size() * choice.values.size() <= kMostWork)
      closest = Shapes::both(closest, seen(std::span(&choice, 1)));
  return closest;
}

} // namespace warplaw::lift
