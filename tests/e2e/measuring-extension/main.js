// Tells, for tests, what the process of the extensions holds in memory once what nobody holds is collected.
const { setFlagsFromString } = require("node:v8");
const { runInNewContext } = require("node:vm");
const vscode = require("vscode");

exports.activate = (context) => {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc");
  context.subscriptions.push(
    vscode.commands.registerCommand("acme.memory", () => {
      collect();
      const megabytes = Math.round(process.memoryUsage.rss() / 1e6);
      vscode.window.showInformationMessage(`The extensions hold ${megabytes} MB.`);
    }),
  );
};
