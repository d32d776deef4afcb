#!/usr/bin/env bash
# Rooms include only what they may: spec includes nothing of the project; linearize and plain include spec alone; concrete and symbolic
# include spec alone (never each other); proofs include no executor's source. From concrete, proofs include only execute.h, the door to
# its bitcode, entries.h, the door to its paths, and scalar/scalar.h, the functions of scalar operations. check includes no theorem.
# Floors of a room include nothing that stands above them: proofs/engine < certificates, statements < theorems < mutants,
# symbolic/terms < encodings, lift, native; encodings, native < runs. The checker of proofs (proofs/rup) includes nothing of the
# project. Files that know no instruction include none. Statements are independent of plain: from it, proofs include only the machine
# that replays kernels and the samples of floats. Theorem files name no Part, lift nothing, and say of nothing that it is the oracle's.
set -euo pipefail
cd "$1"
bad=0
report() { # WHAT HITS: bad, if there are hits
  [ -n "$2" ] || return 0
  printf '%s:\n%s\n' "$1" "$2"
  bad=1
}
forbid() { # room, extended regular expression of includes that it must not have, exceptions
  local hits
  [ -d "$1" ] || return 0
  hits=$(grep -rnE "#include \"($2)" "$1" --include='*.h' --include='*.cpp' | grep -vE "${3:-^$}" || true)
  report "$1 may not include" "$hits"
}
forbid spec '(check|concrete|symbolic|proofs|fuzz|tools|tests|bench)/'
forbid ptx '(check|fuzz|tools|tests|bench|proofs|symbolic|gpu)/'
forbid gpu '(check|concrete|fuzz|tools|tests|bench|proofs|symbolic|plain)/'
forbid linearize '(check|concrete|symbolic|proofs|fuzz|tools|tests|bench)/'
forbid plain '(check|concrete|symbolic|proofs|fuzz|tools|tests|bench|ptx)/' '"ptx/machine/(kernel|launch|spaces)\.h"'
forbid concrete '(check|symbolic|proofs|fuzz|tools|tests|bench)/'
forbid symbolic '(check|concrete|proofs|fuzz|tools|tests|bench)/'
forbid symbolic/terms 'symbolic/(encodings|lift|native|runs)/'
forbid symbolic/encodings 'symbolic/(lift|native|runs)/'
forbid symbolic/lift 'symbolic/(encodings|native|runs)/'
forbid symbolic/native 'symbolic/(encodings|lift|runs)/'
forbid proofs '(concrete|fuzz|check|tools|tests|bench)/' '"concrete/(execute|entries|scalar/scalar)\.h"'
forbid proofs 'plain/' '^proofs/kernels/[^:]*:[0-9]+:#include "plain/machine\.h"|^proofs/theorems/scalar_floats\.cpp:[0-9]+:#include "plain/samples\.h"'
forbid proofs/rup '(spec|linearize|check|concrete|symbolic|proofs|fuzz|tools|tests|bench)/' '"proofs/rup/'
forbid proofs/engine 'proofs/(rup|certificates|statements|theorems|mutants)/|symbolic/(encodings|lift)/|spec/instructions/'
forbid proofs/certificates 'proofs/(statements|theorems|mutants)/|symbolic/(encodings|lift|native)/|spec/instructions/'
forbid proofs/statements 'proofs/(theorems|mutants)/|symbolic/encodings/|spec/instructions/' '"symbolic/encodings/(machine|oracle|surroundings)\.h"'
forbid proofs/theorems 'proofs/mutants/'
forbid proofs/engine 'ptx/'
forbid proofs/statements 'ptx/'
forbid proofs/theorems 'ptx/'
forbid proofs/kernels 'proofs/(statements|theorems|mutants)/'
forbid proofs/mutants 'proofs/theorems/|symbolic/encodings/|spec/instructions/'
forbid fuzz '(check|tools|tests|bench)/'
forbid check '(proofs|tools|tests|bench)/'
# What an obligation counts as in the inventory is said where it is made from lifted code, never where theorems are stated. One
# file may say it again: ATOMS' checks ask about one address a lane, and prove that this stands for what was stated (docs/trust.md).
hits=$(grep -rnE '\bPart::(Law|DefinedUnoptimized|DefinedFinal|Outputs|Twin)\b|(\.|->)counted\b|LiftedEvidence|statements/evidence\.h' proofs/theorems --include='*.h' --include='*.cpp' 2>/dev/null | grep -v '^proofs/theorems/atoms_checks\.cpp:' || true)
report 'proofs/theorems may not say what an obligation counts as' "$hits"
# Lifted code is met by statements alone, which ask of it; a theorem file says of what, and how a witness is replayed.
hits=$(grep -rnwE 'Equalities|definedInEveryTurn|cutLoopOf|liftFrom|lift::lift' proofs/theorems --include='*.h' --include='*.cpp' 2>/dev/null || true)
report 'proofs/theorems may not ask of lifted code by themselves' "$hits"
# That a contract of a function that nobody here calls assumes no more than is checked, statements/entry_assumptions.cpp says.
hits=$(grep -rnE '"[^"]*assumes-(legal-surroundings|what-is-checked)' proofs/theorems --include='*.h' --include='*.cpp' 2>/dev/null || true)
report 'proofs/theorems may not say what is checked' "$hits"
# What is assumed where a witness does not replay is what contracts say (entry.cpp), not what a theorem file does.
hits=$(grep -rnE 'withKnownCallees|\bAsking\{|(\.|->)known\b([^(]|$)' proofs/theorems --include='*.h' --include='*.cpp' 2>/dev/null || true)
report 'proofs/theorems may not say what else is known' "$hits"
# Whose code evidence is of is said where code is lifted; the engine and code_named.cpp compare it, others hand it on.
hits=$({
  grep -rnE 'make_shared<(const )?LiftedCode>|\bLiftedCode *[{(]' proofs --include='*.h' --include='*.cpp' 2>/dev/null | grep -vE '^proofs/statements/(lifting|foreign)\.cpp:|:struct LiftedCode \{$'
  grep -rnw LiftedCode proofs/theorems proofs/kernels proofs/mutants --include='*.h' --include='*.cpp' 2>/dev/null
} | sort -u || true)
report 'only what lifts code may say whose it is' "$hits"
# The subject of a theorem is the one that it is handed: it makes none of its own, with other code, encodings or assumptions.
hits=$(grep -rnE '\bSubject::|\bOverrides\b' proofs/theorems --include='*.h' --include='*.cpp' 2>/dev/null || true)
report 'proofs/theorems may not make subjects' "$hits"
# Whether a theorem states the oracle's terms is said by statements/oracle*.cpp, which compare them.
hits=$(grep -rn 'states-the-oracle' proofs/theorems --include='*.h' --include='*.cpp' 2>/dev/null || true)
report 'proofs/theorems may not say what is the oracle'"'"'s' "$hits"
exit $bad
