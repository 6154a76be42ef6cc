// The report in the editor: what it names can be opened, by click and by key. The page itself stays as it is.
import "./spoken";
import type { Opening } from "../src/report/messages";
import { t } from "../src/language";

const WORDS: Readonly<Record<string, string>> = {
  select: t`Select with These Thresholds`,
  again: t`Select Again`,
  always: t`Require It`,
  allowed: t`Allow It Again`,
};

declare function acquireVsCodeApi(): { postMessage(message: object): void };

const editor = acquireVsCodeApi();
const TITLES: Readonly<Record<string, string>> = {
  assertion: t`Open the assertion`,
  example: t`Open its row in the examples file`,
  sentence: t`Go to these words in the prompt, or to the version that had them`,
  version: t`Show this version in the history`,
};

function open(element: HTMLElement): void {
  const { open: what = "", key = "", version } = element.dataset;
  editor.postMessage({
    what: what as Opening["what"],
    key,
    version: version === undefined ? null : Number(version),
  } satisfies Opening);
}

for (const element of document.querySelectorAll<HTMLElement>("[data-open]")) {
  element.tabIndex = 0;
  element.setAttribute("role", "link");
  element.title ||= TITLES[element.dataset["open"] ?? ""] ?? "";
}
// What stands in a heading that unfolds is opened, not unfolded; the rest of the heading unfolds.
document.addEventListener("click", (event) => {
  const element = event.target instanceof Element ? event.target.closest<HTMLElement>("[data-open]") : null;
  if (element !== null && getSelection()?.isCollapsed !== false) {
    event.preventDefault();
    open(element);
  }
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && event.target instanceof HTMLElement && event.target.matches("[data-open]")) {
    event.preventDefault();
    open(event.target);
  }
});

// What a file can only give a command for has a button here: it says what it stands on when it is pressed.
for (const element of document.querySelectorAll<HTMLElement>("[data-act]")) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "act";
  button.textContent = WORDS[element.dataset["use"] ?? "select"] ?? "";
  button.addEventListener("click", () => {
    act(element.dataset);
  });
  element.replaceChildren(...kept(element), button);
}

/** Returns what the page's own script writes into, which must stay there though nobody sees it. */
function kept(element: HTMLElement): HTMLElement[] {
  const command = element.querySelector<HTMLElement>("#explore-command");
  if (command === null) {
    return [];
  }
  command.hidden = true;
  return [command];
}

function act({ act: what, method, alpha, tau, use, key }: DOMStringMap): void {
  editor.postMessage(
    what === "select"
      ? { act: what, method, alpha: Number(alpha), tau: Number(tau) }
      : { act: what, name: key, use },
  );
}

// A link within the page leads to what may be folded up: it is unfolded.
document.addEventListener("click", (event) => {
  const link =
    event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href^="#"]') : null;
  const place = link === null ? null : document.getElementById(link.hash.slice(1));
  for (let around = place; around !== null; around = around.parentElement) {
    if (around instanceof HTMLDetailsElement) {
      around.open = true;
    }
  }
  place?.scrollIntoView({ block: "center" });
});

// A report made again keeps the place that was scrolled to, where what has changed since would not be seen.
const AFTER_THE_EDITOR_SCROLLS_MS = 200;
if (document.querySelector(".drift") !== null) {
  addEventListener("load", () => {
    setTimeout(() => {
      scrollTo({ top: 0 });
    }, AFTER_THE_EDITOR_SCROLLS_MS);
  });
}
