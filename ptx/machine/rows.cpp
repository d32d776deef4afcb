#define WARPLAW_ROWS kRowsPortable
#define WARPLAW_ROWS_SUPPORTED true
#include "ptx/machine/rows_body.h"

namespace warplaw::ptx {
extern const RowFunctions kRowsAvx2, kRowsAvx512;

const RowFunctions& rowFunctions() {
  static const RowFunctions& kFastest = kRowsAvx512.isSupported() ? kRowsAvx512
                                        : kRowsAvx2.isSupported() ? kRowsAvx2
                                                                  : kRowsPortable;
  return kFastest;
}

} // namespace warplaw::ptx
