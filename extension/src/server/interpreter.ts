import * as path from "node:path";

/** A Python that may be there, and where the idea came from, for the log and for messages. */
export interface Interpreter {
  readonly command: string;
  readonly args: readonly string[];
  readonly source: "setting" | "Python extension" | "workspace" | "path";
}

/** Where interpreters may be found. */
export interface Places {
  /** The setting `spade.interpreter`; when it is there, nothing else is looked at. */
  readonly setting: string;
  /** What the Python extension has chosen, where that extension is. */
  readonly pythonExtension: string | undefined;
  /** The workspace folders whose `.venv` may be run: none while the workspace is not trusted. */
  readonly trustedFolders: readonly string[];
  readonly platform: NodeJS.Platform;
  readonly exists: (file: string) => boolean;
}

const ON_PATH = ["python3", "python", "python3.14", "python3.13", "python3.12", "python3.11"];

/** Returns the interpreters to try, the first that works to be taken. */
export function interpretersToTry(places: Places): Interpreter[] {
  const setting = places.setting.trim();
  if (setting !== "") {
    return [{ command: setting, args: [], source: "setting" }];
  }
  const found: Interpreter[] = [];
  if (places.pythonExtension !== undefined) {
    found.push({ command: places.pythonExtension, args: [], source: "Python extension" });
  }
  for (const command of environmentsIn(places)) {
    found.push({ command, args: [], source: "workspace" });
  }
  const onPath: Omit<Interpreter, "source">[] =
    places.platform === "win32"
      ? [
          { command: "py", args: ["-3"] },
          { command: "python", args: [] },
        ]
      : ON_PATH.map((command) => ({ command, args: [] }));
  return [...found, ...onPath.map((interpreter): Interpreter => ({ ...interpreter, source: "path" }))];
}

/** Returns the Python of the environment in `folder`. */
export function pythonIn(folder: string, platform: NodeJS.Platform): string {
  return platform === "win32"
    ? path.win32.join(folder, "Scripts", "python.exe")
    : path.posix.join(folder, "bin", "python");
}

function environmentsIn({ trustedFolders, platform, exists }: Places): string[] {
  const paths = platform === "win32" ? path.win32 : path.posix;
  return trustedFolders.map((folder) => pythonIn(paths.join(folder, ".venv"), platform)).filter(exists);
}
