// What was proved: the bitcode from which the functions that ship were generated, as bytes of the library.
#include "concrete/execute.h"

extern "C" {
#define WARPLAW_BITCODE(symbol, name, stage) extern const std::byte symbol##_begin[], symbol##_end[];
#include "bitcode_rows.def"
#undef WARPLAW_BITCODE
}

namespace warplaw::concrete {

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
