/* Bring your own arithmetic: what an emulator or a translator of PTX hands to `warplaw check --scalar`. One call is a
   batch of cases of one operation of one thread (`warplaw list ptx`); a case is up to four words in and one out. Plain
   C99, and C++; nothing is allocated, freed or called back across the border.

   Structures only grow: later versions of this file append fields, never move any. Today's are ABI 1. */
#ifndef WARPLAW_SCALAR_H
#define WARPLAW_SCALAR_H
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define WARPLAW_SCALAR_ABI 1u

typedef struct warplaw_scalar_case {
  uint64_t source[4]; /* each with zeros above its type's width; a predicate is 0 or 1; 0 where there is none */
  uint64_t result;    /* out; bits above the result's width do not count */
} warplaw_scalar_case;

typedef struct warplaw_scalar_operation {
  const char* opcode; /* "bfe.s32", "cvt.rzi.s32.f32"; its modifiers stand in the order of the row */
  const char* row;    /* "bfe", "cvtRoundFloat": the row's name in `warplaw list ptx --json` */
  const char* type;   /* "s32": the row's T */
  uint32_t modes;     /* bits 7:0: which alternative of the row's first group of modifiers, 15:8 of its second, .. */
  uint32_t sources;   /* how many, 1 to 4 */
} warplaw_scalar_operation;

typedef struct warplaw_scalar_executor {
  uint32_t abi;     /* WARPLAW_SCALAR_ABI */
  uint32_t bytes;   /* sizeof(warplaw_scalar_executor) as the executor was compiled */
  const char* name; /* as the report shows it; 0: none */
  /* 1: all results are there. 0: it does not know the operation */
  int (*run)(const warplaw_scalar_operation* operation, warplaw_scalar_case* batch, uint32_t count);
} warplaw_scalar_executor;

/* The one exported function. The table must stay where it is. */
const warplaw_scalar_executor* warplaw_scalar_open(uint32_t host_abi);

#ifdef __cplusplus
}
#endif
#endif
