// Encodings of scalar operations, interpreted; operands at the edges of their types.
#pragma once
#include "symbolic/encodings/scalar_misreadings.h"
#include "symbolic/terms/evaluator.h"
#include <algorithm>
#include <optional>
#include <random>
#include <string>
#include <vector>

namespace warplaw::symbolic::scalar {
using spec::scalar::Form;
using spec::scalar::Modes;
using spec::scalar::Word;

/// What `encode` makes of any operands, ready for many evaluations.
class Interpreted {
public:
  template <class Encode> Interpreted(const Form& form, Modes modes, Encode encode) {
    Input input{form, modes, {}};
    for (unsigned i = 0; i < form.sources(); ++i)
      input.source[i] = terms_.variable(form.source(i, modes).width(), nameOf(i));
    root_ = encode(input);
    evaluator_.emplace(std::span(&root_, 1));
  }
  unsigned width() const { return root_.width(); }
  Word operator()(std::span<const Word> operands) const {
    Assignment values;
    for (unsigned i = 0; i < operands.size(); ++i)
      values.emplace(nameOf(i), operands[i]);
    return static_cast<Word>((*evaluator_)(values)[0]);
  }

private:
  static std::string nameOf(unsigned source) { return std::string(1, static_cast<char>('a' + source)); }
  Terms terms_;
  Term root_;
  std::optional<Evaluator> evaluator_;
};

/// 0 and numbers near it, near a power of two, as amounts and places are, and any.
inline Word anyWord(std::mt19937_64& random) {
  const Word near = random() % 5 - 2, power = Word(1) << random() % 64;
  const Word all[] = {0, near, power + near, -(power + near), random() % 70, random() >> random() % 64, random()};
  return all[random() % std::size(all)];
}

/// As wide as the form's sources are; often two are equal, or but for their highest bits, which are signs.
inline std::vector<Word> anyOperands(const Form& form, Modes modes, std::mt19937_64& random) {
  std::vector<Word> operands;
  for (unsigned i = 0; i < form.sources(); ++i) {
    const unsigned width = form.source(i, modes).width(), how = i == 0 ? 8 : random() % 8;
    const Word word = how < 2    ? operands[0]
                      : how == 2 ? operands[0] ^ Word(1) << (width - 1)
                                 : anyWord(random) ^ Word(random() % 4 == 0) << (width - 1);
    operands.push_back(static_cast<Word>(word & onesOf(width)));
  }
  return operands;
}

} // namespace warplaw::symbolic::scalar
