# Sourced by install and start: how to run the version chosen. Sets the array java.
# shellcheck shell=bash

find_java() { # find_java MINIMUM MAXIMUM: prints the program of the newest Java within these limits
  local release folder major best=0 program=
  for release in ${JAVA_HOME:+"$JAVA_HOME/release"} /usr/lib/jvm/*/release; do
    [[ -e $release ]] || continue
    folder=${release%/release}
    major=$(sed -nE 's/^JAVA_VERSION="(1\.)?([0-9]+).*/\2/p' "$release")
    if [[ -x $folder/bin/java && -n $major ]] && ((major >= $1 && major <= $2 && major > best)); then
      best=$major program=$folder/bin/java
    fi
  done
  [[ -n $program ]] || fail "needs Java $1 or newer; install one in /usr/lib/jvm or set JAVA_HOME"
  echo "$program"
}

describe_java() { # describe_java HOME
  local jars=("$1"/lib/*.jar) program
  # Neo4j 5 runs on 17 and 21; later versions want 21 at least.
  case "$version" in
    5.*) program=$(find_java 17 21) main=org.neo4j.server.CommunityEntryPoint ;;
    *) program=$(find_java 21 99) main=org.neo4j.server.Neo4jCommunity ;;
  esac
  java=("$program" -Xms256m -Xmx1g -XX:+UseSerialGC -XX:TieredStopAtLevel=1
    -XX:-OmitStackTraceInFastThrow
    --add-opens=java.base/java.nio=ALL-UNNAMED --add-opens=java.base/java.io=ALL-UNNAMED
    --add-opens=java.base/sun.nio.ch=ALL-UNNAMED -Dio.netty.tryReflectionSetAccessible=true
    -Djdk.nio.maxCachedBufferSize=1024 -Dlog4j2.disable.jmx=true -Dfile.encoding=UTF-8)
  case "$version" in
    5.*) ;;
    *) java+=(--enable-native-access=ALL-UNNAMED --add-modules=jdk.incubator.vector
      --sun-misc-unsafe-memory-access=allow) ;;
  esac
  # For experiments and agents, as in tools/coverage-neo4j; a later flag wins over an earlier one.
  local more=()
  read -ra more <<<"${DINKEL_JAVA_FLAGS:-}"
  java+=("${more[@]}" -cp "$(printf '%s:' "${jars[@]}")")
}

write_configuration() { # write_configuration PORT FOLDER
  mkdir -p "$2/conf"
  cat >"$2/conf/neo4j.conf" <<CONFIGURATION
server.bolt.enabled=true
server.bolt.listen_address=127.0.0.1:$1
server.bolt.advertised_address=127.0.0.1:$1
server.http.enabled=false
server.https.enabled=false
dbms.security.auth_enabled=false
server.memory.pagecache.size=64m
db.tx_log.preallocate=false
db.tx_log.rotation.retention_policy=false
db.tx_log.rotation.size=16m
CONFIGURATION
  # An unknown setting is fatal, and these came with later versions.
  local major minor
  IFS=. read -r major minor _ <<<"$version"
  if ((10#$major > 5 || 10#$minor >= 26)); then
    echo "dbms.usage_report.enabled=false" >>"$2/conf/neo4j.conf"
  fi
  if ((10#$major > 5)); then
    printf '%s\n' dbms.fleet_manager.enabled=false server.fleet_discovery.enabled=false \
      >>"$2/conf/neo4j.conf"
  fi
}
