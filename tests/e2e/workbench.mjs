// The real VS Code workbench for a test: a code-server with our .vsix installed, driven in Chromium.
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import {
  cpSync,
  existsSync,
  mkdtempSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, afterEach } from "node:test";
import { chromium } from "playwright-core";

export const repository = path.resolve(import.meta.dirname, "../..");
const cache = path.join(repository, ".cache/e2e");
export const screenshots = path.join(repository, "screenshots");
export const pictures = path.join(screenshots, "pictures");
const WHOLE = { x: 0, y: 0, width: 1280, height: 800 };

const BROWSER = {
  executablePath: "/usr/bin/chromium",
  headless: true,
  args: [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
  ],
};

/** Starts a browser without the workbench. */
export function launchBrowser() {
  return chromium.launch(BROWSER);
}

/** Has a test that fails leave a picture, and the tests of a file nothing: `workbench` tells the one opened, if any. */
export function tidyUp(home, workbench) {
  afterEach(async (context) => {
    if (!context.passed) {
      await workbench()?.screenshot(`failed: ${context.name}`);
    }
  });
  after(async () => {
    await workbench()?.close();
    rmSync(home, { recursive: true, force: true });
  });
}

const QUIET = {
  "workbench.startupEditor": "none",
  "workbench.colorTheme": "Default Light Modern",
  "workbench.secondarySideBar.defaultVisibility": "hidden",
  "window.autoDetectColorScheme": false,
  "telemetry.telemetryLevel": "off",
  "chat.disableAIFeatures": true,
};

/** Writes the bundled example, a git repository, into `folder`. */
export function replayDemo(folder) {
  const program =
    "import sys; from pathlib import Path; from spade_core.demo import replay_demo; replay_demo(Path(sys.argv[1]))";
  execFileSync(packagedPython, ["-P", "-c", program, folder]);
}

/** Runs the packaged command in `folder`. */
export function spade(folder, ...args) {
  const program = "from spade_core.cli import main; main()";
  execFileSync(packagedPython, ["-P", "-c", program, ...args], { cwd: folder, stdio: "pipe" });
}

/** The packaged server, set up already: for tests that are not about the installation. */
export const packagedPython = path.join(cache, "server/bin/python");
const OUR_SERVER = { "spade.importStrategy": "fromEnvironment", "spade.interpreter": packagedPython };

/**
 * Opens `folder`, or the folders of a `.code-workspace` file, in a fresh workbench; settings add to a quiet workbench.
 *
 * `extensions` are folders of others, installed beside ours; `proposals` are the ids of those that may use
 * proposed API. With `trust` the editor asks whether the folder is trusted, as it does for people.
 */
