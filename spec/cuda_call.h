// CUDA's functions that are an instruction, and their calls as text (CSHFL-1..5, VOTE-1, VOTE-2, SYNC-8, BAR-2, PM-2,
// SR-3, ATOMS-6, VID-9..11): `__shfl_down_sync(0xffffffff, R1, 16, 8)` is `shfl.sync.down.b32 %r0, %r1, 16, 0x181f,
// 0xffffffff`.
#pragma once
#include "spec/rejection.h"
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace warplaw::spec {

struct CudaFunction {
  std::string_view name;
  std::string_view parameters; ///< their names, "mask, var, delta, width"; a width need not be given
  std::string_view kinds;      ///< a letter each: see spec/cuda_call.cpp
  /// The instruction. `$0`: the first argument; `$c`: segment mask and clamp by the width; `$d`, `$e`, `$q`: the
  /// result, a register, an even one, a predicate; `$s`, `$t`, `$T`: the type of an argument.
  std::string_view instruction;
  unsigned clamp = 31;        ///< in `$c`
  std::string_view rules;     ///< apart by blanks
  std::string_view note = {}; ///< what else there is to know; may be empty
};

std::span<const CudaFunction> cudaFunctions();
/// By its name, whatever the case of its letters; or null.
const CudaFunction* findCudaFunction(std::string_view name);
/// "shfl.sync.down.b32 d, var, delta, (32 - width) << 8 | 31, mask": with the names of parameters.
std::string instructionOf(const CudaFunction& function);
/// A call of it that can be executed.
std::string exampleCall(const CudaFunction& function);

/// "__vcmpeq4 gives .., so it is two instructions": of a function of CUDA that is none here; of others nothing.
std::string insteadOf(std::string_view name);

/// Does the text call something: `NAME(`, perhaps behind a guard and the name of the result, `@P0 R5 = NAME(`?
bool isCall(std::string_view text);
/// The text of the instruction that a call is. Arguments are registers and numbers; the result is in the register or
/// predicate that stands before `=`, else in the first that no argument names. Rejected with the place in the text.
Result<std::string> textOfCall(std::string_view text);

} // namespace warplaw::spec
