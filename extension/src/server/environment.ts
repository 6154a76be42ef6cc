import { createHash } from "node:crypto";
import { mkdir, mkdtemp, readFile, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import * as path from "node:path";
import { pythonIn } from "./interpreter";
import { Problem, problemFrom } from "./pythonProblems";
import { Cancelled, run } from "./processes";
import { ask, isUsable, Python } from "./python";
import { t } from "../language";

/*
 * The managed environment: a Python environment of the extension's own, in its storage, with the server that the
 * extension carries.
 *
 * Laws:
 * - `current.json` names the environment in use. It is written last and in one step, so that an environment is
 *   either whole or not there, whatever is killed meanwhile.
 * - An environment is made for one wheel and one base Python; another wheel (an update) or another base makes again.
 * - What another window may still run or be making is not removed: the environment before the current one stays, and
 *   so does whatever is younger than an hour.
 */

const CURRENT = "current.json";
const FOLDER = "server-";
const LONGEST_MAKING_MS = 60 * 60 * 1000;

/** What the extension carries: the wheel of the server, and the packages that it needs, each with its hashes. */
export interface Bundle {
  readonly wheel: string;
  readonly requirements: string;
}

/** Called with a few words on what goes on. */
export type Tell = (message: string) => void;

interface Current {
  readonly folder: string;
  readonly wheel: string;
  readonly base: string;
}

/** Returns the wheel in `folder` and its requirements; undefined when the extension was packaged without. */
export async function findBundle(folder: string): Promise<Bundle | undefined> {
  const names = await readdir(folder).catch((): string[] => []);
  const wheel = names.find((name) => name.endsWith(".whl"));
  return wheel === undefined
    ? undefined
    : { wheel: path.join(folder, wheel), requirements: path.join(folder, "requirements.txt") };
}

/**
 * Returns the Python of the environment in `storage` when it is whole, made from this bundle, and still works.
 *
 * `base` is asked for only when a person named one; otherwise whichever it was made from is right.
 */
export async function existingEnvironment(
  storage: string,
  bundle: Bundle,
  base: string | undefined,
): Promise<Python | undefined> {
  const current = await readCurrent(storage);
  if (current === undefined || current.wheel !== (await fingerprint(bundle))) {
    return undefined;
  }
  if (base !== undefined && current.base !== base) {
    return undefined;
  }
  const command = pythonIn(path.join(storage, current.folder), process.platform);
  const answer = await ask({ command, args: [], source: "path" }, storage);
  return isUsable(answer) && answer.spade !== undefined ? answer : undefined;
}

/** Makes the environment from `base`; returns its Python, or why it could not be made. Raises `Cancelled`. */
export async function makeEnvironment(
  storage: string,
  bundle: Bundle,
  base: Python,
  tell: Tell,
  log: Tell,
  signal: AbortSignal,
): Promise<Python | Problem> {
  let folder: string;
  try {
    await mkdir(storage, { recursive: true });
    folder = await mkdtemp(path.join(storage, FOLDER));
  } catch {
    return { kind: "not-writable", folder: storage };
  }
  try {
    const made = await fill(folder, bundle, base, { tell, log, signal });
    if ("kind" in made) {
      await remove(folder);
      return made;
    }
    const previous = await readCurrent(storage);
    await writeCurrent(storage, {
      folder: path.basename(folder),
      wheel: await fingerprint(bundle),
      base: base.command,
    });
    await removeOthers(storage, [path.basename(folder), previous?.folder]);
    return made;
  } catch (error) {
    await remove(folder);
    if (error instanceof Cancelled) {
      throw error;
    }
    return problemFrom(String(error), base, storage);
  }
}

interface Ways {
  readonly tell: Tell;
  readonly log: Tell;
  readonly signal: AbortSignal;
}

async function fill(folder: string, bundle: Bundle, base: Python, ways: Ways): Promise<Python | Problem> {
  const { tell, log, signal } = ways;
  tell(t`making an environment with Python ${base.version}`);
  const inFolder = (command: string, args: readonly string[], onLine: Tell = log) =>
    run(command, args, { cwd: folder, signal, onLine });
  const command = pythonIn(folder, process.platform);
  // The base's own pip serves where it can (from 22.3 on): to put another into the environment takes a quarter of all.
  const lent = ["-m", "pip", "--python", command];
  let venv = await inFolder(base.command, ["-m", "venv", "--without-pip", folder]);
  const isLent = venv.code === 0 && (await inFolder(base.command, [...lent, "--version"])).code === 0;
  if (venv.code === 0 && !isLent) {
    venv = await inFolder(base.command, ["-m", "venv", folder]);
  }
  if (venv.code !== 0) {
    return problemFrom(venv.output || (venv.startError ?? ""), base, folder);
  }
  const onLine = (line: string): void => {
    log(line);
    const step = pipStep(line);
    if (step !== undefined) {
      tell(step);
    }
  };
  const pip = isLent ? ([base.command, lent] as const) : ([command, ["-m", "pip"]] as const);
  const runs = installations(bundle).map((wanted) =>
    inFolder(pip[0], [...pip[1], "install", ...PIP, ...wanted], onLine),
  );
  // Where one is cancelled the other ends, too, and none may write any more when the folder is removed.
  await Promise.allSettled(runs);
  const failed = (await Promise.all(runs)).find(({ code }) => code !== 0);
  if (failed !== undefined) {
    return problemFrom(failed.output || (failed.startError ?? ""), base, folder);
  }
  const answer = await ask({ command, args: [], source: "path" }, folder, signal);
  return isUsable(answer)
    ? answer
    : { kind: "install-failed", fact: t`the new environment's Python ${answer.fact}` };
}

// The environment is new: pip need not look at what another pip is putting there.
const PIP = [
  "--ignore-installed",
  "--no-deps",
  "--disable-pip-version-check",
  "--no-input",
  "--progress-bar=off",
  "--retries=1",
  "--timeout=30",
];

/**
 * What pip is told to install, at the same time: all packages, with the hashes that were released, none from source;
 * our own wheel.
 * Our own is compiled; of the others Python compiles what is used, a sixth of them, when it is first used.
 */
function installations({ wheel, requirements }: Bundle): string[][] {
  return [
    ["--no-compile", "--only-binary=:all:", "--require-hashes", "--requirement", requirements],
    ["--compile", "--no-index", wheel],
  ];
}

/** Returns what pip is at, in a few words, when the line says so. */
export function pipStep(line: string): string | undefined {
  const collecting = /^Collecting ([\w.-]+)/.exec(line)?.[1];
  if (collecting !== undefined) {
    return t`fetching ${collecting}`;
  }
  return line.startsWith("Installing collected packages") ? t`installing packages` : undefined;
}

async function readCurrent(storage: string): Promise<Current | undefined> {
  try {
    const { folder, wheel, base } = JSON.parse(await readFile(path.join(storage, CURRENT), "utf8")) as Record<
      string,
      unknown
    >;
    const isOurs =
      typeof folder === "string" && folder.startsWith(FOLDER) && path.basename(folder) === folder;
    return isOurs && typeof wheel === "string" && typeof base === "string"
      ? { folder, wheel, base }
      : undefined;
  } catch {
    return undefined;
  }
}

async function writeCurrent(storage: string, current: Current): Promise<void> {
  const part = path.join(storage, `${current.folder}.json`);
  await writeFile(part, JSON.stringify(current));
  await rename(part, path.join(storage, CURRENT));
}

async function fingerprint({ wheel }: Bundle): Promise<string> {
  return createHash("sha256")
    .update(await readFile(wheel))
    .digest("hex");
}

async function removeOthers(storage: string, kept: readonly (string | undefined)[]): Promise<void> {
  const names = await readdir(storage);
  for (const name of names.filter((name) => name.startsWith(FOLDER) && !kept.includes(name))) {
    const folder = path.join(storage, name);
    if ((await stat(folder)).mtimeMs < Date.now() - LONGEST_MAKING_MS) {
      await remove(folder);
    }
  }
}

/** Removes a folder as far as it can be removed: on Windows what still runs stays. */
async function remove(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined);
}
