// Forms on the 32 lanes of a warp at once: for each choice of modifiers a loop around the form's own function, from the
// same source, which the compiler makes vectors of; few are written another way (quick_loops.h). That a loop gives in
// each lane what the function gives is tested (docs/trust.md), not proved.
#pragma once
#include "spec/scalar/operation.h"
#include <span>
#include <string_view>

namespace warplaw::concrete {

/// result[lane] from a[lane] .. d[lane], each of 32 words. `result` is one of the sources or overlaps none.
using ScalarLoop = void (*)(const spec::scalar::Word* a, const spec::scalar::Word* b, const spec::scalar::Word* c,
                            const spec::scalar::Word* d, spec::scalar::Word* result);

/// The loops of one form, by the number of its choice of modifiers: the first group counts fastest.
struct LoopsOfForm {
  std::string_view symbol; ///< "add_u32"
  const ScalarLoop* loops;
  const spec::scalar::Modes* modes;
  std::size_t count;
};

/// All forms of integers, compiled for one kind of processor.
struct LoopPath {
  std::string_view name;
  bool isSupported; ///< by this processor
  std::span<const LoopsOfForm> forms;
};
/// From the plainest to the fastest.
std::span<const LoopPath> loopPaths();

/// By the fastest path that this processor has; null where a form has no loop: floats.
ScalarLoop scalarLoop(const spec::scalar::Form& form, spec::scalar::Modes modes);
/// By this path.
ScalarLoop scalarLoop(const LoopPath& path, const spec::scalar::Form& form, spec::scalar::Modes modes);

} // namespace warplaw::concrete
