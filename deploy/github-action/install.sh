#!/usr/bin/env bash
# Makes `precept` available to the next steps: the project's own version if it depends on one, otherwise the requested version.
set -euo pipefail

if [ -x node_modules/.bin/precept ]; then
  (cd node_modules/.bin && pwd) >> "$GITHUB_PATH"
  exit 0
fi
prefix="$RUNNER_TEMP/precept"
npm install --prefix "$prefix" --no-save --no-audit --no-fund --ignore-scripts "@precept/cli@$VERSION"
echo "$prefix/node_modules/.bin" >> "$GITHUB_PATH"
