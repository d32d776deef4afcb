// What rows of floats have in common: how modifiers change sources and results.
#pragma once
#include "plain/float.h"
#include "plain/scalar_rows.h"

namespace warplaw::plain {

/// `.rn` where none is written.
mpfr_rnd_t wayOf(const Call& call);

/// `.ftz` speaks of the row's type; between different types, of f32 alone.
bool flushes(const Call& call, const Type& type);

/// The bits of source i, a float, with `.ftz` taken into account.
Integer floatSource(const Call& call, unsigned i);
Real realSource(const Call& call, unsigned i);

/// A result of the row's type, rounded and flushed, with `.sat` and `.relu` taken into account.
Integer finished(const Call& call, const Integer& bits);

} // namespace warplaw::plain
