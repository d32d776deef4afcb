// What was proved and what ships, side by side: the embedded bitcode and the machine code of its functions.
#include "concrete/execute.h"

extern "C" {
// every external definition of the embedded bitcode (cmake/Bitcode.cmake); their types do not matter here
#define WARPLAW_FUNCTION(symbol) void symbol();
#include "shipped_functions.def"
#undef WARPLAW_FUNCTION
#define WARPLAW_BITCODE(symbol, name, stage) extern const std::byte symbol##_begin[], symbol##_end[];
#include "bitcode_rows.def"
#undef WARPLAW_BITCODE
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

std::span<const Bitcode> embeddedBitcode() {
  static const Bitcode kFiles[] = {
#define WARPLAW_BITCODE(symbol, name, stage)                                                                           \
  {name, Stage::stage, {symbol##_begin, static_cast<std::size_t>(symbol##_end - symbol##_begin)}},
#include "bitcode_rows.def"
#undef WARPLAW_BITCODE
  };
  return kFiles;
}

const Bitcode* findBitcode(std::string_view name, Stage stage) {
  for (const Bitcode& file : embeddedBitcode())
    if (file.name == name && file.stage == stage)
      return &file;
  return nullptr;
}

} // namespace warplaw::concrete
