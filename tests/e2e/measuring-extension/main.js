// Tells, for tests, what the process of the extensions holds in memory once what nobody holds is collected.
const { setFlagsFromString } = require("node:v8");
const { runInNewContext } = require("node:vm");
const vscode = require("vscode");

const { memoryUsage } = process;
const megabytes = (bytes) => Math.round(bytes / 1e6);

/**
 * Collects as a process that has run out does, which gives what is free back to the system as well, until it gains
 * nothing more: an ordinary collection leaves that to later, and what the process holds then tells what came before.
 */
async function settled(collect) {
  let least = Infinity;
  for (let idle = 0; idle < 3;) {
    collect({ type: "major", execution: "sync", flavor: "last-resort" });
    await new Promise((resolve) => setTimeout(resolve, 200));
    const { rss } = memoryUsage();
    idle = rss < least - 1e6 ? 0 : idle + 1;
    least = Math.min(least, rss);
  }
  return memoryUsage();
}

exports.activate = (context) => {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc");
  context.subscriptions.push(
    vscode.commands.registerCommand("acme.memory", async () => {
      const held = Object.entries(await settled(collect)).map(
        ([kind, bytes]) => `${kind} ${megabytes(bytes)}`,
      );
      vscode.window.showInformationMessage(`The extensions hold, in MB: ${held.join(", ")}.`);
    }),
  );
};
