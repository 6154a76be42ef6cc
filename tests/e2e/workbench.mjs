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
/** How long anything is waited for: a machine that is busy with other things takes its time. */
const TIMEOUT_MS = 120_000;
const WHOLE = { x: 0, y: 0, width: 1280, height: 800 };

const BROWSER = {
  executablePath: "/usr/bin/chromium-headless-shell",
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

/** What axe finds wrong in a page or a frame, a line each; `rules` are all where none is named. */
export async function accessibilityFaults(frame, rules) {
  const axe = readFileSync(path.join(repository, "node_modules/axe-core/axe.min.js"), "utf8");
  await frame.evaluate(axe);
  const options = rules === undefined ? {} : { runOnly: rules };
  const { violations } = await frame.evaluate((options) => globalThis.axe.run(options), options);
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary}`),
  );
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
  // What moves is not clicked until it stands.
  "workbench.reduceMotion": "on",
  "workbench.colorTheme": "Default Light Modern",
  "workbench.secondarySideBar.defaultVisibility": "hidden",
  "window.autoDetectColorScheme": false,
  "telemetry.telemetryLevel": "off",
  "chat.disableAIFeatures": true,
};

// What a test does beside what it is about has a key: the palette would take longer.
const KEYS = {
  "ctrl+alt+f8": ["notifications.clearAll"],
  "ctrl+alt+f9": [
    "workbench.action.closeAllEditors",
    "workbench.action.closePanel",
    "notifications.clearAll",
    "workbench.view.explorer",
  ],
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
export const OUR_SERVER = { "spade.importStrategy": "fromEnvironment", "spade.interpreter": packagedPython };

/**
 * Opens `folder`, or the folders of a `.code-workspace` file, in a fresh workbench, or an empty window where there is
 * none; settings add to a quiet workbench.
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
  const storage = path.join(userData, "User", "globalStorage", "spade-assertions.spade-assertions");
  const extensions = path.join(home, "extensions");
  writeSettings(path.join(userData, "User"), { ...QUIET, ...settings });
  const keys = Object.entries(KEYS).map(([key, commands]) => ({
    key,
    command: "runCommands",
    args: { commands },
  }));
  writeFileSync(path.join(userData, "User", "keybindings.json"), JSON.stringify(keys));
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
      ...(folder === undefined ? [] : [folder]),
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
  context.setDefaultTimeout(TIMEOUT_MS);
  // Without it the browser asks, where a command takes longer than its key press counts as one.
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const page = context.pages()[0] ?? (await context.newPage());
  const kind = folder?.endsWith(".code-workspace") ? "workspace" : "folder";
  const query = folder === undefined ? "ew=true" : `${kind}=${encodeURIComponent(folder)}`;
  await page.goto(`http://127.0.0.1:${port}/?${query}`);
  await page.waitForSelector(".monaco-workbench");

  return {
    page,

    /** Runs a command of the palette by its full title. */
    async run(title) {
      await choose(page, "F1", `>${title}`, title);
    },

    /** Runs a command of the palette by keys alone. */
    async command(title) {
      const row = page.locator(".quick-input-list .monaco-list-row.focused", { hasText: title }).first();
      const given = async () => {
        // The palette has what it had when it was opened.
        await page.keyboard.press("Escape");
        await page.keyboard.press("F1");
        await page.locator(".quick-input-widget input:focus").fill(`>${title}`, { timeout: 5_000 });
        await row.waitFor({ timeout: 5_000 });
        await page.keyboard.press("Enter");
        await row.waitFor({ state: "hidden", timeout: 5_000 });
      };
      await until(() => succeeds(given()), `no command ${title}`);
    },

    /** Opens a file by its name, or by what is typed for it and stands in its row; its editor then takes the keys. */
    async open(name, typed = name, shown = name) {
      const group = page.locator(".editor-group-container.active");
      const tab = group.locator(`.tab.active[data-resource-name="${name}"]`).first();
      // The list may change under the click, which then opens another file, or a webview take the focus back.
      const isOpened = async () => {
        await choose(page, "Control+P", typed, shown);
        return succeeds(tab.waitFor({ timeout: 10_000 }));
      };
      await until(isOpened, `${name} does not open`);
      await editorHasKeys(page);
    },

    /** Puts the cursor at a line and a column, both from 1. */
    async goTo(line, column) {
      await editorHasKeys(page);
      await choose(page, "Control+G", `:${line}:${column}`, String(line));
      await page.locator(".statusbar").getByText(`Ln ${line}, Col ${column}`).waitFor();
      await editorHasKeys(page);
    },

    /** Gives what the cursor is at another name. */
    async rename(name) {
      const box = page.locator(".rename-box input");
      await eventually(box, async () => {
        await page.keyboard.press("F2");
      });
      await box.fill(name);
      await page.keyboard.press("Enter");
    },

    /** Clicks the lens that stands right above the line with a text; lenses are made again whenever one changes. */
    async lens(name, text) {
      await until(async () => {
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
        return succeeds(found.click({ timeout: 3_000 }));
      }, `no lens ${name} above ${text} stays`);
    },

    /** Waits until the window shows every lens of the active editor whole, but for the counts behind the steps. */
    async lensesFit() {
      await page.waitForFunction(() => {
        const editor = document.querySelector(".editor-group-container.active .monaco-editor");
        const end = editor.querySelector(".minimap").getBoundingClientRect().left;
        const all = [...editor.querySelectorAll(".codelens-decoration a")];
        const links = all.filter((link) => !link.textContent.includes(" · "));
        return links.length > 0 && links.every((link) => link.getBoundingClientRect().right <= end);
      });
    },

    /** Rests the pointer on a word of the editor until a hover says `text`, and gives the hover. */
    async hover(word, text) {
      const hover = page.locator(".monaco-hover:visible", { hasText: text }).first();
      const point = async () => {
        // The word moves when a lens or a hint appears before it; what an earlier hover says is put away.
        await page.keyboard.press("Escape");
        await page.mouse.move(0, 0);
        await this.pointAt(word);
      };
      await eventually(hover, point, 2_000);
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
      await eventually(found, async () => {
        // What the editor learns of the text meanwhile may close them again.
        await page.keyboard.press("Escape");
        await page.keyboard.press("Control+.");
      });
      return found;
    },

    /** Takes the action at the cursor that says `text`, until the page shows `outcome`. */
    async take(text, outcome) {
      const found = page.locator(".action-widget").getByText(text).first();
      const act = async () => {
        // A menu that the editor makes again while it is clicked takes the click for nothing.
        await page.keyboard.press("Escape");
        await page.keyboard.press("Control+.");
        await found.click({ timeout: 5_000 }).catch(() => undefined);
      };
      await eventually(outcome, act, 15_000);
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

    /** What the process of the extensions holds in memory, by kind in MB, told by tests/e2e/measuring-extension. */
    async extensionHostMegabytes() {
      await this.clear();
      await this.run("Acme: Tell Memory");
      const told = await this.notification("The extensions hold").innerText();
      return Object.fromEntries(
        [...told.matchAll(/(\w+) (\d+)[,.]/g)].map(([, kind, size]) => [kind, Number(size)]),
      );
    },

    /** The toast that says `text`. */
    notification(text) {
      return page.locator(".notifications-toasts .notification-list-item", { hasText: text });
    },

    /** Puts the toasts that are shown away: what comes after this is new. */
    async clear() {
      const shown = await page.locator(".notifications-toasts .notification-list-item").elementHandles();
      await page.keyboard.press("Control+Alt+F8");
      await Promise.all(shown.map((toast) => toast.waitForElementState("hidden")));
    },

    /** Closes what is open, as in a window that was just opened. */
    async putAway() {
      await page.setViewportSize({ width: WHOLE.width, height: WHOLE.height });
      await page.keyboard.press("Escape");
      const left = page.locator(".tab, .notifications-toasts .notification-list-item, .part.panel:visible");
      await until(async () => {
        await page.keyboard.press("Control+Alt+F9");
        return succeeds(left.first().waitFor({ state: "detached", timeout: 3_000 }));
      }, "something stays open");
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

    /**
     * Types a text over what the open quick input holds, until it stays and the page shows `shown`.
     *
     * A file dialog that is still opening writes its own path over the typed one, and is busy as long.
     */
    async type(text, shown) {
      const input = page.locator(".quick-input-widget .quick-input-box input");
      const stays = async () =>
        (await input.inputValue({ timeout: 1_000 })) === text &&
        (await shown.first().isVisible()) &&
        (await page.locator(".quick-input-widget .monaco-progress-container.active").count()) === 0;
      const typed = async () => {
        await input.fill(text, { timeout: 3_000 });
        await shown.first().waitFor({ timeout: 5_000 });
        for (let looks = 0; looks < 3; looks++) {
          if (!(await stays())) {
            return false;
          }
          await page.waitForTimeout(50);
        }
        return true;
      };
      await until(() => typed().catch(() => false), `"${text}" does not stay in the quick input`);
    },

    /** Types a text into the open quick input and accepts it: what the page showed with it is then gone. */
    async answer(text, shown) {
      await this.type(text, shown);
      await page.keyboard.press("Enter");
      await shown.first().waitFor({ state: "hidden" });
    },

    /** Answers the open file dialog with a path, in whose folder it lists `row`. */
    async answerPath(file, row) {
      await this.answer(file, page.locator(".quick-input-list .monaco-list-row", { hasText: row }));
    },

    /** Where the editor keeps what is the person's. */
    userData,

    /** Where the extension keeps its environments and the bundled example. */
    storage,
    example: path.join(storage, "spade-example"),

    /** Sets what holds on this machine. */
    setMachine(preferred) {
      writeSettings(path.join(userData, "Machine"), preferred);
    },

    /** What the person has set on this machine. */
    machineSettings() {
      return JSON.parse(readFileSync(path.join(userData, "Machine", "settings.json"), "utf8"));
    },

    /** The frame of the webview that shows `selector`. */
    async webview(selector) {
      return until(async () => {
        for (const frame of page.frames()) {
          const shown = await frame
            .locator(selector)
            .count()
            .catch(() => 0);
          if (shown > 0 && frame !== page.mainFrame()) {
            return frame;
          }
        }
        return undefined;
      }, `no webview shows ${selector}`);
    },

    /** The frame of the webview that shows `selector`, once the keys go to it. */
    async webviewWithKeys(selector) {
      const frame = await this.webview(selector);
      await frame.waitForFunction(() => document.hasFocus());
      return frame;
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

/** Gives what `look` finds, looking again and again until it finds something. */
export async function until(look, complaint) {
  for (const end = performance.now() + TIMEOUT_MS; performance.now() < end;) {
    const found = await look();
    if (found) {
      return found;
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(complaint);
}

/** Whether something is done without an error. */
export function succeeds(doing) {
  return doing.then(
    () => true,
    () => false,
  );
}

/** Does something, again and again, until the page shows `outcome`: what is busy may take no notice of it. */
async function eventually(outcome, act, within = 5_000) {
  const look = async () => {
    if (await outcome.first().isVisible()) {
      return true;
    }
    await act();
    return succeeds(outcome.first().waitFor({ timeout: within }));
  };
  await until(look, `${outcome} is not shown`);
}

/** Waits until the keys go to an editor of text; where a webview that was opened late has taken them, takes them back. */
async function editorHasKeys(page) {
  const line = page.locator(".monaco-editor.focused .view-line").first();
  if (!(await succeeds(line.waitFor({ timeout: 5_000 })))) {
    const title = "View: Focus Active Editor Group";
    await eventually(line, () => choose(page, "F1", `>${title}`, title));
  }
}

/**
 * Opens a quick input by its key, types into it, and accepts the first row once it has the text `shown`.
 *
 * All of it is done again where the input closes before that, as it does when an editor takes the focus: the row is
 * clicked because a key would then go to that editor.
 */
async function choose(page, key, typed, shown) {
  const row = page.locator(".quick-input-list .monaco-list-row.focused", { hasText: shown }).first();
  // A row, or what says that there is none; where it closed there is no use in waiting either.
  const hasAnswered = (shown) => {
    const input = document.querySelector(".quick-input-widget");
    const row = input.querySelector(".monaco-list-row.focused")?.textContent.replaceAll("\u00a0", " ") ?? "";
    return input.style.display === "none" || row.includes(shown) || row.startsWith("No matching");
  };
  const choice = async () => {
    await page.keyboard.press("Escape");
    await page.keyboard.press(key);
    await page.locator(".quick-input-widget input").fill(typed, { timeout: 3_000 });
    await page.waitForFunction(hasAnswered, shown, { timeout: key === "F1" ? 2_000 : 10_000 });
    await row.click({ timeout: 5_000 });
    await row.waitFor({ state: "hidden", timeout: 20_000 });
  };
  await until(() => succeeds(choice()), `the quick input of ${key} has no row ${shown}`);
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
  const isUp = () =>
    fetch(`http://127.0.0.1:${port}/healthz`).then(
      (answer) => answer.ok,
      () => false, // not listening yet
    );
  await until(isUp, `code-server does not answer on port ${port}`);
}
