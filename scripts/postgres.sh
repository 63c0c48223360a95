#!/usr/bin/env bash
# A throw-away PostgreSQL with pgvector for the tests.
#   scripts/postgres.sh start [folder [durable]]   prints its URL, and nothing else, on standard output
#   scripts/postgres.sh standby [folder]           prints the URL of a standby that follows the started one
#   scripts/postgres.sh stop  [folder]             ends both and deletes their data
# It listens on a free loopback port, trusts whoever connects, and does not survive a power cut unless it is
# started as durable, for measuring: never keep anything in it. Exit status 3 means this machine cannot have one, and
# says why.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
say() { echo "postgres: $*" >&2; }

# PostgreSQL refuses to run as root.
as_server() {
  if [ "$(id -u)" != 0 ]; then "$@"; else runuser -u "$(server_user)" -- "$@"; fi
}
server_user() { if id -u postgres >/dev/null 2>&1; then echo postgres; else echo nobody; fi; }

free_port() {
  node -e 'const s = require("net").createServer().listen(0, "127.0.0.1", () => { console.log(s.address().port); s.close(); });'
}

# The data stay in the folder, unless it lies below one that the server's user may not enter.
make_data_folder() {
  local data=$folder/data
  mkdir -p "$data"
  if [ "$(id -u)" = 0 ]; then chown "$(server_user)" "$data"; fi
  if ! as_server test -w "$data" 2>/dev/null; then
    data=$(mktemp -d "${TMPDIR:-/tmp}/mneme-postgres.XXXXXX")
    if [ "$(id -u)" = 0 ]; then chown "$(server_user)" "$data"; fi
  fi
  chmod 700 "$data"
  echo "$data" >"$folder/data-at"
}

# A port or a process id may belong to someone else by now, so the server is asked whose data it holds.
is_running() {
  [ -f "$folder/url" ] || return 1
  local held
  held=$("$(cat "$folder/bin-at")/psql" "$(cat "$folder/url")" -XAtc 'show data_directory' 2>/dev/null) || return 1
  [ "$held" = "$(cat "$folder/data-at")" ]
}

fsync_of() { "$(cat "$folder/bin-at")/psql" "$(cat "$folder/url")" -XAtc 'show fsync'; }

# Loaded where it is installed, and counting only for connections that ask for it.
counting_of() {
  if [ -f "$("$bin/pg_config" --pkglibdir)/pg_stat_statements.so" ]; then
    echo "-c shared_preload_libraries=pg_stat_statements -c pg_stat_statements.track=none"
  fi
}

launch() {
  local data=$1 port=$2 hasty="-c fsync=off -c full_page_writes=off"
  if [ "$durable" = durable ]; then hasty=""; fi
  as_server "$bin/pg_ctl" -s start -D "$data" -l "$data/server.log" -w -t 60 -o "-p $port \
    -c listen_addresses=127.0.0.1 -c unix_socket_directories='' -c max_connections=200 \
    $hasty $(counting_of) -c shared_buffers=64MB" >&2 9>&-
}

# mneme owns the database; mneme_app is an ordinary role, the kind row-level security applies to.
set_up_database() {
  local server=$1
  "$bin/psql" "$server/postgres" -XqAt -v ON_ERROR_STOP=1 >&2 <<'SQL'
create role mneme_app login nosuperuser nocreatedb nocreaterole nobypassrls;
create database mneme;
grant connect, create on database mneme to mneme_app;
\connect mneme
create extension vector;
SQL
}

# Beside the data of the server it follows, as durable as that one.
standby() {
  if ! is_running; then
    say "start the server first"
    exit 1
  fi
  if [ -f "$folder/standby-url" ]; then
    cat "$folder/standby-url"
    return
  fi
  local data port
  bin=$(cat "$folder/bin-at")
  data=$(cat "$folder/data-at")-standby
  if [ "$(fsync_of)" = on ]; then durable=durable; fi
  rm -rf "$data"
  mkdir -m 700 "$data"
  if [ "$(id -u)" = 0 ]; then chown "$(server_user)" "$data"; fi
  as_server "$bin/pg_basebackup" -d "$(cat "$folder/url")" -D "$data" -R -c fast >&2
  port=$(free_port)
  launch "$data" "$port"
  echo "postgres://mneme@127.0.0.1:$port/mneme" | tee "$folder/standby-url"
}

forget_data() {
  local data
  if [ -f "$folder/data-at" ]; then
    data=$(cat "$folder/data-at")
    rm -rf "$data" "$data-standby"
  fi
  rm -f "$folder/url" "$folder/standby-url" "$folder/data-at" "$folder/bin-at"
}

start() {
  if is_running; then
    if [ "$durable" = durable ] && [ "$(fsync_of)" != on ]; then
      say "the server in $folder is not durable: stop it first"
      exit 1
    fi
    cat "$folder/url"
    return
  fi
  bin=$("$here/postgres/install.sh")
  forget_data
  make_data_folder
  echo "$bin" >"$folder/bin-at"
  local data port attempt
  data=$(cat "$folder/data-at")
  as_server "$bin/initdb" -D "$data" -U mneme -A trust -E UTF8 --locale=C.UTF-8 --no-sync >/dev/null
  # Another program may take the port between our asking for it and the server's binding it.
  for attempt in 1 2 3; do
    port=$(free_port)
    if launch "$data" "$port"; then
      set_up_database "postgres://mneme@127.0.0.1:$port"
      echo "postgres://mneme@127.0.0.1:$port/mneme" | tee "$folder/url"
      return
    fi
    say "start $attempt failed:"
    as_server tail -n 5 "$data/server.log" >&2
  done
  exit 1
}

stop() {
  if [ -f "$folder/standby-url" ]; then
    as_server "$(cat "$folder/bin-at")/pg_ctl" -s stop -D "$(cat "$folder/data-at")-standby" -m immediate -w >&2 ||
      say "the standby was not running"
  fi
  if is_running; then
    as_server "$(cat "$folder/bin-at")/pg_ctl" -s stop -D "$(cat "$folder/data-at")" -m immediate -w >&2
  else
    say "not running"
  fi
  forget_data
}

command=${1:-}
case $command/${3:-} in start/ | start/durable | standby/ | stop/) ;; *)
  say "usage: $0 start|standby|stop [folder [durable]]"
  exit 2
  ;;
esac
folder=${2:-$here/../.postgres}
durable=${3:-}
mkdir -p "$folder"
folder=$(cd "$folder" && pwd -P)
cd /
exec 9>"$folder/lock"
flock 9
"$command"
