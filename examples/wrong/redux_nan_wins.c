/* A NaN wins without .NaN, too (SYNC-5). Expected: redux.sync.min.f32 MISMATCH nans-always-win, redux.sync.min.abs.f32 MISMATCH nans-always-win, redux.sync.max.f32 MISMATCH nans-always-win, redux.sync.max.abs.f32 MISMATCH nans-always-win, redux.sync.min.NaN.f32 OK */
#define NAN_WINS 1
#include "../redux_sync.c"
