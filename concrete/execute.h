// Runs one instruction on a machine state with given choices, on a chosen code path.
#pragma once
#include "spec/case_file.h"
#include "spec/surroundings.h"
#include <cstddef>
#include <span>

namespace warplaw::concrete {

/// The evidence for a code path: theorems over all inputs (if they fail, `warplaw verify` fails), or tests alone.
enum class Evidence { Proved, Tested };

/// A code path of an instruction's datapath that the dispatcher may run.
struct Path {
  std::string_view name; ///< "portable", "avx512"
  bool supported;        ///< by this processor
  Evidence evidence;     ///< only what is proved is ever a default
};
std::vector<Path> paths(spec::Mnemonic mnemonic);

/// Executes an instruction on a warp and its surroundings. If `path` is empty, it takes the fastest path that is
/// supported and proved. Rejects illegal forms, choices, shader kinds and unknown or unsupported paths, and then leaves
/// the state untouched.
spec::Result<void> execute(const spec::Instruction& instruction, const spec::Choices& choices, spec::ShaderKind shader,
                           spec::Warp& warp, spec::Surroundings& surroundings, std::string_view path = {});

/// The machine code of a proved function by its symbol name ("warplaw_shfl_portable"); null if there is none. For
/// replay.
void* shippedFunction(std::string_view symbol);

/// Bitcode stage: as the front end emits it, before any optimisation pass (undefined behaviour is looked for there);
/// and final, the very code that this library's machine code was generated from.
enum class Stage { Unoptimized, Final };

/// One proved source file's bitcode, embedded when the library was built from it (cmake/Bitcode.cmake). Every file
/// exists in both stages.
struct Bitcode {
  std::string_view name; ///< of the source file: "shfl", "shfl_avx512", "atoms_lanes", "machine"; of the entries of an
                         ///< instruction, which have one together: "shfl_entry"
  Stage stage;
  std::span<const std::byte> bytes;
};
std::span<const Bitcode> embeddedBitcode();
/// Null if there is no such file.
const Bitcode* findBitcode(std::string_view name, Stage stage);

} // namespace warplaw::concrete
