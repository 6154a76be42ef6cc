import * as vscode from "vscode";
import type { Models } from "../models/models";
import { costText } from "../models/wording";
import type { TestEstimateParams, TestResult, TestVerdict } from "../protocol";
import type { Asker } from "../requests/asker";
import { byJudge, Group, MOST_LISTED, planned } from "./plan";
import { summaryOf } from "./summary";
import type { Tree } from "./tree";
import { t } from "../language";

/** What is to run of one prompt. */
interface Plan {
  readonly prompt: vscode.TestItem;
  readonly plain: readonly Group[];
  readonly judged: readonly Group[];
}

/**
 * Runs what was chosen: one request for each assertion, so that results come in one after the other.
 *
 * What asks a judge comes last, in one request: a budget holds for all of it. Whether the judge may be asked is one
 * question for the whole run, and none where it answered everything before.
 */
export class Runner {
  constructor(
    private readonly controller: vscode.TestController,
    private readonly tree: Tree,
    private readonly asker: Asker,
    private readonly models: Models,
  ) {}

  async run(request: vscode.TestRunRequest, token: vscode.CancellationToken): Promise<void> {
    const run = this.controller.createTestRun(request);
    try {
      const plans = await this.plans(run, request);
      const judged = plans.filter((plan) => plan.judged.length > 0);
      const judge = await this.models.confirmTests(
        this.asker,
        judged.map((plan) => this.paramsOf(plan.prompt, plan.judged)),
        token,
      );
      for (const plan of judge === undefined ? [] : plans) {
        await this.carryOut(run, plan, judge === true, token);
      }
    } finally {
      run.end();
    }
  }

  private async plans(run: vscode.TestRun, request: vscode.TestRunRequest): Promise<Plan[]> {
    const included = request.include?.map((item) => this.tree.pathOf(item));
    const excluded = (request.exclude ?? []).map((item) => this.tree.pathOf(item));
    await this.tree.resolve(undefined);
    const prompts = this.tree.prompts.filter(({ id }) => included?.some(([record]) => record === id) ?? true);
    const plans: Plan[] = [];
    for (const prompt of prompts) {
      const suite = await this.tree.load(prompt);
      if (suite === undefined) {
        run.errored(prompt, new vscode.TestMessage(errorOf(prompt)));
        continue;
      }
      const groups = planned(prompt.id, suite, included, excluded);
      groups
        .flatMap((group) => this.itemsOf(prompt, group))
        .forEach((item) => {
          run.enqueued(item);
        });
      plans.push({ prompt, ...byJudge(groups, this.tree.askingOf(prompt)) });
    }
    return plans;
  }

  private async carryOut(
    run: vscode.TestRun,
    { prompt, plain, judged }: Plan,
    judge: boolean,
    token: vscode.CancellationToken,
  ): Promise<void> {
    run.appendOutput(`${prompt.label}\r\n`);
    for (const groups of [...plain.map((group) => [group]), judged]) {
      if (groups.length > 0 && !token.isCancellationRequested) {
        await this.runGroups(run, prompt, groups, judge && groups === judged, token);
      }
    }
  }

  private async runGroups(
    run: vscode.TestRun,
    prompt: vscode.TestItem,
    groups: readonly Group[],
    judge: boolean,
    token: vscode.CancellationToken,
  ): Promise<void> {
    const items = groups.flatMap((group) => this.itemsOf(prompt, group));
    items.forEach((item) => {
      run.started(item);
    });
    try {
      const params = { ...this.paramsOf(prompt, groups), judge };
      const result = await this.models.tryOut(this.asker, t`running the tests`, "spade/test", params, token);
      if (result === undefined) {
        throw new Error(t`the language server is not running`);
      }
      groups.forEach((group) => {
        this.report(run, prompt, group, result);
      });
      if (result.modelRun != null && result.modelRun.costs.length > 0) {
        run.appendOutput(`${t`judge ${costText(result.modelRun)}`}\r\n`);
      }
    } catch (error) {
      if (!token.isCancellationRequested) {
        const message = new vscode.TestMessage(error instanceof Error ? error.message : String(error));
        items.forEach((item) => {
          run.errored(item, message);
        });
      }
    }
  }

  private paramsOf(prompt: vscode.TestItem, groups: readonly Group[]): TestEstimateParams {
    return {
      uri: prompt.id,
      template: this.tree.templateOf(prompt),
      wanted: groups.map(({ assertion, examples }) => ({ name: assertion, exampleIds: examples })),
    };
  }

  private report(run: vscode.TestRun, prompt: vscode.TestItem, group: Group, result: TestResult): void {
    const own = { ...result, verdicts: result.verdicts.filter(({ name }) => name === group.assertion) };
    const whole = group.examples.length > MOST_LISTED ? this.tree.group(prompt, group.assertion) : undefined;
    if (whole !== undefined) {
      this.reportMany(run, prompt, whole, own);
      return;
    }
    const verdicts = new Map(own.verdicts.map((verdict) => [verdict.exampleId, verdict]));
    run.appendOutput(`${summaryOf(group.assertion, own.verdicts)}\r\n`);
    this.itemsOf(prompt, group).forEach((item) => {
      report(run, item, verdicts.get(this.tree.pathOf(item)[2] ?? ""), result);
    });
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
        `${verdict?.message ?? t`the example is gone, or has another label by now`}\r\n`,
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
  return text ?? t`the language server is not running`;
}
