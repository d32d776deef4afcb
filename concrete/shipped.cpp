// What was proved and what ships, side by side: the embedded bitcode and the machine code of its functions.
#include "concrete/dispatch.h"
#include "concrete/execute.h"

extern "C" {
#define WARPLAW_BITCODE(symbol, name, stage) extern const std::byte symbol##_begin[], symbol##_end[];
#include "bitcode_rows.def"
#undef WARPLAW_BITCODE
}

namespace warplaw::concrete {

std::span<const ShippedFunction> machineFunctions() {
  static const ShippedFunction kFunctions[] = {{"warplaw_fetch_row", addressOfFunction(warplaw_fetch_row)},
                                               {"warplaw_exec_lanes", addressOfFunction(warplaw_exec_lanes)},
                                               {"warplaw_fetch", addressOfFunction(warplaw_fetch)},
                                               {"warplaw_write_back", addressOfFunction(warplaw_write_back)},
                                               {"warplaw_step", addressOfFunction(warplaw_step)}};
  return kFunctions;
}

void* shippedFunction(std::string_view symbol) {
  const std::span<const ShippedFunction> rooms[] = {
      machineFunctions(),
#define WARPLAW_INSTRUCTION(Camel, folder, text) folder##Functions(),
#include "spec/instructions.def"
#undef WARPLAW_INSTRUCTION
  };
  for (const auto& functions : rooms)
    for (const ShippedFunction& function : functions)
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
