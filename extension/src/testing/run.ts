import * as vscode from "vscode";
import type { TestResult, TestVerdict } from "../protocol";
import type { Asker } from "../requests";
import { Group, MOST_LISTED, Path, planned } from "./plan";
import { summaryOf } from "./summary";
import type { Tree } from "./tree";

/** Runs what was chosen: one request for each assertion, so that results come in one after the other. */
export class Runner {
  constructor(
    private readonly controller: vscode.TestController,
    private readonly tree: Tree,
    private readonly asker: Asker,
  ) {}

  async run(request: vscode.TestRunRequest, token: vscode.CancellationToken): Promise<void> {
    const run = this.controller.createTestRun(request);
    try {
      const included = request.include?.map((item) => this.tree.pathOf(item));
      const excluded = (request.exclude ?? []).map((item) => this.tree.pathOf(item));
      await this.tree.resolve(undefined);
      const prompts = this.tree.prompts.filter(
        ({ id }) => included?.some(([record]) => record === id) ?? true,
      );
      for (const prompt of prompts) {
        await this.runPrompt(run, prompt, { included, excluded }, token);
      }
    } finally {
      run.end();
    }
  }

  private async runPrompt(
    run: vscode.TestRun,
    prompt: vscode.TestItem,
    { included, excluded }: { included: Path[] | undefined; excluded: Path[] },
    token: vscode.CancellationToken,
  ): Promise<void> {
    const suite = await this.tree.load(prompt);
    if (suite === undefined) {
      run.errored(prompt, new vscode.TestMessage(errorOf(prompt)));
      return;
    }
    const groups = planned(prompt.id, suite, included, excluded);
    run.appendOutput(`${prompt.label}\r\n`);
    for (const group of groups) {
      this.itemsOf(prompt, group).forEach((item) => {
        run.enqueued(item);
      });
    }
    for (const group of groups) {
      if (token.isCancellationRequested) {
        return;
      }
      await this.runGroup(run, prompt, group, token);
    }
  }

  private async runGroup(
    run: vscode.TestRun,
    prompt: vscode.TestItem,
    group: Group,
    token: vscode.CancellationToken,
  ): Promise<void> {
    const whole = group.examples.length > MOST_LISTED ? this.tree.group(prompt, group.assertion) : undefined;
    const items = this.itemsOf(prompt, group);
    items.forEach((item) => {
      run.started(item);
    });
    try {
      const params = {
        uri: prompt.id,
        template: this.tree.templateOf(prompt),
        wanted: [{ name: group.assertion, exampleIds: group.examples }],
      };
      const result = await this.asker.tryOut("spade/test", params, token);
      if (result === undefined) {
        throw new Error("the language server is not running");
      }
      if (whole !== undefined) {
        this.reportMany(run, prompt, whole, result);
        return;
      }
      const verdicts = new Map(result.verdicts.map((verdict) => [verdict.exampleId, verdict]));
      run.appendOutput(`${summaryOf(group.assertion, result.verdicts)}\r\n`);
      items.forEach((item) => {
        report(run, item, verdicts.get(this.tree.pathOf(item)[2] ?? ""), result);
      });
    } catch (error) {
      if (!token.isCancellationRequested) {
        const message = new vscode.TestMessage(error instanceof Error ? error.message : String(error));
        items.forEach((item) => {
          run.errored(item, message);
        });
      }
    }
  }

  /** Reports on more examples than are listed: the whole, and the first of those that do not pass. */
  private reportMany(
    run: vscode.TestRun,
    prompt: vscode.TestItem,
    whole: vscode.TestItem,
    result: TestResult,
  ): void {
    const [, assertion = ""] = this.tree.pathOf(whole);
    const told = result.verdicts.filter(({ outcome }) => outcome !== "passed");
    told.slice(0, MOST_LISTED).forEach(({ exampleId }) => this.tree.example(prompt, assertion, exampleId));
    const verdicts = new Map(result.verdicts.map((verdict) => [verdict.exampleId, verdict]));
    whole.children.forEach((item) => {
      const verdict = verdicts.get(this.tree.pathOf(item)[2] ?? "");
      if (verdict !== undefined) {
        report(run, item, verdict, result);
      }
    });
    if (told.some(({ outcome }) => outcome !== "skipped")) {
      run.failed(whole, new vscode.TestMessage(summaryOf(assertion, result.verdicts)));
    } else {
      run.passed(whole);
    }
  }

  private itemsOf(prompt: vscode.TestItem, { assertion, examples }: Group): vscode.TestItem[] {
    if (examples.length > MOST_LISTED) {
      return [this.tree.group(prompt, assertion)].filter((item) => item !== undefined);
    }
    return examples
      .map((id) => this.tree.example(prompt, assertion, id))
      .filter((item) => item !== undefined);
  }
}

function report(
  run: vscode.TestRun,
  item: vscode.TestItem,
  verdict: TestVerdict | undefined,
  result: TestResult,
): void {
  const duration = verdict === undefined ? 0 : verdict.seconds * 1000;
  item.description = verdict?.outcome === "skipped" ? verdict.message : "";
  switch (verdict?.outcome) {
    case "passed":
      run.passed(item, duration);
      break;
    case "failed":
      run.failed(item, messageOf(verdict, result), duration);
      break;
    case "errored":
      run.errored(item, messageOf(verdict, result), duration);
      break;
    default:
      // The editor shows no reason beside a skipped test: it stands in the output and behind the label.
      run.skipped(item);
      run.appendOutput(
        `${verdict?.message ?? "the example is gone, or has another label by now"}\r\n`,
        undefined,
        item,
      );
  }
}

/** Returns the message at the row that it is about, or at the assertion's line that is to blame. */
function messageOf(verdict: TestVerdict, { assertionsUri, examplesUri }: TestResult): vscode.TestMessage {
  const { message, expected, actual, line, assertionLine } = verdict;
  const shown =
    expected === "" ? new vscode.TestMessage(message) : vscode.TestMessage.diff(message, expected, actual);
  const [file, at] = assertionLine === null ? [examplesUri, line] : [assertionsUri, assertionLine];
  shown.location = new vscode.Location(vscode.Uri.parse(file), new vscode.Position(at, 0));
  return shown;
}

function errorOf({ error }: vscode.TestItem): string {
  const text = typeof error === "string" ? error : error?.value;
  return text ?? "the language server is not running";
}
