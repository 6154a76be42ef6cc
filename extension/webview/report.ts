// The report in the editor: what it names can be opened, by click and by key. The page itself stays as it is.
import type { Opening } from "../src/reportMessages";

declare function acquireVsCodeApi(): { postMessage(message: object): void };

const editor = acquireVsCodeApi();
const TITLES: Readonly<Record<string, string>> = {
  assertion: "Open the assertion",
  example: "Open its row in the examples file",
  sentence: "Go to these words in the prompt, or to the version that had them",
  version: "Show this version in the history",
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
