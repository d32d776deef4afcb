// Operations of one thread as terms (spec/scalar/encoded.def), written from rules PTX-20 to PTX-26, PTX-31 and PTX-33,
// and NVIDIA's PTX ISA, alone.
#pragma once
#include "spec/scalar/operation.h"
#include "symbolic/terms/term.h"
#include <array>
#include <span>
#include <string_view>

namespace warplaw::symbolic::scalar {

/// The input of a row's encoding. Modifiers are known when terms are built.
struct Input {
  const spec::scalar::Form& form;
  spec::scalar::Modes modes;
  std::array<Term, spec::scalar::kMostSources> source; ///< each as wide as its type; a packed value is one term

  const spec::scalar::Type& type() const { return form.typeOfT(); }
  unsigned width() const { return type().width(); }
  bool isSigned() const { return type().isSigned(); }
  unsigned mode(unsigned group) const { return spec::scalar::modeOf(modes, group); }
  std::string_view modeName(unsigned group) const { return form.operation->groups[group][mode(group)]; }
  Term a() const { return source[0]; }
  Term b() const { return source[1]; }
  Term c() const { return source[2]; }
  Term d() const { return source[3]; }
  /// A number of T's width.
  Term constant(Bits value) const { return a().terms().constant(width(), value); }
};

/// One function a row: the result, as wide as its type.
namespace rows {
#define WARPLAW_SCALAR(symbol, ...) Term symbol(const Input& in);
#include "spec/scalar/encoded.def"
#undef WARPLAW_SCALAR
} // namespace rows

/// The result of any row of encoded.def. `sources`: as many as the form has, each as wide as its type says.
Term encoded(const spec::scalar::Form& form, spec::scalar::Modes modes, std::span<const Term> sources);

} // namespace warplaw::symbolic::scalar