export async function openWorkbench(
  folder,
  {
    settings = {},
    machineSettings = OUR_SERVER,
    trust = false,
    environment = {},
    extensions: others = [],
    proposals = [],
  } = {},
) {
  const home = mkdtempSync(path.join(tmpdir(), "spade-e2e-"));
  const userData = path.join(home, "user-data");
  const extensions = path.join(home, "extensions");
  writeSettings(path.join(userData, "User"), { ...QUIET, ...settings });
  // code-server is a remote: settings that name something on the machine are the machine's.
  writeSettings(path.join(userData, "Machine"), machineSettings);
  const directories = ["--user-data-dir", userData, "--extensions-dir", extensions];
  cpSync(installedExtension(), extensions, { recursive: true });
  for (const other of others) {
    codeServerSync([...directories, "--install-extension", packaged(other, home)]);
  }
  const port = await freePort();
  const server = codeServer(
    [
      ...directories,
      "--auth=none",
      `--bind-addr=127.0.0.1:${port}`,
      "--disable-telemetry",
      "--disable-update-check",
      ...(trust ? [] : ["--disable-workspace-trust"]),
      ...proposals.map((id) => `--enable-proposed-api=${id}`),
      folder,
    ],
    environment,
  );
  const [context] = await Promise.all([
    chromium.launchPersistentContext(path.join(home, "browser"), {
      ...BROWSER,
      viewport: { width: 1280, height: 800 },
    }),
    serverIsUp(port),
  ]);
  const page = context.pages()[0] ?? (await context.newPage());
  const kind = folder.endsWith(".code-workspace") ? "workspace" : "folder";
  await page.goto(`http://127.0.0.1:${port}/?${kind}=${encodeURIComponent(folder)}`);
  await page.waitForSelector(".monaco-workbench", { timeout: 60_000 });

  return {
    page,

    /** Runs a command of the palette by its full title. */
    async run(title) {
      const row = page.locator(".quick-input-list .monaco-list-row.focused", { hasText: title });
      // The palette of the last command stays in the page, hidden.
      for (let attempt = 0; attempt < 10 && !(await row.first().isVisible()); attempt++) {
        // The palette lists what is known when it opens; an extension may become known a moment later.
        await page.keyboard.press("Escape");
        await typeInto(page, "F1", `>${title}`);
        await row.waitFor({ timeout: 3_000 }).catch(() => undefined);
      }
      await chooseFirst(page, title);
    },

    /** Opens a file of the folder by its name. */
    async open(name) {
      await typeInto(page, "Control+P", name);
      await chooseFirst(page, name);
      await page.locator(`.tab.active[data-resource-name="${name}"]`).first().waitFor();
    },

    /** Puts the cursor at a line and a column, both from 1. */
    async goTo(line, column) {
      await typeInto(page, "Control+G", `:${line}:${column}`);
      await page.keyboard.press("Enter");
      await page.locator(".statusbar").getByText(`Ln ${line}, Col ${column}`).waitFor();
    },

    /** Clicks the lens that stands right above the line with a text; lenses are made again whenever one changes. */
    async lens(name, text) {
      for (let tries = 0; tries < 20; tries++) {
        const found = await page.waitForFunction(
          ([name, text]) => {
            const lines = [...document.querySelectorAll(".view-line")];
            const line = lines.find((each) => each.textContent.replaceAll("\u00a0", " ").includes(text));
            const top = line?.getBoundingClientRect().top;
            const links = [...document.querySelectorAll(".codelens-decoration a")];
            return links.find(
              (link) => link.textContent === name && Math.abs(link.getBoundingClientRect().bottom - top) < 8,
            );
          },
          [name, text],
        );
        if (
          await found.click({ timeout: 3000 }).then(
            () => true,
            () => false,
          )
        ) {
          return;
        }
      }
      throw new Error(`no lens ${name} above ${text} stays`);
    },

    /** Rests the pointer on a word of the editor until a hover says `text`, and gives the hover. */
    async hover(word, text) {
      const hover = page.locator(".monaco-hover:visible", { hasText: text }).first();
      for (let attempt = 0; attempt < 15 && !(await hover.isVisible()); attempt++) {
        // The word moves when a lens or a hint appears before it; what an earlier hover says is put away.
        await page.keyboard.press("Escape");
        await page.mouse.move(0, 0);
        await this.pointAt(word);
        await hover.waitFor({ timeout: 3_000 }).catch(() => undefined);
      }
      await hover.waitFor({ timeout: 1_000 });
      return hover;
    },

    /** Moves the pointer to a word of the editor. */
    async pointAt(word) {
      const box = await page.locator(".monaco-editor .view-lines").evaluate((lines, wanted) => {
        const texts = document.createTreeWalker(lines, NodeFilter.SHOW_TEXT);
        while (texts.nextNode()) {
          const at = texts.currentNode.textContent.indexOf(wanted);
          if (at >= 0) {
            const range = document.createRange();
            range.setStart(texts.currentNode, at);
            range.setEnd(texts.currentNode, at + wanted.length);
            return range.getBoundingClientRect().toJSON();
          }
        }
        throw new Error(`"${wanted}" is not shown`);
      }, word);
      await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 4 });
    },

    /** Opens the actions at the cursor, and gives the one that says `text`. */
    async action(text) {
      const found = page.locator(".action-widget").getByText(text).first();
      for (let attempt = 0; attempt < 6 && !(await found.isVisible()); attempt++) {
        // What the editor learns of the text meanwhile may close them again.
        await page.keyboard.press("Escape");
        await page.keyboard.press("Control+.");
        await found.waitFor({ timeout: 5_000 }).catch(() => undefined);
      }
      await found.waitFor({ timeout: 1_000 });
      return found;
    },

    /** Takes the action at the cursor that says `text`, until the page shows `outcome`. */
    async take(text, outcome) {
      for (let attempt = 0; attempt < 6 && !(await outcome.isVisible()); attempt++) {
        // A menu that the editor makes again while it is clicked takes the click for nothing.
        await this.action(text)
          .then((action) => action.click({ timeout: 3_000 }))
          .catch(() => undefined);
        await outcome.waitFor({ timeout: 10_000 }).catch(() => undefined);
      }
      await outcome.waitFor({ timeout: 1_000 });
    },

    /** The processes of the language server. */
    languageServers() {
      const all = execFileSync("ps", ["-eo", "pid=,pgid=,args="], { encoding: "utf8" });
      return all
        .split("\n")
        .map((line) => line.trim().split(/\s+/))
        .filter(([, group, ...args]) => Number(group) === server.pid && args.includes("spade_server"))
        .map(([pid]) => Number(pid));
    },

    /** The toast that says `text`. */
    notification(text) {
      return page.locator(".notifications-toasts .notification-list-item", { hasText: text });
    },

    /** Takes the toasts out of the way. */
    async clearMessages() {
      await this.run("Notifications: Clear All Notifications");
      await page
        .locator(".notifications-toasts .notification-list-item")
        .first()
        .waitFor({ state: "detached" });
    },

    /** Presses a button of a toast. */
    async press(name) {
      await page.locator(".notifications-toasts").getByRole("button", { name }).last().click();
    },

    /** Accepts the row of the open quick pick that has exactly this label. */
    async pick(label) {
      const row = page.locator(".quick-input-list .monaco-list-row", {
        has: page.getByText(label, { exact: true }),
      });
      await row.first().click();
    },

    /** Where the editor keeps what is the person's. */
    userData,

    /** What the person has set on this machine. */
    machineSettings() {
      return JSON.parse(readFileSync(path.join(userData, "Machine", "settings.json"), "utf8"));
    },

    /** Puts all toasts away. */
    async clear() {
      await this.run("Notifications: Clear All Notifications");
    },

    /** The frame of the webview that shows `selector`. */
    async webview(selector) {
      for (let attempt = 0; attempt < 150; attempt++) {
        for (const frame of page.frames()) {
          const shown = await frame
            .locator(selector)
            .count()
            .catch(() => 0);
          if (shown > 0 && frame !== page.mainFrame()) {
            return frame;
          }
        }
        await page.waitForTimeout(200);
      }
      throw new Error(`no webview shows ${selector}`);
    },

    /** Keeps a picture in screenshots/, which git ignores. */
    async screenshot(name) {
      mkdirSync(screenshots, { recursive: true });
      await page.screenshot({ path: path.join(screenshots, `${name}.png`) });
    },

    /** Keeps a picture for the documentation: `make pictures` takes all of them over. */
    async picture(name, area = WHOLE) {
      mkdirSync(pictures, { recursive: true });
      await page.screenshot({ path: path.join(pictures, `${name}.png`), clip: area });
    },

    async close() {
      await context.close();
      const gone = once(server, "exit");
      process.kill(-server.pid, "SIGTERM");
      await gone;
      rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    },
  };
}

