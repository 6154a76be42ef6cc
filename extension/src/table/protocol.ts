/* The messages of the table of examples: this mirrors `server/spade_server/protocol/table.py`. */
import type { PromptParams } from "../protocol";

/** Which rows, and in which order. */
export interface TableQuery {
  readonly text: string;
  readonly label: string;
  readonly failing: string;
  readonly sort: string;
  readonly descending: boolean;
  readonly everything: boolean;
}

export interface TableParams extends PromptParams {
  readonly query?: TableQuery;
  readonly start?: number;
  readonly count?: number;
  readonly whole?: boolean;
  readonly refresh?: boolean;
}

export interface TableAssertion {
  readonly name: string;
  readonly check: string;
  readonly selected: boolean;
  readonly caught: number;
  readonly bad: number;
  readonly flagged: number;
  readonly good: number;
  readonly unknown: number;
}

export interface TableRow {
  readonly id: string;
  readonly line: number;
  readonly label: string | null;
  readonly input: string;
  readonly response: string;
  readonly mark: string;
  readonly verdicts: readonly string[];
  readonly fields: Readonly<Record<string, string>>;
  readonly prompt: string;
  readonly messages: readonly string[];
}

export interface TableResult {
  readonly examplesUri: string;
  readonly start: number;
  readonly rows: readonly TableRow[];
  readonly matching: number;
  readonly assertions: readonly TableAssertion[];
  readonly good: number;
  readonly bad: number;
  readonly unlabelled: number;
  readonly canUndo: boolean;
  readonly problems: readonly string[];
}

export type TableRunParams = PromptParams;

export interface TableRunResult {
  readonly verdicts: number;
}

export interface TableTextParams extends PromptParams {
  readonly query?: TableQuery;
  readonly start?: number;
  readonly count?: number | null;
  readonly to?: string;
}

export interface TableTextResult {
  readonly text: string;
  readonly rows: number;
  readonly left: number;
}
