// Functions that ship, by name: the machine code that was proved.
#include "concrete/execute.h"

extern "C" {
// every external definition of the executors (cmake/Bitcode.cmake); their types do not matter here
#define WARPLAW_FUNCTION(symbol) void symbol();
#include "shipped_functions.def"
#undef WARPLAW_FUNCTION
}

namespace warplaw::concrete {

void* shippedFunction(std::string_view symbol) {
  struct Function {
    std::string_view symbol;
    void* address;
  };
  static const Function kFunctions[] = {
#define WARPLAW_FUNCTION(symbol) {#symbol, reinterpret_cast<void*>(symbol)},
#include "shipped_functions.def"
#undef WARPLAW_FUNCTION
  };
  for (const Function& function : kFunctions)
    if (function.symbol == symbol)
      return function.address;
  return nullptr;
}

} // namespace warplaw::concrete
