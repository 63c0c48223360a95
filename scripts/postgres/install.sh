#!/usr/bin/env bash
# Finds a PostgreSQL server that has pgvector, installing what is missing, and prints the folder of
# its programs. Never touches a cluster of this machine, nor lets it take packages of a later release.
set -euo pipefail

say() { echo "postgres: $*" >&2; }
cannot() {
  say "$*"
  exit 3
}

has_vector() { [ -f "$("$1/pg_config" --sharedir)/extension/vector.control" ]; }

# Every server on this machine, newest last: Debian's folders, then whatever is on the PATH.
servers() {
  {
    ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -V || true
    pg_config --bindir 2>/dev/null || true
  } | while read -r bin; do
    if [ -x "$bin/postgres" ] && [ -x "$bin/pg_config" ]; then echo "$bin"; fi
  done
}

# One that has pgvector already beats a newer one that would have to be built for.
best_server() {
  local bin best=""
  for bin in $(servers); do
    if has_vector "$bin"; then
      echo "$bin"
      return
    fi
    best=$bin
  done
  echo "$best"
}

need_apt() {
  command -v apt-get >/dev/null || cannot "$1 is missing and this machine has no apt-get; install it, or set DATABASE_URL"
  [ "$(id -u)" = 0 ] || cannot "$1 is missing and installing it needs root; install it, or set DATABASE_URL"
  if [ -z "${apt_is_fresh:-}" ]; then
    # A foreign package source that is down must not stop us: the install below is what decides.
    apt-get update -q >&2 || say "some package lists could not be refreshed"
    apt_is_fresh=1
  fi
}

apt_install() {
  DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends --no-upgrade "$@" >&2 ||
    cannot "apt-get could not install: $*"
}

# Debian makes and starts a cluster on the usual port with the package; a drop-in file tells it not to.
install_server() {
  need_apt "PostgreSQL"
  local drop_in=/etc/postgresql-common/createcluster.d/mneme.conf version
  version=$(apt-cache depends postgresql | sed -n 's/.*Depends: postgresql-\([0-9]*\)$/\1/p' | head -n 1)
  [ -n "$version" ] || cannot "apt knows no postgresql package"
  say "installing PostgreSQL $version"
  mkdir -p "$(dirname "$drop_in")"
  echo "create_main_cluster = false" >"$drop_in"
  apt_install "postgresql-$version"
  rm -f "$drop_in"
}

# Where this release keeps pgvector only as the source of a later one, that source is fetched through
# lists of its own, so the later release never becomes a candidate for any package of the host.
fetch_source() {
  local work=$1 codename archive
  codename=$(. /etc/os-release && echo "${VERSION_CODENAME:-}")
  archive=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' "Codename: $codename" 'Origin: Debian' | head -n 1)
  [ -n "$archive" ] || cannot "no pgvector package for this system, and no Debian archive to take its source from"
  mkdir -p "$work/lists/partial" "$work/cache/archives/partial"
  cat >"$work/later.sources" <<SOURCES
Types: deb-src
URIs: $archive
Suites: trixie
Components: main
Signed-By: /usr/share/keyrings/debian-archive-keyring.gpg
SOURCES
  local own=(-q -o "Dir::Etc::sourcelist=$work/later.sources" -o Dir::Etc::sourceparts=/dev/null
    -o "Dir::State::lists=$work/lists" -o "Dir::Cache=$work/cache" -o APT::Sandbox::User=root)
  apt-get "${own[@]}" update >&2 && (cd "$work" && apt-get "${own[@]}" source --download-only pgvector >&2) ||
    cannot "the source of pgvector could not be fetched"
}

# The server's headers are unpacked, not installed: their package drags in a whole second compiler.
build_vector() {
  local bin=$1 version=$2 work
  work=$(mktemp -d)
  trap "rm -rf '$work'" EXIT
  command -v gcc >/dev/null && command -v make >/dev/null && [ -f /usr/include/stdio.h ] ||
    apt_install gcc make libc6-dev
  fetch_source "$work"
  (cd "$work" && apt-get download -q -o APT::Sandbox::User=root "postgresql-server-dev-$version" >&2) ||
    cannot "the headers of PostgreSQL $version could not be fetched"
  dpkg -x "$work"/postgresql-server-dev-*.deb "$work/headers"
  mkdir "$work/pgvector"
  tar -xf "$work"/pgvector_*.orig.tar.* -C "$work/pgvector" --strip-components=1
  make -s -j "$(nproc)" -C "$work/pgvector" all install with_llvm=no OPTFLAGS="" \
    PG_CONFIG="$bin/pg_config" includedir_server="$work/headers/usr/include/postgresql/$version/server" >&2 ||
    cannot "pgvector could not be built"
}

install_vector() {
  local bin=$1 version
  need_apt "pgvector"
  version=$("$bin/pg_config" --version | sed 's/[^0-9]*\([0-9]*\).*/\1/')
  say "adding pgvector to PostgreSQL $version"
  if apt-cache show "postgresql-$version-pgvector" >/dev/null 2>&1; then
    apt_install "postgresql-$version-pgvector"
  else
    build_vector "$bin" "$version"
  fi
  has_vector "$bin" || cannot "pgvector was installed, but not where $bin looks for it"
}

bin=$(best_server)
if [ -z "$bin" ]; then
  install_server
  bin=$(best_server)
  [ -n "$bin" ] || cannot "PostgreSQL was installed, but its programs were not found"
fi
has_vector "$bin" || install_vector "$bin"
echo "$bin"
