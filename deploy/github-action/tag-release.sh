#!/bin/sh
# Tags a release for users of the GitHub Action and of pre-commit: v1.2.3 for good, and v1, which moves to each release with this major version.
# Run it in the commit of the release.
set -eu
version=$(node -p 'require("./apps/cli/package.json").version')
if git ls-remote --exit-code --tags origin "refs/tags/v$version" > /dev/null; then exit 0; fi
git tag "v$version"
git tag --force "v${version%%.*}"
git push origin "v$version"
git push --force origin "v${version%%.*}"
