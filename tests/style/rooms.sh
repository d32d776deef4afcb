#!/usr/bin/env bash
# Rooms include only what they may: spec nothing of the project, linearize spec alone, concrete and symbolic spec alone (never each other), proofs no executor's
# source: of concrete only execute.h, the door to its bitcode.
set -euo pipefail
cd "$1"
bad=0
forbid() { # room, extended regular expression of includes that it must not have, exceptions
  local hits
  hits=$(grep -rnE "#include \"($2)" "$1" --include='*.h' --include='*.cpp' | grep -vE "${3:-^$}" || true)
  if [ -n "$hits" ]; then
    printf '%s may not include:\n%s\n' "$1" "$hits"
    bad=1
  fi
}
[ -d spec ] && forbid spec '(concrete|symbolic|proofs|fuzz|tools|tests|bench)/'
[ -d linearize ] && forbid linearize '(concrete|symbolic|proofs|fuzz|tools|tests|bench)/'
[ -d concrete ] && forbid concrete '(symbolic|proofs|fuzz|tools|tests|bench)/'
[ -d symbolic ] && forbid symbolic '(concrete|proofs|fuzz|tools|tests|bench)/'
[ -d proofs ] && forbid proofs '(concrete|fuzz|tools|tests|bench)/' '"concrete/execute\.h"'
[ -d fuzz ] && forbid fuzz '(tools|tests|bench)/'
exit $bad
