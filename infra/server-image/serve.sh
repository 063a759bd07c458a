#!/bin/bash
# Runs the server "$@" (the image names vLLM or llama.cpp) and writes its output to $MEDHELM_SERVER_FOLDER/log and its exit status to $MEDHELM_SERVER_FOLDER/exit.
# The worker reads both, because the container's output and status are lost when it ends (packages/service/src/models/server/wait-for-server.ts).
set -u
ulimit -c 0 # a core dump would hold prompts and answers
folder=${MEDHELM_SERVER_FOLDER:?names the folder that the worker sees}
rm -f "$folder/exit"

exec > >(tee "$folder/log") 2>&1
log=$!
server= stopped=
trap 'stopped=1; [ -z "$server" ] || kill -TERM "$server"' TERM INT # before the server starts, which may report that it is ready at once
"$@" &
server=$!
[ -z "$stopped" ] || kill -TERM "$server"

# `wait` comes first, because only it returns the status of a server that already ended. It repeats, because a signal ends it early.
while
  wait "$server"
  status=$?
  kill -0 "$server" 2>/dev/null
do :; done
exec >&- 2>&-
wait "$log" # the log is complete before the exit status appears
echo "$status" >"$folder/exit.part"
mv "$folder/exit.part" "$folder/exit" # atomic: the worker never reads a part
exit "$status"
