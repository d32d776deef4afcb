// The third statement of scalar operations, beside executor and encoding and written from neither: what a row computes,
// in mathematical integers and real numbers, as PTX-20 to PTX-33 say it.
#pragma once
#include "spec/scalar/operation.h"

namespace warplaw::plain {

using spec::scalar::Word;

/// The result, of the form's type with these modifiers. `modes` is legal, and there are as many sources as the form
/// has.
Word scalar(const spec::scalar::Form& form, spec::scalar::Modes modes, std::span<const Word> sources);

/// Which bits of it may be anything, if these of the sources may; those that are beyond the result's type, too, where
/// nothing better is known.
Word undefinedBits(const spec::scalar::Form& form, spec::scalar::Modes modes, std::span<const Word> sources,
                   std::span<const Word> undefined);

} // namespace warplaw::plain
