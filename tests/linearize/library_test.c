/* The C interface, from C: answers and reasons. */
#include "linearize/linearize_c.h"
#include <stdio.h>
#include <string.h>

static int failures = 0;

static void expect(warplaw_checker* checker, const char* json, enum warplaw_answer wanted, const char* reason) {
  const enum warplaw_answer answer = warplaw_check(checker, json, strlen(json));
  if (answer == wanted && strstr(warplaw_reason(checker), reason))
    return;
  printf("%s\n  answer %d, wanted %d: %s\n", json, answer, wanted, warplaw_reason(checker));
  ++failures;
}

#define LANES(second)                                                                                                  \
  "{\"initial\":[{\"address\":0,\"words\":[6]}],\"instructions\":[{\"operation\":\"ADD\",\"lanes\":["                  \
  "{\"lane\":2,\"address\":0,\"operand\":1,\"returned\":6},{\"lane\":4,\"address\":0,\"operand\":1,"                   \
  "\"returned\":" second "}]}]}"

int main(void) {
  warplaw_checker* checker = warplaw_checker_new();
  if (!checker)
    return 1;
  warplaw_checker_limit(checker, 1000, 0);
  expect(checker, LANES("7"), WARPLAW_LEGAL, "some serial order");
  expect(checker, LANES("6"), WARPLAW_ILLEGAL, "lanes 2 and 4 both read 6");
  expect(checker, LANES("x"), WARPLAW_BAD, "syntax: ");
  expect(checker, "{}", WARPLAW_BAD, "history: ");
  /* an empty history in binary: eight counts, memory's base and size, and four bytes more */
  {
    unsigned char record[52] = {0};
    record[45] = 1; /* memory of 2^40 bytes */
    if (warplaw_check_binary(checker, record, sizeof record) != WARPLAW_LEGAL ||
        warplaw_check_binary(checker, record, sizeof record - 1) != WARPLAW_BAD) {
      printf("binary: %s\n", warplaw_reason(checker));
      ++failures;
    }
  }
  warplaw_checker_free(checker);
  return failures != 0;
}
