/* A simulator that keeps registers in a file, for each family whose destinations may be sources (MACH-2): right
   shuffles and votes (examples/), run lane by lane. WARPLAW_LATE names a source (WARPLAW_IS_..) that is read from the
   file after lanes, the own one too, have written their destinations: wrong where that source is a destination. Without
   it all sources are read first. Compiled with the first version of the header, too, where nothing says what is the
   same: then a destination must hold its canary before. */
#include <stdlib.h>
#include <warplaw/executor.h>

#define warplaw_executor_open open_shfl
#include "examples/shfl.c"
#undef warplaw_executor_open
#define warplaw_executor_open open_vote
#include "examples/vote.c"
#undef warplaw_executor_open
#define warplaw_executor_open open_atoms
#include "examples/atoms.c"
#undef warplaw_executor_open
#define warplaw_executor_open open_shfl_sync
#include "examples/shfl_sync.c"
#undef warplaw_executor_open
#define warplaw_executor_open open_vote_sync
#include "examples/vote_sync.c"
#undef warplaw_executor_open
#define warplaw_executor_open open_match_sync
#include "examples/match_sync.c"
#undef warplaw_executor_open
#define warplaw_executor_open open_redux_sync
#include "examples/redux_sync.c"
#undef warplaw_executor_open
#define warplaw_executor_open open_elect_sync
#include "examples/elect_sync.c"
#undef warplaw_executor_open

static unsigned late;

#ifdef FIRST_HEADER
/* What a family's executor does with each warp: looks at its canaries, then runs it. */
#define FILE_OF(family, RESULT, SAME_RESULT, SAME_PREDICATE)                                                           \
  static void family##_file(warplaw_##family* batch, uint32_t count) {                                                 \
    for (warplaw_##family* w = batch; w != batch + count; ++w) {                                                       \
      for (int i = 0; i < WARPLAW_LANES; ++i)                                                                          \
        if (!SAME_RESULT && (uint32_t)w->RESULT[i] != (0xc0de0000 | (unsigned)i))                                      \
          abort();                                                                                                     \
      SAME_PREDICATE                                                                                                   \
    }                                                                                                                  \
    family(batch, count);                                                                                              \
  }
#define CANARY                                                                                                         \
  if (w->predicate != 0xa5c35a3c)                                                                                      \
    abort();
FILE_OF(shfl, result, w->same_register, CANARY)
FILE_OF(vote, ballot, 0, CANARY)
FILE_OF(atoms, returned, 0, )
FILE_OF(shfl_sync, result, 0, CANARY)
FILE_OF(vote_sync, ballot, 0, CANARY)
FILE_OF(match_sync, result, 0, CANARY)
FILE_OF(redux_sync, result, 0, )
FILE_OF(elect_sync, result, 0, CANARY)
#else

/* In a warp `file`, lane i: what is the destination's register has this value, of which a predicate is bit i. */
#define SAME(is, source, member, value)                                                                                \
  if (w->is == source && late == source)                                                                               \
    file.member = value;
#define WORD(source, member, word) SAME(result_is, source, member[i], word)
#define BIT(source, member, bits) SAME(predicate_is, source, member, (file.member & ~(1u << i)) | ((bits) & 1u << i))

#define SOURCES_shfl(word, bits)                                                                                       \
  WORD(WARPLAW_IS_VALUE, value, word)                                                                                  \
  WORD(WARPLAW_IS_LANE, lane, word) WORD(WARPLAW_IS_RANGE, range, word) BIT(WARPLAW_IS_GUARD, exec, bits)
#define SOURCES_vote(word, bits) BIT(WARPLAW_IS_VOTES, votes, bits) BIT(WARPLAW_IS_GUARD, exec, bits)
#define SOURCES_shfl_sync(word, bits) WORD(WARPLAW_IS_MEMBERMASK, membermask, word) SOURCES_shfl(word, bits)
#define SOURCES_vote_sync(word, bits) WORD(WARPLAW_IS_MEMBERMASK, membermask, word) SOURCES_vote(word, bits)
#define SOURCES_match_sync(word, bits)                                                                                 \
  WORD(WARPLAW_IS_MEMBERMASK, membermask, word)                                                                        \
  WORD(WARPLAW_IS_VALUE, value, word) BIT(WARPLAW_IS_GUARD, exec, bits)
#define SOURCES_redux_sync(word, bits) WORD(WARPLAW_IS_MEMBERMASK, membermask, word) WORD(WARPLAW_IS_VALUE, value, word)
#define SOURCES_elect_sync(word, bits) WORD(WARPLAW_IS_MEMBERMASK, membermask, word) BIT(WARPLAW_IS_GUARD, exec, bits)
#define SOURCES_video(word, bits) WORD(WARPLAW_IS_A, a, word) WORD(WARPLAW_IS_B, b, word) WORD(WARPLAW_IS_C, c, word)
#define SOURCES_vmad SOURCES_video
#define SOURCES_vsimd SOURCES_video

