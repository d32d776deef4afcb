// Trials of instructions whose modifiers name an operation and a size (ATOMS-1, RED-1).
#pragma once
#include "fuzz/trial.h"
#include "spec/op_and_size.h"

namespace warplaw::fuzz {

template <class Form, class Base> struct OpAndSizeTrial : Base {
  using Op = decltype(Form::op);
  using Size = decltype(Form::size);
  Op op() const { return static_cast<Op>(this->modifiers.op); }
  Size size() const { return static_cast<Size>(this->modifiers.size); }
  void set(Op op, Size size) {
    this->modifiers.op = static_cast<std::uint32_t>(op);
    this->modifiers.size = static_cast<std::uint32_t>(size);
  }
};

/// A form of that operation and size with these words, to which so many of the additions are made.
template <class Form>
SmallBase smallBase(const CellWords& cells, spec::OpAndSize<Form> pair, const Edits& words,
                    std::initializer_list<Edits> additions, unsigned most) {
  SmallBase small{{{cells.word("op"), static_cast<std::uint32_t>(pair.op)},
                   {cells.word("size"), static_cast<std::uint32_t>(pair.size)}},
                  {},
                  most};
  small.base.insert(small.base.end(), words.begin(), words.end());
  for (const Edits& more : additions)
    small.additions.insert(small.additions.end(), more.begin(), more.end());
  return small;
}

} // namespace warplaw::fuzz
