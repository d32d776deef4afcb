// All code that theorems may speak about: the executors', and the integer steps of the checker of histories.
#pragma once
#include "concrete/execute.h"
#include "symbolic/lift/lift.h"
#include <variant>

namespace warplaw::proofs {

std::span<const concrete::Bitcode> embeddedBitcode();
/// The one file of this stage that defines the function; null if none does, or if two do, since it is not known which
/// one is linked.
const concrete::Bitcode* fileThatDefines(std::string_view function, concrete::Stage stage);
/// One of the files, parsed once for all who ask, and for the processes that are forked after that: not to be changed.
const std::variant<lift::Module, lift::Unsupported>& parsedFile(const concrete::Bitcode& file);
/// The machine code of one of its functions; null if there is none.
void* shippedFunction(std::string_view symbol);

} // namespace warplaw::proofs
