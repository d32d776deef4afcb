/* A lane that is off, or of another group, gives 0, and the executor promises it; it reads those of other groups (SYNC-2). Expected: shfl.sync.idx MISMATCH all-executing-lanes-are-read, shfl.sync.up MISMATCH all-executing-lanes-are-read, shfl.sync.down MISMATCH all-executing-lanes-are-read, shfl.sync.bfly MISMATCH all-executing-lanes-are-read */
#define MEMBERS(i) w->exec
#define DOMAIN "{\"shfl_sync\": {\"inactive\": \"zero\"}}"
#include "../shfl_sync.c"
