// Types that several rows of operations have, as sequences of the preprocessor.
#pragma once
#define WARPLAW_INTEGERS (u16)(u32)(u64)(s16)(s32)(s64)
#define WARPLAW_NARROW (u16)(u32)(s16)(s32) ///< that have a type twice as wide
#define WARPLAW_WORDS (u32)(u64)(s32)(s64)
#define WARPLAW_HALVES (f16)(f16x2)
#define WARPLAW_BRAINS (bf16)(bf16x2)
