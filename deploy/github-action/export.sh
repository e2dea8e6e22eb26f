#!/usr/bin/env bash
# Checks that the files that were exported for other tools are up to date.
set -euo pipefail

status=0
output=$(precept export --check --json 2>&1) || status=$?
# With `auto`, a project that exports nothing has nothing to check.
if [ "$EXPORT" = auto ] && [[ "$output" == *'"TARGET_MISSING"'* ]]; then
  echo "The configuration has no export.to, so that no exported files are checked."
  exit 0
fi
precept export --check
