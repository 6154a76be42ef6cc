import { ChildProcess, spawn } from "node:child_process";

/** How a child ended; `output` holds what it wrote to both streams, in the order that it came. */
export interface Finished {
  readonly code: number | undefined;
  readonly output: string;
  /** Why it could not be started at all: "ENOENT" where there is no such program. */
  readonly startError?: string;
}

export interface RunOptions {
  /** Where it runs: a folder of ours, never the workspace, so that nothing of the workspace is imported. */
  readonly cwd: string;
  readonly signal?: AbortSignal;
  readonly onLine?: (line: string) => void;
  readonly milliseconds?: number;
}

/** Raised when the person cancelled; whoever started the work cleans up. */
export class Cancelled extends Error {
  override readonly name = "Cancelled";
}

/** Runs a program to its end, without a shell. Rejects only with `Cancelled`, after the children are gone. */
export async function run(
  command: string,
  args: readonly string[],
  { cwd, signal, onLine, milliseconds }: RunOptions,
): Promise<Finished> {
  throwIfCancelled(signal);
  const finished = await new Promise<Finished>((resolve) => {
    // A group of its own, so that pip's children end with it.
    const child = spawn(command, args, {
      cwd,
      stdio: ["ignore", "pipe", "pipe"],
      detached: process.platform !== "win32",
      windowsHide: true,
    });
    const end = () => {
      endGroup(child);
    };
    const timer = milliseconds === undefined ? undefined : setTimeout(end, milliseconds);
    let output = "";
    const take = lines((line) => onLine?.(line));
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (text: string) => {
        output += text;
        take(text);
      });
    }
    signal?.addEventListener("abort", end);
    const done = (finished: Finished) => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", end);
      resolve(finished);
    };
    child.on("error", (error: NodeJS.ErrnoException) => {
      done({ code: undefined, output, startError: error.code ?? error.message });
    });
    child.on("close", (code) => {
      done({ code: code ?? undefined, output });
    });
  });
  throwIfCancelled(signal);
  return finished;
}

function throwIfCancelled(signal: AbortSignal | undefined): void {
  if (signal?.aborted === true) {
    throw new Cancelled();
  }
}

function endGroup(child: ChildProcess): void {
  try {
    if (process.platform === "win32" || child.pid === undefined) {
      child.kill();
    } else {
      process.kill(-child.pid, "SIGKILL");
    }
  } catch {
    // It ended by itself meanwhile.
  }
}

/** Returns a function that takes text in pieces and hands on whole lines. */
function lines(onLine: (line: string) => void): (text: string) => void {
  let rest = "";
  return (text) => {
    const parts = (rest + text).split(/\r?\n/);
    rest = parts.pop() ?? "";
    parts.forEach(onLine);
  };
}
