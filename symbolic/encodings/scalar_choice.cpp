// Comparisons, choices, copies and conversions as terms (PTX-25, PTX-26).
#include "symbolic/encodings/scalar_wording.h"

namespace warplaw::symbolic::scalar::rows {
namespace {

Term compared(std::string_view how, bool isSigned, Term a, Term b) {
  if (how == "eq")
    return a.eq(b);
  if (how == "ne")
    return a.ne(b);
  if (how == "lt" || how == "lo")
    return less(isSigned, a, b);
  if (how == "le" || how == "ls")
    return ~less(isSigned, b, a);
  if (how == "gt" || how == "hi")
    return less(isSigned, b, a);
  return ~less(isSigned, a, b); // ge, hs
}

} // namespace

Term setpSigned(const Input& in) { return compared(in.modeName(0), true, in.a(), in.b()); }
Term setpUnsigned(const Input& in) { return compared(in.modeName(0), false, in.a(), in.b()); }
Term setpBits(const Input& in) { return compared(in.modeName(0), false, in.a(), in.b()); }

Term selp(const Input& in) { return in.c().ite(in.a(), in.b()); }
Term slct(const Input& in) { return isNegative(in.c()).ite(in.b(), in.a()); }
Term mov(const Input& in) { return in.a(); }

/// The source's number, in one bit more than both types have; then its lowest bits, or clamped.
Term cvt(const Input& in) {
  const spec::scalar::Type from = in.form.source(0, in.modes);
  const Term value = extended(from.isSigned(), in.a(), std::max(from.width(), in.width()) + 1);
  return in.modeName(0) == "sat" ? clamped(value, in.isSigned(), in.width()) : value.extract(in.width() - 1, 0);
}

} // namespace warplaw::symbolic::scalar::rows