/** Packs an unpacked extension: a folder that is only copied is not known to the editor. */
function packaged(folder, place) {
  const file = path.join(place, `${path.basename(folder)}.vsix`);
  const vsce = path.join(repository, "node_modules/@vscode/vsce/vsce");
  const options = ["--no-dependencies", "--skip-license", "--allow-missing-repository", "--out", file];
  execFileSync(process.execPath, [vsce, "package", ...options], { cwd: folder, stdio: "ignore" });
  return file;
}

/** A folder with our .vsix installed by the editor itself: once for each .vsix, then copied. */
function installedExtension() {
  const packaged = path.join(repository, "dist/spade-assertions.vsix");
  const digest = createHash("sha256").update(readFileSync(packaged)).digest("hex").slice(0, 16);
  const installed = path.join(cache, `extensions-${digest}`);
  if (!existsSync(installed)) {
    const home = mkdtempSync(path.join(cache, "installing-"));
    const directories = ["--user-data-dir", path.join(home, "user-data"), "--extensions-dir"];
    codeServerSync([...directories, path.join(home, "extensions"), "--install-extension", packaged]);
    readdirSync(cache)
      .filter((name) => name.startsWith("extensions-") && name !== path.basename(installed))
      .forEach((name) => {
        rmSync(path.join(cache, name), { recursive: true });
      });
    try {
      renameSync(path.join(home, "extensions"), installed);
    } catch (error) {
      // Another test may have been quicker.
      if (!existsSync(installed)) {
        throw error;
      }
    }
    rmSync(home, { recursive: true });
  }
  return installed;
}

