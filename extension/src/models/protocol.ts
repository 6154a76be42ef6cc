/*
 * The messages about models. This mirrors `server/spade_server/protocol/models.py`, which says what each field means; a
 * test holds the two to the same fields.
 */
import type { Range } from "vscode-languageclient";

/** What the server asks of us: the model that the person chose, and replies of the editor's own. */
export const MODEL = "spade/model";
export const LEND = "spade/lend";

/** Why no reply is lent; the error's message says it in words. */
export enum LendError {
  NOT_ALLOWED = -32030,
  BLOCKED = -32031,
  NOT_FOUND = -32032,
  OFF_TOPIC = -32033,
}

export interface ModelChosen {
  readonly provider: string;
  readonly baseUrl: string;
  readonly name: string;
  readonly judge: string;
  readonly key: string;
  readonly prices: Readonly<Record<string, readonly number[]>>;
  readonly budget: number | null;
}

export interface LentMessage {
  readonly speaker: string;
  readonly text: string;
}

export interface LendParams {
  readonly model: string;
  readonly messages: readonly LentMessage[];
  readonly mostTokens: number;
}

export interface LendResult {
  readonly text: string;
  readonly truncated: boolean;
  readonly inputTokens: number | null;
  readonly outputTokens: number | null;
}

export interface EstimateParams {
  readonly uri: string;
  readonly template?: string;
  readonly purpose?: "generate" | "judge";
  readonly range?: Range | null;
  readonly names?: readonly string[] | null;
  readonly unlabelled?: boolean;
  readonly exampleIds?: readonly string[] | null;
  readonly asking?: number;
  readonly workDoneToken?: string | number;
}

export interface EstimateResult {
  readonly model: string;
  readonly lent: boolean;
  readonly questions: number;
  readonly calls: number;
  readonly mostCalls: number;
  readonly tokens: number;
  readonly money: number | null;
}

export interface ModelCost {
  readonly model: string;
  readonly lent: boolean;
  readonly calls: number;
  readonly failed: number;
  readonly cached: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly money: number | null;
}

export interface ModelRun {
  readonly costs: readonly ModelCost[];
  readonly proposed: readonly string[];
  readonly failure: string;
  readonly notes: readonly string[];
}

export interface TestModelParams {
  readonly chosen: ModelChosen;
  readonly workDoneToken?: string | number;
}

export interface TestModelResult {
  readonly ok: boolean;
  readonly fault: string;
  readonly message: string;
}

export interface ListModelsParams {
  readonly chosen: ModelChosen;
  readonly workDoneToken?: string | number;
}

export interface ListModelsResult {
  readonly models: readonly string[];
  readonly fault: string;
  readonly message: string;
}

/** The requests that are about no prompt. */
export interface ModelRequests {
  "spade/testModel": { params: TestModelParams; result: TestModelResult };
  "spade/listModels": { params: ListModelsParams; result: ListModelsResult };
}
