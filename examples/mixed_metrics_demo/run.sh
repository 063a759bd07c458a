#!/bin/sh
# ./run.sh [MODEL] [flags of medhelm run, e.g. --endpoint http://127.0.0.1:8000/v1 -m 2]
# Without --endpoint, medhelm finds vLLM, Ollama, LM Studio and llama.cpp on their usual ports.
# JUDGE names the model that grades the answers. Without it, the model grades itself, which raises its scores.
set -eu
cd "$(dirname "$0")"
model=qwen/qwen2.5-7b-instruct
case "${1:-}" in
  "" | -*) ;;
  *) model=$1 && shift ;;
esac
# the installed command line, or that of the repository around this folder
command -v medhelm >/dev/null || medhelm() { npx --no-install medhelm "$@"; }

medhelm run --conf-paths mixed_metrics_demo.conf --models-to-run "$model" \
  --judges "${JUDGE:-$model}" \
  --suite examples "$@"
medhelm summarize --suite examples
