#!/usr/bin/env bash
# Where the seconds of a build go, by room: a table for docs/evidence.md. Ninja's log says when each job began and ended. Run it after a build of an
# empty folder on a machine with nothing else to do: a job that waits for a processor counts as long as one that has it.
# usage: build_seconds.sh BUILD
set -euo pipefail
awk -F '\t' '
  /^#/ { next }
  {
    room = $4
    sub(/^.*\/build\//, "", room)
    kind = room ~ /\.o$/ ? "compile" : room ~ /\.pch$/ ? "headers" : "other"
    split(room, part, "/")
    room = part[1] ~ /^(tests|fuzz|symbolic|proofs)$/ && part[2] != "CMakeFiles" ? part[1] "/" part[2] : part[1]
    if (part[1] == "proofs" && part[4] ~ /^(theorems|statements|engine|mutants)$/) room = "proofs/" part[4]
    sub(/\/[^\/]*\.a$/, "", room)
    if (room == "CMakeFiles") room = "shared headers"
    if ((job = $1 " " $2 " " $5) in seen) next # one command that makes several files
    seen[job]
    seconds[room] += ($2 - $1) / 1000
    of[kind] += ($2 - $1) / 1000
    jobs[room]++
    total += ($2 - $1) / 1000
    if ($2 / 1000 > last) last = $2 / 1000
  }
  END {
    printf "| room | jobs | seconds | share |\n|---|---:|---:|---:|\n"
    for (room in seconds)
      printf "| %s | %d | %.0f | %.0f %% |\n", room, jobs[room], seconds[room], 100 * seconds[room] / total | "sort -t \"|\" -k 4,4 -n -r | awk \"NR <= 24\""
    close("sort -t \"|\" -k 4,4 -n -r | awk \"NR <= 24\"")
    printf "| **all** | | %.0f | compiling %.0f %%, headers %.0f %%, linking and the rest %.0f %% |\n", total,
      100 * of["compile"] / total, 100 * of["headers"] / total, 100 * of["other"] / total
  }' "$1/.ninja_log"
