// What the lifter accepts: opcodes, metadata, attributes and intrinsics. Everything else is named and rejected.
#pragma once
#include <string>

namespace llvm {
class AttributeList;
class DILocation;
class Function;
class Instruction;
} // namespace llvm

namespace warplaw::lift {

/// The first thing in this function that is not on the list, in words; empty if there is none. Calls are judged when
/// they are reached.
std::string firstNotAllowed(const llvm::Function& function);

/// ", shuffle.c:12": where an instruction stands in the source; empty where the bitcode has no debug information.
std::string placeOf(const llvm::Instruction& instruction);
std::string placeOf(const llvm::DILocation* place); ///< null: none

/// The first attribute of a function or a call that is not on the list ("attribute byref"); empty if there is none.
std::string attributesNotAllowed(const llvm::AttributeList& attributes);

} // namespace warplaw::lift
