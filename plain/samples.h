// Sources to try an operation on: the boundaries of its types, and random words. The same in every run.
#pragma once
#include "plain/scalar.h"
#include <functional>
#include <random>

namespace warplaw::plain {

inline Word mask(const spec::scalar::Type& type) { return spec::scalar::onesOf(type.width()); }

inline unsigned fractionBits(const spec::scalar::Type& type) {
  if (type.kind == spec::scalar::Kind::BrainFloat)
    return 7;
  return type.bits == 16 ? 10 : type.bits == 32 ? 23 : 52;
}

/// Of one form with some modifiers: words for each of its sources.
class Samples {
public:
  Samples(const spec::scalar::Form& form, spec::scalar::Modes modes);
  /// Every pair of boundaries of the first two sources; any words else.
  void eachPair(const std::function<void(const std::vector<Word>&)>& hear);
  std::vector<Word> random();

private:
  Word part(unsigned i);
  Word filled(Word low, unsigned i);
  std::vector<spec::scalar::Type> types_;
  std::vector<std::vector<Word>> boundaries_;
  std::mt19937_64 random_{20}; // NOLINT(bugprone-random-generator-seed): the same words in every run
};

} // namespace warplaw::plain
