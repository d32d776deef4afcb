// Scalar operations on operands, worked by hand.
#pragma once
#include "spec/scalar/operation.h"
#include <span>
#include <string_view>
#include <vector>

namespace warplaw::symbolic::scalar {
using spec::scalar::Word;

struct Worked {
  std::string_view opcode;
  std::vector<Word> operands;
  Word result;
};
std::span<const Worked> workedRows();

} // namespace warplaw::symbolic::scalar
