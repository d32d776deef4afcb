// Entries: one instruction on a warp, a function a path, put together from its proved functions (entry.h). Compiled
// once for each instruction, whose header is WARPLAW_SIGNATURES then (CMakeLists.txt).
#include "concrete/entry.h"

// ", Type name" of each part of a signature
#define WARPLAW_TYPED(S, ...) __VA_OPT__(WARPLAW_TYPED_1(S, __VA_ARGS__))
#define WARPLAW_TYPED_1(S, part, ...) , S::Part<0> part __VA_OPT__(WARPLAW_TYPED_2(S, __VA_ARGS__))
#define WARPLAW_TYPED_2(S, part, ...) , S::Part<1> part __VA_OPT__(WARPLAW_TYPED_3(S, __VA_ARGS__))
#define WARPLAW_TYPED_3(S, part) , S::Part<2> part

#define WARPLAW_ENTRY(S, name, path, ...)                                                                              \
  extern "C" void warplaw_##name##_##path##_run(const S::Form* form, const spec::Guard* guard,                         \
                                                const S::Choices* choices,                                             \
                                                spec::Warp* warp WARPLAW_TYPED(S, __VA_ARGS__)) {                      \
    runOnWarp<warplaw_##name##_plan, warplaw_##name##_modifiers, warplaw_##name##_##path, S::Modifiers>(               \
        form, guard, choices, warp __VA_OPT__(, ) __VA_ARGS__);                                                        \
  }

#ifndef WARPLAW_SIGNATURES
#define WARPLAW_SIGNATURES "signatures.h" // generated: of all instructions
#endif
#include WARPLAW_SIGNATURES