function writeSettings(folder, settings) {
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, "settings.json"), JSON.stringify(settings));
}

/** Opens a quick input by its key and fills it; one that an editor takes the focus from closes again, and is reopened. */
async function typeInto(page, key, text) {
  for (let attempt = 0; attempt < 10; attempt++) {
    await page.keyboard.press(key);
    const filled = page.locator(".quick-input-widget input").fill(text, { timeout: 3_000 });
    if (
      await filled.then(
        () => true,
        () => false,
      )
    ) {
      return;
    }
    await page.keyboard.press("Escape");
  }
  throw new Error(`the quick input of ${key} does not stay open`);
}

/** Accepts the quick pick's first row once it is the wanted one; the list is filled and sorted in steps. */
async function chooseFirst(page, text) {
  await page.locator(".quick-input-list .monaco-list-row.focused", { hasText: text }).waitFor();
  await page.waitForTimeout(300);
  await page.keyboard.press("Enter");
}

function codeServerCommand(args) {
  const node = path.join(cache, only(cache, "node-"), "bin/node");
  const entry = path.join(cache, only(cache, "code-server-"), "node_modules/code-server/out/node/entry.js");
  return [node, [entry, ...args]];
}

function codeServer(args, environment) {
  const [command, all] = codeServerCommand(args);
  return spawn(command, all, { stdio: "ignore", detached: true, env: { ...process.env, ...environment } });
}

function codeServerSync(args) {
  const [command, all] = codeServerCommand(args);
  const done = spawnSync(command, all, { encoding: "utf8" });
  if (done.status !== 0) {
    throw new Error(`code-server ${args.join(" ")} failed:\n${done.stdout}${done.stderr}`);
  }
}

function only(folder, prefix) {
  const [name] = readdirSync(folder).filter((entry) => entry.startsWith(prefix) && !entry.includes(".log"));
  if (name === undefined) {
    throw new Error(`nothing in ${folder} begins with ${prefix}: run make e2e, which sets it up`);
  }
  return name;
}

async function freePort() {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = probe.address();
  probe.close();
  await once(probe, "close");
  return port;
}

async function serverIsUp(port) {
  for (let attempt = 0; attempt < 150; attempt++) {
    try {
      const answer = await fetch(`http://127.0.0.1:${port}/healthz`);
      if (answer.ok) {
        return;
      }
    } catch {
      // Not listening yet.
    }
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error(`code-server did not answer on port ${port} within 30 s`);
}
