// The labelling view: shows one response, hears keys. Everything shown is text; nothing of it is markup.
import "./spoken";
import {
  Card,
  FromView,
  dividerIn,
  Divider,
  NOT_ASKED,
  responsesIn,
  ToView,
  Verdict,
  Way,
  WAYS,
} from "../src/labelling/messages";
import { element, made } from "./dom";
import { said, t } from "../src/language";

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
  element("now").textContent = card?.label === undefined ? "" : t`now labelled ${said(card.label)}`;
  element("verdicts").replaceChildren();
  element("unasked").hidden = true;
  showTrouble("", []);
}

function showTrouble(message: string, ways: readonly Way[], hasMain = true): void {
  element("working").textContent = "";
  element("trouble").textContent = message;
  if (message !== "" && ways.length === 0 && shown === undefined) {
    return; // where no response is left, the ways on stay
  }
  element("ways").replaceChildren(
    ...ways.map((way, at) => {
      const button = made("button", hasMain && at === 0 ? "main" : "", WAYS[way]);
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
  element("input").hidden = card.fields.length === 0;
  element("prompt-part").hidden = card.prompt === undefined;
  element("prompt").textContent = card.prompt ?? "";
  element("response").textContent = card.response;
  window.scrollTo(0, 0);
}

function showVerdicts(verdicts: readonly Verdict[]): void {
  const lines = verdicts.map(({ assertion, outcome, message }) => {
    // "judge failed" is one word here: only what says no is shown as a no.
    const line = made("li", outcome.replaceAll(" ", "-"), "");
    line.append(made("span", "outcome", said(outcome)), made("code", "", assertion));
    line.append(made("span", "message", message));
    return line;
  });
  element("verdicts").replaceChildren(
    ...(lines.length > 0 ? lines : [made("li", "", t`There are no assertions yet.`)]),
  );
  element("unasked").hidden = !verdicts.some(({ outcome }) => outcome === NOT_ASKED);
}

const pasted = element("pasted") as HTMLTextAreaElement;
const divided = element("divided") as HTMLInputElement;

/** What may divide the text in the box. */
let divider: Divider | undefined;

/** What stands in the box for responses. */
function inBox(): string[] {
  return responsesIn(pasted.value, divided.checked ? divider : undefined);
}

/** Says how many responses the box holds: who pastes sees how they are divided, and may have it otherwise. */
function showBox(): void {
  const now = dividerIn(pasted.value);
  if (now !== divider) {
    divider = now;
    divided.checked = now === "dashes";
  }
  const count = inBox().length;
  element("division").hidden = now === undefined;
  element("divider").textContent =
    now === "blanks"
      ? t`Blank lines divide ${responsesIn(pasted.value, now).length} responses`
      : t`Lines of --- divide responses`;
  element("add").toggleAttribute("disabled", count === 0);
  element("add").textContent =
    count > 1 ? t`Add ${count} Responses` : now === undefined ? t`Add` : t`Add 1 Response`;
}

function openBox(): void {
  element("paste").hidden = false;
  showBox();
  pasted.focus();
}

function closeBox(): void {
  element("paste").hidden = true;
}

function add(): void {
  const responses = inBox();
  if (responses.length > 0) {
    editor.postMessage({ kind: "add", responses });
  }
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
      showTrouble("", message.ways, !message.isEmpty);
      element("leave").hidden = message.isEmpty;
      if (message.isEmpty) {
        openBox();
      }
      break;
    case "paste":
      openBox();
      return;
    case "added":
      pasted.value = "";
      closeBox();
      return;
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
  if (event.target === pasted) {
    if (isWithControl && key === "enter") {
      event.preventDefault();
      add();
    } else if (key === "escape" && !element("leave").hidden) {
      closeBox();
    }
    return;
  }
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
pasted.addEventListener("input", showBox);
divided.addEventListener("change", showBox);
element("add").addEventListener("click", add);
element("leave").addEventListener("click", closeBox);
for (const key of Object.keys(KEYS)) {
  element(key).addEventListener("click", () => {
    press(key);
  });
}
editor.postMessage({ kind: "ready" });
