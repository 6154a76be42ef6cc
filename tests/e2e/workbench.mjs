// The real VS Code workbench for a test: code-server with our .vsix installed, driven in Chromium.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, afterEach } from "node:test";
import { chromium } from "playwright-core";
import { startCodeServer, stopCodeServer } from "./codeServer.mjs";
import { packagedPython, pictures, repository, screenshots } from "./places.mjs";
import { quickInputOf } from "./quickInput.mjs";
import { eventually, isGone, succeeds, TIMEOUT_MS, until } from "./waiting.mjs";
import { webviewWith } from "./webview.mjs";

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

/** What axe finds wrong in the page that `root` is the root of, a line each; `rules` are all where none is named. */
export async function accessibilityFaults(root, rules, contrasts = true) {
  const axe = readFileSync(path.join(repository, "node_modules/axe-core/axe.min.js"), "utf8");
  await root.evaluate(axe);
  const options = rules === undefined ? {} : { runOnly: rules };
  options.rules = { "color-contrast": { enabled: contrasts } };
  const { violations } = await root.evaluate((_, options) => globalThis.axe.run(options), options);
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
  // What was opened a moment ago, and takes the keys late, would close it.
  "workbench.quickOpen.closeOnFocusLost": false,
  "window.autoDetectColorScheme": false,
  "telemetry.telemetryLevel": "off",
  "chat.disableAIFeatures": true,
};

