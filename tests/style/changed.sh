#!/usr/bin/env bash
# Which of the source files named on stdin does the change since the merge base touch? A file counts if it has changed, or a header
# that it includes by name, or the rules of clang-tidy or clang-format; all files count where git or the base is not there. The base is
# that of $WARPLAW_BASE, else origin/main, else main. EVERY adds each such file; with WARPLAW_ALL all count (docs/ci.md). `all`: so they do.
# usage: changed.sh ROOT [changed|EVERY|all] <files
set -euo pipefail
cd "$1"
mapfile -t files
all() { printf '%s\n' "${files[@]}"; exit; }
case ${2:-changed} in
all) all ;;
changed) every=0 ;;
*) every=$2 && [ -z "${WARPLAW_ALL:-}" ] || all ;;
esac
git rev-parse --git-dir >/dev/null 2>&1 || all
base=
for ref in ${WARPLAW_BASE:-origin/main main}; do
  base=$(git merge-base HEAD "$ref" 2>/dev/null) && break
done
[ -n "$base" ] || all
changed=$(git diff --name-only "$base" && git ls-files --others --exclude-standard)
grep -qxE '\.clang-(tidy|format)' <<<"$changed" && all
headers=$(grep -E '\.(h|def)$' <<<"$changed" | sed 's/.*/#include "&"/' || true)
declare -A touched=()
while read -r file; do [ -z "$file" ] || touched[$file]=yes; done <<<"$changed"
for number in "${!files[@]}"; do
  file=${files[number]}
  if ((every > 0 && number % every == 0)) || [ -n "${touched[$file]:-}" ] || { [ -n "$headers" ] && grep -qF "$headers" "$file"; }; then
    printf '%s\n' "$file"
  fi
done
