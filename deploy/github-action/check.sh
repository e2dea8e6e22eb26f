#!/usr/bin/env bash
# Checks files against the policies: annotations and a table in the log, a SARIF report, and the number of violations as an output.
set -euo pipefail

json="$RUNNER_TEMP/precept-check.json"
table="$RUNNER_TEMP/precept-check.txt"
options=(--report "json=$json" --report "table=$table")
if [ -n "$SINCE" ]; then options+=(--since "$SINCE"); fi
if [ -n "$SINCE" ] && [ "$ADDED_LINES" = true ]; then options+=(--added-lines); fi
if [ -n "$SARIF" ]; then options+=(--report "sarif=$SARIF"); fi

status=0
annotations=$(precept check "${options[@]}" --format github) || status=$?
# 1 means violations. After any other failure there are no reports.
if [ "$status" -gt 1 ]; then exit "$status"; fi

if [ "$ANNOTATIONS" = true ] && [ -n "$annotations" ]; then echo "$annotations"; fi
cat "$table"
echo "violations=$(node -p 'require(process.argv[1]).violations.length' "$json")" >> "$GITHUB_OUTPUT"
if [ -n "$SARIF" ]; then echo "sarif=${DIR%/}/$SARIF" >> "$GITHUB_OUTPUT"; fi
exit "$status"
