#!/usr/bin/env bash
# ClusterFuzzLite's build is OSS-Fuzz's.
exec "$SRC/warplaw/oss-fuzz/build.sh"
