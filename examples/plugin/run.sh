#!/bin/sh
# ./run.sh [MODEL] [flags of medhelm run, e.g. --endpoint http://127.0.0.1:8000/v1 -m 2]
# Without MODEL, the model of the plugin answers, so that the example needs no server.
set -eu
cd "$(dirname "$0")"
model=example/echo
case "${1:-}" in
  "" | -*) ;;
  *) model=$1 && shift ;;
esac
# the installed command line, or that of the repository around this folder
command -v medhelm >/dev/null || medhelm() { npx --no-install medhelm "$@"; }

medhelm run --plugins . --run-entries example_advice --models-to-run "$model" --suite examples "$@"
medhelm summarize --plugins . --suite examples
