# What the install and start scripts of all targets share; they source it.
#
#   targets/NAME/install [VERSION]         puts a version into the cache and prints the folder
#   targets/NAME/start PORT DIR [VERSION]  becomes the server, on 127.0.0.1:PORT, with its data in DIR
#
# targets/NAME/versions.txt has a line for each known version, the default first:
#   VERSION ARTIFACT SHA256, where the last two may be - when the script needs none, because the
#   program that fetches it checks what it fetches.
# The cache is $DINKEL_CACHE, by default ~/.cache/dinkel.
# shellcheck shell=bash
set -euo pipefail
shopt -s inherit_errexit

# A crash of the database is a start of it: what a start does by other programs, it does slowly.
script=$0
[[ $script != /* || -L $script ]] && script=$(readlink -f "$script")
target_folder=${script%/*}
target=${target_folder##*/}
root=${target_folder%/*/*}
cache=${DINKEL_CACHE:-$HOME/.cache/dinkel}/targets/$target

say() { echo "$target${version:+ $version}: $*" >&2; }
fail() {
  say "$@"
  exit 3
}

default_version() { grep -v '^#' "$target_folder/versions.txt" | awk 'NR == 1 { print $1 }'; }
# Sets version, artifact and sha256; a version that is not listed has the artifact "-".
choose_version() {
  version=${1:-$(default_version)}
  [[ $version =~ ^[0-9A-Za-z][0-9A-Za-z._-]*$ ]] || fail "this is not a version"
  artifact=- sha256=-
  local known file_artifact file_sha256
  while read -r known file_artifact file_sha256; do
    [[ $known != "$version" ]] || artifact=${file_artifact:--} sha256=${file_sha256:--}
  done <"$target_folder/versions.txt"
}
known_versions() { grep -v '^#' "$target_folder/versions.txt" | awk '{ print $1 }' | paste -sd' '; }

require_known_version() {
  [[ $artifact != - ]] || fail "is not known; known are: $(known_versions)"
}

# install_with FETCH [VERSION]: runs `FETCH FOLDER`, which has to make FOLDER, and moves the folder into
# the cache when it is whole. Two at once do not disturb each other; an interrupted one leaves nothing.
install_with() {
  local fetch=$1
  choose_version "${2:-}"
  local final=$cache/$version
  if [[ ! -d $final ]]; then
    mkdir -p "$cache" || fail "cannot write to $cache; set DINKEL_CACHE to another folder"
    exec 9>"$cache/.lock-$version"
    if ! flock -n 9; then
      say "waiting for another installation of the same"
      flock 9
    fi
  fi
  if [[ ! -d $final ]]; then
    rm -rf "$cache/.$version."* # left by an installation that was killed
    work=$(mktemp -d "$cache/.$version.XXXXXX")
    trap 'rm -rf "$work"' EXIT
    trap 'exit 130' INT
    trap 'exit 143' TERM HUP
    "$fetch" "$work/tree"
    mv -T "$work/tree" "$final"
    say "installed ($(du -sh "$final" | cut -f1))"
  fi
  echo "$final"
}

# quietly COMMAND...: shows its output only when it fails.
quietly() {
  local log=$work/log
  if ! "$@" >"$log" 2>&1; then
    tail -n 15 "$log" >&2
    fail "$1 failed (see above); is the network there, and space in $cache?"
  fi
}

check_sha256() { # check_sha256 FILE: against the one of versions.txt
  [[ $sha256 != - ]] || return 0
  echo "$sha256  $1" | sha256sum --check --quiet --status ||
    fail "$(basename "$1") is not the file that was expected (its SHA-256 differs)"
}

fetch_wheel() { # fetch_wheel NAME==VERSION FOLDER: unpacks a Python wheel for Linux and Python 3.12
  local platforms=() minor
  for minor in 39 38 36 35 34 31 28 27 17; do platforms+=(--platform "manylinux_2_${minor}_x86_64"); done
  quietly python3 -m pip download --disable-pip-version-check --no-deps --only-binary=:all: \
    --python-version 3.12 "${platforms[@]}" --platform manylinux2014_x86_64 --platform any \
    -d "$work/wheel" "$1"
  check_sha256 "$work"/wheel/*.whl
  quietly unzip -q "$work"/wheel/*.whl -d "$2"
  rm -rf "$work/wheel"
}

# start_with VERSION: sets home to where that version is installed.
start_with() {
  choose_version "${1:-}"
  home=$cache/$version
  [[ -d $home ]] ||
    fail "is not installed; run $(realpath --relative-to="$PWD" "$target_folder")/install $version"
}
