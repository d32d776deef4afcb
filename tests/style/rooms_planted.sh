#!/usr/bin/env bash
# The room check itself: an encoding that includes an executor, an engine that includes a theorem, a check of somebody else's executor
# that includes one, a fuzzer that includes such a check, a theorem that says what its obligation counts as, and a checker of proofs that includes anything must be found.
set -euo pipefail
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
plant() { # file, include that it may have, include that it may not have
  mkdir -p "$tree/$(dirname "$1")"
  echo "#include \"$2\"" >"$tree/$1"
  "$check" "$tree"
  echo "#include \"$3\"" >>"$tree/$1"
  if "$check" "$tree"; then
    echo "a planted include was not found in $1"
    exit 1
  fi
  rm "$tree/$1"
}
check=$1
plant plain/scalar.cpp spec/scalar/operation.h concrete/instructions/shfl.h
plant plain/machine.cpp ptx/machine/kernel.h ptx/machine/warp.h
plant symbolic/encodings/shfl.cpp spec/instructions/shfl.h concrete/instructions/shfl.h
plant proofs/engine/runner.cpp proofs/engine/verdict.h proofs/theorems/theorems.h
plant proofs/rup/rup.cpp proofs/rup/clauses.h proofs/engine/children.h
plant proofs/certificates/certify.cpp proofs/engine/children.h proofs/statements/lifting.h
plant proofs/statements/lifting.cpp proofs/engine/theorem.h proofs/mutants/mutants.h
plant symbolic/terms/fold.cpp symbolic/terms/term.h symbolic/encodings/shfl.h
plant check/shfl.cpp fuzz/instructions/shfl.h proofs/theorems/theorems.h
plant check/run.cpp check/run.h tools/input.h
plant fuzz/oracle.cpp spec/case_file.h check/family.h
plant ptx/text/read.cpp spec/scalar/type.h tools/input.h
plant proofs/kernels/verify.cpp plain/machine.h plain/scalar.h
plant proofs/theorems/scalar_floats.cpp plain/samples.h plain/machine.h
plant proofs/theorems/scalar.cpp spec/case_file.h plain/samples.h
mkdir -p "$tree/proofs/theorems"
for line in 'LiftedEvidence::seal(o, part);' '#include "proofs/statements/evidence.h"' 'o.counted = other.counted;' 'return Part::Twin;' \
  'return implied(name + "/states-the-oracle", {}, terms.truth(true));' 'Equalities all(terms, subject);' \
  'return liftFrom(terms, subject, symbol, stage, input);' 'return implied(name + "/assumes-what-is-checked", {}, terms.truth(true));' \
  'implied(name + "/assumes-legal-surroundings", {}, legal);' 'return withKnownCallees(std::move(made), known);' \
  'asking.known = {isRight};' 'std::vector<Term>& assumed = asking->known' 'o.ask(Obligation::Asking{{}, isRight});' \
  'const Subject own = Subject::with({});' 'proofs::Subject::Overrides other;' 'auto code = std::make_shared<const LiftedCode>(symbol, subject, true);' \
  'const LiftedCode* code = o.code().get();'; do
  echo "$line" >"$tree/proofs/theorems/shfl.cpp"
  if "$check" "$tree"; then
    echo "not found in a theorem: $line"
    exit 1
  fi
done
rm -r "$tree/proofs/theorems"
# whose code evidence is of: where it is lifted, and nowhere else
line='after.code = std::make_shared<const LiftedCode>(symbol, subject.identity(), true);'
mkdir -p "$tree/proofs/statements"
echo "$line" >"$tree/proofs/statements/lifting.cpp"
"$check" "$tree"
for file in statements/entry engine/worker mutants/mutants; do
  mkdir -p "$tree/proofs/${file%/*}"
  echo "$line" >"$tree/proofs/$file.cpp"
  if "$check" "$tree"; then
    echo "not found in $file: $line"
    exit 1
  fi
  rm "$tree/proofs/$file.cpp"
done
