/** Why there is no Python to run the server with, or none that works. Each is shown as one message. */
import { t } from "../language";

export type Problem =
  | { readonly kind: "no-python"; readonly tried: readonly Rejected[] }
  | { readonly kind: "bad-interpreter"; readonly command: string; readonly fact: string }
  | { readonly kind: "no-package"; readonly command: string }
  | { readonly kind: "no-wheel" }
  | { readonly kind: "no-venv"; readonly command: string; readonly version: string }
  | { readonly kind: "no-network" }
  | { readonly kind: "no-build"; readonly requirement: string; readonly version: string }
  | { readonly kind: "no-space"; readonly folder: string }
  | { readonly kind: "not-writable"; readonly folder: string }
  | { readonly kind: "install-failed"; readonly fact: string }
  | { readonly kind: "unexpected"; readonly fact: string };

/** A Python that was found and not taken. */
export interface Rejected {
  readonly command: string;
  readonly fact: string;
}

/** What a person can do about a problem; each is a button. */
export type Remedy =
  "Choose Python…" | "Try Again" | "Use the Bundled Server" | "Open Settings" | "Show Logs";

/** Returns what is wrong and what to do about it, in two sentences at most. */
export function explain(problem: Problem): string {
  switch (problem.kind) {
    case "no-python": {
      const tried = problem.tried.map(({ command, fact }) => `${command} ${fact}`).join("; ");
      return t`no Python 3.11 or later was found${tried === "" ? "" : ` (${tried})`}. Install one, or choose where it is.`;
    }
    case "bad-interpreter":
      return t`the Python that "spade.interpreter" names does not work: ${problem.command} ${problem.fact}.`;
    case "no-package":
      return t`${problem.command} has no package "spade-assertions", and "spade.importStrategy" is "fromEnvironment".`;
    case "no-wheel":
      return t`the extension was packaged without its server; install it again.`;
    case "no-venv":
      return (
        t`${problem.command} cannot make virtual environments. ` +
        t`On Debian and Ubuntu the package python${problem.version}-venv adds that; or choose another Python.`
      );
    case "no-network":
      return t`its Python packages could not be downloaded. Check the network, and the proxy or index that pip is set to use.`;
    case "no-build":
      return t`there is no build of ${problem.requirement} for Python ${problem.version} on this machine. Choose another Python.`;
    case "no-space":
      return t`the disk of ${problem.folder} is full; about 350 MB are needed.`;
    case "not-writable":
      return t`${problem.folder} cannot be written to.`;
    case "unexpected":
      return t`the language server could not be set up: ${problem.fact}`;
    case "install-failed":
      return t`its Python packages could not be installed: ${problem.fact}`;
  }
}

/** Returns the buttons for a problem, the likeliest first. */
export function remedies(problem: Problem): Remedy[] {
  switch (problem.kind) {
    case "no-python":
    case "bad-interpreter":
    case "no-venv":
    case "no-build":
      return ["Choose Python…", "Show Logs"];
    case "no-package":
      return ["Use the Bundled Server", "Choose Python…", "Show Logs"];
    case "no-network":
    case "no-space":
    case "not-writable":
    case "install-failed":
    case "unexpected":
      return ["Try Again", "Show Logs"];
    case "no-wheel":
      return ["Show Logs"];
  }
}

/** Reads from what pip or venv said why it failed; `folder` is where it was to write. */
export function problemFrom(
  output: string,
  python: { command: string; version: string },
  folder: string,
): Problem {
  if (/No space left on device|\[Errno 28\]|WinError 112/.test(output)) {
    return { kind: "no-space", folder };
  }
  if (/Permission denied|\[Errno 13\]|\[Errno 30\]|Read-only file system|WinError 5\b/.test(output)) {
    return { kind: "not-writable", folder };
  }
  if (/ensurepip is not\s+available|No module named '?(venv|ensurepip)/.test(output)) {
    return { kind: "no-venv", ...python };
  }
  if (NETWORK.test(output)) {
    return { kind: "no-network" };
  }
  const missing = /No matching distribution found for ([^\s(]+)/.exec(output)?.[1];
  if (missing !== undefined) {
    return { kind: "no-build", requirement: missing, version: python.version };
  }
  const said = output.trim().split(/\r?\n/);
  const fact = said.findLast((line) => /error/i.test(line)) ?? said.at(-1) ?? "";
  return { kind: "install-failed", fact: fact === "" ? t`it was ended from outside` : fact.slice(0, 300) };
}

const NETWORK = new RegExp(
  [
    "NewConnectionError",
    "Failed to establish a new connection",
    "Connection (?:refused|reset|aborted|broken)",
    "Temporary failure in name resolution",
    "getaddrinfo failed",
    "Name or service not known",
    "Max retries exceeded",
    "(?:Connect|Read) ?[Tt]imeout",
    "Read timed out",
    "ProxyError",
    "SSLError",
    "Network is unreachable",
    "HTTP error \\d+ while getting",
  ].join("|"),
);
