/* A program of its own as an executor: for `warplaw check --pipe './my_sim --serve'`. Plain C99 on POSIX, all of it in
   this header: a program includes it in one place and calls warplaw_serve with its table (warplaw/executor.h). Whatever
   it prints must go to stderr, since stdout carries the answers.

     int main(void) { return warplaw_serve(warplaw_executor_open(WARPLAW_EXECUTOR_ABI)); }

   First goes a line of JSON, the hello; then, as often as the host asks, a frame comes in and its answer goes out:

     hello   {"abi":1,"name":"..","version":"..","domain":"the JSON text","families":{"shfl":<bytes>, ..}}
     frame   uint32 family (its number in the table, SHFL is 0), uint32 count, uint64 bytes, then that many bytes: the
             batch, count structures
     answer  uint64 bytes, then that many bytes: the same structures

   Numbers are as the machine has them. At the end of its input the program ends. */
#ifndef WARPLAW_SERVE_H
#define WARPLAW_SERVE_H
#include <stdio.h>
#include <stdlib.h>
#include <warplaw/executor.h>

/* A JSON string, or "" for a null pointer. */
static void warplaw_serve_text(const char* key, const char* text) {
  printf("\"%s\":\"", key);
  for (; text && *text; ++text)
    if (*text == '"' || *text == '\\')
      printf("\\%c", *text);
    else if ((unsigned char)*text >= ' ')
      putchar(*text);
    else
      printf("\\u%04x", (unsigned)*text);
  printf("\",");
}

/* 0 at the end of input, 1 where the host is lost or nothing can be served. */
static int warplaw_serve(const warplaw_executor* table) {
  struct warplaw_frame {
    uint32_t family, count;
    uint64_t bytes;
  } frame;
  char* batch = 0;
  uint64_t room = 0;
  uint32_t number;
  const char* separator = "";
  if (!table)
    return 1;
  printf("{\"abi\":%u,", (unsigned)table->abi);
  warplaw_serve_text("name", table->name);
  warplaw_serve_text("version", table->version);
  warplaw_serve_text("domain", table->domain);
  printf("\"families\":{");
#define WARPLAW_SERVES(family)                                                                                         \
  if (table->family) {                                                                                                 \
    printf("%s\"" #family "\":%lu", separator, (unsigned long)table->family##_bytes);                                  \
    separator = ",";                                                                                                   \
  }
  WARPLAW_FAMILIES(WARPLAW_SERVES)
#undef WARPLAW_SERVES
  printf("}}\n");
  fflush(stdout);
  while (fread(&frame, sizeof frame, 1, stdin) == 1) {
    if (frame.bytes > room) {
      free(batch);
      room = frame.bytes;
      batch = (char*)malloc(room);
    }
    if (!batch || fread(batch, 1, frame.bytes, stdin) != frame.bytes)
      return 1;
    if (table->reset)
      table->reset();
    number = 0;
#define WARPLAW_RUNS(member)                                                                                           \
  if (frame.family == number++)                                                                                        \
    table->member((warplaw_##member*)(void*)batch, frame.count);
    WARPLAW_FAMILIES(WARPLAW_RUNS)
#undef WARPLAW_RUNS
    if (frame.family >= number)
      return 1;
    if (fwrite(&frame.bytes, sizeof frame.bytes, 1, stdout) != 1 ||
        fwrite(batch, 1, frame.bytes, stdout) != frame.bytes || fflush(stdout) != 0)
      return 1;
  }
  free(batch);
  return 0;
}
#endif
