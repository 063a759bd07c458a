#!/bin/bash
# vllm serve "$@", whose words also go to $MEDHELM_SERVER_FOLDER/log and whose exit status goes to .../exit: nobody can look into
# this container once it has ended (packages/service/src/models/server/await-server.ts reads both).
set -u
folder=${MEDHELM_SERVER_FOLDER:?names the folder that the worker sees}
rm -f "$folder/exit"

exec > >(tee "$folder/log") 2>&1
log=$!
vllm serve "$@" &
server=$!
trap 'kill -TERM "$server"' TERM INT

# waited for first: of a server that has ended already only `wait` has the status; and again, since a signal ends `wait` early
while
  wait "$server"
  status=$?
  kill -0 "$server" 2>/dev/null
do :; done
exec >&- 2>&-
wait "$log" # all of its words are there before its end is told
echo "$status" >"$folder/exit.part"
mv "$folder/exit.part" "$folder/exit" # whole or not at all
exit "$status"