// What a test does beside what it is about has a key: the palette would take longer.
const KEYS = {
  "ctrl+alt+f8": ["notifications.clearAll"],
  "ctrl+alt+f9": [
    "workbench.action.closeQuickOpen",
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

export const OUR_SERVER = { "spade.importStrategy": "fromEnvironment", "spade.interpreter": packagedPython };

/**
 * Opens `folder`, or the folders of a `.code-workspace` file, in a fresh workbench, or an empty window where there is
 * none; settings add to a quiet workbench.
 *
 * `extensions` are folders of others, installed beside ours; `proposals` are the ids of those that may use
 * proposed API, and `declared` is what ours may use of it. With `trust` the editor asks whether the folder is trusted, as it does for people.
 */
export async function openWorkbench(
  folder,
  {
    settings = {},
    machineSettings = OUR_SERVER,
    trust = false,
    environment = {},
    extensions = [],
    proposals = [],
    declared = [],
  } = {},
) {
  const home = mkdtempSync(path.join(tmpdir(), "spade-e2e-"));
  const userData = path.join(home, "user-data");
  const storage = path.join(userData, "User", "globalStorage", "spade-assertions.spade-assertions");
  writeSettings(path.join(userData, "User"), { ...QUIET, ...settings });
  const keys = Object.entries(KEYS).map(([key, commands]) => ({
    key,
    command: "runCommands",
    args: { commands },
  }));
  writeFileSync(path.join(userData, "User", "keybindings.json"), JSON.stringify(keys));
  // code-server is a remote: settings that name something on the machine are the machine's.
  writeSettings(path.join(userData, "Machine"), machineSettings);
  const options = [
    "--auth=none",
    "--disable-telemetry",
    "--disable-update-check",
    ...(trust ? [] : ["--disable-workspace-trust"]),
    ...[...proposals, ...(declared.length > 0 ? ["spade-assertions.spade-assertions"] : [])].map(
      (id) => `--enable-proposed-api=${id}`,
    ),
  ];
  const [context, { server, port }] = await Promise.all([
    chromium.launchPersistentContext(path.join(home, "browser"), {
      ...BROWSER,
      viewport: { width: WHOLE.width, height: WHOLE.height },
    }),
    startCodeServer(home, extensions, declared, options, environment),
  ]);
  context.setDefaultTimeout(TIMEOUT_MS);
  // Without it the browser asks, where a command takes longer than its key press counts as one.
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const page = context.pages()[0] ?? (await context.newPage());
  const session = await context.newCDPSession(page);
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  const address = `http://127.0.0.1:${port}/`;
  const goTo = async (folder) => {
    // A window that was there before would be as it was left.
    await page.goto("about:blank");
    await session.send("Storage.clearDataForOrigin", {
      origin: address,
      storageTypes: "indexeddb,local_storage",
    });
    const kind = folder?.endsWith(".code-workspace") ? "workspace" : "folder";
    const query = folder === undefined ? "ew=true" : `${kind}=${encodeURIComponent(folder)}`;
    await page.goto(`${address}?${query}`);
    await page.waitForSelector(".monaco-workbench");
    const shown = ".explorer-folders-view";
    return folder === undefined || succeeds(page.waitForSelector(shown, { timeout: 20_000 }));
  };
  // On a busy machine the editor reads a workspace before its server answers, and then shows none of the folders.
  const visit = (folder) => until(() => goTo(folder), `${folder} does not open`);
  await visit(folder);
  const input = quickInputOf(page);
  const toasts = page.locator(".notifications-toasts .notification-list-item");
  const rows = page.locator(".sidebar .monaco-list-row");
  const group = page.locator(".editor-group-container.active");
  const edited = (name) => group.locator(`.tab.active[data-resource-name="${name}"]`).first();

  return {
    page,
    input,

    /** Opens another folder in the window, or none, as one that was never opened before. */
    visit,

    /** Runs a command of the palette by its full title, by keys. */
    run: (title) => input.run(title),

    /** Opens a file by its name, or by what is typed for it and stands in its row; its editor then takes the keys. */
    async open(name, typed = name, shown = name) {
      const isOpened = async () => {
        // The list may change under the key, which then opens another file.
        await input.openFile(typed, shown);
        return succeeds(edited(name).waitFor({ timeout: 10_000 }));
      };
      await until(isOpened, `${name} does not open`);
      await this.editorHasKeys();
    },

    /** Waits until a file that was opened otherwise is there, and its editor has the keys. */
    async opened(name) {
      await edited(name).waitFor();
      await this.editorHasKeys();
    },

    /** The tab of a file or a page, once it is the one that is shown in its group. */
    shownTab(name) {
      return typeof name === "string"
        ? page.locator(`.tab.active[data-resource-name="${name}"]`)
        : page.locator(".tab.active", { hasText: name });
    },

    /** Waits until the keys go to an editor of text; where something else has them, takes them back. */
    async editorHasKeys() {
      const line = group.locator(".monaco-editor.focused .view-line").first();
      if (!(await succeeds(line.waitFor({ timeout: 5_000 })))) {
        await eventually(line, () => input.run("View: Focus Active Editor Group"));
      }
    },

    /** Puts the cursor at a line and a column, both from 1. */
    async goTo(line, column) {
      await this.editorHasKeys();
      await input.goTo(line, column);
      await page.locator(".statusbar").getByText(`Ln ${line}, Col ${column}`).waitFor();
      await this.editorHasKeys();
    },

    /** Gives what the cursor is at another name. */
    async rename(name) {
      const box = page.locator(".rename-box input");
      await eventually(box, () => page.keyboard.press("F2"));
      await box.fill(name);
      await eventually(isGone(box), () => box.press("Enter", { timeout: 3_000 }));
    },

    /** Clicks what is drawn anew now and then, until the page shows `outcome`. */
    async click(what, outcome) {
      await eventually(outcome, () => what.first().click({ timeout: 5_000 }), 8_000);
    },

    /** Clicks a lens until the page shows `outcome`: with a text, the one right above the line with that. */
    async lens(name, outcome, text) {
      const find = ([name, text]) => {
        const lines = [...document.querySelectorAll(".view-line")];
        const line = lines.find((each) => each.textContent.replaceAll("\u00a0", " ").includes(text));
        const top = line?.getBoundingClientRect().top;
        const links = [...document.querySelectorAll(".codelens-decoration a")];
        return links.find(
          (link) => link.textContent === name && Math.abs(link.getBoundingClientRect().bottom - top) < 8,
        );
      };
      const links = page.locator(".codelens-decoration a");
      const first =
        typeof name === "string" ? links.getByText(name, { exact: true }) : links.filter({ hasText: name });
      const click = async () => {
        // On a busy machine the palette may stay, over the first line.
        if (await page.locator(".quick-input-widget").isVisible()) {
          await page.keyboard.press("Escape");
        }
        const found =
          text === undefined
            ? first.first()
            : await page.waitForFunction(find, [name, text], { timeout: 10_000 });
        await found.click({ timeout: 5_000 });
      };
      await eventually(outcome, click, 8_000);
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

    /** Opens the actions at the cursor, of which one says `text`. */
    async actions(text) {
      // What the editor learns of the text meanwhile may close them again.
      await eventually(page.locator(".action-widget").getByText(text), () => pressed("Escape", "Control+."));
    },

    /** Takes the action at the cursor that says `text`, until the page shows `outcome`. */
    async take(text, outcome) {
      const act = async () => {
        // A menu that the editor makes again while it is clicked takes the click for nothing.
        await pressed("Escape", "Control+.");
        await page.locator(".action-widget").getByText(text).first().click({ timeout: 5_000 });
      };
      try {
        await eventually(outcome, act, 15_000);
      } catch (error) {
        throw new Error(`${error.message}; said meanwhile: ${await toasts.allInnerTexts()}`, {
          cause: error,
        });
      }
    },

    /** The row of the side bar that says `text`; with a state, the test whose icon shows that. */
    row(text, state) {
      const icon = page.locator(`.codicon-testing-${state}-icon`);
      return rows.filter({ hasText: text, ...(state !== undefined && { has: icon }) }).first();
    },

    /** Shows what is below a row of the side bar. */
    async expand(row) {
      const isExpanded = async () => (await row.getAttribute("aria-expanded", { timeout: 3_000 })) === "true";
      const expand = async () => {
        if (!(await isExpanded())) {
          await row.locator(".monaco-tl-twistie").click({ timeout: 3_000 });
        }
      };
      await eventually(isExpanded, expand, 15_000);
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

    /** What the page has taken of the processor so far, in ms: unlike its frames, other programs do not slow that. */
    async pageMs() {
      const { metrics } = await session.send("Performance.getMetrics");
      return metrics.find(({ name }) => name === "ThreadTime").value * 1000;
    },

    /** The toast that says `text`. */
    notification(text) {
      return toasts.filter({ hasText: text });
    },

    /** Puts the toasts that are shown away: what comes after this is new. */
    async clear() {
      const shown = await toasts.elementHandles();
      const areGone = async () => (await Promise.all(shown.map((toast) => toast.isHidden()))).every(Boolean);
      await eventually(areGone, () => page.keyboard.press("Control+Alt+F8"));
    },

    /** Closes what is open, as in a window that was just opened. */
    async putAway() {
      // What the pointer rests on says something, which may be before a button.
      await page.mouse.move(0, 0);
      await page.setViewportSize({ width: WHOLE.width, height: WHOLE.height });
      const left = page.locator(
        ".tab, .notifications-toasts .notification-list-item, .part.panel:visible, .quick-input-widget:visible",
      );
      const isEmpty = async () => (await left.count()) === 0;
      await eventually(isEmpty, () => pressed("Escape", "Control+Alt+F9"));
    },

    /** Presses the button of a toast, which puts that away. */
    async press(name) {
      const button = toasts.getByRole("button", { name }).last();
      const press = async () => {
        const found = await button.elementHandle({ timeout: 10_000 });
        await found.click({ timeout: 3_000 });
        await found.waitForElementState("hidden", { timeout: 10_000 });
        return true;
      };
      await until(press, `no toast has a button ${name}`);
    },

    /** Where the editor keeps what is the person's. */
    userData,

    /** Where the extension keeps its environments and the bundled example. */
    storage,
    example: path.join(storage, "spade-example"),

    /** How long the environment of the server took to be made, as the log of the extension has it. */
    secondsOfSetUp() {
      const logs = path.join(userData, "logs");
      const log = readdirSync(logs, { recursive: true })
        .filter((name) => path.basename(name) === "SPADE.log")
        .map((name) => readFileSync(path.join(logs, name), "utf8"))
        .find((text) => text.includes("Making an environment"));
      const [began, ended] = ["Making an environment", "Starting the language server"].map((said) =>
        Date.parse(new RegExp(`^(.*) \\[info\\] ${said}`, "m").exec(log)[1]),
      );
      return (ended - began) / 1000;
    },

    /** Sets what the person prefers. */
    setUser(preferred) {
      writeSettings(path.join(userData, "User"), { ...QUIET, ...preferred });
    },

    /** Sets what holds on this machine. */
    setMachine(preferred) {
      writeSettings(path.join(userData, "Machine"), preferred);
    },

    /** What the person has set on this machine. */
    machineSettings() {
      return JSON.parse(readFileSync(path.join(userData, "Machine", "settings.json"), "utf8"));
    },

    /** The web view that shows `selector`. */
    webview: (selector) => webviewWith(page, selector),

    /** The web view that shows `selector`, once the keys go to it. */
    async webviewWithKeys(selector) {
      const view = await webviewWith(page, selector);
      await view.takesKeys();
      return view;
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
      await stopCodeServer(server);
      rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    },
  };

  async function pressed(...keys) {
    for (const key of keys) {
      await page.keyboard.press(key);
    }
  }
}

function writeSettings(folder, settings) {
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, "settings.json"), JSON.stringify(settings));
}
