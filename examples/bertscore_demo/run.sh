#!/bin/sh
# ./run.sh [MODEL] [flags of medhelm run, e.g. --endpoint http://127.0.0.1:8000/v1 -m 2]
# Without --endpoint, medhelm finds vLLM, Ollama, LM Studio and llama.cpp on their usual ports.
# BERTScore needs an encoder, distilbert-base-uncased: add --encoder-dir DIR or --encoder-download. Without an encoder, the run
# stops before its first request and names what is missing.
set -eu
cd "$(dirname "$0")"
model=qwen/qwen2.5-7b-instruct
case "${1:-}" in
  "" | -*) ;;
  *) model=$1 && shift ;;
esac
# the installed command line, or that of the repository around this folder
command -v medhelm >/dev/null || medhelm() { npx --no-install medhelm "$@"; }

medhelm run --conf-paths bertscore_demo.conf --models-to-run "$model" \
  --suite examples "$@"
medhelm summarize --suite examples
