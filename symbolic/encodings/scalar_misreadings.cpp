// Wrong readings of scalar operations, all chapters together, and what they share.
#include "symbolic/encodings/scalar_misread.h"

namespace warplaw::symbolic::scalar {

std::span<const Misreading> misreadings() {
  static const std::vector<Misreading> kAll = [] {
    std::vector<Misreading> all;
    for (const auto chapter : {misreadArithmetic(), misreadCarries(), misreadBits(), misreadFields(), misreadChoices(),
                               misreadFloatOrder(), misreadFloatConversions()})
      all.insert(all.end(), chapter.begin(), chapter.end());
    return all;
  }();
  return kAll;
}

Input with(const Input& in, unsigned source, Term other) {
  Input changed = in;
  changed.source[source] = other;
  return changed;
}

Input exchanged(const Input& in) { return with(with(in, 0, in.b()), 1, in.a()); }

Input otherMode(const Input& in, unsigned group) {
  const auto next = static_cast<unsigned>((in.mode(group) + 1) % in.form.operation->groups[group].size());
  const unsigned shift = group * spec::scalar::kModeBits;
  return {in.form, (in.modes & ~(0xffu << shift)) | next << shift, in.source};
}

Input otherSign(const Input& in) {
  static const std::vector<spec::scalar::Form> kForms = spec::scalar::integerForms();
  const auto isOther = [&](const spec::scalar::Form& form) {
    return form.operation->symbol == in.form.operation->symbol && form.typeOfT().isSigned() != in.isSigned() &&
           form.typeOfT().bits == in.type().bits && form.typeOfT().parts == in.type().parts;
  };
  const auto found = std::ranges::find_if(kForms, isOther);
  return {found == kForms.end() ? in.form : *found, in.modes, in.source};
}

} // namespace warplaw::symbolic::scalar
