import * as vscode from "vscode";
import { sanitize } from "../editor/sanitize";
import type { Target } from "../prompts/documents";
import { nameOf } from "../prompts/naming";
import type { SelectParams, SelectResult } from "../protocol";
import type { Asker } from "../requests/asker";
import { TradeOff } from "./tradeOff";
import { CurrentSet, CurrentThresholds, thresholdText } from "./thresholdText";
import type { Steps } from "./steps";
import { t } from "../language";

const METHODS: readonly MethodItem[] = [
  {
    label: "subsumption",
    method: "subsumption",
    detail: t`For few labels: coverage, and what that does not make superfluous`,
  },
  { label: "coverage", method: "coverage", detail: t`The fewest that reach alpha and tau on these labels` },
  {
    label: "baseline",
    method: "baseline",
    detail: t`Every assertion that by itself flags at most tau of the good`,
  },
  {
    label: "no-examples",
    method: "no-examples",
    detail: t`Without labels: those that no other one makes superfluous`,
  },
];

interface MethodItem extends vscode.QuickPickItem {
  readonly method: string | null;
}

/** The methods that promise alpha and tau. */
const WITHIN_THRESHOLDS = new Set(["coverage", "subsumption"]);

const PAUSE_MS = 200;

/** What each threshold means, in the words of the paper. */
const MEANING = {
  alpha: t`alpha: the least share of the bad responses that the set must catch`,
  tau: t`tau: the greatest share of the good responses that it may flag`,
};

/** Returns the method that a person picks, or none for what holds now; undefined when they leave. */
export function askMethod(
  steps: Steps,
  target: Target,
  current: CurrentSet,
): Promise<Pick<SelectParams, "method"> | undefined> {
  const asIs: MethodItem = {
    label: sanitize(current.message),
    detail: thresholdText(current),
    method: null,
  };
  const others: MethodItem = {
    label: t`or type thresholds`,
    kind: vscode.QuickPickItemKind.Separator,
    method: null,
  };
  const pick = vscode.window.createQuickPick<MethodItem>();
  pick.title = t`Select Minimal Set: ${nameOf(target)}`;
  pick.placeholder = t`Enter selects as the settings, or the defaults, say`;
  pick.items = [asIs, others, ...METHODS];
  pick.matchOnDetail = true;
  return new Promise((resolve) => {
    pick.onDidAccept(() => {
      const [picked] = pick.selectedItems;
      if (picked !== undefined) {
        pick.busy = true;
        pick.enabled = false;
        resolve({ method: picked.method });
      }
    });
    pick.onDidHide(() => {
      resolve(undefined);
      pick.dispose();
    });
    steps.show(pick);
  });
}

/**
 * Returns a threshold that a person types, or none to leave it to the settings; undefined when they leave.
 *
 * While they type, what it would select is shown; nothing is written.
 */
export function askThreshold<K extends "alpha" | "tau">(
  steps: Steps,
  asker: Asker,
  params: SelectParams,
  name: K,
  current: CurrentThresholds,
): Promise<Partial<Record<K, number>> | undefined> {
  const box = vscode.window.createInputBox();
  box.title = t`Select Minimal Set, ${name}: ${nameOf(params)}`;
  box.placeholder = t`${name}, from 0 to 1; empty: ${current[name]}`;
  box.prompt = MEANING[name];
  const trial = new Trial(asker, box, name);
  return new Promise((resolve) => {
    box.onDidChangeValue(() => {
      const value = shareIn(box.value);
      box.validationMessage = value === "wrong" ? t`${name} is a number from 0 to 1` : undefined;
      trial.plan(value === "wrong" ? undefined : withShare(params, name, value));
    });
    box.onDidAccept(() => {
      const value = shareIn(box.value);
      if (value !== "wrong") {
        box.enabled = false;
        resolve(withShare({}, name, value));
      }
    });
    box.onDidHide(() => {
      resolve(undefined);
      trial.close();
      box.dispose();
    });
    void trial.load(params);
    steps.show(box);
  });
}

/** What is known once the server has answered: every set worth choosing, and the settings' own thresholds. */
interface Known {
  readonly tradeOff: TradeOff;
  readonly method: string;
  readonly alpha: number;
  readonly tau: number;
}

/**
 * Tries thresholds out while a person types.
 *
 * The server is asked once for every set worth choosing; from then on each key is answered here, at once. Other methods
 * than coverage choose more within the same limits: for them the server tells the set after a pause.
 */
class Trial {
  private readonly closed = new vscode.CancellationTokenSource();
  private timer: NodeJS.Timeout | undefined;
  private asked: vscode.CancellationTokenSource | undefined;
  private wanted: SelectParams | undefined;
  private known: Known | undefined;

  constructor(
    private readonly asker: Asker,
    private readonly box: vscode.InputBox,
    private readonly name: "alpha" | "tau",
  ) {}

  async load(params: SelectParams): Promise<void> {
    const result = await this.select({ ...params, frontier: true }, this.closed.token);
    if (result !== undefined) {
      const { method, alpha, tau } = result;
      this.known = { tradeOff: new TradeOff(result), method, alpha, tau };
      if (this.wanted === undefined) {
        this.tell(result);
      } else {
        this.plan(this.wanted);
      }
    }
  }

  plan(params: SelectParams | undefined): void {
    clearTimeout(this.timer);
    this.asked?.cancel();
    this.wanted = params;
    if (params === undefined || this.known === undefined) {
      return;
    }
    const { tradeOff, method } = this.known;
    const alpha = params.alpha ?? this.known.alpha;
    const tau = params.tau ?? this.known.tau;
    if (WITHIN_THRESHOLDS.has(method)) {
      this.tell({ alpha, tau, message: tradeOff.at(alpha, tau) });
    }
    if (method !== "coverage") {
      this.timer = setTimeout(() => void this.ask(params), PAUSE_MS);
    }
  }

  close(): void {
    clearTimeout(this.timer);
    this.asked?.cancel();
    this.closed.cancel();
  }

  private async ask(params: SelectParams): Promise<void> {
    this.asked = new vscode.CancellationTokenSource();
    const result = await this.select(params, this.asked.token);
    if (result !== undefined) {
      this.tell(result);
    }
  }

  private async select(
    params: SelectParams,
    token: vscode.CancellationToken,
  ): Promise<SelectResult | undefined> {
    this.box.busy = true;
    try {
      const result = await this.asker.tryOut("spade/select", { ...params, remember: false }, token);
      return token.isCancellationRequested ? undefined : result;
    } catch {
      // The request that is made in earnest tells what is wrong.
      this.box.prompt = MEANING[this.name];
      return undefined;
    } finally {
      this.box.busy = false;
    }
  }

  private tell({ alpha, tau, message }: Pick<SelectResult, "alpha" | "tau" | "message">): void {
    this.box.prompt = t`${MEANING[this.name]}. With alpha ${alpha}, tau ${tau}: ${message}`;
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
