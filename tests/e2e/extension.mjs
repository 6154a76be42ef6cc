// The language server of the packaged extension: started, and started again.
import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { openExample } from "./example.mjs";
import { until } from "./waiting.mjs";

describe("the server", () => {
  let workbench;
  const log = () => workbench.page.locator(".part.panel .view-lines");

  before(async () => {
    workbench = await openExample();
  });

  test("a folder with a prompt starts the server, and the log says with which Python", async () => {
    await workbench.open("movie_note.prompt.md");
    await workbench.run("SPADE: Show Logs");
    await log().getByText("The language server is running").first().waitFor();
    await workbench.screenshot("server-running");
    // The editor wraps the line where it likes and shows its spaces as no-break spaces.
    const words = (await log().innerText()).replace(/\s+/g, "");
    assert.match(words, /Startingthelanguageserverwith.*python\(Python3/);
  });

  test("a server that is killed is started again by itself, and once more when it is asked to", async () => {
    const [first] = workbench.languageServers();
    process.kill(first, "SIGKILL");
    await log().getByText("is started again").first().waitFor();
    const second = await newServer(first);
    await workbench.screenshot("killed-and-back");

    await workbench.run("SPADE: Restart Language Server");
    await newServer(second);
    assert.equal(workbench.languageServers().length, 1);
    await workbench.screenshot("restarted");
  });

  function newServer(old) {
    const look = () => {
      const now = workbench.languageServers();
      return now.length === 1 && now[0] !== old ? now[0] : undefined;
    };
    return until(look, "no new language server was started");
  }
});
