// Random terms as programs: one program can be built folded, half folded and unfolded, and must mean the same each
// time.
#include "random_terms.h"

namespace warplaw::symbolic {

Bits randomBits(Random& random, unsigned width) {
  const Bits any = Bits{random()} << 64 | random();
  const unsigned bit = static_cast<unsigned>(random() % (width + 1));
  switch (random() % 8) {
  case 0:
    return 0;
  case 1:
    return 1;
  case 2:
    return onesOf(width);
  case 3:
    return onesOf(bit);
  case 4:
    return bit < width ? Bits{1} << bit : 0;
  case 5:
    return bit;
  case 6:
    return onesOf(width) & ~onesOf(bit);
  default:
    return any & onesOf(width);
  }
}

std::vector<Term> RandomTerms::build(Terms& terms) const {
  std::vector<Term> built;
  for (const Step& step : steps) {
    std::vector<Term> args;
    for (const std::size_t arg : step.args)
      args.push_back(built[arg]);
    built.push_back(terms.make(step.op, step.width, args, step.value, step.name));
  }
  return built;
}

namespace {

class Generator {
public:
  Generator(Random& random, const Shape& shape) : random_(random), shape_(shape) {}

  RandomTerms generate() {
    for (const unsigned width : shape_.widths)
      addVariable(width);
    while (made_.steps.size() < shape_.steps)
      addOperation();
    return std::move(made_);
  }

private:
  std::size_t below(std::size_t n) { return random_() % n; }
  unsigned anyWidth() { return shape_.widths[below(shape_.widths.size())]; }

  std::size_t add(Step step) {
    made_.steps.push_back(std::move(step));
    return made_.steps.size() - 1;
  }

  void addVariable(unsigned width) {
    Step step{Op::Variable, width, {}, 0, "v" + std::to_string(made_.variables.size())};
    made_.variables.push_back(step);
    add(step);
  }

  std::size_t constant(unsigned width) { return add({Op::Constant, width, {}, randomBits(random_, width)}); }

  unsigned widthOf(std::size_t step) const { return made_.steps[step].width; }

  /// An earlier step of any width: mostly one made lately.
  std::size_t earlier() {
    const std::size_t count = made_.steps.size();
    return below(3) == 0 ? below(count) : count - 1 - below(std::min<std::size_t>(count, 12));
  }

  /// Something of this width: an earlier step, widened or cut if need be, or a constant.
  std::size_t operand(unsigned width) {
    if (below(4) == 0)
      return constant(width);
    for (int tries = 0; tries < 6; ++tries)
      if (const std::size_t step = earlier(); widthOf(step) == width)
        return step;
    const std::size_t step = earlier();
    const unsigned own = widthOf(step);
    if (own == width)
      return step;
    if (own < width && below(4) == 0) {
      const std::size_t high = operand(width - own);
      return add({Op::Concat, width, {high, step}});
    }
    if (own < width)
      return add({below(2) ? Op::Zext : Op::Sext, width, {step}});
    return add({Op::Extract, width, {step}, below(2) ? 0 : below(own - width + 1)});
  }

  void addOperation() {
    const Op op = static_cast<Op>(below(static_cast<std::size_t>(Op::Apply) + 1));
    const unsigned width = anyWidth();
    switch (op) {
    case Op::Constant:
    case Op::Variable:
      return;
    case Op::Not:
    case Op::Neg:
      addWith(op, width, {operand(width)});
      return;
    case Op::Eq:
    case Op::Ult:
    case Op::Ule:
    case Op::Slt:
    case Op::Sle: {
      const std::size_t a = operand(width), b = operand(width);
      addWith(op, 1, {a, b});
      return;
    }
    case Op::Ite: {
      const std::size_t c = operand(1), a = operand(width), b = operand(width);
      addWith(op, width, {c, a, b});
      return;
    }
    case Op::Concat:
    case Op::Extract:
    case Op::Zext:
    case Op::Sext:
      addShape(op);
      return;
    case Op::Select:
      addSelect(width);
      return;
    case Op::Apply:
      addApplication(width);
      return;
    default: {
      const std::size_t a = operand(width), b = below(8) == 0 ? a : operand(width);
      addWith(op, width, {a, b});
    }
    }
  }

  void addWith(Op op, unsigned width, std::vector<std::size_t> args) { add({op, width, std::move(args)}); }

  void addShape(Op op) {
    const std::size_t a = earlier(), b = earlier();
    const unsigned own = widthOf(a);
    if (op == Op::Concat && own + widthOf(b) <= kMaxWidth)
      addWith(op, own + widthOf(b), {a, b});
    if (op == Op::Extract) {
      const unsigned width = 1 + static_cast<unsigned>(below(own));
      add({op, width, {a}, below(own - width + 1)});
    }
    if (op == Op::Zext || op == Op::Sext)
      addWith(op, own + static_cast<unsigned>(below(kMaxWidth - own + 1)), {a});
  }

  void addSelect(unsigned width) {
    const std::size_t index = earlier();
    const std::size_t most = widthOf(index) >= 4 ? 16 : std::size_t{1} << widthOf(index);
    std::vector<std::size_t> args{index};
    const std::size_t cells = 1 + below(most);
    for (std::size_t i = 0; i < cells; ++i)
      args.push_back(i && below(4) == 0 ? args.back() : operand(width));
    addWith(Op::Select, width, args);
  }

  void addApplication(unsigned width) {
    if (!shape_.applications)
      return;
    const std::size_t argument = operand(8);
    add({Op::Apply, width, {argument}, 0, "f" + std::to_string(width)});
  }

  Random& random_;
  const Shape& shape_;
  RandomTerms made_;
};

} // namespace

RandomTerms randomTerms(Random& random, const Shape& shape) { return Generator(random, shape).generate(); }

Assignment randomAssignment(Random& random, const RandomTerms& terms) {
  Assignment assignment;
  for (const Step& variable : terms.variables)
    assignment[variable.name] = randomBits(random, variable.width);
  return assignment;
}

} // namespace warplaw::symbolic
