#include "tools/places.h"
#include <filesystem>

namespace warplaw::tools {
namespace fs = std::filesystem;

Places places() {
  std::error_code none;
  const fs::path program = fs::read_symlink("/proc/self/exe", none);
  const fs::path folder = program.parent_path();
  const fs::path data = (folder / WARPLAW_DATA_FROM_PROGRAM).lexically_normal();
  if (fs::is_directory(data, none))
    return {(folder / WARPLAW_INCLUDE_FROM_PROGRAM).lexically_normal(), data / "corpus", data / "golden",
            data / "costs.jsonl", data / "theorems.jsonl"};
  return {WARPLAW_SOURCE "/include", WARPLAW_SOURCE "/corpus", WARPLAW_SOURCE "/proofs/golden",
          WARPLAW_SOURCE "/proofs/costs.jsonl", WARPLAW_SOURCE "/proofs/theorems.jsonl"};
}

} // namespace warplaw::tools
