#!/usr/bin/env bash
# The recipe for Slurm, on a controller and two nodes of this host: three shards, of which one dies with its node, are what one run is.
set -u
. "$(dirname "${BASH_SOURCE[0]}")/shards_lib.sh"
needs munged slurmctld slurmd sbatch scontrol
port=$((20000 + $$ % 20000)) host=$(hostname -s)
chmod 755 "$work"
mkdir -m 755 munge state
(umask 077 && head -c 1024 /dev/urandom >munge/key)
munged --force --key-file="$work/munge/key" --socket="$work/munge/socket" --pid-file="$work/munge/pid" \
  --log-file="$work/munge/log" --seed-file="$work/munge/seed" || fail 'munged does not start'
cat >slurm.conf <<END
ClusterName=warplaw
SlurmctldHost=$host(127.0.0.1)
SlurmUser=$(id -un)
SlurmdUser=$(id -un)
AuthType=auth/munge
AuthInfo=socket=$work/munge/socket
CredType=cred/munge
StateSaveLocation=$work/state
SlurmdSpoolDir=$work/spool-%n
SlurmctldPidFile=$work/controller.pid
SlurmdPidFile=$work/%n.pid
SlurmctldLogFile=$work/controller.log
SlurmdLogFile=$work/%n.log
ProctrackType=proctrack/pgid
TaskPlugin=task/none
SwitchType=switch/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SchedulerParameters=batch_sched_delay=0,sched_min_interval=0
SlurmctldPort=$port
NodeName=n1 NodeHostname=$host NodeAddr=127.0.0.1 Port=$((port + 1)) CPUs=1
NodeName=n2 NodeHostname=$host NodeAddr=127.0.0.1 Port=$((port + 2)) CPUs=1
PartitionName=all Nodes=n1,n2 Default=YES State=UP
END
export SLURM_CONF=$work/slurm.conf
declare -A node
slurmctld -D >controller.out 2>&1 &
controller=$!
for name in n1 n2; do
  slurmd -D -N $name >$name.out 2>&1 &
  node[$name]=$!
done
stop() {
  kill ${recipe:+"$recipe"} "$controller" "${node[@]}" "$(cat munge/pid)" 2>/dev/null
  wait
  rm -rf "$work"
}
trap stop EXIT
for _ in $(seq 100); do
  [ "$(sinfo -h -o %T -N 2>/dev/null | grep -c idle)" = 2 ] && break
  sleep 0.2
done
[ "$(sinfo -h -o %T -N | grep -c idle)" = 2 ] || fail "no two nodes: $(tail -n 5 ./*.out)"

# what its node did when it died: nothing more
dying "$work/shards" "echo \$\$ \$SLURMD_NODENAME \$SLURM_ARRAY_JOB_ID >$work/dead.new; mv $work/dead.new $work/dead; exec sleep 300"
WARPLAW=$work/dying "$recipes/slurm.sh" 3 "$work/shards" $arguments >out 2>err &
recipe=$!
for _ in $(seq 300); do
  [ -e dead ] && break
  sleep 0.1
done
read -r process name job <dead || fail "shard 2 did not begin: $(squeue)"
# the node is gone with all that ran on it; the controller would find out by itself, and would wait two minutes then
kill -9 "${node[$name]}"
for _ in 1 2 3 4 5 6; do # up to Slurm's own process for the job, and no further
  read -r parent command < <(ps -o ppid=,comm= -p "$process") || break
  kill -9 "$process"
  [ "$command" != slurmstepd ] || break
  process=$parent
done
[ "$command" = slurmstepd ] || fail "the job's processes end in $command"
scontrol update nodename="$name" state=down reason=died || fail "no node $name"
for _ in $(seq 100); do
  [ "$(squeue -h -o %T -j "${job}_2")" = PENDING ] && break
  sleep 0.1
done
scontrol update jobid="${job}_2" starttime=now || fail "shard 2 was not queued again: $(squeue)"
wait $recipe || fail "exit $?: $(cat out err shards/*.txt)"
same_as_one_run out
resumed_after_death shards
grep -q "requeue job .*_2.* due to failure of node $name" controller.log controller.out || fail "no node failed: $(cat controller.out)"
done_testing
