import * as vscode from "vscode";
import type { SelectParams } from "../protocol";
import type { Asker } from "../requests";

const METHODS = [
  { label: "As the project's settings say", method: null },
  {
    label: "subsumption",
    method: "subsumption",
    detail:
      "The fewest that reach alpha and tau, and with them what they do not make superfluous; for few labels",
  },
  { label: "coverage", method: "coverage", detail: "The fewest that reach alpha and tau on these labels" },
  {
    label: "baseline",
    method: "baseline",
    detail: "Every assertion that by itself flags at most tau of the good",
  },
  {
    label: "no-examples",
    method: "no-examples",
    detail: "Without labels: those that no other one makes superfluous",
  },
];

const PAUSE_MS = 200;

/** What each threshold means, in the words of the paper. */
const MEANING = {
  alpha: "alpha: the least share of the bad responses that the set must catch",
  tau: "tau: the greatest share of the good responses that it may flag",
};

/** Returns the method that a person picks; undefined when they leave it. */
export async function askMethod(): Promise<Pick<SelectParams, "method"> | undefined> {
  const picked = await vscode.window.showQuickPick(METHODS, {
    title: "Select Minimal Set (1 of 3)",
    placeHolder: "How to select",
    matchOnDetail: true,
  });
  return picked && { method: picked.method };
}

/**
 * Returns a threshold that a person types, or none to leave it to the settings; undefined when they leave.
 *
 * While they type, what it would select is shown; nothing is written.
 */
export function askThreshold<K extends "alpha" | "tau">(
  asker: Asker,
  params: SelectParams,
  name: K,
): Promise<Partial<Record<K, number>> | undefined> {
  const box = vscode.window.createInputBox();
  box.title = `Select Minimal Set (${name === "alpha" ? 2 : 3} of 3)`;
  box.placeholder = `${name}, from 0 to 1; empty: as the project's settings say`;
  box.prompt = MEANING[name];
  const trial = new Trial(asker, box, name);
  return new Promise((resolve) => {
    box.onDidChangeValue(() => {
      const value = shareIn(box.value);
      box.validationMessage = value === "wrong" ? `${name} is a number from 0 to 1` : undefined;
      trial.plan(value === "wrong" ? undefined : withShare(params, name, value));
    });
    box.onDidAccept(() => {
      const value = shareIn(box.value);
      if (value !== "wrong") {
        resolve(withShare({}, name, value));
        box.hide();
      }
    });
    box.onDidHide(() => {
      resolve(undefined);
      trial.plan(undefined);
      box.dispose();
    });
    trial.plan(params);
    box.show();
  });
}

/** Tries thresholds out while a person types, one at a time, the last one wins. */
class Trial {
  private timer: NodeJS.Timeout | undefined;
  private asked: vscode.CancellationTokenSource | undefined;

  constructor(
    private readonly asker: Asker,
    private readonly box: vscode.InputBox,
    private readonly name: "alpha" | "tau",
  ) {}

  plan(params: SelectParams | undefined): void {
    clearTimeout(this.timer);
    this.asked?.cancel();
    if (params !== undefined) {
      this.timer = setTimeout(() => void this.tryOut(params), PAUSE_MS);
    }
  }

  private async tryOut(params: SelectParams): Promise<void> {
    const asked = new vscode.CancellationTokenSource();
    this.asked = asked;
    this.box.busy = true;
    try {
      const result = await this.asker.tryOut("spade/select", { ...params, remember: false }, asked.token);
      if (result !== undefined && !asked.token.isCancellationRequested) {
        this.box.prompt = `${MEANING[this.name]}. With alpha ${result.alpha}, tau ${result.tau}: ${result.message}`;
      }
    } catch {
      // The request that is made in earnest tells what is wrong.
      this.box.prompt = MEANING[this.name];
    } finally {
      this.box.busy = false;
    }
  }
}

/** Returns the share that a person typed; undefined for nothing. */
function shareIn(text: string): number | undefined | "wrong" {
  const trimmed = text.trim().replace(",", ".");
  if (trimmed === "") {
    return undefined;
  }
  const value = Number(trimmed);
  return value >= 0 && value <= 1 ? value : "wrong";
}

function withShare<T extends object>(params: T, name: "alpha" | "tau", value: number | undefined): T {
  return value === undefined ? params : { ...params, [name]: value };
}
