// The labelling view: shows one response, hears keys. Everything shown is text; nothing of it is markup.
import { Card, FromView, NOT_ASKED, ToView, Verdict, Way, WAYS } from "../src/labelling/messages";
import { element, made } from "./dom";

declare function acquireVsCodeApi(): { postMessage(message: FromView): void };

const editor = acquireVsCodeApi();

/** The response that is shown: a key is about this one, and about no other that may come meanwhile. */
let shown: string | undefined;

/** What each key says of the response that is shown. */
const KEYS: Readonly<Record<string, (of: string) => FromView>> = {
  g: (of) => ({ kind: "label", label: "good", of }),
  b: (of) => ({ kind: "label", label: "bad", of }),
  s: (of) => ({ kind: "skip", of }),
  v: (of) => ({ kind: "verdicts", of }),
  j: (of) => ({ kind: "judge", of }),
};

/** Shows a response, or that there is none: then there is nothing to press but undo. */
function showWhether(card: Card | undefined): void {
  shown = card?.id;
  for (const id of ["card", "g", "b", "s", "v"]) {
    element(id).hidden = card === undefined;
  }
  element("done").hidden = card !== undefined;
  element("position").textContent = card?.position ?? "";
  element("now").textContent = card?.label === undefined ? "" : `now labelled ${card.label}`;
  element("verdicts").replaceChildren();
  element("unasked").hidden = true;
  showTrouble("", []);
}

function showTrouble(message: string, ways: readonly Way[]): void {
  element("working").textContent = "";
  element("trouble").textContent = message;
  element("ways").replaceChildren(
    ...ways.map((way, at) => {
      const button = made("button", at === 0 ? "main" : "", WAYS[way]);
      button.addEventListener("click", () => {
        editor.postMessage({ kind: "go", way });
      });
      return button;
    }),
  );
}

function showCard(card: Card): void {
  element("fields").replaceChildren(
    ...card.fields.flatMap(([name, value]) => [made("dt", "", name), made("dd", "", value)]),
  );
  element("prompt-part").hidden = card.prompt === undefined;
  element("prompt").textContent = card.prompt ?? "";
  element("response").textContent = card.response;
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
      showWhether(message.card);
      showCard(message.card);
      break;
    case "done":
      showWhether(undefined);
      element("done").textContent = message.note;
      showTrouble("", message.ways);
      break;
    case "working":
      showTrouble("", []);
      element("working").textContent = message.message;
      return;
    case "verdicts":
      showTrouble("", []);
      showVerdicts(message.verdicts);
      element("verdicts").scrollIntoView({ block: "nearest" });
      return;
    case "trouble":
      showTrouble(message.message, message.ways);
      element("ways").scrollIntoView({ block: "nearest" });
      return;
  }
  element("counts").textContent = message.counts;
  element("u").toggleAttribute("disabled", !message.canUndo);
  element("u").hidden = shown === undefined && !message.canUndo;
}

window.addEventListener("message", (event: MessageEvent<ToView>) => {
  show(event.data);
});
function press(key: string): void {
  const said = KEYS[key];
  if (said !== undefined && shown !== undefined) {
    editor.postMessage(said(shown));
  }
}

function takeBack(): void {
  editor.postMessage({ kind: "undo" });
}

window.addEventListener("keydown", (event) => {
  const key = event.key.toLowerCase();
  const isWithControl = event.ctrlKey || event.metaKey;
  if (event.altKey || event.repeat) {
    return;
  }
  if (isWithControl ? key === "z" : key === "u") {
    event.preventDefault();
    takeBack();
  } else if (!isWithControl && key in KEYS) {
    event.preventDefault();
    press(key);
  }
});
element("u").addEventListener("click", takeBack);
for (const key of Object.keys(KEYS)) {
  element(key).addEventListener("click", () => {
    press(key);
  });
}
editor.postMessage({ kind: "ready" });
