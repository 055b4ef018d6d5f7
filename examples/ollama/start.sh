#!/bin/sh
# Fetches the two models, and serves on http://127.0.0.1:8787 until Ctrl-C. Further options are those of `npm start`.
set -eu
cd "$(dirname "$0")/../.."
ollama pull embeddinggemma
ollama pull llama3.2:3b
ollama create knowledge-writer --file examples/ollama/Modelfile
[ -d node_modules ] || npm ci
exec npm start -- --settings examples/ollama/settings.env "$@"
