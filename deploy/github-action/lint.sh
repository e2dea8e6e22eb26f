#!/usr/bin/env bash
# Checks rule files: annotations and a table in the log.
set -euo pipefail

if [ "$ANNOTATIONS" = true ]; then precept lint --format github || true; fi
precept lint
