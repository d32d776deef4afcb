/* Floats compare by <, to which -0 is +0: the first one stays (SYNC-5). Expected: redux.sync.min.f32 MISMATCH, redux.sync.min.NaN.f32 MISMATCH, redux.sync.max.f32 MISMATCH, redux.sync.max.NaN.f32 MISMATCH, redux.sync.min.abs.f32 OK, redux.sync.max.abs.NaN.f32 OK, redux.sync.add.u32 OK */
#define LESS(x, y) (asFloat(x) < asFloat(y))
#include "../redux_sync.c"
