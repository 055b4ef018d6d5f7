#!/bin/sh
# Uploads a file to the service that start.sh serves, and asks it a question.
set -eu
[ $# -eq 2 ] || { echo 'Usage: sh examples/ollama/ask.sh FILE "QUESTION"' >&2; exit 2; }
file=$(realpath "$1")
cd "$(dirname "$0")/../.."
npm run -s token -- --email ada@example.com | npm run -s knowledge -- login http://127.0.0.1:8787
npm run -s knowledge -- upload "$file"
npm run -s knowledge -- ask "$2"
