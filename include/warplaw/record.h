/* Records atomic operations of a program's own threads as histories for `./my_sim | warplaw linearize -`. Plain C99 and
   C++; what a line has is said in docs/history_format.md. Each thread writes into a log of its own, without a lock:
   what it saw, in its own order. When all are done, warplaw_write_history writes one line; then logs can be used again.
 */
#ifndef WARPLAW_RECORD_H
#define WARPLAW_RECORD_H
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>

/* operation: "ADD.U32", "CAS.U64", "EXCH.S32", "LD.32" ..; operand: Rb, of CAS the value that memory is compared with;
   swap: what CAS stores, 0 elsewhere; returned: the old value. address: of the least significant byte. */
typedef struct warplaw_seen {
  const char* operation;
  uint64_t address, operand, swap, returned;
} warplaw_seen;

/* A thread's log, in memory that its owner gives: room for so many. Begins as {seen, room, 0}. */
typedef struct warplaw_log {
  warplaw_seen* seen;
  uint32_t room, count; /* count > room: some were lost */
} warplaw_log;

static void warplaw_saw(warplaw_log* log, const char* operation, uint64_t address, uint64_t operand, uint64_t swap,
                        uint64_t returned) {
  if (log->count < log->room) {
    warplaw_seen* const seen = &log->seen[log->count];
    seen->operation = operation;
    seen->address = address;
    seen->operand = operand;
    seen->swap = swap;
    seen->returned = returned;
  }
  ++log->count;
}

static void warplaw_write_words(FILE* file, const char* key, uint64_t address, const uint32_t* words, uint32_t count) {
  fprintf(file, "\"%s\":[{\"address\":%" PRIu64 ",\"words\":[", key, address);
  for (uint32_t k = 0; k < count; ++k)
    fprintf(file, "%s%" PRIu32, k ? "," : "", words[k]);
  fprintf(file, "]}],");
}

/* One line: `threads` logs, and the memory from `address` on before and after, `count` words of 32 bits. Thread t is
   warp t, whose operations come one after the other. 0; -1 where a log had no room, and nothing is written. */
static int warplaw_write_history(FILE* file, const warplaw_log* logs, uint32_t threads, uint64_t address,
                                 const uint32_t* before, const uint32_t* after, uint32_t count) {
  const char* separator = "";
  for (uint32_t t = 0; t < threads; ++t)
    if (logs[t].count > logs[t].room)
      return -1;
  fprintf(file, "{");
  warplaw_write_words(file, "initial", address, before, count);
  warplaw_write_words(file, "final", address, after, count);
  fprintf(file, "\"memory\":{\"base\":0,\"size\":%" PRIu64 "},\"instructions\":[", UINT64_C(1) << 48);
  for (uint32_t t = 0; t < threads; ++t)
    for (uint32_t k = 0; k < logs[t].count; ++k, separator = ",") {
      const warplaw_seen* const seen = &logs[t].seen[k];
      fprintf(file, "%s{\"warp\":%" PRIu32 ",\"number\":%" PRIu32 ",\"operation\":\"%s\",\"lanes\":[{\"lane\":0",
              separator, t, k, seen->operation);
      fprintf(file, ",\"address\":%" PRIu64 ",\"operand\":%" PRIu64, seen->address, seen->operand);
      if (seen->operation[0] == 'C') /* CAS, CAST */
        fprintf(file, ",\"swap\":%" PRIu64, seen->swap);
      fprintf(file, ",\"returned\":%" PRIu64 "}]}", seen->returned);
    }
  fprintf(file, "]}\n");
  return 0;
}
#endif
