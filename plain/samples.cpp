#include "plain/samples.h"

namespace warplaw::plain {
namespace {
using spec::scalar::Form;
using spec::scalar::Modes;
using spec::scalar::Type;

/// Zeros, subnormals, the least and the largest normal number, infinities, NaNs; powers of two and what lies one unit
/// beside them; numbers in the middle between two floats of a narrower format.
std::vector<Word> boundariesOfFloat(const Type& type) {
  const unsigned fraction = fractionBits(type), exponentBits = type.bits - 1 - fraction;
  const Word hidden = Word{1} << fraction, infinity = ((Word{1} << exponentBits) - 1) << fraction;
  const int bias = (1 << (exponentBits - 1)) - 1;
  std::vector<Word> all{
      0, 1, hidden / 2, hidden - 1, infinity - 1, infinity, infinity + 1, infinity + hidden / 2, infinity + hidden - 1};
  for (const int exponent : {1 - bias, -126, -14, -1, 0, 1, 5, 8, 13, 14, 16, 31, 32, 63, 64, 125, 126, bias})
    if (exponent >= 1 - bias && exponent <= bias)
      for (const int beside : {-1, 0, 1})
        all.push_back((static_cast<Word>(exponent + bias) << fraction) + static_cast<Word>(beside));
  for (const unsigned narrower : {7U, 10U, 23U})
    if (narrower < fraction)
      for (const Word halves : {1, 3}) // of a unit: the float below is even, or odd
        for (const Word beside : {-1, 0, 1})
          all.push_back((static_cast<Word>(bias) << fraction) + (halves << (fraction - narrower - 1)) + beside);
  // Half a unit below the least normal number of a narrower format.
  for (const auto& [narrower, exponent] : {std::pair(10U, -14), {23U, -126}})
    if (narrower < fraction)
      all.push_back((static_cast<Word>(exponent + bias) << fraction) - (Word{1} << (fraction - narrower)));
  for (std::size_t i = all.size(); i-- > 0;)
    all.push_back(all[i] | Word{1} << (type.bits - 1));
  return all;
}

std::vector<Word> boundaries(Type type) {
  type.parts = 1;
  if (type.isFloat())
    return boundariesOfFloat(type);
  std::vector<Word> all{0};
  for (unsigned bit = 0; bit < type.bits; ++bit)
    for (const int beside : {-1, 0, 1})
      all.push_back(((Word{1} << bit) + static_cast<Word>(beside)) & mask(type));
  return all;
}

} // namespace

Samples::Samples(const Form& form, Modes modes, std::uint64_t seed) : random_(seed) {
  for (unsigned i = 0; i < form.sources(); ++i) {
    types_.push_back(form.source(i, modes));
    boundaries_.push_back(boundaries(types_.back()));
  }
}

void Samples::eachPair(const std::function<void(const std::vector<Word>&)>& hear) {
  for (std::size_t number = 0; number < pairs(); ++number)
    hear(pair(number));
}

std::vector<Word> Samples::pair(std::size_t number) {
  std::vector<Word> one = random();
  one[0] = filled(boundaries_[0][number / seconds()], 0);
  if (types_.size() > 1)
    one[1] = filled(boundaries_[1][number % seconds()], 1);
  return one;
}

std::vector<Word> Samples::random() {
  std::vector<Word> words;
  words.reserve(types_.size());
  for (unsigned i = 0; i < types_.size(); ++i)
    words.push_back(filled(part(i), i));
  return words;
}

Word Samples::part(unsigned i) {
  const Word any = random_();
  return (any & 1) != 0 ? boundaries_[i][random_() % boundaries_[i].size()] : any >> 1;
}

/// With another number above it where the type has two.
Word Samples::filled(Word low, unsigned i) {
  const Type& type = types_[i];
  if (!type.isPacked())
    return low & mask(type);
  return ((low & (mask(type) >> type.bits)) | part(i) << type.bits) & mask(type);
}

} // namespace warplaw::plain
