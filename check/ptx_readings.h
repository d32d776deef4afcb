// Wrong readings of PTX's operations of one thread: which of them gives a user's answers?
#pragma once
#include "spec/scalar/operation.h"
#include <string>

namespace warplaw::check {

struct PtxAnswer {
  std::span<const spec::scalar::Word> sources;
  spec::scalar::Word result, right; ///< what was answered, what is right; zeros above its type
};

class PtxReadings {
public:
  PtxReadings(const spec::scalar::Form& form, spec::scalar::Modes modes) : form_(form), modes_(modes) {}
  /// "amount-modulo-width (PTX-23)": those that give every one of the answers, right and wrong ones.
  std::vector<std::string> namesOf(std::span<const PtxAnswer> answers) const;

private:
  spec::scalar::Form form_;
  spec::scalar::Modes modes_;
};

} // namespace warplaw::check
