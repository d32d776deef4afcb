/* The checker of histories for C and whatever calls C: a history goes in as text (docs/history_format.md), an answer
   and its reason come out. */
#ifndef WARPLAW_LINEARIZE_C_H
#define WARPLAW_LINEARIZE_C_H
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct warplaw_checker warplaw_checker;

/* As the command's exit codes. */
enum warplaw_answer { WARPLAW_LEGAL = 0, WARPLAW_ILLEGAL = 1, WARPLAW_BAD = 2, WARPLAW_UNKNOWN = 3 };

/* Not thread-safe: one for each thread. NULL: no memory. */
warplaw_checker* warplaw_checker_new(void);
void warplaw_checker_free(warplaw_checker* checker); /* NULL is allowed */
/* How many states and bytes the search of one history may take; 0: as before. */
void warplaw_checker_limit(warplaw_checker* checker, uint64_t states, uint64_t bytes);
/* One history, `length` bytes of JSON. "Legal" is said of an order that was found and replayed. */
enum warplaw_answer warplaw_check(warplaw_checker* checker, const char* json, size_t length);
/* The same of a history in binary: one record without its size. */
enum warplaw_answer warplaw_check_binary(warplaw_checker* checker, const void* record, size_t length);
/* Of the last history, good until the next: a sentence; for WARPLAW_BAD rule and message. */
const char* warplaw_reason(const warplaw_checker* checker);

#ifdef __cplusplus
}
#endif
#endif
