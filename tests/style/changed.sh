#!/usr/bin/env bash
# Of the source files named on stdin, those that what is changed since the merge base touches: itself, a header that it includes by name, or
# .clang-tidy; all of them where git or the base is not there. The base is that of $WARPLAW_BASE, else origin/main, else main.
# usage: changed.sh ROOT <files
set -euo pipefail
cd "$1"
mapfile -t files
all() { printf '%s\n' "${files[@]}"; exit; }
git rev-parse --git-dir >/dev/null 2>&1 || all
base=
for ref in ${WARPLAW_BASE:-origin/main main}; do
  base=$(git merge-base HEAD "$ref" 2>/dev/null) && break
done
[ -n "$base" ] || all
changed=$(git diff --name-only "$base" && git ls-files --others --exclude-standard)
grep -qxF .clang-tidy <<<"$changed" && all
headers=$(grep -E '\.(h|def)$' <<<"$changed" | sed 's/.*/#include "&"/' || true)
for file in "${files[@]}"; do
  if grep -qxF "$file" <<<"$changed" || { [ -n "$headers" ] && grep -qF "$headers" "$file"; }; then
    printf '%s\n' "$file"
  fi
done
