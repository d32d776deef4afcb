// Small functions with undefined behaviour that the optimiser hides: bad_NAME has it, good_NAME is its repaired
// sibling. All take two words and a table of eight words.
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define BAD(name) uint32_t bad_##name(uint32_t a, uint32_t b, uint32_t* t)
#define GOOD(name) uint32_t good_##name(uint32_t a, uint32_t b, uint32_t* t)

BAD(uninitialised) {
  uint32_t x;
  if (a > 5)
    x = b;
  return x;
}
GOOD(uninitialised) {
  uint32_t x = 1;
  if (a > 5)
    x = b;
  return x;
}

BAD(uninitialised_branch) {
  uint32_t x;
  if (x & 1)
    return a;
  return a;
}
GOOD(uninitialised_branch) {
  uint32_t x = b;
  if (x & 1)
    return a;
  return a;
}

BAD(uninitialised_switch) {
  uint32_t x;
  switch (x) {
  case 3:
    return a;
  case 4:
    return a;
  default:
    return a;
  }
}
GOOD(uninitialised_switch) {
  uint32_t x = b;
  switch (x) {
  case 3:
    return a;
  case 4:
    return a;
  default:
    return a;
  }
}

BAD(uninitialised_element) {
  uint32_t v[4];
  v[0] = a;
  v[1] = b;
  v[3] = a;
  return v[2] * 0 + a;
}
GOOD(uninitialised_element) {
  uint32_t v[4];
  v[0] = a;
  v[1] = b;
  v[2] = b;
  return v[2] * 0 + a;
}

struct pair {
  uint32_t x, y;
};
BAD(half_struct) {
  struct pair p;
  p.x = a;
  struct pair q = p;
  return q.y > b ? a : a;
}
GOOD(half_struct) {
  struct pair p;
  p.x = a;
  p.y = b;
  struct pair q = p;
  return q.y > b ? a : a;
}

BAD(uninitialised_sum) {
  uint32_t s;
  for (int i = 0; i < 8; ++i)
    s += t[i];
  return s & 0;
}
GOOD(uninitialised_sum) {
  uint32_t s = 0;
  for (int i = 0; i < 8; ++i)
    s += t[i];
  return s & 0;
}

BAD(read_past_end) {
  uint32_t s = 0;
  for (int i = 0; i <= 8; ++i)
    s += t[i];
  return s * 0 + a;
}
GOOD(read_past_end) {
  uint32_t s = 0;
  for (int i = 0; i < 8; ++i)
    s += t[i];
  return s * 0 + a;
}

BAD(read_at_index) {
  uint32_t x = t[a];
  return x == b ? a : a;
}
GOOD(read_at_index) {
  uint32_t x = t[a & 7];
  return x == b ? a : a;
}

BAD(read_past_local) {
  uint32_t v[3] = {a, b, a};
  uint32_t x = v[3];
  return x ? b : b;
}
GOOD(read_past_local) {
  uint32_t v[3] = {a, b, a};
  uint32_t x = v[2];
  return x ? b : b;
}

BAD(write_past_local) {
  uint32_t v[2];
  v[a & 3] = a;
  return b;
}
GOOD(write_past_local) {
  uint32_t v[4];
  v[a & 3] = a;
  return b;
}

BAD(add_overflows) {
  int32_t x = (int32_t)a;
  return x + 1 > x;
}
GOOD(add_overflows) {
  int64_t x = (int32_t)a;
  return x + 1 > x;
}

BAD(sub_overflows) {
  int32_t x = (int32_t)a, y = (int32_t)b;
  return (x - y < 0) == (x < y);
}
GOOD(sub_overflows) {
  int64_t x = (int32_t)a, y = (int32_t)b;
  return (x - y < 0) == (x < y);
}

BAD(mul_overflows) {
  int32_t x = (int32_t)a;
  return x * 4 / 4 == x;
}
GOOD(mul_overflows) {
  int64_t x = (int32_t)a;
  return x * 4 / 4 == x;
}

BAD(negation_overflows) {
  int32_t x = (int32_t)a;
  if (x < 0)
    x = -x;
  return x >= 0;
}
GOOD(negation_overflows) {
  int32_t x = (int32_t)a;
  if (x < 0)
    x = ~x;
  return x >= 0;
}

