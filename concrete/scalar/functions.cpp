// Which function executes a form.
#include "concrete/scalar/scalar.h"
#include <boost/preprocessor/cat.hpp>
#include <boost/preprocessor/seq/for_each.hpp>
#include <boost/preprocessor/stringize.hpp>
#include <cassert>
#include <map>

using warplaw::spec::scalar::Modes;
using warplaw::spec::scalar::Word;

extern "C" {
#define WARPLAW_DECLARED(r, symbol, type)                                                                              \
  Word BOOST_PP_CAT(warplaw_scalar_##symbol##_, type)(Modes modes, Word a, Word b, Word c, Word d);
#define WARPLAW_SCALAR(symbol, types, opcode, operands, rules) BOOST_PP_SEQ_FOR_EACH(WARPLAW_DECLARED, symbol, types)
#include "spec/scalar/floats.def"
#include "spec/scalar/integers.def"
#undef WARPLAW_SCALAR
#undef WARPLAW_DECLARED
}

namespace warplaw::concrete {

ScalarFunction scalarFunction(const spec::scalar::Form& form) {
#define WARPLAW_NAMED(r, symbol, type)                                                                                 \
  {#symbol "_" BOOST_PP_STRINGIZE(type), BOOST_PP_CAT(warplaw_scalar_##symbol##_, type)},
#define WARPLAW_SCALAR(symbol, types, opcode, operands, rules) BOOST_PP_SEQ_FOR_EACH(WARPLAW_NAMED, symbol, types)
  static const std::map<std::string, ScalarFunction, std::less<>> kFunctions{
#include "spec/scalar/floats.def"
#include "spec/scalar/integers.def"
  };
#undef WARPLAW_SCALAR
#undef WARPLAW_NAMED
  const auto found = kFunctions.find(form.symbol());
  assert(found != kFunctions.end());
  return found->second;
}

} // namespace warplaw::concrete
