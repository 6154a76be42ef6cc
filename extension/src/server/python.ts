import { Interpreter } from "./interpreter";
import { Rejected } from "./pythonProblems";
import { run } from "./processes";
import { t } from "../language";

/** A Python that was asked and answered. */
export interface Python {
  /** Its full path. */
  readonly command: string;
  /** "3.12" */
  readonly version: string;
  /** The version of spade-assertions that it has installed, if any. */
  readonly spade: string | undefined;
  readonly source: Interpreter["source"];
}

const LONGEST_ANSWER_MS = 30_000;
const OLDEST: readonly [number, number] = [3, 11];

// Written for every Python there is, so that an old one can say how old it is.
const QUESTION = `
import json, sys
try:
    from importlib.metadata import version
    spade = version("spade-assertions")
except Exception:
    spade = None
print(json.dumps([sys.executable, list(sys.version_info[:2]), spade]))
`;

/** Asks an interpreter who it is; returns why not when it is not to be used. `cwd` is a folder of ours. */
export async function ask(
  interpreter: Interpreter,
  cwd: string,
  signal?: AbortSignal,
): Promise<Python | Rejected> {
  const { command } = interpreter;
  const finished = await run(command, [...interpreter.args, "-c", QUESTION], {
    cwd,
    milliseconds: LONGEST_ANSWER_MS,
    ...(signal !== undefined && { signal }),
  });
  if (finished.startError !== undefined) {
    return {
      command,
      fact: finished.startError === "ENOENT" ? "is not there" : t`cannot be run (${finished.startError})`,
    };
  }
  const answer = parse(finished.output);
  if (answer === undefined) {
    return {
      command,
      fact:
        finished.code === undefined
          ? t`is not a working Python: it did not answer`
          : t`is not a working Python: it ended with code ${finished.code}`,
    };
  }
  const [major, minor] = answer.version;
  if (major !== OLDEST[0] || minor < OLDEST[1]) {
    return { command, fact: t`is Python ${major}.${minor}, and 3.11 or later is needed` };
  }
  return {
    command: answer.executable || command,
    version: `${major}.${minor}`,
    spade: answer.spade,
    source: interpreter.source,
  };
}

/** Whether an interpreter answered and can be used. */
export function isUsable(answer: Python | Rejected): answer is Python {
  return "version" in answer;
}

interface InterpreterAnswer {
  readonly executable: string;
  readonly version: readonly [number, number];
  readonly spade: string | undefined;
}

/** Reads the answer: the last line that is one; an interpreter may print warnings around it. */
function parse(output: string): InterpreterAnswer | undefined {
  for (const line of output.split(/\r?\n/).reverse()) {
    let value: unknown;
    try {
      value = JSON.parse(line);
    } catch {
      continue;
    }
    if (!Array.isArray(value)) {
      continue;
    }
    const [executable, version, spade] = value as unknown[];
    if (typeof executable === "string" && Array.isArray(version)) {
      const [major, minor] = version as unknown[];
      if (typeof major === "number" && typeof minor === "number") {
        return { executable, version: [major, minor], spade: typeof spade === "string" ? spade : undefined };
      }
    }
  }
  return undefined;
}
