#!/usr/bin/env bash
# The Debian package: made by CPack (with gzip, which is quicker), unpacked into a clean tree, and run there without the sources. Which packages it needs
# is asked only where `all` is given (the nightly run): dpkg-shlibdeps takes nine tenths of the time, most of it for LLVM's library.
set -u
. "$(dirname "${BASH_SOURCE[0]}")/../tools/lib.sh"
. "$root/tests/install/lib.sh"
which=$5 shlibdeps=OFF
if [ "$which" = all ] && command -v dpkg-shlibdeps >/dev/null; then shlibdeps=ON; fi
for tool in cpack dpkg-deb; do
  command -v $tool >/dev/null || { echo "skipped: there is no $tool"; exit 77; }
done
if command -v dpkg-shlibdeps >/dev/null; then # what is left out here is what a package is made with
  grep -q '^set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS "ON")' "$build/CPackConfig.cmake" || fail 'the package would not name the libraries that it needs'
fi
cpack -G DEB -D CPACK_DEBIAN_COMPRESSION_TYPE=gzip -D CPACK_DEBIAN_PACKAGE_SHLIBDEPS=$shlibdeps --config "$build/CPackConfig.cmake" -B "$work/made" >log 2>&1 || fail "cpack: $(tail -5 log)"
package=$(find made -maxdepth 1 -name '*.deb')
[ "$(wc -w <<<"$package")" = 1 ] || fail "packages: $package"
[ "$(dpkg-deb -f "$package" Package)" = warplaw ] || fail "its name: $(dpkg-deb -f "$package")"
[ "$(dpkg-deb -f "$package" Version)" = "$("$program" --version | cut -d' ' -f2)" ] || fail "its version: $(dpkg-deb -f "$package")"
if [ $shlibdeps = ON ]; then
  for library in libc6 libz3 libllvm19 libfmt libboost-json; do
    dpkg-deb -f "$package" Depends | grep -q "$library" || fail "does not depend on $library: $(dpkg-deb -f "$package" Depends)"
  done
elif [ "$which" = all ]; then
  echo 'no dpkg-shlibdeps (dpkg-dev): the package names no libraries that it needs'
fi
dpkg-deb -x "$package" tree || fail 'is not unpacked'
find tree -mindepth 1 -maxdepth 1 | grep -vx tree/usr && fail 'holds something outside /usr'
find tree -type d ! -perm 755 | grep . && fail 'folders that others cannot read'
runs_installed "$work/tree/usr"
done_testing
