// Rows of scalar operations, found by their symbols.
#include "symbolic/encodings/scalar.h"
#include <algorithm>
#include <cassert>

namespace warplaw::symbolic::scalar {
namespace {

struct Row {
  std::string_view symbol;
  Term (*encode)(const Input&);
};
constexpr Row kRows[] = {
#define WARPLAW_SCALAR(symbol, ...) {#symbol, rows::symbol},
#include "spec/scalar/encoded.def"
#undef WARPLAW_SCALAR
};

} // namespace

Term encoded(const spec::scalar::Form& form, spec::scalar::Modes modes, std::span<const Term> sources) {
  Input input{form, modes, {}};
  std::ranges::copy(sources, input.source.begin());
  const auto* const row = std::ranges::find(kRows, form.operation->symbol, &Row::symbol);
  assert(row != std::end(kRows));
  return row->encode(input);
}

} // namespace warplaw::symbolic::scalar
