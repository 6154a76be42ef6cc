import { ErrorCode, EvaluateResult, LabelParams, LabelResult } from "../protocol";
import { Card, FromView, NOT_ASKED, ToView, Way } from "./messages";
import { cardOf, countsOf, endOf, verdictsOn } from "./wording";
import { t } from "../language";

const NO_ASSERTIONS: number = ErrorCode.NO_ASSERTIONS;

/** What labelling needs of the rest of the extension. */
export interface Helpers {
  /** Writes a label, or finds the next response; raises what went wrong. */
  readonly label: (params: Omit<LabelParams, "uri" | "template">) => Promise<LabelResult>;
  /** Runs the assertions on one response; raises what went wrong. */
  readonly verdicts: (card: Card, stop: AbortSignal) => Promise<EvaluateResult | undefined>;
  /** Asks the judge as well, once the person has let it be asked; undefined when they have not. */
  readonly judge: (card: Card) => Promise<EvaluateResult | undefined>;
  /** Adds responses without a label; raises what went wrong, that none of them is new as well. */
  readonly add: (responses: readonly string[]) => Promise<void>;
  readonly go: (way: Way) => Promise<void>;
  readonly say: (message: ToView) => void;
}

/**
 * Labelling, one response at a time: hears a key, has it carried out, says what to show next.
 *
 * The laws: a key acts on the response that was shown when it was pressed, or on none; a label waits for nothing but
 * the labels before it, not for assertions, a judge or an answer of the person.
 */
export class Conversation {
  private card: Card | undefined;
  private canUndo = false;
  /** Whether the view is to open with its box for responses. */
  private isPasting = false;
  /** Whether verdicts are shown, and some of them wait for the judge. */
  private judgeIsMissed = false;
  private running = new AbortController();
  private queue = Promise.resolve();

  constructor(
    private readonly helpers: Helpers,
    private latest: LabelResult,
  ) {}

  /** Returns when what was heard has been carried out. */
  async hear(message: FromView): Promise<void> {
    switch (message.kind) {
      case "ready":
        this.show(this.latest);
        this.openBox();
        return;
      case "label":
      case "skip":
      case "undo":
        this.queue = this.queue.then(() => this.write(message));
        return this.queue;
      case "verdicts":
        return this.showVerdicts(message.of);
      case "judge":
        return this.askJudge(message.of);
      case "go":
        await this.helpers.go(message.way);
        return this.lookAgain();
      case "add":
        this.queue = this.queue.then(() => this.add(message.responses));
        return this.queue;
    }
  }

  /** Has the view open its box for responses, once it is there. */
  paste(): void {
    this.isPasting = true;
    this.openBox();
  }

  private openBox(): void {
    if (this.isPasting) {
      this.helpers.say({ kind: "paste" });
    }
  }

  /** Looks at the file again: responses may have come since, and the one that is shown may be gone or another. */
  lookAgain(): Promise<void> {
    this.queue = this.queue.then(() =>
      this.card === undefined
        ? this.ask({ action: "next", exampleId: "" })
        : this.ask({ action: "look", exampleId: this.card.id }),
    );
    return this.queue;
  }

  private async write(message: FromView & { kind: "label" | "skip" | "undo" }): Promise<void> {
    if (message.kind === "undo") {
      await (this.canUndo ? this.ask({ action: "undo" }) : undefined);
      return;
    }
    const card = this.shown(message.of);
    if (card === undefined) {
      return;
    }
    const { id, response } = card;
    await this.ask(
      message.kind === "skip"
        ? { action: "next", exampleId: id }
        : { action: "set", exampleId: id, label: message.label, response },
    );
  }

  private async add(responses: readonly string[]): Promise<void> {
    try {
      await this.helpers.add(responses);
      this.isPasting = false;
      this.helpers.say({ kind: "added" });
    } catch (error) {
      this.tell(error);
      return;
    }
    await this.ask({ action: "next", exampleId: "" });
  }

  /** Returns the response that is shown where it is the one that a key was meant for. */
  private shown(id: string): Card | undefined {
    return this.card?.id === id ? this.card : undefined;
  }

  private async ask(params: Omit<LabelParams, "uri" | "template">): Promise<void> {
    try {
      const result = await this.helpers.label(params);
      // What is shown stays as it is, with the verdicts on it, where nothing else is to be shown.
      if (params.action !== "look" || !isSame(result, this.latest)) {
        this.show(result);
      }
    } catch (error) {
      this.tell(error);
    }
  }

  private show(result: LabelResult): void {
    this.running.abort();
    this.latest = result;
    this.judgeIsMissed = false;
    this.canUndo = result.canUndo;
    this.card = result.example === null ? undefined : cardOf(result.example, result.bestFirst ?? false);
    const rest = { counts: countsOf(result), canUndo: result.canUndo };
    this.helpers.say(
      this.card === undefined
        ? { kind: "done", ...endOf(result), ...rest }
        : { kind: "card", card: this.card, ...rest },
    );
  }

  /** Shows what the assertions say; of those that ask a judge, what it answered before. */
  private async showVerdicts(id: string): Promise<void> {
    const card = this.shown(id);
    if (card === undefined) {
      return;
    }
    this.running.abort();
    const running = new AbortController();
    this.running = running;
    this.helpers.say({ kind: "working", message: t`Running the assertions…` });
    try {
      const result = await this.helpers.verdicts(card, running.signal);
      this.showVerdictsIn(result, card, running.signal);
    } catch (error) {
      if (!running.signal.aborted) {
        this.tell(error);
      }
    }
  }

  private async askJudge(id: string): Promise<void> {
    const card = this.shown(id);
    if (card === undefined || !this.judgeIsMissed) {
      return;
    }
    this.judgeIsMissed = false;
    const result = await this.helpers.judge(card);
    if (result === undefined) {
      this.judgeIsMissed = this.card === card;
    } else {
      this.showVerdictsIn(result, card);
    }
  }

  private showVerdictsIn(result: EvaluateResult | undefined, card: Card, stop?: AbortSignal): void {
    if (result !== undefined && this.card === card && stop?.aborted !== true) {
      const verdicts = verdictsOn(result, card.id);
      this.judgeIsMissed = verdicts.some(({ outcome }) => outcome === NOT_ASKED);
      this.helpers.say({ kind: "verdicts", id: card.id, verdicts });
    }
  }

  /** What goes wrong is told in the view: a notification would have to be answered, or be missed. */
  private tell(error: unknown): void {
    const message = error instanceof Error ? error.message : String(error);
    const code = (error as { code?: unknown } | undefined)?.code;
    this.helpers.say({ kind: "trouble", message, ways: code === NO_ASSERTIONS ? ["generate"] : [] });
  }
}

/** Whether two answers have the same to show; the order of what is left has no part in that. */
function isSame(one: LabelResult, other: LabelResult): boolean {
  const shown = (result: LabelResult) => JSON.stringify({ ...result, bestFirst: undefined });
  return shown(one) === shown(other);
}
