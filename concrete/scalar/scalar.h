// Executors of scalar operations: a function a form (spec/scalar/operation.h).
#pragma once
#include "spec/scalar/operation.h"

namespace warplaw::concrete {

/// The result of legal modes and sources, each with zeros above its width; what a form has no source for is not read.
using ScalarFunction = spec::scalar::Word (*)(spec::scalar::Modes modes, spec::scalar::Word a, spec::scalar::Word b,
                                              spec::scalar::Word c, spec::scalar::Word d);

ScalarFunction scalarFunction(const spec::scalar::Form& form);

} // namespace warplaw::concrete
