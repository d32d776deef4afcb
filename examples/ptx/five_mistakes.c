/* Expected: five mistakes, each in one entry of the report. A shift by 32 that is one by 0; a field of no bits that has
   a sign; prmt without its copies of a sign; the NaN of min that wins; a number that does not fit, as x86 converts it.
 */
#define MISTAKES 31
#include "operations.c"
