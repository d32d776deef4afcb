/* Records atomic operations of a program's own threads, or of a simulator's warps, as histories for `./my_sim | warplaw
   linearize -`. Plain C99 and C++; what a line has is said in docs/history_format.md. Each thread or warp has a log of
   its own, without a lock: what it saw, in its own order. When all are done, warplaw_write_history writes one line;
   then logs can be used again. */
#ifndef WARPLAW_RECORD_H
#define WARPLAW_RECORD_H
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>

#define WARPLAW_NO_LANE 255

/* operation: "ADD.U32", "CAS.U64", "EXCH.S32", "LD.32" ..; "MEMBAR.GL" has no more than lanes; operand: Rb, of CAS the
   value that memory is compared with; swap: what CAS stores, 0 elsewhere; returned: the old value. address: of the
   least significant byte. */
typedef struct warplaw_seen {
  const char* operation;
  uint64_t address, operand, swap, returned;
  uint8_t lane;    /* of a warp; WARPLAW_NO_LANE: of a thread */
  uint8_t goes_on; /* not 0: of the same instruction as the one before */
} warplaw_seen;

/* A thread's or a warp's log, in memory that its owner gives: room for so many accesses. Begins as {seen, room, 0}. */
typedef struct warplaw_log {
  warplaw_seen* seen;
  uint32_t room, count; /* count > room: some were lost */
} warplaw_log;

/* What a thread saw, or lane 0 of a warp. */
static inline void warplaw_saw(warplaw_log* log, const char* operation, uint64_t address, uint64_t operand,
                               uint64_t swap, uint64_t returned) {
  if (log->count < log->room) {
    warplaw_seen* const seen = &log->seen[log->count];
    seen->operation = operation;
    seen->address = address;
    seen->operand = operand;
    seen->swap = swap;
    seen->returned = returned;
    seen->lane = WARPLAW_NO_LANE;
    seen->goes_on = 0;
  }
  ++log->count;
}

/* What the lanes of one instruction of a warp saw: those of the mask, each in its place of 32. An array may be null:
   all 0. */
static inline void warplaw_saw_lanes(warplaw_log* log, const char* operation, uint32_t lanes, const uint64_t* address,
                                     const uint64_t* operand, const uint64_t* swap, const uint64_t* returned) {
  uint8_t goes_on = 0;
  for (uint32_t lane = 0; lane < 32; ++lane)
    if (lanes >> lane & 1) {
      warplaw_saw(log, operation, address ? address[lane] : 0, operand ? operand[lane] : 0, swap ? swap[lane] : 0,
                  returned ? returned[lane] : 0);
      if (log->count <= log->room) {
        log->seen[log->count - 1].lane = (uint8_t)lane;
        log->seen[log->count - 1].goes_on = goes_on;
      }
      goes_on = 1;
    }
}

static void warplaw_write_words(FILE* file, const char* key, uint64_t address, const uint32_t* words, uint32_t count) {
  fprintf(file, "\"%s\":[{\"address\":%" PRIu64 ",\"words\":[", key, address);
  for (uint32_t k = 0; k < count; ++k)
    fprintf(file, "%s%" PRIu32, k ? "," : "", words[k]);
  fprintf(file, "]}],");
}

/* One access: the item of "lanes". */
static void warplaw_write_access(FILE* file, const warplaw_seen* seen, int has_lanes) {
  const int accesses = seen->operation[0] != 'M' || seen->operation[1] != 'E'; /* MEMBAR does not; MIN, MAX do */
  fprintf(file, "{");
  if (has_lanes)
    fprintf(file, "\"lane\":%u%s", seen->lane == WARPLAW_NO_LANE ? 0u : (unsigned)seen->lane, accesses ? "," : "");
  if (!accesses) {
    fprintf(file, "}");
    return;
  }
  fprintf(file, "\"address\":%" PRIu64, seen->address);
  if (seen->operation[0] != 'L') /* LD */
    fprintf(file, ",\"operand\":%" PRIu64, seen->operand);
  if (seen->operation[0] == 'C') /* CAS, CAST */
    fprintf(file, ",\"swap\":%" PRIu64, seen->swap);
  if (seen->operation[0] != 'S' || seen->operation[1] != 'T') /* ST */
    fprintf(file, ",\"returned\":%" PRIu64, seen->returned);
  fprintf(file, "}");
}

/* One log: its instructions, numbered from 0. */
static void warplaw_write_log(FILE* file, const warplaw_log* log, uint32_t who, int has_lanes, const char* separator) {
  uint32_t number = 0;
  for (uint32_t k = 0; k < log->count; separator = ",") {
    fprintf(file, "%s{\"%s\":%" PRIu32 ",\"number\":%" PRIu32 ",\"operation\":\"%s\",\"lanes\":[", separator,
            has_lanes ? "warp" : "thread", who, number++, log->seen[k].operation);
    do {
      warplaw_write_access(file, &log->seen[k++], has_lanes);
    } while (k < log->count && log->seen[k].goes_on && fprintf(file, ",") > 0);
    fprintf(file, "]}");
  }
}

/* One line: `many` logs, and the memory from `address` on before and after, `count` words of 32 bits. Log k is thread
   k, or warp k where some log has lanes; its operations come one after the other. 0; -1 where a log had no room, and
   nothing is written. */
static int warplaw_write_history(FILE* file, const warplaw_log* logs, uint32_t many, uint64_t address,
                                 const uint32_t* before, const uint32_t* after, uint32_t count) {
  const char* separator = "";
  int has_lanes = 0;
  for (uint32_t k = 0; k < many; ++k) {
    if (logs[k].count > logs[k].room)
      return -1;
    for (uint32_t seen = 0; seen < logs[k].count; ++seen)
      has_lanes = has_lanes || logs[k].seen[seen].lane != WARPLAW_NO_LANE;
  }
  fprintf(file, "{");
  warplaw_write_words(file, "initial", address, before, count);
  warplaw_write_words(file, "final", address, after, count);
  fprintf(file, "\"memory\":{\"base\":0,\"size\":%" PRIu64 "},\"instructions\":[", UINT64_C(1) << 48);
  for (uint32_t k = 0; k < many; ++k) {
    warplaw_write_log(file, &logs[k], k, has_lanes, separator);
    separator = logs[k].count ? "," : separator;
  }
  fprintf(file, "]}\n");
  return 0;
}
#endif
