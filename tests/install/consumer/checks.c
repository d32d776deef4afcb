/* Asks the checker of histories from C; and the headers for executors are C. */
#include <linearize/linearize_c.h>
#include <stdio.h>
#include <string.h>
#include <warplaw/executor.h>
#include <warplaw/record.h>

static enum warplaw_answer answerOf(warplaw_checker* checker, const char* second) {
  char text[1000];
  snprintf(text, sizeof text,
           "{\"initial\":[{\"address\":0,\"words\":[6]}],\"instructions\":[{\"operation\":\"ADD.U32\",\"lanes\":["
           "{\"lane\":0,\"address\":0,\"operand\":1,\"returned\":6},{\"lane\":1,\"address\":0,\"operand\":1,\"returned\":%s}]}]}",
           second);
  return warplaw_check(checker, text, strlen(text));
}

int main(void) {
  warplaw_checker* checker = warplaw_checker_new();
  const enum warplaw_answer legal = answerOf(checker, "7"), illegal = answerOf(checker, "6");
  printf("%s\n", warplaw_reason(checker));
  warplaw_checker_free(checker);
  return legal == WARPLAW_LEGAL && illegal == WARPLAW_ILLEGAL ? 0 : 1;
}
