// The labelling view: shows one response, hears keys. Everything shown is text; nothing of it is markup.
import { Card, FromView, NOT_ASKED, ToView, Verdict } from "../src/labelling/messages";

declare function acquireVsCodeApi(): { postMessage(message: FromView): void };

const editor = acquireVsCodeApi();

const KEYS: Readonly<Record<string, FromView>> = {
  g: { kind: "label", label: "good" },
  b: { kind: "label", label: "bad" },
  s: { kind: "skip" },
  u: { kind: "undo" },
  v: { kind: "verdicts" },
  j: { kind: "judge" },
};

function element(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (found === null) {
    throw new Error(`there is no element "${id}"`);
  }
  return found;
}

function made(tag: string, className: string, text: string): HTMLElement {
  const node = document.createElement(tag);
  node.className = className;
  node.textContent = text;
  return node;
}

function showCard(card: Card): void {
  element("card").hidden = false;
  element("done").hidden = true;
  element("position").textContent = card.position;
  element("fields").replaceChildren(
    ...card.fields.flatMap(([name, value]) => [made("dt", "", name), made("dd", "", value)]),
  );
  element("prompt-part").hidden = card.prompt === undefined;
  element("prompt").textContent = card.prompt ?? "";
  element("response").textContent = card.response;
  element("now").textContent = card.label === undefined ? "" : `now labelled ${card.label}`;
  element("verdicts").replaceChildren();
  element("unasked").hidden = true;
  element("trouble").textContent = "";
  window.scrollTo(0, 0);
}

function showVerdicts(verdicts: readonly Verdict[]): void {
  const lines = verdicts.map(({ assertion, outcome, message }) => {
    // "judge failed" is one word here: only what says no is shown as a no.
    const line = made("li", outcome.replaceAll(" ", "-"), "");
    line.append(made("span", "outcome", outcome), made("code", "", assertion));
    line.append(made("span", "message", message));
    return line;
  });
  element("verdicts").replaceChildren(
    ...(lines.length > 0 ? lines : [made("li", "", "There are no assertions yet.")]),
  );
  element("unasked").hidden = !verdicts.some(({ outcome }) => outcome === NOT_ASKED);
}

function show(message: ToView): void {
  switch (message.kind) {
    case "card":
      showCard(message.card);
      break;
    case "done":
      element("card").hidden = true;
      element("done").hidden = false;
      break;
    case "verdicts":
      showVerdicts(message.verdicts);
      return;
    case "trouble":
      element("trouble").textContent = message.message;
      return;
  }
  element("counts").textContent = message.counts;
  element("u").toggleAttribute("disabled", !message.canUndo);
}

window.addEventListener("message", (event: MessageEvent<ToView>) => {
  show(event.data);
});
window.addEventListener("keydown", (event) => {
  const said = KEYS[event.key.toLowerCase()];
  if (said !== undefined && !event.ctrlKey && !event.metaKey && !event.altKey && !event.repeat) {
    event.preventDefault();
    editor.postMessage(said);
  }
});
for (const [key, said] of Object.entries(KEYS)) {
  element(key).addEventListener("click", () => {
    editor.postMessage(said);
  });
}
editor.postMessage({ kind: "ready" });
