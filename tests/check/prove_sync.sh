#!/usr/bin/env bash
# `prove` of the examples of the .sync forms, and of a lane's function in all its forms, which takes minutes: at night.
set -u
. "${BASH_SOURCE[0]%/*}/prove_lib.sh"

for name in shfl_sync vote_sync match_sync; do
  proved "$(formsOf "$root/examples/$name.c" OK)" "$root/examples/$name.c"
done
proved "$(formsOf "$root/examples/match_sync.c" OK)" "$root/examples/lanes.c" --family match_sync
proved 4 "$root/examples/shfl_lane.c"
# written lane by lane, each ballot a loop over the lanes: three minutes on a quiet machine
limit=4000
proved "$(formsOf "$root/examples/vote_sync.c" OK)" "$root/examples/lanes.c" --family vote_sync
printf '%s\n' '#define LEADER(i) least(w->membermask[i])' '#define DOMAIN "{\"elect_sync\": {\"leader\": \"least\"}}"' "#include \"$root/examples/elect_sync.c\"" >elects.c
proved 2 elects.c
sed -i 's/least(w/greatest(w/' elects.c
refuted '^elect.sync +REFUTED' elects.c
done_testing
