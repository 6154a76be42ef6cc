#!/usr/bin/env bash
# Installs the server and the extension for the tests in the real editor, as make package built them.
set -euo pipefail
cd "$(dirname "$0")/../.."

# The server as it is packaged, beside the dependencies that .venv has: what is being edited meanwhile does not count.
server=.cache/e2e/server
rm -rf "$server"
.venv/bin/python -m venv --without-pip "$server"
site=$("$server/bin/python" -c 'import sysconfig; print(sysconfig.get_path("purelib"))')
.venv/bin/python -m pip install --quiet --disable-pip-version-check --no-deps --target "$site" extension/dist/server/*.whl
.venv/bin/python -c 'import sysconfig; print(sysconfig.get_path("purelib"))' >"$site/dependencies.pth"

# The extension as the editor installs it; each test has a copy.
extensions=.cache/e2e/extensions
rm -rf "$extensions"
.cache/e2e/node-*/bin/node .cache/e2e/code-server-*/node_modules/code-server/out/node/entry.js \
  --user-data-dir .cache/e2e/installing --extensions-dir "$extensions" --install-extension dist/spade-assertions.vsix >/dev/null
rm -rf .cache/e2e/installing
