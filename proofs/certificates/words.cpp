#include "proofs/certificates/words.h"
#include <algorithm>

namespace warplaw::certificates {

Word constantWord(unsigned width, symbolic::Bits value) {
  Word word(width);
  for (unsigned i = 0; i < width; ++i)
    word[i] = Gates::constant((value >> i & 1) != 0);
  return word;
}

Word negated(Word word) {
  for (Literal& bit : word)
    bit = -bit;
  return word;
}

Word sum(Gates& gates, const Word& a, const Word& b, Literal carry) {
  Word bits(a.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    bits[i] = gates.parity(a[i], b[i], carry);
    if (i + 1 < a.size())
      carry = gates.majority(a[i], b[i], carry);
  }
  return bits;
}

Word product(Gates& gates, const Word& a, const Word& b) {
  const auto zeros = [](const Word& word) { return std::ranges::count(word, Gates::kFalse); };
  // the same circuit whichever stands first; fewer rows where one has known zeros
  const bool swap = zeros(a) != zeros(b) ? zeros(a) > zeros(b) : a > b;
  const Word& rows = swap ? a : b;
  const Word& word = swap ? b : a;
  Word total(a.size(), Gates::kFalse);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (rows[i] == Gates::kFalse)
      continue;
    Word high(total.begin() + static_cast<std::ptrdiff_t>(i), total.end()), row(high.size());
    for (std::size_t k = 0; k < row.size(); ++k)
      row[k] = gates.both(rows[i], word[k]);
    std::ranges::copy(sum(gates, high, row, Gates::kFalse), total.begin() + static_cast<std::ptrdiff_t>(i));
  }
  return total;
}

Word choose(Gates& gates, Literal condition, const Word& whenTrue, const Word& whenFalse) {
  Word bits(whenTrue.size());
  for (std::size_t i = 0; i < bits.size(); ++i)
    bits[i] = gates.choose(condition, whenTrue[i], whenFalse[i]);
  return bits;
}

namespace {

/// By powers of two, of which each bit of the amount adds one.
Word shifted(Gates& gates, Word word, const Word& amount, Literal fill, bool up) {
  const std::size_t width = word.size();
  std::vector<Literal> tooMuch;
  for (std::size_t i = 0; i < amount.size(); ++i) {
    if (i >= 32 || std::size_t{1} << i >= width) {
      tooMuch.push_back(amount[i]);
      continue;
    }
    const std::size_t by = std::size_t{1} << i;
    Word moved(width, fill);
    for (std::size_t k = 0; k + by < width; ++k)
      moved[up ? k + by : k] = word[up ? k : k + by];
    word = choose(gates, amount[i], moved, word);
  }
  return choose(gates, gates.any(std::move(tooMuch)), Word(width, fill), word);
}

} // namespace

Word shiftedUp(Gates& gates, const Word& word, const Word& amount, Literal fill) {
  return shifted(gates, word, amount, fill, true);
}

Word shiftedDown(Gates& gates, const Word& word, const Word& amount, Literal fill) {
  return shifted(gates, word, amount, fill, false);
}

Literal equal(Gates& gates, const Word& a, const Word& b) {
  std::vector<Literal> same(a.size());
  for (std::size_t i = 0; i < a.size(); ++i)
    same[i] = -gates.differ(a[i], b[i]);
  return gates.all(std::move(same));
}

Literal unsignedLess(Gates& gates, const Word& a, const Word& b) {
  Literal less = Gates::kFalse;
  for (std::size_t i = 0; i < a.size(); ++i) // where the bits differ, they decide over all below
    less = gates.majority(-a[i], b[i], less);
  return less;
}

Literal signedLess(Gates& gates, Word a, Word b) {
  a.back() = -a.back();
  b.back() = -b.back();
  return unsignedLess(gates, a, b);
}

Word select(Gates& gates, const Word& index, std::vector<Word> cells) {
  const Word last = cells.back();
  std::size_t bit = 0;
  for (; cells.size() > 1 && bit < index.size(); ++bit) {
    std::vector<Word> halved;
    for (std::size_t i = 0; i < cells.size(); i += 2)
      halved.push_back(choose(gates, index[bit], i + 1 < cells.size() ? cells[i + 1] : last, cells[i]));
    cells = std::move(halved);
  }
  const Literal beyond = gates.any(Word(index.begin() + static_cast<std::ptrdiff_t>(bit), index.end()));
  return choose(gates, beyond, last, cells[0]);
}

} // namespace warplaw::certificates
