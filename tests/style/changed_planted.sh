#!/usr/bin/env bash
# changed.sh names what a change touches and nothing else, and everything where it cannot know.
# usage: changed_planted.sh CHANGED_SH
set -euo pipefail
script=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
unset WARPLAW_BASE WARPLAW_ALL
export GIT_CONFIG_GLOBAL=/dev/null GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@b GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@b
mkdir room
printf '#include "room/x.h"\n' >room/a.cpp
touch room/b.cpp room/c.cpp room/x.h room/y.h .clang-tidy
bad=0
expect() { # what, files
  local got
  got=$(printf 'room/%s.cpp\n' a b c | "$script" "$folder" ${3:-} | xargs)
  [ "$got" = "$2" ] || { echo "$1: $got, not $2"; bad=1; }
}
every='room/a.cpp room/b.cpp room/c.cpp'
expect 'no git' "$every"
git init -q -b main .
expect 'no commit' "$every"
git add . && git commit -qm one
expect 'nothing changed' ''
git checkout -qb topic
echo '// x' >>room/b.cpp
expect 'an edit' room/b.cpp
expect 'an edit, and every third file' 'room/a.cpp room/b.cpp' 3
WARPLAW_ALL=1 expect 'everything is asked' "$every" 3
expect 'everything is named' "$every" all
git commit -qam two
expect 'a commit of the branch' room/b.cpp
touch room/d.cpp room/y.h
echo '// x' >>room/x.h
expect 'a header too' 'room/a.cpp room/b.cpp'
echo '// x' >>room/y.h
expect 'a header that nobody includes' 'room/a.cpp room/b.cpp'
echo '# x' >>.clang-tidy
expect 'the rules themselves' "$every"
export WARPLAW_BASE=no-such-branch
expect 'no base' "$every"
exit $bad
