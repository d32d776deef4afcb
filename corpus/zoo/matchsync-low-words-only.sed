# match.sync: of 64 bits only the low word is compared (SYNC-4)
# concrete/instructions/matchsync_vector.h: matchsync
s/| isNarrow)/| ~0u)/
