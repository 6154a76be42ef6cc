// One editor that the suites of a file share: the first opens it, and each later one a folder in its window, or none.
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { openWorkbench, tidyUp } from "./workbench.mjs";

/** A folder for what the suites need. */
export const home = mkdtempSync(path.join(tmpdir(), "spade shared é-"));
let workbench;

tidyUp(home, () => workbench);

/** As a newcomer has it: with the question of trust, and a Python without our package, so that an environment is made. */
export const NEWCOMER = {
  machineSettings: { "spade.interpreter": process.env.SPADE_E2E_PYTHON ?? "python3" },
  trust: true,
};

/** Opens a folder, or an empty window; the settings count each time, the other options once. */
export async function openWindow(folder, options) {
  if (workbench === undefined) {
    workbench = await openWorkbench(folder, options);
  } else {
    await workbench.putAway();
    workbench.setUser(options.settings);
    await workbench.visit(folder);
  }
  return workbench;
}