BAD(shift_left) { return (1u << b) != 0; }
GOOD(shift_left) { return (1u << (b & 31)) != 0; }

BAD(shift_right) { return (a >> b) <= a; }
GOOD(shift_right) { return b < 32 ? (a >> b) <= a : 1; }

BAD(division) {
  uint32_t q = a / b;
  return q > a ? b : b;
}
GOOD(division) {
  uint32_t q = b ? a / b : 0;
  return q > a ? b : b;
}

BAD(remainder) {
  uint32_t q = a % b;
  return q * 0;
}
GOOD(remainder) {
  uint32_t q = a % (b | 1);
  return q * 0;
}

BAD(minimum_by_minus_one) {
  int32_t x = (int32_t)a;
  return (uint32_t)(x % -1);
}
GOOD(minimum_by_minus_one) {
  int32_t x = (int32_t)(a >> 1);
  return (uint32_t)(x % -1);
}

BAD(null) {
  uint32_t* p = a > 3 ? t : NULL;
  return *p;
}
GOOD(null) {
  uint32_t* p = a > 3 ? t : t + 1;
  return *p;
}

BAD(null_checked_late) {
  uint32_t* p = a > 3 ? t : NULL;
  uint32_t x = *p;
  if (!p)
    return 7;
  return x;
}
GOOD(null_checked_late) {
  uint32_t* p = a > 3 ? t : NULL;
  if (!p)
    return 7;
  return *p;
}

static uint32_t __attribute__((nonnull)) needsPointer(const uint32_t* p) { return p == NULL; }
BAD(nonnull_argument) { return needsPointer(a > 3 ? t : NULL); }
GOOD(nonnull_argument) { return needsPointer(a > 3 ? t : t + 1); }

BAD(misaligned) {
  uint32_t x = *(const uint32_t*)((const char*)t + (a & 3));
  return x ? b : b;
}
GOOD(misaligned) {
  uint32_t x;
  memcpy(&x, (const char*)t + (a & 3), sizeof x);
  return x ? b : b;
}

BAD(ended_scope) {
  uint32_t* p;
  {
    uint32_t x = a;
    p = &x;
  }
  return *p == b ? a : a;
}
GOOD(ended_scope) {
  uint32_t* p;
  uint32_t x = a;
  {
    p = &x;
  }
  return *p == b ? a : a;
}

static uint32_t* __attribute__((noinline)) own(uint32_t* to, uint32_t a) {
  uint32_t x = a;
  uint32_t* p = &x;
  return to ? p : p;
}
static uint32_t* __attribute__((noinline)) passed(uint32_t* to, uint32_t a) {
  *to = a;
  return to;
}
BAD(returned_local) {
  uint32_t y = 0;
  uint32_t* p = own(&y, a);
  uint32_t x = *p;
  return x ? b : b;
}
GOOD(returned_local) {
  uint32_t y = 0;
  uint32_t* p = passed(&y, a);
  uint32_t x = *p;
  return x ? b : b;
}

BAD(pointer_past_end) {
  uint32_t* p = t + a;
  return p >= t;
}
GOOD(pointer_past_end) {
  uint32_t* p = t + (a & 7);
  return p >= t;
}

BAD(unreachable) {
  if (a == 7)
    __builtin_unreachable();
  return a == 7;
}
GOOD(unreachable) {
  if (a == 7)
    return 0;
  return a == 7;
}

BAD(count_of_zero) { return (uint32_t)__builtin_ctz(a) < 32; }
GOOD(count_of_zero) { return (uint32_t)__builtin_ctz(a | 1) < 32; }

BAD(impossible_bool) {
  _Bool x;
  memcpy(&x, &a, 1);
  return x ? b : b;
}
GOOD(impossible_bool) {
  _Bool x = a != 0;
  return x ? b : b;
}

BAD(overlapping_copy) {
  memcpy(t, t + 1, 8);
  return a;
}
GOOD(overlapping_copy) {
  memmove(t, t + 1, 8);
  return a;
}
