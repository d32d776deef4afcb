// What each instruction brings to the dispatcher: its code paths and its proved functions, found by its row of
// spec/instructions.def.
#pragma once
#include "concrete/machine.h"
#include "spec/instruction.h"
#include <span>
#include <string_view>

namespace warplaw::concrete {

/// One code path. `run` executes a legal form with allowed choices; `guarded` is a plan whose guard is filled in and
/// nothing else.
template <class Form, class Choices> struct ExecutorPath {
  std::string_view name;
  bool (*supported)(); ///< by this processor
  void (*run)(const Form& form, const Choices& choices, spec::Plan guarded, spec::Warp& warp,
              spec::SharedMemory& shared);
};

/// A function of the embedded bitcode, as machine code.
struct ShippedFunction {
  std::string_view symbol;
  void* address;
};

// portable first, faster ones after it
#define WARPLAW_INSTRUCTION(Camel, folder, text)                                                                       \
  std::span<const ExecutorPath<spec::Camel##Form, spec::Camel##Choices>> folder##Paths();                              \
  std::span<const ShippedFunction> folder##Functions();
#include "spec/instructions.def"
#undef WARPLAW_INSTRUCTION
std::span<const ShippedFunction> machineFunctions();

template <class Function> void* addressOfFunction(Function* function) { return reinterpret_cast<void*>(function); }

} // namespace warplaw::concrete
