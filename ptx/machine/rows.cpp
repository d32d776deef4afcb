#define WARPLAW_ROWS kRowsPortable
#define WARPLAW_ROWS_SUPPORTED true
#include "ptx/machine/rows_body.h"

namespace warplaw::ptx {
extern const RowFunctions kRowsAvx2, kRowsAvx512;

std::array<const RowFunctions*, 3> rowPaths() { return {&kRowsPortable, &kRowsAvx2, &kRowsAvx512}; }

const RowFunctions& rowFunctions() {
  static const RowFunctions& kFastest = []() -> const RowFunctions& {
    const RowFunctions* fastest = &kRowsPortable;
    for (const RowFunctions* const path : rowPaths())
      fastest = path->isSupported() ? path : fastest;
    return *fastest;
  }();
  return kFastest;
}

} // namespace warplaw::ptx
