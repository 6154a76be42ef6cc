/*
 * What the table and the extension say to each other. The table asks for what it shows, page by page; what is written
 * is decided on this side. A label says which response was shown when its key was pressed.
 */
import type { TableQuery, TableResult, TableRow } from "./protocol";
import { t } from "../language";

export type RowLabel = "good" | "bad" | null;

/** Where one can go from the table, each with the words of its button. */
export const WAYS = {
  label: t`Label One by One`,
  paste: t`Paste Responses…`,
  import: t`Import…`,
  respond: t`Run This Prompt…`,
  generate: t`Generate Assertions`,
  text: t`Open as Text`,
} as const;

export type TableWay = keyof typeof WAYS;

export type ToTable =
  /** Which rows are wanted, where the table was opened for some. */
  | { readonly kind: "choose"; readonly label: string }
  | { readonly kind: "page"; readonly number: number; readonly result: TableResult }
  | { readonly kind: "whole"; readonly number: number; readonly row: TableRow | undefined }
  /**
   * Something has changed on the disk or was run. `refresh`: the rows are to be chosen and sorted again; `written`: the
   * row whose label was written, or could not be.
   */
  | { readonly kind: "changed"; readonly refresh: boolean; readonly written?: string }
  | { readonly kind: "back"; readonly id: string }
  | { readonly kind: "said"; readonly message: string }
  | { readonly kind: "trouble"; readonly message: string };

export type FromTable =
  | { readonly kind: "ready" }
  | {
      readonly kind: "page";
      readonly number: number;
      readonly query: TableQuery;
      readonly start: number;
      readonly count: number;
      readonly refresh: boolean;
    }
  | { readonly kind: "whole"; readonly number: number; readonly query: TableQuery; readonly at: number }
  | { readonly kind: "label"; readonly id: string; readonly label: RowLabel; readonly mark: string }
  | { readonly kind: "undo" }
  | { readonly kind: "run" }
  | { readonly kind: "csv"; readonly query: TableQuery }
  | {
      readonly kind: "copy";
      readonly query: TableQuery;
      readonly start: number;
      readonly count: number;
    }
  | { readonly kind: "paste" }
  | { readonly kind: "open"; readonly line: number }
  | { readonly kind: "go"; readonly way: TableWay };
