import * as path from "node:path";

/** Where the interpreter came from, for the log and for error messages. */
export interface Interpreter {
  readonly command: string;
  readonly source: "setting" | "workspace" | "path";
}

/**
 * Chooses the Python to start the server with: the setting, else a `.venv` in one of the folders, else the path.
 *
 * `exists` says whether a file is there, so that the choice can be tested without a disk.
 */
export function chooseInterpreter(
  setting: string,
  folders: readonly string[],
  platform: NodeJS.Platform,
  exists: (file: string) => boolean,
): Interpreter {
  if (setting.trim() !== "") {
    return { command: setting.trim(), source: "setting" };
  }
  const windows = platform === "win32";
  const inEnvironment = windows ? ["Scripts", "python.exe"] : ["bin", "python"];
  const paths = windows ? path.win32 : path.posix;
  const found = folders.map((folder) => paths.join(folder, ".venv", ...inEnvironment)).find(exists);
  if (found !== undefined) {
    return { command: found, source: "workspace" };
  }
  return { command: windows ? "python" : "python3", source: "path" };
}
