#!/usr/bin/env bash
# The README's first command in a clean tree of another system, as root: clean_tree.sh SUITE FOLDER [SUBCOMMAND...]
#   SUITE       trixie (Debian 13), noble (Ubuntu 24.04), or another that debootstrap or its mirror knows
#   FOLDER      where the tree is made, 8 GiB; kept, and used again as it is if it is there
#   SUBCOMMAND  of ./warplaw, default: verify
# Needs debootstrap, and for Ubuntu its archive's keys, which Debian 12 has no package of: KEYRING names the file, if it
# is not where ubuntu-keyring puts it. What is committed is what is tried. Ends with ./warplaw's exit code.
set -euo pipefail
[ $# -ge 2 ] && [ "$(id -u)" = 0 ] || { sed -n 's/^# \{0,1\}//p' "$0" | sed -n 2,8p >&2; exit 2; }
repository=$(cd "${BASH_SOURCE[0]%/*}/../.." && pwd -P)
suite=$1 tree=$2
shift 2
[ $# -gt 0 ] || set -- verify

if [ ! -e "$tree/etc/apt/sources.list.clean" ]; then
  scripts=/usr/share/debootstrap/scripts
  script=$scripts/$suite keyring=()
  # a debootstrap that is older than the suite has Ubuntu's script under another name
  [ -e "$script" ] || script=$scripts/gutsy
  if [ "$(readlink -f "$script")" = "$scripts/gutsy" ]; then
    keyring=(--keyring="${KEYRING:-/usr/share/keyrings/ubuntu-archive-keyring.gpg}" --components=main,universe)
  fi
  debootstrap --variant=minbase "${keyring[@]}" "$suite" "$tree" "" "$script" >&2
  # what came after the release: noble has its LLVM 19 there
  sed "s/ $suite / $suite-updates /" "$tree/etc/apt/sources.list" >"$tree/etc/apt/sources.list.d/updates.list"
  cp "$tree/etc/apt/sources.list" "$tree/etc/apt/sources.list.clean"
fi
cp /etc/resolv.conf "$tree/etc/resolv.conf"
mounted=()
leave() { for place in "${mounted[@]}"; do umount -l "$place"; done; }
trap leave EXIT
for place in proc dev sys; do
  mount --rbind "/$place" "$tree/$place"
  mount --make-rslave "$tree/$place"
  mounted+=("$tree/$place")
done
rm -rf "$tree/root/warplaw"
mkdir "$tree/root/warplaw"
git -C "$repository" archive HEAD | tar -x -C "$tree/root/warplaw"
chroot "$tree" env -i CI=true HOME=/root LC_ALL=C.UTF-8 PATH=/usr/sbin:/usr/bin:/sbin:/bin \
  bash -c 'cd /root/warplaw && . /etc/os-release && echo "$PRETTY_NAME" >&2 && exec ./warplaw "$@"' bash "$@" </dev/null