/* Each lane clears its destinations, reads, and writes. */
#define FILE_OF(family, RESULT, PREDICATE)                                                                             \
  static void family##_file(warplaw_##family* batch, uint32_t count) {                                                 \
    for (warplaw_##family* w = batch; w != batch + count; ++w) {                                                       \
      warplaw_##family file = *w;                                                                                      \
      for (int i = 0; i < WARPLAW_LANES; ++i) {                                                                        \
        warplaw_##family one;                                                                                          \
        if (!(w->exec >> i & 1))                                                                                       \
          continue;                                                                                                    \
        SOURCES_##family(0, 0) one = file;                                                                             \
        family(&one, 1);                                                                                               \
        file.RESULT[i] = one.RESULT[i];                                                                                \
        PREDICATE(file.predicate = (file.predicate & ~(1u << i)) | (one.predicate & 1u << i);)                         \
        SOURCES_##family(file.RESULT[i], file.predicate)                                                               \
      }                                                                                                                \
      memcpy(w->RESULT, file.RESULT, sizeof w->RESULT);                                                                \
      PREDICATE(w->predicate = file.predicate;)                                                                        \
    }                                                                                                                  \
  }
#define ANSWERS(statement) statement
#define ANSWERS_NOT(statement)
/* tests/check/registers_video.cpp */
void video(warplaw_video* batch, uint32_t count);
void vmad(warplaw_vmad* batch, uint32_t count);
void vsimd(warplaw_vsimd* batch, uint32_t count);

FILE_OF(shfl, result, ANSWERS)
FILE_OF(vote, ballot, ANSWERS)
FILE_OF(video, result, ANSWERS_NOT)
FILE_OF(vmad, result, ANSWERS_NOT)
FILE_OF(vsimd, result, ANSWERS_NOT)
FILE_OF(shfl_sync, result, ANSWERS)
FILE_OF(vote_sync, ballot, ANSWERS)
FILE_OF(match_sync, result, ANSWERS)
FILE_OF(redux_sync, result, ANSWERS_NOT)
FILE_OF(elect_sync, result, ANSWERS)

/* Rd comes first, memory after it. */
static void atoms_file(warplaw_atoms* batch, uint32_t count) {
  for (warplaw_atoms* w = batch; w != batch + count; ++w) {
    warplaw_atoms first = *w, file = *w;
    atoms(&first, 1);
    for (int i = 0; i < WARPLAW_LANES; ++i) {
      SAME(result_is, WARPLAW_IS_ADDRESS, address[i], (uint32_t)first.returned[i])
      SAME(result_is, WARPLAW_IS_OPERAND, operand[i], first.returned[i])
      SAME(result_is, WARPLAW_IS_SWAP, swap[i], first.returned[i])
    }
    atoms(&file, 1);
    memcpy(w->returned, first.returned, sizeof w->returned);
    memcpy(w->error, file.error, sizeof w->error);
    memcpy(w->memory, file.memory, sizeof w->memory);
  }
}
#endif

const warplaw_executor* warplaw_executor_open(uint32_t host_abi) {
  static const warplaw_executor table = {WARPLAW_TABLE,
                                         .name = "a file of registers",
                                         .domain = "{\"shfl\": {\"inactive\": \"zero\"}}",
#ifndef FIRST_HEADER
                                         WARPLAW_IMPLEMENTS(video, video_file),
                                         WARPLAW_IMPLEMENTS(vmad, vmad_file),
                                         WARPLAW_IMPLEMENTS(vsimd, vsimd_file),
#endif
                                         WARPLAW_IMPLEMENTS(shfl, shfl_file),
                                         WARPLAW_IMPLEMENTS(vote, vote_file),
                                         WARPLAW_IMPLEMENTS(atoms, atoms_file),
                                         WARPLAW_IMPLEMENTS(shfl_sync, shfl_sync_file),
                                         WARPLAW_IMPLEMENTS(vote_sync, vote_sync_file),
                                         WARPLAW_IMPLEMENTS(match_sync, match_sync_file),
                                         WARPLAW_IMPLEMENTS(redux_sync, redux_sync_file),
                                         WARPLAW_IMPLEMENTS(elect_sync, elect_sync_file)};
  const char* const source = getenv("WARPLAW_LATE");
  late = source ? (unsigned)atoi(source) : 0;
  return host_abi == WARPLAW_EXECUTOR_ABI ? &table : 0;
}

#include <warplaw/serve.h>
int main(void) { return warplaw_serve(warplaw_executor_open(WARPLAW_EXECUTOR_ABI)); }
