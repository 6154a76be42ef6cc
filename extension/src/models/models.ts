import * as vscode from "vscode";
import type { BaseLanguageClient } from "vscode-languageclient";
import { complain, confirm, inform } from "../editor/notifications";
import { ErrorCode, Requests, TestEstimateParams } from "../protocol";
import type { Answer, Asker } from "../requests/asker";
import { answerAboutModels } from "./connection";
import { lendable } from "./editorModels";
import { Keys } from "./keys";
import { Lender } from "./lender";
import type { EstimateParams, EstimateResult, ModelRun } from "./protocol";
import { chosenModel } from "./settings";
import { costText, estimateDetail, inAll } from "./wording";
import { t } from "../language";

const NO_MODEL: number = ErrorCode.MODEL;
const NOTHING = inAll([]);

/** What the commands do with a model: nothing is asked of one before the person has seen what it may cost. */
export class Models {
  readonly keys: Keys;
  readonly lender = new Lender(lendable);

  constructor(
    context: vscode.ExtensionContext,
    private readonly log: vscode.LogOutputChannel,
  ) {
    this.keys = new Keys(context.secrets);
  }

  /** Lets a server ask for the model; called for each that is started. */
  attach(client: BaseLanguageClient): void {
    answerAboutModels(client, this.keys, this.lender);
  }

  /** Returns what a model would cost where one is configured and can be used; says in the log why it cannot. */
  async offer(asker: Asker, params: EstimateParams): Promise<EstimateResult> {
    const { token } = new vscode.CancellationTokenSource();
    return this.estimated(() => asker.tryOut("spade/estimate", params, token));
  }

  private async estimated(ask: () => Promise<EstimateResult | undefined>): Promise<EstimateResult> {
    try {
      return (await ask()) ?? NOTHING;
    } catch (error) {
      const fact = error instanceof Error ? error.message : String(error);
      this.log.warn(`No model can be used: ${fact}`);
      const { code } = error as { code?: number };
      // One that the person chose is missed; one that only the project names is not.
      if (code === NO_MODEL && chosenModel().provider !== "project") {
        void this.offerToConfigure(`${fact}.`, true);
      }
      return NOTHING;
    }
  }

  /** Returns whether the person wants the model to propose, after saying what it may cost. */
  async confirm(asker: Asker, params: EstimateParams): Promise<boolean> {
    return this.confirmAsking(asker, params, (model) => t`Ask ${model} for assertions, too?`);
  }

  /** Returns whether the judge may be asked about what the person points at, after saying what it may cost. */
  async confirmQuestion(asker: Asker, params: EstimateParams): Promise<boolean> {
    const judged = { ...params, purpose: "judge" } as const;
    return this.confirmAsking(asker, judged, (model) => t`Ask ${model} about this response?`);
  }

  private async confirmAsking(
    asker: Asker,
    params: EstimateParams,
    question: (model: string) => string,
  ): Promise<boolean> {
    const estimate = (await asker.ask(t`estimating what the model may cost`, "spade/estimate", params))
      ?.result;
    if (estimate === undefined) {
      return false;
    }
    if (estimate.model === "") {
      await this.offerToConfigure(t`no model is configured.`);
      return false;
    }
    if (estimate.calls === 0) {
      return true;
    }
    const button = t`Ask ${estimate.model}`;
    const choice = await confirm(question(estimate.model), estimateDetail(estimate), button);
    return choice === button;
  }

  /**
   * Returns whether assertions that ask a judge may ask it; undefined when the person left.
   *
   * Without such assertions, or without a judge, nothing is asked; nor when every answer is kept already.
   */
  async confirmJudge(asker: Asker, params: EstimateParams): Promise<boolean | undefined> {
    const estimate = await this.offer(asker, { ...params, purpose: "judge" });
    if (estimate.questions === 0 || estimate.model === "") {
      return false;
    }
    if (estimate.calls === 0) {
      return true;
    }
    return this.letJudge(estimate, t`Without the judge they are not checked.`);
  }

  /**
   * Returns whether the judge may be asked in a run of tests, of one prompt or several; undefined when the person left.
   *
   * They are asked once. What the judge answered before counts in tests without its being asked.
   */
  async confirmTests(
    asker: Asker,
    runs: readonly TestEstimateParams[],
    token: vscode.CancellationToken,
  ): Promise<boolean | undefined> {
    const estimates: EstimateResult[] = [];
    for (const params of runs) {
      estimates.push(await this.estimated(() => asker.tryOut("spade/testEstimate", params, token)));
    }
    const estimate = inAll(estimates);
    return estimate.calls === 0 || token.isCancellationRequested
      ? false
      : this.letJudge(estimate, t`Without the judge, tests that it has not answered for yet are skipped.`);
  }

  private async letJudge(estimate: EstimateResult, otherwise: string): Promise<boolean | undefined> {
    const button = t`Ask ${estimate.model}`;
    const choice = await confirm(
      t`Let ${estimate.model} judge? Some assertions ask a judge.`,
      `${estimateDetail(estimate)}\n\n${otherwise}`,
      button,
      "Without the Judge",
    );
    return choice === undefined ? undefined : choice === button;
  }

  /** Asks the server for what the person confirmed; meanwhile the editor's model is lent. */
  async ask<M extends keyof Requests>(
    asker: Asker,
    title: string,
    method: M,
    params: Requests[M]["params"],
  ): Promise<Answer<M> | undefined> {
    const answer = await this.lender.during(() => asker.ask(title, method, params));
    this.tell(title, answer?.result);
    return answer;
  }

  /** The same for who shows by himself how far it is, and what goes wrong but for the model. */
  async tryOut<M extends keyof Requests>(
    asker: Asker,
    title: string,
    method: M,
    params: Requests[M]["params"],
    token: vscode.CancellationToken,
  ): Promise<Requests[M]["result"] | undefined> {
    const result = await this.lender.during(() => asker.tryOut(method, params, token));
    this.tell(title, result);
    return result;
  }

  /** Writes what a run cost into the log, and tells what went wrong with the model: once, with what to do. */
  private tell(title: string, result: object | undefined): void {
    const run = (result as { modelRun?: ModelRun | null } | undefined)?.modelRun;
    if (run == null) {
      return;
    }
    if (run.costs.length > 0) {
      this.log.info(`Cost of ${title}: ${costText(run)}.`);
    }
    if (run.failure !== "") {
      this.log.warn(run.failure);
      void this.offerToConfigure(t`${run.failure}. What was done is kept.`, true);
    }
  }

  private async offerToConfigure(message: string, isFailure = false): Promise<void> {
    const show = isFailure ? complain : inform;
    const choice = await show(`SPADE: ${message}`, "Configure Model", ...(isFailure ? ["Show Logs"] : []));
    const command = { "Configure Model": "spade.configureModel", "Show Logs": "spade.showLogs" }[
      choice ?? ""
    ];
    if (command !== undefined) {
      await vscode.commands.executeCommand(command);
    }
  }
}
