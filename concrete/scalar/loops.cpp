// Which loop computes a form: see loops.h.
#include "concrete/scalar/loops.h"
#include "concrete/dispatch.h"
#include <algorithm>
#include <array>
#include <map>

namespace warplaw::concrete {
using spec::scalar::Modes;
namespace scalar {
#define WARPLAW_LOOPS(name)                                                                                            \
  extern const LoopsOfForm name[];                                                                                     \
  extern const std::size_t name##Count;
WARPLAW_LOOPS(kLoopsPortable)
WARPLAW_LOOPS(kLoopsAvx2)
WARPLAW_LOOPS(kLoopsAvx512)
#undef WARPLAW_LOOPS
} // namespace scalar

std::span<const LoopPath> loopPaths() {
  static const std::array kPaths{
      LoopPath{"portable", anyProcessor(), {scalar::kLoopsPortable, scalar::kLoopsPortableCount}},
      LoopPath{"avx2", avx2(), {scalar::kLoopsAvx2, scalar::kLoopsAvx2Count}},
      LoopPath{"avx512", avx512(), {scalar::kLoopsAvx512, scalar::kLoopsAvx512Count}}};
  return kPaths;
}

namespace {
std::span<const Modes> modesOf(const LoopsOfForm& form) { return {form.modes, form.count}; }

ScalarLoop loopOf(const LoopsOfForm& form, Modes modes) {
  const auto all = modesOf(form);
  const auto found = std::ranges::find(all, modes);
  return found == all.end() ? nullptr : form.loops[found - all.begin()];
}
} // namespace

ScalarLoop scalarLoop(const LoopPath& path, const spec::scalar::Form& form, Modes modes) {
  const auto found = std::ranges::find(path.forms, form.symbol(), &LoopsOfForm::symbol);
  return found == path.forms.end() ? nullptr : loopOf(*found, modes);
}

ScalarLoop scalarLoop(const spec::scalar::Form& form, Modes modes) {
  static const auto kFastest = [] {
    std::map<std::pair<const spec::scalar::Operation*, unsigned>, const LoopsOfForm*> all;
    for (const LoopPath& path : loopPaths())
      if (path.isSupported)
        for (const spec::scalar::Form& one : spec::scalar::integerForms())
          if (const auto found = std::ranges::find(path.forms, one.symbol(), &LoopsOfForm::symbol);
              found != path.forms.end())
            all[{one.operation, one.type}] = &*found;
    return all;
  }();
  const auto found = kFastest.find({form.operation, form.type});
  return found == kFastest.end() ? nullptr : loopOf(*found->second, modes);
}

} // namespace warplaw::concrete
