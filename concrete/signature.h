// One signature an instruction: its form, modifiers, choices and parts of the surroundings. From it and its names
// follow the types and declarations of its functions, its entries (entries.cpp) and its row of the paths (dispatch.h).
#pragma once
#include "spec/datapath.h"
#include "spec/state.h"
#include <cstddef>

namespace warplaw::concrete {

/// `Parts`: the parts of the surroundings (spec/surroundings.h) that the datapath takes.
template <class FormOf, class ModifiersOf, class ChoicesOf, class... Parts> struct Signature {
  using Form = FormOf;
  using Modifiers = ModifiersOf;
  using Choices = ChoicesOf;
  template <std::size_t n> using Part = __type_pack_element<n, Parts...>;

  /// Fills sources and destinations; the guard is the caller's.
  using PlanMaker = void(const Form* form, const Choices* choices, spec::Plan* plan);
  using ModifiersMaker = void(const Form* form, Modifiers* modifiers);
  /// The datapath, over fetched operands. Pointers do not alias. The instruction's header says what results it writes.
  using Datapath = void(const Modifiers* modifiers, const spec::Operands* operands, const Choices* choices,
                        Parts... parts, spec::Results* results);
  /// The whole instruction.
  using Entry = void(const Form* form, const spec::Guard* guard, const Choices* choices, spec::Warp* warp,
                     Parts... parts);
};

/// Code paths by their names in symbols, slower ones first.
enum class CodePath { portable, avx2, avx512, vbmi2 };

/// The entry of a path; null where an instruction has none.
template <class OfInstruction, CodePath path> inline constexpr std::nullptr_t kEntry = nullptr;

} // namespace warplaw::concrete

// Declares the functions of the instruction whose row of spec/instructions.def begins with Camel and name, and whose
// signature is CamelSignature. parts: the names of the signature's parts, in parentheses; then the code paths, portable
// first. The functions are
//   warplaw_<name>_plan, warplaw_<name>_modifiers; for each path warplaw_<name>_<path> and warplaw_<name>_<path>_run
// They have C linkage, so that bitcode is searched for them by these names.
#define WARPLAW_EXECUTORS(Camel, name, parts, ...)                                                                     \
  using Camel##Datapath = Camel##Signature::Datapath;                                                                  \
  extern "C" Camel##Signature::PlanMaker warplaw_##name##_plan;                                                        \
  extern "C" Camel##Signature::ModifiersMaker warplaw_##name##_modifiers;                                              \
  WARPLAW_PATH_1(Camel##Signature, name, parts, __VA_ARGS__)
#define WARPLAW_PATH_1(S, name, parts, path, ...)                                                                      \
  WARPLAW_PATH(S, name, parts, path) __VA_OPT__(WARPLAW_PATH_2(S, name, parts, __VA_ARGS__))
#define WARPLAW_PATH_2(S, name, parts, path, ...)                                                                      \
  WARPLAW_PATH(S, name, parts, path) __VA_OPT__(WARPLAW_PATH(S, name, parts, __VA_ARGS__))
#define WARPLAW_PATH(S, name, parts, path)                                                                             \
  extern "C" S::Datapath warplaw_##name##_##path;                                                                      \
  extern "C" S::Entry warplaw_##name##_##path##_run;                                                                   \
  template <> inline constexpr S::Entry* kEntry<S, CodePath::path> = warplaw_##name##_##path##_run;                    \
  WARPLAW_ENTRY(S, name, path, WARPLAW_BARE parts)

#ifndef WARPLAW_ENTRY // entries.cpp defines what is declared here
#define WARPLAW_ENTRY(S, name, path, ...)
#endif
#define WARPLAW_BARE(...) __VA_ARGS__
