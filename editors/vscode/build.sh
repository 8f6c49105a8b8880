#!/bin/sh
# Builds the extension to ludwright.vsix (or to the file given), in a folder of its own: nothing is left here.
# Takes Node.js 20 or later with npm, and a package registry for what it is built with.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
out=${1:-"$here/ludwright.vsix"}
case $out in /*) ;; *) out=$PWD/$out ;; esac
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT INT TERM
for each in package.json language-configuration.json README.md syntaxes src; do
    cp -R "$here/$each" "$work/"
done
cp "$here/../../LICENSE" "$work/LICENSE"
cd "$work"
npm install --no-audit --no-fund --no-package-lock --loglevel=error
npm run --silent build
npm exec --no -- vsce package --no-dependencies --allow-missing-repository --out "$out"
