#!/bin/sh
# Installs a Farmstead server from a folder with its sources. This is all that the Containerfile runs, and what
# docs/operating.md begins with:
#
#   deploy/install.sh compiler            a C compiler, if there is none (Debian and Ubuntu; as root)
#   deploy/install.sh package PREFIX      the package in a virtual environment there, with the versions of constraints.txt
#   deploy/install.sh user FOLDER [UID]   the user farmstead, and a folder for games that nobody else may read (as root)
#
# Each can be run again: `package` then upgrades. PYTHON names another Python; DESTDIR another root for the user.
set -eu

fail() { printf '%s\n' "$*" >&2; exit 1; }

need_root() { [ "$(id -u)" = 0 ] || fail "install.sh $1 has to be run by root."; }

compiler() {
  if command -v cc >/dev/null 2>&1; then return 0; fi
  need_root compiler
  command -v apt-get >/dev/null 2>&1 || fail "There is no C compiler, and no apt-get to install one with."
  apt-get update -qq
  apt-get install -y -qq --no-install-recommends gcc libc6-dev
  rm -rf /var/lib/apt/lists/*
}

package() {
  python=${PYTHON:-python3}
  "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' || fail "Farmstead needs Python 3.11 or newer."
  [ -x "$1/bin/python" ] || "$python" -m venv "$1"
  prefix=$(cd "$1" && pwd)
  cd "$(dirname "$0")/.."
  # Exact versions, also of what builds the package: from 25.3 on pip asks PIP_BUILD_CONSTRAINT for that.
  PIP_CONSTRAINT=constraints.txt PIP_BUILD_CONSTRAINT=constraints.txt \
    "$prefix/bin/python" -m pip --disable-pip-version-check install --upgrade '.[postgres]'
  "$prefix/bin/farmstead" --version
}

user() {
  need_root user
  passwd=${DESTDIR:-}/etc/passwd
  grep -q '^farmstead:' "$passwd" ||
    useradd ${DESTDIR:+--prefix "$DESTDIR"} --system --user-group ${2:+--uid "$2"} --no-create-home \
      --home-dir "$1" --shell /usr/sbin/nologin farmstead
  owner=$(awk -F: '$1 == "farmstead" { print $3 }' "$passwd")
  group=$(awk -F: '$1 == "farmstead" { print $4 }' "$passwd")
  install -d -m 0700 -o "$owner" -g "$group" "${DESTDIR:-}$1"
}

case "${1:-}:$#" in
  compiler:1) compiler ;;
  package:2) package "$2" ;;
  user:2 | user:3) user "$2" "${3:-}" ;;
  *) fail "Usage: install.sh compiler | package PREFIX | user FOLDER [UID]" ;;
esac
