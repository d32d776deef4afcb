// Rows that were worked by hand from the rules, `opcode source .. => result` a line: *.rows in this folder. A number is
// decimal, may be negative, or is hexadecimal; with a point it is a value of a float's type.
#pragma once
#include "plain/samples.h"
#include "tests/rows.h"
#include <algorithm>
#include <cmath>
#include <sstream>

namespace warplaw::plain {
using spec::scalar::Type;

/// A number that the type has exactly, from its value alone.
inline Word floatNumbered(const std::string& text, const Type& type) {
  const double value = std::stod(text);
  const unsigned fraction = fractionBits(type);
  const int bias = (1 << (type.bits - fraction - 2)) - 1;
  const Word sign = std::signbit(value) ? Word(1) << (type.bits - 1) : 0;
  if (std::isinf(value))
    return sign | Word(2 * bias + 1) << fraction;
  if (value == 0)
    return sign;
  const int exponent = std::max(std::ilogb(value), 1 - bias);
  const double significand = std::ldexp(std::fabs(value), int(fraction) - exponent);
  EXPECT_EQ(significand, std::floor(significand)) << text << " is none of the type's numbers";
  return sign | ((Word(exponent + bias - 1) << fraction) + Word(significand));
}

inline Word numbered(const std::string& text, const Type& type) {
  if (type.isFloat() && (text.find('.') != std::string::npos || text.find("inf") != std::string::npos))
    return floatNumbered(text, type);
  return (text.front() == '-' ? Word(std::stoll(text, nullptr, 0)) : Word(std::stoull(text, nullptr, 0))) & mask(type);
}

struct Worked {
  std::string line;
  spec::scalar::Spelled spelled;
  std::vector<Word> sources;
  Word result;
};

inline std::optional<Worked> workedOf(const std::string& line) {
  std::istringstream words(line);
  std::string opcode;
  words >> opcode;
  const auto spelled = spec::scalar::formSpelled(opcode);
  if (!spelled) {
    ADD_FAILURE() << "no row has " << line;
    return std::nullopt;
  }
  Worked worked{line, *spelled, {}, 0};
  std::string text;
  for (unsigned i = 0; i < spelled->form.sources() && words >> text; ++i)
    worked.sources.push_back(numbered(text, spelled->form.source(i, spelled->modes)));
  std::string arrow;
  std::string rest;
  if (!(words >> arrow >> text) || arrow != "=>" || words >> rest) {
    ADD_FAILURE() << "not as many sources as the operation has: " << line;
    return std::nullopt;
  }
  worked.result = numbered(text, spelled->form.result(spelled->modes));
  return worked;
}

inline std::vector<Worked> allWorked() {
  std::vector<Worked> all;
  for (const char* const name : {WARPLAW_WORKED "/integers.rows", WARPLAW_WORKED "/floats.rows"})
    for (const std::string& line : tests::rowsOf(name))
      if (auto worked = workedOf(line))
        all.push_back(std::move(*worked));
  return all;
}

} // namespace warplaw::plain
