// Bitcode before it is lifted: links several files to one, and takes things out of a module that others compiled.
#pragma once
#include "symbolic/lift/lift.h"

namespace warplaw::lift {

/// Bitcode with its name in what is rejected.
struct NamedBitcode {
  std::vector<std::byte> bytes;
  std::string name;
};

/// Several, at least one, as one by LLVM's linker. Rejected: a symbol that two of them define.
std::variant<std::vector<std::byte>, Unsupported> linked(std::span<const NamedBitcode> files);

/// Takes away what metadata says of accesses that do not overlap (!alias.scope, !noalias, !tbaa, !tbaa.struct), which
/// the lifter has no meaning for, and gives on how many instructions each kind stood. The code without it does all that
/// the code with it does, but one thing: where accesses overlap all the same, the code with it is undefined.
std::map<std::string, unsigned> dropAliasMetadata(Module& module);

/// A function that a module defines, as such or as an alias, and that compiled code calls without saying so, such as
/// memcpy: the lifter takes the instruction or the intrinsic at its word. Empty: none.
std::string definedForTheBackEnd(const Module& module);

/// May assembly define a symbol? Nothing here reads it: outside of functions all of it may; in them a directive, a
/// label or an assignment.
bool hasAssemblyThatDefines(const Module& module);

std::vector<std::byte> bitcodeOf(const llvm::Module& module);

} // namespace warplaw::lift
