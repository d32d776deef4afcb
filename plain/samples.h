// Sources to try an operation on: the boundaries of its types, and random words. The same for a seed in every run.
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

/// Words for each source of one form with some modifiers.
class Samples {
public:
  Samples(const spec::scalar::Form& form, spec::scalar::Modes modes, std::uint64_t seed = 20);
  /// How many pairs of boundaries the first two sources have.
  std::size_t pairs() const { return boundaries_[0].size() * seconds(); }
  /// One of them; any words else.
  std::vector<Word> pair(std::size_t number);
  /// Every pair.
  void eachPair(const std::function<void(const std::vector<Word>&)>& hear);
  std::vector<Word> random();

private:
  std::size_t seconds() const { return types_.size() < 2 ? 1 : boundaries_[1].size(); }
  Word part(unsigned i);
  Word filled(Word low, unsigned i);
  std::vector<spec::scalar::Type> types_;
  std::vector<std::vector<Word>> boundaries_;
  std::mt19937_64 random_; // NOLINT(bugprone-random-generator-seed): the same words in every run
};

} // namespace warplaw::plain
